import Glibc

/// What earlier runs left in the folder for the scans.
struct FinishedScans: Sendable {
  let folder: Path
  private let identity: FileIdentity?
  private let journal: Journal

  /// - Parameter folder: need not be there.
  init(in folder: Path) throws(FileError) {
    self.folder = folder
    identity = try? Descriptor(reading: folder).status().identity
    let notes = OutputFolder.notes(in: folder)
    do throws(SystemError) { journal = exists(notes) ? try Journal(in: notes) : Journal() } catch {
      throw .noFolder(folder, reason: "\(notes.shown) cannot be read: \(error.reason)")
    }
  }

  /// What a run noted of this work, if all its scans are still there as they were written.
  func record(of work: Digest, stem: [UInt8]) -> Journal.Record? {
    guard let record = journal[work] else { return nil }
    let areThere = record.scans.allSatisfy { scan in
      content(of: folder.appending(stem + Array(scan.ending.utf8))) == scan.content
    }
    return areThere ? record : nil
  }

  /// Whether a run made this file in the folder, and nobody has changed it since.
  func made(_ path: Path) -> Bool {
    guard journal.knows(name: path.name), (try? Descriptor(reading: path.folder).status().identity) == identity,
      let content = content(of: path)
    else { return false }
    return journal.knows(name: path.name, content: content)
  }

  private func content(of path: Path) -> Digest? {
    guard let file = try? Descriptor(reading: path), let status = try? file.status(), status.kind == .file else {
      return nil
    }
    return (try? file.bytes(limit: status.size)).map { Digest($0) }
  }
}

/// The folder for the scans while one run has it, or one run of each shard.
final class OutputFolder: Sendable {
  let finished: FinishedScans
  let path: Path
  private let shard: Shard
  private let lock: Descriptor
  private let journal: JournalWriter

  /// Where runs note what they made.
  static func notes(in folder: Path) -> Path { folder.appending(Array(".peel".utf8)) }

  /// Makes the folder if it is missing, claims it, and clears what killed runs left half-written.
  init(_ path: Path, shard: Shard) throws(FileError) {
    self.path = path
    self.shard = shard
    let notes = Self.notes(in: path)
    try prepareFolder(path)
    try prepareFolder(notes)
    do throws(SystemError) {
      lock = try Descriptor(appendingTo: notes.appending(Array("lock".utf8)))
      // A file system without claims cannot tell of other runs.
      guard (try? lock.claim(shard == .whole ? .alone : .together)) ?? true,
        let journal = try JournalWriter(notes.appending(Journal.beginning + shard.suffix))
      else { throw SystemError(code: EWOULDBLOCK) }
      self.journal = journal
      for folder in [path, notes] { try clearLeftovers(in: folder) }
    } catch {
      throw error.code == EWOULDBLOCK ? .busy(path) : .noFolder(path, reason: error.reason)
    }
    finished = try FinishedScans(in: path)
  }

  func note(_ record: Journal.Record) throws(FileError) {
    do throws(SystemError) { try journal.add(record) } catch { throw fileError(error) }
  }

  /// Says that a scan with these bytes is about to appear.
  func announce(_ scan: Path, _ bytes: [UInt8]) throws(FileError) {
    do throws(SystemError) {
      try journal.add(Journal.Announcement(name: Digest(scan.name), content: Digest(bytes)))
    } catch {
      throw fileError(error)
    }
  }

  private func fileError(_ error: SystemError) -> FileError {
    error.isFullDisk ? .noRoom(path, reason: error.reason) : .unwritable(path, reason: error.reason)
  }

  /// Leaves a list of photos for `peel -0`, and says where it is; nil of an empty list.
  func list(_ photos: [Path]) throws(FileError) -> Path? {
    let list = Self.notes(in: path).appending(Array("review".utf8) + shard.suffix)
    if photos.isEmpty {
      try? remove(list)
      return nil
    }
    let lines: [UInt8] = photos.flatMap { photo in ((try? absolute(photo)) ?? photo).bytes + [0] }
    try writeWhole(lines, to: list, force: true)
    return list
  }
}

extension Shard {
  /// Of the names of its files among the notes.
  fileprivate var suffix: [UInt8] { Array((self == .whole ? "" : "-\(number)-of-\(count)").utf8) }
}
