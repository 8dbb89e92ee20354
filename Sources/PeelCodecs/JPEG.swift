internal import CPeelJPEG
import PeelImaging

/// A JPEG's components as they lie in the file: not yet turned.
struct JPEGDecoder {
  var limits = DecodingLimits()
  /// Leaves the chroma of a YCC picture out, and so a fifth of the time.
  var isLumaOnly = false

  struct Decoded {
    var pixels: StoredPixels
    /// libjpeg went past damage: its last words about it.
    var damage: String?
  }

  func callAsFunction(_ bytes: [UInt8]) throws(CodecError) -> Decoded {
    let header = try header(of: bytes)
    try limits.check(width: Int(header.width), height: Int(header.height))
    if isLumaOnly, header.colour == CJPEGColourYCC {
      let (planes, damage) = try planes(of: bytes, header, CJPEGLumaOnly)
      return Decoded(pixels: .grey(planes[0]), damage: damage)
    }
    let scale = chromaScale(header)
    let layout = scale == nil && header.component_count > 1 ? CJPEGFullSize : CJPEGAsStored
    let (planes, damage) = try planes(of: bytes, header, layout)
    switch header.colour {
    case CJPEGColourGrey:
      return Decoded(pixels: .grey(planes[0]), damage: damage)
    case CJPEGColourRGB:
      let (luma, chroma) = planesFromRGB(red: planes[0], green: planes[1], blue: planes[2])
      return Decoded(pixels: .colour(luma, chroma), damage: damage)
    case CJPEGColourCMYK, CJPEGColourYCCK:
      return Decoded(pixels: .inks(planes, areInverted: header.has_adobe != 0), damage: damage)
    default:
      let chroma = Chroma(blue: planes[1], red: planes[2], scale: scale ?? (1, 1))
      return Decoded(pixels: .colour(planes[0], chroma), damage: damage)
    }
  }

  private func header(of bytes: [UInt8]) throws(CodecError) -> CJPEGHeader {
    var header = CJPEGHeader()
    var report = CJPEGReport()
    let outcome = unsafe bytes.withUnsafeBufferPointer {
      unsafe cjpeg_read_header($0.baseAddress, $0.count, &header, &report)
    }
    if let error = codecError(outcome, report, height: nil) { throw error }
    switch (header.colour, header.component_count) {
    case (CJPEGColourGrey, 1), (CJPEGColourYCC, 3), (CJPEGColourRGB, 3), (CJPEGColourCMYK, 4), (CJPEGColourYCCK, 4):
      return header
    default:
      throw .unsupported(what: "a JPEG with \(header.component_count) colour channels of an unknown kind")
    }
  }

  /// Photo pixels to a chroma sample, when both chroma components divide the luma evenly by 1, 2 or 4.
  private func chromaScale(_ header: CJPEGHeader) -> (x: Int, y: Int)? {
    let (luma, blue, red, _) = header.components
    guard header.colour == CJPEGColourYCC, luma.width == header.width, luma.height == header.height,
      blue.across == red.across, blue.down == red.down,
      luma.across % blue.across == 0, luma.down % blue.down == 0
    else { return nil }
    let scale = (x: Int(luma.across / blue.across), y: Int(luma.down / blue.down))
    return [1, 2, 4].contains(scale.x) && [1, 2, 4].contains(scale.y) ? scale : nil
  }

