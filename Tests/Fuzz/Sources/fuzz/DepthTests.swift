@testable import PeelCodecs
@testable import PeelImaging

/// Reads what a photo's file knows about depth. A map is normalised, and is the same when it is written and read again.
func testDepth(_ bytes: [UInt8]) {
  var limits = DecodingLimits()
  limits.pixels = 1 << 16
  guard let contents = try? StereoContents(of: bytes, limits: limits) else { return }
  switch contents {
  case .depth(let map, let facts):
    let levels = map.nearness
    precondition(levels.samples.contains(0) && levels.samples.contains(.max), "the map is normalised")
    precondition(levels.width * levels.height <= max(limits.pixels, bytes.count), "the map keeps the limits")
    if let range = facts.range { precondition(range.lowerBound.isFinite && range.upperBound.isFinite) }
    if let matte = map.matte { precondition(matte.width * matte.height <= limits.pixels) }
    let again = (try? map.png()).flatMap { try? DepthMap(grey: $0, isExact: true) }
    precondition(again?.nearness == levels, "a map that is written is the same when it is read")
  case .pair(let left, let right):
    for file in [left, right] { precondition(file.photo.width * file.photo.height <= limits.pixels) }
  }
}

/// Reads depth from a photo with this XMP packet and, after a NUL, this extended one. After a 1, the bytes choose the values
/// of a packet, because changes of single bytes seldom give odd numbers.
func testGDepth(_ bytes: [UInt8]) {
  var recipe = Recipe(Array(bytes.dropFirst()))
  let file = DepthSeeds.photo(xmp: bytes.first == 1 ? DepthSeeds.oddPacket(&recipe) : bytes)
  _ = ScanRecord(jpeg: JPEGSegments(file))
  testDepth(file)
}

/// Reads depth from a photo with this Multi-Picture index. A map follows the photo.
func testMultiPicture(_ bytes: [UInt8]) {
  let file = DepthSeeds.photo(multiPictureIndex: bytes)
  for picture in JPEGSegments(file).pictures { precondition(picture.endIndex <= file.count && !picture.isEmpty) }
  testDepth(file)
}

/// Photos with depth maps.
enum DepthSeeds {
  /// The photo, as a JPEG.
  static let photo = encoded(Picture(width: 16, height: 8, samples: (0..<384).map { UInt8($0 % 251) }))
  /// A map that is dark on the left, as a PNG.
  static let map = encoded(half, .png)

  private static let half = Picture(
    width: 8, height: 4, samples: (0..<96).map { $0 / 3 % 8 < 4 ? 40 : 200 })

  private static func encoded(_ picture: Picture, _ format: ScanFile.Format = .jpeg) -> [UInt8] {
    var file = ScanFile()
    file.format = format
    guard let bytes = try? file.encoded(picture) else { preconditionFailure("a small picture can be encoded") }
    return bytes
  }

  static func xmp(_ packet: some Sequence<UInt8>) -> JPEGEncoder.Segment {
    .init(marker: JPEGSegments.Marker.app1, payload: JPEGSegments.xmpSignature + packet)
  }

  /// The photo with an XMP packet and, after a NUL, an extended one. A map follows it.
  static func photo(xmp packets: [UInt8]) -> [UInt8] {
    let packets = packets.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    return JPEGEncoder.file(photo[...], with: [xmp(packets[0])] + packets.dropFirst().flatMap { pieces(Array($0)) })
      + map
  }

  /// The name that the seeds give their extended packet.
  static let name = "0123456789ABCDEF0123456789ABCDEF"
  /// The most bytes of a piece. Phones write 65,400.
  private static let piece = 400

  /// The segments of an extended XMP packet.
  static func pieces(_ packet: [UInt8]) -> [JPEGEncoder.Segment] {
    func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    return stride(from: 0, to: packet.count, by: piece).map { start in
      let head = Array(("http://ns.adobe.com/xmp/extension/\0" + name).utf8) + number(packet.count) + number(start)
      return .init(
        marker: JPEGSegments.Marker.app1, payload: head + packet[start..<min(start + piece, packet.count)])
    }
  }

  /// The length of an index in a photo, so that what follows is always at the same place.
  private static let indexLength = 256

  /// The photo with an index, and a map after it.
  static func photo(multiPictureIndex index: [UInt8]) -> [UInt8] {
    let padded = index.prefix(indexLength) + [UInt8](repeating: 0, count: max(0, indexLength - index.count))
    let segment = JPEGEncoder.Segment(
      marker: JPEGSegments.Marker.app2, payload: Array("MPF\0".utf8) + padded)
    return JPEGEncoder.file(photo[...], with: [segment]) + disparities
  }

  /// A map as an iPhone writes it.
  private static let disparities = JPEGEncoder.file(
    encoded(half)[...],
    with: [
      xmp(
        packet(
          """
          xmlns:a="http://ns.apple.com/pixeldatainfo/1.0/" a:AuxiliaryImageType="disparity" a:FloatMinValue="0.5" \
          a:FloatMaxValue="2.5"
          """))
    ])

  private static func packet(_ attributes: String) -> [UInt8] {
    Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:Description \(attributes)/></x:xmpmeta>".utf8)
  }

