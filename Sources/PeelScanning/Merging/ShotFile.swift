internal import PeelCodecs
internal import PeelFiles
internal import PeelImaging

/// A shot that was read, with its prints.
struct ShotFile: Sendable {
  let path: Path
  let place: PhotoPlace?
  let content: Digest
  /// The digest of its coded picture.
  let picture: Digest
  let file: PhotoFile
  let verdict: Detection.Verdict
  /// The prints as a person adjusted them or, without adjustments, as they are detected; the most confident first.
  let prints: [WantedPrint]
  let warnings: [ScanWarning]

  init(_ path: Path, scanner: ItemScanner) throws(PhotoError) {
    self.path = path
    place = PhotoPlace(of: path)
    let bytes: [UInt8]
    do { bytes = try photoBytes(at: path, memory: scanner.limits.bytes) } catch { throw .file(error) }
    content = Digest(bytes)
    picture = Digest(pictureIn: bytes)
    file = try PhotoFile(bytes, of: path, limits: scanner.limits)
    let (verdict, prints, warning) = try scanner.prints(of: Item(path), in: file.photo, content, threads: 1)
    (self.verdict, self.prints) = (verdict, prints)
    warnings = file.warnings.map { .photo($0) } + [warning].compactMap(\.self)
  }

  /// Reads shots on several threads. They stay in order.
  static func read(_ paths: [Path], scanner: ItemScanner) -> [Result<ShotFile, PhotoError>] {
    let threads = max(1, min(scanner.maker.threads(), paths.count))
    let shares = onThreads(threads) { first in
      stride(from: first, to: paths.count, by: threads).map { index in
        Result { () throws(PhotoError) in try ShotFile(paths[index], scanner: scanner) }
      }
    }
    return paths.indices.map { shares[$0 % threads][$0 / threads] }
  }
}
