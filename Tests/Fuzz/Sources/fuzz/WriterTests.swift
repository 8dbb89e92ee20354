import Glibc

@testable import PeelCodecs
@testable import PeelFiles
@testable import PeelImaging
@testable import PeelScanning

/// Writes pictures as a GIF, and reads it again. Few colours are kept exactly.
func testGIF(_ bytes: [UInt8]) {
  var recipe = Recipe(bytes)
  let (width, height) = (recipe.number(1...120), recipe.number(1...120))
  let count = recipe.number(1...3)
  let delay = recipe.number(1...6000)
  let isExact = recipe.choice()
  let pictures = (0..<count).map { _ in
    var samples = recipe.repeated(3 * width * height)
    if isExact {
      // At most 240 colours, in the middle of those that count as one.
      samples = samples.enumerated().map { index, level in
        let levels = [6, 8, 5][index % 3]
        return UInt8(Int(level) % levels * 32 + 4)
      }
    }
    return Picture(width: width, height: height, samples: samples)
  }
  guard let file = try? AnimatedGIF(delay: 10 * delay).encoded(pictures) else {
    preconditionFailure("small pictures can be written")
  }
  let read = GIFReader(file)
  precondition(read.width == width && read.height == height && read.frames.count == count)
  precondition(read.delays.allSatisfy { $0 == delay })
  if isExact { precondition(read.frames == pictures.map(\.samples), "the colours are kept") }
}

/// Packs the pixels of a frame as a GIF does, and unpacks them. It is much quicker than a whole GIF with its palette.
func testLZW(_ bytes: [UInt8]) {
  var recipe = Recipe(bytes)
  let indices = recipe.repeated(recipe.number(1...20_000))
  precondition(GIFReader.unpacked(LZW.packed(indices), bits: 8) == indices, "the pixels are kept")
}

/// Writes scans on a sheet, as a PDF and as a picture. The PDF is read again.
func testSheet(_ bytes: [UInt8]) {
  var recipe = Recipe(bytes)
  let page = PageSize(width: recipe.number(PageSize.sides), height: recipe.number(PageSize.sides))
  let columns = recipe.number(1...SheetLayout.mostColumns(on: page))
  let count = recipe.number(1...8)
  let jpegs = (0..<count).map { _ in jpeg(&recipe) }
  let scans = jpegs.map { scan(ratio: $0.ratio, &recipe) }
  let path = Path("/dev/shm/peel-fuzz-\(getpid()).pdf")
  try? remove(path)
  let layout = SheetLayout(scans, on: page, columns: columns, PDFSheet.lettering)
  do {
    var sheet = try PDFSheet(to: path)
    for jpeg in jpegs { try sheet.add(jpeg) }
    try sheet.finish(layout)
  } catch {
    preconditionFailure("\(error)")
  }
  guard let file = try? Descriptor(reading: path).bytes(limit: 1 << 24) else { preconditionFailure("it is written") }
  check(PDFReader(file), jpegs, layout)
  guard page.width * page.height <= 210 * 297 else { return }
  let drawn = SheetLayout(scans, on: page, columns: columns, SheetPicture.lettering)
  var picture = SheetPicture(drawn, ppi: 30)
  for cell in drawn.pages[0] {
    guard let scan = try? PhotoFile(decoding: jpegs[cell.scan].bytes) else { preconditionFailure("a scan is read") }
    picture.draw(scan.photo.picture(), in: cell)
  }
  precondition(picture.picture.width == Int((page.width * 30 / 25.4).rounded()))
}

/// A small JPEG, with an orientation and perhaps something as a profile.
private func jpeg(_ recipe: inout Recipe) -> ScanJPEG {
  let (width, height) = (recipe.number(1...40), recipe.number(1...40))
  let orientation = UInt8(recipe.number(1...8))
  var file = ScanFile()
  if recipe.choice() { file.profile = recipe.repeated(recipe.number(1...99)) }
  let picture = Picture(width: width, height: height, samples: recipe.repeated(3 * width * height))
  // A TIFF header, and one field: the orientation as a short number.
  let block: [UInt8] =
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  let segment = JPEGEncoder.Segment(
    marker: JPEGSegments.Marker.app1, payload: JPEGSegments.exifSignature + block)
  guard let bytes = try? file.encoded(picture),
    let jpeg = ScanJPEG(JPEGEncoder.file(bytes[...], with: [segment]))
  else { preconditionFailure("a small picture can be encoded") }
  precondition(jpeg.orientation.rawValue == Int(orientation) && (jpeg.width, jpeg.height) == (width, height))
  return jpeg
}

