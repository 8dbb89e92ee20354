package import PeelFiles
internal import PeelPlatform
internal import Synchronization

/// The folder for scans while one run works in it, or one run of each shard, or while the workbench or the live view writes
/// the scans of one photo.
package final class OutputFolder: Sendable {
  /// The scans that were there when it was locked.
  package let finished: FinishedScans
  package let path: Path
  /// How the paths of photos in the folder begin.
  private let home: [UInt8]
  private let shard: Shard
  private let notes: Mutex<Notes>
  /// The journals of all shards, as far as they were read.
  private let others: Mutex<Journal>

  /// What is open while the run works.
  private struct Notes: ~Copyable {
    /// The folder for scans.
    let scans: Descriptor
    /// Keeps other runs away.
    var lock: Descriptor
    var journal: JournalWriter
  }

  private static let lockName = Array("lock".utf8), turnName = Array("claims".utf8)
  private static func journalName(_ shard: Shard) -> [UInt8] { Journal.prefix + shard.suffix }

  /// The folder in which runs note what they made.
  static func notes(in folder: Path) -> Path { folder.appending(".peel") }

  /// Whether a run ever made scans in the folder.
  package static func hasJournal(_ folder: Path) -> Bool {
    ((try? names(in: notes(in: folder))) ?? []).contains { $0.starts(with: Journal.prefix) }
  }

  /// The folder for the scans of one photo. Waits a while for others who write to it.
  ///
  /// - Parameter last: an earlier reading of the folder's notes, which saves the time to read them whole.
  package static func forOnePhoto(_ path: Path, since last: FinishedScans? = nil) throws(FileError) -> OutputFolder {
    let end = ContinuousClock.now + patience
    while true {
      do throws(FileError) { return try OutputFolder(path, shard: .whole, since: last) } catch {
        guard case .busy = error, ContinuousClock.now < end else { throw error }
      }
      usleep(pause)
    }
  }

  /// How long another program may take to write the scans of one photo.
  private static let patience = Duration.seconds(5)

  /// The time between two attempts to lock a folder, in microseconds.
  private static let pause: UInt32 = 20_000

  /// Throws if making the folder, or writing to it, would. Changes nothing.
  package static func check(_ path: Path, shard: Shard) throws(FileError) {
    try checkName(path)
    try checkFolder(path)
    let notes = notes(in: path)
    var file = notes
    do throws(SystemError) {
      if !exists(notes) { return }
      let folder = try Descriptor(folderItself: notes)
      for name in [lockName, journalName(shard)] where exists(notes.appending(name)) {
        file = notes.appending(name)
        if try Descriptor(reading: name, in: folder).status().names > 1 { throw SystemError(code: EMLINK) }
      }
    } catch {
      throw notesError(error, opening: file, in: path)
    }
  }

  /// Throws if nobody means a folder by this name.
  package static func checkName(_ path: Path) throws(FileError) {
    if path == .standardOutput {
      throw .noFolder(Path("standard output"), reason: "only the one scan of `peel scan` can go there")
    }
    // Who names a picture there expects one file. Later runs would take the folder for a photo.
    if path.isNamedLikePicture { throw .pictureName(path) }
  }

  /// Makes the folder if it is missing, locks it, and removes what killed runs left half-written.
  package init(_ path: Path, shard: Shard, since last: FinishedScans? = nil) throws(FileError) {
    try Self.checkName(path)
    self.path = path
    self.shard = shard
    try prepareFolder(path)
    home = PhotoPlace.beginning(in: path)
    let scans: Descriptor
    do throws(SystemError) { scans = try Descriptor(reading: path) } catch {
      throw .noFolder(path, reason: error.reason)
    }
    try Self.prepareNotes(in: path)
    notes = Mutex(
      Notes(
        scans: scans, lock: try Self.lock(path, for: shard), journal: try Self.journal(of: path, for: shard)))
    let folder = Self.notes(in: path)
    do throws(SystemError) { for folder in [path, folder] { try clearLeftovers(in: folder) } } catch {
      throw .noFolder(path, reason: error.reason)
    }
    let run = "\(CurrentProcess.number)" + String(decoding: shard.suffix, as: UTF8.self)
    finished = try FinishedScans(in: path, folding: NameFolding(probing: folder, run: run), since: last)
    others = Mutex(finished.journal)
  }

  /// Notes that a stem is a photo's, unless that is noted already.
  ///
  /// - Throws: `givenAway` if another shard has given the stem to another photo since this run began.
  package func claim(_ claim: Claim) throws(FileError) {
    var claim = claim
    claim.isInside = claim.file.map { $0.path.bytes.starts(with: home) } ?? false
    if let known = finished.claim(to: claim.stem) {
      claim.run = known.run
      if known == claim { return }
    }
    claim.run = finished.claims.lastRun + 1
    if try !add(claim) { throw .givenAway(path.appending(claim.stem)) }
  }

  /// Adds a claim to the journal. Shards do so in turn, and look at each other's claims first.
  ///
  /// - Returns: false if the stem is another photo's by now.
  private func add(_ claim: Claim) throws(FileError) -> Bool {
    guard shard != .whole else {
      try write { journal throws(SystemError) in try journal.add(claim) }
      return true
    }
    return try others.withLock { others throws(FileError) in
      // The claims of others are among the notes.
      try write { _ in }
      let turn = try turn()
      try others.read(in: Self.notes(in: path), isWatched: true)
      let newest = others.claims.claim(to: claim.stem)
      if let newest, newest != finished.claim(to: claim.stem), newest.picture != claim.picture { return false }
      try write { journal throws(SystemError) in try journal.add(claim) }
      withExtendedLifetime(turn) {}
      return true
    }
  }

  /// Waits until no other shard adds a claim, nor will until the returned file is closed.
  private func turn() throws(FileError) -> Descriptor {
    let notes = Self.notes(in: path)
    do throws(SystemError) {
      let turn = try Descriptor(appendingTo: Self.turnName, in: Descriptor(folderItself: notes))
      while !((try? turn.lock()) ?? true) { usleep(Self.pause) }
      return turn
    } catch {
      throw Self.notesError(error, opening: notes.appending(Self.turnName), in: path)
    }
  }

  /// Notes that an item's scans are written.
  func note(_ record: Journal.Record) throws(FileError) {
    try write { journal throws(SystemError) in try journal.add(record) }
  }

  /// Notes that a scan is about to be written.
  ///
  /// - Parameters:
  ///   - content: the digest of its bytes.
  ///   - bytes: their number.
  ///   - claim: the claim of the photo.
  func announce(_ scan: Path, _ content: Digest, bytes: Int, of claim: Claim) throws(FileError) {
    let announcement = Journal.Announcement(
      name: Digest(finished.name(of: scan)), content: content, bytes: bytes, picture: claim.picture,
      owner: claim.stem.percentEncoded)
    try write { journal throws(SystemError) in try journal.add(announcement) }
  }

  /// Throws if the folder is no longer where it was when the run began.
  func check() throws(FileError) { try notes.withLock { notes throws(FileError) in try check(notes) } }

  private func check(_ notes: borrowing Notes) throws(FileError) {
    if notes.scans.isFile(at: path) { return }
    throw exists(path) ? .replaced(path) : .vanished(path)
  }

  /// Writes to the journal, which is put back first if somebody has deleted it or moved it away.
  private func write(_ add: (JournalWriter) throws(SystemError) -> Void) throws(FileError) {
    try notes.withLock { notes throws(FileError) in
      try check(notes)
      do throws(FileError) { try putBack(&notes) } catch {
        // They were moved away again meanwhile.
        guard case .noFolder = error else { throw error }
        try putBack(&notes)
      }
      do throws(SystemError) { try add(notes.journal) } catch { throw fileError(error) }
    }
  }

  private func fileError(_ error: SystemError) -> FileError {
    error.isFullDisk ? .diskFull(path, reason: error.reason) : .unwritable(path, reason: error.reason)
  }
}

