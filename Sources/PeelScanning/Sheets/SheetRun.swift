package import PeelCodecs
package import PeelFiles
package import PeelImaging

/// What a sheet looks like.
package struct SheetSettings: Sendable {
  package var page = PageSize(width: 210, height: 297)
  /// The number of scans side by side; nil for `commonColumns`, or on a picture as many as make them fit.
  package var columns: Int?
  /// Pixels per inch of a picture.
  package var ppi = 200.0

  package static let commonColumns = 3

  package init() {}
}

/// The file or folder that a sheet becomes.
package enum SheetOutput: Equatable, Sendable {
  /// A PDF of as many pages as are needed.
  case pdf(Path)
  /// A JPEG of one page.
  case picture(Path)
  /// A folder with a page for web browsers, and copies of the scans.
  case web(Path)

  /// Reads a name that ends in .pdf, .jpg or .html; nil for other names. The folder of a web page is named without .html.
  package init?(_ path: Path) {
    let (stem, ending) = path.stemAndExtension
    switch String(decoding: ending, as: UTF8.self).lowercased() {
    case "pdf": self = .pdf(path)
    case "jpg", "jpeg": self = .picture(path)
    case "html", "htm":
      let isBare = !path.bytes.contains(UInt8(ascii: "/"))
      self = .web(isBare ? Path(bytes: stem) : path.folder.appending(stem))
    default: return nil
    }
  }

  /// The file or folder that is written.
  package var path: Path {
    switch self {
    case .pdf(let path), .picture(let path), .web(let path): path
    }
  }

  /// The file that shows the sheet.
  package var shown: Path {
    switch self {
    case .pdf(let path), .picture(let path): path
    case .web(let path): path.appending(WebSheet.page)
    }
  }
}

/// Why there is no sheet.
package enum SheetError: Error {
  /// The sheet's file or folder can't be written.
  case file(FileError)
  /// So many scans don't fit on one page with these columns; nil if with no number of columns.
  case tooMany(scans: Int, columns: Int?)
  /// None of the scans can be read.
  case noScans
  /// A signal asked the program to end.
  case interrupted
}

