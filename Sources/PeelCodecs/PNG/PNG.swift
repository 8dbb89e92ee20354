internal import CPeelPNG
// Link libpng and zlib if pkg-config didn't.
internal import CPeelSystemPNG
internal import CPeelSystemZlib
internal import PeelImaging

/// The header of a PNG (ISO/IEC 15948, section 11.2.1).
private struct PNGHeader {
  let width, height: Int
  /// Bits per sample, 1 to 16.
  let depth: Int
  let isGrey: Bool
  let isInterlaced: Bool

  private static let size = 13
  /// The colour types without colour: grey, and grey with alpha.
  private static let greyTypes: Set<UInt8> = [0, 4]

  init(_ bytes: [UInt8]) throws(CodecError) {
    let type = PNGChunks.signatureSize + 4
    let start = type + 4
    guard start + Self.size + 4 <= bytes.count else { throw .truncated(rowsRead: nil, height: nil) }
    func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard bytes[type..<start].elementsEqual("IHDR".utf8), number(at: type - 4) == Self.size else {
      throw .corrupt(reason: "no PNG header")
    }
    width = number(at: start)
    height = number(at: start + 4)
    depth = Int(bytes[start + 8])
    isGrey = Self.greyTypes.contains(bytes[start + 9])
    isInterlaced = bytes[start + 12] != 0
  }

  /// Samples per pixel after decoding.
  var colours: Int { isGrey ? 1 : 3 }
}

struct PNGDecoder {
  var limits = DecodingLimits()
  var keepsDepth = false

  func callAsFunction(_ bytes: [UInt8]) throws(CodecError) -> Decoded {
    let header = try PNGHeader(bytes)
    try limits.check(width: header.width, height: header.height)
    let isDeep = keepsDepth && header.depth == 16
    let share = try limits.claim(need(header, isDeep: isDeep))
    let chunks = PNGChunks(bytes)
    if chunks.hasTooMany { throw .unsupported(what: "a PNG with more than \(PNGChunks.most) chunks") }
    let colours = PNGColours(chunks, isGrey: header.isGrey)
    var decoded = Decoded(
      pixels: try planes(UInt8.self, of: chunks, header, colours).pixels, exif: exif(of: chunks),
      profile: colours.profile, resolution: resolution(of: chunks), memory: share)
    decoded.words = Words(chunks.xmp.flatMap(chunks.data).map { XMP($0) })
    if isDeep { decoded.deep = try? planes(UInt16.self, of: chunks, header, colours).deep }
    if chunks.has("eXIf") || chunks.rawProfile != nil, decoded.exif == nil {
      decoded.warnings.append("its EXIF block is damaged and was dropped")
    }
    if colours.isProfileDamaged { decoded.warnings.append("its colour profile is damaged and was dropped") }
    if colours.isHDR { decoded.warnings.append("its colours are HDR ones and come out flat") }
    return decoded
  }

  private func need(_ header: PNGHeader, isDeep: Bool) -> MemoryNeed {
    var need = MemoryNeed(pixels: header.width * header.height, samples: header.colours, isDeep: isDeep)
    // All rows of an interlaced picture are in memory, first with 8 bits, then with 16.
    if header.isInterlaced { need.decoding = need.pixels * header.colours * (isDeep ? 2 : 1) }
    return need
  }

  /// Red, green and blue as stored; nil for grey pictures and those that EXIF says are turned.
  func picture(_ bytes: [UInt8]) throws(CodecError) -> Picture? {
    let header = try PNGHeader(bytes)
    let chunks = PNGChunks(bytes)
    guard !header.isGrey, chunks.data("eXIf").flatMap({ Exif(block: $0) })?.orientation ?? .upright == .upright else {
      return nil
    }
    try limits.check(width: header.width, height: header.height)
    let share = try limits.claim(need(header, isDeep: false))
    if chunks.hasTooMany { throw .unsupported(what: "a PNG with more than \(PNGChunks.most) chunks") }
    var samples: [UInt8] = []
    samples.reserveCapacity(header.width * header.height * header.colours)
    try read(UInt8.self, of: chunks, header, ignoresGamma: true) { samples += $0 }
    return withExtendedLifetime(share) { Picture(width: header.width, height: header.height, samples: samples) }
  }

