import PeelCodecs
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelScanning
import PeelWorkbench
import Synchronization

/// Developing prints and exporting scans.
extension Studio {
  func scan(_ order: PreviewOrder, of photo: Photo?, longSide: Int?) throws(Sentence) -> Scan {
    guard let photo else { throw Sentence("the photo isn't read") }
    return try mapping(
      { (error: DevelopmentError) in Sentence(Complaint(photo: Path(""), error).fact) },
      picture(of: order.outline, in: photo, longSide: longSide))
  }

  /// A print's scan. With a turn chosen for all prints, none may lie on its side.
  private func picture(of outline: Outline, in photo: Photo, longSide: Int?) throws(DevelopmentError) -> Scan {
    var scan = try scanner.maker.picture(WantedPrint(outline), of: photo, longSide: longSide)
    if scanner.maker.settings.turn != .automatic { scan.facts.wayUp = .given }
    return scan
  }

  /// Small scans of a photo's prints; nil for those that can't be developed.
  ///
  /// - Parameter decoded: the photo; nil to read it.
  func smallScans(_ order: ScansOrder, of decoded: Photo?) throws(Sentence) -> [SmallScan?] {
    let photo: Photo
    do throws(PhotoError) { photo = if let decoded { decoded } else { try read(order.item).file.photo } } catch {
      throw Sentence(Complaint(error).atDesk)
    }
    // As large as faces have to be to tell which side is up.
    let longSide = max(order.longSide, ScanMaker.leastWithFaces)
    return order.outlines.map { outline in
      (try? picture(of: outline, in: photo, longSide: longSide)).map {
        SmallScan(Rendition($0.picture.reduced(toLongSide: order.longSide)), wayUp: $0.wayUp)
      }
    }
  }

  func export(_ order: ExportOrder) throws(Sentence) -> ExportedScans {
    if order.isMerged { return try exportMergedAgain(order) }
    let photo: Path
    let read: ReadPhoto
    do throws(PhotoError) {
      photo = try photoPath(order.item)
      read = try self.read(order.item, keepsDepth: scanner.maker.settings.format.isDeep)
    } catch {
      throw Sentence(Complaint(error).atDesk)
    }
    if let known = order.version, read.version != known {
      roll.withLock { $0.files.doubt(photo) }
      throw Sentence("\(photo.shown) isn't exported: it changed on disk; press r to look again")
    }
    if let crossed = order.outlines.firstIndex(where: { !$0.quad.isConvex }) {
      throw Sentence(
        "\(photo.shown) isn't exported: the corners of print \(crossed + 1) are crossed; move them, or leave it out with x"
      )
    }
    return try export(order, of: read, at: photo)
  }

  /// Makes and writes the scans of a photo that was read. Its file may have been replaced since.
  func export(_ order: ExportOrder, of read: ReadPhoto, at photo: Path) throws(Sentence) -> ExportedScans {
    let file = read.file
    do throws(PhotoError) {
      let wanted = order.outlines.map { WantedPrint($0) }
      if let misfit = misfit(of: wanted, at: photo, file.photo) { throw .sidecar(photo: photo, misfit) }
      // The scans are made before the folder is locked, and named afterwards, so that it's locked only briefly.
      var developed = DevelopedItem(report: ScanReport(photo))
      developed.report.prints = wanted.count
      developed.report.verdict = .sure
      developed.scans = try scanner.plan(wanted, stem: []).map { plan throws(PhotoError) in
        (plan, try scanner.scan(plan, of: file, at: photo))
      }
      let facts = shot == nil ? NameTemplate.Facts(of: photo, file) : nil
      return try write(
        developed, of: order.item, at: photo,
        {
          shot?.claim
            ?? Claim(
              stem: $0, photo: Digest(number: read.version.digest), picture: read.picture, file: read.place)
        },
        named: { scanner.plan(wanted, stem: $0, facts) }, work: { work(on: wanted, at: photo, $0) })
    } catch {
      throw Sentence(Complaint(error).atDesk)
    }
  }

