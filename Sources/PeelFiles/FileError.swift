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
  /// Another run writes to this folder.
  case busy(Path)
  /// The folder can't be made, or isn't a folder.
  case noFolder(Path, reason: String)

  /// The file or folder at fault.
  public var path: Path {
    switch self {
    case .missing(let path), .folder(let path), .notAFile(let path), .unreadable(let path, _), .tooBig(let path, _),
      .needsMemory(let path, _, _), .changing(let path), .exists(let path), .nameTooLong(let path),
      .unwritable(let path, _), .diskFull(let path, _), .vanished(let path), .replaced(let path), .busy(let path),
      .noFolder(let path, _):
      path
    }
  }

  /// Whether every other file in the same folder would fail for the same reason.
  package var concernsFolder: Bool {
    switch self {
    case .diskFull, .vanished, .replaced, .busy, .noFolder: true
    case .missing, .folder, .notAFile, .unreadable, .tooBig, .needsMemory, .changing, .exists, .nameTooLong,
      .unwritable:
      false
    }
  }
}