  private func planes(
    of bytes: [UInt8], _ header: CJPEGHeader, _ layout: CJPEGLayout
  ) throws(CodecError) -> (planes: [Plane<UInt8>], damage: String?) {
    let (a, b, c, d) = header.components
    let count = layout == CJPEGLumaOnly ? 1 : Int(header.component_count)
    let sizes = [a, b, c, d].prefix(count).map { component in
      layout == CJPEGAsStored
        ? (width: Int(component.width), height: Int(component.height))
        : (width: Int(header.width), height: Int(header.height))
    }
    var report = CJPEGReport()
    var outcome = CJPEGDone
    let samples = unsafe arrays(ofCounts: sizes.map { $0.width * $0.height }) { pointers in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe withUnsafePointer(to: header) { header in
          unsafe outcome = cjpeg_decode(
            bytes.baseAddress, bytes.count, header, layout, Int32(clamping: limits.scans), pointers, &report)
        }
      }
      return outcome == CJPEGDone
    }
    if let error = codecError(outcome, report, height: Int(header.height)) { throw error }
    let planes = zip(sizes, samples ?? []).map { Plane(width: $0.width, height: $0.height, samples: $1) }
    return (planes, report.warnings == 0 ? nil : report.text)
  }

  private func codecError(_ outcome: CJPEGOutcome, _ report: CJPEGReport, height: Int?) -> CodecError? {
    switch outcome {
    case CJPEGDone: nil
    case CJPEGTruncated: .truncated(rowsRead: report.rows_read < 0 ? nil : Int(report.rows_read), height: height)
    case CJPEGTooManyScans: .unsupported(what: "a JPEG in more than \(limits.scans) scans")
    case CJPEGOutOfMemory: .outOfMemory
    default: .corrupt(reason: report.text)
    }
  }

  /// Arrays whose memory `fill` writes all at once, so that no sample is written twice; nil when it says no.
  private func arrays(
    ofCounts counts: [Int], filledBy fill: ([UnsafeMutablePointer<UInt8>?]) -> Bool
  ) -> [[UInt8]]? {
    var isFilled = false
    func open(_ index: Int, _ pointers: [UnsafeMutablePointer<UInt8>?]) -> [[UInt8]] {
      guard index < counts.count else {
        isFilled = unsafe fill(pointers)
        return []
      }
      var others: [[UInt8]] = []
      let array = unsafe [UInt8](unsafeUninitializedCapacity: counts[index]) { buffer, count in
        unsafe others = open(index + 1, pointers + [buffer.baseAddress])
        count = isFilled ? counts[index] : 0
      }
      return [array] + others
    }
    let arrays = unsafe open(0, [])
    return isFilled ? arrays : nil
  }
}

