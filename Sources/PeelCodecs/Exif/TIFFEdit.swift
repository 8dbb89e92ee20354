/// Edits a TIFF structure without moving existing bytes.
struct TIFFEdit {
  private(set) var bytes: [UInt8]
  private let isBigEndian: Bool

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isBigEndian = bytes.first == 0x4D
  }

  /// Zeroes the bytes that are in `ranges` and not in `kept`, and cuts them off if they are at the end.
  mutating func erase(_ ranges: [Range<Int>], butKeep kept: [Range<Int>]) {
    let whole = 0..<bytes.count
    var erased = RangeSet(ranges.map { $0.clamped(to: whole) })
    erased.subtract(RangeSet(kept.map { $0.clamped(to: whole) }))
    for range in erased.ranges { bytes.replaceSubrange(range, with: repeatElement(0, count: range.count)) }
    if let last = erased.ranges.last, last.upperBound == bytes.count { bytes.removeSubrange(last) }
  }

  /// Writes a directory at `offset` if it fits there, else at the end. Returns its new offset.
  ///
  /// - Parameter room: the most entries that fit at `offset`.
  @discardableResult
  mutating func write(_ directory: TIFFStructure.Directory, over offset: Int, roomFor room: Int) -> Int {
    var table = field(UInt16(clamping: directory.entries.count))
    for entry in directory.entries {
      table += field(entry.tag) + field(entry.type) + field(entry.count) + entry.field
    }
    table += field(UInt32(clamping: directory.next))
    guard directory.entries.count <= room, offset + table.count <= bytes.count else { return append(table) }
    bytes.replaceSubrange(offset..<offset + table.count, with: table)
    return offset
  }

  mutating func put(_ offset: Int, at place: Int) {
    bytes.replaceSubrange(place..<place + 4, with: field(UInt32(clamping: offset)))
  }

  /// Copies an entry. A value longer than 4 bytes is appended.
  mutating func entry(_ entry: TIFFStructure.Entry, value: ArraySlice<UInt8>) -> TIFFStructure.Entry {
    var entry = entry
    if value.count > 4 { entry.field = field(UInt32(clamping: append(Array(value)))) }
    return entry
  }

  func short(_ tag: UInt16, _ value: UInt16) -> TIFFStructure.Entry {
    .init(tag: tag, type: TIFFStructure.FieldType.short.rawValue, count: 1, field: field(value) + [0, 0])
  }

  func long(_ tag: UInt16, _ value: Int) -> TIFFStructure.Entry {
    .init(tag: tag, type: TIFFStructure.FieldType.long.rawValue, count: 1, field: field(UInt32(clamping: value)))
  }

  mutating func shorts(_ tag: UInt16, _ values: [UInt16]) -> TIFFStructure.Entry {
    entry(tag, .short, values.flatMap(field))
  }

  mutating func bytes(_ tag: UInt16, _ value: [UInt8]) -> TIFFStructure.Entry { entry(tag, .byte, value) }

  /// An entry of type UNDEFINED.
  mutating func undefined(_ tag: UInt16, _ value: [UInt8]) -> TIFFStructure.Entry { entry(tag, .undefined, value) }

  mutating func text(_ tag: UInt16, _ value: String) -> TIFFStructure.Entry {
    entry(tag, .ascii, Array(value.utf8) + [0])
  }

  /// An entry of fractions, each a count of thousandths or of what else `unit` is.
  mutating func fractions(_ tag: UInt16, _ values: [Double], of unit: UInt32) -> TIFFStructure.Entry {
    let bytes = values.flatMap { value in
      field(UInt32(clamping: Int(min(max(value * Double(unit), 0), Double(UInt32.max)).rounded()))) + field(unit)
    }
    return entry(tag, .rational, bytes)
  }

  /// The entries for a resolution in pixels per inch, rounded to thousandths.
  mutating func resolution(across: Double, down: Double) -> [TIFFStructure.Entry] {
    // Two values, because strict readers complain about a shared one.
    [
      fractions(Exif.Tag.xResolution, [across], of: 1000), fractions(Exif.Tag.yResolution, [down], of: 1000),
      short(Exif.Tag.resolutionUnit, 2),
    ]
  }

  /// An entry with a value as stored. A value longer than 4 bytes is appended.
  private mutating func entry(
    _ tag: UInt16, _ type: TIFFStructure.FieldType, _ value: [UInt8]
  ) -> TIFFStructure.Entry {
    let padding = [UInt8](repeating: 0, count: max(0, 4 - value.count))
    return TIFFStructure.Entry(
      tag: tag, type: type.rawValue, count: UInt32(clamping: value.count / type.size),
      field: value.count > 4 ? field(UInt32(clamping: append(value))) : value + padding)
  }

  /// Appends bytes at an even offset, as TIFF requires, and returns it.
  private mutating func append(_ addition: [UInt8]) -> Int {
    if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
    defer { bytes += addition }
    return bytes.count
  }

  private func field<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    let count = Number.bitWidth / 8
    return (0..<count).map { UInt8(truncatingIfNeeded: number >> ((isBigEndian ? count - 1 - $0 : $0) * 8)) }
  }
}
