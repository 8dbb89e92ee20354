internal import CPeelHEIF

/// How the primary picture is coded, and what is done to it before it is shown.
extension HEIFStructure {
  /// The primary picture's chroma sampling, from the configuration of the picture or of its first tile: for HEVC, ISO/IEC
  /// 14496-15, section 8.3.3.1; for AV1, AV1-ISOBMFF, section 2.3. Half if it has none.
  var chroma: CHEIFChroma {
    if let flags = flagsOfAV1 {
      if flags & AV1.isGrey != 0 { return CHEIFGrey }
      if flags & AV1.isHalfDown != 0 { return CHEIFHalf }
      return flags & AV1.isHalfAcross != 0 ? CHEIFHalfAcross : CHEIFFull
    }
    guard let configuration = configuration("hvcC"), configuration.count > Self.chromaOffset else { return CHEIFHalf }
    return [CHEIFGrey, CHEIFHalf, CHEIFHalfAcross, CHEIFFull][
      Int(bytes[configuration.lowerBound + Self.chromaOffset] & 3)]
  }

  /// The bits of a luma sample, from the same configuration; 8 if it has none.
  var bits: Int {
    if let flags = flagsOfAV1 { return flags & AV1.isDeep == 0 ? 8 : flags & AV1.isDeepest == 0 ? 10 : 12 }
    guard let configuration = configuration("hvcC"), configuration.count > Self.chromaOffset + 1 else { return 8 }
    return 8 + Int(bytes[configuration.lowerBound + Self.chromaOffset + 1] & 7)
  }

  /// The offset of the chroma format in an HEVC configuration. The depth of luma follows.
  private static let chromaOffset = 16

  /// The bits of the third byte of an AV1 configuration.
  private enum AV1 {
    static let isDeep: UInt8 = 0x40, isDeepest: UInt8 = 0x20, isGrey: UInt8 = 0x10
    static let isHalfAcross: UInt8 = 0x08, isHalfDown: UInt8 = 0x04
    static let flagsOffset = 2
  }

  private var flagsOfAV1: UInt8? {
    guard let configuration = configuration("av1C"), configuration.count > AV1.flagsOffset else { return nil }
    return bytes[configuration.lowerBound + AV1.flagsOffset]
  }

  /// Whether the primary picture's colours are multiplied by its opacity (ISO/IEC 23008-12, section 6.6.2.1).
  var isMultiplied: Bool { references.contains { $0.type == "prem" && $0.from == primary } }

  /// The configuration of the primary picture or of its first tile.
  private func configuration(_ type: String) -> Range<Int>? {
    let tile = references.first { $0.type == "dimg" && $0.from == primary }?.to.first
    let candidates = [primary] + (tile.map { [$0] } ?? [])
    return candidates.lazy.compactMap { self.properties(of: $0).first { $0.type == type } }.first?.payload
  }

  /// Whether the primary picture's tiles cover it (ISO/IEC 23008-12, section 6.6.2.3). libheif would leave uninitialized
  /// memory in the gaps. True for pictures without tiles, and if it can't be determined.
  var isCovered: Bool {
    guard let tiles = references.first(where: { $0.type == "dimg" && $0.from == primary })?.to,
      let first = tiles.first.flatMap(size), var grid = beginning(of: primary, count: Self.gridSize),
      let form = grid.next(2), form < 256, let rows = grid.next(1), let columns = grid.next(1),
      let width = grid.next(form & 1 == 0 ? 2 : 4), let height = grid.next(form & 1 == 0 ? 2 : 4)
    else { return true }
    return tiles.allSatisfy { size(of: $0).map { $0 == first } ?? true }
      && (columns + 1) * first.width >= width && (rows + 1) * first.height >= height
  }

  /// The largest description of a grid, in bytes: its version, flags, rows and columns, and two sides of four bytes.
  private static let gridSize = 12

  /// The primary picture's EXIF data (ISO/IEC 23008-12, annex A); nil if it has none.
  var exif: (block: [UInt8]?, isTooLarge: Bool)? {
    let items = items(ofType: "Exif")
    let reference = references.first { $0.type == "cdsc" && $0.to.contains(primary) && items.contains($0.from) }
    guard let places = reference.flatMap({ extents(of: $0.from) }) else { return nil }
    if places.reduce(0, { $0 + $1.count }) > Exif.largestRead { return (nil, true) }
    let whole = places.flatMap { bytes[$0] }
    var reader = Reader(whole, whole.indices)
    // The data begins so many bytes after this number.
    guard let distance = reader.next(4), distance < whole.count - reader.position else { return (nil, false) }
    return (Array(whole[(reader.position + distance)...]), false)
  }

  /// How the primary picture is rotated, mirrored and cropped (ISO/IEC 23008-12, sections 6.5.9, 6.5.10 and 6.5.12), in
  /// the order in which that applies.
  ///
  /// - Parameters:
  ///   - width: the stored picture's width in pixels.
  ///   - height: the stored picture's height in pixels.
  func changes(width: Int, height: Int) -> [Change] {
    var size = (width: width, height: height)
    return properties(of: primary).compactMap { box in
      var reader = Reader(bytes, box)
      switch box.type {
      case "irot":
        guard let quarters = reader.next(1) else { return nil }
        // irot counts anticlockwise.
        let orientation: Orientation = [.upright, .rotated270, .rotated180, .rotated90][quarters & 3]
        if orientation.swapsSides { size = (size.height, size.width) }
        return .turn(orientation)
      case "imir":
        guard let axis = reader.next(1) else { return nil }
        return .turn(axis & 1 == 0 ? .flipped : .mirrored)
      case "clap":
        let numbers = (0..<8).compactMap { _ in reader.next(4).map { Int(Int32(truncatingIfNeeded: $0)) } }
        guard numbers.count == 8, stride(from: 1, to: 8, by: 2).allSatisfy({ numbers[$0] > 0 }) else { return nil }
        func range(_ length: Int, _ part: Int, _ offset: Int) -> Range<Int> {
          let half = Double(numbers[part]) / Double(numbers[part + 1]) / 2
          let middle = Double(length) / 2 + Double(numbers[offset]) / Double(numbers[offset + 1])
          let first = Int(min(max((middle - half).rounded(), 0), Double(length)))
          return first..<Int(min(max((middle + half).rounded(), Double(first)), Double(length)))
        }
        let (x, y) = (range(size.width, 0, 4), range(size.height, 2, 6))
        guard !x.isEmpty, !y.isEmpty else { return nil }
        size = (x.count, y.count)
        return .cut(x: x, y: y)
      default: return nil
      }
    }
  }
}
