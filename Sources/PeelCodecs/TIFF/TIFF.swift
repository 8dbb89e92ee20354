internal import CPeelTIFF
internal import PeelImaging

/// Decodes the first page of a TIFF file as stored, before rotation.
struct TIFFDecoder {
  var limits = DecodingLimits()
  var keepsDepth = false

  func callAsFunction(_ bytes: [UInt8]) throws(CodecError) -> Decoded {
    let tags = try TIFFTags(bytes)
    if let size = tags.size { try limits.check(width: size.width, height: size.height) }
    let outcome: Result<Decoded, CodecError> = unsafe bytes.withUnsafeBufferPointer { bytes in
      do throws(CodecError) {
        // Opened once to know what it needs, and again once that is claimed.
        let need = try unsafe need(of: bytes, tags)
        let share = try limits.claim(need)
        var page = try unsafe OpenPage(bytes, memory: need.decoding)
        return .success(try decoded(&page, share))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  private func need(of bytes: UnsafeBufferPointer<UInt8>, _ tags: TIFFTags) throws(CodecError) -> MemoryNeed {
    let share = try limits.claim(tags.peak)
    defer { withExtendedLifetime(share) {} }
    let page = try unsafe OpenPage(bytes, memory: tags.peak)
    let (header, layout) = (page.header, PixelLayout(page.header))
    let (width, height) = (Int(header.width), Int(header.height))
    try limits.check(width: width, height: height)
    var need = MemoryNeed(pixels: width * height, samples: layout.colours, isDeep: isDeep(layout))
    need.decoding = Int(clamping: header.memory) + Int(header.openings) * tags.kept + tags.peak - tags.kept
    return need
  }

  private func isDeep(_ layout: PixelLayout) -> Bool { keepsDepth && layout.bits == 16 && !layout.isInks }

  private func decoded(
    _ page: inout OpenPage, _ share: MemoryAllowance.Share?
  ) throws(CodecError) -> Decoded {
    let header = page.header
    let (width, height) = (Int(header.width), Int(header.height))
    try limits.check(width: width, height: height)
    let layout = PixelLayout(header)
    let isDeep = isDeep(layout)
    let profile = try page.decode()
    var planes = RowPlanes<UInt8>(width: width, height: height, colours: layout.colours)
    var deep = isDeep ? RowPlanes<UInt16>(width: width, height: height, colours: layout.colours) : nil
    let lab = layout.lab.flatMap { TIFFLab($0, bits: layout.bits) }
    for _ in 0..<height {
      if layout.bits == 8 {
        let row: [UInt8] = layout.opaque(try page.row())
        planes.append(lab?(row) ?? row)
      } else {
        let stored: [UInt16] = layout.opaque(try page.row())
        let row = lab?(stored) ?? stored
        deep?.append(row)
        planes.append(row.map(\.rounded))
      }
    }
    return Decoded(
      pixels: planes.pixels, deep: deep?.deep,
      changes: [.turn(Orientation(rawValue: Int(header.orientation)) ?? .upright)],
      profile: layout.lab == nil ? profile : nil,
      resolution: header.resolution > 0 ? header.resolution : nil,
      memory: share)
  }
}

/// How pixels are stored in memory.
private struct PixelLayout {
  enum Alpha { case none, multiplied, straight }

  private let width: Int
  let bits: Int
  /// Colour samples per pixel: 1, 3 or 4.
  let colours: Int
  /// Samples per pixel, including alpha.
  private let samples: Int
  private let alpha: Alpha
  private let isInverted: Bool
  /// How L*a*b* is stored; nil for other colours.
  let lab: TIFFLab.Form?
  var isInks: Bool { colours == 4 }

  init(_ header: CTIFFHeader) {
    (width, bits, samples) = (Int(header.width), Int(header.bits), Int(header.samples))
    let colour = header.colour
    isInverted = colour == CTIFFInvertedGrey
    colours = colour == CTIFFGrey || isInverted ? 1 : colour == CTIFFInks ? 4 : 3
    lab = colour == CTIFFLab ? .signed : colour == CTIFFICCLab ? .offset : nil
    switch header.alpha {
    case _ where lab != nil: alpha = .none
    case CTIFFMultiplied where samples > colours: alpha = .multiplied
    case CTIFFStraight where samples > colours: alpha = .straight
    default: alpha = .none
    }
  }

  /// A row's colour samples, with 0 for black. Transparent pixels are composited over white, or over no ink.
  func opaque<Sample: CodedSample>(_ pixels: [Sample]) -> [Sample] {
    if samples == colours, !isInverted { return pixels }
    let most = Sample.Wide(truncatingIfNeeded: Sample.max)
    let ground = isInks || isInverted ? 0 : most
    return [Sample](capacity: colours * width) { output in
      let pixels = pixels.span
      for start in stride(from: 0, to: pixels.count, by: samples) {
        for colour in start..<start + colours {
          var value = Sample.Wide(truncatingIfNeeded: pixels[colour])
          if alpha != .none {
            let share = Sample.Wide(truncatingIfNeeded: pixels[start + colours])
            if alpha == .straight { value = (value * share + most / 2) / most }
            value = min(value + (most - share) * ground / most, most)
          }
          output.append(Sample(truncatingIfNeeded: isInverted ? most - value : value))
        }
      }
    }
  }
}

extension UInt16 {
  /// The sample with 8 bits.
  var rounded: UInt8 { UInt8((UInt32(self) * 255 + 32767) / 65535) }
}

/// A TIFF file opened by libtiff, in a child process.
private struct OpenPage: ~Copyable {
  private(set) var header = CTIFFHeader()
  private var child = DecodingChild()
  /// The rows that the child has sent and that weren't read, and what became of the row after them.
  private var sent: UInt32 = 0
  private var outcome = CTIFFDone
  private var report = CTIFFReport()

  /// What the child may take besides what its file needs, in bytes. Decoders of LZMA and ZSTD take up to 128 MB.
  private static let spare = 256 << 20

  /// - Parameters:
  ///   - bytes: must outlive the page.
  ///   - memory: what opening and decoding take, in bytes.
  init(_ bytes: UnsafeBufferPointer<UInt8>, memory: Int) throws(CodecError) {
    outcome = unsafe ctiff_open(
      bytes.baseAddress, bytes.count, Self.spare + memory, &child.process, &header, &report)
    guard outcome == CTIFFDone else { throw CodecError(outcome, report) }
    guard header.isPossible else { throw .crashed(in: "libtiff") }
  }

  /// Has the rows decoded, and returns the file's profile.
  mutating func decode() throws(CodecError) -> [UInt8]? {
    let hasProfile = (1...ColourProfile.largest).contains(header.profile_size)
    if unsafe ctiff_decode(&child.process, hasProfile ? 1 : 0) == 0 { throw .crashed(in: "libtiff") }
    return hasProfile ? child.next(header.profile_size) : nil
  }

  /// The next row: `width * samples` samples with the header's number of bits.
  mutating func row<Sample: CodedSample>() throws(CodecError) -> [Sample] {
    if sent == 0 {
      if outcome == CTIFFDone { outcome = unsafe ctiff_next(&child.process, &sent, &report) }
      if sent == 0 { throw CodecError(outcome, report) }
    }
    guard let row: [Sample] = child.next(Int(header.width) * Int(header.samples)) else { throw .crashed(in: "libtiff") }
    sent -= 1
    return row
  }
}

extension CTIFFHeader {
  /// Whether it may come from a process that no file has taken over.
  fileprivate var isPossible: Bool {
    let colours = [CTIFFGrey, CTIFFInvertedGrey].contains(colour) ? 1 : colour == CTIFFInks ? 4 : 3
    return colour.rawValue <= CTIFFRendered.rawValue && (bits == 8 || bits == 16)
      && (colours...5).contains(Int(samples))
      && memory < 1 << 48 && (1...5).contains(openings)
  }
}

extension CTIFFReport {
  /// The message.
  var text: String {
    unsafe withUnsafeBytes(of: message) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension CodecError {
  fileprivate init(_ outcome: CTIFFOutcome, _ report: CTIFFReport) {
    let message = report.text
    switch outcome {
    case CTIFFNoLibrary: self = .missing(.tiff)
    case CTIFFTruncated: self = .truncated(rowsRead: nil, height: nil)
    case CTIFFUnsupported: self = .unsupported(what: message)
    case CTIFFOutOfMemory: self = .outOfMemory
    case CTIFFCrashed: self = .crashed(in: "libtiff")
    default: self = .corrupt(reason: message)
    }
  }
}
