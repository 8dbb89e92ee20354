internal import CPeelHEIF
internal import PeelImaging

/// Decodes a picture of a HEIC file as stored, before rotation.
struct HEICDecoder {
  /// The picture's item number; nil for the primary picture.
  var item: Int?
  /// Whether the picture is coded as AV1 (AVIF), not as HEVC.
  var isAV1 = false
  var limits = DecodingLimits()
  var keepsDepth = false

  func callAsFunction(_ bytes: [UInt8]) throws(CodecError) -> Decoded {
    guard var structure = HEIFStructure(bytes) else {
      throw isCutShort(bytes) ? .truncated(rowsRead: nil, height: nil) : .corrupt(reason: "no list of pictures in it")
    }
    if let item { structure.primary = item }
    // Checked here because libheif has its own limits, and reports larger pictures as damaged.
    if let size = structure.size(of: structure.primary) { try limits.check(width: size.width, height: size.height) }
    // Decoders take zeros for data.
    if structure.endsInZeros { throw .truncated(rowsRead: nil, height: nil) }
    let readable = try readable(bytes, structure)
    if !structure.isCovered { throw .corrupt(reason: "its tiles do not cover it") }
    let outcome: Result<Decoded, CodecError> = unsafe readable.withUnsafeBufferPointer { [structure] bytes in
      do throws(CodecError) {
        var picture = try unsafe OpenPicture(bytes, item: item)
        return .success(try decoded(&picture, structure))
      } catch {
        return .failure(isAV1 && error == .missing(.hevcDecoder) ? .missing(.av1Decoder) : error)
      }
    }
    return try outcome.get()
  }

  private func decoded(_ picture: inout OpenPicture, _ structure: HEIFStructure) throws(CodecError) -> Decoded {
    let header = picture.header
    try limits.check(width: Int(header.width), height: Int(header.height))
    let need = need(header, structure)
    let share = try limits.claim(need)
    let planes = try picture.planes(structure.chroma, memory: need.decoding, limits)
    let (width, height) = (planes.luma.width, planes.luma.height)
    let coding = self.coding(header.coding.is_known != 0 ? header.coding : planes.coding)
    if !coding.isConverted {
      throw .unsupported(what: "\(kind) with matrix coefficients \(coding.matrix) of ITU-T H.273")
    }
    var warnings: [String] = []
    if planes.isDamaged { warnings.append("part of the photo's data is damaged; copy it again from where it came") }
    let exif = structure.exif
    if exif?.isTooLarge ?? false {
      warnings.append("its EXIF data was dropped: it has more than \(Exif.largestRead >> 20) MiB")
    }
    var profile = picture.profile
    if profile == nil {
      profile = coding.profile
      if coding.isHDR { warnings.append("its colours are HDR ones and come out flat") }
    }
    // libheif has converted the planes to BT.601 in full range. Newer versions say so.
    let converted = self.coding(planes.coding)
    let pixels: StoredPixels = try pixels(planes, converted, isMultiplied: structure.isMultiplied)
    let isDeep = keepsDepth && planes.luma.bits > 8 && planes.alpha == nil
    let deep: DeepPlanes? = isDeep ? try self.deep(planes, converted) : nil
    return Decoded(
      pixels: pixels, deep: deep, changes: structure.changes(width: width, height: height), exif: exif?.block,
      profile: profile, warnings: warnings, memory: share)
  }

  private func need(_ header: CHEIFHeader, _ structure: HEIFStructure) -> MemoryNeed {
    let pixels = Int(header.width) * Int(header.height)
    // Luma and, for each pixel, a half, one, or two samples of chroma.
    let planes =
      switch structure.chroma {
      case CHEIFGrey: pixels
      case CHEIFHalf: pixels * 3 / 2
      case CHEIFHalfAcross: pixels * 2
      default: pixels * 3
      }
    let isDeep = structure.bits > 8
    var need = MemoryNeed(pixels: pixels, planes: planes, isDeep: keepsDepth && isDeep)
    // The decoder's picture, and libheif's copy of it.
    need.decoding = 2 * (planes + (header.has_alpha != 0 ? pixels : 0)) * (isDeep ? 2 : 1)
    return need
  }

  private var kind: String { isAV1 ? "an AVIF photo" : "a HEIC photo" }

  private func coding(_ coding: CHEIFCoding) -> CICP {
    guard coding.is_known != 0 else { return CICP() }
    return CICP(
      primaries: Int(coding.primaries), transfer: Int(coding.transfer), matrix: Int(coding.matrix),
      isFullRange: coding.is_full_range != 0)
  }

