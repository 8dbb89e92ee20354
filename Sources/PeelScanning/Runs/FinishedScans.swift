package import PeelFiles

/// The scans that earlier runs made in a folder, and whose they are.
package struct FinishedScans: Sendable {
  package let folder: Path
  private let identity: FileIdentity?
  private let journal: Journal

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
      content(of: folder.appending(stem + Array(scan.suffix.utf8))) == scan.content
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
  package func made(_ path: Path) -> Bool {
    guard journal.knows(name: path.name), (try? Descriptor(reading: path.folder).status().identity) == identity,
      let content = content(of: path)
    else { return false }
    return journal.knows(name: path.name, content: content)
  }

  /// The digest of a file; nil for a link, which peel never makes.
  private func content(of path: Path) -> Digest? {
    guard let file = try? Descriptor(readingItself: path), let status = try? file.status(), status.kind == .file else {
      return nil
    }
    return (try? file.bytes(limit: status.size)).map { Digest($0) }
  }
}

extension FinishedScans {
  /// The record of a scan with a stem that was merged from several shots; nil if there is none or it was changed.
  func merged(stem: [UInt8], fileExtension: String) -> Journal.Record? {
    let names = [false, true].map {
      ScanNames.file(stem, number: 1, isPictureOfBoth: $0, fileExtension: fileExtension)
    }
    return names.lazy.compactMap { name -> Journal.Record? in
      guard let content = content(of: folder.appending(name)) else { return nil }
      return journal.merge(name: name, content: content)
    }.first
  }

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
