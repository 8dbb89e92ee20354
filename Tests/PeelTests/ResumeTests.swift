import ArgumentParser
import Foundation
import PeelCodecs
import PeelImaging
import PeelOutput
import PeelTestSupport
import Testing

@testable import PeelFiles
@testable import PeelScanning
@testable import peel

@Suite struct ResumeTests {
  private static let count = 6

  private func scan(_ options: [String] = [], in folder: Folder) throws -> Program.Result {
    try Program.run(["scan", "roll", "-o", "out"] + options, in: folder)
  }

  private func scanned() throws -> (Folder, Program.Result) {
    let folder = try Folder()
    try Roll.write(Self.count, in: folder)
    let run = try scan(in: folder)
    #expect(run.lines.count == Self.count && run.earlier == 0, "\(run.error)")
    return (folder, run)
  }

  @Test func aSecondRunDoesNothingAndReportsTheSame() throws {
    let (folder, first) = try scanned()
    let before = try folder.modified("out")
    let second = try scan(in: folder)
    #expect(second.earlier == Self.count)
    #expect(second.output == first.output && second.status == first.status)
    #expect(try scan(["--dry-run"], in: folder).output == first.output)
    let told = try scan(["--json"], in: folder).output
    #expect(try folder.modified("out") == before)
    #expect(try scan(["--json", "--force"], in: folder).output == told)
  }

  private static func recipe(_ look: [String] = [], search: [String] = [], isSureOnly: Bool = false) throws -> String {
    let look = try ScanArguments.parse(look).settings
    var scanner = ItemScanner(
      detector: try SearchArguments.parse(search).detector(look.film.films, .auto), maker: ScanMaker(look),
      folder: Path("out"))
    scanner.isSureOnly = isSureOnly
    return scanner.recipe
  }

  @Test(arguments: [
    ["--crop", "picture"], ["--film", "free"], ["--film", "instax-mini"], ["--inset", "2"], ["--fill", "white"],
    ["--white-balance", "frame"], ["--clip", "2"], ["--quality", "80"], ["--subsampling", "444"], ["--srgb"],
    ["--as", "png"], ["--ppi", "300"], ["--turn", "90"], ["--restore"], ["--caption", "a"], ["--keywords", "a"],
  ])
  func everyScanOptionCounts(_ option: [String]) throws {
    #expect(try Self.recipe(option) != Self.recipe())
  }

  @Test(arguments: [["--max-prints", "1"], ["--min-size", "0.3"], ["--min-confidence", "0.5"], ["--doubtful"]])
  func everySearchOptionCounts(_ option: [String]) throws {
    #expect(try Self.recipe(search: option) != Self.recipe())
    #expect(try Self.recipe(isSureOnly: true) != Self.recipe())
  }

  /// Records of a version that found other prints must not count.
  @Test func theGenerationStandsForWhatTheDetectorDecides() {
    let parameters = Digest(Array("\(Detector.Parameters())".utf8)).text
    let model = Digest(Detector.Model.embedded.file).text
    // If this fails, raise the generation and update all values here.
    #expect([ScanRun.generation.description, parameters, model] == ["30", "a98f44c5ee358e5f", "e95a01294438cfae"])
  }

  /// The journal holds the same lines twice, with others between them.
  @Test func repeatedRecordsCount() throws {
    let (folder, first) = try scanned()
    #expect(try scan(["--quality", "80"], in: folder).earlier == 0)
    #expect(try scan(in: folder).earlier == 0)
    #expect(try scan(["--force"], in: folder).earlier == 0)
    let last = try scan(in: folder)
    #expect(last.earlier == Self.count && last.output == first.output)
  }

