public import PeelImaging

/// What a photo file holds, upright.
public struct PhotoFile: Sendable {
  /// The kinds that can be read.
  public enum Format: String, Sendable, CaseIterable {
    case jpeg, heic, png, tiff
  }

  public var photo: Photo
  public var format: Format
  /// What the camera wrote; its orientation is already applied to `photo`.
  public var exif: Exif?
  /// The ICC profile for RGB that `photo`'s colours are meant in; nil is sRGB.
  public var profile: [UInt8]?
  /// What the file's colours are in, as its profile calls itself, such as "Display P3"; nil where it does not say.
  public var profileName: String?
  /// Pixels to an inch of what was scanned, as scanners write it; of a JPEG or HEIC it says nothing.
  public var resolution: Double?
  /// What was dropped and why, in plain words.
  public var warnings: [String]

  /// Decodes a whole file. The kind is told by its content, and the photo is turned upright.
  ///
  /// - Parameters:
  ///   - isLumaOnly: leaves out the chroma where that saves time, that is of an ordinary JPEG; its profile then means nothing.
  ///   - keepsDepth: also gives the photo's planes with 16 bits a sample where the file has more than 8.
  public init(
    decoding bytes: [UInt8], isLumaOnly: Bool = false, keepsDepth: Bool = false,
    limits: DecodingLimits = DecodingLimits()
  ) throws(CodecError) {
    if bytes.isEmpty { throw .empty }
    let contents: Contents
    switch FileKind(bytes) {
    case .other(let kind): throw .notAPhoto(kind)
    case .photo(.jpeg): contents = try Contents(jpeg: bytes, isLumaOnly: isLumaOnly, limits: limits)
    case .photo(.heic): contents = Contents(try HEICDecoder(limits: limits, keepsDepth: keepsDepth)(bytes))
    case .photo(.png): contents = Contents(try PNGDecoder(limits: limits, keepsDepth: keepsDepth)(bytes))
    case .photo(.tiff): contents = Contents(try TIFFDecoder(limits: limits, keepsDepth: keepsDepth)(bytes), of: bytes)
    }
    self.init(contents)
  }

  /// A photo that comes from elsewhere, as a video's frame does, with colours in sRGB and nothing else known of it.
  public init(_ photo: Photo) {
    self.photo = photo
    format = .jpeg
    warnings = []
  }

  private init(_ contents: Contents) {
    format = contents.format
    warnings = contents.warnings
    resolution = contents.resolution
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
    if let exif, exif.isCropped(width: photo.width, height: photo.height) {
      photo.isCropped = true
      warnings.append("it was cropped or made smaller since it was taken, so its focal length is not trusted")
    }
    photo.focalLength = exif?.focalLength(width: photo.width, height: photo.height)
  }
}

/// What makes a stored picture the one to be seen.
enum Change: Equatable {
  case turn(Orientation)
  /// To these columns and rows.
  case cut(x: Range<Int>, y: Range<Int>)
}

/// What the decoders of all kinds find in a file.
private struct Contents {
  var format: PhotoFile.Format
  var pixels: StoredPixels
  var deep: DeepPlanes?
  /// In this order.
  var changes: [Change]
  var exif: Exif?
  var hasDamagedExif = false
  var profile: [UInt8]?
  var resolution: Double?
  var warnings: [String]

  init(jpeg bytes: [UInt8], isLumaOnly: Bool, limits: DecodingLimits) throws(CodecError) {
    let decoded = try JPEGDecoder(limits: limits, isLumaOnly: isLumaOnly)(bytes)
    let segments = JPEGSegments(bytes)
    let pieces = segments.profilePieces
    self.init(.jpeg, decoded.pixels, exif: segments.exif)
    profile = pieces.isEmpty || isLumaOnly ? nil : ColourProfile.assembled(pieces) ?? []
    if decoded.damage != nil { warnings.append("part of the photo's data is damaged") }
    if segments.hasGainMap { warnings.append("its HDR gain map was dropped") }
  }

  init(_ decoded: HEICDecoder.Decoded) {
    self.init(.heic, decoded.pixels, exif: decoded.exif)
    deep = decoded.deep
    // What EXIF says of the orientation is as it was in the camera, and what the boxes say holds.
    changes = decoded.changes
    profile = decoded.profile
    warnings = decoded.warnings
  }

  init(_ decoded: PNGDecoder.Decoded) {
    self.init(.png, decoded.pixels, exif: decoded.exif)
    deep = decoded.deep
    profile = decoded.profile
    resolution = decoded.resolution
    warnings = decoded.warnings
  }

  init(_ decoded: TIFFDecoder.Decoded, of bytes: [UInt8]) {
    self.init(.tiff, decoded.pixels, exif: nil)
    exif = Exif(tiff: bytes)
    deep = decoded.deep
    changes = [.turn(decoded.orientation)]
    profile = decoded.profile
    resolution = decoded.resolution
    warnings = decoded.warnings
  }

  private init(_ format: PhotoFile.Format, _ pixels: StoredPixels, exif block: [UInt8]?) {
    self.format = format
    self.pixels = pixels
    exif = block.flatMap { Exif(block: $0) }
    hasDamagedExif = block != nil && exif == nil
    changes = [.turn(exif?.orientation ?? .upright)]
    warnings = []
  }
}
