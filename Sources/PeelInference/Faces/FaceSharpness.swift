internal import PeelImaging

/// How sharp a face is, measured where it is least sharp: along the direction in which it was moved, if it was.
struct FaceSharpness {
  /// The strength of details along the worst direction, without that of noise, beside all differences in brightness.
  let ratio: Double

  /// The steps to the neighbours in each direction, and their squared length.
  private static let directions: [(x: Int, y: Int, square: Double)] = [(1, 0, 1), (0, 1, 1), (1, 1, 2), (1, -1, 2)]
  /// A Gaussian of σ = 1 pixel, and the sum of its numbers.
  private static let gaussian: (weights: [Float], sum: Float) = ([1, 4, 6, 4, 1], 16)
  /// The sum of the squares of Immerkær's operator: what noise of variance 1 makes of it.
  private static let operatorGain = 36.0
  /// The side of the tiles in which noise is measured, in pixels, and the rank of the tile that counts, as a share of
  /// all from the smoothest on.
  private static let (tile, share) = (16, 0.5)
  /// How much noise counts against the details. Interpolation makes it smooth, so that details contain three to four times
  /// as much of it as the measured fine noise suggests (on faces 170 to 480 pixels wide); beyond that it counts as a fault.
  private static let noiseWeight = 5.0

  init(_ mesh: FaceMesh) {
    let ellipse = mesh.ellipse
    let smooth = Self.smoothed(mesh.luma)
    let count = Double(ellipse.reduce(0) { $0 + $1.columns.count })
    guard count > 0 else {
      ratio = 0
      return
    }
    var (sum, squares) = (0.0, 0.0)
    for (y, columns) in ellipse {
      let row = smooth.row(y)
      for x in columns {
        sum += Double(row[x])
        squares += Double(row[x] * row[x])
      }
    }
    let variance = squares / count - sum / count * (sum / count)
    let noise = Self.noise(mesh.luma, ellipse)
    let strengths = Self.directions.map { direction in
      var energy: Float = 0
      for (y, columns) in ellipse {
        let row = smooth.row(y)
        let before = smooth.row(y - direction.y)
        let after = smooth.row(y + direction.y)
        for x in columns {
          let difference = 2 * row[x] - before[x - direction.x] - after[x + direction.x]
          energy += difference * difference
        }
      }
      let strength = Double(energy) / count - Self.noiseWeight * noise * Self.noiseGain(direction.x, direction.y)
      return max(0, strength) / (direction.square * direction.square)
    }
    // A face has more details across than along its features, in every frame alike.
    ratio = ((strengths.min() ?? 0) / max(1, variance)).squareRoot()
  }

  private static func smoothed(_ plane: Plane<Float>) -> Plane<Float> {
    let (weights, sum) = gaussian
    let reach = weights.count / 2
    func place(_ x: Int, _ length: Int) -> Int { min(max(x, 0), length - 1) }
    let across = Plane<Float>(width: plane.width, height: plane.height) { y, output in
      let row = plane.row(y)
      for x in row.indices {
        var total: Float = 0
        for k in weights.indices { total += weights[k] * row[place(x + k - reach, plane.width)] }
        output.append(total / sum)
      }
    }
    let (width, samples) = (plane.width, across.samples)
    return Plane(width: width, height: plane.height) { y, output in
      for x in 0..<width {
        var total: Float = 0
        for k in weights.indices { total += weights[k] * samples[place(y + k - reach, plane.height) * width + x] }
        output.append(total / sum)
      }
    }
  }

  /// The variance of noise: Immerkær's operator, which doesn't respond to edges and slopes, in a smooth part of the face.
  private static func noise(_ plane: Plane<Float>, _ ellipse: [(y: Int, columns: Range<Int>)]) -> Double {
    var tiles: [Int: (energy: Double, count: Int)] = [:]
    for (y, columns) in ellipse {
      let (above, here, below) = (plane.row(y - 1), plane.row(y), plane.row(y + 1))
      for x in columns {
        let corners = above[x - 1] + above[x + 1] + below[x - 1] + below[x + 1]
        let sides = above[x] + here[x - 1] + here[x + 1] + below[x]
        let value = Double(corners - 2 * sides + 4 * here[x])
        let number = y / tile * plane.width + x / tile
        let sum = tiles[number] ?? (0, 0)
        tiles[number] = (sum.energy + value * value, sum.count + 1)
      }
    }
    let whole = tiles.values.filter { $0.count == tile * tile }.map { $0.energy / Double($0.count) }.sorted()
    return whole.isEmpty ? 0 : whole[Int(share * Double(whole.count))] / operatorGain
  }

  /// What smoothing and differences make of noise of variance 1.
  private static func noiseGain(_ x: Int, _ y: Int) -> Double {
    let (weights, sum) = gaussian
    let reach = weights.count / 2
    func weight(_ x: Int, _ y: Int) -> Double {
      guard abs(x) <= reach, abs(y) <= reach else { return 0 }
      return Double(weights[x + reach] * weights[y + reach] / (sum * sum))
    }
    var gain = 0.0
    for v in -reach - 1...reach + 1 {
      for u in -reach - 1...reach + 1 {
        let response = 2 * weight(u, v) - weight(u - x, v - y) - weight(u + x, v + y)
        gain += response * response
      }
    }
    return gain
  }
}
