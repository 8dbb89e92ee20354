import PeelCodecs
import PeelFiles
import PeelImaging
import PeelMessages
import PeelOutput
import PeelPlatform
import PeelScanning
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
package struct TakenShot: Sendable {
  /// A path beside its scans; no file need exist there.
  package let name: Path
  let file: PhotoFile
  let prints: [Print]
  /// Keeps the names of its scans from photos.
  let claim: Claim
}

/// Flattens, develops and saves shots as `peel scan` does.
package struct ShotWriter: Sendable {
  package let scanner: ItemScanner
  /// The start of the names of shots that aren't files.
  let stem: [UInt8]

  /// How far a followed print's corners may be off, in pixels.
  private static let reach = 4.0
  /// The long side of the scan that is shown, in pixels.
  private static let longSide = 400
  private static let mostShots = 99_999

  package init(scanner: ItemScanner, stem: [UInt8]) {
    self.scanner = scanner
    self.stem = stem
  }

  /// Writes a take's scans.
  ///
  /// - Throws: why they can't be written.
  func callAsFunction(_ take: Take) throws(Complaint) -> (shot: LiveShot, taken: TakenShot?) {
    try write(opened(take))
  }

  /// A take whose picture is ready to be scanned.
  struct Opened: Sendable {
    let file: PhotoFile
    /// The photo's path; nil for a frame.
    let photo: Path?
    /// The prints, settled on the picture's edges.
    let prints: [Print]
  }

  /// Shots of one print, laid on each other.
  struct Merge: Sendable {
    let shots: [Opened]
    let fusion: Fusion
    /// The shot that the others are laid on.
    var reference: Opened { shots[fusion.reference] }

    /// nil if no shot gives a picture.
    init?(_ shots: [Opened]) {
      guard let fusion = Fusion(of: shots.map { PrintShot($0.file.photo, $0.prints[0].quad) }, threads: Cores.count)
      else { return nil }
      (self.shots, self.fusion) = (shots, fusion)
    }
  }

  /// Makes a take ready to be scanned.
  func opened(_ take: Take) -> Opened {
    switch take.picture {
    case .frame(let frame, let matrix):
      let file = PhotoFile(frame.photo(matrix))
      return Opened(file: file, photo: nil, prints: take.prints.map { file.photo.settled($0, reach: Self.reach) })
    case .photo(let file, let path):
      // Its prints were found in this photo.
      return Opened(file: file, photo: path, prints: take.prints)
    }
  }

  /// Writes the scans of a picture.
  ///
  /// - Parameter merge: the shots of its only print, of which it is the reference; nil to scan it alone.
  /// - Throws: why they can't be written.
  func write(
    _ opened: Opened, merging merge: Merge? = nil
  ) throws(Complaint) -> (shot: LiveShot, taken: TakenShot?) {
    let (file, photo, prints, fusion) = (opened.file, opened.photo, opened.prints, merge?.fusion)
    let folder: OutputFolder = try mapping({ (error: OutputError) in Complaint(error) }, .forOnePhoto(scanner.folder))
    let stem = try freeStem(photo?.stemAndExtension.stem, folder.finished)
    let place = photo.flatMap { PhotoPlace(of: $0) }
    let bytes = photo.flatMap { try? photoBytes(at: $0) }
    let claim = Claim(
      stem: stem, photo: bytes.map { Digest($0) } ?? Digest(file.photo),
      picture: bytes.map { Digest(pictureIn: $0) } ?? Digest(file.photo), file: place)
    let name = Path(bytes: stem + Array(".jpg".utf8))
    var developed = DevelopedItem(report: ScanReport(name))
    (developed.report.verdict, developed.report.prints) = (.sure, prints.count)
    if let merge {
      var facts = MergeFacts()
      facts.note(merge.fusion, of: merge.shots.map { $0.photo ?? name })
      developed.report.merge = facts
    }
    var rendition: Rendition?
    for plan in scanner.plan(prints.map { WantedPrint($0) }, stem: stem) {
      do throws(PhotoError) {
        developed.scans.append((plan, try scanner.scan(plan, of: file, at: name, merging: fusion)))
      } catch {
        throw Complaint(error)
      }
      if rendition == nil { rendition = try preview(plan, of: file, named: name, merging: fusion) }
    }
    guard let rendition else {
      throw Complaint(path: name, fact: "no print was in sight", advice: "keep one still for a moment first")
    }
    // A merged scan is noted as one, so that no scan of a single shot replaces it.
    let work = fusion.map { _ in Digest(Array("live \(claim.photo.text)".utf8)) }
    let report = ScanRun(scanner: scanner, folder: folder).write(developed, claim, work)
    if let error = report.error { throw Complaint(error) }
    let files = report.scans.map { scan in
      ExportedFile(
        name: Path(bytes: scan.file.name).shown, folder: scanner.folder.shown, width: scan.size?.width ?? 0,
        height: scan.size?.height ?? 0)
    }
    // Opened in the workbench, a merged scan would be replaced by one of this picture alone.
    let taken = TakenShot(name: scanner.folder.appending(name.bytes), file: file, prints: prints, claim: claim)
    return (
      LiveShot(files: files, rendition: rendition, merged: fusion?.used.count, unclear: fusion?.unmended),
      fusion == nil ? taken : nil
    )
  }

  /// A small scan of the same print.
  private func preview(
    _ plan: ItemScanner.Plan, of file: PhotoFile, named name: Path, merging fusion: Fusion?
  ) throws(Complaint) -> Rendition {
    do {
      if let fusion { return Rendition(try preview(plan.wanted, of: file.photo, merging: fusion).picture) }
      return Rendition(
        try scanner.maker.picture(plan.wanted, part: plan.part, of: file.photo, longSide: Self.longSide).picture)
    } catch {
      throw Complaint(photo: name, error)
    }
  }

  /// A small merged scan, and for each of its pixels whether it is clear in some shot.
  func preview(
    _ wanted: WantedPrint, of photo: Photo, merging fusion: Fusion
  ) throws(DevelopmentError) -> (picture: Picture, isClear: [Bool]) {
    let (scan, shots) = try scanner.maker.picture(wanted, of: photo, longSide: Self.longSide, merging: fusion)
    return (scan.picture, shots.map { $0 != nil })
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

  /// Whether the stem is unclaimed and no file has the name of the first scan.
  private func isFree(_ stem: [UInt8], _ finished: FinishedScans) -> Bool {
    let print = Print(quad: Quad(x: 0, y: 0, width: 1, height: 1), confidence: 1)
    return finished.claim(to: stem) == nil
      && scanner.plan([WantedPrint(print)], stem: stem).allSatisfy { !exists($0.path) }
  }
}