// MARK: - The notes' files

extension OutputFolder {
  /// Makes the folder for notes if it is missing, but not the one for scans.
  private static func prepareNotes(in folder: Path) throws(FileError) {
    let notes = notes(in: folder)
    do throws(SystemError) { try makeFolderItself(notes) } catch {
      switch error.code {
      case ENOENT where !isFolder(folder): throw .vanished(folder)
      case ENOENT: throw .noFolder(notes, reason: error.reason)
      case _: throw notesError(error, opening: notes, in: folder)
      }
    }
  }

  /// Keeps other runs away from a folder.
  private static func lock(_ folder: Path, for shard: Shard) throws(FileError) -> Descriptor {
    let notes = notes(in: folder)
    do throws(SystemError) {
      let lock = try Descriptor(appendingTo: lockName, in: Descriptor(folderItself: notes))
      // A file system without locks can't tell whether other runs are at work.
      if (try? lock.lock(shard == .whole ? .exclusive : .shared)) ?? true { return lock }
    } catch {
      throw notesError(error, opening: notes.appending(lockName), in: folder)
    }
    throw .busy(folder)
  }

  private static func journal(of folder: Path, for shard: Shard) throws(FileError) -> JournalWriter {
    let notes = notes(in: folder)
    let name = journalName(shard)
    do throws(SystemError) {
      if let journal = try JournalWriter(name, in: Descriptor(folderItself: notes)) { return journal }
    } catch {
      throw notesError(error, opening: notes.appending(name), in: folder)
    }
    throw .busy(folder)
  }

