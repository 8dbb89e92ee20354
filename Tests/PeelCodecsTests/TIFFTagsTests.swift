import PeelImaging
import PeelRandomNumbers
import Testing

@testable import PeelCodecs

/// What the tags of a TIFF may take before its picture is known.
struct TIFFTagsTests {
  /// The sizes of the parts of a directory, in bytes: TIFF 6.0 or BigTIFF.
  struct Form: CustomTestStringConvertible, Sendable {
    var isBig = false
    var isBigEndian = false

    var testDescription: String { "\(isBig ? "BigTIFF" : "TIFF"), \(isBigEndian ? "big" : "little")-endian" }
    static let all = [false, true].flatMap { isBig in [false, true].map { Form(isBig: isBig, isBigEndian: $0) } }
  }

  /// A tag and its value, which may be data that other tags have too.
  private struct Field {
    var tag, type: UInt16
    var count: UInt64
    /// The value; nil if it is at `place`.
    var value: UInt64?
    /// An offset into the data.
    var place = 0
  }

  /// A grey TIFF of 8 bits, 4 pixels wide, with one strip at the start of `data`, or at `strips` each.
  private func tiff(
    _ form: Form = Form(), height: UInt64 = 2, data: [UInt8] = Array(1...8), strips: [Field]? = nil,
    _ more: [Field] = []
  ) -> [UInt8] {
    let t = Tiff(isBigEndian: form.isBigEndian)
    let strips = strips ?? [Field(tag: 273, type: 4, count: 1, place: 0), Field(tag: 279, type: 4, count: 1, value: 8)]
    let fields =
      [
        Field(tag: 256, type: 4, count: 1, value: 4), Field(tag: 257, type: 4, count: 1, value: height),
        Field(tag: 258, type: 3, count: 1, value: 8), Field(tag: 259, type: 3, count: 1, value: 1),
        Field(tag: 262, type: 3, count: 1, value: 1), Field(tag: 277, type: 3, count: 1, value: 1),
      ] + strips + more
    func word(_ number: UInt64) -> [UInt8] { form.isBig ? t.number(number) : t.number(UInt32(number)) }
    let header =
      (form.isBigEndian ? Array("MM".utf8) : Array("II".utf8))
      + (form.isBig ? t.number(UInt16(43)) + t.number(UInt16(8)) + t.number(UInt16(0)) : t.number(UInt16(42)))
    let (start, entry, size) = form.isBig ? (16, 20, 8) : (8, 12, 2)
    let dataStart = start + size + fields.count * entry + (form.isBig ? 8 : 4)
    var bytes = header + word(UInt64(start))
    bytes += form.isBig ? t.number(UInt64(fields.count)) : t.number(UInt16(fields.count))
    for field in fields.sorted(by: { $0.tag < $1.tag }) {
      bytes += t.number(field.tag) + t.number(field.type) + word(field.count)
      let room = form.isBig ? 8 : 4
      let value =
        switch (field.value, field.type) {
        case (nil, 4) where field.count == 1: t.number(UInt32(dataStart + field.place))
        case (nil, _): word(UInt64(dataStart + field.place))
        case (let value?, 3): t.number(UInt16(value))
        case (let value?, _): t.number(UInt32(value))
        }
      bytes += value + [UInt8](repeating: 0, count: room - value.count)
    }
    return bytes + word(0) + data
  }

  /// Tags that libtiff doesn't know.
  private func unknown(_ count: Int, type: UInt16 = 1, values: UInt64) -> [Field] {
    (0..<count).map { Field(tag: UInt16(40_000 + $0), type: type, count: values, place: 8) }
  }

  private func limits(megabytes: Int) -> DecodingLimits {
    var limits = DecodingLimits()
    limits.bytes = megabytes << 20
    return limits
  }

