extension GlareSearch {
  /// 1 for the cells that are under glare in every shot, otherwise 0.
  ///
  /// Nothing tells whether the clearest shot of a cell is clear if no other shot confirms it. It is taken to be what the
  /// shot is at the nearest cell where that is known: confirmed, or brighter than a clearer shot.
  var unmended: CellMap {
    let states = excess.indices.map { shot in
      let clear = confirmed[shot].with(excess[shot].with(tolerance) { $0 > $1 ? 0 : 1 }, *)
        .eroded(Self.leastClear).dilated(Self.leastClear)
      let glare = excess[shot].with(tolerance) { $0 > Self.strong * $1 ? 1 : 0 }.eroded(1).dilated(1)
      return clear.with(glare) { clear, glare in clear > 0 ? Self.clear : glare * Self.underGlare }.spread
    }
    var unmended = CellMap(width: tolerance.width, height: tolerance.height, 0)
    for (cell, shot) in base.enumerated() where states[shot].values[cell] == Self.underGlare {
      unmended.values[cell] = 1
    }
    return unmended.eroded(1).dilated(1)
  }

  private static let clear: Float = -1
  private static let underGlare: Float = 1
  /// The tolerances from which an excess is glare rather than a difference in light.
  private static let strong: Float = 2
  /// The cells from the middle of the smallest clear part to its edge. In thin lines two glares happen to be equal.
  private static let leastClear = 1
}

extension CellMap {
  /// The map with the nearest other value in each cell of 0.
  fileprivate var spread: CellMap {
    var spread = self
    var front = values.indices.filter { values[$0] != 0 }
    while !front.isEmpty {
      var next: [Int] = []
      for cell in front {
        for neighbour in neighbours(cell) where spread.values[neighbour] == 0 {
          spread.values[neighbour] = spread.values[cell]
          next.append(neighbour)
        }
      }
      front = next
    }
    return spread
  }
}
