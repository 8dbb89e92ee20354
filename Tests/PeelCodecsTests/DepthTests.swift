import Foundation
import PeelImaging
import PeelRandomNumbers
import Testing

@testable import PeelCodecs

/// Photos with depth maps, made here byte by byte.
enum DepthPhoto: String, CaseIterable {
  case gdepth, multiPicture, dynamicDepth, samsung, samsungSamples

  static let size = (width: 48, height: 32)
  private static let xmpHead = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about=""
    """

  /// A map that is dark on the left and light on the right.
  static func map() throws -> [UInt8] {
    var file = ScanFile()
    file.format = .png
    let levels = (0..<16).flatMap { _ in (0..<24).flatMap { x in [UInt8](repeating: x < 12 ? 40 : 200, count: 3) } }
    return try file.encoded(Picture(width: 24, height: 16, samples: levels))
  }

  static func xmp(_ attributes: String) -> JPEGEncoder.Segment {
    let text = xmpHead + " " + attributes + "/></rdf:RDF></x:xmpmeta>"
    return JPEGEncoder.Segment(marker: 0xE1, payload: JPEGSegments.xmpSignature + Array(text.utf8))
  }

  static let gdepthAttributes = """
    xmlns:D="http://ns.google.com/photos/1.0/depthmap/" D:Format="RangeInverse" D:Near="0.5" D:Far="10"
    """

  /// Pieces of extended XMP.
  static func pieces(_ packet: [UInt8], length: Int? = nil, name: String) -> [JPEGEncoder.Segment] {
    let step = 700
    func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    return stride(from: 0, to: packet.count, by: step).map { start in
      let head = Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(name.utf8)
      return JPEGEncoder.Segment(
        marker: 0xE1,
        payload: head + number(length ?? packet.count) + number(start)
          + packet[start..<min(start + step, packet.count)])
    }
  }

  static let name = "0123456789ABCDEF0123456789ABCDEF"

  static func gdepth(
    base64: String? = nil, length: Int? = nil, change: ([JPEGEncoder.Segment]) -> [JPEGEncoder.Segment] = { $0 }
  ) throws -> [UInt8] {
    let text = try base64 ?? Data(map()).base64EncodedString()
    let packet = Array(
      (xmpHead + " xmlns:D=\"http://ns.google.com/photos/1.0/depthmap/\" D:Data=\"\(text)\"/></rdf:RDF></x:xmpmeta>")
        .utf8)
    let note = " xmlns:n=\"http://ns.adobe.com/xmp/note/\" n:HasExtendedXMP=\"\(name)\""
    return try Made.jpeg(
      size.width, size.height,
      segments: [xmp(gdepthAttributes + note)] + change(pieces(packet, length: length, name: name)))
  }

  func bytes() throws -> [UInt8] {
    let size = Self.size
    switch self {
    case .gdepth: return try Self.gdepth()
    case .multiPicture:
      let kind = Self.xmp(
        """
        xmlns:a="http://ns.apple.com/pixeldatainfo/1.0/" a:AuxiliaryImageType="disparity" a:FloatMinValue="0.5" \
        a:FloatMaxValue="2.5"
        """)
      return MultiPicture.joined(
        left: try Made.jpeg(size.width, size.height), right: try Made.jpeg(24, 16, segments: [kind]))
    case .dynamicDepth:
      let map = try Self.map()
      let head = Self.xmp(
        """
        xmlns:D="http://ns.google.com/photos/dd/1.0/depthmap/" D:Format="RangeInverse" D:Near="0.5" D:Far="10" \
        D:DepthURI="android/depthmap" xmlns:I="http://ns.google.com/photos/dd/1.0/item/" I:DataURI="android/depthmap" \
        I:Length="\(map.count)"
        """)
      return try Made.jpeg(size.width, size.height, segments: [head]) + map
    case .samsung: return try Self.samsung(Self.map())
    case .samsungSamples:
      return try Self.samsung((0..<16).flatMap { _ in (0..<24).map { x in UInt8(x < 12 ? 40 : 200) } })
    }
  }

  private static func samsung(_ map: [UInt8]) throws -> [UInt8] {
    func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let title = Array("DualShot_DepthMap".utf8)
    let block = [0, 0] + number(0x0AB1, 2) + number(title.count) + title + map
    let directory =
      Array("SEFH".utf8) + number(107) + number(1) + [0, 0] + number(0x0AB1, 2) + number(block.count)
      + number(block.count)
    return try Made.jpeg(size.width, size.height) + block + directory + number(directory.count) + Array("SEFT".utf8)
  }
}

struct DepthTests {
  private static func map(_ bytes: [UInt8]) throws -> (DepthMap, DepthFacts) {
    guard case .depth(let map, let facts) = try StereoContents(of: bytes) else {
      throw DepthError.none
    }
    return (map, facts)
  }

  @Test(arguments: DepthPhoto.allCases)
  func mapsAreRead(_ photo: DepthPhoto) throws {
    let (map, facts) = try Self.map(photo.bytes())
    #expect((map.nearness.width, map.nearness.height) == (24, 16))
    let (left, right) = (map.nearness[2, 8], map.nearness[21, 8])
    switch photo {
    case .gdepth, .dynamicDepth:
      // A dark sample is near.
      #expect(left == 65535 && right == 0)
      #expect(facts.range == 0.1...2)
    case .multiPicture:
      #expect(left < right)
      #expect(facts == DepthFacts(kind: .mpf, range: 0.5...2.5))
    case .samsung, .samsungSamples:
      #expect(left == 0 && right == 65535)
      #expect(facts == DepthFacts(kind: .samsung))
    }
  }

  @Test(arguments: DepthPhoto.allCases)
  func mapsAreAnnounced(_ photo: DepthPhoto) throws {
    #expect(try StereoContents.isAnnounced(in: photo.bytes()))
  }

  @Test func otherPhotosAnnounceNone() throws {
    #expect(try !StereoContents.isAnnounced(in: Made.jpeg(48, 32)))
    #expect(!StereoContents.isAnnounced(in: []))
    // A further picture that isn't a map.
    let pair = MultiPicture.joined(left: try Made.jpeg(48, 32), right: try Made.jpeg(48, 32))
    #expect(!StereoContents.isAnnounced(in: pair))
  }

  @Test func mapsAreTurnedAsTheirPhotosAre() throws {
    let turned = try DepthPhoto.gdepth { [Made.exifSegment(Tiff.phone(orientation: 6))] + $0 }
    let (map, _) = try Self.map(turned)
    #expect((map.nearness.width, map.nearness.height) == (16, 24))
    // What is on the left as stored is on top.
    #expect(map.nearness[8, 2] == 65535 && map.nearness[8, 21] == 0)
  }

  @Test func brokenExtendedXMPIsReported() throws {
    for change: ([JPEGEncoder.Segment]) -> [JPEGEncoder.Segment] in [
      { Array($0.dropFirst()) }, { Array($0.dropLast()) }, { [$0[0], $0[0]] + $0.dropFirst() },
    ] {
      let bytes = try DepthPhoto.gdepth(change: change)
      #expect(throws: DepthError.damaged("a part of its extended XMP is missing")) { try Self.map(bytes) }
    }
    // Pieces in another order are no damage.
    #expect(throws: Never.self) { try Self.map(DepthPhoto.gdepth { $0.reversed() }) }
    let gigabytes = try DepthPhoto.gdepth(length: 4_000_000_000)
    #expect(throws: DepthError.damaged("a part of its extended XMP is missing")) { try Self.map(gigabytes) }
  }

  @Test func brokenBase64IsReported() throws {
    let text = try Data(DepthPhoto.map()).base64EncodedString()
    for place in stride(from: 0, to: text.count, by: 7) {
      var broken = Array(text)
      broken[place] = "!"
      #expect(throws: DepthError.damaged("its base64 is broken")) {
        try Self.map(DepthPhoto.gdepth(base64: String(broken)))
      }
    }
    // The map's own end is 20 bytes long, and it may be missing.
    for length in stride(from: 0, to: text.count - 32, by: 7) {
      #expect(throws: DepthError.self) { try Self.map(DepthPhoto.gdepth(base64: String(text.prefix(length)))) }
    }
  }

  @Test(arguments: [("", [UInt8]()), ("TQ==", [77]), ("TWE=", [77, 97]), ("TW Fu\n", [77, 97, 110])])
  func base64IsDecoded(_ text: String, _ bytes: [UInt8]) {
    #expect([UInt8](base64: Array(text.utf8)[...]) == bytes)
  }

  @Test func rangesMustBeDistances() throws {
    for (near, far) in [("0", "10"), ("-1", "10"), ("nan", "10"), ("1", "inf"), ("2", "2"), ("x", "1")] {
      let attributes = DepthPhoto.gdepthAttributes.replacing("\"0.5\"", with: "\"\(near)\"")
        .replacing("\"10\"", with: "\"\(far)\"")
      let data = try Data(DepthPhoto.map()).base64EncodedString()
      let bytes = try Made.jpeg(48, 32, segments: [DepthPhoto.xmp(attributes + " D:Data=\"\(data)\"")])
      let error = #expect(throws: DepthError.self) { try Self.map(bytes) }
      #expect(error?.description.contains("distance") ?? false)
    }
  }

  @Test func photosWithoutDepthSaySo() throws {
    #expect(throws: DepthError.none) { try Self.map(Made.jpeg(48, 32)) }
    var file = ScanFile()
    file.format = .png
    let png = try file.encoded(Made.picture(8, 8))
    #expect(throws: DepthError.none) { try Self.map(png) }
    #expect(throws: DepthError.flat) {
      try DepthMap(grey: file.encoded(Picture(width: 4, height: 4, samples: [UInt8](repeating: 9, count: 48))))
    }
  }

  /// A photo cut off before its map isn't one without depth.
  @Test func missingPicturesAreTold() throws {
    let whole = try DepthPhoto.multiPicture.bytes()
    for lost in [1, 200] {
      #expect(throws: DepthError.pictureMissing) { try Self.map(Array(whole.dropLast(lost))) }
    }
  }

  @Test func propertiesAreAttributesOrElements() {
    let space = "http://example.com/a/"
    let attribute = XMP(Array("<x xmlns:p='\(space)' p:Near = \"1.5\" p:NearBy='2'/>".utf8))
    let element = XMP(Array("<x xmlns:p=\"\(space)\"><p:NearBy>2</p:NearBy><p:Near>1.5</p:Near></x>".utf8))
    for xmp in [attribute, element] {
      #expect(xmp.number("Near", in: space) == 1.5)
      #expect(xmp.number("NearBy", in: space) == 2)
      #expect(xmp.value("Far", in: space) == nil)
      #expect(xmp.value("Near", in: "http://example.com/b/") == nil)
    }
  }

  /// Changed, removed and repeated bytes give a map or a typed error.
  @Test(arguments: DepthPhoto.allCases)
  func mutatedDepthPhotosNeverCrash(_ photo: DepthPhoto) throws {
    let original = try photo.bytes()
    var random = RandomNumbers(seed: UInt64(original.count))
    var limits = DecodingLimits()
    limits.pixels = 1_000_000
    var maps = 0
    for _ in 0..<2000 {
      let bytes = original.mutated(atMost: 4, &random)
      do throws(DepthError) {
        if case .depth(let map, _) = try StereoContents(of: bytes, limits: limits) {
          maps += 1
          #expect(StereoContents.isAnnounced(in: bytes))
          #expect(map.nearness.samples.contains(0) && map.nearness.samples.contains(65535))
        }
      } catch {
        #expect(!error.description.isEmpty)
        if error == .none { #expect(!StereoContents.isAnnounced(in: bytes)) }
      }
    }
    #expect(maps > 20, "some changes do no harm")
  }
}

/// Real photos, which are not in this repository.
struct RealDepthTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../shared/photos/depth"
  ).standardized

  static let isThere = FileManager.default.fileExists(atPath: folder.path)

  private static func contents(_ name: String) throws -> StereoContents {
    let bytes = try Array(Data(contentsOf: folder.appending(path: name)))
    #expect(StereoContents.isAnnounced(in: bytes))
    return try StereoContents(of: bytes)
  }

  /// The ranges are those that libheif and exiftool report.
  @Test(
    .enabled(if: isThere),
    arguments: [
      ("pug_depth.heic", DepthFacts.Kind.heic, (768, 576), 1.498047, 4.382813),
      ("iphone_depth.jpg", .mpf, (576, 768), 0.650879, 2.509766),
      ("gdepth_exifr.jpg", .gdepth, (1536, 2048), 1 / 633.323486, 1 / 18.849539),
    ])
  func realMapsAreRead(
    _ name: String, _ kind: DepthFacts.Kind, _ size: (Int, Int), _ least: Double, _ most: Double
  ) throws {
    guard case .depth(let map, let facts) = try Self.contents(name) else {
      Issue.record("no map")
      return
    }
    #expect(facts.kind == kind)
    #expect((map.nearness.width, map.nearness.height) == size)
    let range = try #require(facts.range)
    #expect(abs(range.lowerBound - least) < 1e-5 && abs(range.upperBound - most) < 1e-5)
    // What is near lies at the bottom of all of them.
    let middle = map.nearness.width / 2
    #expect(map.nearness[middle, map.nearness.height * 9 / 10] > map.nearness[middle, 5])
  }

  @Test(.enabled(if: isThere)) func aSpatialPhotoIsATruePair() throws {
    guard case .pair(let left, let right) = try Self.contents("spatial_photo.heic") else {
      Issue.record("no pair")
      return
    }
    #expect((left.photo.width, left.photo.height) == (2560, 2560))
    #expect((right.photo.width, right.photo.height) == (2560, 2560))
    #expect(left.photo.luma != right.photo.luma)
  }
}
