package import PeelFiles

/// The scans that earlier runs made in a folder, and whose they are.
package struct FinishedScans: Sendable {
  package let folder: Path
  let journal: Journal

  /// Reads what earlier runs noted.
  ///
  /// - Parameters:
  ///   - folder: need not exist.
  ///   - folding: how it tells names apart; nil to find out without writing.
  ///   - last: an earlier reading of the same folder. Only what was noted since then is read.
  package init(in folder: Path, folding: NameFolding? = nil, since last: FinishedScans? = nil) throws(FileError) {
    self.folder = folder
    let notes = OutputFolder.notes(in: folder)
    var journal = Journal(folding: folding ?? NameFolding(of: notes))
    if exists(notes) {
      if let last, last.folder == folder, last.claims.folding == journal.claims.folding { journal = last.journal }
      try journal.read(in: notes)
    }
    self.journal = journal
  }

  /// The journals with damaged lines, which are skipped, and the number of these.
  package var damage: [(journal: Path, lines: Int)] {
    let notes = OutputFolder.notes(in: folder)
    return journal.damagedLines.map { (notes.appending($0), $1) }.sorted { $0.journal.text < $1.journal.text }
  }

  /// Whether a file may be a scan that an earlier run noted in a journal, or in a line of it, that is lost.
  func mayHaveLost(_ path: Path) -> Bool {
    (journal.isEmpty || !journal.damagedLines.isEmpty) && journal.files(named: name(of: path)) == nil
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
      scan.fileName(stem: stem).map { made(folder.appending($0), as: $0)?.content == scan.content } ?? false
    }
    return areUnchanged ? record : nil
  }

  /// The scans that an earlier run made as this work, with their digests; nil if there are none, or one is missing or
  /// changed.
  package func scans(of work: Digest, stem: [UInt8]) -> [(path: Path, content: Digest)]? {
    guard let record = record(of: work, stem: stem), !record.scans.isEmpty else { return nil }
    return record.scans.compactMap { scan in scan.fileName(stem: stem).map { (folder.appending($0), scan.content) } }
  }

  /// Whether peel made this file in the folder, or in one below it, and nobody has changed it since.
  package func made(_ path: Path) -> Bool { isReserved(path) || madeFile(path) != nil }

  /// Whether this file is an unchanged scan of the photo with this claim.
  func made(_ path: Path, of claim: Claim) -> Bool {
    if isReserved(path) { return true }
    guard let (name, made) = madeFile(path) else { return false }
    if let picture = made.picture, picture != claim.picture { return false }
    let stem = claim.stem
    if let owner = made.owner { return [UInt8](percentEncoded: owner) == stem }
    // In journals of older versions, the name tells: it begins with the stem, and not with a longer one.
    let rest = name.dropFirst(stem.count)
    let ends = rest.indices.filter { name[$0] == UInt8(ascii: "-") }
    return name.starts(with: stem) && rest.first.map { [UInt8(ascii: "-"), UInt8(ascii: ".")].contains($0) } ?? false
      && !ends.contains { $0 > stem.count && self.claim(to: Array(name[..<$0])) != nil }
  }

  /// Whether a run noted a file that it made, or was about to make.
  var namesFiles: Bool { journal.namesFiles }

  /// Whether some of the photos are, or were, in the folder itself or in one inside it.
  var holdsPhotos: Bool {
    if claims.tellOfPhotosInside { return true }
    let inside = PhotoPlace.beginning(in: folder)
    return claims.places.contains { $0.bytes.starts(with: inside) }
  }

  /// Whether runs noted files of the folder, and nothing of what they noted is lost.
  var listsAll: Bool { !journal.isEmpty && journal.damagedLines.isEmpty }

  /// Whether a run noted a file with this name, whoever may have changed it since.
  func lists(_ path: Path) -> Bool { !names(of: path).isEmpty }

  /// Whether a file has the bytes of a scan that a run noted, by whatever name: it was copied or renamed.
  func isCopy(_ path: Path) -> Bool {
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
    for _ in 0...NameTemplate.mostFolders {
      if journal.files(named: name) != nil, (try? Descriptor(reading: folder).isFile(at: self.folder)) == true {
        names.append(name)
      }
      let outer = folder.folder
      if folder.name.isEmpty || outer == folder { break }
      name = folder.name + [UInt8(ascii: "/")] + name
      folder = outer
    }
    return names
  }

  /// The name in the folder of a file that peel made, and what was noted about it; nil for other files.
  private func madeFile(_ path: Path) -> (name: [UInt8], file: Journal.Announcement)? {
    for name in names(of: path) {
      if let made = made(path, as: name) { return (name, made) }
    }
    return nil
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

  /// What a run noted about this file before it made it by this name in the folder; nil if none did, if the file was
  /// changed since, and for a link, which peel never makes. Files of another size aren't read.
  private func made(_ path: Path, as name: [UInt8]) -> Journal.Announcement? {
    guard let files = journal.files(named: name), let file = try? Descriptor(readingItself: path),
      let status = try? file.status(), status.kind == .file,
      files.values.contains(where: { $0.bytes == nil || $0.bytes == status.size })
    else { return nil }
    return (try? file.digest()).flatMap { files[$0] }
  }
}

extension FinishedScans {
  /// The record of a scan with a stem that was merged from several shots; nil if there is none or it was changed.
  func merged(stem: [UInt8], fileExtension: String) -> Journal.Record? {
    let names = [false, true].map {
      ScanNames.file(ScanNames.numbered(stem, 1), isPictureOfBoth: $0, fileExtension: fileExtension)
    }
    return names.lazy.compactMap { name -> Journal.Record? in
      made(folder.appending(name), as: name).flatMap { journal.merge(name: name, content: $0.content) }
    }.first
  }

  /// Whether a scan with a stem was merged from several shots, and nobody has changed it.
  package func isMerged(stem: [UInt8], fileExtension: String) -> Bool {
    merged(stem: stem, fileExtension: fileExtension) != nil
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
