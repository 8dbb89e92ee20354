import Testing

@testable import PeelImaging

@Suite struct CellMapTests {
  /// A map of different levels.
  private static func made(_ width: Int, _ height: Int) -> CellMap {
    CellMap(width: width, height: height, values: (0..<width * height).map { Float($0 * 7919 % 251) })
  }

  /// Beyond the map its edge is repeated.
  @Test(arguments: [(5, 4, 1), (30, 17, 3), (4, 3, 6), (1, 1, 2), (1, 9, 2), (9, 1, 2)])
  func blursAreMeans(width: Int, height: Int, radius: Int) {
    let map = Self.made(width, height)
    let blurred = map.blurred(radius)
    for y in 0..<height {
      for x in 0..<width {
        var sum: Float = 0
        for row in y - radius...y + radius {
          for column in x - radius...x + radius {
            sum += map.values[min(max(row, 0), height - 1) * width + min(max(column, 0), width - 1)]
          }
        }
        let side = Float(2 * radius + 1)
        #expect(abs(blurred.values[y * width + x] - sum / (side * side)) < 0.01)
      }
    }
  }

  @Test(arguments: [[3], [2, 1], [5, 5, 5, 1, 5], [9, 1, 8, 2, 7, 3, 6, 4, 5, 0], [1, 2, 3, 4], [4, 3, 2, 1]])
  func ranksAreThoseOfSortedValues(_ values: [Float]) {
    for (rank, value) in values.sorted().enumerated() { #expect(values.value(ofRank: rank) == value) }
  }

  @Test func mediansAreOfKnownCells() {
    let map = CellMap(width: 3, height: 2, values: [9, 1, 8, 2, 7, 3])
    #expect(map.median(where: CellMap(width: 3, height: 2, values: [1, 0, 1, 0, 1, 0])) == 8)
    #expect(map.median(where: CellMap(width: 3, height: 2, 0)) == 0)
    let large = Self.made(40, 30)
    #expect(large.median(where: CellMap(width: 40, height: 30, 1)) == large.values.sorted()[600])
  }
}
