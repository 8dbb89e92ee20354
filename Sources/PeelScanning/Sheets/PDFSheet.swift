internal import PeelCodecs
internal import PeelFiles
internal import PeelImaging

/// A sheet as a PDF. The scans' JPEGs are in it byte for byte, so they lose nothing, and each is read only once.
struct PDFSheet: ~Copyable {
  private var file: PDFFile
  private var pictures: [(reference: PDFFile.Reference, orientation: Orientation)] = []
  /// The streams of the profiles that the scans have in common.
  private var profiles: [Digest: PDFFile.Reference] = [:]

  /// The size of the text and the distance of its lines, in millimetres: 7 points.
  static let lettering = SheetLayout.Lettering(size: 2.47, height: 3.1, width: PDFText.width)
  /// PDF's unit.
  private static let pointsPerMillimetre = 72 / 25.4

  /// What tells that peel made a document.
  static let mark = Array("<</Producer (peel)>>".utf8)

  init(to path: Path) throws(FileError) { file = try PDFFile(to: path) }

  /// Adds a scan's picture.
  mutating func add(_ scan: ScanJPEG) throws(FileError) {
    let (device, decode) =
      switch scan.colours {
      case .grey: ("/DeviceGray", "")
      case .colour: ("/DeviceRGB", "")
      case .inks: ("/DeviceCMYK", " /Decode [1 0 1 0 1 0 1 0]")
      }
    var space = device
    if case .colour = scan.colours, let profile = scan.profile {
      space = "[/ICCBased \(try reference(to: profile, device).text)]"
    }
    let picture = try file.stream(
      "/Type /XObject /Subtype /Image /Width \(scan.width) /Height \(scan.height) /ColorSpace \(space) "
        + "/BitsPerComponent 8 /Filter /DCTDecode\(decode)", scan.bytes)
    pictures.append((picture, scan.orientation))
  }

  private mutating func reference(to profile: [UInt8], _ device: String) throws(FileError) -> PDFFile.Reference {
    let digest = Digest(profile)
    if let known = profiles[digest] { return known }
    let stream = try file.stream("/N 3 /Alternate \(device)", profile)
    profiles[digest] = stream
    return stream
  }

  /// Writes the pages, and gives the file its name.
  consuming func finish(_ layout: SheetLayout) throws(FileError) {
    let font = file.reserve()
    try file.write("<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>", as: font)
    let tree = file.reserve()
    var pages: [PDFFile.Reference] = []
    let (width, height) = (Self.points(layout.page.width), Self.points(layout.page.height))
    for cells in layout.pages {
      let content = try file.stream("", content(of: cells, pageHeight: layout.page.height))
      let used = cells.map { "/P\($0.scan) \(pictures[$0.scan].reference.text)" }.joined(separator: " ")
      let page = file.reserve()
      try file.write(
        "<</Type /Page /Parent \(tree.text) /MediaBox [0 0 \(width) \(height)] /Contents \(content.text) "
          + "/Resources <</Font <</F \(font.text)>> /XObject <<\(used)>>>>>>", as: page)
      pages.append(page)
    }
    try file.write(
      "<</Type /Pages /Count \(pages.count) /Kids [\(pages.map(\.text).joined(separator: " "))]>>", as: tree)
    let root = file.reserve()
    try file.write("<</Type /Catalog /Pages \(tree.text)>>", as: root)
    let info = file.reserve()
    try file.write(String(decoding: Self.mark, as: UTF8.self), as: info)
    try file.finish(root: root, info: info)
  }

  /// A page's drawing operators.
  private borrowing func content(of cells: [SheetLayout.Cell], pageHeight: Double) -> [UInt8] {
    var content: [UInt8] = []
    for cell in cells {
      let map = pictures[cell.scan].orientation.unitMap
      let (left, bottom) = (cell.x, pageHeight - cell.y - cell.height)
      let numbers = [
        Double(map.across.x) * cell.width, Double(map.across.y) * cell.height, Double(map.up.x) * cell.width,
        Double(map.up.y) * cell.height, left + Double(map.corner.x) * cell.width,
        bottom + Double(map.corner.y) * cell.height,
      ]
      content += Array("q \(numbers.map(Self.points).joined(separator: " ")) cm /P\(cell.scan) Do Q\n".utf8)
      for (number, line) in cell.lines.enumerated() {
        let y = Self.points(pageHeight - cell.baseline(number, Self.lettering))
        content += Array("BT /F \(Self.points(Self.lettering.size)) Tf \(Self.points(left)) \(y) Td ".utf8)
        content += PDFText.literal(line) + Array(" Tj ET\n".utf8)
      }
    }
    return content
  }

  /// A length in points, with three decimals.
  private static func points(_ millimetres: Double) -> String {
    let thousandths = Int((millimetres * pointsPerMillimetre * 1000).rounded())
    let (whole, rest) = (abs(thousandths) / 1000, abs(thousandths) % 1000)
    return (thousandths < 0 ? "-" : "") + "\(whole).\(rest < 100 ? "0" : "")\(rest < 10 ? "0" : "")\(rest)"
  }
}
