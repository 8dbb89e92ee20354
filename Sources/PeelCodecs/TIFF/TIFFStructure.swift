/// A bounds-checked reader for TIFF structures, such as EXIF blocks. No offset in them is trusted.
struct TIFFStructure {
  let bytes: [UInt8]
  let isBigEndian: Bool

  /// The field types of TIFF 6.0, and IFD of its supplement 1, which libtiff writes for the places of directories.
  enum FieldType: UInt16 {
    case byte = 1
    case ascii, short, long, rational, signedByte, undefined, signedShort, signedLong, signedRational, float
    case double, directory

    var size: Int {
      switch self {
      case .byte, .ascii, .signedByte, .undefined: 1
      case .short, .signedShort: 2
      case .long, .signedLong, .float, .directory: 4
      case .rational, .signedRational, .double: 8
      }
    }
  }

  struct Entry: Equatable {
    var tag: UInt16
    /// The number of the type, which may be an unknown one.
    var type: UInt16
    var count: UInt32
    /// The last four bytes: the value itself, or its offset if it is longer.
    var field: [UInt8]
  }

  /// A directory: its offset, its entries, and the next directory's offset, 0 if there is none.
  struct Directory: Equatable {
    var offset: Int
    var entries: [Entry]
    var next: Int

    subscript(tag: UInt16) -> Entry? { entries.first { $0.tag == tag } }
  }

  static let headerSize = 8, entrySize = 12

  /// Returns nil without a TIFF header.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headerSize else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4D, 0x4D): isBigEndian = true
    default: return nil
    }
    self.bytes = bytes
    guard short(at: 2) == 42 else { return nil }
  }

  func short(at offset: Int) -> UInt16? {
    guard offset >= 0, offset <= bytes.count - 2 else { return nil }
    let (a, b) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
    return isBigEndian ? a << 8 | b : b << 8 | a
  }

  func long(at offset: Int) -> UInt32? {
    guard let first = short(at: offset), let second = short(at: offset + 2) else { return nil }
    return isBigEndian ? UInt32(first) << 16 | UInt32(second) : UInt32(second) << 16 | UInt32(first)
  }

  /// The first directory's offset.
  var start: Int { Int(long(at: 4) ?? 0) }

  /// The directory at `offset`; nil if it isn't completely in the bytes. The offset of the next directory may be missing.
  func directory(at offset: Int) -> Directory? {
    guard offset >= Self.headerSize, let count = short(at: offset) else { return nil }
    let end = offset + 2 + Int(count) * Self.entrySize
    guard count > 0, end <= bytes.count else { return nil }
    var entries: [Entry] = []
    for at in stride(from: offset + 2, to: end, by: Self.entrySize) {
      guard let tag = short(at: at), let type = short(at: at + 2), let count = long(at: at + 4) else { return nil }
      entries.append(Entry(tag: tag, type: type, count: count, field: Array(bytes[at + 8..<at + 12])))
    }
    return Directory(offset: offset, entries: entries, next: Int(long(at: end) ?? 0))
  }

  /// The size of an entry's value in bytes; nil for an unknown type.
  func size(of entry: Entry) -> Int? {
    guard let type = FieldType(rawValue: entry.type) else { return nil }
    return type.size * Int(entry.count)
  }

  /// The range of an entry's value outside the directory; nil if it is in the entry itself or beyond the bytes.
  func range(of entry: Entry) -> Range<Int>? {
    guard let size = size(of: entry), size > 4 else { return nil }
    let offset = Int(number(entry.field))
    return offset >= Self.headerSize && offset + size <= bytes.count ? offset..<offset + size : nil
  }

  /// The value's bytes; nil if they aren't in the structure.
  func value(of entry: Entry) -> ArraySlice<UInt8>? {
    if let size = size(of: entry), size <= 4 { return entry.field[..<size] }
    return range(of: entry).map { bytes[$0] }
  }

  /// The first number of a BYTE, SHORT, LONG or IFD value.
  func integer(_ entry: Entry?) -> Int? {
    guard let entry, entry.count > 0, let value = value(of: entry) else { return nil }
    switch FieldType(rawValue: entry.type) {
    case .byte: return Int(value[value.startIndex])
    case .short: return Int(number(Array(value.prefix(2))))
    case .long, .directory: return Int(number(Array(value.prefix(4))))
    default: return nil
    }
  }

  /// The numbers of a SHORT, LONG or IFD value; nil if they aren't in the structure.
  func integers(_ entry: Entry) -> [Int]? {
    guard let type = FieldType(rawValue: entry.type), [.short, .long, .directory].contains(type),
      let value = value(of: entry)
    else { return nil }
    return stride(from: value.startIndex, to: value.endIndex, by: type.size).map {
      Int(number(Array(value[$0..<$0 + type.size])))
    }
  }

  /// The places of the directories inside one (TIFF 6.0, supplement 1, SubIFDs).
  func placesInside(_ directory: Directory) -> [Int] { directory[0x14A].flatMap(integers) ?? [] }

  /// The first number of a BYTE, SHORT, LONG or RATIONAL value; nil if its denominator is 0.
  func real(_ entry: Entry?) -> Double? {
    guard let entry, entry.type == FieldType.rational.rawValue else { return integer(entry).map(Double.init) }
    guard entry.count > 0, let at = range(of: entry)?.lowerBound,
      let numerator = long(at: at), let denominator = long(at: at + 4), denominator != 0
    else { return nil }
    return Double(numerator) / Double(denominator)
  }

  /// An ASCII value up to its first NUL, without leading and trailing spaces; nil if nothing is left.
  func text(_ entry: Entry?) -> String? {
    guard let entry, entry.type == FieldType.ascii.rawValue, let value = value(of: entry) else { return nil }
    let text = value.prefix { $0 != 0 }
    guard let first = text.firstIndex(where: { $0 != 0x20 }), let last = text.lastIndex(where: { $0 != 0x20 })
    else { return nil }
    return String(decoding: text[first...last], as: UTF8.self)
  }

  private func number(_ field: [UInt8]) -> UInt32 {
    (isBigEndian ? field : field.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
  }
}
