/// Why bytes are not a photo, or a picture cannot be written.
public enum CodecError: Error, Equatable {
  case empty
  /// The bytes are no picture that can be read; `looksLike` names what they seem to be, such as "a PDF document".
  case notAPhoto(looksLike: String?)
  /// The file ends before the photo does: after `rowsRead` of `height` rows, where that can be told.
  case truncated(rowsRead: Int?, height: Int?)
  /// More pixels than the limit, in pixels as stored.
  case tooLarge(width: Int, height: Int)
  case corrupt(reason: String)
  /// Fine in itself, yet of a kind that cannot be handled, such as "a JPEG with 2 colour channels".
  case unsupported(what: String)
  case outOfMemory
}

extension CodecError: CustomStringConvertible {
  /// The fact in plain words, to follow a file's name and a colon.
  public var description: String {
    switch self {
    case .empty: "the file is empty"
    case .notAPhoto(let kind?): "this is \(kind), not a photo that can be read"
    case .notAPhoto(nil): "this is not a photo"
    case .truncated(let rows?, let height?): "the file is cut off after \(rows) of \(height) rows"
    case .truncated: "the file is cut off before the photo ends"
    case .tooLarge(let width, let height): "\(width) × \(height) pixels are more than can be taken on"
    case .corrupt(let reason): "the file is damaged (\(reason))"
    case .unsupported(let what): "\(what) is not supported"
    case .outOfMemory: "there is not enough memory for this photo"
    }
  }
}
