/// Why bytes are not a photo, or a picture cannot be written.
public enum CodecError: Error, Equatable {
  case empty
  /// The bytes are no picture that can be read, but perhaps something else that is known.
  case notAPhoto(ForeignKind?)
  /// The file ends before the photo does: after `rowsRead` of `height` rows, where that can be told.
  case truncated(rowsRead: Int?, height: Int?)
  /// More pixels than the limit, in pixels as stored.
  case tooLarge(width: Int, height: Int)
  case corrupt(reason: String)
  /// Fine in itself, yet of a kind that cannot be handled, such as "a JPEG with 2 colour channels".
  case unsupported(what: String)
  case outOfMemory
  /// A library that this kind of photo needs is not installed.
  case missing(Library)

  /// What is loaded only when a photo needs it.
  public enum Library: Sendable, Equatable {
    case heif, hevcDecoder, tiff
  }
}

/// What a file that is no photo is.
public enum ForeignKind: Sendable, Equatable {
  case raw, video, pdf
  /// In plain words, such as "a GIF picture".
  case other(String)

  /// In plain words.
  public var name: String {
    switch self {
    case .raw: "a camera's raw file"
    case .video: "a video"
    case .pdf: "a PDF document"
    case .other(let name): name
    }
  }
}

extension CodecError: CustomStringConvertible {
  /// The fact in plain words, to follow a file's name and a colon.
  public var description: String {
    switch self {
    case .empty: "the file is empty"
    case .notAPhoto(let kind?): "this is \(kind.name), not a photo that can be read"
    case .notAPhoto(nil): "this is not a photo"
    case .truncated(let rows?, let height?): "the file is cut off after \(rows) of \(height) rows"
    case .truncated: "the file is cut off before the photo ends"
    case .tooLarge(let width, let height): "\(width) × \(height) pixels are more than can be taken on"
    case .corrupt(""): "the file is damaged"
    case .corrupt(let reason): "the file is damaged (\(reason))"
    case .unsupported(let what): "\(what) is not supported"
    case .outOfMemory: "there is not enough memory for this photo"
    case .missing(.heif): "HEIC photos need libheif, which is not installed"
    case .missing(.hevcDecoder): "libheif has no decoder for HEVC, which this photo needs"
    case .missing(.tiff): "TIFF photos need libtiff, which is not installed"
    }
  }
}
