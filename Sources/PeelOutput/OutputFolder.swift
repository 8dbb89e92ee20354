package import PeelFiles
internal import PeelPlatform
internal import Synchronization

/// The door to a folder for scans, while one run works in it, or one run of each shard, or while the workbench or the live
/// view writes the scans of one photo. Nothing else writes there.
package final class OutputFolder: Sendable {
  package let path: Path
  /// The scans that were there when it was opened.
  package let finished: FinishedScans
  let shard: Shard
  /// nil in a dry run, which writes nothing.
  let notes: RunNotes?
  /// The names that a dry run would have given.
  private let planned = Mutex<Set<NameFolding.Key>>([])

  /// Makes the folder if it is missing, locks it, and removes what killed runs left half-written.
  ///
  /// - Parameters:
  ///   - isDryRun: only looks whether all that can be done. Nothing is changed, then or later.
  ///   - last: an earlier reading of the folder's notes, which saves the time to read them whole.
  package init(
    _ path: Path, shard: Shard = .whole, isDryRun: Bool = false, since last: FinishedScans? = nil
  ) throws(OutputError) {
    try Self.checkName(path)
    if isDryRun { try Self.check(path, shard: shard) }
    (self.path, self.shard) = (path, shard)
    notes = isDryRun ? nil : try RunNotes(in: path, shard: shard)
    finished = try FinishedScans(in: path, folding: notes?.folding, since: last)
  }

  /// The folder for the scans of one photo. Waits a while for others who write to it.
  package static func forOnePhoto(_ path: Path, since last: FinishedScans? = nil) throws(OutputError) -> OutputFolder {
    let end = ContinuousClock.now + patience
    while true {
      do throws(OutputError) { return try OutputFolder(path, since: last) } catch {
        guard case .file(let file) = error, file.fault == .busy, ContinuousClock.now < end else { throw error }
      }
      usleep(RunNotes.pause)
    }
  }

  /// How long another program may take to write the scans of one photo.
  private static let patience = Duration.seconds(5)

  package var isDryRun: Bool { notes == nil }

  /// The photos that the last run was reading when it was killed, or crashed.
  package var photosLeft: [Path] { notes?.reading?.left ?? [] }

  /// Does work that reads a photo. If the run is killed meanwhile, or crashes, the next one can name the photo.
  package func reading<Result>(_ photo: Path, _ work: () -> Result) -> Result {
    notes?.reading?.begin(photo)
    defer { notes?.reading?.end(photo) }
    return work()
  }

  /// Throws for names that can't be folders, such as `-` or `scan.jpg`.
  package static func checkName(_ path: Path) throws(OutputError) {
    if path == .standardOutput {
      throw .file(
        FileError(.noFolder, Path("standard output"), reason: "only the one scan of `peel scan` can go there"))
    }
    // Who names a picture there expects one file. Later runs would take the folder for a photo.
    if path.isNamedLikePicture { throw .pictureName(path) }
  }

  /// Throws if making the folder, or writing to it, would. Changes nothing.
  private static func check(_ path: Path, shard: Shard) throws(OutputError) {
    try mapping(OutputError.file, checkFolder(path))
    let notes = RunNotes.path(in: path)
    var file = notes
    do throws(SystemError) {
      if !exists(notes) { return }
      let folder = try Descriptor(folderItself: notes)
      for name in [RunNotes.lockName, RunNotes.journalName(shard)] where exists(notes.appending(name)) {
        file = notes.appending(name)
        if try Descriptor(reading: name, in: folder).status().names > 1 { throw SystemError(code: EMLINK) }
      }
    } catch {
      throw RunNotes.error(error, opening: file, in: path)
    }
  }

  /// Whether a run ever made scans in the folder.
  package static func hasJournal(_ folder: Path) -> Bool {
    ((try? names(in: RunNotes.path(in: folder))) ?? []).contains { $0.starts(with: Journal.prefix) }
  }

  /// Notes that a stem is a photo's, unless that is noted already.
  ///
  /// - Throws: `givenAway` if another shard has given the stem to another photo since this run began.
  package func claim(_ claim: Claim) throws(OutputError) { try notes?.claim(claim, finished) }

  /// What an earlier run noted of the same work, whose files are unchanged; nil if it is to be done. Notes that the stem is
  /// still the photo's.
  ///
  /// A photo made to have another's digest isn't the same work: its picture has another digest.
  package func receipt<Facts: WorkFacts>(
    of work: Digest, _ claim: Claim
  ) throws(OutputError) -> Receipt<Facts>? {
    if let known = finished.claim(to: claim.stem), known.photo == claim.photo, known.picture != claim.picture {
      return nil
    }
    let receipt: Receipt<Facts>? = finished.receipt(of: work, stem: claim.stem)
    if receipt != nil { try self.claim(claim) }
    return receipt
  }

  /// Whether a file of the photo with this claim may have this name: it is free, or an earlier run made the file that has it
  /// for the same photo, and it is unchanged and none of the run's photos.
  package func mayWrite(_ path: Path, of claim: Claim, sparing inputs: InputFiles) -> Bool {
    !exists(path) || mayReplace(path, claim, inputs)
  }

  private func mayReplace(_ path: Path, _ claim: Claim, _ inputs: InputFiles) -> Bool {
    finished.made(path, of: claim) && !inputs.contains(path)
  }

  /// Delivers the files of a work: claims its stem, announces and writes each file, and once all are written notes the work as
  /// done. A file that exists is replaced only if peel made it for the same photo and it is unchanged, and never if it is one
  /// of the photos. A dry run only looks whether all could be written.
  ///
  /// - Parameters:
  ///   - work: the digest of everything that the files depend on; nil if the work isn't noted as done.
  ///   - facts: what is noted about the work.
  ///   - inputs: the photos of the run.
  ///   - isWhole: writes no more files after one that can't be written.
  package func deliver<Facts: WorkFacts>(
    _ products: [Product<Facts.File>], of claim: Claim, as work: Digest?, _ facts: Facts, sparing inputs: InputFiles,
    isWhole: Bool = false
  ) -> Delivery<Facts.File> {
    var delivery = Delivery<Facts.File>()
    do throws(OutputError) { try self.claim(claim) } catch {
      delivery.failure = error
      return delivery
    }
    for product in products {
      do throws(OutputError) {
        let content = try deliver(product.bytes, to: product.file, of: claim, sparing: inputs)
        delivery.files.append(.success(Delivered(file: product.file, content: content, facts: product.facts)))
      } catch {
        delivery.files.append(.failure(error))
        delivery.failure = delivery.failure ?? error
        if isWhole { return delivery }
      }
    }
    guard let notes, let work, delivery.failure == nil else { return delivery }
    let files = delivery.files.compactMap { file in
      (try? file.get()).flatMap { file in
        file.content.map { (Journal.File(finished.name(of: file.file), stem: claim.stem, content: $0), file.facts) }
      }
    }
    do throws(OutputError) { try notes.note(NotedWork(work: work, facts: facts, files: files)) } catch {
      delivery.failure = error
    }
    return delivery
  }

  /// Writes a file or, in a dry run, looks whether it could be written.
  ///
  /// - Returns: the digest of its bytes; nil in a dry run.
  private func deliver(
    _ bytes: [UInt8]?, to path: Path, of claim: Claim, sparing inputs: InputFiles
  ) throws(OutputError) -> Digest? {
    let name = finished.name(of: path)
    guard let bytes, let notes else {
      let isNew =
        mayWrite(path, of: claim, sparing: inputs)
        && planned.withLock { $0.insert(finished.claims.folding(name)).inserted }
      if !isNew { throw .file(FileError(.exists, path)) }
      return nil
    }
    let content = Digest(bytes)
    let replaces = mayReplace(path, claim, inputs)
    do throws(OutputError) {
      if !replaces, exists(path), !holds(path, bytes) { throw .file(FileError(.exists, path)) }
      _ = try folder(for: path, in: notes)
      try notes.announce(
        Journal.Announcement(
          name: Digest(name), content: content, bytes: bytes.count, picture: claim.picture,
          owner: claim.stem.percentEncoded))
      try mapping(OutputError.file) { () throws(FileError) in
        try writeWhole(bytes, to: path, by: notes.scans, force: replaces) {
          // Writing takes a while, in which the earlier scan may be edited, or a folder be replaced.
          guard (try? notes.check()) != nil, !replaces || mayWrite(path, of: claim, sparing: inputs) else { return nil }
          return try? folder(for: path, in: notes)
        }
      }
    } catch {
      // If a folder was replaced, that is what there is to know, whatever failed in it.
      try notes.check()
      _ = try folder(for: path, in: notes)
      throw error
    }
    return content
  }

  /// The folder for a file: the one for scans, or one beneath it. Those that are missing are made. Links to folders aren't
  /// followed.
  private func folder(for path: Path, in notes: RunNotes) throws(OutputError) -> Descriptor {
    var inner = self.path
    do throws(SystemError) {
      var folder = try notes.scans.again()
      for name in finished.name(of: path).split(separator: UInt8(ascii: "/")).dropLast() {
        inner = inner.appending(Array(name))
        folder = try folder.folder(Array(name))
      }
      return folder
    } catch {
      let isInTheWay = [ELOOP, ENOTDIR].contains(error.code)
      if isInTheWay { throw .file(FileError(.unwritable, path, reason: "\(inner.shown) is a link or a file")) }
      throw .file(FileError(error, writing: path))
    }
  }
}
