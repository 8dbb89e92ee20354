import Codecs

/// Why a file could not be read or written.
enum FileError: Error, Equatable {
  case missing(Path)
  /// A folder where a photo was expected.
  case folder(Path)
  case folderWithoutPhotos(Path, isRecursive: Bool)
  /// A pipe, socket or device.
  case notAFile(Path)
  case unreadable(Path, reason: String)
  /// More bytes than any photo has.
  case tooBig(Path, bytes: Int)
  case photo(Path, CodecError)
  /// Too few pixels to hold a print.
  case tooSmall(Path, width: Int, height: Int)
  case exists(Path)
  case unwritable(Path, reason: String)
  /// The folder for the scans cannot be made or is none.
  case noFolder(Path, reason: String)

  /// The file or folder that it is about.
  var path: Path {
    switch self {
    case .missing(let path), .folder(let path), .folderWithoutPhotos(let path, _), .notAFile(let path),
      .unreadable(let path, _), .tooBig(let path, _), .photo(let path, _), .tooSmall(let path, _, _), .exists(let path),
      .unwritable(let path, _), .noFolder(let path, _):
      path
    }
  }
}
