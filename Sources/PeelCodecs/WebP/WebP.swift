internal import CPeelWebP
internal import PeelImaging

/// Decodes a WebP file as stored, before rotation. Transparent pixels are composited over white.
struct WebPDecoder {
  var limits = DecodingLimits()

  /// Red, green, blue and alpha, and without alpha.
  private static let samples = 4, opaqueSamples = 3
  /// Bytes per pixel while it is decoded: the decoded pixels, and as many again inside libwebp for lossless pictures.
  private static let decoding = 8

  func callAsFunction(_ bytes: [UInt8]) throws(CodecError) -> Decoded {
    let chunks = WebPChunks(bytes)
    if chunks.isCutOff { throw .truncated(rowsRead: nil, height: nil) }
    if let flags = chunks[.header]?.first, flags & WebPChunks.Flag.animation != 0 {
      throw .unsupported(what: "an animated WebP picture")
    }
    var picture = try Opened(bytes)
    let (width, height) = (picture.width, picture.height)
    try limits.check(width: width, height: height)
    var need = MemoryNeed(pixels: width * height, samples: Self.opaqueSamples)
    need.decoding = Self.decoding * width * height
    let share = try limits.claim(need)
    if try isZeroFilled(chunks, memory: need.decoding) { throw .truncated(rowsRead: nil, height: nil) }
    try picture.decode(memory: need.decoding)
    var planes = RowPlanes<UInt8>(width: width, height: height, colours: Self.opaqueSamples)
    for _ in 0..<height { planes.append(opaque(try picture.row())) }
    return Decoded(
      pixels: planes.pixels, exif: chunks[.exif].map(Self.block), words: Words(chunks[.xmp].map { XMP($0) }),
      profile: chunks[.profile].map(Array.init),
      memory: share)
  }

  /// The EXIF block, which some programs write with the header that it has in a JPEG.
  static func block(_ chunk: ArraySlice<UInt8>) -> [UInt8] {
    Array(chunk.starts(with: JPEGSegments.exifSignature) ? chunk.dropFirst(JPEGSegments.exifSignature.count) : chunk)
  }

  /// Whether the picture's data ends in zeros that aren't part of it. libwebp takes zeros for data. Even parts of a picture
  /// are coded as zeros too; without the last ones, libwebp then refuses the picture as incomplete.
  private func isZeroFilled(_ chunks: WebPChunks, memory: Int) throws(CodecError) -> Bool {
    guard let picture = chunks[.lossy] ?? chunks[.lossless], picture.endsInZeros else { return false }
    do throws(CodecError) {
      var picture = try Opened(Array(picture.dropLast(leastZeros)))
      try picture.decode(memory: memory)
      return true
    } catch {
      if case .corrupt = error { return false }
      throw error
    }
  }

  /// A row of red, green and blue over white.
  private func opaque(_ row: [UInt8]) -> [UInt8] {
    let row = row.span
    return [UInt8](capacity: row.count / Self.samples * Self.opaqueSamples) { output in
      for start in stride(from: 0, to: row.count, by: Self.samples) {
        let alpha = Int(row[start + 3])
        for colour in start..<start + 3 {
          output.append(
            alpha == 255 ? row[colour] : UInt8((Int(row[colour]) * alpha + (255 - alpha) * 255 + 127) / 255))
        }
      }
    }
  }
}

extension WebPDecoder {
  /// A file opened by libwebp, in a child process.
  private struct Opened: ~Copyable {
    private(set) var width = 0
    private(set) var height = 0
    private var child = DecodingChild()

    init(_ bytes: [UInt8]) throws(CodecError) {
      var (width, height): (Int32, Int32) = (0, 0)
      let outcome = unsafe bytes.withUnsafeBufferPointer {
        unsafe cwebp_open($0.baseAddress, $0.count, &child.process, &width, &height)
      }
      try Self.check(outcome)
      (self.width, self.height) = (Int(width), Int(height))
    }

    /// Decodes the pixels, which may be done once.
    mutating func decode(memory: Int) throws(CodecError) {
      try Self.check(unsafe cwebp_decode(&child.process, memory))
    }

    /// The next row of red, green, blue and alpha.
    func row() throws(CodecError) -> [UInt8] {
      guard let row: [UInt8] = child.next(WebPDecoder.samples * width) else { throw .crashed(in: "libwebp") }
      return row
    }

    private static func check(_ outcome: CWebPOutcome) throws(CodecError) {
      switch outcome {
      case CWebPDone: return
      case CWebPNoLibrary: throw .missing(.webp)
      case CWebPOutOfMemory: throw .outOfMemory
      case CWebPCrashed: throw .crashed(in: "libwebp")
      default: throw .corrupt(reason: "")
      }
    }
  }
}

/// Encodes a picture as a lossy WebP file.
struct WebPEncoder {
  /// 1…100.
  var quality = 92
  var exif: [UInt8]?
  var profile: [UInt8]?
  /// The XMP packet.
  var xmp: String?

  /// The format's limit, in pixels (RFC 9649, section 2.5).
  static let longestSide = 16_383

  /// - Throws: `tooLarge` for a picture without pixels or with a side longer than `longestSide`, `outOfMemory`, or
  ///   `missing` if libwebp isn't installed.
  func callAsFunction(_ picture: Picture) throws(CodecError) -> [UInt8] {
    let sides = 1...Self.longestSide
    guard sides.contains(picture.width), sides.contains(picture.height) else {
      throw .tooLarge(width: picture.width, height: picture.height)
    }
    var file: [UInt8] = []
    let outcome = unsafe withUnsafeMutablePointer(to: &file) { file in
      unsafe picture.samples.withUnsafeBufferPointer { samples in
        unsafe cwebp_encode(
          samples.baseAddress, Int32(picture.width), Int32(picture.height), Float(quality),
          { context, piece, count in
            guard let context = unsafe context else { return }
            let file = unsafe context.assumingMemoryBound(to: [UInt8].self)
            unsafe file.pointee.append(contentsOf: UnsafeBufferPointer(start: piece, count: count))
          }, file)
      }
    }
    switch outcome {
    case CWebPDone: break
    case CWebPNoLibrary: throw .missing(.webp)
    default: throw .outOfMemory
    }
    return WebPChunks.file(
      file, width: picture.width, height: picture.height, profile: profile, exif: exif,
      xmp: xmp.map { Array($0.utf8) })
  }
}
