/// A multi-picture file (MPO) of a stereo pair, for 3D televisions and headsets: two JPEGs in one file, with an index in the
/// first (CIPA DC-007, 2009).
package enum MultiPicture {
  /// Joins both eyes' JPEGs.
  package static func joined(left: [UInt8], right: [UInt8]) -> [UInt8] {
    // The index tells sizes and offsets, whose digits don't change its own size.
    let second = JPEGEncoder.file(right[...], with: [segment(attributes(viewpoint: 2))])
    func first(_ size: Int) -> [UInt8] {
      JPEGEncoder.file(left[...], with: [segment(index(sizes: (size, second.count), offset: size - place(in: left)))])
    }
    let size = first(0).count
    return first(size) + second
  }

  private static let signature = Array("MPF\0".utf8)

  private static func segment(_ body: [UInt8]) -> JPEGEncoder.Segment {
    JPEGEncoder.Segment(marker: JPEGSegments.Marker.app2, payload: signature + body)
  }

  /// Where the index's TIFF header will be in the first picture; offsets are counted from there.
  private static func place(in file: [UInt8]) -> Int {
    let header = JPEGSegments(file).segments.first { $0.marker == JPEGSegments.Marker.app0 }?.payload.upperBound ?? 2
    // After the marker and the length.
    return header + 4 + signature.count
  }

  private enum Tag {
    static let version = 0xB000, count = 0xB001, entries = 0xB002, number = 0xB101, baseViewpoint = 0xB204
  }

  /// The type of a picture that is one of several views with disparity.
  private static let disparity = 0x02_0002

  /// The index, and the first picture's attributes after it.
  private static func index(sizes: (Int, Int), offset: Int) -> [UInt8] {
    let entries =
      bytes(disparity, 4) + bytes(sizes.0, 4) + bytes(0, 8) + bytes(disparity, 4) + bytes(sizes.1, 4)
      + bytes(max(offset, 0), 4) + bytes(0, 4)
    let start = 8
    let values = start + 2 + 3 * 12 + 4
    let next = values + entries.count
    return header
      + directory(
        [
          (Tag.version, 7, 4, Array("0100".utf8)), (Tag.count, 4, 1, bytes(2, 4)),
          (Tag.entries, 7, entries.count, bytes(values, 4)),
        ], next: next) + entries + directory(attributeFields(viewpoint: 1), next: 0)
  }

  private static func attributes(viewpoint: Int) -> [UInt8] {
    header + directory([(Tag.version, 7, 4, Array("0100".utf8))] + attributeFields(viewpoint: viewpoint), next: 0)
  }

  private typealias Field = (tag: Int, type: Int, count: Int, value: [UInt8])

  private static func attributeFields(viewpoint: Int) -> [Field] {
    [(Tag.number, 4, 1, bytes(viewpoint, 4)), (Tag.baseViewpoint, 4, 1, bytes(1, 4))]
  }

  /// A big-endian TIFF header, with the first directory right after it.
  private static let header: [UInt8] = Array("MM".utf8) + bytes(42, 2) + bytes(8, 4)

  private static func directory(_ fields: [Field], next: Int) -> [UInt8] {
    bytes(fields.count, 2)
      + fields.flatMap { bytes($0.tag, 2) + bytes($0.type, 2) + bytes($0.count, 4) + $0.value } + bytes(next, 4)
  }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
