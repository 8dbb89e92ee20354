internal import CPeelPNG
// Link libpng and zlib if pkg-config didn't.
internal import CPeelSystemPNG
internal import CPeelSystemZlib
import PeelImaging

/// The chunks of a PNG (ISO/IEC 15948, section 5), bounds-checked.
struct PNGChunks {
  struct Chunk: Equatable {
    var type: String
    /// The data's range in the file.
    var data: Range<Int>
    /// Length, type, data and checksum.
    var whole: Range<Int> { data.lowerBound - 8..<data.upperBound + 4 }
  }

  let bytes: [UInt8]
  private(set) var chunks: [Chunk] = []
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let signatureSize = 8
  private static let frameSize = 12

  /// Stops at the first chunk that isn't completely in the file.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var position = Self.signatureSize
    while position + Self.frameSize <= bytes.count, chunks.last?.type != "IEND" {
      let length = number(at: position)
      guard position + Self.frameSize + length <= bytes.count else { return }
      let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
      chunks.append(Chunk(type: type, data: position + 8..<position + 8 + length))
      position += Self.frameSize + length
    }
  }

  var isComplete: Bool { chunks.last?.type == "IEND" }

  /// The data of the first chunk of a type; nil if there is none or its checksum is wrong.
  func data(_ type: String) -> [UInt8]? {
    guard let chunk = chunks.first(where: { $0.type == type }) else { return nil }
    return number(at: chunk.data.upperBound) == Self.checksum(bytes[chunk.data.lowerBound - 4..<chunk.data.upperBound])
      ? Array(bytes[chunk.data]) : nil
  }

  /// A big-endian number of 4 bytes.
  func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }

  func has(_ type: String) -> Bool { chunks.contains { $0.type == type } }

  /// The file without chunks of these types.
  func bytes(without types: Set<String>) -> [UInt8] {
    Array(bytes[..<Self.signatureSize]) + chunks.filter { !types.contains($0.type) }.flatMap { bytes[$0.whole] }
  }

  /// A chunk as stored in a file.
  static func encoded(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(UInt32(clamping: data.count)) + body + bigEndian(UInt32(clamping: checksum(body[...])))
  }

  static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
    Int(unsafe bytes.withUnsafeBufferPointer { unsafe crc32(0, $0.baseAddress, UInt32(clamping: $0.count)) })
  }
}

struct PNGDecoder {
  var limits = DecodingLimits()
  var keepsDepth = false

  struct Decoded {
    var pixels: StoredPixels
    var deep: DeepPlanes?
    var exif: [UInt8]?
    var profile: [UInt8]?
    /// Pixels per inch; nil if unknown.
    var resolution: Double?
    /// Messages about damaged chunks.
    var warnings: [String]
  }

  func callAsFunction(_ bytes: [UInt8]) throws(CodecError) -> Decoded {
    let chunks = PNGChunks(bytes)
    guard let header = chunks.chunks.first else { throw .truncated(rowsRead: nil, height: nil) }
    guard header.type == "IHDR", header.data.count == 13 else { throw .corrupt(reason: "no PNG header") }
    let width = chunks.number(at: header.data.lowerBound)
    let height = chunks.number(at: header.data.lowerBound + 4)
    // Colour types 0 and 4 are grey, without and with alpha.
    let isGrey = [0, 4].contains(bytes[header.data.lowerBound + 9])
    try limits.check(width: width, height: height)
    let profile = profile(of: chunks)
    // libpng applies gAMA even if there is a profile, which takes precedence. And it allocates as much memory as a chunk
    // claims to need, so it only gets chunks that are completely in the file.
    let dropped: Set = profile != nil && chunks.has("gAMA") ? ["gAMA", "cHRM"] : []
    let read = dropped.isEmpty && chunks.isComplete ? chunks : PNGChunks(chunks.bytes(without: dropped))
    let rows = try rows(of: read, width: width, height: height, isGrey: isGrey)
    var decoded = Decoded(
      pixels: isGrey
        ? .grey(Plane(width: width, height: height, samples: rows)) : .colour(rows, width: width, height: height),
      exif: chunks.data("eXIf"), profile: profile, resolution: resolution(of: chunks), warnings: [])
    if keepsDepth, bytes[header.data.lowerBound + 8] == 16 {
      decoded.deep = deep(read, width: width, height: height, isGrey: isGrey)
    }
    if chunks.has("eXIf"), decoded.exif == nil { decoded.warnings.append("its EXIF block is damaged and was dropped") }
    if chunks.has("iCCP"), decoded.profile == nil {
      decoded.warnings.append("its colour profile is damaged and was dropped")
    }
    return decoded
  }

