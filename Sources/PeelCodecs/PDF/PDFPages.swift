internal import CPeelPDF

/// The pages of a PDF document that are one picture each, as scanners make them.
package enum PDFPages {
  /// Why a page isn't a photo.
  package enum Fault: Error, Equatable, Sendable {
    /// libqpdf isn't installed.
    case missingLibrary
    /// The document opens only with a password.
    case encrypted
    /// The document has fewer pages; so many.
    case noPage(known: Int)
    /// The document has more than `most` pages.
    case tooMany
    /// The page doesn't consist of one picture.
    case noPicture
    /// The picture is coded in another way than as JPEG or without loss, or has a mask.
    case coding
    case damaged
    case outOfMemory
    /// In bytes.
    case needsMemory(Int)
  }

  package static let most = Int(cpdf_most_pages)

  /// Whether a file begins like a document.
  package static func areIn(_ bytes: [UInt8]) -> Bool { FileKind(bytes) == .other(.pdf) }

  /// The number of pages, whether or not they are pictures.
  package static func count(_ bytes: [UInt8]) throws(Fault) -> Int {
    var pages: Int32 = 0
    let outcome = unsafe bytes.withUnsafeBufferPointer { unsafe cpdf_count($0.baseAddress, $0.count, &pages) }
    try check(outcome, known: Int(pages))
    guard (0...most).contains(Int(pages)) else { throw .damaged }
    return Int(pages)
  }

  /// A page's picture as a file of its own: a JPEG as it is, or a TIFF. The size on the page gives its density.
  ///
  /// - Parameters:
  ///   - number: from 1.
  ///   - memory: the most memory that its samples may take, in bytes.
  package static func page(_ number: Int, of bytes: [UInt8], memory: Int) throws(Fault) -> [UInt8] {
    var child = DecodingChild()
    let (page, content, picture) = try find(number, of: bytes, &child)
    // The library's samples, their copy, and the file.
    let need = 3 * picture.data_size
    if need > memory { throw .needsMemory(need) }
    let palette = try read(picture.palette_size, from: child)
    let profile = try read(picture.profile_size, from: child)
    unsafe withUnsafePointer(to: picture) { unsafe cpdf_decode(&child.process, $0) }
    let data = try read(picture.data_size, from: child)
    let (width, height) = (Int(picture.width), Int(picture.height))
    // In the page's units.
    let inch = 72 / page.unit
    let facts = PictureFacts(
      width: width, height: height, samples: Int(picture.samples), bits: Int(picture.bits),
      horizontal: inch * Double(width) / content.size.width, vertical: inch * Double(height) / content.size.height,
      turns: (Int(page.turns) - content.turns) & 3, palette: palette, profile: profile)
    return picture.is_jpeg != 0 ? facts.jpeg(data) : facts.tiff(data)
  }

  /// Whether the first page is a picture that is read.
  package static func beginWithPicture(_ bytes: [UInt8]) -> Bool {
    var child = DecodingChild()
    return (try? find(1, of: bytes, &child)) != nil
  }

  /// Opens a page, and finds the picture that its content shows.
  private static func find(
    _ number: Int, of bytes: [UInt8], _ child: inout DecodingChild
  ) throws(Fault) -> (page: CPDFPage, content: PDFContent, picture: CPDFPicture) {
    var page = CPDFPage()
    let opened = unsafe bytes.withUnsafeBufferPointer {
      unsafe cpdf_open($0.baseAddress, $0.count, Int32(clamping: number), &child.process, &page)
    }
    try check(opened, known: Int(page.pages))
    if !page.isPossible { throw .damaged }
    guard let content = PDFContent(try read(page.content_size, from: child)), covers(content, page),
      content.name.count < Int(cpdf_name_size)
    else { throw .noPicture }
    let end = Array(repeating: UInt8(0), count: Int(cpdf_name_size) - content.name.count)
    let name = (content.name + end).map { CChar(bitPattern: $0) }
    var picture = CPDFPicture()
    let found = unsafe name.withUnsafeBufferPointer { unsafe cpdf_find(&child.process, $0.baseAddress, &picture) }
    try check(found, known: Int(page.pages))
    if !picture.isPossible { throw .damaged }
    return (page, content, picture)
  }

  /// The least share of a page that a picture must cover if something else is below it.
  private static let leastCover = 0.9

  private static func covers(_ content: PDFContent, _ page: CPDFPage) -> Bool {
    !content.hasGround || content.size.width * content.size.height >= leastCover * page.width * page.height
  }

  private static func read(_ size: Int, from child: borrowing DecodingChild) throws(Fault) -> [UInt8] {
    guard let bytes: [UInt8] = child.next(size) else { throw .damaged }
    return bytes
  }

  private static func check(_ outcome: CPDFOutcome, known: Int) throws(Fault) {
    switch outcome {
    case CPDFDone: return
    case CPDFNoLibrary: throw .missingLibrary
    case CPDFOutOfMemory: throw .outOfMemory
    case CPDFEncrypted: throw .encrypted
    case CPDFNoPage: throw .noPage(known: known)
    case CPDFTooMany: throw .tooMany
    case CPDFNoPicture: throw .noPicture
    case CPDFCoding: throw .coding
    default: throw .damaged
    }
  }
}

extension CPDFPage {
  /// Whether it may come from a process that no file has taken over.
  fileprivate var isPossible: Bool {
    (0...Int(cpdf_most_content)).contains(content_size) && width.isFinite && height.isFinite && unit.isNormal
      && unit > 0
  }
}

extension CPDFPicture {
  /// Whether it may come from a process that no file has taken over.
  fileprivate var isPossible: Bool {
    let sizes = 0...(1 << 26)
    return width > 0 && height > 0 && (is_jpeg != 0 || (1...16).contains(bits) && (1...4).contains(samples))
      && sizes.contains(palette_size) && sizes.contains(profile_size) && (0...cpdf_most_data).contains(data_size)
  }
}
