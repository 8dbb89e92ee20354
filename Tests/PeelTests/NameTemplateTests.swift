import Foundation
import PeelCodecs
import PeelImaging
import PeelMessages
import PeelOutput
import PeelTestSupport
import Testing

@testable import PeelFiles
@testable import PeelScanning

/// Names of scans by a template.
@Suite struct NameTemplateTests {
  @Test(arguments: [
    ("{stem}", "desk"), ("{stem}-{n}", "desk-3"), ("{date}/{stem}-{n}-{film}", "2024-07-01/desk-3-instax-mini"),
    ("{year}/{month}/{day}/{time}_{stem}{n}", "2024/07/01/12-30-05_desk3"), ("{folder} {stem} {n}", "Pictures desk 3"),
    ("Küche {stem}", "Küche desk"),
  ])
  func fieldsHaveValues(_ text: String, name: String) throws {
    let folder = try Folder()
    var settings = ScanSettings()
    settings.prints.taken = PartialDate("2024-07-01T12:30:05")
    let template = try NameTemplate(text)
    let facts = NameTemplate.Facts(of: Path(folder.path("Pictures/desk.jpg")), nil)
    let made = template.name(
      facts, stem: Array("desk".utf8), number: 3, film: FilmFormat.named("instax-mini"), date: settings.prints.taken)
    let numbered = text.contains("{n}") ? name : name + "-3"
    #expect(String(decoding: made, as: UTF8.self) == numbered)
  }

  @Test(arguments: [
    ("1984-07", "1984-07 unknown 1984 07 unknown"), ("1984", "1984 unknown 1984 unknown unknown"),
    (nil, "unknown unknown unknown unknown unknown"),
  ])
  func unknownFieldsSaySo(_ date: String?, values: String) throws {
    let template = try NameTemplate("{date} {time} {year} {month} {day} {film} {folder} {stem}")
    let made = template.name(
      NameTemplate.Facts(of: .standardInput, nil), stem: Array("a".utf8), number: 1, film: nil,
      date: date.flatMap { PartialDate($0) })
    #expect(String(decoding: made, as: UTF8.self) == values + " unknown unknown a")
  }

  @Test(
    arguments: [
      ("{n}", .noStem), ("", .noStem), ("{stem}-{x}", .unknownField("x")), ("{stem", .brace), ("stem}", .brace),
      ("{stem}}", .brace), ("/tmp/{stem}", .emptyPart), ("{stem}/", .emptyPart), ("a//{stem}", .emptyPart),
      ("../{stem}", .hidden), ("a/../{stem}", .hidden), ("./{stem}", .hidden), (".peel/{stem}", .hidden),
      ("a/b/c/d/e/f/g/h/i/{stem}", .tooDeep), ("{stem}\n", .unsafe), ("{stem}.jpg", .fileExtension),
    ] as [(String, NameTemplate.Fault)])
  func otherTextsAreNoTemplates(_ text: String, fault: NameTemplate.Fault) {
    #expect(throws: fault) { try NameTemplate(text) }
  }

  @Test(arguments: [("..", "_.."), (".hidden", "_.hidden"), ("a", "a")])
  func namesStayInTheFolder(_ stem: String, part: String) throws {
    let made = try NameTemplate("x/{stem}/{n}").name(
      NameTemplate.Facts(of: "..jpg", nil), stem: Array(stem.utf8), number: 1, film: nil, date: nil)
    #expect(String(decoding: made, as: UTF8.self) == "x/\(part)/1")
  }

  @Test(arguments: [
    ("a.jpg", true), ("a/b.jpg", true), ("", false), ("/a", false), ("a//b", false), ("../a", false), ("a/..", false),
    (".peel/journal", false), ("a\0b", false), (".a.jpg", true), ("a/.b.jpg", true), (".", false), ("a/.", false),
    ("1/2/3/4/5/6/7/8/9/10", false),
  ])
  func journalsCannotLeadElsewhere(_ name: String, isSafe: Bool) {
    #expect(ScanNames.isSafe(Array(name.utf8)) == isSafe)
  }

  private func scan(_ template: String, _ options: [String] = ["roll"], in folder: Folder) throws -> Program.Result {
    try Program.run(["scan", "-o", "out", "--name", template] + options, in: folder)
  }

