import Foundation
import PeelFiles
import PeelOutput
import PeelTestSupport
import Testing

@testable import PeelScanning

/// Links that another person left in the output folder.
@Suite struct LinksTests {
  /// What is a link, where it leads, and whether the run stops.
  private static let links = [
    ("out/.peel/journal", "../../start", true), ("out/.peel/lock", "../../made", true), ("out/.peel", "../notes", true),
    ("out/.peel-1-1.tmp", "../made", false), ("out/.peel/review", "../../start", false),
    ("out/1-1.jpg", "../made", false),
  ]

  @Test(arguments: links)
  func linksAreNeverFollowed(_ name: String, _ target: String, stops: Bool) throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "roll/1.jpg")
    try folder.write(Data("# start\n".utf8), "start")
    try folder.write(Data("# notes\n".utf8), "notes/journal")
    let parent = URL(filePath: folder.path(name)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
    let run = try Program.run(["scan", "roll", "-o", "out"], in: folder)
    if stops {
      #expect(run.status == 1 && run.errorLines.count == 1, "\(run.error)")
      #expect(run.error.hasPrefix("peel: \(name): this is a link"), "\(run.error)")
      #expect(run.error.contains(", where peel keeps its own notes; move it away, or choose another"), "\(run.error)")
      #expect(!folder.names("out").contains("1-1.jpg"))
    }
    #expect(try folder.read("start") == Data("# start\n".utf8))
    #expect(folder.names().allSatisfy { ["notes", "out", "roll", "start"].contains($0) })
    #expect(try folder.read("notes/journal") == Data("# notes\n".utf8) && folder.names("notes") == ["journal"])
  }

  /// A dry run tells it too.
  @Test(arguments: ["lock", "journal"], [[], ["-n"]])
  func aFolderInTheWayOfNotesIsNamed(_ name: String, _ options: [String]) throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "roll/1.jpg")
    try folder.write(Data(), "out/.peel/\(name)/inner")
    let run = try Program.run(["scan", "roll", "-o", "out"] + options, in: folder)
    #expect(
      run.status == 1
        && run.error == "peel: out/.peel/\(name): this is a folder, where peel keeps its own notes; move it away, or "
          + "choose another folder with -o\n",
      "\(run.error)")
  }

  /// No pipe is waited for.
  @Test(arguments: ["lock", "journal", "journal-2-of-2"], [("mkfifo", "a pipe or a device"), ("ln -s x", "a link")])
  func whatIsInTheWayOfNotesIsNamed(_ name: String, _ obstacle: (command: String, what: String)) throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "roll/1.jpg")
    let script = "mkdir -p out/.peel && \(obstacle.command) out/.peel/\(name)"
    #expect(try Program.run(["-c", script], of: "/bin/sh", in: folder).status == 0)
    for options in [[], ["-n"]] {
      let run = try Program.run(["scan", "roll", "-o", "out"] + options, in: folder)
      #expect(
        run.status == 1 && run.errorLines.count == 1
          && run.error.contains("out/.peel/\(name): this is \(obstacle.what), where peel keeps its own notes"),
        "\(run.error)")
    }
  }

  /// Shards take turns by a file of its own.
  @Test(arguments: [("mkfifo", "a pipe or a device"), ("mkdir", "a folder"), ("ln -s x", "a link")])
  func whatIsInTheWayOfTurnsIsNamed(_ command: String, what: String) throws {
    let folder = try Folder()
    let script = "mkdir -p out/.peel && \(command) out/.peel/claims"
    #expect(try Program.run(["-c", script], of: "/bin/sh", in: folder).status == 0)
    let output = try OutputFolder(Path(folder.path("out")), shard: #require(Shard("1/2")))
    let claim = Claim(stem: Array("x".utf8), photo: Digest([1]), picture: Digest([1]), file: nil)
    #expect(throws: OutputError.noNotes(Path(folder.path("out/.peel/claims")), what)) { try output.claim(claim) }
  }

  @Test(arguments: ["review", "names"]) func aFolderInTheWayOfTheListIsNamed(_ name: String) throws {
    let folder = try Folder()
    try folder.write(Data(), "out/.peel/\(name)/inner")
    let output = try OutputFolder(Path(folder.path("out")), shard: .whole)
    #expect(throws: OutputError.noNotes(Path(folder.path("out/.peel/\(name)")), "a folder")) {
      try output.writeReviewList([Path("1.jpg")], stems: [:])
    }
  }

  /// The notes of a run were moved away, and a link put in their place.
  @Test(arguments: [[], [Path("1.jpg")]])
  func theListStaysBeneathTheFolder(_ photos: [Path]) throws {
    let folder = try Folder()
    for name in ["review", "names"] { try folder.write(Data("mine".utf8), "mine/\(name)") }
    let output = try OutputFolder(Path(folder.path("out")), shard: .whole)
    try FileManager.default.moveItem(atPath: folder.path("out/.peel"), toPath: folder.path("notes"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out/.peel"), withDestinationPath: folder.path("mine"))
    #expect(throws: OutputError.noNotes(Path(folder.path("out/.peel")), "a link or a file")) {
      try output.writeReviewList(photos, stems: [:])
    }
    #expect(folder.names("mine") == ["names", "review"])
    for name in ["review", "names"] { #expect(try folder.read("mine/\(name)") == Data("mine".utf8)) }
  }

  /// A photo that has the name of a run's notes isn't emptied.
  @Test func aPhotoInPlaceOfNotesStays() throws {
    let folder = try Folder()
    let photo = try Roll.photo(1)
    for name in ["roll/1.jpg", "out/.peel/reading"] { try folder.write(photo, name) }
    let run = try Program.run(["scan", "roll", "-o", "out"], in: folder)
    #expect(run.isDone && run.output == "out/1-1.jpg\n" && !run.error.contains("the last run"), "\(run.error)")
    #expect(try folder.read("out/.peel/reading") == photo)
  }

  /// A file that may be replaced is looked at again once the new one is on disk.
  @Test func whatIsEditedMeanwhileIsNotReplaced() throws {
    let folder = try Folder()
    try folder.write(Data("old".utf8), "a.jpg")
    let file = Path(folder.path("a.jpg"))
    #expect(throws: OutputError.taken(file)) {
      try deliver([1], to: file, sparing: InputFiles([]), replacing: true) {
        guard let found = try? folder.read("a.jpg"), found == Data("old".utf8) else { return false }
        if folder.names().count == 1 { return true }
        // The new file is beside it. A person saves theirs.
        try? folder.write(Data("mine".utf8), "a.jpg")
        return (try? folder.read("a.jpg")) == Data("old".utf8)
      }
    }
    #expect(try folder.read("a.jpg") == Data("mine".utf8) && folder.names() == ["a.jpg"])
  }

  /// A journal that ends up among a shell's commands runs none of its photos' names.
  @Test func journalsAreHarmlessToAShell() throws {
    let folder = try Folder()
    for name in ["a$(touch made)", "b`touch made`", "c;touch made;", "d'|touch made|'", "e&touch made&"] {
      try folder.write(try Roll.photo(1), "roll/\(name).jpg")
    }
    let first = try Program.run(["scan", "roll", "-o", "out"], in: folder)
    #expect(first.lines.count == 5, "\(first.error)")
    _ = try Program.run(["out/.peel/journal"], of: "/bin/sh", in: folder)
    #expect(folder.names() == ["out", "roll"])
    let again = try Program.run(["scan", "roll", "-o", "out"], in: folder)
    #expect(again.error.contains("5 of them by an earlier run"), "\(again.error)")
  }
}
