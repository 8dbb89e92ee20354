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

  /// - Parameter inner: the folder within that it goes to, which is made if it is missing; nil for none.
  package func write(_ bytes: [UInt8], to file: String, in inner: String? = nil) throws(FileError) {
    try mapping({ FileError($0, writing: name) }, filling.write(bytes, to: file, in: inner))
  }

  /// Gives the folder its name.
  package consuming func finish() throws(FileError) {
    // One call for thousands of files, instead of one for each.
    sync()
    try filling.become(name)
  }
}
