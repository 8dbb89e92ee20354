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

  /// An entry of type UNDEFINED with 4 bytes.
  func undefined(_ tag: UInt16, _ value: [UInt8]) -> TIFFStructure.Entry {
    .init(tag: tag, type: TIFFStructure.FieldType.undefined.rawValue, count: 4, field: value)
  }

  /// An ASCII entry of 4 bytes including its NUL, which is stored in the entry itself.
  func text(_ tag: UInt16, fourBytes value: String) -> TIFFStructure.Entry {
    .init(tag: tag, type: TIFFStructure.FieldType.ascii.rawValue, count: 4, field: Array(value.utf8))
  }

  mutating func text(_ tag: UInt16, _ value: String) -> TIFFStructure.Entry {
    let characters = Array(value.utf8) + [0]
    guard characters.count > 4 else {
      let field = characters + [UInt8](repeating: 0, count: 4 - characters.count)
      return .init(
        tag: tag, type: TIFFStructure.FieldType.ascii.rawValue, count: UInt32(characters.count), field: field)
    }
    let offset = append(characters)
    return .init(
      tag: tag, type: TIFFStructure.FieldType.ascii.rawValue, count: UInt32(clamping: characters.count),
      field: field(UInt32(clamping: offset)))
  }

  /// An entry of fractions, each a count of thousandths or of what else `unit` is.
  mutating func fractions(_ tag: UInt16, _ values: [Double], of unit: UInt32) -> TIFFStructure.Entry {
    let bytes = values.flatMap { value in
      field(UInt32(clamping: Int(min(max(value * Double(unit), 0), Double(UInt32.max)).rounded()))) + field(unit)
    }
    return .init(
      tag: tag, type: TIFFStructure.FieldType.rational.rawValue, count: UInt32(clamping: values.count),
      field: field(UInt32(clamping: append(bytes))))
  }

  /// An entry of four bytes at most.
  func bytes(_ tag: UInt16, _ value: [UInt8]) -> TIFFStructure.Entry {
    let padded = value.prefix(4) + [UInt8](repeating: 0, count: 4 - min(4, value.count))
    return .init(
      tag: tag, type: TIFFStructure.FieldType.byte.rawValue, count: UInt32(clamping: value.count), field: Array(padded))
  }

  /// The entries for a resolution in pixels per inch, rounded to thousandths.
  mutating func resolution(_ ppi: Double) -> [TIFFStructure.Entry] {
    let thousandths = UInt32(clamping: Int((min(max(ppi, 0), 4e6) * 1000).rounded()))
    let value = field(thousandths) + field(UInt32(1000))
    // Two values, because strict readers complain about a shared one.
    let places = [append(value), append(value)].map { field(UInt32(clamping: $0)) }
    let rational = TIFFStructure.FieldType.rational.rawValue
    return [
      .init(tag: Exif.Tag.xResolution, type: rational, count: 1, field: places[0]),
      .init(tag: Exif.Tag.yResolution, type: rational, count: 1, field: places[1]),
      short(Exif.Tag.resolutionUnit, 2),
    ]
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