  /// Red, green and blue as stored; nil for grey pictures and those that EXIF says are turned.
  func picture(_ bytes: [UInt8]) throws(CodecError) -> Picture? {
    let chunks = PNGChunks(bytes)
    guard let header = chunks.chunks.first, header.type == "IHDR", header.data.count == 13,
      ![0, 4].contains(bytes[header.data.lowerBound + 9]),
      chunks.data("eXIf").flatMap({ Exif(block: $0) })?.orientation ?? .upright == .upright
    else { return nil }
    let width = chunks.number(at: header.data.lowerBound)
    let height = chunks.number(at: header.data.lowerBound + 4)
    try limits.check(width: width, height: height)
    let samples = try rows(
      of: PNGChunks(chunks.bytes(without: [])), width: width, height: height, isGrey: false)
    return Picture(width: width, height: height, samples: samples)
  }

  /// 8-bit rows of grey, or of R, G and B. Transparent pixels are composited over white.
  private func rows(
    of file: PNGChunks, width: Int, height: Int, isGrey: Bool
  ) throws(CodecError) -> [UInt8] {
    let count = width * height * (isGrey ? 1 : 3)
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { unsafe png_image_free(&image) }
    var white = png_color(red: 255, green: 255, blue: 255)
    var isRead = false
    let rows = unsafe file.bytes.withUnsafeBytes { bytes in
      guard unsafe png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0,
        unsafe Int(image.width) == width && Int(image.height) == height
      else { return [UInt8]() }
      // 16-bit samples without a gAMA chunk are sRGB, as 8-bit ones are. libpng would take them as linear.
      unsafe image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
      unsafe image.format = isGrey ? 0 : png_uint_32(PNG_FORMAT_FLAG_COLOR)
      return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        isRead = unsafe png_image_finish_read(&image, &white, buffer.baseAddress, 0, nil) != 0
        filled = isRead ? count : 0
      }
    }
    if isRead { return rows }
    if !file.isComplete { throw .truncated(rowsRead: nil, height: height) }
    let message = unsafe withUnsafeBytes(of: image.message) {
      unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    throw .corrupt(reason: message)
  }

  private func deep(_ file: PNGChunks, width: Int, height: Int, isGrey: Bool) -> DeepPlanes? {
    let count = width * height * (isGrey ? 1 : 3)
    var isRead = false
    let rows = unsafe [UInt16](unsafeUninitializedCapacity: count) { buffer, filled in
      let size = (width: Int32(clamping: width), height: Int32(clamping: height))
      let result = unsafe file.bytes.withUnsafeBufferPointer {
        unsafe cpng_decode_deep(
          $0.baseAddress, $0.count, size.width, size.height, isGrey ? 1 : 0, buffer.baseAddress)
      }
      isRead = result != 0
      filled = isRead ? count : 0
    }
    guard isRead else { return nil }
    return DeepPlanes(rows, width: width, height: height, isGrey: isGrey)
  }

  /// Pixels per inch; nil unless pixels are square and their unit is the metre (section 11.3.4.3).
  private func resolution(of chunks: PNGChunks) -> Double? {
    guard let data = chunks.data("pHYs"), data.count == 9, data[8] == 1, data[..<4] == data[4..<8] else { return nil }
    let perMetre = data[..<4].reduce(0) { $0 << 8 | Int($1) }
    return perMetre > 0 ? Double(perMetre) * 0.0254 : nil
  }

  /// The ICC profile. Its chunk has a name, a zero, compression method 0, and the deflated profile.
  private func profile(of chunks: PNGChunks) -> [UInt8]? {
    guard let data = chunks.data("iCCP"), let nameEnd = data.firstIndex(of: 0), (1...79).contains(nameEnd),
      nameEnd + 2 < data.count, data[nameEnd + 1] == 0
    else { return nil }
    let packed = data[(nameEnd + 2)...]
    var count = uLongf(ColourProfile.largest)
    var isWhole = false
    let profile = unsafe [UInt8](unsafeUninitializedCapacity: ColourProfile.largest) { buffer, filled in
      let result = unsafe packed.withUnsafeBufferPointer {
        unsafe uncompress(buffer.baseAddress, &count, $0.baseAddress, uLong($0.count))
      }
      isWhole = result == Z_OK
      filled = isWhole ? Int(count) : 0
    }
    return isWhole ? profile : nil
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
    let plain = PNGChunks(written)
    var file = Array(plain.bytes[..<PNGChunks.signatureSize])
    for chunk in plain.chunks {
      file += plain.bytes[chunk.whole]
      if chunk.type == "IHDR" { for addition in try additions() { file += addition } }
    }
    return file
  }

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
      chunks.append(PNGChunks.encoded("iTXt", Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + Array(xmp.utf8)))
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
