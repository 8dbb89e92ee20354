import PeelPlatform

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

  /// Says that a scan is about to appear.
  func announce(_ scan: Path, _ content: Digest) throws(FileError) {
    do throws(SystemError) {
      try journal.add(Journal.Announcement(name: Digest(scan.name), content: content))
    } catch {
      throw fileError(error)
    }
  }

  private func fileError(_ error: SystemError) -> FileError {
    error.isFullDisk ? .noRoom(path, reason: error.reason) : .unwritable(path, reason: error.reason)
  }

  /// Leaves a list of photos for `peel -0`, and says where it is; nil of an empty list. What their scans are called lies
  /// beside it, because that depends on all photos of the batch.
  func list(_ photos: [Path], stems: [Path: [UInt8]]) throws(FileError) -> Path? {
    let notes = Self.notes(in: path)
    let list = notes.appending(Array("review".utf8) + shard.suffix)
    let names = notes.appending(Self.names + shard.suffix)
    if photos.isEmpty {
      for file in [list, names] { try? remove(file) }
      return nil
    }
    let places = photos.map { (try? absolute($0)) ?? $0 }
    let pairs = zip(photos, places).flatMap { photo, place in [place.bytes, stems[photo] ?? []] }
    try writeWhole(pairs.flatMap { $0 + [0] }, to: names, force: true)
    try writeWhole(places.flatMap { $0.bytes + [0] }, to: list, force: true)
    return list
  }

  private static let names = Array("names".utf8)

  /// What the scans of these photos are called where a run left them for review in the folder.
  static func stems(of photos: [Path], in folder: Path) -> [Path: [UInt8]] {
    let notes = notes(in: folder)
    var stems: [Path: [UInt8]] = [:]
    for name in (try? peel.names(in: notes)) ?? [] where name.starts(with: names) {
      let file = try? Descriptor(reading: notes.appending(name))
      let bytes = (try? file?.bytes(limit: mostBytesOfNames)) ?? []
      let fields = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
      for at in stride(from: 0, to: fields.count - 1, by: 2) { stems[Path(bytes: fields[at])] = fields[at + 1] }
    }
    var taken: Set<[UInt8]> = []
    return photos.reduce(into: [:]) { known, photo in
      guard let stem = (try? absolute(photo)).flatMap({ stems[$0] }), !stem.contains(UInt8(ascii: "/")),
        taken.insert(stem).inserted
      else { return }
      known[photo] = stem
    }
  }

  private static let mostBytesOfNames = 1 << 28
}

extension Shard {
  /// Of the names of its files among the notes.
  fileprivate var suffix: [UInt8] { Array((self == .whole ? "" : "-\(number)-of-\(count)").utf8) }
}
