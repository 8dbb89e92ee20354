import PeelCodecs
import PeelCommandLine
import PeelFiles
import PeelImaging
import PeelScanning
import PeelWorkbench
import Synchronization

/// Developing prints and exporting scans.
extension Studio {
  func scan(_ order: PreviewOrder, of photo: Photo, longSide: Int?) throws(Sentence) -> Scan {
    do { return try scanner.maker.picture(WantedPrint(order.outline), of: photo, longSide: longSide) } catch {
      throw Sentence(Complaint(photo: Path(""), error).fact)
    }
  }

  func export(_ order: ExportOrder) throws(Sentence) -> ExportedScans {
    let photo: Path
    let read: (file: PhotoFile, version: PhotoVersion)
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
    return try export(order, of: read.file, read.version, at: photo)
  }

  private func export(
    _ order: ExportOrder, of file: PhotoFile, _ version: PhotoVersion, at photo: Path
  ) throws(Sentence) -> ExportedScans {
    do throws(PhotoError) {
      let wanted = order.outlines.map { WantedPrint($0) }
      if let misfit = misfit(of: wanted, at: photo, file.photo) { throw .sidecar(photo: photo, misfit) }
      // The scans are made before the folder is locked, and named afterwards, so that it's locked only briefly.
      let scans = try scanner.plan(wanted, stem: []).map { plan throws(PhotoError) in
        try scanner.scan(plan, of: file, at: photo)
      }
      let folder: OutputFolder
      do throws(FileError) { folder = try .forOnePhoto(scanner.folder, since: finished.withLock { $0 }) } catch {
        throw .scan(photo: photo, error)
      }
      finished.withLock { $0 = folder.finished }
      let claim =
        shot?.claim
        ?? Claim(
          stem: stem(of: photo, in: folder.finished), photo: Digest(number: version.digest),
          file: PhotoPlace(of: photo), time: file.exif?.time
        )
      let facts = shot == nil ? NameTemplate.Facts(of: photo, file) : nil
      let plan = scanner.plan(wanted, stem: claim.stem, facts)
      let files = try write(Array(zip(plan, scans)), to: folder, of: photo, claim)
      roll.withLock { roll in
        roll.scans[order.item] = plan.first?.path
        for scan in plan { Descriptor.Status(of: scan.path).map { roll.written[$0.identity] = scan.path.name } }
      }
      return files
    } catch {
      throw Sentence(Complaint(error).atDesk)
    }
  }

  /// The stem of a photo's scans, as `peel scan` would choose it.
  private func stem(of photo: Path, in finished: FinishedScans) -> [UInt8] {
    let planned = roll.withLock { roll in
      let photos = roll.photos
      let stems =
        roll.planned ?? finished.plannedStems(for: photos, known: OutputFolder.stems(of: photos, in: scanner.folder))
      roll.planned = stems
      return stems
    }
    return finished.stems(for: [Item(photo)], known: planned)[0]
  }

  /// Writes a photo's scans, or none if one of their names is taken.
  private func write(
    _ scans: [(plan: ItemScanner.Plan, scan: EncodedScan)], to folder: OutputFolder, of photo: Path, _ claim: Claim
  ) throws(PhotoError) -> ExportedScans {
    // Looked up for each export: a new scan may have the inode of a photo that was deleted.
    let inputs = InputFiles(roll.withLock { $0.photos })
    let writer = ScanWriter(folder: folder, finished: folder.finished, inputs: inputs)
    if let taken = scans.first(where: { !writer.mayWrite($0.plan.path, stem: claim.stem) }) {
      throw .scan(photo: photo, .exists(taken.plan.path))
    }
    do throws(FileError) { try folder.claim(claim) } catch { throw .scan(photo: photo, error) }
    let files = try scans.map { plan, scan throws(PhotoError) in
      try writer.write(scan, to: plan.path, of: photo, stem: claim.stem)
      return ExportedFile(
        name: Path(bytes: folder.finished.name(of: plan.path)).text, folder: scanner.folder.text,
        width: scan.facts.width,
        height: scan.facts.height)
    }
    guard scanner.template == nil else { return ExportedScans(files, leftovers: []) }
    let old = folder.finished.leftovers(
      stem: claim.stem, besides: scans.map(\.plan.path), fileExtension: scanner.maker.settings.format.fileExtension)
    return ExportedScans(files, leftovers: old.map { Path(bytes: $0.name).text })
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
