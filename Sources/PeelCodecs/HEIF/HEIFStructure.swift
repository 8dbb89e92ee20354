/// The boxes of a HEIF file that describe its primary picture (ISO/IEC 23008-12 and 14496-12). No size in them is trusted.
struct HEIFStructure {
  struct Box: Equatable {
    var type: String
    /// The range without size and type.
    var payload: Range<Int>
    var whole: Range<Int>
  }

  /// The items that an item refers to, such as the picture that an auxiliary picture belongs to.
  struct Reference: Equatable {
    var type: String
    var from: Int
    var to: [Int]
  }

  let bytes: [UInt8]
  /// The primary picture's item number, or that of another picture to look at instead.
  var primary: Int
  let references: [Reference]
  /// The properties of all items, in the file's order.
  let properties: [Box]
  /// Each item's properties, as indices from 1, in the order in which they apply.
  private let associations: [Int: [Int]]
  private let meta: Box
  private let contents: [Box]
  /// The places of each item's data.
  private let locations: [Int: [Range<Int>]]
  /// The bytes of an item number in the list of references; nil without a list.
  private let referenceWidth: Int?

  /// Returns nil if the required boxes are missing or malformed.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let meta = Self.boxes(of: bytes, in: bytes.indices).first(where: { $0.type == "meta" }),
      meta.payload.count >= Self.versionSize
    else { return nil }
    self.meta = meta
    let contents = Self.boxes(of: bytes, in: meta.payload.dropFirst(Self.versionSize))
    self.contents = contents
    func box(_ type: String) -> Box? { contents.first { $0.type == type } }
    guard var main = box("pitm").flatMap({ Reader(bytes, $0) }), let version = main.next(4),
      let primary = main.next(version >> 24 == 0 ? 2 : 4), let all = box("iprp")
    else { return nil }
    self.primary = primary
    let parts = Self.boxes(of: bytes, in: all.payload)
    properties = parts.first { $0.type == "ipco" }.map { Self.boxes(of: bytes, in: $0.payload) } ?? []
    associations = parts.filter { $0.type == "ipma" }.reduce(into: [:]) { all, box in
      all.merge(Self.associations(in: Reader(bytes, box))) { first, _ in first }
    }
    locations = box("iloc").map { Self.locations(in: Reader(bytes, $0), idat: box("idat")) } ?? [:]
    (references, referenceWidth) = box("iref").map { Self.references(in: Reader(bytes, $0)) } ?? ([], nil)
  }

  /// The items whose data is of a type (ISO/IEC 14496-12, section 8.11.6).
  func items(ofType type: String) -> Set<Int> {
    guard let list = contents.first(where: { $0.type == "iinf" }) else { return [] }
    var reader = Reader(bytes, list)
    guard let version = reader.next(4), reader.skip(version >> 24 == 0 ? 2 : 4) else { return [] }
    let entries = Self.boxes(of: bytes, in: reader.position..<reader.end).filter { $0.type == "infe" }
    return Set(
      entries.compactMap { entry in
        var reader = Reader(bytes, entry)
        // Versions 0 and 1 have no type. The protection's number is between the item's and the type.
        guard let version = reader.next(4), version >> 24 >= 2, let item = reader.next(version >> 24 == 2 ? 2 : 4),
          reader.skip(2), reader.text(4) == type
        else { return nil }
        return item
      })
  }

  /// An item's properties, in the order in which they apply.
  func properties(of item: Int) -> [Box] {
    (associations[item] ?? []).compactMap { properties.indices.contains($0 - 1) ? properties[$0 - 1] : nil }
  }

  /// An item's size in pixels, as stored; nil if the file doesn't have it (ISO/IEC 23008-12, section 6.5.3).
  func size(of item: Int) -> (width: Int, height: Int)? {
    guard let box = properties(of: item).first(where: { $0.type == "ispe" }) else { return nil }
    var reader = Reader(bytes, box)
    guard reader.next(4) != nil, let width = reader.next(4), let height = reader.next(4) else { return nil }
    return (width, height)
  }

  /// The items of the left and the right picture of a stereo pair (ISO/IEC 23008-12, the entity group `ster`); nil if the
  /// file has none.
  var stereoPair: (left: Int, right: Int)? {
    let groups = contents.first { $0.type == "grpl" }.map { Self.boxes(of: bytes, in: $0.payload) } ?? []
    guard let box = groups.first(where: { $0.type == "ster" }) else { return nil }
    var reader = Reader(bytes, box)
    guard reader.skip(Self.versionSize), reader.next(4) != nil, reader.next(4) == 2, let left = reader.next(4),
      let right = reader.next(4)
    else { return nil }
    return (left, right)
  }

  /// The auxiliary picture of the primary picture whose type has a name that contains `text`; nil if there is none.
  func auxiliary(_ text: String) -> Int? {
    references.first { reference in
      reference.type == "auxl" && reference.to.contains(primary)
        && properties(of: reference.from).contains {
          $0.type == "auxC" && String(decoding: bytes[$0.payload], as: UTF8.self).contains(text)
        }
    }?.from
  }

  /// The places of an item's data, which libheif joins; nil if any isn't in the file.
  func extents(of item: Int) -> [Range<Int>]? { locations[item] }

  /// Whether items have so much data in common that reading them takes much more memory than the file's size.
  var sharesData: Bool {
    let sizes = locations.values.map { $0.reduce(0) { $0 + $1.count } }
    return sizes.contains { $0 > bytes.count } || sizes.reduce(0, +) > Self.mostCopies * bytes.count
  }

  /// The first bytes of an item's data, at most `count`; nil if its data isn't in the file.
  func beginning(of item: Int, count: Int) -> Reader? {
    guard let extents = extents(of: item) else { return nil }
    let first = Array(extents.lazy.flatMap { bytes[$0] }.prefix(count))
    return Reader(first, first.indices)
  }

  /// The file with at most one reference from each auxiliary picture and each metadata item. iPhones write more since
  /// iOS 18, and libheif refuses those before version 1.18. Returns nil if there is nothing to remove.
  ///
  /// The old `meta` box is turned into a `free` box, so that all offsets in the file remain valid. The new one is appended.
  func withoutSurplusReferences() -> [UInt8]? {
    func isSurplus(_ reference: Reference) -> Bool {
      ["auxl", "cdsc"].contains(reference.type) && reference.to.count > 1
    }
    // If the last box has no size, it extends to the end and would contain the new box. If there is a second `meta` box, it
    // would precede the new one.
    let boxes = Self.boxes(of: bytes, in: bytes.indices)
    guard let referenceWidth, let last = boxes.last, last.whole.upperBound == bytes.count, !reachesToTheEnd(last),
      boxes.count(where: { $0.type == "meta" }) == 1,
      references.contains(where: isSurplus)
    else { return nil }
    let cut = references.flatMap { reference -> [UInt8] in
      let kept = reference.to.contains(primary) ? [primary] : Array(reference.to.prefix(1))
      let targets = isSurplus(reference) ? kept : reference.to
      return Self.box(
        reference.type,
        Self.bigEndian(reference.from, referenceWidth) + Self.bigEndian(targets.count, 2)
          + targets.flatMap { Self.bigEndian($0, referenceWidth) })
    }
    let version = Array(bytes[meta.payload].prefix(Self.versionSize))
    let body = contents.flatMap { box in
      box.type == "iref"
        ? Self.box("iref", Array(bytes[box.payload].prefix(Self.versionSize)) + cut) : Array(bytes[box.whole])
    }
    var patched = bytes
    patched.replaceSubrange(meta.whole.lowerBound + 4..<meta.whole.lowerBound + 8, with: "free".utf8)
    return patched + Self.box("meta", version + body)
  }

  private func reachesToTheEnd(_ box: Box) -> Bool {
    bytes[box.whole.lowerBound..<box.whole.lowerBound + 4].allSatisfy { $0 == 0 }
  }

  /// A box as stored in a file. Each character of its type is a byte.
  static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    bigEndian(8 + payload.count, 4) + type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + payload
  }

  private static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The bytes of a box's version and flags.
  static let versionSize = 4

  /// The most boxes to read on one level, and the most items. Phones write a few dozen.
  static let most = 10_000
  /// The most items that all references of a file lead to. A picture of 200 megapixels has 800 tiles.
  private static let mostTargets = 100_000
  /// The most pieces that the data of all items is in. Most encoders write one for each item.
  private static let mostExtents = 100_000
  /// The most times that items may use the whole file's data. Tiles that are alike may share theirs.
  private static let mostCopies = 4

  /// Whether a file has more boxes on its first level than is sane. libheif keeps them all, each in more than 100 bytes.
  static func hasTooManyBoxes(_ bytes: [UInt8]) -> Bool { boxes(of: bytes, in: bytes.indices).count >= most }

  /// The boxes on one level in a range, up to the first that isn't completely in it.
  static func boxes(of bytes: [UInt8], in range: Range<Int>) -> [Box] {
    var boxes: [Box] = []
    var reader = Reader(bytes, range)
    while boxes.count < most, let short = reader.next(4), let type = reader.text(4) {
      let start = reader.position - 8
      let size =
        switch short {
        case 0: range.upperBound - start
        case 1: reader.next(8) ?? 0
        default: short
        }
      guard size >= reader.position - start, size <= range.upperBound - start else { return boxes }
      boxes.append(Box(type: type, payload: reader.position..<start + size, whole: start..<start + size))
      reader.position = start + size
    }
    return boxes
  }

  /// Reads an `ipma` box (ISO/IEC 23008-12, section 9.3.1).
  private static func associations(in reader: Reader) -> [Int: [Int]] {
    var reader = reader
    var associations: [Int: [Int]] = [:]
    guard let version = reader.next(4), let count = reader.next(4) else { return [:] }
    let isWide = version & 1 == 1
    for _ in 0..<min(count, most) {
      guard let item = reader.next(version >> 24 == 0 ? 2 : 4), let number = reader.next(1) else { break }
      var indices: [Int] = []
      for _ in 0..<number {
        guard let index = reader.next(isWide ? 2 : 1) else { return associations }
        // The highest bit marks an essential property.
        indices.append(index & (isWide ? 0x7FFF : 0x7F))
      }
      associations[item] = associations[item] ?? indices
    }
    return associations
  }

  /// Reads an `iloc` box (ISO/IEC 14496-12, section 8.11.3). Items with data outside the file are left out. libheif takes the
  /// first of equal ones.
  private static func locations(in reader: Reader, idat: Box?) -> [Int: [Range<Int>]] {
    var (reader, room) = (reader, mostExtents)
    var locations: [Int: [Range<Int>]] = [:]
    guard let version = reader.next(4).map({ $0 >> 24 }), let sizes = reader.next(2),
      let count = reader.next(version < 2 ? 2 : 4)
    else { return [:] }
    let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : sizes & 15
    for _ in 0..<min(count, most) {
      guard let item = reader.next(version < 2 ? 2 : 4), let method = version == 0 ? 0 : reader.next(2),
        reader.next(2) != nil, let base = reader.next(baseSize), let pieces = reader.next(2), pieces <= room
      else { break }
      room -= pieces
      // Offsets are from the start of the file (method 0) or of the `idat` box (method 1).
      let whole = method & 15 == 0 ? reader.bytes.indices : method & 15 == 1 ? idat?.payload : nil
      var extents: [Range<Int>] = []
      for _ in 0..<pieces {
        guard reader.skip(indexSize), let offset = reader.next(offsetSize), let length = reader.next(lengthSize) else {
          return locations
        }
        guard let whole, base <= whole.count, offset <= whole.count - base, length <= whole.count - base - offset else {
          continue
        }
        let start = whole.lowerBound + base + offset
        // The length of an only extent may be left out.
        extents.append(start..<(length == 0 && pieces == 1 ? whole.upperBound : start + length))
      }
      if locations[item] == nil, pieces > 0, extents.count == pieces { locations[item] = extents }
    }
    return locations
  }

  /// Reads an `iref` box (ISO/IEC 14496-12, section 8.11.12).
  private static func references(in reader: Reader) -> ([Reference], width: Int) {
    var reader = reader
    var references: [Reference] = []
    var room = mostTargets
    let width = (reader.next(4) ?? 0) >> 24 == 0 ? 2 : 4
    for box in boxes(of: reader.bytes, in: reader.position..<reader.end) {
      var inner = Reader(reader.bytes, box)
      guard let from = inner.next(width), let count = inner.next(2) else { break }
      var targets: [Int] = []
      room -= count
      guard room >= 0 else { break }
      for _ in 0..<count {
        guard let target = inner.next(width) else { return (references, width) }
        targets.append(target)
      }
      references.append(Reference(type: box.type, from: from, to: targets))
    }
    return (references, width)
  }
}

extension HEIFStructure {
  /// Reads big-endian numbers from a range of a file, never beyond it.
  struct Reader {
    let bytes: [UInt8]
    var position: Int
    let end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
      self.bytes = bytes
      position = range.lowerBound
      end = range.upperBound
    }

    init(_ bytes: [UInt8], _ box: Box) { self.init(bytes, box.payload) }

    /// The next number, which has `count` bytes, at most 8; nil if they aren't there or it doesn't fit in an Int.
    mutating func next(_ count: Int) -> Int? {
      guard count <= end - position else { return nil }
      defer { position += count }
      return Int(exactly: bytes[position..<position + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// Skips bytes. Returns false if they aren't there.
    mutating func skip(_ count: Int) -> Bool {
      guard count <= end - position else { return false }
      position += count
      return true
    }

    mutating func text(_ count: Int) -> String? {
      guard count <= end - position else { return nil }
      defer { position += count }
      // Each byte is a character, so that different bytes always give different text.
      return String(String.UnicodeScalarView(bytes[position..<position + count].map { Unicode.Scalar($0) }))
    }
  }
}