  /// The planes, from rows of grey, or of R, G and B.
  private func planes<Sample: CodedSample>(
    _: Sample.Type, of file: PNGChunks, _ header: PNGHeader, _ colours: PNGColours
  ) throws(CodecError) -> RowPlanes<Sample> {
    var planes = RowPlanes<Sample>(width: header.width, height: header.height, colours: header.colours)
    let levels: [Sample]? = colours.levels()
    try read(Sample.self, of: file, header, ignoresGamma: colours.ignoresGamma) { row in
      planes.append(levels.map { levels in row.map { levels[Int($0)] } } ?? row)
    }
    return planes
  }

  /// Reads the rows, of grey, or of R, G and B. Transparent pixels are composited over white.
  private func read<Sample: CodedSample>(
    _: Sample.Type, of file: PNGChunks, _ header: PNGHeader, ignoresGamma: Bool, append: ([Sample]) -> Void
  ) throws(CodecError) {
    // libpng applies gAMA even if there is a profile, which takes precedence.
    let wanted = CPNGWanted(
      width: Int32(clamping: header.width), height: Int32(clamping: header.height), is_grey: header.isGrey ? 1 : 0,
      bits: Int32(Sample.bitWidth), ignores_gamma: ignoresGamma ? 1 : 0)
    let failure: CodecError? = unsafe file.bytes.withUnsafeBufferPointer { bytes in
      do throws(CodecError) {
        // libpng allocates as much memory as a chunk claims to need, so it only gets chunks that are completely there.
        let reading = try unsafe OpenPNG(UnsafeBufferPointer(rebasing: bytes[..<file.end]), wanted)
        for _ in 0..<header.height { append(try reading.row(ofCount: header.width * header.colours)) }
        return nil
      } catch {
        return file.isComplete ? error : .truncated(rowsRead: nil, height: header.height)
      }
    }
    if let failure { throw failure }
  }

  private func exif(of chunks: PNGChunks) -> [UInt8]? {
    if chunks.has("eXIf") { return chunks.data("eXIf") }
    return chunks.rawProfile.flatMap { chunk in chunks.data(chunk).flatMap { PNGRawProfile.exif(chunk.type, $0) } }
  }

  /// Pixels per inch; nil unless pixels are square and their unit is the metre (section 11.3.4.3).
  private func resolution(of chunks: PNGChunks) -> Double? {
    guard let data = chunks.data("pHYs"), data.count == 9, data[8] == 1, data[..<4] == data[4..<8] else { return nil }
    let perMetre = data[..<4].reduce(0) { $0 << 8 | Int($1) }
    return perMetre > 0 ? Double(perMetre) * 0.0254 : nil
  }
}

/// A PNG that libpng reads row by row.
@safe private struct OpenPNG: ~Copyable {
  private let reading: OpaquePointer

  /// - Parameter bytes: must outlive it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ wanted: CPNGWanted) throws(CodecError) {
    var report = CPNGReport()
    let reading = unsafe withUnsafePointer(to: wanted) {
      unsafe cpng_open(bytes.baseAddress, bytes.count, $0, &report)
    }
    guard let reading = unsafe reading else { throw .corrupt(reason: report.text) }
    unsafe self.reading = reading
  }

  deinit { unsafe cpng_close(reading) }

  /// The next row.
  func row<Sample: CodedSample>(ofCount count: Int) throws(CodecError) -> [Sample] {
    var report = CPNGReport()
    let row = unsafe [Sample](unsafeUninitializedCapacity: count) { buffer, filled in
      let isRead = unsafe cpng_read_row(reading, buffer.baseAddress, &report) != 0
      filled = isRead ? count : 0
    }
    guard row.count == count else { throw .corrupt(reason: report.text) }
    return row
  }
}

