public import PeelImaging

/// A decoded photo file: the upright photo and the file's metadata.
///
/// ```swift
/// let file = try PhotoFile(decoding: bytes)
/// let detection = Detector().detect(in: file.photo)
/// ```
public struct PhotoFile: Sendable {
  /// The formats that can be read.
  public enum Format: String, Sendable, CaseIterable {
    /// JPEG (ITU-T T.81): baseline, progressive and arithmetic, in grey, colour or CMYK.
    case jpeg
    /// HEIF with HEVC pictures (ISO/IEC 23008-12), read with libheif.
    case heic
    /// PNG (ISO/IEC 15948), with 8 or 16 bits per sample.
    case png
    /// A page of a TIFF 6.0 file, read with libtiff.
    case tiff
    /// WebP (RFC 9649), lossy and lossless but not animated, read with libwebp.
    case webp
    /// HEIF with an AV1 picture (AVIF), read with libheif.
    case avif
    /// A camera's raw file (DNG, CR2, CR3, NEF, ARW and others), developed with LibRaw.
    case raw
  }

  /// The upright photo.
  public var photo: Photo
  /// The file's name, which goes into the metadata of its scans; empty if it isn't known.
  public var name = ""
  /// The file's format.
  public private(set) var format: Format
  /// The EXIF block; nil if there is none or it is damaged. Its orientation is already applied to `photo`.
  package internal(set) var exif: Exif?
  /// The words that aren't in the EXIF block.
  package private(set) var words = Words()
  /// The ICC profile of `photo`'s colours, which is for RGB; nil means sRGB.
  public private(set) var profile: [UInt8]?
  /// The name of the file's colour space, such as "Display P3", from its profile; nil if the file doesn't have one.
  public private(set) var profileName: String?
  /// Pixels per inch, as scanners write it in JPEG, PNG and TIFF files; nil for the other formats, and for the numbers that
  /// cameras and programs write if they don't know any.
  package private(set) var resolution: Double?
  /// These numbers (Windows writes 96).
  private static let defaultResolutions: Set<Double> = [unknownResolution, 96]
  /// What files state if their pictures' resolution is unknown (Exif 2.32, XResolution).
  package static let unknownResolution = 72.0

  /// A resolution in pixels per inch, without those that say nothing.
  static func meaningful(_ resolution: Double) -> Double? {
    // PNGs have whole numbers per metre: 72 becomes 71.98.
    resolution > 1 && !defaultResolutions.contains(resolution.rounded()) ? resolution : nil
  }
  /// What was ignored or is damaged, as messages to be printed after the file's name.
  public package(set) var warnings: [String]
  /// Whether the file has pages besides the one that was decoded, the first.
  public let hasMorePages: Bool
  /// Its share of the memory that photos may take together.
  private var memory: MemoryAllowance.Share?

  /// Decodes a file and turns the photo upright. The format is detected from the content.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - isLumaOnly: skips the chroma of JPEGs that store luma and chroma, which is faster. `profile` is then nil.
  ///   - keepsDepth: sets the photo's `deep` planes, with 16 bits per sample, if the file has more than 8.
  ///   - limits: how large the photo may be.
  /// - Throws: a `CodecError` that says why the bytes can't be decoded.
  public init(
    decoding bytes: [UInt8], isLumaOnly: Bool = false, keepsDepth: Bool = false,
    limits: DecodingLimits = DecodingLimits()
  ) throws(CodecError) {
    try self.init(
      decoding: bytes, item: nil, isLumaOnly: isLumaOnly, keepsDepth: keepsDepth, limits: limits)
  }

