#if os(Linux)
  import Foundation
  import PeelTestSupport
  import Testing

  extension Folder {
    /// The names of temporary files in it and in the folders inside.
    fileprivate var temporaries: [String] {
      let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      return all.filter { $0.contains(".peel-") }
    }

    fileprivate func timeOfChange(_ name: String) throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: path(name))[.modificationDate] as? Date
    }
  }

  /// All that commands do on odd mounts is what they do elsewhere.
  @Suite struct OddMountTests {
    /// What the commands said and left.
    struct Outcome: Equatable {
      let output: String
      let error: String
      let files: [String: Data]
    }

    /// The second scan finds all done, and the third replaces the scans.
    private static let script = """
      run scan roll -o out; run scan roll -o out; run scan roll -o out --clip 3; run scan roll -o roll
      run scan roll -o named --name '{folder}/{stem}'; run scan roll/100.jpg -o one.jpg
      run stereo roll/100.jpg --depth roll/101.jpg -o pair; run sheet out -o album.pdf; run sheet out -o album.html
      """

    /// What takes longer.
    private static let costlyScript = """
      run merge roll/100.jpg roll/101.jpg -o merged; run merge roll/100.jpg roll/101.jpg -o merged
      run rank --faces roll/100.jpg --save faces --save-all; run rank --faces roll/100.jpg --save faces --save-all
      """

    /// Runs a script in which each command's exit status follows what it prints.
    private static func outcome(of script: String, on oddities: String) throws -> Outcome {
      let folder = try Folder()
      try Roll.write(2, in: folder)
      let run = try OddMount(oddities, at: folder).run("run() { \"$0\" \"$@\"; echo $?; }\n" + script, in: folder)
      #expect(folder.temporaries == [])
      let files = try ["out", "roll", "named/roll", "merged", "pair", "album/scans", "faces"].flatMap { inner in
        try folder.contents(inner).map { ("\(inner)/\($0)", $1) }
      }
      return Outcome(
        output: run.output, error: run.error.replacing(/[ ]in [0-9]:[0-9][0-9]/, with: ""),
        files: Dictionary(uniqueKeysWithValues: files))
    }

    private static func expectSame(_ odd: Outcome, _ plain: Outcome) {
      #expect(odd.output == plain.output)
      #expect(odd.error == plain.error)
      #expect(odd.files.keys.sorted() == plain.files.keys.sorted())
      #expect(odd.files == plain.files)
    }

    private static let plain = Result { try outcome(of: script, on: "") }

    @Test(arguments: OddMount.kinds)
    func commandsDoTheSameOn(mount oddities: String) throws {
      let plain = try Self.plain.get()
      #expect(plain.output.components(separatedBy: "\n0\n").count == 10, "\(plain.output)")
      #expect(plain.error.contains("2 of 2 photos, 2 of them by an earlier run"), "\(plain.error)")
      #expect(plain.files.count == 12, "\(plain.files.keys.sorted())")
      Self.expectSame(try Self.outcome(of: Self.script, on: oddities), plain)
    }

    @Test func mergesAndRankedPicturesAreTheSame() throws {
      let plain = try Self.outcome(of: Self.costlyScript, on: "")
      #expect(plain.output.components(separatedBy: "merged/101-1.jpg\n0\n").count == 3, "\(plain.output)")
      #expect(plain.files.count == 5 && plain.error.contains("holds the same picture already"), "\(plain.error)")
      Self.expectSame(try Self.outcome(of: Self.costlyScript, on: OddMount.everything), plain)
    }

    /// A disk that fails while it keeps the names in a folder ends the run with one message.
    @Test func aFolderThatCannotBeSyncedIsToldOnce() throws {
      let folder = try Self.photosWithOddNames()
      let run = try OddMount("foldersync=\(EIO)", at: folder, "mount").run(
        "\"$0\" scan photos/*.jpg -o mount/out", in: folder)
      #expect(
        run.status == 1 && run.error.split(separator: "\n").count(where: { $0.contains("error;") }) == 1, "\(run.error)"
      )
      #expect(
        run.error.contains("mount/out: cannot be used as the folder for scans: input/output error"), "\(run.error)")
    }

    /// What a mount can't hold is told, and nothing is left half-made.
    @Test(arguments: [
      (
        "length=143", "scan photos/long*.jpg -o mount/out",
        "-1.jpg: a name in it is too long for this disk; choose a shorter name with -o or --name, or rename the photo"
      ),
      (
        "characters", "scan photos/12:30?.jpg -o mount/out",
        "mount/out/12:30?-1.jpg: cannot be written: this disk has no names with : or ?; check the disk"
      ),
      (
        "characters", "scan photos/12:30?.jpg -o mount/out --name {stem}*/{n}",
        "mount/out/12:30?*/1.jpg: cannot be written: this disk has no names with : or * or ?; check the disk"
      ),
      (
        "characters", "scan photos/12:30?.jpg -o mount/out:1",
        "mount/out:1: cannot be used as the folder for scans: this disk has no names with :; choose another folder"
      ),
      ("lost", "scan photos/12:30?.jpg -o mount/one.jpg", "mount/one.jpg: cannot be written: device or resource busy"),
      ("lost", "sheet photos/12:30?.jpg -o mount/one.pdf", "mount/one.pdf: cannot be written: device or resource busy"),
    ])
    func whatAMountCannotHoldIsTold(_ oddities: String, _ command: String, _ message: String) throws {
      let folder = try Self.photosWithOddNames()
      let run = try OddMount(oddities, at: folder, "mount").run("\"$0\" \(command)", in: folder)
      #expect(run.status == 1 && run.error.contains(message), "\(run.error)")
      #expect(folder.temporaries == [] && folder.names("mount").allSatisfy { $0 == "out" })
      #expect(folder.names("mount/out") == [])
    }

    private static func photosWithOddNames() throws -> Folder {
      let folder = try Folder()
      for name in ["12:30?", "long" + String(repeating: "0", count: 180)] {
        try folder.write(try Roll.photo(1), "photos/\(name).jpg")
      }
      try FileManager.default.createDirectory(atPath: folder.path("mount"), withIntermediateDirectories: true)
      return folder
    }

    @Test func theScansOfAWebPageHaveNamesForAnyDisk() throws {
      let folder = try Self.photosWithOddNames()
      let run = try OddMount("characters", at: folder, "mount").run(
        "\"$0\" sheet photos/12* -o mount/album.html", in: folder)
      #expect(run.status == 0 && folder.names("mount/album/scans") == ["12_30_.jpg"], "\(run.error)")
    }
  }

  /// The workbench on odd mounts.
  extension TerminalTests {
    @Test(arguments: ["links=0", "numbers", "times=2", OddMount.everything])
    func acceptedPrintsAreSavedAndExportedOn(mount oddities: String) throws {
      let window = try TerminalWindow()
      let odd = OddMount(oddities, at: window.folder)
      try window.folder.write(try Roll.photo(1), "1.jpg")
      try open("1.jpg", in: window, as: ([Self.rich] + odd.environment()).joined(separator: " "))
      for place in ["60.5", "61.5"] {
        try window.wait(for: "1 top left  \(place)")
        try window.press("Enter")
        try window.wait(for: "accepted 1 print of 1.jpg")
        // The sidecar's time settles.
        Thread.sleep(forTimeInterval: 0.3)
        try window.press("E")
        try window.wait(for: "exported 1-1.jpg")
        try window.press("1", "Right")
      }
      try window.press("u", "q")
      try expectShell(window)
      #expect(window.folder.temporaries == [])
      #expect(String(decoding: try window.folder.read("1.jpg.peel"), as: UTF8.self).contains("61.5"))
      let made = try window.folder.timeOfChange("out/1-1.jpg")
      let scan = try odd.run("\"$0\" scan 1.jpg -o out", in: window.folder)
      #expect(scan.status == 0 && scan.output == "out/1-1.jpg\n", "\(scan.error)")
      #expect(try window.folder.timeOfChange("out/1-1.jpg") == made)
    }

    /// Another program's sidecar has the same size, and on this mount the same time.
    @Test func anotherProgramsSidecarIsKeptWhereTimesAreCoarse() throws {
      let window = try TerminalWindow()
      let odd = OddMount("times=1000000000", at: window.folder)
      try window.folder.write(try Roll.photo(1), "1.jpg")
      try open("1.jpg", in: window, as: ([Self.rich] + odd.environment()).joined(separator: " "))
      try window.press("Enter")
      try window.wait(for: "accepted 1 print of 1.jpg")
      let others = String(decoding: try window.folder.read("1.jpg.peel"), as: UTF8.self).replacing("60.5", with: "60.4")
      try window.folder.write(Data(others.utf8), "others")
      // The sidecar's own time settles and is looked at before.
      let script = "sleep 1; chmod 600 1.jpg.peel; sleep 1; touch -d 2015-01-01 others; mv others 1.jpg.peel"
      let run = try Program.run(["-c", script], of: "/bin/sh", in: window.folder)
      #expect(run.status == 0, "\(run.error)")
      try window.press("1", "Right", "Enter")
      try window.wait(for: "another program changed its sidecar")
      #expect(try window.folder.read("1.jpg.peel") == Data(others.utf8))
      try window.press("q", "q")
      try expectShell(window)
    }
  }
#endif
