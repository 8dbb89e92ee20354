import Foundation
import PeelCodecs
import PeelImaging
import PeelTestSupport
import Testing

/// `peel scan --with-backs`: fronts and backs that were taken in turn.
@Suite struct BacksTests {
  private static func pairs(_ samples: [String]) throws -> Folder {
    let folder = try Folder()
    for (number, sample) in zip(1..., samples) {
      try folder.write(
        sample == "none" ? Self.blank : Samples.bytes(sample + ".jpg"), "both/\(number).jpg")
    }
    return folder
  }

  /// A photo without a print.
  private static let blank: Data = {
    let picture = Picture(width: 640, height: 480, samples: Array(repeating: 128, count: 3 * 640 * 480))
    return (try? ScanFile().encoded(picture)).map { Data($0) } ?? Data()
  }()

  private func scan(_ folder: Folder, _ options: [String] = []) throws -> Program.Result {
    try Program.run(["scan", "both", "-o", "out", "--with-backs"] + options, in: folder)
  }

  @Test func backsAreNamedAfterFronts() throws {
    let folder = try Self.pairs(["rocket-tilted", "astronaut-on-blue", "astronaut-on-blue", "rocket-tilted"])
    let run = try scan(folder)
    #expect(run.lines == ["out/1-1.jpg", "out/1-1-back.jpg", "out/3-1.jpg", "out/3-1-back.jpg"], "\(run.error)")
    #expect(folder.names("out") == ["1-1-back.jpg", "1-1.jpg", "3-1-back.jpg", "3-1.jpg"])
    let again = try scan(folder, ["--json"])
    #expect(again.lines.count == 4 && again.lines[1].contains(#""backOf":"both/1.jpg""#), "\(again.output)")
    #expect(!again.lines[0].contains("backOf"))
    #expect(folder.names("out").count == 4, "the second run makes nothing new")
    try FileManager.default.removeItem(atPath: folder.path("out/1-1-back.jpg"))
    #expect(try scan(folder).lines == run.lines && folder.names("out").count == 4, "what is missing is made")
  }

  /// A photo with several prints, or with none, matches nothing, and loses nothing.
  @Test func whatCannotBeMatchedIsScannedByItsOwnName() throws {
    let folder = try Self.pairs(["six-on-a-desk", "rocket-tilted", "rocket-tilted", "none", "none", "rocket-tilted"])
    let run = try scan(folder)
    let names = folder.names("out")
    #expect(names.filter { $0.hasPrefix("1-") }.count >= 5 && !names.contains { $0.contains("back") }, "\(names)")
    #expect(names.contains("2-1.jpg") && names.contains("3-1.jpg") && names.contains("6-1.jpg"))
    #expect(run.error.contains("both/2.jpg: not matched as the back of both/1.jpg: 6 prints there, and one print here"))
    #expect(run.error.contains("both/4.jpg: not matched as the back of both/3.jpg: one print there, and no print here"))
    #expect(run.error.contains("both/6.jpg: not matched as the back of both/5.jpg: no print there, and one print here"))
    #expect(
      run.error.contains("peel: 3 of 3 pairs in ") && run.error.contains("peel: 4 photos to review: "), "\(run.error)")
    let json = try scan(folder, ["--json"])
    #expect(json.lines.count == 6 && json.lines[1].contains(#""backOf":null"#), "\(json.output)")
  }

  /// All prints are sure, but not which front the back belongs to.
  @Test func anUnmatchedBackNeedsReview() throws {
    let folder = try Self.pairs(["six-on-a-desk", "rocket-tilted"])
    #expect(try scan(folder).status == 3)
  }

  @Test func anOddNumberIsRefused() throws {
    let folder = try Self.pairs(["rocket-tilted", "rocket-tilted", "astronaut-on-blue"])
    let run = try scan(folder)
    #expect(run.status == 1 && run.output == "" && folder.names("out") == [])
    #expect(
      run.error
        == "peel: fronts and backs in turn are an even number of photos, not 3; add the one that is missing, or take one out\n"
    )
  }

  /// A photo that can't be read keeps its turn.
  @Test func aMissingPhotoShiftsNothing() throws {
    let folder = try Self.pairs(["rocket-tilted", "rocket-tilted", "astronaut-on-blue", "rocket-tilted"])
    try folder.write(Data("text".utf8), "both/2.jpg")
    let run = try scan(folder)
    #expect(run.status == 1 && run.lines == ["out/1-1.jpg", "out/3-1.jpg", "out/3-1-back.jpg"], "\(run.error)")
  }

  /// Once the front can be read, its back is named after it.
  @Test func backsOfUnreadableFrontsAreTold() throws {
    let folder = try Self.pairs(["rocket-tilted", "astronaut-on-blue"])
    try folder.write(Data("text".utf8), "both/1.jpg")
    let run = try scan(folder)
    #expect(run.status == 1 && run.lines == ["out/2-1.jpg"], "\(run.error)")
    #expect(
      run.error.contains(
        "peel: both/2.jpg: not matched as the back of both/1.jpg, which failed; mend that photo, then run the same "
          + "command again\n"), "\(run.error)")
    try folder.write(try Samples.bytes("rocket-tilted.jpg"), "both/1.jpg")
    #expect(try scan(folder).lines == ["out/1-1.jpg", "out/1-1-back.jpg"])
  }

  @Test(arguments: [["--merge-bursts"], ["--best-of-burst"], ["--name", "{stem}"]])
  func otherWaysToPairAreRefused(_ options: [String]) throws {
    let folder = try Self.pairs(["rocket-tilted", "rocket-tilted"])
    #expect(try scan(folder, options).status == 64)
  }
}
