internal import PeelPlatform

/// A smooth shift of a flat print's points, known at the nodes of a coarse grid.
struct Flow: Sendable {
  /// A shift that was measured at a point, and the mean products of the slopes there, which tell how exactly.
  struct Measurement {
    let at: Point
    let shift: Point
    let xx: Double
    let xy: Double
    let yy: Double
  }

  /// The nodes along each side.
  static let nodes = 9
  /// The distance over which a measurement counts, as a share of the print's sides.
  private static let spread = 0.09
  /// The weight of no shift, in measurements.
  private static let stillness = 2.0
  /// The mean square of a slope from which a measurement has half of its weight, in levels² per pixel².
  private static let halfSlope = 8.0
  /// The longest shift at a node below which the print counts as flat, in pixels.
  private static let leastShift = 0.08

  private let width: Double
  private let height: Double
  private let shiftsX: [Double]
  private let shiftsY: [Double]

  /// The longest shift at a node, in pixels.
  var longest: Double { zip(shiftsX, shiftsY).reduce(0) { max($0, Point($1.0, $1.1).length) } }

  /// - Parameters:
  ///   - measurements: shifts in pixels of the flat print.
  ///   - width: the flat print's width in pixels.
  ///   - height: the flat print's height.
  init(_ measurements: [Measurement], width: Double, height: Double) {
    (self.width, self.height) = (width, height)
    var (shiftsX, shiftsY): ([Double], [Double]) = ([], [])
    for row in 0..<Self.nodes {
      for column in 0..<Self.nodes {
        let last = Double(Self.nodes - 1)
        let node = Point(Double(column) / last, Double(row) / last)
        var equations = NormalEquations<SIMD8<Double>>(count: 2)
        for measurement in measurements {
          let off = Point(measurement.at.x / width, measurement.at.y / height) - node
          let near = exp(-off.dot(off) / (2 * Self.spread * Self.spread))
          guard near > 0.001 else { continue }
          for axis in Self.certainty(measurement.xx, measurement.xy, measurement.yy) {
            equations.add(
              SIMD8(axis.direction.x, axis.direction.y, 0, 0, 0, 0, 0, 0),
              equals: measurement.shift.dot(axis.direction),
              weight: near * axis.weight)
          }
        }
        equations.pull(0, to: 0, weight: Self.stillness)
        equations.pull(1, to: 0, weight: Self.stillness)
        let shift = equations.solution ?? [0, 0]
        shiftsX.append(shift[0])
        shiftsY.append(shift[1])
      }
    }
    let isFlat = zip(shiftsX, shiftsY).allSatisfy { Point($0, $1).length < Self.leastShift }
    self.shiftsX = isFlat ? shiftsX.map { _ in 0 } : shiftsX
    self.shiftsY = isFlat ? shiftsY.map { _ in 0 } : shiftsY
  }

  /// The shift at a point of the flat print, in its pixels.
  func callAsFunction(_ point: Point) -> Point {
    let last = Double(Self.nodes - 1)
    let u = min(max(point.x / width * last, 0), last)
    let v = min(max(point.y / height * last, 0), last)
    let (column, row) = (min(Int(u), Self.nodes - 2), min(Int(v), Self.nodes - 2))
    let (a, b) = (u - Double(column), v - Double(row))
    func mixed(_ shifts: [Double]) -> Double {
      let first = row * Self.nodes + column
      let upper = shifts[first] * (1 - a) + shifts[first + 1] * a
      let lower = shifts[first + Self.nodes] * (1 - a) + shifts[first + Self.nodes + 1] * a
      return upper * (1 - b) + lower * b
    }
    return Point(mixed(shiftsX), mixed(shiftsY))
  }

  /// The two directions along which a shift is measured independently, and how surely, 0…1.
  static func certainty(_ xx: Double, _ xy: Double, _ yy: Double) -> [(direction: Point, weight: Double)] {
    let mean = (xx + yy) / 2
    let difference = ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot()
    let direction = Point.principalDirection(xx: xx, xy: xy, yy: yy)
    let (across, along) = (mean + difference, max(0, mean - difference))
    return [
      (direction, across / (across + Self.halfSlope)), (direction.perpendicular, along / (along + Self.halfSlope)),
    ]
  }
}
