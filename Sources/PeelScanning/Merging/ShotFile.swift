package import PeelCodecs
package import PeelFiles
internal import PeelImaging
package import PeelOutput

/// A shot that was read, with its prints.
package struct ShotFile: Sendable {
  package let path: Path
  package let place: PhotoPlace?
  package let content: Digest
  /// The digest of its coded picture.
  package let picture: Digest
  package let file: PhotoFile
  let verdict: Detection.Verdict
  /// The prints as a person adjusted them or, without adjustments, as they are detected; the most confident first.
  let prints: [WantedPrint]
  let warnings: [ScanWarning]

  /// - Parameter known: its prints; nil if its sidecar or the detector tells them.
  init(_ path: Path, prints known: [WantedPrint]? = nil, scanner: ItemScanner) throws(PhotoError) {
    self.path = path
    place = PhotoPlace(of: path)
    let bytes = try mapping(PhotoError.file, photoBytes(at: path, memory: scanner.limits.bytes))
    content = Digest(bytes)
    picture = Digest(pictureIn: bytes)
    file = try PhotoFile(bytes, of: path, limits: scanner.limits)
    let warnings: [ScanWarning]
    if let known {
      (verdict, prints, warnings) = (.sure, known, [])
    } else {
      (verdict, prints, _, warnings, _) = try scanner.prints(
        of: Item(path), in: file.photo, content, threads: 1, includesSetAside: true)
    }
    self.warnings = file.warnings.map { .photo($0) } + warnings
  }

  /// Reads shots on several threads. They stay in order.
  ///
  /// - Parameter known: the prints of those of which they are known.
  static func read(
    _ paths: [Path], prints known: [Path: [WantedPrint]] = [:], scanner: ItemScanner
  ) -> [Result<ShotFile, PhotoError>] {
    let threads = max(1, min(scanner.maker.threads(), paths.count))
    let shares = onThreads(threads) { first in
      stride(from: first, to: paths.count, by: threads).map { index in
        Result { () throws(PhotoError) in
          try ShotFile(paths[index], prints: known[paths[index]], scanner: scanner)
        }
      }
    }
    return paths.indices.map { shares[$0 % threads][$0 / threads] }
  }
}
