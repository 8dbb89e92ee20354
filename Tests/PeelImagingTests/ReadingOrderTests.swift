import Foundation
import Testing

@testable import PeelImaging

@Suite struct ReadingOrderTests {
  /// Puts prints in order, given in another one.
  private func order(_ quads: [Quad]) -> [Int] {
    let shuffled = quads.indices.sorted { ($0 * 7) % quads.count < ($1 * 7) % quads.count }
    let prints = shuffled.map { Print(quad: quads[$0], confidence: Double(($0 * 5) % 7) / 7) }
    return prints.inReadingOrder.map { print in quads.firstIndex(of: print.quad) ?? -1 }
  }

  /// A photo of five columns and three rows, also turned a little.
  @Test(arguments: [-6.0, -2, 0, 3, 6]) func `a grid is read row by row`(degrees: Double) {
    let turn = degrees * .pi / 180
    let quads = (0..<15).map { k in
      Quad(x: 110 * Double(k % 5), y: 130 * Double(k / 5), width: 100, height: 120).map {
        Point(300 + $0.x * cos(turn) - $0.y * sin(turn), 300 + $0.x * sin(turn) + $0.y * cos(turn))
      }
    }
    #expect(order(quads) == Array(0..<15))
  }

  @Test func `a tall print comes before the rows beside it`() {
    let quads = [
      Quad(x: 0, y: 0, width: 100, height: 400), Quad(x: 120, y: 20, width: 100, height: 150),
      Quad(x: 240, y: 10, width: 100, height: 150), Quad(x: 120, y: 220, width: 100, height: 150),
      Quad(x: 240, y: 210, width: 100, height: 150),
    ]
    #expect(order(quads) == Array(0..<5))
  }

  @Test func `a photo without prints has no order`() { #expect(order([]).isEmpty) }
}
