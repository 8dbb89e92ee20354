internal import PeelFiles
internal import PeelPlatform
internal import Synchronization

/// The notes in a folder for scans, which are kept and locked while one run works in it, or one run of each shard.
final class RunNotes: Sendable {
  /// The folder for scans.
  private let path: Path
  /// How the paths of photos in the folder begin.
  private let home: [UInt8]
  private let shard: Shard
  /// The folder for scans, beneath which all is written, wherever it is by now.
  let scans: Descriptor
  private let notes: Mutex<Notes>
  /// What it is reading; nil if that can't be noted.
  let reading: ReadingNotes?
  /// How the folder tells names apart.
  let folding: NameFolding
  /// The journals of all shards, as far as they were read.
  private let others: Mutex<Journal?>

  /// What is open while the run works.
  private struct Notes: ~Copyable {
    /// Keeps other runs away.
    var lock: Descriptor
    var journal: JournalWriter
  }

  static let lockName = Array("lock".utf8), turnName = Array("claims".utf8)
  private static let readingName = Array("reading".utf8)
  private static let name = Array(".peel".utf8)
  static func journalName(_ shard: Shard) -> [UInt8] { Journal.prefix + shard.suffix }

  /// The folder in which runs note what they made.
  static func path(in folder: Path) -> Path { folder.appending(name) }

  /// The time between two attempts to lock a folder, in microseconds.
  static let pause: UInt32 = 20_000

  /// Makes the folder for scans if it is missing, locks it, and removes what killed runs left half-written.
  init(in path: Path, shard: Shard) throws(OutputError) {
    self.path = path
    self.shard = shard
    try mapping(OutputError.file, prepareFolder(path))
    home = PhotoPlace.beginning(in: path)
    scans = try mapping(
      { (error: SystemError) in OutputError.file(FileError(.noFolder, path, reason: error.reason)) },
      Descriptor(reading: path))
    let own = try Self.notes(of: path, scans)
    notes = Mutex(
      Notes(lock: try Self.lock(path, own, for: shard), journal: try Self.journal(of: path, own, for: shard)))
    reading = try? ReadingNotes(Self.readingName + shard.suffix, in: own)
    do throws(SystemError) {
      try scans.clearLeftovers()
      try own.clearLeftovers()
    } catch {
      throw .file(FileError(.noFolder, path, reason: error.reason))
    }
    let run = "\(CurrentProcess.number)" + String(decoding: shard.suffix, as: UTF8.self)
    folding = NameFolding(probing: own, run: run)
    others = Mutex(nil)
  }

  /// Notes that a stem is a photo's, unless that is noted already.
  ///
  /// - Parameter finished: what earlier runs noted.
  /// - Throws: `givenAway` if another shard has given the stem to another photo since this run began.
  func claim(_ claim: Claim, _ finished: FinishedScans) throws(OutputError) {
    var claim = claim
    claim.isInside = claim.file.map { $0.path.bytes.starts(with: home) } ?? false
    if let known = finished.claim(to: claim.stem) {
      claim.run = known.run
      if known == claim { return }
    }
    claim.run = finished.claims.lastRun + 1
    if try !add(claim, finished) { throw .givenAway(path.appending(claim.stem)) }
  }

  /// Adds a claim to the journal. Shards do so in turn, and look at each other's claims first.
  ///
  /// - Returns: false if the stem is another photo's by now.
  private func add(_ claim: Claim, _ finished: FinishedScans) throws(OutputError) -> Bool {
    guard shard != .whole else {
      try write { journal throws(SystemError) in try journal.add(claim) }
      return true
    }
    return try others.withLock { others throws(OutputError) in
      // The claims of others are among the notes.
      try write { _ in }
      let turn = try turn()
      if others == nil { others = finished.journal }
      try others?.read(in: Self.path(in: path), isWatched: true)
      let newest = others?.claims.claim(to: claim.stem)
      if let newest, newest != finished.claim(to: claim.stem), newest.picture != claim.picture { return false }
      try write { journal throws(SystemError) in try journal.add(claim) }
      withExtendedLifetime(turn) {}
      return true
    }
  }

  /// Waits until no other shard adds a claim, nor will until the returned file is closed.
  private func turn() throws(OutputError) -> Descriptor {
    let notes = Self.path(in: path)
    do throws(SystemError) {
      let turn = try Descriptor(appendingTo: Self.turnName, in: Descriptor(folderItself: Self.name, in: scans))
      while !((try? turn.lock()) ?? true) { usleep(Self.pause) }
      return turn
    } catch {
      throw Self.error(error, opening: notes.appending(Self.turnName), in: path)
    }
  }

