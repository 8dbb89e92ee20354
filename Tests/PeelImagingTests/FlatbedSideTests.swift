import PeelRandomNumbers
import Testing

@testable import PeelImaging

/// Sides of prints on a flatbed's page with other edges near them.
struct FlatbedSideTests {
  private static let print = DrawnPage.print(x: 150, y: 200, width: 260, height: 330, degrees: 1)

  /// A millimetre beside the rim.
  @Test func `a print near a lid's rim isn't joined to it`() {
    var page = DrawnPage(prints: [DrawnPage.print(x: 12, y: 100, width: 240, height: 300)], rim: 9)
    #expect(page.error(of: Detector().detect(in: page.photo)) < 0.5)
    page.prints[0].centre.y = Double(page.height) - 162
    #expect(page.error(of: Detector().detect(in: page.photo)) < 0.5)
  }

  /// On three sides, the rim is as far off as a white frame may be broad.
  @Test func `a rim is no frame of a print`() {
    let page = DrawnPage(
      width: 330, prints: [DrawnPage.print(x: 57, y: 59, width: 216, height: 281)], rim: 9)
    #expect(page.error(of: Detector().detect(in: page.photo)) < 0.8)
  }

  /// JPEG's blocks of chroma, of 16 pixels, spill over edges.
  @Test func `a side lies on its step of luma, not on what chroma spills`() {
    let page = DrawnPage(noise: 0, prints: [Self.print])
    var random = RandomNumbers(seed: 3)
    let size = (width: (page.width + 1) / 2, height: (page.height + 1) / 2)
    func plane() -> Plane<UInt8> {
      Plane(width: size.width, height: size.height) { y, output in
        for x in 0..<size.width {
          let middle = Point(Double(x / 8 * 16 + 8), Double(y / 8 * 16 + 8))
          let isOnEdge = abs(Self.print.depth(of: middle)) < 8
          output.append(isOnEdge ? UInt8(128 + Int.random(in: -5...5, using: &random)) : 128)
        }
      }
    }
    var photo = page.photo
    photo.chroma = Chroma(blue: plane(), red: plane(), scale: (2, 2))
    #expect(page.error(of: Detector().detect(in: photo)) < 0.5)
  }

  /// A drawn page whose levels are changed.
  private static func photo(of page: DrawnPage, _ level: (_ p: Point, _ level: UInt8) -> UInt8) -> Photo {
    let drawn = page.photo
    let luma = Plane<UInt8>(width: page.width, height: page.height) { y, output in
      for x in 0..<page.width { output.append(level(Point(Double(x) + 0.5, Double(y) + 0.5), drawn.luma[x, y])) }
    }
    var photo = Photo(luma: luma)
    photo.scanner = drawn.scanner
    return photo
  }

  /// Only shadows have an edge outside of the print's.
  @Test func `an edge within a frame lighter than the bed is no side`() {
    let print = DrawnPage.print(x: 300, y: 400, width: 520, height: 660, degrees: 1)
    let page = DrawnPage(width: 1240, height: 1754, noise: 0, prints: [print], frame: (250, 40), dpi: 150)
    let photo = Self.photo(of: page) { p, level in
      let depth = print.depth(of: p)
      return depth > 3.5 && depth < 40 ? level + 2 : level
    }
    #expect(page.error(of: Detector().detect(in: photo)) < 0.5)
  }

  /// Beyond the left print's shadow, bed shows at full size, but not on the reduced page.
  @Test func `a side beside a gap lies on the print's own edge`() {
    var page = DrawnPage(width: 1240, height: 1754, bed: 128, frame: (250, 47), dpi: 150)
    page.prints = [
      DrawnPage.print(x: 70, y: 118, width: 354, height: 531), DrawnPage.print(x: 432, y: 118, width: 354, height: 531),
    ]
    let photo = Self.photo(of: page) { p, level in
      p.x > 424 && p.x < 427 && p.y > 118 && p.y < 649 ? level / 4 * 3 : level
    }
    #expect(page.error(of: Detector().detect(in: photo)) < 0.5)
  }

  private static func pair(width: Double, height: Double) -> DrawnPage {
    let left = DrawnPage.print(x: 30, y: 60, width: width, height: height)
    var right = left
    right.centre.x += width
    return DrawnPage(prints: [left, DrawnPage.print(x: 90, y: 560, width: 300, height: 240), right])
  }

  /// Side by side, they have no common size.
  @Test func `prints of 60 × 90 mm that touch are apart`() {
    let page = Self.pair(width: 177, height: 266)
    let detection = Detector().detect(in: page.photo)
    #expect(detection.prints.count == 3)
    #expect(page.error(of: detection) < 1)
  }

  /// They may be one of 127 × 178 mm.
  @Test func `prints of 89 × 127 mm that touch are unsure`() {
    #expect(Detector().detect(in: Self.pair(width: 263, height: 375).photo).verdict == .review)
  }
}
