extension Plane<UInt8> {
  /// Variance of the noise of one sample, in levels squared; 0 of a plane too small to tell.
  ///
  /// After Immerkær, Fast Noise Variance Estimation (1996): the difference of two Laplacians, which is blind to edges
  /// and slopes, has 36 times the noise's variance. It is not blind to fine texture; so it is taken tile by tile, and
  /// the tile counts below which a third of them lie: the frame and the smooth parts of the picture.
  func noiseVariance() -> Double {
    let tile = 16
    let share = 0.35
    var energies: [Int] = []
    for top in stride(from: 1, to: height - 1 - tile, by: tile) {
      var sums = [Int](repeating: 0, count: max(0, (width - 2) / tile))
      for y in top..<top + tile {
        let a = row(y - 1)
        let b = row(y)
        let c = row(y + 1)
        for k in sums.indices {
          var sum: Int32 = 0
          for x in 1 + k * tile..<1 + (k + 1) * tile {
            let corners = Int16(a[x - 1]) &+ Int16(a[x + 1]) &+ Int16(c[x - 1]) &+ Int16(c[x + 1])
            let sides = Int16(a[x]) &+ Int16(b[x - 1]) &+ Int16(b[x + 1]) &+ Int16(c[x])
            // Within ±2040, so that a tile's squares stay below 2³¹.
            let value = Int32(corners &- 2 &* sides &+ 4 &* Int16(b[x]))
            sum &+= value &* value
          }
          sums[k] += Int(sum)
        }
      }
      energies += sums
    }
    guard !energies.isEmpty else { return 0 }
    energies.sort()
    return Double(energies[Int(share * Double(energies.count))]) / Double(36 * tile * tile)
  }
}
