/// A FlatBuffer: tables that point to vectors and to further tables (FlatBuffers, "Internals").
///
/// Every read is checked against the file's end. Callers read a fixed number of levels, so no file can make them recurse.
struct FlatBuffer: Sendable {
  let bytes: [UInt8]

  /// The table that holds all others.
  func root() throws(NetworkError) -> FlatTable { try table(at: 0) }

  /// The number at a place, lowest byte first.
  func number<Number: FixedWidthInteger>(at place: Int, as: Number.Type) throws(NetworkError) -> Number {
    let size = Number.bitWidth / 8
    guard place >= 0, place <= bytes.count - size else { throw .damaged("it ends too early") }
    var number: Number = 0
    for offset in (0..<size).reversed() { number = number << 8 | Number(truncatingIfNeeded: bytes[place + offset]) }
    return number
  }

  /// The place to which the offset at `place` points.
  func target(at place: Int) throws(NetworkError) -> Int { place + Int(try number(at: place, as: UInt32.self)) }

  /// The table to which the offset at `place` points.
  func table(at place: Int) throws(NetworkError) -> FlatTable { try FlatTable(self, at: target(at: place)) }
}

/// A table of a FlatBuffer. A field is named by its number in the schema; an absent one has the default that is given.
struct FlatTable {
  private let buffer: FlatBuffer
  private let start: Int
  /// Where the list of the fields' places lies, and its size in bytes.
  private let (fields, size): (Int, Int)

  /// The bytes of the list before the first field: its own size and the table's.
  private static let header = 4

  init(_ buffer: FlatBuffer, at start: Int) throws(NetworkError) {
    self.buffer = buffer
    self.start = start
    fields = start - Int(try buffer.number(at: start, as: Int32.self))
    size = Int(try buffer.number(at: fields, as: UInt16.self))
  }

  /// Where a field lies; nil if it is absent.
  private func place(_ field: Int) throws(NetworkError) -> Int? {
    let entry = Self.header + 2 * field
    guard entry + 2 <= size else { return nil }
    let offset = Int(try buffer.number(at: fields + entry, as: UInt16.self))
    return offset == 0 ? nil : start + offset
  }

  /// A field of 8 bits.
  func byte(_ field: Int, default value: Int = 0) throws(NetworkError) -> Int {
    guard let place = try place(field) else { return value }
    return Int(try buffer.number(at: place, as: Int8.self))
  }

  /// A field of 32 bits.
  func integer(_ field: Int, default value: Int = 0) throws(NetworkError) -> Int {
    guard let place = try place(field) else { return value }
    return Int(try buffer.number(at: place, as: Int32.self))
  }

  /// A field that is a table; nil if it is absent.
  func table(_ field: Int) throws(NetworkError) -> FlatTable? {
    guard let place = try place(field) else { return nil }
    return try buffer.table(at: place)
  }

  /// The places of a vector's elements, `size` bytes each; none if the field is absent.
  private func elements(_ field: Int, size: Int, most: Int) throws(NetworkError) -> StrideTo<Int> {
    guard let place = try place(field) else { return stride(from: 0, to: 0, by: size) }
    let vector = try buffer.target(at: place)
    let count = Int(try buffer.number(at: vector, as: UInt32.self))
    let first = vector + 4
    guard count <= (buffer.bytes.count - first) / size else { throw .damaged("a list is longer than the file") }
    guard count <= most else { throw .tooLarge("a list of \(count)") }
    return stride(from: first, to: first + size * count, by: size)
  }

  /// A vector of at most `most` numbers of 32 bits.
  func integers(_ field: Int, most: Int) throws(NetworkError) -> [Int] {
    var numbers: [Int] = []
    for place in try elements(field, size: 4, most: most) {
      numbers.append(Int(try buffer.number(at: place, as: Int32.self)))
    }
    return numbers
  }

  /// A vector of at most `most` tables.
  func tables(_ field: Int, most: Int) throws(NetworkError) -> [FlatTable] {
    var tables: [FlatTable] = []
    for place in try elements(field, size: 4, most: most) { tables.append(try buffer.table(at: place)) }
    return tables
  }

  /// A vector of bytes.
  func bytes(_ field: Int) throws(NetworkError) -> ArraySlice<UInt8> {
    var places = try elements(field, size: 1, most: .max).makeIterator()
    guard let first = places.next() else { return [] }
    let count = Int(try buffer.number(at: first - 4, as: UInt32.self))
    return buffer.bytes[first..<first + count]
  }
}
