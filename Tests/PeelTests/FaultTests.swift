import Foundation
import PeelFiles
import PeelPlatform
import PeelTestSupport
import Testing

/// Runs that are killed, interrupted, or fail. Each test causes the fault for real.
@Suite struct FaultTests {
  /// How often a batch is killed. The long test sets KILLS=200.
  private static let kills = ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 8

  /// Kills runs at random moments. Each continues the one before it, until one completes.
  @Test func killsAtAnyMomentLoseNothing() throws {
    let folder = try Folder()
    try Roll.write(16, in: folder)
    let arguments = ["scan", "roll", "--json", "--jobs", "3", "-o"]
    let begin = ContinuousClock.now
    let whole = try Program.run(arguments + ["whole"], in: folder)
    let length = (ContinuousClock.now - begin) / .seconds(1)
    #expect(whole.isDone && whole.lines.count == 16, "\(whole.error)")
    let expected = try folder.contents("whole")
    var kills = 0
    var rolls = 0
    while kills < Self.kills {
      try? FileManager.default.removeItem(at: folder.url.appending(path: "out"))
      while kills < Self.kills {
        let run = try Program.Run(arguments + ["out"], in: folder)
        usleep(UInt32(1e6 * Double.random(in: 0...length)))
        run.process.kill()
        if try run.result().isDone { break }
        kills += 1
        for (name, bytes) in try folder.contents("out") where !name.hasPrefix(".peel-") {
          #expect(bytes == expected[name], "\(name) after \(kills) kills")
        }
      }
      let last = try Program.run(arguments + ["out"], in: folder)
      #expect(last.output == whole.output.replacing("whole/", with: "out/"), "\(last.error)")
      #expect(try folder.contents("out") == expected)
      let again = try Program.run(arguments + ["out"], in: folder)
      #expect(again.earlier == 16 && again.output == last.output, "\(again.error)")
      rolls += 1
    }
    print("killed \(kills) times while \(rolls) rolls were scanned")
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func interruptedRunsLeaveWholeScansOnly(signal: Int32, status: Int32) throws {
    let folder = try Folder()
    try Roll.write(60, in: folder)
    let run = try Program.Run(["scan", "roll", "-o", "out"], in: folder)
    while run.process.isRunning, folder.scans("out") < 4 { usleep(5_000) }
    kill(run.process.processIdentifier, signal)
    let result = try run.result()
    #expect(result.status == status)
    #expect(result.error.hasSuffix("peel: run the same command again to continue\n"), "\(result.error)")
    let names = folder.names("out")
    #expect((1..<60).contains(names.count))
    #expect(names.allSatisfy { $0.hasSuffix("-1.jpg") })
    let rest = try Program.run(["scan", "roll", "-o", "out"], in: folder)
    #expect(rest.isDone && rest.earlier == names.count, "\(rest.error)")
    #expect(folder.names("out").count == 60)
  }

  /// A disk of 128 kB, mounted in a mount namespace of its own, which is then enlarged.
  @Test func aFullDiskStopsTheRunAndFreedSpaceLetsItContinue() throws {
    let folder = try Folder()
    try Roll.write(40, in: folder)
    try folder.write(Data(), "out/kept")
    let script = """
      mount -t tmpfs -o size=128k none out || exit 99
      "$0" scan roll -o out > first.txt 2> first.err; echo $? > first.status
      ls -A out | grep -c tmp > temporaries
      mount -o remount,size=50m out
      "$0" scan roll -o out > second.txt 2> second.err; echo $? > second.status
      rm -r out/.peel; mkdir copy; cp out/* copy
      """
    let run = try Program.run(["-rm", "sh", "-c", script, Program.path], of: "/usr/bin/unshare", in: folder)
    guard run.status == 0 else { return print("skipped: no disk can be mounted here: \(run.error)") }
    func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }
    #expect(try text("first.status") == "1\n" && text("temporaries") == "0\n")
    let (first, second) = try (text("first.err"), text("second.err"))
    #expect(first.contains("because the disk is full: no space left on device; free some space, then"), "\(first)")
    // Only photos that were already begun report it.
    #expect((1...8).contains(first.components(separatedBy: "no space left").count - 1))
    let done = try text("first.txt").split(separator: "\n").count
    #expect((1..<40).contains(done))
    #expect(["0\n", "3\n"].contains(try text("second.status")), "\(second)")
    #expect(try text("second.txt").split(separator: "\n").count == 40)
    _ = try Program.run(["scan", "roll", "-o", "whole"], in: folder)
    #expect(try folder.contents("copy") == folder.contents("whole"))
  }