extension CPNGReport {
  fileprivate var text: String {
    unsafe withUnsafeBytes(of: message) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

struct PNGEncoder {
  var exif: [UInt8]?
  var profile: [UInt8]?
  var ppi: Double?
  /// The XMP packet.
  var xmp: String?

  /// - Parameter deepSamples: the picture's samples with 16 bits each, which are written instead of the 8-bit ones.
  /// - Throws: `tooLarge` or `outOfMemory`.
  func callAsFunction(_ picture: Picture, deepSamples: [UInt16]? = nil) throws(CodecError) -> [UInt8] {
    precondition(deepSamples.map { $0.count == picture.samples.count } ?? true, "both are of one picture")
    let (width, height) = (picture.width, picture.height)
    let written: [UInt8]
    if let deepSamples {
      written = try encoded(deepSamples, width: width, height: height)
    } else {
      written = try encoded(picture.samples, width: width, height: height)
    }
    // The header is the first chunk.
    let header = PNGChunks.signatureSize + Self.headerSize
    return Array(written[..<header]) + (try additions()).joined() + written[header...]
  }

  /// The bytes of the first chunk: length, type, 13 bytes, checksum.
  private static let headerSize = 25

  private func additions() throws(CodecError) -> [[UInt8]] {
    var chunks: [[UInt8]] = []
    if let profile {
      chunks.append(PNGChunks.encoded("iCCP", Array("ICC profile".utf8) + [0, 0] + (try Self.deflated(profile))))
    } else {
      // 0 is the perceptual intent.
      chunks.append(PNGChunks.encoded("sRGB", [0]))
    }
    if let ppi {
      let perMetre = PNGChunks.bigEndian(UInt32(clamping: Int((min(max(ppi, 0), 1e6) / 0.0254).rounded())))
      chunks.append(PNGChunks.encoded("pHYs", perMetre + perMetre + [1]))
    }
    if let exif { chunks.append(PNGChunks.encoded("eXIf", exif)) }
    if let xmp {
      // Keyword, zero, uncompressed (flag and method), no language, no translated keyword, text.
      chunks.append(PNGChunks.encoded("iTXt", PNGChunks.xmpKeyword + [0, 0, 0, 0] + Array(xmp.utf8)))
    }
    return chunks
  }

  private func encoded<Sample: CodedSample>(
    _ samples: [Sample], width: Int, height: Int
  ) throws(CodecError) -> [UInt8] {
    guard width > 0, height > 0, width <= Int32.max, height <= Int32.max else {
      throw .tooLarge(width: width, height: height)
    }
    var file: [UInt8] = []
    file.reserveCapacity(samples.count / 2)
    let isWritten = unsafe samples.withUnsafeBytes { rows in
      unsafe withUnsafeMutablePointer(to: &file) { file in
        unsafe cpng_encode(
          rows.baseAddress, Int32(clamping: width), Int32(clamping: height), Int32(Sample.bitWidth),
          { context, piece, count in
            guard let context = unsafe context else { return }
            let file = unsafe context.assumingMemoryBound(to: [UInt8].self)
            unsafe file.pointee.append(contentsOf: UnsafeBufferPointer(start: piece, count: count))
          }, file)
      }
    }
    guard isWritten != 0 else { throw .outOfMemory }
    return file
  }

  /// The bytes compressed by zlib.
  static func deflated(_ bytes: [UInt8]) throws(CodecError) -> [UInt8] {
    let capacity = Int(compressBound(uLong(bytes.count)))
    var isPacked = false
    let packed = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      var count = uLongf(capacity)
      isPacked = unsafe bytes.withUnsafeBufferPointer {
        unsafe compress(buffer.baseAddress, &count, $0.baseAddress, uLong($0.count)) == Z_OK
      }
      filled = isPacked ? Int(count) : 0
    }
    guard isPacked else { throw .outOfMemory }
    return packed
  }
}

/// What was deflated with zlib's header; nil if it is damaged, or larger than `most` bytes.
func inflated(_ packed: ArraySlice<UInt8>, most: Int) -> [UInt8]? {
  var count = uLongf(most)
  var isWhole = false
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
    let result = unsafe packed.withUnsafeBufferPointer {
      unsafe uncompress(buffer.baseAddress, &count, $0.baseAddress, uLong($0.count))
    }
    isWhole = result == Z_OK
    filled = isWhole ? Int(count) : 0
  }
  return isWhole ? bytes : nil
}