  @Test(arguments: Form.all)
  func theSizeIsKnown(_ form: Form) throws {
    let tags = try TIFFTags(tiff(form))
    #expect(tags.size?.width == 4 && tags.size?.height == 2)
    #expect(try PhotoFile(decoding: tiff(form)).photo.luma.samples == Array(1...8))
    #expect(throws: CodecError.tooLarge(width: 4, height: 70_000)) {
      try PhotoFile(decoding: tiff(form, height: 70_000))
    }
  }

  /// libtiff would copy the same bytes for each tag.
  @Test(arguments: Form.all)
  func sharedDataIsDamage(_ form: Form) throws {
    let data = [UInt8](repeating: 1, count: 8 + 1 << 16)
    #expect(throws: CodecError.corrupt(reason: "its tags share their data")) {
      try PhotoFile(decoding: tiff(form, data: data, unknown(200, values: 1 << 16)))
    }
    // A few bytes may be shared, as some programs do for equal resolutions.
    let fields = [UInt16(282), 283].map { Field(tag: $0, type: 5, count: 1, place: 0) }
    #expect(try PhotoFile(decoding: tiff(form, fields)).photo.width == 4)
  }

  /// libtiff keeps 8 bytes for each offset and each count of a strip.
  @Test func tablesOfStripsAreCounted() throws {
    let rows = 60_000
    let table = (0..<2).map { Field(tag: $0 == 0 ? 273 : 279, type: 3, count: UInt64(rows), place: 2 * rows * $0) }
    let tags = try TIFFTags(tiff(height: UInt64(rows), data: [UInt8](repeating: 0, count: 4 * rows), strips: table))
    #expect(tags.kept > 16 * rows && tags.kept < 17 * rows)
    let longer = table.map { Field(tag: $0.tag, type: 3, count: 1 << 20, place: 0) }
    #expect(throws: CodecError.corrupt(reason: "its tags share their data")) {
      try PhotoFile(decoding: tiff(data: [UInt8](repeating: 0, count: 2 << 20), strips: longer))
    }
  }

  /// XMP (700) and Photoshop's blocks are BYTE, most other large values UNDEFINED.
  @Test(arguments: Form.all, [UInt16(1), 7])
  func largeValuesNeedMemory(_ form: Form, _ type: UInt16) throws {
    let data = [UInt8](repeating: 1, count: 8 + 20 << 20)
    // A profile, XMP, or layers.
    let bytes = tiff(form, data: data, unknown(1, type: type, values: 20 << 20))
    #expect(throws: CodecError.needsMemory(bytes: 2 * (20 << 20) + 64, limit: 30 << 20)) {
      try PhotoFile(decoding: bytes, limits: limits(megabytes: 30))
    }
    #expect(try PhotoFile(decoding: bytes, limits: limits(megabytes: 50)).photo.width == 4)
    let need = try #require(PhotoMemory(of: bytes, limits: limits(megabytes: 50)))
    #expect(need.peak > 40 << 20 && need.peak < 42 << 20 && need.kept < 1 << 10)
  }

  @Test func tagsAreCounted() throws {
    #expect(try PhotoFile(decoding: tiff(Form(), unknown(900, values: 1))).photo.width == 4)
    #expect(throws: CodecError.unsupported(what: "a TIFF with more than 1000 tags")) {
      try PhotoFile(decoding: tiff(Form(), unknown(1000, values: 1)))
    }
  }

  /// The walk never leaves the file, whatever its numbers are.
  @Test(arguments: Form.all)
  func changedTagsNeverCrash(_ form: Form) throws {
    let whole = tiff(form, unknown(3, values: 8))
    var random = RandomNumbers(seed: 9)
    var errors = 0
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 4..<bytes.count, using: &random)] = [0, 1, 0x7F, 0xFF].randomElement(using: &random) ?? 0
      }
      if (try? PhotoFile(decoding: bytes)) == nil { errors += 1 }
    }
    #expect(errors > 0 && errors < 2000)
    for count in 8..<whole.count { _ = try? TIFFTags(Array(whole[..<count])) }
  }
}
