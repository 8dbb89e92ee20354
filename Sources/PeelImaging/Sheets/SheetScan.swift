/// A scan on a sheet: its size, and what is written below it.
package struct SheetScan: Sendable, Hashable {
  /// The upright scan's width over its height.
  package var ratio: Double
  /// The longer side of what the scan shows, in millimetres; nil if unknown.
  package var longSide: Double?
  /// The scan's name.
  package var title: String
  /// When the print was taken; nil if unknown.
  package var date: String?
  /// What the print shows; nil if it has no caption.
  package var caption: String?

  package init(ratio: Double, longSide: Double? = nil, title: String, date: String? = nil, caption: String? = nil) {
    self.ratio = ratio
    self.longSide = longSide
    self.title = title
    self.date = date
    self.caption = caption
  }

  /// The long side of scans of unknown size if no other's is known, in millimetres: about a Polaroid's.
  private static let commonLongSide = 100.0

  /// The sizes of scans in millimetres. Those that aren't known get the median long side of the others.
  package static func sizes(of scans: [SheetScan]) -> [(width: Double, height: Double)] {
    let known = scans.compactMap(\.longSide).sorted()
    let median = known.isEmpty ? commonLongSide : known[known.count / 2]
    return scans.map { scan in
      let longSide = scan.longSide ?? median
      return scan.ratio >= 1 ? (longSide, longSide / scan.ratio) : (longSide * scan.ratio, longSide)
    }
  }
}

/// A page's size in millimetres.
package struct PageSize: Sendable, Hashable {
  package let width: Double
  package let height: Double

  /// The sides that a page may have, in millimetres: from a card to the widest that PDF readers show.
  package static let sides = 50.0...5000.0

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The pages with a name (ISO 216 and ANSI/ASME Y14.1).
  package static let named: KeyValuePairs = [
    "a5": PageSize(width: 148, height: 210), "a4": PageSize(width: 210, height: 297),
    "a3": PageSize(width: 297, height: 420), "letter": PageSize(width: 215.9, height: 279.4),
    "legal": PageSize(width: 215.9, height: 355.6),
  ]

  /// Reads a name, or `297x210` in millimetres; nil for anything else.
  package init?(_ text: String) {
    if let page = Self.named.first(where: { $0.key == text.lowercased() })?.value {
      self = page
      return
    }
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard sides.count == 2, text.filter({ "xX".contains($0) }).count == 1, sides.allSatisfy(Self.sides.contains) else {
      return nil
    }
    self.init(width: sides[0], height: sides[1])
  }
}