extension CJPEGReport {
  fileprivate var text: String {
    unsafe withUnsafeBytes(of: message) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// Appends a piece to an array of bytes.
private func collect(_ array: UnsafeMutableRawPointer?, _ piece: UnsafePointer<UInt8>?, _ count: Int) {
  guard let array = unsafe array else { return }
  let bytes = unsafe array.assumingMemoryBound(to: [UInt8].self)
  unsafe bytes.pointee.append(contentsOf: UnsafeBufferPointer(start: piece, count: count))
}

/// Rows of samples as a JPEG, the same bytes on every run.
struct JPEGEncoder {
  /// What is stored, and what the rows hold: grey; R, G, B; or C, M, Y, K.
  enum Colour { case grey, ycc, rgb, cmyk, ycck }

  struct Segment {
    /// Second byte of the marker, such as 0xE1 for APP1.
    var marker: UInt8
    var payload: [UInt8]
    /// A segment's length field counts itself and has 16 bits.
    static let largestPayload = 65_533
  }

  var colour = Colour.ycc
  /// 1…100.
  var quality = 92
  /// Picture pixels to a chroma sample.
  var chromaScale = (x: 2, y: 2)
  /// Pixels to an inch, whole in a JFIF header.
  var density: Int?
  var isProgressive = false
  var isArithmetic = false
  /// Rows of blocks between restart markers, 0 for none.
  var restartRows = 0

  static let longestSide = 65_500

  /// Rows without gaps between them, the first on top.
  func callAsFunction(
    _ rows: [UInt8], width: Int, height: Int, segments: [Segment] = []
  ) throws(CodecError) -> [UInt8] {
    precondition(rows.count == width * height * channels, "the rows are full")
    let file = unsafe try file(width: width, height: height) { settings, file, report in
      unsafe rows.withUnsafeBufferPointer { unsafe cjpeg_encode($0.baseAddress, settings, collect, file, report) }
    }
    return segments.isEmpty ? file : Self.file(file[...], with: segments)
  }

  /// Luma and chroma as they are. The chroma has the encoder's scale.
  func callAsFunction(_ luma: Plane<UInt8>, _ chroma: Chroma) throws(CodecError) -> [UInt8] {
    precondition(colour == .ycc && chroma.scale == chromaScale, "the planes are those of the file")
    let (columns, rows) = (luma.width + chromaScale.x - 1, luma.height + chromaScale.y - 1)
    precondition(
      chroma.blue.width == columns / chromaScale.x && chroma.blue.height == rows / chromaScale.y,
      "the chroma covers the luma")
    return unsafe try file(width: luma.width, height: luma.height) { settings, file, report in
      unsafe luma.samples.withUnsafeBufferPointer { luma in
        unsafe chroma.blue.samples.withUnsafeBufferPointer { blue in
          unsafe chroma.red.samples.withUnsafeBufferPointer { red in
            unsafe cjpeg_encode_planes(
              luma.baseAddress, blue.baseAddress, red.baseAddress, settings, collect, file, report)
          }
        }
      }
    }
  }

  private func file(
    width: Int, height: Int,
    _ encode: (
      UnsafePointer<CJPEGSettings>, _ file: UnsafeMutableRawPointer, UnsafeMutablePointer<CJPEGReport>
    ) -> CJPEGOutcome
  ) throws(CodecError) -> [UInt8] {
    guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height) else {
      throw .tooLarge(width: width, height: height)
    }
    var settings = CJPEGSettings()
    settings.width = Int32(width)
    settings.height = Int32(height)
    settings.colour = stored
    settings.quality = Int32(clamping: quality)
    settings.chroma_across = Int32(clamping: chromaScale.x)
    settings.chroma_down = Int32(clamping: chromaScale.y)
    settings.density = Int32(clamping: min(density ?? 0, Int(UInt16.max)))
    settings.is_progressive = isProgressive ? 1 : 0
    settings.is_arithmetic = isArithmetic ? 1 : 0
    settings.restart_rows = Int32(clamping: restartRows)
    var report = CJPEGReport()
    var file: [UInt8] = []
    file.reserveCapacity(width * height / 2)
    let outcome = unsafe withUnsafeMutablePointer(to: &file) { file in unsafe encode(&settings, file, &report) }
    switch outcome {
    case CJPEGDone: return file
    case CJPEGOutOfMemory: throw .outOfMemory
    default: throw .unsupported(what: "this picture as a JPEG (\(report.text))")
    }
  }

  /// A file with more segments: behind the JFIF header, which comes first where there is one.
  static func file(_ file: ArraySlice<UInt8>, with segments: [Segment]) -> [UInt8] {
    let startOfImage = 2
    let header = JPEGSegments(Array(file)).segments.first { $0.marker == 0xE0 }?.payload.upperBound ?? startOfImage
    let written = segments.flatMap { segment in
      precondition(segment.payload.count <= Segment.largestPayload, "a segment has 16-bit length")
      return [0xFF, segment.marker] + bigEndian(segment.payload.count + 2) + segment.payload
    }
    return file[..<header] + written + file[header...]
  }

  static func bigEndian(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
  }

  private var stored: CJPEGColour {
    switch colour {
    case .grey: CJPEGColourGrey
    case .ycc: CJPEGColourYCC
    case .rgb: CJPEGColourRGB
    case .cmyk: CJPEGColourCMYK
    case .ycck: CJPEGColourYCCK
    }
  }

  private var channels: Int {
    switch colour {
    case .grey: 1
    case .ycc, .rgb: 3
    case .cmyk, .ycck: 4
    }
  }
}
