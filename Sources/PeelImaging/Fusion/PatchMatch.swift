/// Where a small square of one picture lies in another: Lucas and Kanade's method (1981), with the brightness and the
/// contrast of the squares matched.
struct PatchMatch {
  /// The samples from a square's middle to its edge.
  static let radius = 10
  /// The most steps, and the length of a step that ends the search, in samples.
  private static let (mostSteps, lastStep) = (8, 0.004)
  /// The variance of noise in luma, which keeps flat squares from moving.
  private static let noise = 2.0

  private static let side = 2 * radius + 1

  /// The middle of the square in the first picture.
  let x: Int
  let y: Int
  private let values: [Float]
  private let slopesX: [Float]
  private let slopesY: [Float]
  /// The mean products of the slopes: how exactly a shift along x and y can be measured.
  let xx: Double
  let xy: Double
  let yy: Double
  /// The variance of the square.
  let variance: Double

  /// The square around a sample, which must lie more than `radius` samples within the plane.
  init(_ plane: Plane<UInt8>, x: Int, y: Int) {
    (self.x, self.y) = (x, y)
    var (values, slopesX, slopesY): ([Float], [Float], [Float]) = ([], [], [])
    values.reserveCapacity(Self.side * Self.side)
    for row in y - Self.radius...y + Self.radius {
      let (above, middle, below) = (plane.row(row - 1), plane.row(row), plane.row(row + 1))
      for column in x - Self.radius...x + Self.radius {
        values.append(Float(middle[column]))
        slopesX.append((Float(middle[column + 1]) - Float(middle[column - 1])) / 2)
        slopesY.append((Float(below[column]) - Float(above[column])) / 2)
      }
    }
    let count = Float(values.count)
    let mean = values.reduce(0, +) / count
    self.values = values.map { $0 - mean }
    (self.slopesX, self.slopesY) = (slopesX, slopesY)
    func product(_ a: [Float], _ b: [Float]) -> Double { Double(zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } / count) }
    (xx, xy, yy) = (product(slopesX, slopesX), product(slopesX, slopesY), product(slopesY, slopesY))
    variance = product(self.values, self.values)
  }

  /// The shift from `start` at which the square matches the other picture, and the correlation there, −1…1; nil if the
  /// square leaves the picture or moves farther than `reach`.
  func find(in other: Plane<UInt8>, near start: Point, reach: Double) -> (place: Point, correlation: Double)? {
    let (a, b, c) = (xx + Self.noise, xy, yy + Self.noise)
    let determinant = a * c - b * b
    var place = start
    for _ in 0..<Self.mostSteps {
      guard let compared = compare(other, at: place) else { return nil }
      let step = Point(
        (c * compared.alongX - b * compared.alongY) / determinant,
        (a * compared.alongY - b * compared.alongX) / determinant)
      place = place - step
      guard place.distance(to: start) <= reach else { return nil }
      // So short a step doesn't change the correlation.
      if step.length < Self.lastStep { return (place, compared.correlation) }
    }
    return compare(other, at: place).map { (place, $0.correlation) }
  }

  /// The correlation with the square around a place, and the mean products of the difference with the slopes.
  private func compare(
    _ other: Plane<UInt8>, at place: Point
  ) -> (correlation: Double, alongX: Double, alongY: Double)? {
    let (left, top) = (place.x - Double(Self.radius), place.y - Double(Self.radius))
    guard left >= 0, top >= 0, left < Double(other.width - Self.side - 1), top < Double(other.height - Self.side - 1)
    else { return nil }
    let (column, row) = (Int(left), Int(top))
    let (u, v) = (Float(left - Double(column)), Float(top - Double(row)))
    var seen = [Float](repeating: 0, count: Self.side * Self.side)
    var sum: Float = 0
    for y in 0..<Self.side {
      let (upper, lower) = (other.row(row + y), other.row(row + y + 1))
      for x in 0..<Self.side {
        let k = column + x
        let above = Float(upper[k]) * (1 - u) + Float(upper[k + 1]) * u
        let below = Float(lower[k]) * (1 - u) + Float(lower[k + 1]) * u
        let value = above * (1 - v) + below * v
        seen[y * Self.side + x] = value
        sum += value
      }
    }
    let count = Float(values.count)
    let mean = sum / count
    var (own, both): (Float, Float) = (0, 0)
    for k in values.indices {
      let value = seen[k] - mean
      own += value * value
      both += value * values[k]
    }
    guard own > 0, variance > 0 else { return (0, 0, 0) }
    let gain = max(0, both / own)
    var (alongX, alongY): (Float, Float) = (0, 0)
    for k in values.indices {
      let difference = gain * (seen[k] - mean) - values[k]
      alongX += difference * slopesX[k]
      alongY += difference * slopesY[k]
    }
    let correlation = Double(both) / (Double(own) * variance * Double(count)).squareRoot()
    return (correlation, Double(alongX / count), Double(alongY / count))
  }
}
