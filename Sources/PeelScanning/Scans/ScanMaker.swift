public import PeelCodecs
internal import PeelFiles
public import PeelImaging
internal import PeelInference

/// Makes scans of prints: a photo and a print in, a file's bytes out.
///
/// ```swift
/// let file = try PhotoFile("desk.jpg")
/// let maker = ScanMaker()
/// for print in Detector().detect(in: file.photo).prints {
///   let scan = try maker.scan(WantedPrint(print), of: file, named: "desk.jpg")
/// }
/// ```
package struct ScanMaker: Sendable {
  /// What scans name as their maker.
  static let software = "peel"

  /// How scans are made.
  package var settings: ScanSettings
  /// Returns the number of threads to use. It is called before each step of a scan. Results don't depend on it.
  package var threads: @Sendable () -> Int = { 1 }

  /// A maker with these settings, on one thread.
  package init(_ settings: ScanSettings = ScanSettings()) { self.settings = settings }

  /// Makes a scan and its file.
  ///
  /// - Parameters:
  ///   - wanted: the print, and how it deviates from the settings.
  ///   - part: the part of the print to show; nil follows `wanted`, then the settings.
  ///   - file: the photo. Its EXIF, colour profile and resolution go into the scan.
  ///   - name: the photo's name, which goes into the scan's metadata.
  package func scan(
    _ wanted: WantedPrint, part: Crop? = nil, of file: PhotoFile, named name: String
  ) throws(ScanError) -> EncodedScan {
    try scan(wanted, part: part, of: file, named: name, merging: nil)
  }

  /// Makes a scan and its file.
  ///
  /// - Parameters:
  ///   - name: the photo's name; nil if it has none.
  ///   - fusion: the shots of the print, of which the photo is the reference; nil for a scan of the photo alone.
  package func scan(
    _ wanted: WantedPrint, part: Crop?, of file: PhotoFile, named name: String?, merging fusion: Fusion?
  ) throws(ScanError) -> EncodedScan {
    let chosen = wanted.settings.following(settings.prints)
    let development = try mapping(
      ScanError.development, self.development(wanted, chosen, part: part, of: file.photo, merging: fusion))
    var output = ScanFile(of: file, ppi: development.ppi, source: name)
    // The page's file tells a density that isn't that of its pixels.
    if let page = file.photo.page, page.dpi == nil, file.photo.scanner?.dpi != nil {
      output.ppi = PhotoFile.unknownResolution
    }
    output.quality = settings.quality
    output.subsampling = settings.subsampling
    output.convertsToSRGB = settings.convertsToSRGB
    output.format = settings.format
    output.taken = chosen.taken ?? output.taken
    output.hasLocation = settings.hasLocation
    output.caption = chosen.caption
    let keywords = chosen.keywords ?? []
    let film = (try? Keyword(development.film?.name ?? "")).map { [$0] } ?? []
    output.keywords = keywords + film.filter { !keywords.contains($0) }
    output.software = Self.software
    do {
      let (facts, bytes) = try development.encoded(as: output, threads: threads())
      return EncodedScan(facts: facts, bytes: bytes)
    } catch {
      throw .codec(error)
    }
  }

  /// Makes a scan without a file, to show or to measure.
  ///
  /// - Parameter longSide: the most pixels along the longer side; nil for a scan of full size.
  package func picture(
    _ wanted: WantedPrint, part: Crop? = nil, of photo: Photo, longSide: Int? = nil
  ) throws(DevelopmentError) -> Scan {
    try development(wanted, part: part, of: photo, longSide: longSide).scan(threads: threads())
  }

  /// Makes a small scan of merged shots, and tells from which of them each pixel comes.
  ///
  /// - Returns: the scan, and for each of its pixels, row by row, the number of a shot among those given to the fusion;
  ///   nil if it is under glare in every shot.
  package func picture(
    _ wanted: WantedPrint, of photo: Photo, longSide: Int, merging fusion: Fusion
  ) throws(DevelopmentError) -> (scan: Scan, shots: [Int?]) {
    let development = try development(wanted, part: nil, of: photo, longSide: longSide, merging: fusion)
    return (development.scan(threads: threads()), development.shots)
  }

  /// The parts of a print that become files.
  package func parts(of wanted: WantedPrint) -> [Crop] { wanted.settings.crop.map { [$0] } ?? settings.crop.parts }

  /// - Parameter chosen: the print's settings, with those of all prints where it has none.
  private func development(
    _ wanted: WantedPrint, _ chosen: PrintSettings? = nil, part: Crop?, of photo: Photo, longSide: Int? = nil,
    merging fusion: Fusion? = nil
  ) throws(DevelopmentError) -> Development {
    let chosen = chosen ?? wanted.settings.following(settings.prints)
    var developer = Developer()
    developer.whiteBalance = chosen.whiteBalance ?? developer.whiteBalance
    developer.restoresFading = chosen.restoresFading ?? false
    developer.clip = chosen.clip ?? developer.clip
    developer.crop = part ?? parts(of: wanted)[0]
    developer.inset = settings.inset
    developer.fill = settings.fill
    developer.ppi = settings.ppi
    developer.longSide = longSide
    let lying = settings.turn.quarters.map { $0 + 4 - wanted.quad.quartersFromLying } ?? 0
    developer.turn = QuarterTurns(lying + chosen.turn)
    developer.setsUpright = settings.turn == .automatic
    developer.turnsByContent = Self.turnsByFaces
    let film = settings.film.film(detected: chosen.film)
    let curl = settings.straightens ? wanted.curl : nil
    guard let fusion else {
      return try developer.prepare(photo, wanted.quad, film: film, isUpright: wanted.isUpright, curl: curl)
    }
    return try developer.prepare(try fusion.print(film: film, isUpright: wanted.isUpright, curl: curl))
  }

  /// The least long side of a print on which faces are looked for, in pixels.
  package static let leastWithFaces = 256

  /// The turn that sets a print upright by the faces on it. Without the models no print has any.
  @Sendable private static func turnsByFaces(_ print: Photo) -> QuarterTurns? {
    guard max(print.width, print.height) >= leastWithFaces else { return nil }
    return (try? UprightSearch.turns(of: print)) ?? nil
  }
}

/// Why a scan could not be made.
public enum ScanError: Error, Equatable {
  /// The print could not be flattened.
  case development(DevelopmentError)
  /// The scan could not be encoded.
  case codec(CodecError)
}

/// A scan as a file's bytes.
public struct EncodedScan: Sendable {
  /// The scan's measurements, such as its size and sharpness.
  public let facts: ScanFacts
  /// The bytes of a file of the wanted format, with the photo's EXIF and colour profile and the true resolution.
  public let bytes: [UInt8]
}

extension Quad {
  /// How many quarter turns back make the scan lie as the print does in the photo: the number of corners between the one
  /// nearest the photo's top left and the first.
  package var quartersFromLying: Int {
    let sums = corners.map { $0.x + $0.y }
    return sums.indices.min { sums[$0] < sums[$1] } ?? 0
  }
}
