internal import PeelCodecs
internal import PeelFiles
internal import PeelImaging
internal import PeelOutput

/// A sheet as a folder with a page for web browsers, which needs nothing else: `index.html` and the scans.
struct WebSheet: ~Copyable {
  private let folder: WholeFolder
  private var pictures: [String] = []
  private var names: Set<String> = []

  private static let scans = "scans"
  static let page = "index.html"

  /// The line of the page that names its maker.
  private static let generator = #"<meta name="generator" content="peel">"#
  /// The bytes at the page's beginning in which that line is looked for.
  private static let head = 1 << 10

  /// Whether a folder is one that this made.
  static func made(_ folder: Path) -> Bool {
    guard isFolder(folder.appending(scans)),
      let page = try? Descriptor(reading: folder.appending(page)).beginning(head)
    else { return false }
    return String(decoding: page, as: UTF8.self).contains(generator)
  }

  init(to path: Path) throws(FileError) { folder = try WholeFolder(to: path) }

  /// Adds a scan's file.
  ///
  /// - Parameter fileExtension: of the file's name, without the dot.
  mutating func add(_ bytes: [UInt8], named stem: String, fileExtension: String) throws(FileError) {
    var stem = String(stem.map { Path.refusedByWindows.contains($0) ? "_" : $0 })
    while stem.utf8.count > ScanNames.longestStem { stem.removeLast() }
    var name = "\(stem).\(fileExtension)"
    var count = 1
    // Some file systems don't tell capitals from small letters.
    while !names.insert(name.lowercased()).inserted {
      count += 1
      name = "\(stem)_\(count).\(fileExtension)"
    }
    try folder.write(bytes, to: name, in: Self.scans)
    pictures.append(name)
  }

  /// Writes the page, and gives the folder its name.
  consuming func finish(_ scans: [SheetScan], columns: Int, title: String) throws(FileError) {
    try folder.write(Array(html(scans, columns: columns, title: title).utf8), to: Self.page)
    try folder.finish()
  }

  private borrowing func html(_ scans: [SheetScan], columns: Int, title: String) -> String {
    let sizes = SheetScan.sizes(of: scans)
    let widest = sizes.map(\.width).max() ?? 1
    let figures = zip(zip(scans, pictures), sizes).map { entry, size in
      let (scan, picture) = entry
      let address = "\(Self.scans)/\(picture.percentEncodedForAddress)"
      let share = (size.width / widest * 100_000).rounded() / 1000
      let ratio = (scan.ratio * 10_000).rounded() / 10_000
      let date = scan.date.map { "<time datetime=\"\($0.escapedForAttribute)\">\($0.escapedForXML)</time>" } ?? ""
      let caption = scan.caption.map { "<p>\($0.escapedForXML)</p>" } ?? ""
      return """
        <figure>
        <a href="\(address)"><img src="\(address)" alt="\((scan.caption ?? scan.title).escapedForAttribute)" loading="lazy" \
        style="width: \(share)%; aspect-ratio: \(ratio)"></a>
        <figcaption><b>\(scan.title.escapedForXML)</b> \(date)\(caption)</figcaption>
        </figure>

        """
    }.joined()
    return """
      <!DOCTYPE html>
      <html>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(Self.generator)
      <title>\(title.escapedForXML)</title>
      <style>
      :root { color-scheme: light dark; }
      body { margin: 2rem; font: 0.85rem/1.4 system-ui, sans-serif; }
      main { display: grid; grid-template-columns: repeat(\(columns), minmax(0, 1fr)); gap: 2rem; }
      figure { margin: 0; display: grid; grid-row: span 2; grid-template-rows: subgrid; gap: 0.5rem; break-inside: avoid; }
      figure a { align-self: end; }
      img { display: block; height: auto; box-shadow: 0 1px 4px rgb(0 0 0 / 40%); }
      figcaption { overflow-wrap: anywhere; }
      figcaption b, figcaption time { unicode-bidi: isolate; }
      figcaption p { margin: 0; }
      time { color: GrayText; }
      </style>
      </head>
      <body>
      <main>
      \(figures)</main>
      </body>
      </html>

      """
  }
}

extension String {
  /// The text escaped for an attribute of HTML.
  fileprivate var escapedForAttribute: String { escapedForXML.replacing("\"", with: "&quot;") }

  /// The text as a part of an address (RFC 3986, section 2.1): all but letters, digits and `-._~` are encoded.
  fileprivate var percentEncodedForAddress: String {
    let hexadecimal = 16
    return utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      if character.isASCII, character.isLetter || character.isNumber || "-._~".contains(character) {
        return String(character)
      }
      let digits = String(byte, radix: hexadecimal, uppercase: true)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }
}