  /// Notes that all files of a work are written.
  func note(_ record: NotedWork<some WorkFacts>) throws(OutputError) {
    try write { journal throws(SystemError) in try journal.add(record) }
  }

  /// Notes that a file is about to be written.
  func announce(_ file: Journal.Announcement) throws(OutputError) {
    try write { journal throws(SystemError) in try journal.add(file) }
  }

  /// Throws if the folder is no longer where it was when the run began.
  func check() throws(OutputError) {
    if scans.isFile(at: path) { return }
    throw .file(FileError(exists(path) ? .replaced : .vanished, path))
  }

  /// The folder for notes, which is made if it is missing.
  func folder() throws(OutputError) -> Descriptor { try Self.notes(of: path, scans) }

  /// Writes to the journal, which is put back first if it was deleted or moved away.
  func write(_ add: (JournalWriter) throws(SystemError) -> Void) throws(OutputError) {
    try notes.withLock { notes throws(OutputError) in
      try check()
      do throws(OutputError) { try putBack(&notes) } catch {
        // They were moved away again meanwhile.
        guard case .file(let lack) = error, lack.fault == .noFolder else { throw error }
        try putBack(&notes)
      }
      try mapping(fileError, add(notes.journal))
    }
  }

  private func fileError(_ error: SystemError) -> OutputError {
    .file(FileError(error.isFullDisk ? .diskFull : .unwritable, path, reason: error.reason))
  }
}

// MARK: - The notes' files

extension RunNotes {
  /// The folder for notes, which is made if it is missing.
  private static func notes(of folder: Path, _ scans: borrowing Descriptor) throws(OutputError) -> Descriptor {
    let notes = path(in: folder)
    do throws(SystemError) { return try scans.folder(name) } catch {
      switch error.code {
      case ENOENT where !isFolder(folder): throw .file(FileError(.vanished, folder))
      case ENOENT: throw .file(FileError(.noFolder, notes, reason: error.reason))
      case _: throw Self.error(error, opening: notes, in: folder)
      }
    }
  }

  /// Keeps other runs away from a folder.
  private static func lock(
    _ folder: Path, _ notes: borrowing Descriptor, for shard: Shard
  ) throws(OutputError) -> Descriptor {
    do throws(SystemError) {
      let lock = try Descriptor(appendingTo: lockName, in: notes)
      // A file system without locks can't tell whether other runs are at work.
      if (try? lock.lock(shard == .whole ? .exclusive : .shared)) ?? true { return lock }
    } catch {
      throw Self.error(error, opening: path(in: folder).appending(lockName), in: folder)
    }
    throw .file(FileError(.busy, folder))
  }

  private static func journal(
    of folder: Path, _ notes: borrowing Descriptor, for shard: Shard
  ) throws(OutputError) -> JournalWriter {
    let name = journalName(shard)
    do throws(SystemError) {
      if let journal = try JournalWriter(name, in: notes) { return journal }
    } catch {
      throw Self.error(error, opening: path(in: folder).appending(name), in: folder)
    }
    throw .file(FileError(.busy, folder))
  }

  /// Makes anew what was deleted, or moved away, since it was opened. The new journal gets all lines of the old one.
  private func putBack(_ notes: inout Notes) throws(OutputError) {
    let folder = Self.path(in: path)
    // Notes behind a link are others', even if they are the same files.
    let own = try Self.notes(of: path, scans)
    let isLocked = notes.lock.hasOnlyName(folder.appending(Self.lockName))
    let isNoted = notes.journal.hasOnlyName(folder.appending(Self.journalName(shard)))
    if !isLocked { notes.lock = try Self.lock(path, own, for: shard) }
    if isNoted { return }
    let journal = try Self.journal(of: path, own, for: shard)
    try mapping(fileError, journal.add(linesOf: notes.journal))
    notes.journal = journal
  }

  /// Why one of the notes' files, or their folder, can't be used.
  static func error(_ error: SystemError, opening file: Path, in folder: Path) -> OutputError {
    switch error.code {
    case EISDIR: .noNotes(file, "a folder")
    case ELOOP: .noNotes(file, "a link")
    case ENOTDIR: .noNotes(file, "a link or a file")
    case ENXIO: .noNotes(file, "a pipe or a device")
    case EMLINK: .noNotes(file, "a file with another name elsewhere")
    case _ where error.isFullDisk: .file(FileError(.diskFull, folder, reason: error.reason))
    case _: .file(FileError(.noFolder, folder, reason: "\(file.shown): \(error.reason)"))
    }
  }
}

extension Shard {
  /// The suffix of the names of its files among the notes.
  var suffix: [UInt8] { Array((self == .whole ? "" : "-\(number)-of-\(count)").utf8) }
}
