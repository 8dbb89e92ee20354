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

/// PDF documents with a picture on each page.
extension MadePages {
  /// How a page shows its picture.
  package struct Sheet {
    /// The picture's dictionary, without its size, and its data.
    package var picture: (facts: String, width: Int, height: Int, data: Data)
    /// The page's size in its units, and the points in one; nil if the page doesn't tell.
    package var size: (width: Int, height: Int)
    package var unit: String?
    package var content: String
    package var turns = 0

    /// - Parameter facts: such as `/Filter /DCTDecode`.
    package init(
      _ data: Data, _ facts: String = "", width: Int, height: Int, size: (width: Int, height: Int),
      content: String? = nil, turns: Int = 0
    ) {
      picture = ("/ColorSpace /DeviceRGB /BitsPerComponent 8 " + facts, width, height, data)
      (self.size, self.turns) = (size, turns)
      self.content = content ?? "q \(size.width) 0 0 \(size.height) 0 0 cm /Im0 Do Q"
    }
  }

  /// - Parameter more: what is added to the document's trailer.
  package static func pdf(_ sheets: [Sheet], more: String = "") -> Data {
    let kids = sheets.indices.map { "\(3 + 3 * $0) 0 R" }.joined(separator: " ")
    var objects = [
      Data("<</Type /Catalog /Pages 2 0 R>>".utf8),
      Data("<</Type /Pages /Count \(sheets.count) /Kids [\(kids)]>>".utf8),
    ]
    for (index, sheet) in sheets.enumerated() {
      let own = 3 + 3 * index
      objects.append(
        Data(
          ("<</Type /Page /Parent 2 0 R /MediaBox [0 0 \(sheet.size.width) \(sheet.size.height)] /Rotate \(90 * sheet.turns) "
            + (sheet.unit.map { "/UserUnit \($0) " } ?? "")
            + "/Contents \(own + 1) 0 R /Resources <</XObject <</Im0 \(own + 2) 0 R>>>>>>").utf8))
      objects.append(stream("", Data(sheet.content.utf8)))
      let (facts, width, height, data) = sheet.picture
      objects.append(stream("/Type /XObject /Subtype /Image /Width \(width) /Height \(height) \(facts)", data))
    }
    var file = Data("%PDF-1.5\n".utf8)
    var places: [Int] = []
    for (number, object) in zip(1..., objects) {
      places.append(file.count)
      file += Data("\(number) 0 obj\n".utf8) + object + Data("\nendobj\n".utf8)
    }
    let table = places.map { String(repeating: "0", count: 10 - "\($0)".count) + "\($0) 00000 n \n" }.joined()
    let end = "trailer <</Size \(objects.count + 1) /Root 1 0 R \(more)>>\nstartxref\n\(file.count)\n%%EOF\n"
    return file + Data("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n\(table)\(end)".utf8)
  }

  private static func stream(_ facts: String, _ data: Data) -> Data {
    Data("<<\(facts) /Length \(data.count)>> stream\n".utf8) + data + Data("\nendstream".utf8)
  }
}
