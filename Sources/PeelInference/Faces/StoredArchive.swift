/// A ZIP archive whose files are stored uncompressed (APPNOTE.TXT 6.3.10).
struct StoredArchive {
  private let bytes: [UInt8]
  private var entries: [String: (offset: Int, size: Int, checksum: UInt32)] = [:]

  /// The sizes and places of fields in bytes.
  private enum Place {
    enum End { static let (signature, size, count, directory): (UInt32, Int, Int, Int) = (0x0605_4B50, 22, 10, 16) }
    enum Entry {
      static let (signature, size): (UInt32, Int) = (0x0201_4B50, 46)
      static let (method, checksum, length, name, extra, comment, place) = (10, 16, 24, 28, 30, 32, 42)
    }
    enum File { static let (signature, size, name, extra): (UInt32, Int, Int, Int) = (0x0403_4B50, 30, 26, 28) }
  }

  /// Reads the list of files.
  init(_ bytes: [UInt8]) throws(FaceModelsError) {
    self.bytes = bytes
    // The end record has no comment in a bundle.
    let end = bytes.count - Place.End.size
    guard try number(end, as: UInt32.self) == Place.End.signature else { throw .notABundle }
    var place = Int(try number(end + Place.End.directory, as: UInt32.self))
    for _ in 0..<(try number(end + Place.End.count, as: UInt16.self)) {
      guard try number(place, as: UInt32.self) == Place.Entry.signature,
        try number(place + Place.Entry.method, as: UInt16.self) == 0
      else { throw .notABundle }
      func length(_ field: Int) throws(FaceModelsError) -> Int { Int(try number(place + field, as: UInt16.self)) }
      let start = place + Place.Entry.size
      let end = start + (try length(Place.Entry.name))
      guard end <= bytes.count else { throw .notABundle }
      entries[String(decoding: bytes[start..<end], as: UTF8.self)] = (
        Int(try number(place + Place.Entry.place, as: UInt32.self)),
        Int(try number(place + Place.Entry.length, as: UInt32.self)),
        try number(place + Place.Entry.checksum, as: UInt32.self)
      )
      place = end + (try length(Place.Entry.extra)) + (try length(Place.Entry.comment))
    }
  }

  /// The content of a file, which agrees with its checksum; nil if there is no such file.
  subscript(name: String) -> [UInt8]? {
    get throws(FaceModelsError) {
      guard let entry = entries[name] else { return nil }
      guard try number(entry.offset, as: UInt32.self) == Place.File.signature else { throw .notABundle }
      let start =
        entry.offset + Place.File.size + Int(try number(entry.offset + Place.File.name, as: UInt16.self))
        + Int(try number(entry.offset + Place.File.extra, as: UInt16.self))
      guard start + entry.size <= bytes.count else { throw .notABundle }
      let content = bytes[start..<start + entry.size]
      guard CRC32.checksum(content) == entry.checksum else { throw .damaged(name) }
      return Array(content)
    }
  }

  private func number<Number: FixedWidthInteger>(_ place: Int, as: Number.Type) throws(FaceModelsError) -> Number {
    do throws(NetworkError) { return try FlatBuffer(bytes: bytes).number(at: place, as: Number.self) } catch {
      throw .notABundle
    }
  }
}

/// The checksum of ZIP files (ISO 3309).
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
  }

  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    let (table, span) = (table, bytes.span)
    var rest = ~UInt32(0)
    for index in span.indices { rest = rest >> 8 ^ table[Int(UInt8(truncatingIfNeeded: rest) ^ span[index])] }
    return ~rest
  }
}
