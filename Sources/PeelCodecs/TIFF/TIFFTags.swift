/// What the tags of a TIFF file's first page say before libtiff sees the file: the picture's size, and the memory that
/// libtiff takes for their values.
///
/// libtiff copies the values of all tags, known or not, before it can be asked for anything. Thousands of tags may share
/// the same bytes of a file, so a small file could fill the memory. No offset or count is trusted here.
struct TIFFTags {
  /// The picture's size in pixels; nil if the tags don't have it.
  let size: (width: Int, height: Int)?
  /// The bytes that libtiff keeps while the file is open.
  let kept: Int
  /// The most bytes that libtiff takes at once while it opens the file.
  let peak: Int

  /// The most tags. Scanners and programs write up to 60, DNG about 100.
  static let most = 1000
  /// The most bytes that libtiff keeps for each number of a value. Offsets, counts and doubles take as many.
  private static let keptNumber = 8

  /// - Throws: `truncated` if the directory isn't completely in the file, `unsupported` if it has more than `most` tags,
  ///   `corrupt` if their values together are larger than the file.
  init(_ bytes: [UInt8]) throws(CodecError) {
    let file = TIFFNumbers(bytes)
    let form = Form(version: file[2, 2])
    guard let start = file[form.start, form.word].flatMap(Int.init(exactly:)),
      let count = file[start, form.countSize].flatMap(Int.init(exactly:)),
      count <= (bytes.count - start - form.countSize) / form.entrySize
    else { throw .truncated(rowsRead: nil, height: nil) }
    if count > Self.most { throw .unsupported(what: "a TIFF with more than \(Self.most) tags") }
    var sides: [UInt64: Int] = [:]
    var (data, kept, largest) = (0, 0, 0)
    for place in (0..<count).map({ start + form.countSize + $0 * form.entrySize }) {
      guard let entry = Entry(file, at: place, form) else { continue }
      data += entry.data
      kept += entry.kept
      largest = max(largest, entry.kept)
      // libtiff takes the first of equal tags.
      if let value = entry.value, sides[entry.tag] == nil { sides[entry.tag] = value }
    }
    if data > bytes.count { throw .corrupt(reason: "its tags share their data") }
    (self.kept, peak) = (kept, kept + largest)
    if let width = sides[Tag.width], let height = sides[Tag.height] { size = (width, height) } else { size = nil }
  }

  private enum Tag {
    static let width: UInt64 = 256, height: UInt64 = 257
  }

  /// The sizes of a directory's parts in bytes.
  struct Form {
    /// The place of the first directory's offset.
    var start: Int
    /// The number of tags at the start of a directory.
    var countSize: Int
    var entrySize: Int
    /// An offset or a count.
    var word: Int

    /// TIFF 6.0, section 2, and BigTIFF.
    private static let classic = Form(start: 4, countSize: 2, entrySize: 12, word: 4)
    private static let big = Form(start: 8, countSize: 8, entrySize: 20, word: 8)
    private static let bigVersion: UInt64 = 43

    private init(start: Int, countSize: Int, entrySize: Int, word: Int) {
      (self.start, self.countSize, self.entrySize, self.word) = (start, countSize, entrySize, word)
    }

    /// - Parameter version: the number in a file's bytes 2 and 3.
    init(version: UInt64?) { self = version == Self.bigVersion ? .big : .classic }
  }

  private struct Entry {
    let tag: UInt64
    /// The bytes of its value outside the directory, as far as they are in the file.
    let data: Int
    /// The bytes that libtiff keeps of its value.
    let kept: Int
    /// The value if it is one integer in the directory; nil otherwise.
    let value: Int?

    init?(_ file: TIFFNumbers, at place: Int, _ form: Form) {
      let (countPlace, valuePlace) = (place + 4, place + 4 + form.word)
      guard let tag = file[place, 2], let type = file[place + 2, 2], let count = file[countPlace, form.word],
        let offset = file[valuePlace, form.word], let width = TIFFTags.width(of: type)
      else { return nil }
      self.tag = tag
      // A file has no more values than bytes.
      let claimed = Int(clamping: min(count, UInt64(file.bytes.count))) * width
      let isInside = claimed <= form.word
      data = isInside ? 0 : min(claimed, max(0, file.bytes.count - Int(clamping: offset)))
      kept = (isInside ? claimed : data) / width * (Self.isKeptAsBytes(type, count) ? 1 : TIFFTags.keptNumber)
      value = isInside && count == 1 ? file[valuePlace, width].map { Int(clamping: $0) } : nil
    }

    /// ASCII and UNDEFINED, whose values libtiff keeps as they are.
    private static let texts: Set<UInt64> = [2, 7]
    /// BYTE and SBYTE. Only tags with a 16-bit count expect other numbers, which libtiff makes of these.
    private static let bytes: Set<UInt64> = [1, 6]
    private static let mostConverted = UInt64(UInt16.max)

    /// Whether libtiff keeps each byte of a value as a byte.
    private static func isKeptAsBytes(_ type: UInt64, _ count: UInt64) -> Bool {
      texts.contains(type) || bytes.contains(type) && count > mostConverted
    }
  }

  /// LONG8, SLONG8 and IFD8 of BigTIFF.
  private static let bigTypes: ClosedRange<UInt64> = 16...18

  /// The bytes of a number of this type; nil for an unknown type, whose values libtiff doesn't read.
  static func width(of type: UInt64) -> Int? {
    if bigTypes.contains(type) { return 8 }
    return UInt16(exactly: type).flatMap(TIFFStructure.FieldType.init(rawValue:))?.size
  }
}

/// The numbers in a TIFF file, or in a part of it, in its byte order.
struct TIFFNumbers {
  let bytes: [UInt8]
  let isBigEndian: Bool

  init(_ bytes: [UInt8]) { self.init(bytes, isBigEndian: bytes.first == UInt8(ascii: "M")) }

  init(_ bytes: [UInt8], isBigEndian: Bool) { (self.bytes, self.isBigEndian) = (bytes, isBigEndian) }

  /// The number with `count` bytes, at most 8, at an offset; nil if it isn't completely in the file.
  subscript(offset: Int, count: Int) -> UInt64? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    let number = bytes[offset..<offset + count]
    return isBigEndian
      ? number.reduce(0) { $0 << 8 | UInt64($1) } : number.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
