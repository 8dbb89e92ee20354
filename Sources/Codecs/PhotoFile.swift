public import Imaging

public enum FileFormat: String, Sendable, CaseIterable {
  case jpeg, png
}

/// What a photo file holds, upright.
public struct PhotoFile: Sendable {
  public var photo: Photo
  public var format: FileFormat
  /// What the camera wrote; its orientation is already applied to `photo`.
  public var exif: Exif?
  /// The ICC profile for RGB that `photo`'s colours are meant in; nil is sRGB.
  public var profile: [UInt8]?
  /// What was dropped and why, in plain words.
  public var warnings: [String]

  /// Decodes a whole file. The kind is told by its content, and the photo is turned upright.
  ///
  /// - Parameter isLumaOnly: leaves out the chroma where that saves time, that is of an ordinary JPEG; its profile then means nothing.
  public init(
    decoding bytes: [UInt8], isLumaOnly: Bool = false, limits: DecodingLimits = DecodingLimits()
  ) throws(CodecError) {
    if bytes.isEmpty { throw .empty }
    switch FileKind(bytes) {
    case .other(let kind): throw .notAPhoto(looksLike: kind)
    case .photo(.jpeg):
      let decoded = try JPEGDecoder(limits: limits, isLumaOnly: isLumaOnly)(bytes)
      let segments = JPEGSegments(bytes)
      let pieces = segments.profilePieces
      self.init(
        .jpeg, decoded.pixels, exif: segments.exif,
        profile: pieces.isEmpty || isLumaOnly ? nil : ColourProfile.assembled(pieces) ?? [],
        warnings: decoded.damage == nil ? [] : ["part of the photo's data is damaged"])
    case .photo(.png):
      let decoded = try PNGDecoder(limits: limits)(bytes)
      self.init(
        .png, decoded.pixels, exif: decoded.exif, profile: decoded.profile, warnings: decoded.warnings)
    }
  }

  /// A photo that comes from elsewhere, as a video's frame does, with colours in sRGB and nothing else known of it.
  public init(_ photo: Photo) {
    self.photo = photo
    format = .jpeg
    warnings = []
  }

  private init(
    _ format: FileFormat, _ pixels: StoredPixels, exif block: [UInt8]?, profile: [UInt8]?, warnings: [String]
  ) {
    self.format = format
    self.warnings = warnings
    let fault = profile.flatMap { ColourProfile.fault($0, for: pixels) }
    (photo, self.profile) = pixels.photo(in: fault == nil ? profile : nil)
    if let block {
      exif = Exif(block: block)
      if exif == nil { self.warnings.append("its EXIF block is damaged and was dropped") }
    }
    if let fault { self.warnings.append(fault) }
    if let exif, exif.isCropped(width: photo.width, height: photo.height) {
      photo.isCropped = true
      self.warnings.append("it was cropped or made smaller since it was taken, so its focal length is not trusted")
    }
    photo.focalLength = exif?.focalLength(width: photo.width, height: photo.height)
    photo = photo.turned(exif?.orientation ?? .upright)
  }
}