  /// - Parameter item: the item number of the picture to decode, for HEIC; nil for the primary picture.
  init(
    decoding bytes: [UInt8], item: Int?, isLumaOnly: Bool = false, keepsDepth: Bool = false, limits: DecodingLimits
  ) throws(CodecError) {
    if bytes.isEmpty { throw .empty }
    switch FileKind(bytes) {
    case .other(let kind): throw .notAPhoto(kind)
    case .photo(.jpeg): self.init(.jpeg, try Self.jpeg(bytes, isLumaOnly: isLumaOnly, limits: limits))
    case .photo(.heic): self.init(.heic, try HEICDecoder(item: item, limits: limits, keepsDepth: keepsDepth)(bytes))
    case .photo(.avif):
      self.init(.avif, try HEICDecoder(item: item, isAV1: true, limits: limits, keepsDepth: keepsDepth)(bytes))
    case .photo(.webp): self.init(.webp, try WebPDecoder(limits: limits)(bytes))
    case .photo(.png): self.init(.png, try PNGDecoder(limits: limits, keepsDepth: keepsDepth)(bytes))
    case .photo(.tiff):
      var decoded = try TIFFDecoder(limits: limits, keepsDepth: keepsDepth)(bytes)
      decoded.words = Words(tiff: bytes)
      decoded.hasMorePages = TIFFPages(in: bytes).map { $0.count > 1 } ?? false
      self.init(.tiff, decoded, Exif(tiff: bytes))
    case .photo(.raw):
      // Most raw files are TIFF files. The EXIF of others isn't read.
      self.init(.raw, try RawDecoder(limits: limits, keepsDepth: keepsDepth)(bytes), Exif(tiff: bytes))
    }
  }

  /// A photo in sRGB without metadata that doesn't come from a file, such as a video frame. `format` is `jpeg`.
  package init(_ photo: Photo) {
    self.photo = photo
    format = .jpeg
    warnings = []
    hasMorePages = false
  }

  /// - Parameter exif: that of a file without an EXIF block of its own.
  private init(_ format: Format, _ decoded: Decoded, _ exif: Exif? = nil) {
    let block = decoded.exif.flatMap { Exif.fitting($0) }
    let exif = block?.exif ?? exif
    let leftOut = block?.leftOut ?? []
    (self.format, self.exif, words, resolution, memory) = (
      format, exif, decoded.words, decoded.resolution.flatMap(Self.meaningful), decoded.memory
    )
    hasMorePages = decoded.hasMorePages
    warnings =
      leftOut.isEmpty
      ? [] : ["its EXIF block is larger than 64 kB, so these were left out: \(leftOut.joined(separator: ", "))"]
    warnings += decoded.warnings
    let fault = decoded.profile.flatMap { ColourProfile.fault($0, for: decoded.pixels) }
    let usable = fault == nil ? decoded.profile : nil
    (photo, profile) = decoded.pixels.photo(in: usable)
    photo.deep = decoded.deep?.inSRGB(fromGrey: usable)
    if decoded.exif != nil, exif == nil { warnings.append("its EXIF block is damaged and was dropped") }
    if let fault { warnings.append(fault) }
    profileName = usable.flatMap(ColourTransform.name) ?? (exif?.isAdobeRGB == true ? "Adobe RGB (1998)" : nil)
    for change in decoded.changes ?? [.turn(exif?.orientation ?? .upright)] {
      switch change {
      case .turn(let orientation): photo = photo.turned(orientation)
      case .cut(let x, let y): photo = photo.cut(x: x, y: y)
      }
    }
    // A raw file's EXIF may tell the size of the sensor with its borders.
    if format != .raw, let exif, exif.isCropped(width: photo.width, height: photo.height) {
      photo.isCropped = true
      warnings.append("it was cropped or made smaller since it was taken, so its focal length is not trusted")
    }
    photo.focalLength = exif?.focalLength(width: photo.width, height: photo.height)
    if format != .raw { photo.scanner = ScannerFacts.told(exif, resolution: decoded.resolution) }
  }

  private static func jpeg(
    _ bytes: [UInt8], isLumaOnly: Bool, limits: DecodingLimits
  ) throws(CodecError) -> Decoded {
    let segments = JPEGSegments(bytes)
    if segments.hasTooMany { throw .unsupported(what: JPEGSegments.tooMany) }
    var decoded = try JPEGDecoder(limits: limits, isLumaOnly: isLumaOnly)(bytes)
    (decoded.exif, decoded.words) = (segments.exif, Words(segments))
    decoded.resolution = segments.resolution
    let pieces = segments.profilePieces
    decoded.profile = pieces.isEmpty || isLumaOnly ? nil : ColourProfile.assembled(pieces) ?? []
    return decoded
  }
}
