internal import CPeelPNG
// Link zlib if pkg-config didn't.
internal import CPeelSystemZlib

extension [UInt8] {
  /// How much work goes into making bytes fewer.
  enum Effort: Int32 {
    /// The least that finds repetitions. A picture's bytes become fewer by a half, lines over nothing by a factor of 50.
    case least = 1
  }

  /// The bytes as a zlib stream (RFC 1950).
  func deflated(_ effort: Effort = .least) -> [UInt8] {
    var count = compressBound(uLong(self.count))
    let stream = unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
      let isDone = unsafe withUnsafeBufferPointer {
        unsafe compress2(buffer.baseAddress, &count, $0.baseAddress, uLong($0.count), effort.rawValue) == Z_OK
      }
      written = isDone ? Int(count) : 0
    }
    return stream
  }

  /// The checksum of PNG's chunks.
  var crc: UInt32 { unsafe withUnsafeBufferPointer { UInt32(truncatingIfNeeded: unsafe crc32(0, $0.baseAddress, UInt32(clamping: $0.count))) } }
}
