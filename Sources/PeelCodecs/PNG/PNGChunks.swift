internal import CPeelPNG

/// The chunks of a PNG (ISO/IEC 15948, section 5), bounds-checked. Only the places of the first few chunks of each type that
/// matters are kept.
struct PNGChunks {
  struct Chunk: Equatable {
    var type: String
    /// The data's range in the file.
    var data: Range<Int>
    /// Length, type, data and checksum.
    var whole: Range<Int> { data.lowerBound - 8..<data.upperBound + 4 }
  }

  let bytes: [UInt8]
  /// The chunks, without those whose type repeats unless they are kept.
  private(set) var chunks: [Chunk] = []
  /// The first text chunk that holds EXIF.
  private(set) var rawProfile: Chunk?
  /// The first text chunk that holds an XMP packet (XMP Specification, part 3, 1.1.5).
  private(set) var xmp: Chunk?
  /// The offset behind the last chunk that is completely in the file.
  private(set) var end = signatureSize
  private(set) var isComplete = false
  /// Whether there are more than `most`.
  private(set) var hasTooMany = false
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let signatureSize = 8
  private static let frameSize = 12
  static let xmpKeyword = Array("XML:com.adobe.xmp".utf8) + [0]
  /// The most chunks. Encoders write a chunk every 8 kB or more, so a file of 512 MB has 65,000.
  static let most = 1_000_000
  /// The most types of chunks. ISO/IEC 15948 and its extensions have about 40.
  private static let mostTypes = 100
  private static let last = Array("IEND".utf8)

  /// Stops at the first chunk that isn't completely in the file.
  ///
  /// - Parameter keepsRepeated: whether chunks whose type repeats are kept. Only for files that were just written.
  init(_ bytes: [UInt8], keepsRepeated: Bool = false) {
    self.bytes = bytes
    var types: Set<UInt32> = []
    var count = 0
    while end + Self.frameSize <= bytes.count, !isComplete {
      let length = number(at: end)
      guard end + Self.frameSize + length <= bytes.count else { return }
      count += 1
      hasTooMany = count > Self.most
      if hasTooMany { return }
      let name = bytes[end + 4..<end + 8]
      if keepsRepeated || types.count < Self.mostTypes && types.insert(UInt32(clamping: number(at: end + 4))).inserted {
        chunks.append(Chunk(type: String(decoding: name, as: UTF8.self), data: end + 8..<end + 8 + length))
      }
      let data = end + 8..<end + 8 + length
      if rawProfile == nil, PNGRawProfile.begins(bytes[data]) {
        rawProfile = Chunk(type: String(decoding: name, as: UTF8.self), data: data)
      }
      if xmp == nil, bytes[data].starts(with: Self.xmpKeyword) { xmp = Chunk(type: "iTXt", data: data) }
      isComplete = name.elementsEqual(Self.last)
      end += Self.frameSize + length
    }
  }

  /// The data of the first chunk of a type; nil if there is none or its checksum is wrong.
  func data(_ type: String) -> [UInt8]? { chunks.first { $0.type == type }.flatMap(data) }

  /// The data of a chunk; nil if its checksum is wrong.
  func data(_ chunk: Chunk) -> [UInt8]? {
    number(at: chunk.data.upperBound) == Self.checksum(bytes[chunk.data.lowerBound - 4..<chunk.data.upperBound])
      ? Array(bytes[chunk.data]) : nil
  }

  /// A big-endian number of 4 bytes.
  func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }

  func has(_ type: String) -> Bool { chunks.contains { $0.type == type } }

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
