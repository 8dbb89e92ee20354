/// The contribution of noise to a picture's edges: the mean squares of the Laplacian and of the gradient of the noise
/// alone.
struct Noise: Sendable, Equatable {
  let laplacian: Double
  let gradient: Double

  /// The samples along a side of a tile.
  private static let tile = 16
  /// The rank of the tile that counts, as a share of all tiles from the smoothest on. Together, the frame and the even
  /// parts of the picture make about a third of a print smooth.
  private static let share = 0.35

  /// Estimates the noise of a plane.
  ///
  /// The difference of two Laplacians doesn't respond to edges and slopes, so in a smooth tile it measures the noise
  /// (Immerkær, Fast Noise Variance Estimation, 1996). The response of the Laplacian and the gradient to noise is
  /// measured on `white`, which is pure noise.
  init(in plane: Plane<UInt8>, beside white: Plane<UInt8>) {
    guard let unit = Self.smoothEnergy(of: white), let energy = Self.smoothEnergy(of: plane), unit > 0 else {
      laplacian = 0
      gradient = 0
      return
    }
    var sums = EdgeSums()
    for y in 1..<white.height - 1 { sums.add(above: white.row(y - 1), white.row(y), below: white.row(y + 1)) }
    let count = Double((white.width - 2) * (white.height - 2))
    laplacian = energy / unit * Double(sums.total(\.laplacian)) / count
    gradient = energy / unit * Double(sums.total(\.gradient)) / EdgeSums.gradientScale / count
  }

  /// The mean square of Immerkær's operator over the tile that counts; nil if the plane has no tiles.
  private static func smoothEnergy(of plane: Plane<UInt8>) -> Double? {
    var energies: [Int] = []
    for top in stride(from: 1, to: plane.height - tile, by: tile) {
      var sums = [Int](repeating: 0, count: max(0, (plane.width - 2) / tile))
      for y in top..<top + tile {
        let a = plane.row(y - 1)
        let b = plane.row(y)
        let c = plane.row(y + 1)
        for k in sums.indices {
          var sum: Int32 = 0
          for x in 1 + k * tile..<1 + (k + 1) * tile {
            let corners = Int16(a[x - 1]) &+ Int16(a[x + 1]) &+ Int16(c[x - 1]) &+ Int16(c[x + 1])
            let sides = Int16(a[x]) &+ Int16(b[x - 1]) &+ Int16(b[x + 1]) &+ Int16(c[x])
            // Within ±2040, so a row of squares stays below 2³¹.
            let value = Int32(corners &- 2 &* sides &+ 4 &* Int16(b[x]))
            sum &+= value &* value
          }
          sums[k] += Int(sum)
        }
      }
      energies += sums
    }
    guard !energies.isEmpty else { return nil }
    energies.sort()
    return Double(energies[Int(share * Double(energies.count))]) / Double(tile * tile)
  }
}

extension Plane<UInt8> {
  /// White noise, the same in every run: uniform from 64 to 191, from Knuth's linear congruential generator MMIX.
  static let whiteNoise = {
    var state: UInt64 = 1
    // Enough for a plane of 256 × 256 drawn from it at any angle with up to 1.3 samples per pixel.
    let side = 480
    return Plane(width: side, height: side) { _, output in
      for _ in 0..<side {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        output.append(64 + UInt8(truncatingIfNeeded: state >> 57))
      }
    }
  }()
}