  /// The last record counts, even if it is the same as an earlier one and another came between.
  @Test func theLastRecordCounts() throws {
    let folder = try Folder()
    let file = Path(folder.path("out/a-1.jpg"))
    let claim = Claim(stem: Array("a".utf8), photo: Digest([1]), picture: Digest([1]), file: nil)
    let work = Digest(Array("work".utf8))
    func receipt() throws -> Receipt<ScanReport.Facts>? {
      try OutputFolder(Path(folder.path("out"))).receipt(of: work, claim)
    }
    for width in [1, 2, 1] {
      let delivery = try OutputFolder(Path(folder.path("out"))).deliver(
        [Product(file, Array("\(width)".utf8), ScanReport.Scan(size: (width, 1)))], of: claim, as: work,
        ScanReport(Path("a.jpg")).facts, sparing: InputFiles([]))
      #expect(delivery.failure == nil)
      let found = try #require(try receipt()?.files.first)
      #expect(found.file == file && found.size?.width == width)
    }
    try folder.write(Data("2".utf8), "out/a-1.jpg")
    #expect(try receipt() == nil)
  }

  /// Anybody can make a second file of a digest, but hardly one whose picture has the other's digest, too.
  @Test func aPhotoMadeToHaveADigestIsNotTheSame() throws {
    let folder = try Folder()
    func output() throws -> OutputFolder { try OutputFolder(Path(folder.path("out"))) }
    func claim(picture: UInt8) -> Claim {
      Claim(stem: Array("a".utf8), photo: Digest([1]), picture: Digest([picture]), file: nil)
    }
    let work = Digest(Array("work".utf8))
    let product = Product(Path(folder.path("out/a-1.jpg")), [7], ScanReport.Scan(size: (1, 1)))
    let delivery = try output().deliver(
      [product], of: claim(picture: 1), as: work, ScanReport(Path("a.jpg")).facts, sparing: InputFiles([]))
    #expect(delivery.failure == nil)
    func receipt(_ claim: Claim) throws -> Receipt<ScanReport.Facts>? { try output().receipt(of: work, claim) }
    #expect(try receipt(claim(picture: 1)) != nil)
    #expect(try receipt(claim(picture: 2)) == nil)
  }

  /// A damaged line is told, and what it says is done again. The end of a line that a power cut took is no damage.
  @Test func damageToTheJournalIsTold() throws {
    let (folder, _) = try scanned()
    let journal = try folder.read("out/.peel/journal")
    try folder.write(journal.dropLast(9), "out/.peel/journal")
    let torn = try Program.run(["scan", "roll", "-o", "out"], in: folder)
    #expect(torn.isDone && !torn.error.contains("damaged"), "\(torn.error)")
    #expect(try !Program.run(["scan", "roll", "-o", "out"], in: folder).error.contains("damaged"))
    var bytes = Array(journal)
    bytes[40] ^= 1
    let joined = journal.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    for (damaged, told) in [
      (Data(bytes), "a line is"), (Data("made by another program\n\n.\n".utf8), "2 lines are"),
      (Data(joined), "a line is"),
    ] {
      try folder.write(damaged, "out/.peel/journal")
      for options in [["-n"], []] {
        let run = try Program.run(["scan", "roll", "-o", "out"] + options, in: folder)
        // With their bytes, scans count as written, whoever made them.
        if options.isEmpty { #expect(run.isDone && run.lines.count == Self.count, "\(run.error)") }
        let line: String =
          "peel: out/.peel/journal: \(told) damaged and left out, so scans may count as files that peel didn't make; "
          + "bring back a copy of the file if you have one, or run once with the options that made the scans, so "
          + "that peel recognizes them"
        #expect(run.errorLines.filter { $0.contains("damaged") }.map(String.init) == [line], "\(run.error)")
      }
      #expect(try !Program.run(["scan", "roll", "-o", "out", "-q"], in: folder).error.contains("damaged"))
    }
  }

  /// Scans that no journal knows aren't replaced, and the advice works.
  @Test func scansOfALostJournalAreKnownAgain() throws {
    let (folder, _) = try scanned()
    try FileManager.default.removeItem(atPath: folder.path("out/.peel"))
    let others = try Program.run(["scan", "roll", "-o", "out", "--quality", "50"], in: folder)
    #expect(others.status == 1 && others.lines.isEmpty)
    #expect(
      others.error.contains("run once with the options that made it, so that peel recognizes it"), "\(others.error)")
    try FileManager.default.removeItem(atPath: folder.path("out/.peel"))
    #expect(try Program.run(["scan", "roll", "-o", "out"], in: folder).isDone)
    #expect(try Program.run(["scan", "roll", "-o", "out", "--quality", "50"], in: folder).isDone)
  }

