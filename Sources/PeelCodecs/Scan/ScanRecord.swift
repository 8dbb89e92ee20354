internal import PeelImaging

/// What a scan's file tells about the scan besides its pixels.
package struct ScanRecord: Sendable {
  /// The words in the file's metadata.
  package let words: Words
  /// The day on which the print was taken, as ISO 8601 has it, without what isn't known: `1984-07`.
  package let date: String?
  /// Pixels per inch; nil if unknown.
  package let ppi: Double?

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
    words = Words(xmp)
    date = (words.taken ?? exif?.taken)?.dayText
  }
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
