public import PeelImaging

/// How a finished picture is written: bytes out, no file. The same picture gives the same bytes on every run.
public struct ScanFile: Sendable {
  /// The kinds that can be written.
  public enum Format: String, Sendable, CaseIterable {
    case jpeg, png
  }

  public enum Subsampling: String, Sendable, CaseIterable {
    case half = "420"
    case full = "444"
  }

  public var format = Format.jpeg
  /// 1…100 on libjpeg's scale; JPEG only.
  public var quality = 92
  /// How many pixels share their colour; JPEG only.
  public var subsampling = Subsampling.half
  /// The photo's own; it is corrected for the picture on the way out.
  public var exif: Exif?
  /// The ICC profile for RGB that the picture's colours are meant in; nil is sRGB.
  public var profile: [UInt8]?
  /// Brings the colours from `profile` to sRGB and says so in EXIF; no profile is written.
  public var convertsToSRGB = false
  /// Pixels to an inch of the print.
  public var ppi: Double?
  /// The name of the photo that the picture was made from, for XMP's dc:source.
  public var source: String?

  public init() {}

  /// - Parameter deepSamples: the picture's samples with 16 bits each; a PNG is made of these, then.
  /// - Throws: `tooLarge` for a picture without pixels or with a side that the format cannot hold (65,500 for JPEG),
  ///   `unsupported` for colours that cannot be brought to sRGB as `profile` is damaged, `outOfMemory`.
  public func encoded(_ picture: Picture, deepSamples: [UInt16]? = nil) throws(CodecError) -> [UInt8] {
    let deepSamples = format == .png ? deepSamples : nil
    guard convertsToSRGB else { return try written(picture, deepSamples) }
    var plain = self
    plain.profile = nil
    let samples = try samplesInSRGB(picture.samples, .rgb)
    let deep = try deepSamples.map { (samples) throws(CodecError) in try samplesInSRGB(samples, .deepRGB) }
    return try plain.written(Picture(width: picture.width, height: picture.height, samples: samples), deep)
  }

  /// For a file that may be made of strips of the picture, so that all of it never lies in memory: the same file as of
  /// all of it. nil of a PNG, and where colours are brought to sRGB.
  ///
  /// - Throws: `tooLarge`, as above.
  public func strips(width: Int, height: Int) throws(CodecError) -> CodedStrips? {
    guard format == .jpeg, !convertsToSRGB else { return nil }
    return try codedStrips(width: width, height: height)
  }

  private func codedStrips(width: Int, height: Int) throws(CodecError) -> CodedStrips {
    var encoder = JPEGEncoder()
    encoder.quality = min(max(quality, 1), 100)
    encoder.chromaScale = subsampling == .half ? (2, 2) : (1, 1)
    encoder.density = ppi.map { Int(min(max($0, 1), 65_535).rounded()) }
    let segments = segments(exif: updatedExif(width: width, height: height))
    return try CodedStrips(encoder, width: width, height: height, segments: segments)
  }

  private func samplesInSRGB<Sample: CodedSample>(
    _ pixels: [Sample], _ samples: ColourTransform.Samples
  ) throws(CodecError) -> [Sample] {
    guard profile != nil || exif?.isAdobeRGB == true else { return pixels }
    let transform = profile.map { ColourTransform(from: $0, samples) } ?? ColourTransform.fromAdobeRGB(samples)
    guard let transform else { throw .unsupported(what: "a damaged colour profile") }
    return transform(pixels)
  }

  private func written(_ picture: Picture, _ deepSamples: [UInt16]?) throws(CodecError) -> [UInt8] {
    switch format {
    case .jpeg:
      let strips = try codedStrips(width: picture.width, height: picture.height)
      return strips.joined(
        try strips.rows.map { (rows) throws(CodecError) in
          try strips.coded(FinishedPlanes(of: picture, rows: rows, chromaScale: strips.chromaScale))
        })
    case .png:
      var encoder = PNGEncoder()
      encoder.exif = updatedExif(width: picture.width, height: picture.height)
      encoder.profile = profile
      encoder.ppi = ppi
      encoder.xmp = source.map(xmp)
      return try encoder(picture, deepSamples: deepSamples)
    }
  }

  /// Without a block from the photo there is one only if there is something to say.
  private func updatedExif(width: Int, height: Int) -> [UInt8]? {
    guard let exif else {
      guard ppi != nil || convertsToSRGB else { return nil }
      return Exif(width: width, height: height, ppi: ppi, isSRGB: convertsToSRGB).block
    }
    let updated = exif.updated(width: width, height: height, ppi: ppi, isSRGB: convertsToSRGB)
    if updated.block.count <= Exif.largestBlock { return updated.block }
    return Exif(width: width, height: height, ppi: ppi, isSRGB: convertsToSRGB, date: exif.date).block
  }

  private func segments(exif: [UInt8]?) -> [JPEGEncoder.Segment] {
    var segments: [JPEGEncoder.Segment] = []
    if let exif { segments.append(.init(marker: 0xE1, payload: JPEGSegments.exifSignature + exif)) }
    if let source {
      let payload = JPEGSegments.xmpSignature + Array(xmp(source: source).utf8)
      if payload.count <= JPEGEncoder.Segment.largestPayload { segments.append(.init(marker: 0xE1, payload: payload)) }
    }
    if let profile, let pieces = ColourProfile.pieces(profile) {
      segments += pieces.map { .init(marker: 0xE2, payload: $0) }
    }
    return segments
  }

  /// An XMP packet (ISO 16684-1) that names the picture's source.
  private func xmp(source: String) -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">\
    <dc:source>\(escaped(source))</dc:source>\
    </rdf:Description></rdf:RDF></x:xmpmeta>
    <?xpacket end="r"?>
    """
  }

  /// XML 1.0 has no place for control characters, not even escaped.
  private func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