  private func pixels(
    _ planes: HEIFPlanes, _ coding: CICP, isMultiplied: Bool
  ) throws(CodecError) -> StoredPixels {
    var coded: CodedPlanes<UInt8> = try coded(planes, coding)
    if let alpha: Plane<UInt8> = planes.alpha?.samples(as: .luma(isFullRange: true)),
      alpha.width == coded.luma.width, alpha.height == coded.luma.height
    {
      coded = coded.laidOverWhite(by: alpha, isMultiplied: isMultiplied)
    }
    guard let chroma = coded.chroma else { return .grey(coded.luma) }
    return .colour(coded.luma, Chroma(blue: chroma.blue, red: chroma.red, scale: chroma.scale))
  }

  private func deep(_ planes: HEIFPlanes, _ coding: CICP) throws(CodecError) -> DeepPlanes {
    let coded: CodedPlanes<UInt16> = try coded(planes, coding)
    return DeepPlanes(luma: coded.luma, chroma: coded.chroma.map { ($0.blue, $0.red) })
  }

  /// The planes in full-range BT.601.
  private func coded<Sample: CodedSample>(
    _ planes: HEIFPlanes, _ coding: CICP
  ) throws(CodecError) -> CodedPlanes<Sample> {
    let isFull = coding.isFullRange
    let isRGB = coding.matrix == 0 && planes.blue != nil
    guard let luma: Plane<Sample> = planes.luma.samples(as: .luma(isFullRange: isFull)) else {
      throw .corrupt(reason: "no picture in it")
    }
    guard let blue = planes.blue, let red = planes.red else { return CodedPlanes(luma: luma) }
    let kind: PlaneKind = isRGB ? .luma(isFullRange: isFull) : .chroma(isFullRange: isFull)
    let scale = (x: blue.width < luma.width ? 2 : 1, y: blue.height < luma.height ? 2 : 1)
    guard let blue: Plane<Sample> = blue.samples(as: kind), let red: Plane<Sample> = red.samples(as: kind),
      blue.width == red.width, blue.height == red.height,
      blue.width == (luma.width + scale.x - 1) / scale.x, blue.height == (luma.height + scale.y - 1) / scale.y,
      !isRGB || scale == (1, 1)
    else { throw .corrupt(reason: "its chroma doesn't fit its luma") }
    if isRGB {
      let planes = lumaAndChroma(red: red, green: luma, blue: blue)
      return CodedPlanes(luma: planes.luma, chroma: (planes.blue, planes.red, scale))
    }
    guard let weights = coding.weights else {
      throw .unsupported(what: "\(kind) with matrix coefficients \(coding.matrix) of ITU-T H.273")
    }
    return CodedPlanes(luma: luma, chroma: (blue, red, scale)).toBT601(from: weights)
  }

  /// The bytes of a file that libheif may read.
  private func readable(_ bytes: [UInt8], _ structure: HEIFStructure?) throws(CodecError) -> [UInt8] {
    if HEIFStructure.hasTooManyBoxes(bytes) {
      throw .unsupported(what: "a HEIF file with \(HEIFStructure.most) boxes or more")
    }
    if structure?.sharesData ?? false { throw .corrupt(reason: "its pictures share their data") }
    return structure?.withoutSurplusReferences() ?? bytes
  }

  /// Whether a box extends beyond the end of the file.
  private func isCutShort(_ bytes: [UInt8]) -> Bool {
    (HEIFStructure.boxes(of: bytes, in: bytes.indices).last?.whole.upperBound ?? 0) < bytes.count
  }
}

