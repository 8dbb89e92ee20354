package import PeelFiles

/// Writes scans' files into a folder.
package struct ScanWriter: Sendable {
  /// Replaces files that peel didn't make.
  package var force = false
  /// The run's folder, which notes each scan before it is written; nil outside a run.
  package var folder: OutputFolder?
  /// The scans of earlier runs, which may be replaced.
  package var finished: FinishedScans?

  package init(force: Bool = false, folder: OutputFolder? = nil, finished: FinishedScans? = nil) {
    self.force = force
    self.folder = folder
    self.finished = finished
  }

  /// Whether a file with a scan's name may be replaced.
  func mayReplace(_ path: Path) -> Bool { force || finished?.made(path) == true }

  /// Writes a scan. The errors name `photo`.
  package func write(_ scan: EncodedScan, to path: Path, of photo: Path) throws(PhotoError) {
    try write(scan.bytes, Digest(scan.bytes), to: path, of: photo)
  }

  func write(_ bytes: [UInt8], _ content: Digest, to path: Path, of photo: Path) throws(PhotoError) {
    let force = mayReplace(path)
    do throws(FileError) {
      try folder?.announce(path, content)
      try writeWhole(bytes, to: path, force: force)
    } catch {
      throw .scan(photo: photo, error)
    }
  }
}
