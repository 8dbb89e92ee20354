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

  /// Only shadows have an edge outside of the print's.
  @Test func `an edge within a frame lighter than the bed is no side`() {
    let page = DrawnPage(noise: 0, prints: [Self.print], frame: (250, 20))
    let photo = page.photo
    let luma = Plane<UInt8>(width: page.width, height: page.height) { y, output in
      for x in 0..<page.width {
        let depth = Self.print.depth(of: Point(Double(x) + 0.5, Double(y) + 0.5))
        output.append(photo.luma[x, y] + (depth > 2.5 && depth < 20 ? 2 : 0))
      }
    }
    var changed = Photo(luma: luma)
    changed.scanner = photo.scanner
    #expect(page.error(of: Detector().detect(in: changed)) < 0.5)
  }

  /// The reduced page doesn't show the gap.
  @Test func `a side beside a gap lies on the print's own edge`() {
    var page = DrawnPage(width: 1240, height: 1754, bed: 128, frame: (250, 47), dpi: 150)
    page.prints = [
      DrawnPage.print(x: 70, y: 118, width: 431, height: 561), DrawnPage.print(x: 509, y: 118, width: 431, height: 561),
    ]
    #expect(page.error(of: Detector().detect(in: page.photo)) < 0.5)
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