  /// A run from another folder, with other names for the same folders.
  @Test func theCurrentFolderDoesNotMatter() throws {
    let (folder, _) = try scanned()
    let run = try Program.run(["scan", folder.path("roll/."), "-o", folder.path("out/../out")])
    #expect(run.earlier == Self.count)
  }

  /// A change between two runs, and the number of photos that are scanned again because of it.
  struct Change: CustomTestStringConvertible {
    let testDescription: String
    var options: [String] = []
    let again: Int
    let make: @Sendable (Folder) throws -> Void
  }

  @Test(arguments: [
    Change(testDescription: "nothing", again: 0) { _ in },
    Change(testDescription: "a photo's metadata", again: 1) { folder in
      let photo = try folder.read("roll/102.jpg")
      try folder.write(
        photo.prefix(2) + Data([0xFF, 0xFE, 0, 4]) + Data("hi".utf8) + photo.dropFirst(2), "roll/102.jpg")
    },
    Change(testDescription: "a photo's time alone", again: 0) { folder in
      try FileManager.default.setAttributes([.modificationDate: Date.now], ofItemAtPath: folder.path("roll/102.jpg"))
    },
    Change(testDescription: "a new photo", again: 1) { try $0.write(try Roll.photo(60), "roll/160.jpg") },
    Change(testDescription: "a scan that is gone", again: 1) {
      try FileManager.default.removeItem(at: $0.url.appending(path: "out/104-1.jpg"))
    },
    Change(testDescription: "adjustments", again: 1) { folder in
      let corners = "[[70,50],[170,50],[170,200],[70,200]]"
      let print = #"{"corners":\#(corners),"upright":true,"film":null,"turn":1}"#
      let sidecar = #"{"schema":1,"photo":"103.jpg","width":240,"height":300,"prints":[\#(print)]}"#
      try folder.write(Data(sidecar.utf8), "roll/103.jpg.peel")
    },
    Change(testDescription: "an option", options: ["--quality", "80"], again: count) { _ in },
    Change(testDescription: "an option of the search", options: ["--min-size", "0.3"], again: count) { _ in },
    Change(testDescription: "the number of jobs", options: ["--jobs", "3"], again: 0) { _ in },
    Change(testDescription: "force", options: ["--force"], again: count) { _ in },
    Change(testDescription: "a line that was cut short", again: 1) { try $0.editJournal { $0.dropLast(40) } },
    Change(testDescription: "a line that was changed", again: 1) {
      try $0.editJournal { String($0).replacing("\"width\":", with: "\"width\":1", maxReplacements: 1)[...] }
    },
    Change(testDescription: "a journal that is gone", again: count) {
      try FileManager.default.removeItem(at: $0.url.appending(path: "out/.peel"))
    },
  ])
  func onlyChangedPhotosAreScannedAgain(_ change: Change) throws {
    let (folder, _) = try scanned()
    try change.make(folder)
    let photos = folder.names("roll").filter { $0.hasSuffix(".jpg") }.count
    let run = try scan(change.options, in: folder)
    #expect(run.lines.count == photos, "\(run.error)")
    #expect(run.earlier == photos - change.again, "\(run.error)")
    let fresh = try Program.run(["scan", "roll", "-o", "fresh"] + change.options, in: folder)
    #expect(fresh.status == run.status)
    #expect(try folder.contents("out") == folder.contents("fresh"))
    #expect(try scan(change.options.filter { $0 != "--force" }, in: folder).earlier == photos)
  }

  @Test func editedScansAreNotReplaced() throws {
    let (folder, _) = try scanned()
    try folder.write(Data("mine".utf8), "out/103-1.jpg")
    for options in [[], ["--force"]] {
      let run = try scan(options, in: folder)
      #expect(run.status == 1 && run.earlier == (options.isEmpty ? Self.count - 1 : 0))
      #expect(run.error.contains("roll/103.jpg: out/103-1.jpg: exists already"), "\(run.error)")
      #expect(run.error.contains("choose another folder with -o, or move it away") && !run.error.contains("--force"))
      #expect(try folder.read("out/103-1.jpg") == Data("mine".utf8))
    }
  }

