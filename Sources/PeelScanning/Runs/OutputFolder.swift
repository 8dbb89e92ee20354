package import PeelFiles
internal import PeelPlatform

/// The folder for scans while one run works in it, or one run of each shard, or while the workbench or the live view writes
/// the scans of one photo.
package final class OutputFolder: Sendable {
  /// The scans that were there when it was locked.
  package let finished: FinishedScans
  package let path: Path
  private let shard: Shard
  private let lock: Descriptor
  private let journal: JournalWriter

  /// The folder in which runs note what they made.
  static func notes(in folder: Path) -> Path { folder.appending(".peel") }

  /// Whether a run ever made scans in the folder.
  static func hasJournal(_ folder: Path) -> Bool {
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

  /// Makes the folder if it is missing, locks it, and removes what killed runs left half-written.
  package init(_ path: Path, shard: Shard, since last: FinishedScans? = nil) throws(FileError) {
    if path == .standardOutput {
      throw .noFolder(Path("standard output"), reason: "only the one scan of `peel scan` can go there")
    }
    // Who names a picture there expects one file. Later runs would take the folder for a photo.
    if path.withoutEndingSlashes.hasPhotoExtension { throw .noFolder(path, reason: "it is named like a picture") }
    self.path = path
    self.shard = shard
    let notes = Self.notes(in: path)
    try prepareFolder(path)
    try prepareFolder(notes)
    do throws(SystemError) {
      let own = try Descriptor(folderItself: notes)
      lock = try Descriptor(appendingTo: Array("lock".utf8), in: own)
      // A file system without locks can't tell whether other runs are at work.
      guard (try? lock.lock(shard == .whole ? .exclusive : .shared)) ?? true,
        let journal = try JournalWriter(Journal.prefix + shard.suffix, in: own)
      else { throw SystemError(code: EWOULDBLOCK) }
      self.journal = journal
      for folder in [path, notes] { try clearLeftovers(in: folder) }
    } catch {
      switch error.code {
      case EWOULDBLOCK: throw .busy(path)
      case ELOOP, ENOTDIR: throw .noFolder(path, reason: "\(notes.shown) or a file in it is a link")
      case _: throw .noFolder(path, reason: error.reason)
      }
    }
    let run = "\(CurrentProcess.number)" + String(decoding: shard.suffix, as: UTF8.self)
    finished = try FinishedScans(in: path, folding: NameFolding(probing: notes, run: run), since: last)
  }

  /// Notes that a stem is a photo's, unless that is noted already.
  package func claim(_ claim: Claim) throws(FileError) {
    if finished.claim(to: claim.stem) == claim { return }
    do throws(SystemError) { try journal.add(claim) } catch { throw fileError(error) }
  }

  /// Notes that an item's scans are written.
  func note(_ record: Journal.Record) throws(FileError) {
    do throws(SystemError) { try journal.add(record) } catch { throw fileError(error) }
  }

  /// Notes that a scan of the photo with the stem is about to be written.
  func announce(_ scan: Path, _ content: Digest, stem: [UInt8]) throws(FileError) {
    let name = Digest(finished.name(of: scan))
    do throws(SystemError) {
      try journal.add(Journal.Announcement(name: name, content: content, owner: stem.percentEncoded))
    } catch {
      throw fileError(error)
    }
  }

  private func fileError(_ error: SystemError) -> FileError {
    error.isFullDisk ? .diskFull(path, reason: error.reason) : .unwritable(path, reason: error.reason)
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
    if photos.isEmpty {
      for file in [list, names] { try? remove(file) }
      return nil
    }
    let paths = photos.map { (try? absolute($0)) ?? $0 }
    let pairs = zip(photos, paths).flatMap { photo, path in [path.bytes, stems[photo] ?? []] }
    try writeWhole(pairs.flatMap { $0 + [0] }, to: names, force: true)
    try writeWhole(paths.flatMap { $0.bytes + [0] }, to: list, force: true)
    return list
  }

  private static let stemList = Array("names".utf8)
  /// The largest list of stems, in bytes.
  private static let stemListLimit = 1 << 28

  /// The stems of photos that a run listed for review in the folder.
  package static func stems(of photos: [Path], in folder: Path) -> [Path: [UInt8]] {
    let notes = notes(in: folder)
    var stems: [Path: [UInt8]] = [:]
    for name in (try? names(in: notes)) ?? [] where name.starts(with: stemList) {
      let file = try? Descriptor(reading: notes.appending(name))
      let bytes = (try? file?.bytes(limit: stemListLimit)) ?? []
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
}

extension Shard {
  /// The suffix of the names of its files among the notes.
  fileprivate var suffix: [UInt8] { Array((self == .whole ? "" : "-\(number)-of-\(count)").utf8) }
}
