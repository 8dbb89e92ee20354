import PeelImaging
import Testing

@testable import PeelCodecs

/// What a scan's file tells without its pixels being decoded.
@Suite struct ScanRecordTests {
  private func file(_ format: ScanFile.Format) throws -> [UInt8] {
    var file = ScanFile()
    file.format = format
    (file.ppi, file.taken, file.source) = (610, PartialDate("1984-07"), "a & b.jpg")
    file.caption = try Caption("Møns Klint <1984> & \"us\"")
    file.keywords = [try Keyword("family & friends"), try Keyword("instax-mini")]
    return try file.encoded(Made.picture(60, 40))
  }

  /// Joiners are part of words and of emoji; what only turns the writing around isn't.
  @Test func captionsTurnNoWritingAround() throws {
    #expect(try Caption("\u{202E}gnihton\u{202C} נסיעה می\u{200C}روم").text == "gnihton נסיעה می\u{200C}روم")
    #expect(try Keyword("a\u{2067}b\u{2069}\u{200F}").text == "ab")
    #expect(throws: LineFault.empty) { try Caption("\u{202E} \u{2069}") }
  }

  @Test(arguments: ScanFile.Format.allCases)
  func wordsAreReadBack(_ format: ScanFile.Format) throws {
    let bytes = try file(format)
    let record = ScanRecord(try PhotoFile(decoding: bytes), bytes)
    #expect(record.words.caption == "Møns Klint <1984> & \"us\"" && record.date == "1984-07")
    #expect(record.words.keywords == ["family & friends", "instax-mini"])
    #expect(record.ppi.map { abs($0 - 610) < 0.1 } == true)
    let jpeg = ScanJPEG(bytes)
    #expect((jpeg != nil) == (format == .jpeg) && jpeg.map { $0.record.words == record.words } ?? true)
  }

  /// 72 pixels per inch is what cameras write if they don't know any.
  @Test func aCamerasResolutionIsNone() throws {
    var file = ScanFile()
    file.ppi = 72
    #expect(try ScanJPEG(file.encoded(Made.picture(60, 40)))?.record.ppi == nil)
  }

  /// Damaged bytes are read or refused, and never end the program.
  @Test func damagedFilesAreReadOrRefused() throws {
    let whole = try file(.jpeg)
    var state: UInt64 = 28
    var read = 0
    for round in 0..<2000 {
      var bytes = whole
      for _ in 0..<(1 + round % 8) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % min(bytes.count, 2000)] = UInt8(truncatingIfNeeded: state >> 24)
      }
      if let jpeg = ScanJPEG(bytes) {
        #expect(jpeg.width > 0 && jpeg.height > 0 && jpeg.ratio.isFinite)
        read += 1
      }
    }
    #expect(read > 100 && read < 2000)
    for count in 0..<min(whole.count, 600) { #expect(ScanJPEG(Array(whole[..<count])) == nil) }
  }
}