  /// The packets of GDepth and Dynamic Depth, for `testGDepth`.
  static let packets: [String: [UInt8]] = {
    let google = "xmlns:D=\"http://ns.google.com/photos/1.0/depthmap/\""
    let distances = "D:Near=\"0.5\" D:Far=\"10\""
    let data = "D:Data=\"\(base64(map))\""
    let note = "xmlns:n=\"http://ns.adobe.com/xmp/note/\" n:HasExtendedXMP=\"\(name)\""
    let dynamic = """
      xmlns:D="http://ns.google.com/photos/dd/1.0/depthmap/" D:Format="RangeLinear" \(distances) D:DepthURI="map" \
      xmlns:I="http://ns.google.com/photos/dd/1.0/item/" I:DataURI="map" I:Length="\(map.count)"
      """
    return [
      "one": packet("\(google) D:Format=\"RangeInverse\" \(distances) \(data)"),
      "extended": packet("\(google) D:Format=\"RangeLinear\" \(distances) \(note)") + [0] + packet("\(google) \(data)"),
      "dynamic": packet(dynamic),
    ]
  }()

  /// A packet of GDepth or Dynamic Depth with values that it may not have.
  static func oddPacket(_ recipe: inout Recipe) -> [UInt8] {
    let numbers = ["0.5", "10", "-1", "0", "nan", "inf", "1e999", "\(map.count)", "9", "\(Int.max)", "\(Int.min)", "x"]
    func number(_ recipe: inout Recipe) -> String { numbers[Int(recipe.byte()) % numbers.count] }
    func name(_ recipe: inout Recipe) -> String { ["map", "other", ""][Int(recipe.byte()) % 3] }
    let isDynamic = recipe.choice()
    let format = ["RangeInverse", "RangeLinear", "x"][Int(recipe.byte()) % 3]
    var attributes = "D:Format=\"\(format)\" D:Near=\"\(number(&recipe))\" D:Far=\"\(number(&recipe))\""
    guard isDynamic else {
      let data = base64(recipe.choice() ? map : recipe.repeated(recipe.number(0...99)))
      return packet("xmlns:D=\"http://ns.google.com/photos/1.0/depthmap/\" \(attributes) D:Data=\"\(data)\"")
    }
    attributes += " D:DepthURI=\"\(name(&recipe))\""
    for _ in 0..<recipe.number(0...4) {
      if recipe.choice() { attributes += " I:DataURI=\"\(name(&recipe))\"" }
      if recipe.choice() { attributes += " I:Length=\"\(number(&recipe))\"" }
    }
    return packet(
      "xmlns:D=\"http://ns.google.com/photos/dd/1.0/depthmap/\" "
        + "xmlns:I=\"http://ns.google.com/photos/dd/1.0/item/\" " + attributes)
  }

  /// An index of the photo and its map.
  static let index: [UInt8] = {
    let joined = MultiPicture.joined(left: photo, right: disparities)
    let signature = Array("MPF\0".utf8)
    var index = Array(JPEGSegments(joined).payloads(marker: JPEGSegments.Marker.app2, signature: signature)[0])
    // The size and offset in the second entry: after the header of 8 bytes, a directory of three fields, and an entry.
    let place = 8 + 2 + 3 * 12 + 4 + 16 + 4
    let header = JPEGSegments(photo).segments.first { $0.marker == JPEGSegments.Marker.app0 }?.payload.upperBound ?? 2
    let numbers = [disparities.count, indexLength + photo.count - header]
    for byte in 0..<8 { index[place + byte] = UInt8(truncatingIfNeeded: numbers[byte / 4] >> (8 * (3 - byte % 4))) }
    return index
  }()

  /// Whole files, for `testDepth`.
  static let files: [String: [UInt8]] = [
    "gdepth.jpg": photo(xmp: packets["one", default: []]),
    "dynamic.jpg": photo(xmp: packets["dynamic", default: []]),
    "mpf.jpg": photo(multiPictureIndex: index),
    "samsung.jpg": samsung(map),
    // A photo of 2 : 1 has a map of 8 × 4.
    "samples.jpg": samsung((0..<32).map { $0 % 8 < 4 ? 40 : 200 }),
  ]

  /// A photo with a trailer as Samsung's phones write it.
  private static func samsung(_ map: [UInt8]) -> [UInt8] {
    func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let title = Array("DualShot_DepthMap".utf8)
    let kind = [0, 0] + number(0x0AB1, 2)
    let block = kind + number(title.count) + title + map
    let directory =
      Array("SEFH".utf8) + number(107) + number(1) + kind + number(block.count) + number(block.count)
    return photo + block + directory + number(directory.count) + Array("SEFT".utf8)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    return stride(from: 0, to: bytes.count, by: 3).map { start in
      let three = (0..<3).map { start + $0 < bytes.count ? Int(bytes[start + $0]) : 0 }
      let bits = three[0] << 16 | three[1] << 8 | three[2]
      let text = [18, 12, 6, 0].map { String(digits[bits >> $0 & 63]) }.joined()
      let missing = max(0, start + 3 - bytes.count)
      return text.dropLast(missing) + String(repeating: "=", count: missing)
    }.joined()
  }
}
