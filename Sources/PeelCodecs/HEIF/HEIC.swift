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
    // Decoders of AV1 take zeros for data, while that of HEVC complains.
    if isAV1, structure.endsInZeros { throw .truncated(rowsRead: nil, height: nil) }
    let readable = try readable(bytes, structure)
    if !structure.isCovered { throw .corrupt(reason: "its tiles do not cover it") }
    let outcome: Result<Decoded, CodecError> = unsafe readable.withUnsafeBufferPointer { [structure] bytes in
      do throws(CodecError) {
        let picture = try unsafe OpenPicture(bytes, item: item)
        return .success(try decoded(picture, structure))
      } catch {
        return .failure(isAV1 && error == .missing(.hevcDecoder) ? .missing(.av1Decoder) : error)
      }
    }
    return try outcome.get()
  }

  private func decoded(_ picture: borrowing OpenPicture, _ structure: HEIFStructure) throws(CodecError) -> Decoded {
    let header = picture.header
    try limits.check(width: Int(header.width), height: Int(header.height))
    let share = try limits.claim(need(header, structure))
    let planes = try picture.planes(structure.chroma)
    let width = Int(planes.y.width)
    let height = Int(planes.y.height)
    try limits.check(width: width, height: height)
    let coding = self.coding(header.coding.is_known != 0 ? header.coding : planes.coding)
    if !coding.isConverted {
      throw .unsupported(what: "\(kind) with matrix coefficients \(coding.matrix) of ITU-T H.273")
    }
    var warnings: [String] = []
    if planes.is_damaged != 0 { warnings.append("part of the photo's data is damaged") }
    if picture.isExifTooLarge {
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
    let isDeep = keepsDepth && planes.y.bits > 8 && !planes.alpha.isThere
    let deep: DeepPlanes? = isDeep ? try self.deep(planes, converted) : nil
    return Decoded(
      pixels: pixels, deep: deep, changes: structure.changes(width: width, height: height), exif: picture.exif,
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
    _ planes: CHEIFPlanes, _ coding: CICP, isMultiplied: Bool
  ) throws(CodecError) -> StoredPixels {
    var coded: CodedPlanes<UInt8> = try coded(planes, coding)
    if planes.alpha.isThere,
      let alpha: Plane<UInt8> = planes.alpha.samples(as: .luma(isFullRange: true)),
      alpha.width == coded.luma.width, alpha.height == coded.luma.height
    {
      coded = coded.laidOverWhite(by: alpha, isMultiplied: isMultiplied)
    }
    guard let chroma = coded.chroma else { return .grey(coded.luma) }
    return .colour(coded.luma, Chroma(blue: chroma.blue, red: chroma.red, scale: chroma.scale))
  }

  private func deep(_ planes: CHEIFPlanes, _ coding: CICP) throws(CodecError) -> DeepPlanes {
    let coded: CodedPlanes<UInt16> = try coded(planes, coding)
    return DeepPlanes(luma: coded.luma, chroma: coded.chroma.map { ($0.blue, $0.red) })
  }

  /// The planes in full-range BT.601.
  private func coded<Sample: CodedSample>(
    _ planes: CHEIFPlanes, _ coding: CICP
  ) throws(CodecError) -> CodedPlanes<Sample> {
    let isFull = coding.isFullRange
    let isRGB = coding.matrix == 0 && planes.blue.isThere
    guard let luma: Plane<Sample> = planes.y.samples(as: .luma(isFullRange: isFull)) else {
      throw .corrupt(reason: "no picture in it")
    }
    guard planes.blue.isThere, planes.red.isThere else { return CodedPlanes(luma: luma) }
    let kind: PlaneKind = isRGB ? .luma(isFullRange: isFull) : .chroma(isFullRange: isFull)
    let scale = (
      x: planes.blue.width < planes.y.width ? 2 : 1, y: planes.blue.height < planes.y.height ? 2 : 1
    )
    guard let blue: Plane<Sample> = planes.blue.samples(as: kind),
      let red: Plane<Sample> = planes.red.samples(as: kind),
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
    guard let structure = HEIFStructure(bytes), let readable = try? readable(bytes, structure) else { return nil }
    return unsafe readable.withUnsafeBufferPointer { try? unsafe OpenPicture($0, item: nil).exif }
  }
}

extension CHEIFPlane {
  fileprivate var isThere: Bool { unsafe samples != nil }

  /// The samples in full range; nil if the plane is missing or doesn't have 8 to 16 bits.
  fileprivate func samples<Sample: CodedSample>(as kind: PlaneKind) -> Plane<Sample>? {
    guard let samples = unsafe samples, width > 0, height > 0, (8...16).contains(bits) else { return nil }
    let levels: [Sample] = kind.levels(bits: Int(bits))
    let isAsWanted = Sample.bitWidth == 8 && bits == 8 && levels.indices.allSatisfy { levels[$0] == $0 }
    let count = Int(width)
    return Plane(width: count, height: Int(height)) { y, output in
      let row = unsafe UnsafeRawPointer(samples + y * Int(stride))
      let levels = levels.span
      if isAsWanted {
        unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
          guard let base = buffer.baseAddress else { return }
          unsafe UnsafeMutableRawPointer(base + filled).copyMemory(from: row, byteCount: count)
          filled += count
        }
      } else if bits == 8 {
        for x in 0..<count { output.append(levels[Int(unsafe row.load(fromByteOffset: x, as: UInt8.self))]) }
      } else {
        let mask = (1 << Int(bits)) - 1
        for x in 0..<count {
          let sample = unsafe UInt16(littleEndian: row.loadUnaligned(fromByteOffset: 2 * x, as: UInt16.self))
          output.append(levels[Int(sample) & mask])
        }
      }
    }
  }
}

