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
  let scans: [Path]
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
    var ownStem: [UInt8]?
    switch take.picture {
    case .frame(let frame, let matrix): file = PhotoFile(frame.photo(matrix))
    case .photo(let photo, let path):
      file = photo
      ownStem = path.stemAndExtension.stem
    }
    do { try prepareFolder(scanner.folder) } catch { throw Complaint(error) }
    let prints = take.prints.map { file.photo.settled($0, reach: Self.reach) }
    let stem = try freeStem(ownStem, count: prints.count)
    let name = Path(bytes: stem + Array(".jpg".utf8))
    var files: [ExportedFile] = []
    var paths: [Path] = []
    var rendition: Rendition?
    for plan in scanner.plan(prints.map { WantedPrint($0) }, stem: stem) {
      let scan = try written(plan, of: file, named: name)
      paths.append(plan.path)
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
      TakenShot(name: scanner.folder.appending(name.bytes), file: file, prints: prints, scans: paths)
    )
  }

  private func written(_ plan: ItemScanner.Plan, of file: PhotoFile, named name: Path) throws(Complaint) -> ScanFacts {
    do throws(PhotoError) {
      let scan = try scanner.scan(plan, of: file, at: name)
      try ScanWriter().write(scan, to: plan.path, of: name)
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

  /// A stem for the names of a shot's scans that no file has yet: a photo's own if it's free, otherwise with a number.
  private func freeStem(_ own: [UInt8]?, count: Int) throws(Complaint) -> [UInt8] {
    if let own, isFree(own) { return own }
    for number in 1...Self.mostShots {
      let digits = String(number)
      let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      let stem = (own ?? stem).prefix(ScanNames.longestStem) + Array("_\(padded)".utf8)
      if isFree(Array(stem)) { return Array(stem) }
    }
    throw Complaint(path: scanner.folder, fact: "it holds too many shots", advice: "choose another folder with -o")
  }

  /// Whether no file has the name of the first scan. A shot's other scans are written after it.
  private func isFree(_ stem: [UInt8]) -> Bool {
    let print = Print(quad: Quad(x: 0, y: 0, width: 1, height: 1), confidence: 1)
    return scanner.plan([WantedPrint(print)], stem: stem).allSatisfy { !exists($0.path) }
  }
}