private func scan(ratio: Double, _ recipe: inout Recipe) -> SheetScan {
  var scan = SheetScan(ratio: ratio, title: recipe.text())
  if recipe.choice() { scan.longSide = recipe.number(5.0...2000) }
  if recipe.choice() { scan.date = recipe.text() }
  if recipe.choice() { scan.caption = recipe.text() }
  return scan
}

/// All scans are on the pages, within their borders, byte for byte.
private func check(_ pdf: PDFReader, _ jpegs: [ScanJPEG], _ layout: SheetLayout) {
  let root = pdf.dictionary(pdf.trailer["Root"])
  precondition(root["Type"] == .name("Catalog") && pdf.dictionary(pdf.trailer["Info"])["Producer"] != nil)
  let tree = pdf.dictionary(root["Pages"])
  let pages = pdf.array(tree["Kids"])
  precondition(tree["Type"] == .name("Pages") && tree["Count"] == .number(Double(pages.count)))
  precondition(pages.count == layout.pages.count)
  var shown: [[UInt8]] = []
  for (number, kid) in pages.enumerated() {
    let page = pdf.dictionary(kid)
    precondition(page["Type"] == .name("Page") && page["Parent"] == root["Pages"])
    let box = pdf.numbers(page["MediaBox"])
    let resources = pdf.dictionary(page["Resources"])
    let pictures = pdf.dictionary(resources["XObject"])
    guard let content = pdf.object(page["Contents"]).stream else { preconditionFailure("a page has a content") }
    let names = drawn(content, fonts: pdf.dictionary(resources["Font"]), width: box[2], height: box[3])
    precondition(names.count == layout.pages[number].count && Set(names) == Set(pictures.keys))
    for name in names {
      let picture = pdf.object(pictures[name])
      let facts = pdf.dictionary(pictures[name])
      precondition(facts["Subtype"] == .name("Image") && facts["Filter"] == .name("DCTDecode"))
      if case .array(let space)? = facts["ColorSpace"] {
        precondition(space.first == .name("ICCBased") && pdf.object(space.last).stream != nil)
      }
      guard let jpeg = picture.stream.flatMap({ ScanJPEG(Array($0)) }) else { preconditionFailure("a JPEG") }
      precondition(facts["Width"] == .number(Double(jpeg.width)) && facts["Height"] == .number(Double(jpeg.height)))
      shown.append(jpeg.bytes)
    }
  }
  precondition(shown == jpegs.map(\.bytes), "every scan is shown once, in order")
}

/// Reads a page's operators.
///
/// - Returns: the names of the pictures that they draw.
private func drawn(
  _ content: ArraySlice<UInt8>, fonts: [String: PDFReader.Value], width: Double, height: Double
) -> [String] {
  var tokens = PDFTokens(content)
  var operands: [PDFReader.Value] = []
  var names: [String] = []
  var (depth, isText) = (0, false)
  let margin = SheetLayout.margin * 72 / 25.4 - 0.01
  while true {
    tokens.skipSpaces()
    if tokens.rest.isEmpty { break }
    let value = tokens.value()
    guard case .word(let word) = value else {
      operands.append(value)
      continue
    }
    let numbers = operands.compactMap { if case .number(let number) = $0 { number } else { nil } }
    switch word {
    case "q": depth += 1
    case "Q": depth -= 1
    case "cm":
      precondition(numbers.count == 6 && depth == 1)
      let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map { across, up in
        (numbers[0] * across + numbers[2] * up + numbers[4], numbers[1] * across + numbers[3] * up + numbers[5])
      }
      precondition(
        corners.allSatisfy { (margin...width - margin).contains($0.0) && (margin...height - margin).contains($0.1) },
        "a scan is within the page's margins")
    case "Do":
      guard case .name(let name)? = operands.last, depth == 1 else { preconditionFailure("a picture has a name") }
      names.append(name)
    case "BT", "ET":
      precondition(isText == (word == "ET"))
      isText.toggle()
    case "Tf":
      guard case .name(let name)? = operands.first else { preconditionFailure("a font has a name") }
      precondition(isText && fonts[name] != nil && numbers.count == 1)
    case "Td": precondition(isText && numbers.count == 2)
    case "Tj":
      guard isText, case .string? = operands.last else { preconditionFailure("a text is shown") }
    case _: preconditionFailure("the operator \(word)")
    }
    operands = []
  }
  precondition(depth == 0 && !isText && operands.isEmpty, "the content is whole")
  return names
}
