package import PeelImaging

/// A scan's file: its format and quality, and the metadata of the photo that the scan was made from.
///
/// ```swift
/// let file = try PhotoFile(decoding: bytes)
/// // Detect a print in file.photo and develop it to a scan.
/// let jpeg = try ScanFile(of: file, ppi: development.ppi, source: "IMG_1.jpg").encoded(scan.picture)
/// ```
///
/// The file carries the photo's EXIF block and colour profile, so that colours stay right. The same picture gives the same
/// bytes every time.
public struct ScanFile: Sendable {
  /// The formats that can be written.
  public enum Format: String, Sendable, CaseIterable {
    /// Baseline JPEG (ITU-T T.81).
    case jpeg
    /// PNG (ISO/IEC 15948), with 8 or 16 bits per sample.
    case png
    /// TIFF 6.0 with 8 or 16 bits per sample, compressed by LZW, written with libtiff.
    case tiff
    /// Lossy WebP (RFC 9649), written with libwebp.
    case webp
    /// Lossy AVIF (AV1 Image File Format 1.1) with 8 bits per sample, written with libheif.
    case avif

    /// Whether files may have 16 bits per sample.
    public var isDeep: Bool {
      switch self {
      case .jpeg, .webp, .avif: false
      case .png, .tiff: true
      }
    }
  }

  /// How many pixels share a chroma sample in a JPEG.
  public enum Subsampling: String, Sendable, CaseIterable {
    /// 4:2:0, four pixels.
    case half = "420"
    /// 4:4:4, one pixel.
    case full = "444"
  }

  package var format = Format.jpeg
  /// The quality of a JPEG on libjpeg's scale, of a WebP on libwebp's, or of an AVIF on libheif's, 1…100. Other values are
  /// clamped.
  package var quality = 92
  /// The chroma subsampling of a JPEG or an AVIF.
  package var subsampling = Subsampling.half
  /// Whether to convert the colours to sRGB instead of writing the photo's profile.
  package var convertsToSRGB = false
  /// Pixels per inch of the print; nil if unknown.
  package var ppi: Double?
  /// When the print was taken; nil keeps the date of the photo's EXIF block.
  package var taken: PartialDate?
  /// Whether the scan keeps the place where the photo was taken.
  package var hasLocation = true
  /// The words that the photo has besides its EXIF block. The scan has them, too, unless it has its own.
  var words = Words()
  /// What the print shows; nil keeps the photo's own description.
  package var caption: Caption?
  /// The keywords by which the scan is found.
  package var keywords: [Keyword] = []
  /// The program that made the scan; nil keeps the photo's.
  package var software: String?
  /// The photo's EXIF block, which is updated for the scan when it is written.
  var exif: Exif?
  /// The ICC profile of the scan's colours, which is for RGB; nil means sRGB.
  var profile: [UInt8]?
  /// The photo's file name, for dc:source in XMP.
  package var source: String?

  /// A file for a scan of a photo.
  ///
  /// - Parameters:
  ///   - photo: the decoded photo file, whose EXIF block and profile the scan carries. It must have been decoded with
  ///     chroma, not with `isLumaOnly`, which drops the profile.
  ///   - ppi: pixels per inch of the print; nil uses the photo file's `resolution`.
  ///   - source: the photo's file name, which is written as dc:source in XMP; nil for none.
  package init(of photo: PhotoFile, ppi: Double? = nil, source: String? = nil) {
    (exif, words) = (photo.exif, photo.words)
    if exif?.taken == nil { taken = words.taken }
    profile = photo.profile
    self.ppi = ppi ?? photo.resolution
    self.source = source
  }

  /// A file for a picture in sRGB that isn't made from a photo file.
  package init() {}

