package import PeelFiles

/// The scans that earlier runs made in a folder, and whose they are.
package struct FinishedScans: Sendable {
  package let folder: Path
  let journal: Journal
  /// Which folder the notes were read from; nil if there are none.
  private let identity: FileIdentity?

  /// Reads what earlier runs noted.
  ///
  /// - Parameters:
  ///   - folder: need not exist.
  ///   - folding: how it tells names apart; nil to find out without writing.
  ///   - last: an earlier reading of the same folder. Only what was noted since then is read.
  package init(in folder: Path, folding: NameFolding? = nil, since last: FinishedScans? = nil) throws(OutputError) {
    self.folder = folder
    let notes = RunNotes.path(in: folder)
    var journal = Journal(folding: folding ?? NameFolding(of: notes))
    identity = Descriptor.Status(of: notes)?.identity
    if exists(notes) {
      if let last, let identity, last.identity == identity, last.claims.folding == journal.claims.folding {
        journal = last.journal
      }
      try journal.read(in: notes)
    }
    self.journal = journal
  }

  /// The journals with damaged lines, which are skipped, and the number of these.
  package var damage: [(journal: Path, lines: Int)] {
    let notes = RunNotes.path(in: folder)
    return journal.damagedLines.map { (notes.appending($0), $1) }.sorted { $0.journal.text < $1.journal.text }
  }

  /// Whether a file may be a scan that an earlier run noted in a journal, or in a line of it, that is lost.
  package func mayHaveLost(_ path: Path) -> Bool {
    (journal.isEmpty || !journal.damagedLines.isEmpty) && journal.files(named: name(of: path)) == nil
  }

  /// Which photo each stem in the folder belongs to.
  package var claims: Claims { journal.claims }

  /// The names of the photos that scans were made of, by the digests of the scans' names.
  package var photosOfScans: [Digest: String] { journal.photosOfScans }

  /// The claim to a stem; nil if it is free.
  package func claim(to stem: [UInt8]) -> Claim? { claims.claim(to: stem) }

  /// The journal's record of this work; nil if there is none or a file is missing or changed.
  private func record(of work: Digest, stem: [UInt8]) -> Journal.Record? {
    guard let record = journal[work] else { return nil }
    let areUnchanged = record.files.allSatisfy { file in
      file.fileName(stem: stem).map { made(folder.appending($0), as: $0)?.content == file.content } ?? false
    }
    return areUnchanged ? record : nil
  }

  /// What the journal tells of this work; nil if there is nothing or a file is missing or changed.
  package func receipt<Facts: WorkFacts>(of work: Digest, stem: [UInt8]) -> Receipt<Facts>? {
    record(of: work, stem: stem).flatMap { receipt($0, stem) }
  }

  private func receipt<Facts: WorkFacts>(_ record: Journal.Record, _ stem: [UInt8]) -> Receipt<Facts>? {
    let noted: (work: Facts, files: [Facts.File])? = record.facts()
    return noted.map { noted in
      Receipt(
        facts: noted.work,
        files: zip(record.files, noted.files).compactMap { file, facts in
          file.fileName(stem: stem).map {
            Delivered(file: folder.appending($0), content: file.content, facts: facts)
          }
        })
    }
  }

  /// The scans that an earlier run noted as this work, with their digests; nil if there are none, or one is missing. They
  /// aren't read.
  package func scans(of work: Digest, stem: [UInt8]) -> [(path: Path, content: Digest)]? {
    let files = (journal[work]?.files ?? []).compactMap { file in
      file.fileName(stem: stem).map { (path: folder.appending($0), content: file.content) }
    }
    return files.isEmpty || !files.allSatisfy { exists($0.path) } ? nil : files
  }

  /// The file by the usual name of a photo's first scan, if a run noted one by it; nil if there is none. It isn't read.
  package func firstScan(stem: [UInt8], fileExtension: String) -> Path? {
    let name = ScanNames.file(ScanNames.numbered(stem, 1), isPictureOfBoth: false, fileExtension: fileExtension)
    let path = folder.appending(name)
    return journal.files(named: name) != nil && exists(path) ? path : nil
  }

  /// Whether peel made this file in the folder, or in one below it, and it is unchanged since.
  package func made(_ path: Path) -> Bool { isReserved(path) || madeFile(path) != nil }

  /// Whether this file is an unchanged scan of the photo with this claim.
  package func made(_ path: Path, of claim: Claim) -> Bool {
    if isReserved(path) { return true }
    guard let made = madeFile(path) else { return false }
    return made.picture == claim.picture && [UInt8](percentEncoded: made.owner) == claim.stem
  }

  /// Whether a run noted a file that it made, or was about to make.
  package var namesFiles: Bool { journal.namesFiles }

  /// Whether some of the photos are, or were, in the folder itself or in one inside it.
  package var holdsPhotos: Bool { claims.tellOfPhotosInside }

  /// Whether runs noted files of the folder, and nothing of what they noted is lost.
  package var listsAll: Bool { !journal.isEmpty && journal.damagedLines.isEmpty }

  /// Whether a run noted a file with this name, whoever may have changed it since.
  package func lists(_ path: Path) -> Bool { !names(of: path).isEmpty }

  /// Whether a file has the bytes of a scan that a run noted, by whatever name: it was copied or renamed.
  package func isCopy(_ path: Path) -> Bool {
    guard let file = try? Descriptor(readingItself: path), let status = try? file.status(), status.kind == .file else {
      return false
    }
    let contents = journal.contents(ofSize: status.size)
    return !contents.isEmpty && ((try? file.digest()).map(contents.contains) ?? false)
  }

  /// The names that a file may have in the folder: its own, and those with the names of folders below it.
  private func names(of path: Path) -> [[UInt8]] {
    var folder = path.folder
    var name = path.name
    var names: [[UInt8]] = []
    for _ in 0...ScanNames.mostFolders {
      if journal.files(named: name) != nil, isSameFile(folder, self.folder) {
        names.append(name)
      }
      let outer = folder.folder
      if folder.name.isEmpty || outer == folder { break }
      name = folder.name + [UInt8(ascii: "/")] + name
      folder = outer
    }
    return names
  }

  /// What was noted about a file that peel made; nil for other files.
  private func madeFile(_ path: Path) -> Journal.Announcement? {
    names(of: path).firstResult { made(path, as: $0) }
  }

  /// The name of a file in the folder.
  package func name(of path: Path) -> [UInt8] {
    let start = folder.appending("").bytes
    return path.bytes.starts(with: start) ? Array(path.bytes.dropFirst(start.count)) : path.name
  }

  /// Whether this is the empty file that a killed run left, where a file system can't rename without replacing.
  private func isReserved(_ path: Path) -> Bool {
    !names(of: path).isEmpty
      && (try? Descriptor(readingItself: path).status()).map { $0.kind == .file && $0.size == 0 } ?? false
  }

  /// The announcement of the run that made this file by this name in the folder; nil if peel didn't make it or it was
  /// changed since. Links are never peel's. A file of a different size isn't read.
  private func made(_ path: Path, as name: [UInt8]) -> Journal.Announcement? {
    guard let files = journal.files(named: name), let file = try? Descriptor(readingItself: path),
      let status = try? file.status(), status.kind == .file,
      files.values.contains(where: { $0.bytes == status.size })
    else { return nil }
    return (try? file.digest()).flatMap { files[$0] }
  }
}

