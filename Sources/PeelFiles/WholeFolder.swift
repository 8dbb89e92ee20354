internal import PeelPlatform

/// A folder that is filled under another name, and appears whole and on disk, or not at all. Nothing is replaced.
package struct WholeFolder: ~Copyable {
  private let name: Path
  /// Where the files are written until the folder has its name.
  private var filling: TemporaryFolder

  /// - Throws: `exists` if anything has the name.
  package init(to name: Path) throws(FileError) {
    if exists(name) { throw FileError(.exists, name) }
    filling = try mapping({ FileError($0, writing: name) }, TemporaryFolder(in: name.folder))
    self.name = name
  }

  package func makeFolder(named inner: String) throws(FileError) {
    try mapping({ FileError($0, writing: name) }, PeelFiles.makeFolder(filling.path.appending(inner)))
  }

  package func write(_ bytes: [UInt8], to file: String) throws(FileError) {
    try mapping({ FileError($0, writing: name) }, Descriptor(creating: filling.path.appending(file)).write(bytes))
  }

  /// Gives the folder its name.
  package consuming func finish() throws(FileError) {
    // One call for thousands of files, instead of one for each.
    sync()
    do throws(SystemError) { try filling.become(name) } catch { throw FileError(error, writing: name) }
    try syncFolder(of: name)
  }
}
