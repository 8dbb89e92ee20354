/// Why a file or folder could not be read or written.
public enum FileError: Error, Equatable {
  /// There is no file or folder with this name.
  case missing(Path)
  /// A folder where a file was expected.
  case folder(Path)
  /// A pipe, a socket or a device.
  case notAFile(Path)
  /// The system refused to read it.
  case unreadable(Path, reason: String)
  /// The file has more bytes than the limit.
  case tooBig(Path, bytes: Int)
  /// The file has more bytes than there is memory for them. Both are in bytes.
  case needsMemory(Path, bytes: Int, limit: Int)
  /// The file changed while it was read.
  case changing(Path)
  /// A file with this name exists and may not be replaced.
  case exists(Path)
  /// A file with this name exists, and what would tell whether it may be replaced is lost or was never there.
  case unknown(Path)
  /// A scan that was changed since peel made it has the name, and is never replaced.
  case edited(Path)
  /// A file has the name that a template without a print's number gave to a scan.
  case alike(Path)
  /// A file that isn't the scan to be written has its name, and is never replaced.
  case taken(Path)
  /// A scan that was merged from several shots has the name, and isn't replaced by a scan of one of them.
  case merged(Path)
  /// It is a photo of the run, which is never replaced.
  case isPhoto(Path)
  /// The system refused to write it.
  case unwritable(Path, reason: String)
  /// Its name, or that of a folder in its path, has more bytes than names may have.
  case nameTooLong(Path)
  /// The disk or the user's quota is full.
  case diskFull(Path, reason: String)
  /// A folder that existed earlier no longer does.
  case vanished(Path)
  /// Another folder or file has the name of one that a run works in.
  case replaced(Path)
  /// Another run has given this name to another photo in the meantime.
  case givenAway(Path)
  /// Another run writes to this folder.
  case busy(Path)
  /// A folder was wanted, but the name ends like a picture's.
  case pictureName(Path)
  /// Something else, such as a link, has the name of a file or folder in which peel notes what it made.
  case noNotes(Path, String)
  /// The folder can't be made, or isn't a folder.
  case noFolder(Path, reason: String)

  /// The file or folder at fault.
  public var path: Path {
    switch self {
    case .missing(let path), .folder(let path), .notAFile(let path), .unreadable(let path, _), .tooBig(let path, _),
      .needsMemory(let path, _, _), .changing(let path), .exists(let path), .unknown(let path), .edited(let path),
      .alike(let path), .taken(let path), .merged(let path), .givenAway(let path), .nameTooLong(let path),
      .isPhoto(let path), .pictureName(let path), .unwritable(let path, _), .diskFull(let path, _),
      .vanished(let path), .replaced(let path), .busy(let path), .noNotes(let path, _), .noFolder(let path, _):
      path
    }
  }

  /// Whether every other file in the same folder would fail for the same reason.
  package var concernsFolder: Bool {
    switch self {
    case .diskFull, .vanished, .replaced, .busy, .pictureName, .noNotes, .noFolder: true
    case .missing, .folder, .notAFile, .unreadable, .tooBig, .needsMemory, .changing, .exists, .unknown, .edited,
      .alike, .taken, .merged, .givenAway, .nameTooLong, .isPhoto, .unwritable:
      false
    }
  }
}
