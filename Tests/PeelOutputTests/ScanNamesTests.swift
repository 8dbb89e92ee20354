import PeelFiles
import Testing

@testable import PeelOutput

@Suite struct ScanNamesTests {
  @Test(arguments: [
    (["a.jpg", "b.jpg"], ["a", "b"]),
    (["x/a.jpg", "y/a.jpg", "b.jpg"], ["x-a", "y-a", "b"]),
    (["a.jpg", "y/a.jpg"], ["a", "y-a"]),
    (["2019/x/a.jpg", "2020/x/a.jpg"], ["2019-x-a", "2020-x-a"]),
    (["a.jpg", "a.png", "a.txt"], ["a-jpg", "a-png", "a.txt"]),
    (["x/a.jpg", "y/a.jpg", "x-a.jpg"], ["x-a", "y-a", "x-a_2"]),
    (["../a.jpg", "./a.jpg"], ["a", "a_2"]),
    (["x-a.jpg", "a.jpg"], ["x-a", "a"]),
  ])
  func tellPhotosApart(_ photos: [String], stems: [String]) {
    #expect(ScanNames(of: photos.map { Path($0) }).stems.map { String(decoding: $0, as: UTF8.self) } == stems)
  }

  @Test(arguments: [("b", ["x-a", "b"]), ("x-a", ["x-a_2", "x-a"])])
  func knownNamesStay(_ known: String, stems: [String]) {
    let (first, second) = (Path("x/a.jpg"), Path("y/a.jpg"))
    let names = ScanNames(of: [first, second], known: [second: Array(known.utf8)])
    #expect(names.stems.map { String(decoding: $0, as: UTF8.self) } == stems)
  }

  @Test func longNamesStillFit() {
    let long = String(repeating: "ä", count: 125)
    let stems = ScanNames(of: ["\(long).jpg", "x/\(long).jpg"].map { Path($0) }).stems
    #expect(Set(stems).count == 2)
    for stem in stems {
      #expect(ScanNames.file(ScanNames.numbered(stem, 99), isPictureOfBoth: true, fileExtension: "jpg").count <= 255)
      #expect(String(validating: stem, as: UTF8.self) != nil)
    }
  }
}