/// Makes a sheet of scans. One scan is in memory at a time.
package struct SheetRun: Sendable {
  private let settings: SheetSettings
  private let limits: DecodingLimits
  private let sidecars: SidecarStore
  /// Called with each scan that can't be read. It is left out.
  private let leaveOut: @Sendable (PhotoError) -> Void

  package init(
    _ settings: SheetSettings, limits: DecodingLimits, sidecars: SidecarStore = .standard,
    leaveOut: @escaping @Sendable (PhotoError) -> Void
  ) {
    self.settings = settings
    self.limits = limits
    self.sidecars = sidecars
    self.leaveOut = leaveOut
  }

  /// Writes the sheet.
  ///
  /// - Returns: what is on it.
  package func write(_ scans: [Path], to output: SheetOutput) throws(SheetError) -> [SheetScan] {
    try mapping(SheetError.file, prepareFolder(output.path.folder))
    try? clearLeftovers(in: output.path.folder)
    switch output {
    case .pdf(let path): return try writePDF(scans, to: path)
    case .picture(let path): return try writePicture(scans, to: path)
    case .web(let path): return try writePage(scans, to: path)
    }
  }

  private func writePDF(_ paths: [Path], to path: Path) throws(SheetError) -> [SheetScan] {
    var sheet = try mapping(SheetError.file, PDFSheet(to: path))
    let scans = try read(paths) { (jpeg, _) throws(FileError) in try sheet.add(jpeg) }.map(\.scan)
    let columns = settings.columns ?? SheetSettings.commonColumns
    let layout = SheetLayout(scans, on: settings.page, columns: columns, PDFSheet.lettering)
    do throws(FileError) { try sheet.finish(layout) } catch { throw .file(error) }
    return scans
  }

  private func writePage(_ paths: [Path], to path: Path) throws(SheetError) -> [SheetScan] {
    var sheet = try mapping(SheetError.file, WebSheet(to: path))
    let scans = try read(paths) { (jpeg, scan) throws(FileError) in
      try sheet.add(jpeg.bytes, named: scan.title, fileExtension: "jpg")
    }.map(\.scan)
    let (columns, title) = (settings.columns ?? SheetSettings.commonColumns, String(decoding: path.name, as: UTF8.self))
    do throws(FileError) { try sheet.finish(scans, columns: columns, title: title) } catch { throw .file(error) }
    return scans
  }

  /// Reads scans one after another and adds each to a sheet. Those that can't be read are left out.
  private func read(
    _ paths: [Path], add: (ScanJPEG, SheetScan) throws(FileError) -> Void
  ) throws(SheetError) -> [(path: Path, scan: SheetScan)] {
    var scans: [(Path, SheetScan)] = []
    for path in paths {
      guard let jpeg = try jpeg(at: path) else { continue }
      let scan = scan(jpeg, at: path)
      do throws(FileError) { try add(jpeg, scan) } catch { throw .file(error) }
      scans.append((path, scan))
    }
    if scans.isEmpty { throw .noScans }
    return scans
  }

  private func writePicture(_ paths: [Path], to path: Path) throws(SheetError) -> [SheetScan] {
    if exists(path) { throw .file(FileError(.exists, path)) }
    // The layout needs all sizes first, and a reduced copy of every scan would be too much to keep.
    let readable = try read(paths) { (_, _) throws(FileError) in }
    let scans = readable.map(\.scan)
    let layout = try onePage(scans)
    var picture = SheetPicture(layout, ppi: settings.ppi)
    for cell in layout.pages[0] {
      if Interruption.signal != nil { throw .interrupted }
      do throws(PhotoError) {
        picture.draw(try PhotoFile(readable[cell.scan].path, limits: limits).photo.picture(), in: cell)
      } catch {
        leaveOut(error)
      }
    }
    let bytes: [UInt8]
    do throws(CodecError) {
      var file = ScanFile()
      (file.ppi, file.software) = (settings.ppi, Self.software)
      bytes = try file.encoded(picture.picture)
    } catch {
      throw .file(FileError(.unwritable, path, reason: error.description))
    }
    try mapping(SheetError.file, writeWhole(bytes, to: path, force: false))
    return scans
  }

  /// The layout with the wanted columns, or with the fewest that make one page enough, or one more if that fills the last
  /// row.
  private func onePage(_ scans: [SheetScan]) throws(SheetError) -> SheetLayout {
    let most = SheetLayout.mostColumns(on: settings.page)
    let tried = settings.columns.map { [$0] } ?? Array(min(SheetSettings.commonColumns, most)...most)
    let layouts = tried.lazy.map { columns in
      SheetLayout(scans, on: settings.page, columns: columns, SheetPicture.lettering)
    }
    let fitting = Array(layouts.filter { $0.pages.count == 1 }.prefix(2))
    if let best = fitting.first(where: { scans.count % $0.columns == 0 }) ?? fitting.first { return best }
    throw .tooMany(scans: scans.count, columns: settings.columns)
  }

  /// A scan's file as a JPEG; nil if it can't be read.
  private func jpeg(at path: Path) throws(SheetError) -> ScanJPEG? {
    if Interruption.signal != nil { throw .interrupted }
    do throws(PhotoError) {
      let bytes = try mapping(PhotoError.file, photoBytes(at: path, memory: limits.bytes))
      if let jpeg = ScanJPEG(bytes) { return jpeg }
      let file = try PhotoFile(bytes, of: path, limits: limits)
      return try mapping({ PhotoError.codec(path, $0) }, ScanJPEG(file, bytes))
    } catch {
      leaveOut(error)
      return nil
    }
  }

  private func scan(_ jpeg: ScanJPEG, at path: Path) -> SheetScan {
    let (words, own) = (jpeg.record.words, settings(path, jpeg))
    let film = words.keywords.lazy.compactMap(FilmFormat.named).first ?? own?.film
    let pixels = Double(max(jpeg.width, jpeg.height))
    var longSide = jpeg.record.ppi.map { pixels / $0 * Self.millimetresPerInch }
    if let film, longSide == nil || words.keywords.isEmpty {
      longSide = Self.longSide(of: film, ratio: jpeg.ratio) ?? longSide
    }
    return SheetScan(
      ratio: jpeg.ratio, longSide: longSide.flatMap { Self.longSides.contains($0) ? $0 : nil },
      title: String(decoding: path.stemAndExtension.stem, as: UTF8.self).escapingControls,
      date: own?.taken?.text ?? jpeg.record.date, caption: own?.caption?.text ?? words.caption)
  }

  /// What a person said of the scan's only print, if the scan itself was opened in the workbench.
  private func settings(_ path: Path, _ jpeg: ScanJPEG) -> PrintSettings? {
    let (width, height) = jpeg.orientation.isOnItsSide ? (jpeg.height, jpeg.width) : (jpeg.width, jpeg.height)
    let prints = try? sidecars.prints(of: path, width: width, height: height)
    return prints?.count == 1 ? prints?.first?.settings : nil
  }

  /// What the metadata of a picture of a sheet names as its maker, which tells it from photos and scans.
  private static let software = "peel sheet"
  /// The bytes at a picture's beginning in which its maker is looked for.
  private static let head = 1 << 14

  /// Whether a file is a picture of a sheet, or a folder a page for web browsers, that peel made.
  static func made(_ path: Path) -> Bool {
    if isFolder(path) { return WebSheet.made(path) }
    guard case .picture? = SheetOutput(path), let bytes = try? Descriptor(reading: path).beginning(head) else {
      return false
    }
    return ScanRecord.maker(inPacketOf: bytes) == software
  }

  private static let millimetresPerInch = 25.4
  /// The long sides that are believed, in millimetres.
  private static let longSides = 5.0...2000
  /// How much the ratio of a whole print may differ from its film's.
  private static let sameRatio = 0.97...1.03

  /// The long side of a whole print; nil if the scan hasn't the film's proportions.
  private static func longSide(of film: FilmFormat, ratio: Double) -> Double? {
    let isWhole = [film.ratio, 1 / film.ratio].contains { sameRatio.contains(ratio / $0) }
    return isWhole ? max(film.width, film.height) : nil
  }
}
