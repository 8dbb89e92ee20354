@testable import Codecs

/// Changes to a HEIF file's boxes, with the old `meta` box made free and the new one put last.
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

  /// With properties for the only item after those that it has.
  func adding(_ properties: [[UInt8]]) -> [UInt8] {
    changing("iprp") { payload in
      let parts = HEIFStructure.boxes(of: payload, in: payload.indices)
      let known = parts.first { $0.type == "ipco" }.map { HEIFStructure.boxes(of: payload, in: $0.payload).count } ?? 0
      return parts.flatMap { part -> [UInt8] in
        var inner = Array(payload[part.payload])
        if part.type == "ipco" { inner += properties.joined() }
        if part.type == "ipma" {
          // Version and flags, one entry, its item, how many properties, and their numbers.
          inner[10] += UInt8(properties.count)
          inner += (0..<properties.count).map { 0x80 | UInt8(known + 1 + $0) }
        }
        return HEIFStructure.box(part.type, inner)
      }
    }
  }

  /// With other references between its items.
  func referring(_ references: [[UInt8]]) -> [UInt8] {
    changing("iref") { Array($0.prefix(HEIFStructure.versionSize)) + references.joined() }
  }

  private func changing(_ type: String, _ change: ([UInt8]) -> [UInt8]) -> [UInt8] {
    var body = Array(bytes[meta.payload].prefix(HEIFStructure.versionSize))
    for box in HEIFStructure.boxes(of: bytes, in: meta.payload.dropFirst(HEIFStructure.versionSize)) {
      body += box.type == type ? HEIFStructure.box(type, change(Array(bytes[box.payload]))) : Array(bytes[box.whole])
    }
    var changed = bytes
    changed.replaceSubrange(meta.whole.lowerBound + 4..<meta.whole.lowerBound + 8, with: "free".utf8)
    return changed + HEIFStructure.box("meta", body)
  }
}

extension Orientation {
  /// The same as properties of a HEIF item: turned against the clock by quarters, then mirrored (ISO/IEC 23008-12,
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
