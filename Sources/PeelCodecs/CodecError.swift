/// Why a photo can't be read or a picture can't be written.
public enum CodecError: Error, Equatable {
  /// The file has no bytes.
  case empty
  /// The bytes aren't a photo. The value says what they are, or is nil if that is unknown.
  case notAPhoto(ForeignKind?)
  /// The file ends before the photo does, after `rowsRead` of `height` rows if that is known.
  case truncated(rowsRead: Int?, height: Int?)
  /// The photo exceeds `DecodingLimits`, or the picture a format's largest size. The size is in pixels as stored.
  case tooLarge(width: Int, height: Int)
  /// The data is damaged. The reason is for display and may be empty.
  case corrupt(reason: String)
  /// A valid file of an unsupported kind, such as "a JPEG with 2 colour channels".
  case unsupported(what: String)
  /// The photo would take more memory than `DecodingLimits.bytes` allows. Both are in bytes.
  case needsMemory(bytes: Int, limit: Int)
  /// There isn't enough memory.
  case outOfMemory
  /// A library that this kind of photo needs isn't installed.
  case missing(Library)

  /// The libraries that are loaded when a photo needs them.
  public enum Library: Sendable, Equatable {
    /// libheif, for HEIC photos.
    case heif
    /// libheif's decoder for HEVC, usually libde265, for HEIC photos.
    case hevcDecoder
    /// libtiff, for TIFF photos and scans.
    case tiff
    /// libheif's decoder for AV1, usually dav1d, for AVIF photos.
    case av1Decoder
    /// libheif's encoder for AV1, usually libaom, for AVIF scans.
    case av1Encoder
    /// libwebp, for WebP photos and scans.
    case webp
    /// LibRaw, for cameras' raw files.
    case raw
  }
}

/// A known kind of file that isn't a photo.
public enum ForeignKind: Sendable, Equatable {
  /// A video.
  case video
  /// A PDF document.
  case pdf
  /// A picture of a kind that isn't read, with an article, such as "a GIF picture", and a command that converts it.
  case picture(String, converter: String)
  /// Another kind, with an article, such as "a web page".
  case other(String)

  /// The kind with an article, for messages.
  public var name: String {
    switch self {
    case .video: "a video"
    case .pdf: "a PDF document"
    case .picture(let name, _), .other(let name): name
    }
  }
}

extension CodecError: CustomStringConvertible {
  /// The message, to be printed after a file's name and a colon.
  public var description: String {
    switch self {
    case .empty: "the file is empty"
    case .notAPhoto(let kind?): "this is \(kind.name), not a photo that can be read"
    case .notAPhoto(nil): "this is not a photo"
    case .truncated(let rows?, let height?): "the file is cut off after \(rows) of \(height) rows"
    case .truncated: "the file is cut off before the photo ends"
    case .tooLarge(let width, let height) where max(width, height) > DecodingLimits().side:
      "\(width) × \(height) pixels are more than 65,500 along a side"
    case .tooLarge(let width, let height): "\(width) × \(height) pixels exceed the pixel limit"
    case .corrupt(""): "the file is damaged"
    case .corrupt(let reason): "the file is damaged (\(reason))"
    case .unsupported(let what): "\(what) is not supported"
    case .needsMemory(let bytes, let limit):
      "it needs \(Self.megabytes(bytes)) of memory, but only \(Self.megabytes(limit)) may be used"
    case .outOfMemory: "there is not enough memory for this photo"
    case .missing(.heif): "HEIC and AVIF photos need libheif, which is not installed"
    case .missing(.hevcDecoder): "libheif has no decoder for HEVC, which this photo needs"
    case .missing(.tiff): "TIFF files need libtiff, which is not installed"
    case .missing(.av1Decoder): "libheif has no decoder for AV1, which this photo needs"
    case .missing(.av1Encoder): "libheif has no encoder for AV1, which AVIF files need"
    case .missing(.webp): "WebP files need libwebp, which is not installed"
    case .missing(.raw): "raw files need LibRaw, which is not installed"
    }
  }

  /// A size in MB, rounded up.
  private static func megabytes(_ bytes: Int) -> String { "\((bytes >> 20) + (bytes & (1 << 20 - 1) == 0 ? 0 : 1)) MB" }
}