extension FinishedScans {
  private func record(ofMergeWith stem: [UInt8], _ fileExtension: String) -> Journal.Record? {
    let names = [false, true].map {
      ScanNames.file(ScanNames.numbered(stem, 1), isPictureOfBoth: $0, fileExtension: fileExtension)
    }
    return names.firstResult { name in
      made(folder.appending(name), as: name).flatMap { journal.merge(name: name, content: $0.content) }
    }
  }

  /// What the journal tells of a scan with a stem that was merged from several shots; nil if there is none or it was changed.
  package func merge<Facts: WorkFacts>(stem: [UInt8], fileExtension: String) -> Receipt<Facts>? {
    record(ofMergeWith: stem, fileExtension).flatMap { receipt($0, stem) }
  }

  /// Whether a scan with a stem was merged from several shots, and is unchanged.
  package func isMerged(stem: [UInt8], fileExtension: String) -> Bool {
    record(ofMergeWith: stem, fileExtension) != nil
  }

  /// The scans of the photo with this claim that earlier runs made under the usual names, except those in `made`.
  package func leftovers(of claim: Claim, besides made: [Path], fileExtension: String) -> [Path] {
    let made = Set(made)
    var leftovers: [Path] = []
    for number in 1... {
      let names = [false, true].map {
        ScanNames.file(
          ScanNames.numbered(claim.stem, number), isPictureOfBoth: $0, fileExtension: fileExtension)
      }
      let paths = names.map { folder.appending($0) }
      // A scan that was deleted or moved away leaves a gap in the numbers.
      guard paths.contains(where: { exists($0) || lists($0) }) else { break }
      leftovers += paths.filter { !made.contains($0) && self.made($0, of: claim) }
    }
    return leftovers
  }
}
