public import Imaging

public enum FileFormat: String, Sendable {
  case jpeg, png
}

/// What a photo file holds, upright.
public struct PhotoFile: Sendable {
  public var photo: Photo
  public var format: FileFormat
  /// What the camera wrote; its orientation is already applied to `photo`.
  public var exif: Exif?
  /// The ICC profile that `photo`'s colours are meant in; nil is sRGB.
  public var profile: [UInt8]?
  /// What was dropped and why, in plain words.
  public var warnings: [String] = []

  /// Decodes a whole file. The kind is told by its content.
  public init(decoding bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(CodecError) {
    if bytes.isEmpty { throw .empty }
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { throw .notAPhoto(looksLike: nil) }
    let decoded = try JPEGDecoder(limits: limits)(bytes)
    format = .jpeg
    photo = Photo(luma: decoded.luma, chroma: decoded.chroma)
    if decoded.damage != nil { warnings.append("part of the photo's data is damaged") }
    if let block = JPEGSegments(bytes).exif {
      exif = Exif(block: block)
      if exif == nil { warnings.append("its EXIF block is damaged and was dropped") }
    }
    photo.focalLength = exif?.focalLength(width: photo.width, height: photo.height)
    photo = photo.turned(exif?.orientation ?? .upright)
  }
}
