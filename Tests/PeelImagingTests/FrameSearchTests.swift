import PeelRandomNumbers
import Testing

@testable import PeelImaging

@Suite struct FrameSearchTests {
  /// What a drawing shows at a place, drawn over a grey ground; nil for the ground.
  private typealias Drawn = (_ x: Int, _ y: Int) -> Int?

  /// A search of a grey photo with some noise. Pictures are squares of random levels.
  private func search(_ drawn: Drawn) -> FrameSearch {
    var random = RandomNumbers(seed: 1)
    let (width, height) = (400, 300)
    let luma = Plane<UInt8>(width: width, height: height) { y, row in
      for x in 0..<width {
        row.append(UInt8(clamping: (drawn(x, y) ?? 90) + Int.random(in: -3...3, using: &random)))
      }
    }
    let none = Plane<UInt8>(width: 0, height: 0) { _, _ in }
    return FrameSearch(luma, Chroma(blue: none, red: none, scale: (1, 1)))
  }

  private let picture: [[Int]] = {
    var random = RandomNumbers(seed: 2)
    return (0..<40).map { _ in (0..<40).map { _ in Int.random(in: 20...180, using: &random) } }
  }()

  private func pictured(_ x: Int, _ y: Int) -> Int { picture[y / 10][x / 10] }

  private let frame = (x: 100..<300, y: 80..<220)
  private let inner = (x: 108..<292, y: 88..<212)

  private func framed(_ x: Int, _ y: Int) -> Int? {
    guard frame.x.contains(x), frame.y.contains(y) else { return nil }
    return inner.x.contains(x) && inner.y.contains(y) ? pictured(x, y) : 235
  }

  private func quad(_ x: Range<Int>, _ y: Range<Int>) -> Quad {
    Quad(x: Double(x.lowerBound), y: Double(y.lowerBound), width: Double(x.count), height: Double(y.count))
  }

  @Test func sidesOnThePictureMoveToTheFrame() throws {
    let search = search(framed)
    let whole = try #require(search.outline(around: quad(inner.x, inner.y), besides: []))
    #expect(whole.isNear(quad(frame.x, frame.y), within: 2))
    let top = try #require(search.outline(around: quad(frame.x, inner.y.lowerBound..<frame.y.upperBound), besides: []))
    #expect(top.isNear(quad(frame.x, frame.y), within: 2))
    #expect(search.outline(around: quad(frame.x, frame.y), besides: []) == nil)
  }

  @Test func shadowsAreNoFrame() {
    let search = search { x, y in
      if inner.x.contains(x), inner.y.contains(y) { return pictured(x, y) }
      let isShaded =
        (inner.x.lowerBound..<frame.x.upperBound).contains(x) && (inner.y.lowerBound..<frame.y.upperBound).contains(y)
      return isShaded ? 50 : nil
    }
    #expect(search.outline(around: quad(inner.x, inner.y), besides: []) == nil)
  }

  @Test func gapsBetweenPrintsAreNoFrame() {
    // Prints without a border in rows and columns, 8 pixels apart.
    let search = search { x, y in (x + 8) % 100 < 8 || (y + 8) % 100 < 8 ? nil : 150 + pictured(x, y) / 3 }
    let middle = quad(100..<192, 100..<192)
    let others = [(0, 1), (2, 1), (1, 0), (1, 2)].map { column, row in
      quad(100 * column..<100 * column + 92, 100 * row..<100 * row + 92)
    }
    #expect(search.outline(around: middle, besides: others) == nil)
    #expect(search.outline(around: middle, besides: []) != nil, "it is a frame but for the other prints")
  }
}
