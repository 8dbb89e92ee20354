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
        let share = try limits.claim(try unsafe need(of: bytes, tags))
        return .success(try decoded(try unsafe OpenPage(bytes), share))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  private func need(of bytes: UnsafeBufferPointer<UInt8>, _ tags: TIFFTags) throws(CodecError) -> MemoryNeed {
    let share = try limits.claim(tags.peak)
    defer { withExtendedLifetime(share) {} }
    let page = try unsafe OpenPage(bytes)
    let (header, layout) = (page.header, PixelLayout(page.header))
    let (width, height) = (Int(header.width), Int(header.height))
    try limits.check(width: width, height: height)
    guard width > 0, height > 0 else { throw .corrupt(reason: "it has no pixels") }
    var need = MemoryNeed(pixels: width * height, samples: layout.colours, isDeep: isDeep(layout))
    need.decoding = Int(clamping: header.memory) + Int(header.openings) * tags.kept + tags.peak - tags.kept
    return need
  }

  private func isDeep(_ layout: PixelLayout) -> Bool { keepsDepth && layout.bits == 16 && !layout.isInks }

  private func decoded(
    _ page: borrowing OpenPage, _ share: MemoryAllowance.Share?
  ) throws(CodecError) -> Decoded {
    let header = page.header
    let (width, height) = (Int(header.width), Int(header.height))
    let layout = PixelLayout(header)
    let isDeep = isDeep(layout)
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
      profile: layout.lab == nil ? page.profile : nil,
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

/// A TIFF file opened by libtiff.
@safe private struct OpenPage: ~Copyable {
  let header: CTIFFHeader
  private let page: OpaquePointer

  /// - Parameter bytes: must outlive the page.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(CodecError) {
    var header = CTIFFHeader()
    var report = CTIFFReport()
    var page: OpaquePointer?
    let outcome = unsafe ctiff_open(bytes.baseAddress, bytes.count, &page, &header, &report)
    guard let page = unsafe page else { throw CodecError(outcome, report) }
    unsafe self.page = page
    self.header = header
  }

  deinit { unsafe ctiff_close(page) }

  /// Decodes the next row: `width * samples` samples with the header's number of bits.
  func row<Sample: CodedSample>() throws(CodecError) -> [Sample] {
    let count = Int(header.width) * Int(header.samples)
    var report = CTIFFReport()
    var outcome = CTIFFDone
    let row = unsafe [Sample](unsafeUninitializedCapacity: count) { buffer, filled in
      unsafe outcome = ctiff_read_row(page, buffer.baseAddress, &report)
      filled = outcome == CTIFFDone ? count : 0
    }
    guard outcome == CTIFFDone else { throw CodecError(outcome, report) }
    return row
  }

  var profile: [UInt8]? {
    guard (1...ColourProfile.largest).contains(header.profile_size) else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: header.profile, count: header.profile_size))
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
    default: self = .corrupt(reason: message)
    }
  }
}