  @Test func leftoverScansAreReported() throws {
    let (folder, _) = try scanned()
    try folder.write(Data(try Samples.bytes("six-on-a-desk.jpg")), "roll/desk.jpg")
    _ = try scan(in: folder)
    #expect(folder.names("out").contains("desk-6.jpg"))
    let run = try scan(["--max-prints", "4"], in: folder)
    #expect(run.error.contains("desk-5.jpg is left over from an earlier run"), "\(run.error)")
    #expect(run.error.contains("desk-6.jpg is left over from an earlier run"))
    #expect(folder.names("out").contains("desk-6.jpg"))
    // Also if the same run made its scans before.
    let again = try scan(["--max-prints", "4"], in: folder)
    #expect(again.earlier == Self.count + 1)
    #expect(again.error.contains("desk-5.jpg is left over") && again.error.contains("desk-6.jpg is left over"))
    // And if one of them was deleted.
    try FileManager.default.removeItem(atPath: folder.path("out/desk-5.jpg"))
    let later = try scan(["--max-prints", "4"], in: folder)
    #expect(!later.error.contains("desk-5.jpg") && later.error.contains("desk-6.jpg is left over"), "\(later.error)")
  }

  @Test func scansBesideTheirPhotosAreNotScanned() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "a.jpg")
    _ = try Program.run(["scan", ".", "-o", "."], in: folder)
    let again = try Program.run(["scan", ".", "-o", "."], in: folder)
    #expect(again.output == "./a-1.jpg\n" && again.error.contains("ignored 1 scan of earlier runs"), "\(again.error)")
    #expect(folder.names() == ["a-1.jpg", "a.jpg"])
    // Scans of a killed run, which wrote them but didn't record the photo, aren't scanned either.
    let journal = String(decoding: try folder.read(".peel/journal"), as: UTF8.self)
    try folder.write(Data(journal.split(separator: "\n").dropLast().joined(separator: "\n").utf8), ".peel/journal")
    let rest = try Program.run(["scan", ".", "-o", "."], in: folder)
    #expect(rest.output == again.output && rest.error.contains("ignored 1 scan of earlier runs"), "\(rest.error)")
    #expect(folder.names() == ["a-1.jpg", "a.jpg"])
    // A scan is scanned if a person replaced it with another picture.
    try folder.write(try Roll.photo(2), "a-1.jpg")
    #expect(try Program.run(["scan", "a-1.jpg", "-o", "."], in: folder).output == "./a-1-1.jpg\n")
  }

  @Test func theSummaryHasTheCommandThatReviews() throws {
    let (folder, _) = try scanned()
    let grey = Picture(width: 320, height: 240, samples: Array(repeating: 90, count: 3 * 320 * 240))
    try folder.write(Data(try ScanFile().encoded(grey)), "roll/it's here.jpg")
    let search = ["--max-prints", "4", "--min-size", "0.1", "--only", "films"]
    let run = try Program.run(["scan", "roll", "-o", "two words", "--quality", "80", "--srgb"] + search, in: folder)
    #expect(run.status == 3)
    let command = try #require(run.error.firstMatch(of: /to review: (.*)\n$/)?.output.1)
    let expected = "\(search.joined(separator: " ")) --quality 80 --srgb -o 'two words' -0 < 'two words/.peel/review'"
    #expect(command.hasSuffix(" " + expected), "\(command)")
    let opened = try OpenCommand.parse(search + ["a.jpg"]).search.detector(FilmFormat.all, .auto).parameters
    #expect(opened.mostPrints == 4 && opened.smallestPrint == 0.1 && opened.isFilmRequired)
    // `peel detect -0` can read the list too: it has absolute paths.
    let listed = try Program.run(
      ["-c", "detect() { \"$0\" detect -0; }; detect < 'two words/.peel/review'", Program.path],
      of: "/bin/sh", in: folder)
    #expect(listed.lines.allSatisfy { $0.hasPrefix("/") && $0.contains("/roll/") && !$0.contains("\tsure\t") })
    #expect(Set(listed.lines.map { $0.prefix { $0 != "\t" } }).contains { $0.hasSuffix("/roll/it's here.jpg") })
  }

  /// Names depend on all photos of the batch, but the workbench opens only those to review.
  @Test func theWorkbenchNamesScansLikeTheBatch() throws {
    let folder = try Folder()
    for name in ["a/desk.jpg", "b/desk.jpg"] { try folder.link("coffee-on-gravel.jpg", as: "roll/\(name)") }
    let scan = ["scan", "-r", "roll", "-o", "out"]
    // As another film no print is sure.
    #expect(try Program.run(scan + ["--film", "instax-mini"], in: folder).status == 3)
    let photo = Path(folder.path("roll/b/desk.jpg"))
    let other = Path(folder.path("roll/c/desk.jpg"))
    let out = Path(folder.path("out"))
    #expect(OutputFolder.stems(of: [photo, other], in: out) == [photo: Array("b-desk".utf8)])
    // Without photos to review, the list is removed.
    #expect(try Program.run(scan, in: folder).status == 0)
    #expect(OutputFolder.stems(of: [photo], in: out).isEmpty)
  }

  @Test func aSecondRunInTheSameFolderStops() throws {
    let folder = try Folder()
    try Roll.write(60, in: folder)
    let first = try Program.Run(["scan", "roll", "-o", "out"], in: folder)
    while first.process.isRunning, folder.names("out").isEmpty { usleep(5_000) }
    // Stopped so that it doesn't end before the others begin.
    kill(first.process.processIdentifier, SIGSTOP)
    for options in [[], ["--force"], ["--shard", "1/2"]] {
      let second = try scan(options, in: folder)
      #expect(second.status == 1 && second.output == "")
      #expect(
        second.error
          == "peel: out: another run is writing its scans here; wait until it ends, or choose another folder with -o\n")
    }
    kill(first.process.processIdentifier, SIGCONT)
    let result = try first.result()
    #expect(result.isDone && result.lines.count == 60)
  }

  @Test func shardsShareOneFolder() throws {
    let folder = try Folder()
    try Roll.write(20, in: folder)
    try folder.write(try Roll.photo(30), "roll/inner/100.jpg")
    let all = ["scan", "-r", "roll", "-o"]
    let shards = try (1...3).map { try Program.Run(all + ["out", "--shard", "\($0)/3"], in: folder) }
    let results = try shards.map { try $0.result() }
    #expect(results.allSatisfy { $0.isDone && $0.lines.count > 0 })
    let whole = try Program.run(all + ["whole"], in: folder)
    #expect(
      results.flatMap(\.lines).map(String.init).sorted()
        == whole.lines.map { String($0).replacing("whole", with: "out") }.sorted())
    #expect(try folder.contents("out") == folder.contents("whole"))
    #expect(try Program.run(all + ["out"], in: folder).earlier == 21)
    #expect(try Program.run(all + ["out", "--shard", "1/2"], in: folder).error.contains("by an earlier run"))
  }

  @Test(arguments: [1, 2, 7])
  func aPhotoIsInOneShard(count: Int) {
    let photos = (0..<500).map { Path("roll/\($0).jpg") }
    let shards = (1...count).map { Shard(number: $0, count: count) }
    for photo in photos { #expect(shards.filter { $0.contains(photo) }.count == 1) }
    for shard in shards {
      let share = photos.filter(shard.contains).count
      #expect(abs(share - 500 / count) < 60, "\(share)")
    }
  }
}

extension Folder {
  func modified(_ folder: String) throws -> [String: Date] {
    try Dictionary(
      uniqueKeysWithValues: names(folder).map {
        let attributes = try FileManager.default.attributesOfItem(atPath: path("\(folder)/\($0)"))
        return ($0, attributes[.modificationDate] as? Date ?? .distantPast)
      })
  }

  fileprivate func editJournal(_ edit: (Substring) -> Substring) throws {
    let journal = String(decoding: try read("out/.peel/journal"), as: UTF8.self)
    try write(Data(edit(journal[...]).utf8), "out/.peel/journal")
  }
}
