internal import CPeelPNG
// Link zlib if pkg-config didn't.
internal import CPeelSystemZlib

extension [UInt8] {
  /// The bytes as a zlib stream (RFC 1950), made quickly: only runs of equal bytes are found. Lines over nothing become
  /// fewer by a factor of 50.
  func deflated() -> [UInt8] {
    var stream = unsafe z_stream()
    let isReady =
      unsafe deflateInit2_(
        &stream, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS, Self.memoryLevel, Z_RLE, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    guard isReady else { return [] }
    defer { unsafe deflateEnd(&stream) }
    let capacity = Int(unsafe deflateBound(&stream, uLong(count)))
    return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, written in
      unsafe withUnsafeBufferPointer { bytes in
        unsafe stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        unsafe stream.avail_in = UInt32(clamping: bytes.count)
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = UInt32(clamping: capacity)
        unsafe deflate(&stream, Z_FINISH)
      }
      unsafe written = Int(stream.total_out)
    }
  }

  /// zlib's usual amount of memory.
  private static var memoryLevel: Int32 { 8 }

  /// The checksum of PNG's chunks.
  var crc: UInt32 {
    unsafe withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: unsafe crc32(0, $0.baseAddress, UInt32(clamping: $0.count)))
    }
  }
}
