import PeelImaging
import Testing

@testable import PeelCodecs

/// Words that stand beside a photo's EXIF block, in XMP and in IPTC.
@Suite struct WordsTests {
  private static let xmp = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:e="http://ns.adobe.com/exif/1.0/">\
    <d:description><rdf:Alt><rdf:li xml:lang="x-default">By the lake &amp; beyond</rdf:li></rdf:Alt></d:description>\
    <d:subject><rdf:Bag><rdf:li>family</rdf:li><rdf:li>summer</rdf:li></rdf:Bag></d:subject>\
    <d:rights><rdf:Alt><rdf:li xml:lang="x-default">© A. Person</rdf:li></rdf:Alt></d:rights>\
    <e:DateTimeOriginal>1999-05-06T07:08:09+02:00</e:DateTimeOriginal></rdf:Description></rdf:RDF></x:xmpmeta>
    """

  private static func dataset(_ number: UInt8, _ data: [UInt8], record: UInt8 = 2) -> [UInt8] {
    [0x1C, record, number, UInt8(data.count >> 8), UInt8(data.count & 255)] + data
  }

  private static let iptc =
    dataset(90, [0x1B, 0x25, 0x47], record: 1) + dataset(120, Array("In the hills".utf8))
    + dataset(25, [0x4D, 0xF8, 0x6E]) + dataset(80, Array("A. Person".utf8)) + dataset(55, Array("19850300".utf8))

  /// Photoshop's resources with one of another kind before, whose name and data are padded.
  private static let resources: [UInt8] =
    Array("Photoshop 3.0\u{0}8BIM".utf8) + [0x03, 0xED, 2] + Array("ab".utf8) + [0] + [0, 0, 0, 1, 9, 0]
    + Array("8BIM".utf8) + [0x04, 0x04, 0, 0, 0, 0, 0, UInt8(iptc.count)] + iptc

  private func jpeg(_ segments: [(UInt8, [UInt8])]) throws -> [UInt8] {
    try MadeJPEG()(
      [UInt8](repeating: 90, count: 3 * 32 * 24), width: 32, height: 24,
      segments: segments.map { JPEGEncoder.Segment(marker: $0.0, payload: $0.1) })
  }

  private static let packet = (JPEGSegments.Marker.app1, JPEGSegments.xmpSignature + Array(xmp.utf8))

  @Test func xmpIsRead() throws {
    let words = try PhotoFile(decoding: jpeg([Self.packet])).words
    #expect(words.caption == "By the lake & beyond" && words.keywords == ["family", "summer"])
    #expect(words.rights == "© A. Person" && words.creators.isEmpty)
    #expect(words.taken == PartialDate("1999-05-06 07:08:09"))
  }

  @Test func iptcIsRead() throws {
    let words = try PhotoFile(decoding: jpeg([(JPEGSegments.Marker.app13, Self.resources)])).words
    // Without UTF-8, the text is Latin-1.
    #expect(words.caption == "In the hills" && words.keywords == ["Møn"] && words.creators == ["A. Person"])
    #expect(words.taken == PartialDate("1985-03"))
  }

  @Test func iptcCompletesXMP() throws {
    let words = try PhotoFile(decoding: jpeg([Self.packet, (JPEGSegments.Marker.app13, Self.resources)])).words
    #expect(words.caption == "By the lake & beyond" && words.creators == ["A. Person"])
  }

  @Test(arguments: ScanFile.Format.allCases)
  func scansKeepThem(_ format: ScanFile.Format) throws {
    let photo = try PhotoFile(decoding: jpeg([Self.packet, (JPEGSegments.Marker.app13, Self.resources)]))
    var file = ScanFile(of: photo)
    file.format = format
    file.keywords = [try Keyword("summer"), try Keyword("instax-mini")]
    let bytes = try file.encoded(Made.picture(60, 40))
    let words = Words(packetIn: bytes)
    #expect(words.caption == "By the lake & beyond" && words.keywords == ["family", "summer", "instax-mini"])
    #expect(words.rights == "© A. Person" && words.creators == ["A. Person"])
    #expect(words.taken == PartialDate("1999-05-06 07:08:09"))
    let scan = try PhotoFile(decoding: bytes)
    #expect(scan.exif?.date == "1999:05:06 07:08:09")
    // AVIF's packet isn't read.
    #expect(format == .avif || scan.words == words)
    // What a person says counts more.
    file.caption = try Caption("At home")
    #expect(try Words(packetIn: file.encoded(Made.picture(60, 40))).caption == "At home")
  }

  /// What a person says isn't lost because the photo says too much.
  @Test func tooManyWordsAreLeftOut() throws {
    var file = ScanFile(of: try PhotoFile(decoding: jpeg([Self.packet])))
    file.words.keywords = (0..<1000).map { "keyword \($0) " + String(repeating: "x", count: 60) }
    file.caption = try Caption("At home")
    let words = Words(packetIn: try file.encoded(Made.picture(60, 40)))
    #expect(words.caption == "At home" && words.keywords.isEmpty)
  }

  /// An EXIF date that is none doesn't hide XMP's.
  @Test func aDateOfZerosIsNone() throws {
    var photo = try PhotoFile(decoding: jpeg([Self.packet]))
    photo.exif = Exif(block: Exif(width: 8, height: 8, ppi: nil, isSRGB: false, date: "0000:00:00 00:00:00").block)
    #expect(photo.exif?.date != nil && photo.exif?.taken == nil)
    #expect(ScanFile(of: photo).taken == PartialDate("1999-05-06 07:08:09"))
  }

  /// Every cut and many damaged bytes are read without an end of the program.
  @Test func damagedDataIsReadAsFarAsItGoes() {
    for count in 0..<Self.iptc.count { _ = Words(IPTC(Self.iptc[..<count])) }
    var state: UInt64 = 5
    for _ in 0..<3000 {
      var bytes = Self.resources
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
      }
      let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xED, UInt8((bytes.count + 2) >> 8), UInt8((bytes.count + 2) & 255)]
      let words = Words(JPEGSegments(head + bytes + [0xFF, 0xDA]))
      #expect(words.keywords.count <= 1000)
    }
  }
}