  @Test func reachingTheFileSizeLimitIsAnError() throws {
    let folder = try Folder()
    try Roll.write(3, in: folder)
    let limited = try Program.run(
      ["-c", "ulimit -f 2; exec \"$0\" scan roll -o out", Program.path], of: "/bin/sh", in: folder)
    #expect(limited.status == 1)
    #expect(limited.error.contains("cannot be written: file too large"), "\(limited.error)")
    #expect(folder.names("out") == [])
    #expect(try Program.run(["scan", "roll", "-o", "out"], in: folder).lines.count == 3)
  }

  @Test func aFolderThatVanishesStopsTheRun() throws {
    let folder = try Folder()
    try Roll.write(80, in: folder)
    let run = try Program.Run(["scan", "roll", "-o", "out", "--jobs", "2"], in: folder)
    while run.process.isRunning, folder.scans("out") < 4 { usleep(5_000) }
    try FileManager.default.moveItem(atPath: folder.path("out"), toPath: folder.path("away"))
    let result = try run.result()
    #expect(result.status == 1)
    #expect(result.error.contains("out: this folder no longer exists; restore it"), "\(result.error)")
    #expect(!result.error.contains("to continue"), "\(result.error)")
    #expect(result.errorLines.count <= 6)
    #expect(!folder.names().contains("out"))
    try FileManager.default.moveItem(atPath: folder.path("away"), toPath: folder.path("out"))
    let rest = try Program.run(["scan", "roll", "-o", "out"], in: folder)
    #expect(rest.isDone && rest.earlier > 0, "\(rest.error)")
    #expect(folder.names("out").count == 80 && folder.names("out").allSatisfy { $0.hasSuffix("-1.jpg") })
  }

  /// Runs a script once the first scans are there.
  private func run(
    _ options: [String] = [], to inner: String = "out", disturbedBy script: String, in folder: Folder
  ) throws -> Program.Result {
    try Roll.write(60, in: folder)
    let run = try Program.Run(["scan", "roll", "-o", "out", "--jobs", "2"] + options, in: folder)
    while run.process.isRunning, folder.scans(inner) < 4 { usleep(5_000) }
    #expect(try Program.run(["-c", script], of: "/bin/sh", in: folder).status == 0)
    return try run.result()
  }

