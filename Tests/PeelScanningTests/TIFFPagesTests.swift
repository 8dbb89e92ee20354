import Foundation
import PeelCodecs
import PeelImaging
import PeelTestSupport
import Testing

struct TIFFPagesTests {
  private static func page(_ level: UInt8, kind: UInt32 = 0) -> MadePages.Page {
    MadePages.Page(Picture(width: 2, height: 1, samples: Array(repeating: level, count: 6)), kind: kind)
  }

  private static func file(_ pages: [MadePages.Page], isBig: Bool = false, last: Int? = nil) -> [UInt8] {
    [UInt8](MadePages.tiff(pages, isBig: isBig, last: last))
  }

  @Test(arguments: [false, true])
  func eachPageIsAFileOfItsOwn(_ isBig: Bool) throws {
    let file = Self.file([Self.page(10), Self.page(20), Self.page(30)], isBig: isBig)
    let pages = try #require(TIFFPages(in: file))
    #expect(pages.count == 3)
    #expect(pages.fault == nil)
    for number in 1...3 {
      let alone = pages.page(number, of: file)
      #expect(TIFFPages(in: alone)?.count == 1)
      let decoded = try PhotoFile(decoding: alone)
      #expect(decoded.photo.luma.samples == [UInt8(10 * number), UInt8(10 * number)])
      #expect(!decoded.hasMorePages)
    }
    #expect(try PhotoFile(decoding: file).hasMorePages)
  }

  @Test func copiesAndMasksAreNoPages() throws {
    let file = Self.file([Self.page(10), Self.page(15, kind: 1), Self.page(20), Self.page(25, kind: 4)])
    let pages = try #require(TIFFPages(in: file))
    #expect(pages.count == 2)
    #expect(try PhotoFile(decoding: pages.page(2, of: file)).photo.luma.samples == [20, 20])
    #expect(try !PhotoFile(decoding: Self.file([Self.page(10), Self.page(15, kind: 1)])).hasMorePages)
    #expect(TIFFPages(in: Self.file([Self.page(10, kind: 1)]))?.count == 1, "the first is read whatever it says")
  }

  @Test func circlesEnd() throws {
    for last in 0...1 {
      let pages = try #require(TIFFPages(in: Self.file([Self.page(10), Self.page(20)], last: last)))
      #expect(pages.count == 2)
      #expect(pages.fault == .circle)
    }
  }

  /// A directory of one tag has 18 bytes.
  @Test func noMoreThanAThousandAreLookedAt() throws {
    var file = Array("II*".utf8) + [0, 8, 0, 0, 0]
    for _ in 0..<100_000 {
      let next = file.count + 18
      file += [1, 0, 0, 1, 4, 0, 1, 0, 0, 0, 1, 0, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: next >> (8 * $0)) }
    }
    var read = 0
    let pages = try #require(
      TIFFPages { range -> [UInt8] in
        read += range.count
        return Array(file[range.clamped(to: file.indices)])
      })
    #expect(pages.fault == .tooMany)
    #expect(pages.count == 1000)
    #expect(read < 20_000)
  }

  @Test func damageEndsAFile() throws {
    let whole = Self.file([Self.page(10), Self.page(20)])
    for count in 0..<whole.count {
      let pages = TIFFPages(in: Array(whole[..<count]))
      #expect(pages.map { (1...2).contains($0.count) && $0.fault == nil } ?? (count < 8), "\(count)")
      // What is damaged is left as it is, to be told.
      if let pages { #expect(pages.page(pages.count, of: Array(whole[..<count])).count == count) }
    }
    #expect(TIFFPages(in: Array("a diary".utf8)) == nil)
  }
}
