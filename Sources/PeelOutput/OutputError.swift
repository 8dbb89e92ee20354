public import PeelFiles

/// Why a file could not be delivered to a folder for scans, or the folder could not be used.
public enum OutputError: Error, Equatable {
  /// A file or folder could not be read or written.
  case file(FileError)
  /// A file with this name exists, and what would tell whether it may be replaced is lost or was never there.
  case unknown(Path)
  /// A scan that was changed since peel made it has the name, and is never replaced.
  case edited(Path)
  /// A file has the name that a template without a print's number gave to a scan.
  case alike(Path)
  /// A file that isn't the one to be written has its name, and is never replaced.
  case taken(Path)
  /// A scan that was merged from several shots has the name, and isn't replaced by a scan of one of them.
  case merged(Path)
  /// It is a photo of the run, which is never replaced.
  case isPhoto(Path)
  /// Another run has given this name to another photo in the meantime.
  case givenAway(Path)
  /// A folder was wanted, but the name ends like a picture's.
  case pictureName(Path)
  /// Something else, such as a link, has the name of a file or folder in which peel notes what it made.
  case noNotes(Path, String)

  /// The file or folder at fault.
  public var path: Path {
    switch self {
    case .file(let error): error.path
    case .unknown(let path), .edited(let path), .alike(let path), .taken(let path), .merged(let path),
      .isPhoto(let path), .givenAway(let path), .pictureName(let path), .noNotes(let path, _):
      path
    }
  }

  /// Whether every other file in the same folder would fail for the same reason.
  package var concernsFolder: Bool {
    switch self {
    case .file(let error): error.concernsFolder
    case .pictureName, .noNotes: true
    case .unknown, .edited, .alike, .taken, .merged, .isPhoto, .givenAway: false
    }
  }
}