/// A HEIC file opened by libheif.
@safe private struct OpenPicture: ~Copyable {
  let header: CHEIFHeader
  private let picture: OpaquePointer

  /// - Parameter bytes: must outlive the picture.
  init(_ bytes: UnsafeBufferPointer<UInt8>, item: Int?) throws(CodecError) {
    var header = CHEIFHeader()
    var report = CHEIFReport()
    var picture: OpaquePointer?
    let outcome = unsafe cheif_open(
      bytes.baseAddress, bytes.count, UInt32(clamping: item ?? 0), &picture, &header, &report)
    guard let picture = unsafe picture else { throw CodecError(outcome, report) }
    unsafe self.picture = picture
    self.header = header
  }

  deinit { unsafe cheif_close(picture) }

  /// Decodes the planes. The picture owns their memory.
  func planes(_ chroma: CHEIFChroma) throws(CodecError) -> CHEIFPlanes {
    var planes = CHEIFPlanes()
    var report = CHEIFReport()
    let outcome = unsafe cheif_decode(picture, chroma, &planes, &report)
    guard outcome == CHEIFDone else { throw CodecError(outcome, report) }
    return planes
  }

  /// Whether the EXIF block is left out because of its size.
  var isExifTooLarge: Bool { header.exif_size > Exif.largestRead }

  /// The EXIF block, without the 4-byte offset before it.
  var exif: [UInt8]? {
    guard (5...Exif.largestRead).contains(header.exif_size) else { return nil }
    let whole = unsafe [UInt8](unsafeUninitializedCapacity: header.exif_size) { buffer, filled in
      if unsafe cheif_copy_exif(picture, buffer.baseAddress) != 0 { filled = header.exif_size }
    }
    guard whole.count > 4 else { return nil }
    let start = 4 + whole[..<4].reduce(0) { $0 << 8 | Int($1) }
    return start < whole.count ? Array(whole[start...]) : nil
  }

  /// The picture's depth map; nil if it has none.
  var depth: CHEIFDepth? {
    var depth = CHEIFDepth()
    return unsafe cheif_find_depth(picture, &depth) != 0 ? depth : nil
  }

  var profile: [UInt8]? {
    guard (1...ColourProfile.largest).contains(header.profile_size) else { return nil }
    let profile = unsafe [UInt8](unsafeUninitializedCapacity: header.profile_size) { buffer, filled in
      if unsafe cheif_copy_profile(picture, buffer.baseAddress) != 0 { filled = header.profile_size }
    }
    return profile.isEmpty ? nil : profile
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
    case CHEIFTooLarge: self = .unsupported(what: "a HEIC photo of this size (\(message))")
    default: self = .corrupt(reason: message)
    }
  }
}
