package import PeelImaging

/// What a file's metadata tell in words, and when the picture was taken: in an XMP packet, or in IPTC where that doesn't.
package struct Words: Sendable, Hashable {
  package var caption: String?
  package var keywords: [String] = []
  var creators: [String] = []
  var rights: String?
  /// When the picture was taken.
  package var taken: PartialDate?

  /// The most bytes of a text that are read.
  private static let longestText = Caption.mostBytes

  /// Nothing.
  init() {}

  init(_ xmp: XMP?) {
    guard let xmp else { return }
    func texts(_ name: String) -> [String] {
      xmp.items(name, in: ScanFile.Namespace.dublinCore.rawValue).compactMap(Self.line)
    }
    (caption, keywords, creators, rights) = (
      texts("description").first, texts("subject"), texts("creator"), texts("rights").first
    )
    let dates = [("DateCreated", ScanFile.Namespace.photoshop.rawValue), ("DateTimeOriginal", Self.exifInXMP)]
    taken = dates.lazy.compactMap { xmp.text($0, in: $1).flatMap(PartialDate.init(inMetadata:)) }.first
  }

  private static let exifInXMP = "http://ns.adobe.com/exif/1.0/"

  init(_ iptc: IPTC) {
    func texts(_ dataset: IPTC.Dataset) -> [String] { iptc.texts(dataset).compactMap(Self.line) }
    (caption, keywords, creators, rights) = (
      texts(.caption).first, texts(.keywords), texts(.byline), texts(.copyright).first
    )
    taken = iptc.created
  }

  /// The words, with those of another place where there are none.
  func completed(by other: Words) -> Words {
    var words = self
    words.caption = caption ?? other.caption
    words.keywords = keywords.isEmpty ? other.keywords : keywords
    words.creators = creators.isEmpty ? other.creators : creators
    words.rights = rights ?? other.rights
    words.taken = taken ?? other.taken
    return words
  }

  /// A text as one line; nil if nothing is left of it.
  private static func line(_ text: String) -> String? {
    let plain = text.unicodeScalars.map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      default: Character(scalar)
      }
    }
    var line = String(plain).split(separator: " ").joined(separator: " ")
    while line.utf8.count > longestText { line.removeLast() }
    return line.isEmpty ? nil : line
  }
}

extension Words {
  /// The words in the XMP packet of a scan's file of any format. Its date is there only if a person gave it, or the photo
  /// had it there.
  package init(packetIn bytes: [UInt8]) { self.init(XMP(packetIn: bytes)) }

  init(_ segments: JPEGSegments) {
    self = Words(segments.xmp).completed(by: Words(IPTC(segments)))
  }

  /// - Parameter tiff: a file.
  init(tiff file: [UInt8]) {
    guard let tiff = TIFFStructure(file), let first = tiff.directory(at: tiff.start) else { return }
    func value(_ tag: UInt16) -> ArraySlice<UInt8>? { first[tag].flatMap(tiff.value) }
    self = Words(value(Exif.Tag.xmp).map { XMP($0) }).completed(by: Words(IPTC(value(Exif.Tag.iptc) ?? [])))
  }
}

extension PartialDate {
  /// The date without the time of day.
  package var dayText: String { String(text.prefix { $0 != "T" }) }
}
