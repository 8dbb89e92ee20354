internal import CPeelJPEG
internal import PeelImaging

/// Decodes a JPEG's components as stored, before rotation.
struct JPEGDecoder {
  var limits = DecodingLimits()
  /// Skips the chroma of a YCC picture, which saves a fifth of the time.
  var isLumaOnly = false

  func callAsFunction(_ bytes: [UInt8]) throws(CodecError) -> Decoded {
    let header = try header(of: bytes)
    try limits.check(width: Int(header.width), height: Int(header.height))
    let scale = chromaScale(header)
    let share = try limits.claim(need(header, isFullSize: scale == nil))
    if isLumaOnly, header.colour == CJPEGColourYCC {
      let (planes, warnings) = try planes(of: bytes, header, CJPEGLumaOnly)
      return Decoded(pixels: .grey(planes[0]), warnings: warnings, memory: share)
    }
    let layout = scale == nil && header.component_count > 1 ? CJPEGFullSize : CJPEGAsStored
    let (planes, warnings) = try planes(of: bytes, header, layout)
    switch header.colour {
    case CJPEGColourGrey:
      return Decoded(pixels: .grey(planes[0]), warnings: warnings, memory: share)
    case CJPEGColourRGB:
      let (luma, chroma) = planesFromRGB(red: planes[0], green: planes[1], blue: planes[2])
      return Decoded(pixels: .colour(luma, chroma), warnings: warnings, memory: share)
    case CJPEGColourCMYK, CJPEGColourYCCK:
      // All programs write inks inverted. Adobe's marker says so, but some that drop metadata drop it, too.
      return Decoded(pixels: .inks(planes, areInverted: true), warnings: warnings, memory: share)
    default:
      let chroma = Chroma(blue: planes[1], red: planes[2], scale: scale ?? (1, 1))
      return Decoded(pixels: .colour(planes[0], chroma), warnings: warnings, memory: share)
    }
  }

  private func need(_ header: CJPEGHeader, isFullSize: Bool) -> MemoryNeed {
    let (a, b, c, d) = header.components
    let components = [a, b, c, d].prefix(Int(header.component_count))
    let pixels = Int(header.width) * Int(header.height)
    let stored = components.map { Int($0.width) * Int($0.height) }.reduce(0, +)
    let planes = isFullSize ? pixels * components.count : stored
    var need = MemoryNeed(pixels: pixels, planes: planes)
    // RGB and inks are converted to luma and chroma, and inks to red, green and blue first.
    switch header.colour {
    case CJPEGColourRGB: need.decoding = 3 * pixels
    case CJPEGColourCMYK, CJPEGColourYCCK: need.decoding = 6 * pixels
    default: break
    }
    // The coefficients have 16 bits.
    if header.has_many_scans != 0 { need.decoding += 2 * stored }
    return need
  }

  private func header(of bytes: [UInt8]) throws(CodecError) -> CJPEGHeader {
    var header = CJPEGHeader()
    var report = CJPEGReport()
    let outcome = unsafe bytes.withUnsafeBufferPointer {
      unsafe cjpeg_read_header($0.baseAddress, $0.count, &header, &report)
    }
    if outcome == CJPEGTooLarge { throw .tooLarge(width: Int(header.width), height: Int(header.height)) }
    if let error = codecError(outcome, report, height: nil) { throw error }
    switch (header.colour, header.component_count) {
    case (CJPEGColourGrey, 1), (CJPEGColourYCC, 3), (CJPEGColourRGB, 3), (CJPEGColourCMYK, 4), (CJPEGColourYCCK, 4):
      return header
    default:
      throw .unsupported(what: "a JPEG with \(header.component_count) colour channels of an unknown kind")
    }
  }

  /// Photo pixels per chroma sample; nil unless both chroma components have the same scale, made of 1, 2 and 4.
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
  ) throws(CodecError) -> (planes: [Plane<UInt8>], warnings: [String]) {
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
    return (planes, report.warnings == 0 ? [] : ["part of the photo's data is damaged"])
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

  /// Allocates arrays and lets `fill` write all of them in one call, without initializing them first. Returns nil if `fill`
  /// returns false.
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
  /// libjpeg's message.
  var text: String {
    unsafe withUnsafeBytes(of: message) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