  /// Whatever has the folder's name, the run writes nothing more, and the folder it began with is whole.
  @Test(arguments: ["mkdir out", "touch out", "mkdir other; ln -s other out"])
  func anotherFolderInItsPlaceStopsTheRun(_ script: String) throws {
    let folder = try Folder()
    let result = try run(disturbedBy: "mv out away; \(script)", in: folder)
    #expect(result.status == 1 && folder.names("out").isEmpty)
    // There is no folder for a moment.
    let facts = ["is no longer the folder that the run began with", "folder no longer exists"]
    #expect(facts.contains { result.error.contains("out: this \($0)") }, "\(result.error)")
    // A scan that was written but not noted is told, and its photo counts as failed.
    let counts = [result.lines.count, result.lines.count + 1]
    #expect(
      result.errorLines.count == 2 && counts.contains { result.errorLines[1].hasPrefix("peel: \($0) of 60 photos") },
      "\(result.error)")
    #expect(folder.names("away").count >= result.lines.count)
    _ = try Program.run(["-c", "rm -rf out; mv away out"], of: "/bin/sh", in: folder)
    let rest = try Program.run(["scan", "roll", "-o", "out"], in: folder)
    #expect(rest.isDone && (result.lines.count - 1...result.lines.count).contains(rest.earlier), "\(rest.error)")
  }

  /// Nothing is written to a journal that is a pipe, or that has another name by now, and no pipe is waited for.
  @Test(arguments: [
    ("mkfifo p; mv p out/.peel/journal", "out/.peel/journal: this is a pipe or a device"),
    ("mkfifo p; mv p out/.peel/lock", "out/.peel/lock: this is a pipe or a device"),
    ("ln out/.peel/journal other", "out/.peel/journal: this is a file with another name elsewhere"),
    ("ln -s ../../other p; mv out/.peel/journal other; mv p out/.peel/journal", "out/.peel/journal: this is a link"),
    (
      "mv out/.peel other; until ln -sT ../other out/.peel; do rm -rf out/.peel; done",
      "out/.peel: this is a link"
    ),
  ])
  func notesInOtherHandsStopTheRun(_ script: String, says: String) throws {
    let folder = try Folder()
    let result = try run(disturbedBy: script, in: folder)
    #expect(result.status == 1 && result.error.contains(says), "\(result.error)")
    #expect(result.errorLines.count == 2 && result.lines.count < 60, "\(result.error)")
  }

  @Test func scansThatAreTakenAwayAreTold() throws {
    let folder = try Folder()
    let result = try run(
      ["--name", "old/{stem}-{n}"], to: "out/old", disturbedBy: "mv out/old away", in: folder)
    let count = folder.names("away").filter { $0.hasSuffix(".jpg") }.count
    #expect(
      result.status == 1 && result.error.contains("peel: \(count) of the scans are no longer in out"), "\(result.error)"
    )
  }

  /// A run puts its lock and its journal back before it writes on, so that it stays alone and the next one knows its scans.
  @Test(arguments: [
    "rm -r out/.peel", "mv out/.peel away", "rm out/.peel/journal*", "rm out/.peel/lock",
    "rm -r out/.peel; mkdir out/.peel",
  ])
  func notesThatVanishArePutBack(_ script: String) throws {
    let folder = try Folder()
    try Roll.write(30, in: folder)
    try folder.write(Data("text".utf8), "text.jpg")
    for options in [[], ["--shard", "1/1"]] {
      let run = try Program.Run(["scan", "roll", "-o", "out", "--jobs", "2", "--force"] + options, in: folder)
      while run.process.isRunning, folder.scans("out") < 4 { usleep(5_000) }
      _ = try Program.run(["-c", script], of: "/bin/sh", in: folder)
      let made = folder.scans("out")
      while run.process.isRunning, folder.scans("out") < made + 3 { usleep(5_000) }
      // It would write nothing.
      let other = try Program.run(["scan", "text.jpg", "-o", "out"], in: folder)
      #expect(other.error.contains("another run is writing its scans here") || !run.process.isRunning, "\(other.error)")
      let result = try run.result()
      #expect(result.isDone && result.lines.count == 30, "\(result.error)")
      let same = try Program.run(["scan", "roll", "-o", "out"], in: folder)
      #expect(same.isDone && same.earlier == 30, "\(same.error)")
      let others = try Program.run(["scan", "roll", "-o", "out", "--clip", "3"], in: folder)
      #expect(others.isDone && others.lines.count == 30, "\(others.error)")
      #expect(folder.names("out").count == 30)
      _ = try Program.run(["-c", "rm -rf out away"], of: "/bin/sh", in: folder)
    }
  }

  /// A file whose reads fail, a link to itself, and a file without read permission, which is skipped as root.
  @Test(arguments: [
    ("ln -s /proc/self/mem b.jpg", "cannot be read: input/output error"),
    ("ln -s b.jpg b.jpg", "cannot be read: too many levels of symbolic links"),
    ("cp a.jpg b.jpg; chmod 0 b.jpg", "cannot be read: permission denied"),
  ])
  func anUnreadablePhotoIsReportedAndTheOthersAreScanned(_ script: String, says: String) throws {
    if script.contains("chmod"), geteuid() == 0 { return print("skipped: root may read all files") }
    let folder = try Folder()
    for name in ["a.jpg", "c.jpg"] { try folder.write(try Roll.photo(1), name) }
    _ = try Program.run(["-c", script], of: "/bin/sh", in: folder)
    let run = try Program.run(["scan", ".", "-o", "out"], in: folder)
    #expect(run.status == 1 && run.output == "out/a-1.jpg\nout/c-1.jpg\n")
    #expect(run.error.contains("b.jpg: \(says)"), "\(run.error)")
  }

  /// As root, the test runs the program as nobody, because root may read all folders.
  @Test func anUnreadableFolderIsReportedAndTheOthersAreScanned() throws {
    let folder = try Folder()
    for name in ["roll/a/1.jpg", "roll/b/2.jpg", "roll/c/3.jpg"] { try folder.write(try Roll.photo(1), name) }
    let script = """
      export HOME="$PWD"; chmod 755 .; mkdir out; chmod 777 out; chmod 0 roll/b
      [ "$(id -u)" = 0 ] && nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
      $nobody test -x "$0" || exit 99
      $nobody "$0" scan -r roll -o out; status=$?
      chmod 755 roll/b; exit $status
      """
    let run = try Program.run(["-c", script, Program.path], of: "/bin/sh", in: folder)
    if run.status == 99 { return print("skipped: the program cannot be run by another user here") }
    #expect(run.status == 1 && run.output == "out/1-1.jpg\nout/3-1.jpg\n", "\(run.error)")
    #expect(run.error.contains("peel: roll/b: cannot be read: permission denied; check"), "\(run.error)")
  }

  /// While the list of photos is read, there is nothing to finish.
  @Test(arguments: [["scan", "-", "-o", "out"], ["scan", "-0", "-o", "out"], ["rank", "-"], ["detect", "-"]])
  func interruptsEndTheWaitForAList(_ arguments: [String]) throws {
    let folder = try Folder()
    let process = Process()
    process.executableURL = URL(filePath: Program.path)
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    let list = Pipe()
    process.standardInput = list
    try process.run()
    usleep(200_000)
    process.interrupt()
    let end = ContinuousClock.now + .seconds(5)
    while process.isRunning, ContinuousClock.now < end { usleep(5_000) }
    let hasEnded = !process.isRunning
    try list.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(hasEnded && process.terminationStatus == SIGINT)
  }

  @Test func aPhotoThatChangesWhileItIsReadIsRefused() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1) + Data(repeating: 0, count: 100 << 20), "growing.jpg")
    let file = try FileHandle(forWritingTo: folder.url.appending(path: "growing.jpg"))
    try file.seekToEnd()
    let run = try Program.Run(["scan", "growing.jpg", "-o", "out"], in: folder)
    while run.process.isRunning { try file.write(contentsOf: Data([1])) }
    let result = try run.result()
    #expect(result.status == 1 && folder.names("out") == [])
    #expect(
      result.error.contains("growing.jpg: it changed while it was read; wait until it is complete"), "\(result.error)")
  }

  /// Spaces, a line feed, a leading dash, a star, quotes, invalid UTF-8, and 255 bytes, each in two folders.
  @Test func namesMayHaveAnyBytes() throws {
    let folder = try Folder()
    try folder.write(try Roll.photo(1), "one.jpg")
    let script = """
      for folder in x y; do
        mkdir -p roll/$folder
        for name in 'two words' 'two
      lines' -dash '*' "it's \\"so\\"" "$(printf 'caf\\351')" "$(printf '%0251d' 0)"; do
          cp one.jpg "roll/$folder/$name.jpg"
        done
      done
      "$0" scan -r roll -o out > first.txt; echo $? >> first.txt
      find roll -name '*.jpg' -print0 | sort -z | "$0" scan -0 -o out > second.txt 2> second.err; echo $? >> second.txt
      """
    _ = try Program.run(["-c", script, Program.path], of: "/bin/sh", in: folder)
    #expect(try folder.read("first.txt") == folder.read("second.txt"))
    #expect(try folder.read("first.txt").suffix(3) == Data("\n0\n".utf8))
    #expect(
      String(decoding: try folder.read("second.err"), as: UTF8.self).contains("14 of them by an earlier run"))
    let names = try PeelFiles.names(in: Path(folder.path("out"))).filter { $0 != Array(".peel".utf8) }
    #expect(names.count == 14)
    for name in ["x-two words-1.jpg", "y-two\nlines-1.jpg", "x--dash-1.jpg", "y-*-1.jpg", "x-it's \"so\"-1.jpg"] {
      #expect(names.contains(Array(name.utf8)), "\(name)")
    }
    #expect(names.contains(Array("y-caf".utf8) + [0xE9] + Array("-1.jpg".utf8)))
  }

  /// The number of photos over which memory is measured. The long test sets PHOTOS=10000.
  private static let photos = ProcessInfo.processInfo.environment["PHOTOS"].flatMap { Int($0) } ?? 300

  @Test func memoryStaysFlat() throws {
    let folder = try Folder()
    try Roll.write(50, in: folder)
    for number in 50..<Self.photos {
      try FileManager.default.linkItem(
        atPath: folder.path("roll/\(100 + number % 50).jpg"), toPath: folder.path("roll/\(100 + number).jpg"))
    }
    let run = try Program.Run(["scan", "roll", "-o", "out", "--jobs", "2"], in: folder)
    func peak() -> Int {
      let status = try? String(contentsOfFile: "/proc/\(run.process.processIdentifier)/status", encoding: .utf8)
      return status?.firstMatch(of: /VmHWM:\s+([0-9]+) kB/).flatMap { Int($0.output.1) } ?? 0
    }
    while run.process.isRunning, folder.names("out").count < Self.photos / 5 { usleep(20_000) }
    let early = peak()
    var late = early
    while run.process.isRunning {
      late = max(late, peak())
      usleep(20_000)
    }
    #expect(try run.result().lines.count == Self.photos)
    print("memory: \(early) kB after a fifth of \(Self.photos) photos, \(late) kB at their end")
    #expect(early > 0 && Double(late) < 1.15 * Double(early))
  }
}

extension Process {
  fileprivate func kill() { Glibc.kill(processIdentifier, SIGKILL) }
}
