import Foundation
import PeelImaging

/// TIFF files of several pages.
package enum MadePages {
  /// A page of a file.
  package struct Page {
    package var picture: Picture
    /// The tag NewSubfileType: bit 0 is a smaller copy of another page, bit 2 a mask.
    package var kind: UInt32 = 0

    package init(_ picture: Picture, kind: UInt32 = 0) { (self.picture, self.kind) = (picture, kind) }
  }

  /// A file of pages of red, green and blue that aren't compressed.
  ///
  /// - Parameter last: the number of the page, from 0, that follows the last one; nil for none.
  package static func tiff(_ pages: [Page], isBig: Bool = false, last: Int? = nil) -> Data {
    var starts: [Int] = []
    var place = isBig ? 16 : 8
    for page in pages {
      starts.append(place)
      place += size(isBig) + page.picture.samples.count
    }
    var file = Data("II".utf8) + (isBig ? number(43, 2) + number(8, 2) + number(0, 2) : number(42, 2))
    file += number(starts[0], isBig ? 8 : 4)
    for (page, start) in zip(pages, starts) {
      let end = start + size(isBig) + page.picture.samples.count
      let next = start == starts.last ? last.map { starts[$0] } ?? 0 : end
      file += directory(page, at: start, next: next, isBig) + page.picture.samples
    }
    return file
  }

  private static let tags = 9

  private static func size(_ isBig: Bool) -> Int { isBig ? 8 + 20 * tags + 8 : 2 + 12 * tags + 4 + 8 }

  private static func directory(_ page: Page, at start: Int, next: Int, _ isBig: Bool) -> Data {
    let picture = page.picture
    let bits = number(8, 2) + number(8, 2) + number(8, 2) + number(0, 2)
    let samples = start + size(isBig)
    let word = isBig ? 8 : 4
    func tag(_ tag: Int, _ value: Int) -> Data { number(tag, 2) + number(4, 2) + number(1, word) + number(value, word) }
    let bitsTag =
      number(258, 2) + number(3, 2) + number(3, word) + (isBig ? bits : number(samples - bits.count, word))
    let tags =
      tag(254, Int(page.kind)) + tag(256, picture.width) + tag(257, picture.height) + bitsTag + tag(259, 1)
      + tag(262, 2) + tag(273, samples) + tag(277, 3) + tag(279, picture.samples.count)
    return number(Self.tags, isBig ? 8 : 2) + tags + number(next, word) + (isBig ? Data() : bits)
  }

  private static func number(_ value: Int, _ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
  }
}