  private func files(in folder: Folder) throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path("out"))
    return all.filter { $0.hasSuffix(".jpg") && !$0.hasPrefix(".peel/") }.sorted()
  }

  @Test func aSecondRunMakesNothingAnew() throws {
    let folder = try Folder()
    try Roll.write(3, in: folder)
    let template = "{folder}/{film}/{stem}_{n}"
    let first = try scan(template, in: folder)
    let names = (100...102).map { "roll/instax-mini/\($0)_1.jpg" }
    #expect(first.isDone && first.lines == names.map { "out/\($0)" }, "\(first.error)")
    #expect(try files(in: folder) == names)
    let before = try folder.modified("out/roll/instax-mini")
    let second = try scan(template, in: folder)
    #expect(second.earlier == 3 && second.output == first.output, "\(second.error)")
    #expect(try scan(template, ["roll", "-n"], in: folder).output == first.output)
    #expect(try scan(template, ["roll", "--json"], in: folder).lines.count == 3)
    #expect(try folder.modified("out/roll/instax-mini") == before)
    // One that is gone is made again, with the same bytes; one that was edited stays.
    let bytes = try folder.read("out/" + names[0])
    try FileManager.default.removeItem(atPath: folder.path("out/" + names[0]))
    try folder.write(Data("mine".utf8), "out/" + names[1])
    let third = try scan(template, in: folder)
    #expect(third.earlier == 1 && third.status == 1 && third.error.contains("exists already"), "\(third.error)")
    #expect(try folder.read("out/" + names[0]) == bytes && folder.read("out/" + names[1]) == Data("mine".utf8))
    // Another quality replaces peel's own scans only.
    #expect(try scan(template, ["roll", "--quality", "60"], in: folder).lines.count == 2)
    #expect(try folder.read("out/" + names[0]) != bytes && folder.read("out/" + names[1]) == Data("mine".utf8))
  }

  /// The template that the help calls the default gives the default's names.
  @Test func hiddenPhotosHaveHiddenScans() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "roll/.desk.jpg")
    let plain = try Program.run(["scan", "roll/.desk.jpg", "-o", "plain"], in: folder)
    #expect(plain.output == "plain/.desk-1.jpg\n", "\(plain.error)")
    for (template, name) in [("{stem}-{n}", ".desk-1.jpg"), ("{folder}/{stem}-{n}", "roll/.desk-1.jpg")] {
      let run = try scan(template, ["roll/.desk.jpg"], in: folder)
      #expect(run.output == "out/\(name)\n", "\(run.error)")
      let before = try folder.read("out/\(name)")
      try folder.write(Data("mine".utf8), "out/\(name)")
      #expect(try scan(template, ["roll/.desk.jpg"], in: folder).status == 1, "an edited scan is noticed")
      try folder.write(before, "out/\(name)")
      #expect(try scan(template, ["roll/.desk.jpg"], in: folder).output == run.output)
    }
  }

  /// File systems allow 255 bytes.
  @Test(arguments: [[], ["-n"]])
  func namesThatAreTooLongAreToldBeforeScanning(_ options: [String]) throws {
    let folder = try Folder()
    try Roll.write(1, in: folder)
    let long = String(repeating: "a", count: 250)
    let run = try scan("\(long)-{stem}", ["roll"] + options, in: folder)
    #expect(
      run.status == 1
        && run.error == "peel: roll/100.jpg: out/\(long)-100.jpg: a name in it is too long: names may have 255 bytes; "
          + "choose a shorter name with -o or --name, or rename the photo\n",
      "\(run.error)")
    #expect(folder.names("out") == [])
    #expect(try scan("\(long)-{stem}/{stem}", ["roll"] + options, in: folder).isDone)
    let deep = try scan("\(long)\(long)/{stem}", ["roll"] + options, in: folder)
    let file = try Program.run(["scan", "roll", "-o", long + long + ".jpg"] + options, in: folder)
    for run in [deep, file] {
      #expect(
        run.status == 1 && run.errorLines.count == 1 && run.error.contains("a name in it is too long"), "\(run.error)")
    }
  }

  /// The parser puts U+FFFD in the place of bytes that aren't UTF-8.
  @Test(arguments: ["--name $'{stem}-\\xff'", "--name=$'{stem}\\xff'", "--caption $'a\\xff'", "--keywords $'a,\\xff'"])
  func textThatIsNoUTF8IsRefused(_ option: String) throws {
    let folder = try Folder()
    try Roll.write(1, in: folder)
    let run = try Program.run(["-c", "\"$0\" scan roll -o out \(option)", Program.path], of: "/bin/bash", in: folder)
    let name = option.prefix { $0 != " " && $0 != "=" }
    #expect(run.status == 64 && run.output == "" && folder.names("out") == [])
    #expect(run.error.hasPrefix("peel: \(name) isn't UTF-8 text; type it anew, in a UTF-8 locale.\n"), "\(run.error)")
    let typed = try Program.run(["scan", "roll", "-o", "out", "--name", "{stem}-\u{FFFD}"], in: folder)
    #expect(typed.output == "out/100-\u{FFFD}.jpg\n", "\(typed.error)")
  }

  /// Killed runs leave nothing but whole scans, and what is half-written lies where the next run clears it.
  @Test func scansBelowTheFolderAreNoPhotos() throws {
    let folder = try Folder()
    try Roll.write(2, in: folder)
    _ = try scan("{folder}/{stem}-{n}", in: folder)
    let again = try Program.run(["scan", "-r", "out", "-o", "out"], in: folder)
    #expect(again.error.contains("ignored 2 scans of earlier runs"), "\(again.error)")
    #expect(try files(in: folder) == ["roll/100-1.jpg", "roll/101-1.jpg"])
  }

  @Test func noPrintIsLost() throws {
    let folder = try Folder()
    let run = try Program.run(
      ["scan", Samples.path("six-on-a-desk.jpg"), "-o", "out", "--name", "{stem}", "--crop", "both"], in: folder)
    let numbers = ["", "-2", "-3", "-4", "-5", "-6"]
    #expect(
      try Set(files(in: folder))
        == Set(numbers.flatMap { ["six-on-a-desk\($0).jpg", "six-on-a-desk\($0)-picture.jpg"] }), "\(run.error)")
  }

  /// `b-c` in `a` and `c` in `a-b` would have one name.
  @Test func clashingPhotosGetNamesOfTheirOwn() throws {
    var outputs: Set<String> = []
    for jobs in ["1", "4"] {
      let folder = try Folder()
      try folder.write(try Roll.photo(1), "a/b-c.jpg")
      try folder.write(try Roll.photo(2), "a-b/c.jpg")
      let photos = ["a/b-c.jpg", "a-b/c.jpg", "--jobs", jobs]
      let run = try scan("{folder}-{stem}", photos, in: folder)
      #expect(run.isDone && run.lines == ["out/a-b-c.jpg", "out/a-b-c_2.jpg"], "\(run.output) \(run.error)")
      #expect(try scan("{folder}-{stem}", ["a-b/c.jpg", "a/b-c.jpg"], in: folder).earlier == 2)
      outputs.insert(run.output)
    }
    #expect(outputs.count == 1)
  }

  /// Whichever names come first, templates or plain ones.
  @Test func anotherPhotosScanIsNeverReplaced() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "a/x-1.jpg")
    try folder.write(try Roll.photo(2), "b/x.jpg")
    // Print 1 of x-1.jpg is x-1.jpg with this template, and so is print 1 of x.jpg without it.
    #expect(try scan("{stem}", ["a/x-1.jpg"], in: folder).lines == ["out/x-1.jpg"])
    let bytes = try folder.read("out/x-1.jpg")
    let plain = try Program.run(["scan", "b/x.jpg", "-o", "out", "--force"], in: folder)
    #expect(try folder.read("out/x-1.jpg") == bytes, "\(plain.output)")
    #expect(plain.lines == ["out/x_2-1.jpg"], "\(plain.error)")

    let other = try Folder()
    try other.write(try Roll.photo(1), "a/x-1.jpg")
    try other.write(try Roll.photo(2), "b/x.jpg")
    #expect(try Program.run(["scan", "b/x.jpg", "-o", "out"], in: other).lines == ["out/x-1.jpg"])
    let before = try other.read("out/x-1.jpg")
    let refused = try scan("{stem}", ["a/x-1.jpg", "--force"], in: other)
    #expect(refused.status == 1 && refused.error.contains("x-1.jpg: exists already"), "\(refused.error)")
    #expect(try other.read("out/x-1.jpg") == before)
  }

  @Test func linksAreNotFollowed() throws {
    let folder = try Folder()
    try Roll.write(1, in: folder)
    try folder.write(Data(), "elsewhere/x")
    try folder.write(Data(), "out/x")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out/roll"), withDestinationPath: folder.path("elsewhere"))
    let run = try scan("{folder}/{stem}", in: folder)
    #expect(run.status == 1 && run.error.contains("out/roll is a link or a file"), "\(run.error)")
    #expect(folder.names("elsewhere") == ["x"])
  }

  @Test func mistakesAreUsageErrors() throws {
    for (template, says) in [
      ("{n}", "Add {stem}, so that two photos never get the same name."), ("{stem}-{x}", "There is no field {x}"),
      ("../{stem}", "begin with a dot"), ("/tmp/{stem}", "must not begin or end with /"),
      ("{stem}.jpg", "Leave out the extension"),
    ] {
      let run = try Program.run(["scan", "a.jpg", "-o", "out", "--name", template])
      #expect(run.status == 64 && run.error.contains(says), "\(run.error)")
      #expect(!run.error.contains("How to name") && run.error.contains("For example: --name '{date}/{stem}-{n}'"))
    }
    let one = try Program.run(["scan", "a.jpg", "-o", "b.jpg", "--name", "{stem}"])
    #expect(one.status == 64 && one.error.contains("--name needs a folder"), "\(one.error)")
  }

  @Test func warningsNameTheFoldersOfATemplate() {
    let warning = ScanWarning.unknownWayUp(scan: Path("out/1984/x-1.jpg"))
    #expect(warning.text(in: Path("out")).hasPrefix("1984/x-1.jpg: "))
    #expect(warning.text(in: Path("elsewhere")).hasPrefix("x-1.jpg: "))
  }

  /// The second print of `x` has the name of `x-2`, which only the prints' numbers can tell apart.
  @Test func namesOfTwoPhotosAskForNumbers() throws {
    let folder = try Folder()
    try folder.write(Samples.bytes("six-on-a-desk.jpg"), "roll/x.jpg")
    try folder.write(try Roll.photo(1), "roll/x-2.jpg")
    let advice = "add {n} to --name, so that no two prints share a name"
    for template in ["{stem}", "{folder}/{stem}"] {
      let before = folder.names("out")
      let dry = try scan(template, ["roll", "--dry-run"], in: folder)
      #expect(dry.status == 1 && dry.error.contains(advice) && folder.names("out") == before, "\(dry.error)")
      let run = try scan(template, in: folder)
      #expect(run.status == 1 && run.error.contains(advice), "\(run.error)")
      #expect(dry.lines.count == run.lines.count && dry.errorLines.count(where: { $0.contains(advice) }) == 1)
    }
    try FileManager.default.removeItem(atPath: folder.path("out"))
    #expect(try scan("{stem}-{n}", ["roll", "--dry-run"], in: folder).lines.count == 7)
    let numbered = try scan("{stem}-{n}", in: folder)
    #expect(numbered.status != 1 && numbered.lines.count == 7, "\(numbered.error)")
    let files = numbered.lines.map(String.init)
    for file in files { try FileManager.default.removeItem(atPath: folder.path(file)) }
    try folder.write(Data("mine".utf8), "out/x-1.jpg")
    let foreign = try scan("{stem}-{n}", in: folder)
    #expect(foreign.error.contains("exists already") && !foreign.error.contains(advice), "\(foreign.error)")
  }

  /// Names that aren't UTF-8 stay as they are.
  @Test func namesMayBeAnyBytes() throws {
    let folder = try Folder()
    let name = Array("a".utf8) + [0xFF, 0xFE] + Array(".jpg".utf8)
    try prepareFolder(Path(folder.path("roll")))
    try writeWhole([UInt8](try Roll.photo(1)), to: Path(folder.path("roll")).appending(name), force: false)
    let first = try scan("x-{stem}-{n}", in: folder)
    #expect(
      first.isDone && first.bytes == Data("out/x-a".utf8) + [0xFF, 0xFE] + Data("-1.jpg\n".utf8), "\(first.error)")
    let second = try scan("x-{stem}-{n}", in: folder)
    #expect(second.isDone && second.bytes == first.bytes, "\(second.error)")
    #expect(try names(in: Path(folder.path("out"))).count == 2)
  }

  /// The workbench exports under the names that the batch has, for which the summary gives the command.
  @Test func theReviewCommandHasTheTemplate() throws {
    let folder = try Folder()
    try Roll.write(2, in: folder)
    try folder.write(
      Data(try ScanFile().encoded(Picture(width: 99, height: 99, samples: Array(repeating: 9, count: 3 * 99 * 99)))),
      "roll/dark.jpg")
    let run = try scan("{stem} {n}", in: folder)
    #expect(run.error.contains("--name '{stem} {n}' -o out -0 <"), "\(run.error)")
  }
}