  /// Writes scans that were made, under the names that they have by then.
  ///
  /// - Parameters:
  ///   - claim: the photo's claim to a stem.
  ///   - plan: the scans' names, in order, by their stem.
  ///   - work: what is noted as done; nil if a run of `peel scan` would do something else.
  func write(
    _ developed: DevelopedItem, of item: ItemID, at photo: Path, _ claim: (_ stem: [UInt8]) -> Claim,
    named plan: (_ stem: [UInt8]) -> [ItemScanner.Plan], work: (Claim) -> Digest?
  ) throws(PhotoError) -> ExportedScans {
    let folder: OutputFolder = try mapping(
      { PhotoError.scan(photo: photo, $0) }, .forOnePhoto(scanner.folder, since: finished.withLock { $0 }))
    finished.withLock { $0 = folder.finished }
    let claim = claim(shot == nil ? stem(of: photo, in: folder.finished) : [])
    let plan = plan(claim.stem)
    // Looked up for each export: a new scan may have the inode of a photo that was deleted.
    let inputs = InputFiles(roll.withLock { $0.photos })
    let format = scanner.maker.settings.format
    if developed.report.merge == nil, let first = plan.first,
      folder.finished.isMerged(stem: claim.stem, fileExtension: format.fileExtension)
    {
      throw .scan(photo: photo, .merged(first.path))
    }
    if let taken = plan.first(where: { !folder.mayWrite($0.path, of: claim, sparing: inputs) }) {
      throw .scan(photo: photo, .file(FileError(.exists, taken.path)))
    }
    var developed = developed
    developed.scans = Array(zip(plan, developed.scans.map(\.scan)))
    let report = ScanRun(scanner: scanner, folder: folder, inputs: inputs).write(developed, claim, work(claim))
    if let error = report.error { throw error }
    roll.withLock { roll in
      roll.scans[item] = ExportedFiles(report.scans.compactMap { scan in scan.content.map { (scan.file, $0) } })
      roll.written.formUnion(plan.compactMap { resolved($0.path) })
    }
    return ExportedScans(report, folder.finished)
  }

  /// What `peel scan` would note as done after this export; nil if it would make other scans, because the sidecar has other
  /// prints.
  private func work(on prints: [WantedPrint], at photo: Path, _ claim: Claim) -> Digest? {
    guard shot == nil else { return nil }
    let work = try? scanner.work(on: Item(photo), holding: claim.photo, stem: claim.stem)
    guard let sidecar = try? sidecars.sidecar(of: photo), sidecar.prints == prints, !sidecar.isSetAside,
      // The sidecar may have been saved meanwhile.
      work == (try? scanner.work(on: Item(photo), holding: claim.photo, stem: claim.stem))
    else { return nil }
    return work
  }

  /// The stem of a photo's scans, as `peel scan` would choose it.
  func stem(of photo: Path, in finished: FinishedScans) -> [UInt8] {
    let planned = roll.withLock { roll in
      if let planned = roll.planned { return planned }
      let photos = roll.photos
      let stems = finished.plannedStems(for: photos, known: OutputFolder.stems(of: photos, in: scanner.folder))
      roll.planned = stems
      return stems
    }
    return finished.stems(for: [Item(photo)], known: planned)[0]
  }

  /// Why the adjustments of a photo that wasn't opened don't fit it; nil if they do.
  private func misfit(of prints: [WantedPrint], at path: Path, _ photo: Photo) -> SidecarError? {
    guard shot == nil, let sidecar = try? scanner.sidecars.sidecar(of: path), sidecar.prints == prints else {
      return nil
    }
    do throws(SidecarError) {
      _ = try scanner.sidecars.prints(of: path, width: photo.width, height: photo.height)
      return nil
    } catch {
      return error
    }
  }
}

extension ExportedScans {
  fileprivate init(_ report: ScanReport, _ finished: FinishedScans) {
    let files = report.scans.map { scan in
      ExportedFile(
        name: Path(bytes: finished.name(of: scan.file)).text, folder: finished.folder.text,
        width: scan.size?.width ?? 0,
        height: scan.size?.height ?? 0)
    }
    let old = report.warnings.compactMap { warning in
      if case .leftover(let scan) = warning { Path(bytes: scan.name).text } else { nil }
    }
    self.init(files, leftovers: old)
  }
}
