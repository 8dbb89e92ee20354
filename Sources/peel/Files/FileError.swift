import PeelCodecs

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
  /// Its bytes were not the same before and after they were read.
  case changing(Path)
  case exists(Path)
  case unwritable(Path, reason: String)
  /// The disk is full, or the person's share of it.
  case noRoom(Path, reason: String)
  /// A folder that was there is there no more.
  case vanished(Path)
  /// Another run writes its scans there.
  case busy(Path)
  /// The folder for the scans cannot be made or is none.
  case noFolder(Path, reason: String)

  /// The file or folder that it is about.
  var path: Path {
    switch self {
    case .missing(let path), .folder(let path), .folderWithoutPhotos(let path, _), .notAFile(let path),
      .unreadable(let path, _), .tooBig(let path, _), .photo(let path, _), .tooSmall(let path, _, _),
      .changing(let path), .exists(let path),
      .unwritable(let path, _), .noRoom(let path, _), .vanished(let path), .busy(let path), .noFolder(let path, _):
      path
    }
  }

  /// Whether every other file in the same folder would fail in the same way.
  var isAboutFolder: Bool {
    switch self {
    case .noRoom, .vanished, .busy, .noFolder: true
    case .missing, .folder, .folderWithoutPhotos, .notAFile, .unreadable, .tooBig, .photo, .tooSmall, .changing,
      .exists, .unwritable:
      false
    }
  }
}
