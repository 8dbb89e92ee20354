internal import CPeelPNG
// Link zlib if pkg-config didn't.
internal import CPeelSystemZlib
import PeelImaging

/// A zlib stream (RFC 1950), made quickly.
struct Deflated {
  let bytes: [UInt8]

  /// What to look for in the bytes.
  enum Search {
    /// Runs of equal bytes. Lines over nothing become fewer by a factor of 50.
    case runs
    /// Nothing: frequent bytes become short. As small as with runs for a photo's differences, and faster.
    case nothing

    fileprivate var strategy: Int32 { self == .runs ? Z_RLE : Z_HUFFMAN_ONLY }
  }

  init(_ bytes: [UInt8], _ search: Search) { self.init([bytes], search) }

  /// Deflates parts on several threads, and joins them to one stream.
  init(_ parts: [[UInt8]], _ search: Search) {
    let deflated = onThreads(parts.count) { index in
      Self.part(parts[index], search, isLast: index == parts.count - 1)
    }
    // The checksum of nothing.
    var sum: uLong = 1
    for part in parts { sum = adler32_combine(sum, part.adler, part.count) }
    var bytes = Self.header
    for part in deflated { bytes += part }
    self.bytes = bytes + UInt32(truncatingIfNeeded: sum).bigEndianBytes
  }

  /// Deflate with a window of 32 kB, made fast, without a dictionary.
  private static let header: [UInt8] = [0x78, 0x01]
  /// No header and no checksum.
  private static let rawWindow = -MAX_WBITS
  /// Small, as clearing zlib's memory takes longer than to deflate a tile.
  private static let memoryLevel: Int32 = 6
  /// A part that isn't the last ends with this many bytes at most.
  private static let flush = 16

  /// A part of a stream without header (RFC 1951), which ends at a whole byte.
  private static func part(_ part: [UInt8], _ search: Search, isLast: Bool) -> [UInt8] {
    var stream = unsafe z_stream()
    let isReady =
      unsafe deflateInit2_(
        &stream, Z_BEST_SPEED, Z_DEFLATED, rawWindow, memoryLevel, search.strategy, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    guard isReady else { return [] }
    defer { unsafe deflateEnd(&stream) }
    let capacity = Int(unsafe deflateBound(&stream, uLong(part.count))) + flush
    return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, written in
      unsafe part.withUnsafeBufferPointer { bytes in
        unsafe stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        unsafe stream.avail_in = UInt32(clamping: bytes.count)
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = UInt32(clamping: capacity)
        unsafe deflate(&stream, isLast ? Z_FINISH : Z_FULL_FLUSH)
      }
      unsafe written = Int(stream.total_out)
    }
  }
}

extension [UInt8] {
  /// The checksum of zlib's streams.
  fileprivate var adler: uLong {
    unsafe withUnsafeBufferPointer { unsafe adler32(1, $0.baseAddress, UInt32(clamping: $0.count)) }
  }

  /// The checksum of PNG's chunks.
  var crc: UInt32 {
    unsafe withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: unsafe crc32(0, $0.baseAddress, UInt32(clamping: $0.count)))
    }
  }
}

extension UInt32 {
  var bigEndianBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}
