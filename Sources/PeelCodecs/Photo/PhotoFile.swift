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
    /// The first page of a TIFF 6.0 file, read with libtiff.
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
  /// The ICC profile of `photo`'s colours, which is for RGB; nil means sRGB.
  public private(set) var profile: [UInt8]?
  /// The name of the file's colour space, such as "Display P3", from its profile; nil if the file doesn't have one.
  public private(set) var profileName: String?
  /// Pixels per inch, as scanners write it in PNG and TIFF files; nil for the other formats, where it has no meaning.
  package private(set) var resolution: Double?
  /// What was ignored or is damaged, as messages to be printed after the file's name.
  public private(set) var warnings: [String]
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
    let contents: Contents
    switch FileKind(bytes) {
    case .other(let kind): throw .notAPhoto(kind)
    case .photo(.jpeg): contents = try Contents(jpeg: bytes, isLumaOnly: isLumaOnly, limits: limits)
    case .photo(.heic):
      contents = Contents(.heic, try HEICDecoder(item: item, limits: limits, keepsDepth: keepsDepth)(bytes))
    case .photo(.avif):
      let decoder = HEICDecoder(item: item, isAV1: true, limits: limits, keepsDepth: keepsDepth)
      contents = Contents(.avif, try decoder(bytes))
    case .photo(.webp): contents = Contents(try WebPDecoder(limits: limits)(bytes))
    case .photo(.raw):
      contents = Contents(try RawDecoder(limits: limits, keepsDepth: keepsDepth)(bytes), of: bytes)
    case .photo(.png): contents = Contents(try PNGDecoder(limits: limits, keepsDepth: keepsDepth)(bytes))
    case .photo(.tiff): contents = Contents(try TIFFDecoder(limits: limits, keepsDepth: keepsDepth)(bytes), of: bytes)
    }
    self.init(contents)
  }

  /// A photo in sRGB without metadata that doesn't come from a file, such as a video frame. `format` is `jpeg`.
  package init(_ photo: Photo) {
    self.photo = photo
    format = .jpeg
    warnings = []
  }

  private init(_ contents: Contents) {
    format = contents.format
    warnings = contents.warnings
    resolution = contents.resolution
    memory = contents.memory
    let fault = contents.profile.flatMap { ColourProfile.fault($0, for: contents.pixels) }
    let usable = fault == nil ? contents.profile : nil
    (photo, profile) = contents.pixels.photo(in: usable)
    photo.deep = contents.deep?.inSRGB(fromGrey: usable)
    exif = contents.exif
    if contents.hasDamagedExif { warnings.append("its EXIF block is damaged and was dropped") }
    if let fault { warnings.append(fault) }
    profileName = usable.flatMap(ColourTransform.name) ?? (exif?.isAdobeRGB == true ? "Adobe RGB (1998)" : nil)
    for change in contents.changes {
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
  }
}

/// A step from the stored picture to the upright one.
enum Change: Equatable {
  case turn(Orientation)
  /// Crops to these columns and rows.
  case cut(x: Range<Int>, y: Range<Int>)
}

/// The result of any decoder.
private struct Contents {
  var format: PhotoFile.Format
  var pixels: StoredPixels
  var deep: DeepPlanes?
  /// In the order in which they apply.
  var changes: [Change]
  var exif: Exif?
  var hasDamagedExif = false
  var profile: [UInt8]?
  var resolution: Double?
  var warnings: [String]
  var memory: MemoryAllowance.Share?

  init(jpeg bytes: [UInt8], isLumaOnly: Bool, limits: DecodingLimits) throws(CodecError) {
    let segments = JPEGSegments(bytes)
    if segments.hasTooMany { throw .unsupported(what: JPEGSegments.tooMany) }
    let decoded = try JPEGDecoder(limits: limits, isLumaOnly: isLumaOnly)(bytes)
    let pieces = segments.profilePieces
    self.init(.jpeg, decoded.pixels, exif: segments.exif)
    memory = decoded.memory
    profile = pieces.isEmpty || isLumaOnly ? nil : ColourProfile.assembled(pieces) ?? []
    if segments.isZeroFilled { throw .truncated(rowsRead: nil, height: nil) }
    if decoded.damage != nil { warnings.append("part of the photo's data is damaged") }
    if segments.hasGainMap { warnings.append("its HDR gain map was dropped") }
  }

  init(_ format: PhotoFile.Format, _ decoded: HEICDecoder.Decoded) {
    self.init(format, decoded.pixels, exif: decoded.exif)
    deep = decoded.deep
    memory = decoded.memory
    // The boxes have the orientation. EXIF repeats the camera's, which may be outdated.
    changes = decoded.changes
    profile = decoded.profile
    warnings += decoded.warnings
  }

  init(_ decoded: PNGDecoder.Decoded) {
    self.init(.png, decoded.pixels, exif: decoded.exif)
    deep = decoded.deep
    memory = decoded.memory
    profile = decoded.profile
    resolution = decoded.resolution
    warnings += decoded.warnings
  }

  init(_ decoded: WebPDecoder.Decoded) {
    self.init(.webp, decoded.pixels, exif: decoded.exif)
    memory = decoded.memory
    profile = decoded.profile
  }

  init(_ decoded: TIFFDecoder.Decoded, of bytes: [UInt8]) {
    self.init(.tiff, decoded.pixels, exif: nil)
    exif = Exif(tiff: bytes)
    deep = decoded.deep
    memory = decoded.memory
    changes = [.turn(decoded.orientation)]
    profile = decoded.profile
    resolution = decoded.resolution
    warnings += decoded.warnings
  }

  /// The pixels are upright already. Most raw files are TIFF files; the EXIF of others isn't read.
  init(_ decoded: RawDecoder.Decoded, of bytes: [UInt8]) {
    self.init(.raw, decoded.pixels, exif: nil)
    exif = Exif(tiff: bytes)
    deep = decoded.deep
    memory = decoded.memory
    warnings += decoded.warnings
  }

  private init(_ format: PhotoFile.Format, _ pixels: StoredPixels, exif block: [UInt8]?) {
    self.format = format
    self.pixels = pixels
    let fitting = block.flatMap { Exif.fitting($0) }
    exif = fitting?.exif
    hasDamagedExif = block != nil && exif == nil
    changes = [.turn(exif?.orientation ?? .upright)]
    let leftOut = fitting?.leftOut ?? []
    warnings =
      leftOut.isEmpty
      ? [] : ["its EXIF block is larger than 64 kB, so these were left out: \(leftOut.joined(separator: ", "))"]
  }
}
