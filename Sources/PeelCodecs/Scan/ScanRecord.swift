internal import PeelImaging

/// What a scan's file tells about the scan besides its pixels.
package struct ScanRecord: Sendable {
  /// The words in the file's metadata.
  package struct Words: Sendable, Hashable {
    /// What the print shows.
    package var caption: String?
    package var keywords: [String] = []
    /// When the print was taken, as ISO 8601 has it, without what isn't known: `1984-07`.
    package var date: String?
  }

  package let words: Words
  /// Pixels per inch; nil if unknown.
  package let ppi: Double?

  /// The most bytes of a caption or a keyword that are read.
  private static let longestText = Caption.mostBytes

  /// Reads a JPEG's metadata. Its pixels aren't decoded.
  init(jpeg segments: JPEGSegments) {
    self.init(exif: segments.exif.flatMap { Exif(block: $0) }, xmp: segments.xmp, resolution: segments.resolution)
  }

  /// Reads the metadata of a decoded file.
  ///
  /// - Parameter bytes: the file, in which the XMP packet is looked for.
  package init(_ file: PhotoFile, _ bytes: [UInt8]) {
    self.init(exif: file.exif, xmp: XMP(packetIn: bytes), resolution: file.resolution)
  }

  private init(exif: Exif?, xmp: XMP?, resolution: Double?) {
    let tiff = exif.flatMap { TIFFStructure($0.block) }
    let first = tiff.flatMap { $0.directory(at: $0.start) }
    let stated = resolution ?? tiff?.real(first?[Exif.Tag.xResolution])
    // 3 is the centimetre.
    let isMetric = resolution == nil && tiff?.integer(first?[Exif.Tag.resolutionUnit]) == 3
    let perInch = stated.map { isMetric ? $0 * 2.54 : $0 }
    ppi = perInch.flatMap(PhotoFile.meaningful)
    var words = Words(xmp)
    words.date = words.date ?? exif?.date.flatMap(Self.day)
    self.words = words
  }

  /// A text as one line; nil if nothing is left of it.
  fileprivate static func line(_ text: String) -> String? {
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

  /// The day of an EXIF date; nil if it isn't a date.
  private static func day(_ date: String) -> String? {
    PartialDate(String(date.prefix(10)).replacing(":", with: "-"))?.dayText
  }
}

extension PartialDate {
  /// The date without the time of day.
  fileprivate var dayText: String { String(text.prefix { $0 != "T" }) }
}

extension XMP {
  /// The first packet in a file, in whatever the file stores it.
  init?(packetIn file: [UInt8]) {
    guard let start = file.index(of: Array("<x:xmpmeta".utf8), from: 0),
      let end = file.index(of: Array("</x:xmpmeta>".utf8), from: start)
    else { return nil }
    self.init(file[start..<end])
  }
}

extension ScanRecord {
  /// The program that the XMP packet in a file of any format names as its maker; nil if there is none.
  package static func maker(inPacketOf bytes: [UInt8]) -> String? {
    XMP(packetIn: bytes)?.text("CreatorTool", in: ScanFile.Namespace.xmp.rawValue)
  }
}

extension ScanRecord.Words {
  /// The words in the XMP packet of a scan's file of any format. Its date is there only if a person gave it.
  package init(packetIn bytes: [UInt8]) { self.init(XMP(packetIn: bytes)) }

  fileprivate init(_ xmp: XMP?) {
    let space = ScanFile.Namespace.self
    self.init(
      caption: xmp?.items("description", in: space.dublinCore.rawValue).first.flatMap(ScanRecord.line),
      keywords: xmp?.items("subject", in: space.dublinCore.rawValue).compactMap(ScanRecord.line) ?? [],
      date: xmp?.text("DateCreated", in: space.photoshop.rawValue).flatMap { PartialDate($0)?.dayText })
  }
}
