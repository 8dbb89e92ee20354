/// Why a file or folder could not be read or written.
public struct FileError: Error, Equatable {
  /// What is wrong with it.
  public enum Fault: Equatable, Sendable {
    /// There is no file or folder with this name.
    case missing
    /// A folder where a file was expected.
    case folder
    /// A pipe, a socket or a device.
    case notAFile
    /// The system refused to read it.
    case unreadable
    /// The file has more bytes than the limit.
    case tooBig(bytes: Int)
    /// The file has more bytes than there is memory for them. Both are in bytes.
    case needsMemory(bytes: Int, limit: Int)
    /// The page of the file isn't a photo.
    case page(PageFault)
    /// The file changed while it was read.
    case changing
    /// A file with this name exists and may not be replaced.
    case exists
    /// The system refused to write it.
    case unwritable
    /// Its name, or that of a folder in its path, has more bytes than names may have.
    case nameTooLong
    /// The disk or the user's quota is full.
    case diskFull
    /// A folder that existed earlier no longer does.
    case vanished
    /// Another folder or file has the name of one that a run works in.
    case replaced
    /// Another run writes to this folder.
    case busy
    /// The folder can't be made, or isn't a folder.
    case noFolder
  }

  /// What is wrong.
  public let fault: Fault
  /// The file or folder at fault.
  public let path: Path
  /// More about it, mostly in the system's words; may be empty.
  public let reason: String

  /// Makes an error.
  public init(_ fault: Fault, _ path: Path, reason: String = "") {
    self.fault = fault
    self.path = path
    self.reason = reason
  }

  /// Whether every other file in the same folder would fail for the same reason.
  package var concernsFolder: Bool {
    switch fault {
    case .diskFull, .vanished, .replaced, .busy, .noFolder: true
    case .missing, .folder, .notAFile, .unreadable, .tooBig, .needsMemory, .page, .changing, .exists, .nameTooLong,
      .unwritable:
      false
    }
  }
}

/// The value, or its error as another kind of error.
///
///     let bytes = try mapping(PhotoError.file, photoBytes(at: path))
package func mapping<Value: ~Copyable, Failure: Error, Other: Error>(
  _ other: (Failure) -> Other, _ value: @autoclosure () throws(Failure) -> Value
) throws(Other) -> Value {
  do { return try value() } catch { throw other(error) }
}

/// What is done, or its error as another kind of error.
package func mapping<Value: ~Copyable, Failure: Error, Other: Error>(
  _ other: (Failure) -> Other, _ work: () throws(Failure) -> Value
) throws(Other) -> Value {
  do { return try work() } catch { throw other(error) }
}
