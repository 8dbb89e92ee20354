internal import PeelPlatform

/// A folder that is filled under another name, and appears whole and on disk, or not at all. Nothing is replaced.
package struct WholeFolder: ~Copyable {
  private let name: Path
  /// Where the files are written until the folder has its name.
  private var filling: TemporaryFolder

  /// - Throws: `exists` if anything has the name.
  package init(to name: Path) throws(FileError) {
    if exists(name) { throw .exists(name) }
    do throws(SystemError) { filling = try TemporaryFolder(in: name.folder) } catch {
      throw FileError(error, writing: name)
    }
    self.name = name
  }

  /// Makes a folder in it.
  package func makeFolder(named inner: String) throws(FileError) {
    do throws(SystemError) { try PeelFiles.makeFolder(filling.path.appending(inner)) } catch {
      throw FileError(error, writing: name)
    }
  }

  /// Writes a file in it.
  package func write(_ bytes: [UInt8], to file: String) throws(FileError) {
    do throws(SystemError) { try Descriptor(creating: filling.path.appending(file)).write(bytes) } catch {
      throw FileError(error, writing: name)
    }
  }

  /// Gives the folder its name.
  package consuming func finish() throws(FileError) {
    // One call for thousands of files, instead of one for each.
    sync()
    do throws(SystemError) {
      try filling.take(name)
      try syncFolder(name.folder)
    } catch {
      throw FileError(error, writing: name)
    }
  }
}
