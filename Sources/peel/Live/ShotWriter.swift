import PeelCommandLine
import PeelFiles
import PeelScanning
import PeelCodecs
import PeelImaging
import PeelWorkbench

/// A picture that may become a shot, and its prints.
struct Take: Sendable {
  enum Picture: Sendable {
    case frame(VideoFrame, VideoMatrix)
    case photo(PhotoFile, Path)
  }

  let picture: Picture
  let prints: [Print]
}

/// A shot that is on disk, as the workbench opens it.
struct TakenShot: Sendable {
  /// A path beside its scans; no file need exist there.
  let name: Path
  let file: PhotoFile
  let prints: [Print]
  /// Keeps the names of its scans from photos.
  let claim: Claim
}

/// Flattens, develops and saves shots as `peel scan` does.
struct ShotWriter: Sendable {
  let scanner: ItemScanner
  /// The start of the names of shots that aren't files.
  let stem: [UInt8]

  /// How far a followed print's corners may be off, in pixels.
  private static let reach = 4.0
  /// The long side of the scan that is shown, in pixels.
  private static let longSide = 400
  private static let mostShots = 99_999

  /// Writes a take's scans.
  ///
  /// - Throws: why they can't be written.
  func callAsFunction(_ take: Take) throws(Complaint) -> (shot: LiveShot, taken: TakenShot) {
    let file: PhotoFile
    var photo: Path?
    switch take.picture {
    case .frame(let frame, let matrix): file = PhotoFile(frame.photo(matrix))
    case .photo(let opened, let path):
      file = opened
      photo = path
    }
    let prints = take.prints.map { file.photo.settled($0, reach: Self.reach) }
    let folder: OutputFolder
    do throws(FileError) { folder = try .forOnePhoto(scanner.folder) } catch { throw Complaint(error) }
    let stem = try freeStem(photo?.stemAndExtension.stem, folder.finished)
    let bytes = photo.flatMap { try? photoBytes(at: $0) }
    let claim = Claim(
      stem: stem, photo: bytes.map { Digest($0) } ?? Digest(file.photo),
      picture: bytes.map { Digest(pictureIn: $0) } ?? Digest(file.photo), file: photo.flatMap { PhotoPlace(of: $0) })
    do throws(FileError) { try folder.claim(claim) } catch { throw Complaint(error) }
    let writer = ScanWriter(folder: folder, finished: folder.finished)
    let name = Path(bytes: stem + Array(".jpg".utf8))
    var files: [ExportedFile] = []
    var rendition: Rendition?
    for plan in scanner.plan(prints.map { WantedPrint($0) }, stem: stem) {
      let scan = try written(plan, of: file, named: name, claim, by: writer)
      files.append(
        ExportedFile(
          name: Path(bytes: plan.path.name).shown, folder: scanner.folder.shown, width: scan.width, height: scan.height)
      )
      if rendition == nil { rendition = try preview(plan, of: file, named: name) }
    }
    guard let rendition else {
      throw Complaint(path: name, fact: "no print was in sight", advice: "keep one still for a moment first")
    }
    return (
      LiveShot(files: files, rendition: rendition),
      TakenShot(name: scanner.folder.appending(name.bytes), file: file, prints: prints, claim: claim)
    )
  }

  private func written(
    _ plan: ItemScanner.Plan, of file: PhotoFile, named name: Path, _ claim: Claim, by writer: ScanWriter
  ) throws(Complaint) -> ScanFacts {
    do throws(PhotoError) {
      let scan = try scanner.scan(plan, of: file, at: name)
      try writer.write(scan, to: plan.path, of: name, claim)
      return scan.facts
    } catch {
      throw Complaint(error)
    }
  }

  /// A small scan of the same print.
  private func preview(_ plan: ItemScanner.Plan, of file: PhotoFile, named name: Path) throws(Complaint) -> Rendition {
    do {
      return Rendition(
        try scanner.maker.picture(plan.wanted, part: plan.part, of: file.photo, longSide: Self.longSide).picture)
    } catch {
      throw Complaint(photo: name, error)
    }
  }

  /// A stem that no photo has claimed and no file has yet: a photo's own if it's free, otherwise with a number.
  private func freeStem(_ own: [UInt8]?, _ finished: FinishedScans) throws(Complaint) -> [UInt8] {
    if let own, isFree(own, finished) { return own }
    for number in 1...Self.mostShots {
      let digits = String(number)
      let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      let stem = Array((own ?? stem).prefix(ScanNames.longestStem) + Array("_\(padded)".utf8))
      if isFree(stem, finished) { return stem }
    }
    throw Complaint(path: scanner.folder, fact: "it holds too many shots", advice: "choose another folder with -o")
  }

  /// Whether nobody has claimed the stem and no file has the name of the first scan.
  private func isFree(_ stem: [UInt8], _ finished: FinishedScans) -> Bool {
    let print = Print(quad: Quad(x: 0, y: 0, width: 1, height: 1), confidence: 1)
    return finished.claim(to: stem) == nil
      && scanner.plan([WantedPrint(print)], stem: stem).allSatisfy { !exists($0.path) }
  }
}