  /// Makes anew what somebody has deleted, or moved away, since it was opened. The new journal gets all lines of the old one.
  private func putBack(_ notes: inout Notes) throws(FileError) {
    let folder = Self.notes(in: path)
    // Notes behind a link are others', even if they are the same files.
    try Self.prepareNotes(in: path)
    let isLocked = notes.lock.hasOnlyName(folder.appending(Self.lockName))
    let isNoted = notes.journal.hasOnlyName(folder.appending(Self.journalName(shard)))
    if !isLocked { notes.lock = try Self.lock(path, for: shard) }
    if isNoted { return }
    let journal = try Self.journal(of: path, for: shard)
    do throws(SystemError) { try journal.add(linesOf: notes.journal) } catch { throw fileError(error) }
    notes.journal = journal
  }

  /// Why one of the notes' files, or their folder, can't be used.
  static func notesError(_ error: SystemError, opening file: Path, in folder: Path) -> FileError {
    switch error.code {
    case EISDIR: .noNotes(file, "a folder")
    case ELOOP: .noNotes(file, "a link")
    case ENOTDIR: .noNotes(file, "a link or a file")
    case ENXIO: .noNotes(file, "a pipe or a device")
    case EMLINK: .noNotes(file, "a file with another name elsewhere")
    case _ where error.isFullDisk: .diskFull(folder, reason: error.reason)
    case _: .noFolder(folder, reason: "\(file.shown): \(error.reason)")
    }
  }
}

// MARK: - Photos to review

extension OutputFolder {
  /// Writes a list of photos for `peel -0` and, beside it, the stems of their scans, which depend on the whole batch.
  ///
  /// - Returns: the list's path; nil if there are no photos, in which case an earlier list is removed.
  package func writeReviewList(_ photos: [Path], stems: [Path: [UInt8]]) throws(FileError) -> Path? {
    let notes = Self.notes(in: path)
    let list = notes.appending(Array("review".utf8) + shard.suffix)
    let names = notes.appending(Self.stemList + shard.suffix)
    let photos = photos.filter { $0 != .standardInput }
    try check()
    if photos.isEmpty {
      for file in [list, names] { try? remove(file) }
      return nil
    }
    try write { _ in }
    let paths = photos.map { (try? absolute($0)) ?? $0 }
    let pairs = zip(photos, paths).flatMap { photo, path in [path.bytes, stems[photo] ?? []] }
    for (file, fields) in [(names, pairs), (list, paths.map(\.bytes))] {
      if Descriptor.Status(ofItself: file)?.kind == .folder { throw .noNotes(file, "a folder") }
      try writeWhole(fields.flatMap { $0 + [0] }, to: file, force: true)
    }
    return list
  }

  private static let stemList = Array("names".utf8)
  /// The largest list of stems, in bytes.
  private static let stemListLimit = 1 << 26

  /// The stems of photos that a run listed for review in the folder.
  package static func stems(of photos: [Path], in folder: Path) -> [Path: [UInt8]] {
    let notes = notes(in: folder)
    var stems: [Path: [UInt8]] = [:]
    for name in (try? names(in: notes)) ?? [] where name.starts(with: stemList) {
      let bytes =
        (try? Descriptor(reading: name, in: Descriptor(folderItself: notes)).bytes(limit: stemListLimit)) ?? []
      let fields = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
      for at in stride(from: 0, to: fields.count - 1, by: 2) { stems[Path(bytes: fields[at])] = fields[at + 1] }
    }
    var taken: Set<[UInt8]> = []
    return photos.reduce(into: [:]) { known, photo in
      guard let stem = (try? absolute(photo)).flatMap({ stems[$0] }), Claim.isStem(stem),
        taken.insert(stem).inserted
      else { return }
      known[photo] = stem
    }
  }
}

extension Shard {
  /// The suffix of the names of its files among the notes.
  fileprivate var suffix: [UInt8] { Array((self == .whole ? "" : "-\(number)-of-\(count)").utf8) }
}
