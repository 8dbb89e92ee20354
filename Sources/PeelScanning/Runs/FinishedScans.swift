package import PeelFiles

/// The scans that earlier runs made in a folder, and whose they are.
package struct FinishedScans: Sendable {
  package let folder: Path
  private let identity: FileIdentity?
  let journal: Journal

  /// Reads what earlier runs noted.
  ///
  /// - Parameters:
  ///   - folder: need not exist.
  ///   - folding: how it tells names apart; nil to find out without writing.
  ///   - last: an earlier reading of the same folder. Only what was noted since then is read.
  package init(in folder: Path, folding: NameFolding? = nil, since last: FinishedScans? = nil) throws(FileError) {
    self.folder = folder
    identity = try? Descriptor(reading: folder).status().identity
    let notes = OutputFolder.notes(in: folder)
    var journal = Journal(folding: folding ?? NameFolding(of: notes))
    if let last, last.identity == identity, last.claims.folding == journal.claims.folding { journal = last.journal }
    do throws(SystemError) { if exists(notes) { try journal.read(in: notes) } } catch {
      throw .noFolder(folder, reason: "\(notes.shown) cannot be read: \(error.reason)")
    }
    self.journal = journal
  }

  /// Which photo each stem in the folder belongs to.
  var claims: Claims { journal.claims }

  /// The paths of the photos that scans were made of, by the digests of the scans' names.
  var photosOfScans: [Digest: String] { journal.photosOfScans }

  /// The claim to a stem; nil if it is free.
  package func claim(to stem: [UInt8]) -> Claim? { claims.claim(to: stem) }

  /// The journal's record of this work; nil if there is none or a scan is missing or changed.
  func record(of work: Digest, stem: [UInt8]) -> Journal.Record? {
    guard let record = journal[work] else { return nil }
    let areUnchanged = record.scans.allSatisfy { scan in
      file(at: folder.appending(stem + Array(scan.suffix.utf8)))?.content == scan.content
    }
    return areUnchanged ? record : nil
  }

  /// The scans that an earlier run made as this work, if all are still there; they may have been changed. nil if there are
  /// none.
  package func scans(of work: Digest, stem: [UInt8]) -> [Path]? {
    let paths = journal[work]?.scans.map { folder.appending(stem + Array($0.suffix.utf8)) }
    return paths.flatMap { !$0.isEmpty && $0.allSatisfy { exists($0) } ? $0 : nil }
  }

  /// Whether peel made this file in the folder and nobody has changed it since.
  package func made(_ path: Path) -> Bool { isReserved(path) || file(at: path) != nil }

  /// Whether peel made this file in the folder from a photo with this picture, and nobody has changed it since.
  package func made(_ path: Path, of picture: Digest) -> Bool {
    isReserved(path) || file(at: path).map { $0.picture == nil || $0.picture == picture } ?? false
  }

  /// Whether this is the empty file that a killed run left, where a file system can't rename without replacing.
  private func isReserved(_ path: Path) -> Bool {
    journal.files(named: path.name) != nil && isInFolder(path)
      && (try? Descriptor(readingItself: path).status()).map { $0.kind == .file && $0.size == 0 } ?? false
  }

  private func isInFolder(_ path: Path) -> Bool {
    (try? Descriptor(reading: path.folder).status().identity) == identity
  }

  /// What a run noted about this file in the folder before it made it; nil if none did, if the file was changed since, and
  /// for a link, which peel never makes. Files of another size aren't read.
  private func file(at path: Path) -> Journal.Announcement? {
    guard let files = journal.files(named: path.name), isInFolder(path),
      let file = try? Descriptor(readingItself: path), let status = try? file.status(), status.kind == .file,
      files.values.contains(where: { $0.bytes == nil || $0.bytes == status.size })
    else { return nil }
    return (try? file.digest()).flatMap { files[$0] }
  }
}

extension FinishedScans {
  /// The scans with a stem that earlier runs made, but for some.
  package func leftovers(stem: [UInt8], besides made: [Path], fileExtension: String) -> [Path] {
    let made = Set(made)
    var leftovers: [Path] = []
    for number in 1... {
      let names = [false, true].map {
        ScanNames.file(stem, number: number, isPictureOfBoth: $0, fileExtension: fileExtension)
      }
      let found = names.map { folder.appending($0) }.filter(exists)
      if found.isEmpty { break }
      leftovers += found.filter { !made.contains($0) && self.made($0) }
    }
    return leftovers
  }
}