extension HEICDecoder {
  /// The depth map of a file's primary picture, and what its samples mean; nil if it has none.
  func depth(of bytes: [UInt8]) throws(CodecError) -> CHEIFDepth? {
    let readable = try readable(bytes, HEIFStructure(bytes))
    let outcome: Result<CHEIFDepth?, CodecError> = unsafe readable.withUnsafeBufferPointer { bytes in
      do throws(CodecError) { return .success(try unsafe OpenPicture(bytes, item: nil).depth) } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}

extension HEICDecoder {
  /// The EXIF block of a file's primary picture; nil if it has none.
  func exif(of bytes: [UInt8]) -> [UInt8]? {
    HEIFStructure(bytes)?.exif?.block
  }
}

/// A plane as libheif decodes it.
private struct HEIFPlane {
  let width: Int
  let height: Int
  let bits: Int
  /// Rows without gaps. A sample with more than 8 bits takes two bytes, little-endian.
  let bytes: [UInt8]

  /// The samples in full range; nil if they don't have 8 to 16 bits.
  func samples<Sample: CodedSample>(as kind: PlaneKind) -> Plane<Sample>? {
    guard (8...16).contains(bits) else { return nil }
    let levels: [Sample] = kind.levels(bits: bits)
    let areAsWanted = bits == 8 && levels.indices.allSatisfy { levels[$0] == $0 }
    if areAsWanted, let samples = bytes as? [Sample] { return Plane(width: width, height: height, samples: samples) }
    return Plane(width: width, height: height) { y, output in
      let levels = levels.span
      if bits == 8 {
        let row = bytes.span.extracting(y * width..<(y + 1) * width)
        for x in row.indices { output.append(levels[Int(row[x])]) }
      } else {
        let row = bytes.span.extracting(2 * y * width..<2 * (y + 1) * width)
        let mask = (1 << bits) - 1
        for x in 0..<width { output.append(levels[(Int(row[2 * x]) | Int(row[2 * x + 1]) << 8) & mask]) }
      }
    }
  }
}

private struct HEIFPlanes {
  let luma: HEIFPlane
  let blue: HEIFPlane?
  let red: HEIFPlane?
  let alpha: HEIFPlane?
  /// The coding in the HEVC data.
  let coding: CHEIFCoding
  let isDamaged: Bool
}

/// A HEIC file opened by libheif, in a child process.
private struct OpenPicture: ~Copyable {
  private(set) var header = CHEIFHeader()
  private var child = DecodingChild()

  /// - Parameter bytes: must outlive the picture.
  init(_ bytes: UnsafeBufferPointer<UInt8>, item: Int?) throws(CodecError) {
    var report = CHEIFReport()
    let outcome = unsafe cheif_open(
      bytes.baseAddress, bytes.count, UInt32(clamping: item ?? 0), &child.process, &header, &report)
    guard outcome == CHEIFDone else { throw CodecError(outcome, report) }
  }

  /// Decodes the planes, which may be done once.
  mutating func planes(_ chroma: CHEIFChroma, memory: Int, _ limits: DecodingLimits) throws(CodecError) -> HEIFPlanes {
    var planes = CHEIFPlanes()
    var report = CHEIFReport()
    let outcome = unsafe cheif_decode(&child.process, chroma, memory, &planes, &report)
    guard outcome == CHEIFDone else { throw CodecError(outcome, report) }
    try limits.check(width: Int(planes.y.width), height: Int(planes.y.height))
    guard let luma = try plane(planes.y, within: planes.y) else { throw .corrupt(reason: "no picture in it") }
    return HEIFPlanes(
      luma: luma, blue: try plane(planes.blue, within: planes.y), red: try plane(planes.red, within: planes.y),
      alpha: try plane(planes.alpha, within: planes.y), coding: planes.coding, isDamaged: planes.is_damaged != 0)
  }

  /// Reads the next plane; nil if the picture doesn't have it.
  private func plane(_ plane: CHEIFPlane, within luma: CHEIFPlane) throws(CodecError) -> HEIFPlane? {
    if plane.width == 0 { return nil }
    guard (1...luma.width).contains(plane.width), (1...luma.height).contains(plane.height) else {
      throw .corrupt(reason: "its planes don't fit")
    }
    let (width, height, bits) = (Int(plane.width), Int(plane.height), Int(plane.bits))
    guard let bytes: [UInt8] = child.next(width * height * (bits > 8 ? 2 : 1)) else { throw .crashed(in: "libheif") }
    return HEIFPlane(width: width, height: height, bits: bits, bytes: bytes)
  }

  /// The picture's depth map; nil if it has none.
  var depth: CHEIFDepth? {
    var depth = CHEIFDepth()
    return unsafe withUnsafePointer(to: child.process) { unsafe cheif_find_depth($0, &depth) != 0 } ? depth : nil
  }

  var profile: [UInt8]? {
    guard (1...ColourProfile.largest).contains(header.profile_size),
      unsafe withUnsafePointer(to: child.process, { unsafe cheif_ask_profile($0) != 0 })
    else { return nil }
    return child.next(header.profile_size)
  }
}

extension CodecError {
  fileprivate init(_ outcome: CHEIFOutcome, _ report: CHEIFReport) {
    let message = unsafe withUnsafeBytes(of: report.message) {
      // Some messages end in a line break.
      unsafe String(decoding: $0.prefix { $0 != 0 && $0 != 0x0A }, as: UTF8.self)
    }
    switch outcome {
    case CHEIFNoLibrary: self = .missing(.heif)
    case CHEIFNoDecoder: self = .missing(.hevcDecoder)
    case CHEIFTruncated: self = .truncated(rowsRead: nil, height: nil)
    case CHEIFOutOfMemory: self = .outOfMemory
    case CHEIFCrashed: self = .crashed(in: "libheif")
    case CHEIFTooLarge: self = .unsupported(what: "a HEIC photo of this size (\(message))")
    default: self = .corrupt(reason: message)
    }
  }
}
