internal import PeelImaging

/// How sharp a face is, measured where it is least sharp: along the direction in which it was moved, if it was.
struct FaceSharpness {
  /// The strength of details along the worst direction, without that of noise, beside all differences in brightness.
  let ratio: Double

  /// The steps to the neighbours in each direction, and their squared length.
  private static let directions: [(x: Int, y: Int, square: Double)] = [(1, 0, 1), (0, 1, 1), (1, 1, 2), (1, -1, 2)]
  /// A Gaussian of σ = 1 pixel, and the sum of its numbers.
  private static let gaussian: (weights: [Float], sum: Float) = ([1, 4, 6, 4, 1], 16)
  /// The side of the tiles in which noise is measured, in pixels, and the rank of the tile that counts, as a share of
  /// all from the smoothest on.
  private static let (tile, share) = (16, 0.4)
  /// How much noise is subtracted: a little more than the smooth tiles have, since other parts may have more.
  private static let noiseWeight = 1.25

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
    let strengths = Self.directions.map { direction in
      var tiles = [(energy: Double, count: Int)](repeating: (0, 0), count: Self.tilesAcross * Self.tilesAcross)
      for (y, columns) in ellipse {
        let row = smooth.row(y)
        let before = smooth.row(y - direction.y)
        let after = smooth.row(y + direction.y)
        for x in columns {
          let difference = Double(2 * row[x] - before[x - direction.x] - after[x + direction.x])
          let tile = y / Self.tile * Self.tilesAcross + x / Self.tile
          tiles[tile].energy += difference * difference
          tiles[tile].count += 1
        }
      }
      let energy = tiles.reduce(0) { $0 + $1.energy } / count
      let details = max(0, energy - Self.noiseWeight * Self.noise(in: tiles))
      // A noisy face looks worse than a clean one with the same details, so the share that isn't noise counts as well.
      let share = energy > 0 ? details / energy : 0
      return share * details / (direction.square * direction.square)
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

  private static let tilesAcross = (FaceMesh.side + tile - 1) / tile

  /// The energy of noise: that of the tiles in which the face is smooth. Noise is as strong there as elsewhere, whatever
  /// enlarging or compressing the picture made of it.
  private static func noise(in tiles: [(energy: Double, count: Int)]) -> Double {
    let whole = tiles.filter { $0.count == tile * tile }.map { $0.energy / Double($0.count) }.sorted()
    return whole.isEmpty ? 0 : whole[Int(share * Double(whole.count))]
  }
}
