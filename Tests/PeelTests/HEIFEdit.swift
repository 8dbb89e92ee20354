@testable import PeelCodecs

/// Edits a HEIF file's boxes: the old `meta` box becomes free space, and the new one is appended.
struct HEIFEdit {
  private let bytes: [UInt8]
  private let meta: HEIFStructure.Box

  init?(_ bytes: [UInt8]) {
    guard let meta = HEIFStructure.boxes(of: bytes, in: bytes.indices).first(where: { $0.type == "meta" }) else {
      return nil
    }
    self.bytes = bytes
    self.meta = meta
  }

  /// The file with more properties for its only item, after the existing ones.
  func adding(_ properties: [[UInt8]]) -> [UInt8] {
    changing([
      "iprp": { payload in
        let parts = HEIFStructure.boxes(of: payload, in: payload.indices)
        let known =
          parts.first { $0.type == "ipco" }.map { HEIFStructure.boxes(of: payload, in: $0.payload).count } ?? 0
        return parts.flatMap { part -> [UInt8] in
          var inner = Array(payload[part.payload])
          if part.type == "ipco" { inner += properties.joined() }
          if part.type == "ipma" {
            // Version and flags, the number of entries, the item, the number of its properties, and their indices.
            inner[10] += UInt8(properties.count)
            inner += (0..<properties.count).map { 0x80 | UInt8(known + 1 + $0) }
          }
          return HEIFStructure.box(part.type, inner)
        }
      }
    ])
  }

  /// The file with other references between its items.
  func referring(_ references: [[UInt8]]) -> [UInt8] {
    changing(["iref": { Array($0.prefix(HEIFStructure.versionSize)) + references.joined() }])
  }

  /// The file with a primary picture of this size whose tiles are all its pictures, row by row, as heif-enc numbers them
  /// (ISO/IEC 23008-12, section 6.6.2.3).
  func joined(columns: Int, rows: Int, width: Int, height: Int) -> [UInt8] {
    func number(_ number: Int, _ count: Int = 2) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let tiles: [[UInt8]] = (1...columns * rows).map { number($0) }
    let main = number(tiles.count + 1)
    let grid: [UInt8] = [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + number(width) + number(height)
    let size = HEIFStructure.box("ispe", [0, 0, 0, 0] + number(width, 4) + number(height, 4))
    let item = HEIFStructure.box("infe", [2, 0, 0, 0] + main + [0, 0] + Array("grid".utf8) + [0])
    // One extent. Its offset and length have four bytes each. The size of the base offset before them is in the box.
    let piece: [UInt8] = [0, 1] + number(bytes.count + 8, 4) + number(grid.count, 4)
    let list = HEIFStructure.box("dimg", main + number(tiles.count) + tiles.joined())
    func pitm(_ payload: [UInt8]) -> [UInt8] { Array(payload.prefix(4)) + main }
    func iloc(_ payload: [UInt8]) -> [UInt8] {
      let base = number(0, Int(payload[5] >> 4))
      return Array(payload.prefix(6)) + main + Array(payload.dropFirst(8)) + main + [0, 0] + base + piece
    }
    func iinf(_ payload: [UInt8]) -> [UInt8] { Array(payload.prefix(4)) + main + Array(payload.dropFirst(6)) + item }
    func iprp(_ payload: [UInt8]) -> [UInt8] {
      let parts = HEIFStructure.boxes(of: payload, in: payload.indices)
      let known = parts.first.map { HEIFStructure.boxes(of: payload, in: $0.payload).count } ?? 0
      let association: [UInt8] = main + [1, UInt8(known + 1)]
      let count = number(tiles.count + 1, 4)
      return parts.flatMap { part -> [UInt8] in
        let inner = Array(payload[part.payload])
        if part.type == "ipco" { return HEIFStructure.box("ipco", inner + size) }
        return HEIFStructure.box("ipma", Array(inner.prefix(4)) + count + Array(inner.dropFirst(8)) + association)
      }
    }
    return changing(
      ["pitm": pitm, "iloc": iloc, "iinf": iinf, "iprp": iprp],
      adding: HEIFStructure.box("iref", [0, 0, 0, 0] + list), data: HEIFStructure.box("mdat", grid))
  }

  /// The file with each item's data in pieces, the last one first. Zeros take their old places.
  func scattered(pieces: Int) -> [UInt8]? {
    guard let structure = HEIFStructure(bytes) else { return nil }
    func number(_ number: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    var emptied = bytes
    var (data, items) = ([UInt8](), [UInt8]())
    var count = 0
    // heif-enc numbers items from 1.
    for item in 1...Int(UInt8.max) {
      guard let extents = structure.extents(of: item) else { continue }
      let whole = extents.flatMap { bytes[$0] }
      let ends = (0...pieces).map { whole.count * $0 / pieces }
      var places: [UInt8] = []
      for (start, end) in zip(ends, ends.dropFirst()).reversed() {
        // The new data follows the file and the size and type of its box.
        places = number(bytes.count + 8 + data.count) + number(end - start) + places
        data += whole[start..<end]
      }
      items += number(item, 2) + number(0, 2) + number(pieces, 2) + places
      count += 1
      for extent in extents {
        emptied.replaceSubrange(extent, with: [UInt8](repeating: 0, count: extent.count))
      }
    }
    // Version 0. Offsets and lengths have four bytes, and nothing is added to them.
    let list: [UInt8] = [0, 0, 0, 0, 0x44, 0] + number(count, 2) + items
    return HEIFEdit(emptied)?.changing(["iloc": { _ in list }], data: HEIFStructure.box("mdat", data))
  }

  private func changing(
    _ changes: [String: ([UInt8]) -> [UInt8]], adding boxes: [UInt8] = [], data: [UInt8] = []
  ) -> [UInt8] {
    var body = Array(bytes[meta.payload].prefix(HEIFStructure.versionSize))
    for box in HEIFStructure.boxes(of: bytes, in: meta.payload.dropFirst(HEIFStructure.versionSize)) {
      let change = changes[box.type]
      body += change.map { HEIFStructure.box(box.type, $0(Array(bytes[box.payload]))) } ?? Array(bytes[box.whole])
    }
    var changed = bytes
    changed.replaceSubrange(meta.whole.lowerBound + 4..<meta.whole.lowerBound + 8, with: "free".utf8)
    return changed + data + HEIFStructure.box("meta", body + boxes)
  }
}

extension Orientation {
  /// The orientation as properties of a HEIF item: counterclockwise quarter turns, then mirroring (ISO/IEC 23008-12,
  /// sections 6.5.10 and 6.5.12).
  var properties: [[UInt8]] {
    func turn(_ quarters: UInt8) -> [UInt8] { HEIFStructure.box("irot", [quarters]) }
    func mirror(_ axis: UInt8) -> [UInt8] { HEIFStructure.box("imir", [axis]) }
    return switch self {
    case .upright: []
    case .mirrored: [mirror(1)]
    case .rotated180: [turn(2)]
    case .flipped: [mirror(0)]
    case .transposed: [turn(1), mirror(0)]
    case .rotated90: [turn(3)]
    case .transversed: [turn(1), mirror(1)]
    case .rotated270: [turn(1)]
    }
  }
}