  /// Encodes a picture.
  ///
  /// - Parameters:
  ///   - picture: the scan, in the photo's colours.
  ///   - deepSamples: the picture's samples with 16 bits each, which a file of a deep format then contains.
  /// - Throws: `tooLarge` for a picture without pixels or with a side longer than the format allows (65,500 for JPEG, 16,383
  ///   for WebP, 32,768 for AVIF),
  ///   `unsupported` if the colours can't be converted to sRGB because the profile is damaged, or `outOfMemory`.
  package func encoded(_ picture: Picture, deepSamples: [UInt16]? = nil) throws(CodecError) -> [UInt8] {
    let deepSamples = format.isDeep ? deepSamples : nil
    guard convertsToSRGB else { return try written(picture, deepSamples) }
    var plain = self
    plain.profile = nil
    let samples = try samplesInSRGB(picture.samples, .rgb)
    let deep = try deepSamples.map { (samples) throws(CodecError) in try samplesInSRGB(samples, .deepRGB) }
    return try plain.written(Picture(width: picture.width, height: picture.height, samples: samples), deep)
  }

  /// The strips of a JPEG, which can be encoded without keeping the whole picture in memory. The file is the same as with
  /// `encoded(_:deepSamples:)`. nil for other formats and for colours that are converted to sRGB.
  ///
  /// - Parameters:
  ///   - width: the picture's width in pixels.
  ///   - height: the picture's height in pixels.
  /// - Throws: `tooLarge` for a picture without pixels or with a side longer than 65,500 pixels.
  package func strips(width: Int, height: Int) throws(CodecError) -> CodedStrips? {
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
    let exif = updatedExif(width: picture.width, height: picture.height)
    let quality = min(max(quality, 1), 100)
    switch format {
    case .jpeg:
      let strips = try codedStrips(width: picture.width, height: picture.height)
      return strips.joined(
        try strips.rows.map { (rows) throws(CodecError) in
          try strips.coded(FinishedPlanes(of: picture, rows: rows, chromaScale: strips.chromaScale))
        })
    case .png:
      return try PNGEncoder(exif: exif, profile: profile, ppi: ppi, xmp: xmp)(picture, deepSamples: deepSamples)
    case .tiff:
      return try TIFFEncoder(exif: exif, profile: profile, ppi: ppi, xmp: xmp)(picture, deepSamples: deepSamples)
    case .webp: return try WebPEncoder(quality: quality, exif: exif, profile: profile, xmp: xmp)(picture)
    case .avif:
      let hasFullChroma = subsampling == .full
      return try AVIFEncoder(
        quality: quality, hasFullChroma: hasFullChroma, exif: exif, profile: profile, xmp: xmp)(picture)
    }
  }

  /// The scan's EXIF block. If the photo has none, the scan has one only if it records a resolution, sRGB or a date.
  private func updatedExif(width: Int, height: Int) -> [UInt8]? {
    guard let exif else {
      guard ppi != nil || convertsToSRGB || taken != nil || !texts.isEmpty else { return nil }
      return Exif(width: width, height: height, ppi: ppi, isSRGB: convertsToSRGB, date: taken?.exif, texts: texts).block
    }
    let updated = exif.updated(
      width: width, height: height, ppi: ppi, isSRGB: convertsToSRGB, taken: taken, hasLocation: hasLocation,
      texts: texts)
    if updated.block.count <= Exif.largestBlock { return updated.block }
    return Exif(
      width: width, height: height, ppi: ppi, isSRGB: convertsToSRGB, date: taken?.exif ?? exif.date,
      digitized: taken == nil ? nil : exif.date, texts: texts
    ).block
  }

  /// The texts of the EXIF block.
  private var texts: Exif.Texts { Exif.Texts(description: caption?.text, software: software) }

  private func segments(exif: [UInt8]?) -> [JPEGEncoder.Segment] {
    var segments: [JPEGEncoder.Segment] = []
    if let exif { segments.append(.init(marker: JPEGSegments.Marker.app1, payload: JPEGSegments.exifSignature + exif)) }
    if let xmp {
      let payload = JPEGSegments.xmpSignature + Array(xmp.utf8)
      if payload.count <= JPEGEncoder.Segment.largestPayload {
        segments.append(.init(marker: JPEGSegments.Marker.app1, payload: payload))
      }
    }
    if let profile, let pieces = ColourProfile.pieces(profile) {
      segments += pieces.map { .init(marker: JPEGSegments.Marker.app2, payload: $0) }
    }
    return segments
  }
}
