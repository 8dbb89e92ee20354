/// Writes a TIFF structure, field by field.
///
/// The tag numbers in the tests are those of TIFF 6.0 and EXIF.
struct Tiff {
  var isBigEndian = false
  struct Field {
    var tag: UInt16
    var type: UInt16
    var count: UInt32
    var value: [UInt8]
  }

  func number<N: FixedWidthInteger>(_ n: N) -> [UInt8] {
    let bytes = (0..<N.bitWidth / 8).map { UInt8(truncatingIfNeeded: n >> ($0 * 8)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  func short(_ tag: UInt16, _ value: UInt16) -> Field { Field(tag: tag, type: 3, count: 1, value: number(value)) }
  func long(_ tag: UInt16, _ value: UInt32) -> Field { Field(tag: tag, type: 4, count: 1, value: number(value)) }
  func text(_ tag: UInt16, _ value: String) -> Field {
    Field(tag: tag, type: 2, count: UInt32(value.utf8.count + 1), value: Array(value.utf8) + [0])
  }
  func rational(_ tag: UInt16, _ values: (UInt32, UInt32)...) -> Field {
    Field(tag: tag, type: 5, count: UInt32(values.count), value: values.flatMap { number($0.0) + number($0.1) })
  }

  /// A directory at `offset`, followed by its long values.
  func directory(_ fields: [Field], at offset: Int, next: Int = 0) -> [UInt8] {
    var table = number(UInt16(fields.count))
    var values: [UInt8] = []
    let valuesStart = offset + 2 + 12 * fields.count + 4
    for field in fields {
      table += number(field.tag) + number(field.type) + number(field.count)
      if field.value.count <= 4 {
        table += field.value + Array(repeating: 0, count: 4 - field.value.count)
      } else {
        table += number(UInt32(valuesStart + values.count))
        values += field.value + (field.value.count % 2 == 1 ? [0] : [])
      }
    }
    return table + number(UInt32(next)) + values
  }

  var header: [UInt8] { (isBigEndian ? Array("MM".utf8) : Array("II".utf8)) + number(UInt16(42)) + number(UInt32(8)) }

  /// An EXIF block like a phone's: make, orientation, 72 ppi, GPS, date, lens, maker note, and a thumbnail at the end.
  static func phone(
    isBigEndian: Bool = false, orientation: UInt16 = 6, size: (UInt32, UInt32) = (4032, 3024),
    more: (Tiff) -> [Field] = { [$0.short(0xA405, 26)] }
  ) -> [UInt8] {
    let t = Tiff(isBigEndian: isBigEndian)
    let details =
      [
        t.text(0x9003, "2024:07:01 12:30:00"), t.text(0x9011, "+02:00"),
        Field(tag: 0x927C, type: 7, count: 10, value: Array("MAKER NOTE".utf8)), t.text(0x9291, "042"),
        t.long(0xA002, size.0), t.long(0xA003, size.1),
      ] + more(t)
    let gps = [
      Field(tag: 1, type: 2, count: 2, value: Array("N\0".utf8)), t.rational(2, (48, 1), (8, 1), (15, 1)),
      Field(tag: 3, type: 2, count: 2, value: Array("E\0".utf8)), t.rational(4, (11, 1), (34, 1), (30, 1)),
    ]
    func first(_ details: Int, _ gps: Int, _ next: Int) -> [UInt8] {
      t.directory(
        [
          t.text(0x10F, "Maker of phones"), t.short(0x112, orientation), t.rational(0x11A, (72, 1)),
          t.rational(0x11B, (72, 1)), t.short(0x128, 2), t.long(0x8769, UInt32(details)), t.long(0x8825, UInt32(gps)),
        ], at: 8, next: next)
    }
    let detailsStart = 8 + first(0, 0, 0).count
    let gpsStart = detailsStart + t.directory(details, at: detailsStart).count
    let nextStart = gpsStart + t.directory(gps, at: gpsStart).count
    func second(_ thumbnail: Int) -> [UInt8] {
      t.directory([t.short(0x103, 6), t.long(0x201, UInt32(thumbnail)), t.long(0x202, 6)], at: nextStart)
    }
    return t.header + first(detailsStart, gpsStart, nextStart) + t.directory(details, at: detailsStart)
      + t.directory(gps, at: gpsStart) + second(nextStart + second(0).count) + [0xFF, 0xD8, 0x55, 0x55, 0xFF, 0xD9]
  }
}
