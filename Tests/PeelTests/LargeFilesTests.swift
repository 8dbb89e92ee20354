import Foundation
import PeelMessages
import PeelRandomNumbers
import PeelTestSupport
import Testing

@testable import PeelCodecs
@testable import PeelFiles
@testable import PeelOutput
@testable import PeelScanning

/// Files that are too large for the memory cost a message, not the run.
@Suite struct LargeFilesTests {
  /// Shots that are laid on each other take more memory than their photos.
  @Test func mergingManyShotsNeedsMemory() throws {
    let folder = try Folder()
    let photo = try Roll.photo(1)
    // A comment makes each file another one.
    for number in 0..<12 {
      let comment = Data([0xFF, 0xFE, 0, 3, UInt8(number)])
      try folder.write(photo.prefix(2) + comment + photo.dropFirst(2), "s\(number).jpg")
    }
    let shots = (0..<12).map { "s\($0).jpg" }
    let run = try Program.run(["merge"] + shots + ["-o", "o", "--max-memory", "45"], in: folder)
    #expect(run.status == 1 && run.errorLines.count == 1, "\(run.error)")
    #expect(run.error.contains("MB of memory, but only 45 MB may be used"), "\(run.error)")
  }

  private let folder: Folder

  init() throws {
    folder = try Folder()
    for number in 1...2 { try folder.write(try Roll.photo(number), "roll/\(number).jpg") }
  }

  /// The address space that the runs may take, in kB. A run without photos takes half of it.
  private static let addresses = 450_000

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(
      ["-c", "ulimit -v \(Self.addresses); exec \"$0\" \"$@\"", Program.path] + arguments, of: "/bin/sh", in: folder)
  }

  /// What is searched and what is read ahead share the memory of a ranking.
  @Test(arguments: [1, 3, 10, 66], [20 << 20, 1 << 30, 1_000_003]) func readingAheadKeepsToTheLimit(
    _ readers: Int, _ bytes: Int
  ) throws {
    var limits = DecodingLimits()
    limits.bytes = bytes
    limits.allowance = MemoryAllowance(bytes: bytes)
    let (searched, ahead) = ShotReading.split(limits, readers: readers)
    let shared = try #require(searched.allowance)
    #expect(ahead.allowance == nil && ahead.bytes > 0)
    #expect(shared.bytes + readers * ahead.bytes <= bytes)
    // Alone, a photo may still need all.
    #expect(searched.bytes == bytes)
  }

  /// Gives a file this size, in MB. It takes no room on the disk.
  private func enlarge(_ name: String, _ size: Int) throws {
    if !FileManager.default.fileExists(atPath: folder.path(name)) { try folder.write(Data(), name) }
    let file = try FileHandle(forWritingTo: folder.url.appending(path: name))
    try file.truncate(atOffset: UInt64(size) << 20)
    try file.close()
  }

  @Test func aPhoto() throws {
    try enlarge("roll/1.jpg", 500)
    let run = try run("scan", "roll", "-o", "o")
    #expect(run.status == 1 && run.output == "o/2-1.jpg\n", "\(run.error)")
    #expect(run.error.contains("roll/1.jpg: it needs 500 MB of memory"), "\(run.error)")
  }

  @Test func aSidecar() throws {
    try enlarge("roll/1.jpg.peel", 500)
    let run = try run("scan", "roll", "-o", "o")
    #expect(run.status == 1 && run.output == "o/2-1.jpg\n", "\(run.error)")
    #expect(run.error.contains("1.jpg.peel: the file is damaged: more than 1 MB"), "\(run.error)")
  }

  @Test func aScan() throws {
    _ = try run("scan", "roll", "-o", "o")
    try enlarge("o/1-1.jpg", 40_000)
    let begin = ContinuousClock.now
    let again = try run("scan", "roll", "-o", "o")
    #expect(again.status == 1 && again.error.contains("o/1-1.jpg: exists already"), "\(again.error)")
    // It isn't read: peel makes no scan of that size.
    #expect(ContinuousClock.now - begin < .seconds(20))
  }

  @Test func anExplanation() throws {
    try enlarge("x.jpg", 40_000)
    let run = try run("explain", "roll/1.jpg", "-o", "x.jpg", "--force")
    #expect(run.status == 1 && run.error.contains("peel explain didn't make it"), "\(run.error)")
  }

  @Test(arguments: [["journal"], ["journal-1-of-3", "journal-2-of-3", "journal-3-of-3"]])
  func journals(_ names: [String]) throws {
    for name in names { try enlarge("o/.peel/\(name)", 900) }
    let run = try run("scan", "roll", "-o", "o")
    #expect(run.status == 1 && run.error.contains("o/.peel: file too large"), "\(run.error)")
  }

  /// Files that come in pieces have the digest that they have whole.
  @Test func digestsOfPieces() throws {
    var numbers = RandomNumbers(seed: 7)
    for size in [0, 1, 7, 31, 32, 33, 100, 1000] {
      let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      var running = RunningDigest()
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...40, using: &numbers)
        running.add(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(running.digest == Digest(bytes), "\(size) bytes")
    }
    // The reference implementation's values.
    #expect(Digest([]).text == "ef46db3751d8e999" && Digest(Array("abc".utf8)).text == "44bc2cf5ad770999")
  }

  /// A journal whose lines lie across the blocks in which it is read, and which is read on from where it ended.
  @Test func longJournalsAreReadInBlocks() throws {
    let notes = PeelFiles.Path(folder.path)
    let writer = try #require(try JournalWriter(Array("journal".utf8), in: Descriptor(folderItself: notes)))
    let name = Array(repeating: UInt8(ascii: "n"), count: 200)
    func claim(_ number: Int) -> Claim {
      Claim(stem: name + Array("\(number)".utf8), photo: Digest([1]), picture: Digest([1]), file: nil)
    }
    for number in 0..<6000 { try writer.add(claim(number)) }
    var journal = try Journal(in: notes)
    #expect((0..<6000).allSatisfy { journal.claims.claim(to: claim($0).stem) != nil })
    for number in 6000..<6010 { try writer.add(claim(number)) }
    try journal.read(in: notes)
    #expect((0..<6010).allSatisfy { journal.claims.claim(to: claim($0).stem) != nil })
    try folder.write(Data(), "journal")
    try journal.read(in: notes)
    #expect(journal.claims.claim(to: claim(0).stem) == nil)
  }

  /// What a kill leaves where a file system can neither link nor rename without replacing.
  @Test func anEmptyFileOfAKilledRunIsReplaced() throws {
    _ = try run("scan", "roll", "-o", "o")
    let whole = try folder.contents("o")
    let journal = String(decoding: try folder.read("o/.peel/journal"), as: UTF8.self)
    let lines = journal.split(separator: "\n").filter { !$0.contains("\"work\"") }
    try folder.write(Data((lines.joined(separator: "\n") + "\n").utf8), "o/.peel/journal")
    try folder.write(Data(), "o/1-1.jpg")
    try folder.write(Data(), "o/notes.jpg")
    let again = try run("scan", "roll", "-o", "o")
    #expect(again.isDone, "\(again.error)")
    #expect(try folder.contents("o") == whole.merging(["notes.jpg": Data()]) { $1 })
  }

  /// The shots of a burst are in memory together, and take their share of it together.
  @Test(arguments: [(80, false), (120, true)])
  func burstsDoNotWaitForThemselves(_ megabytes: Int, isEnough: Bool) throws {
    let shot = try Samples.bytes("rocket-tilted.jpg")
    for number in 0..<3 { try folder.write(shot + Data([UInt8(number)]), "burst/\(number).jpg") }
    let run = try Program.Run(
      ["scan", "burst", "-o", "o", "--merge-bursts", "--max-memory", "\(megabytes)"], in: folder)
    let end = ContinuousClock.now + .seconds(60)
    while run.process.isRunning, ContinuousClock.now < end { usleep(20_000) }
    let hasEnded = !run.process.isRunning
    if !hasEnded { kill(run.process.processIdentifier, SIGKILL) }
    let result = try run.result()
    #expect(hasEnded && result.isDone == isEnough, "\(result.error)")
    #expect(isEnough || result.error.contains("MB may be used"), "\(result.error)")
  }

  /// A decoded photo, both eyes' pictures and an animation.
  @Test func stereoPicturesTakeTheirMemoryTogether() throws {
    try folder.write(try Samples.bytes("rocket-tilted.jpg"), "desk.jpg")
    let run = try Program.run(
      ["stereo", "desk.jpg", "--depth", "desk.jpg", "-o", "w", "--layout", "wiggle", "--max-memory", "150"], in: folder)
    #expect(run.status == 1 && run.error.contains("MB may be used"), "\(run.error)")
  }

  // MARK: - What the messages say

  @Test func aPhotoThatIsTooLongNeedsNoOption() {
    let complaint = Complaint(.codec("a.tif", .tooLarge(width: 65_501, height: 10)))
    #expect(complaint.reason == "65501 × 10 pixels are more than 65,500 along a side; make it smaller first")
    #expect(Complaint(.codec("a.tif", .tooLarge(width: 30_000, height: 30_000))).reason.contains("--max-megapixels"))
  }

  @Test func aJPEGOfTooManySegmentsIsNamedByStereoToo() throws {
    let photo = try Roll.photo(1)
    let segments = Data((0..<10_001).flatMap { _ in [0xFF, 0xFE, 0, 2] as [UInt8] })
    try folder.write(photo.prefix(2) + segments + photo.dropFirst(2), "many.jpg")
    let run = try Program.run(["stereo", "many.jpg", "-o", "w"], in: folder)
    #expect(run.status == 1 && run.error.contains("a JPEG with more than 10000 segments"), "\(run.error)")
  }

  // MARK: - The memory that is left

  @Test func groupsThatContainTheProcessCount() {
    #expect(
      FreeMemory.groups("0::/user.slice/job.scope\n") == [
        "/sys/fs/cgroup/user.slice/job.scope", "/sys/fs/cgroup/user.slice", "/sys/fs/cgroup",
      ])
    #expect(
      FreeMemory.groups("4:cpu,cpuacct:/a\n3:memory:/batch/job-1\n") == [
        "/sys/fs/cgroup/memory/batch/job-1", "/sys/fs/cgroup/memory/batch", "/sys/fs/cgroup/memory",
      ])
    #expect(FreeMemory.groups("0::/\n") == ["/sys/fs/cgroup"])
    #expect(FreeMemory.groups("") == ["/sys/fs/cgroup", "/sys/fs/cgroup/memory"])
  }

  // MARK: - Lists

  @Test func onePhotoBySeveralNamesIsOne() throws {
    let run = try Program.run(
      ["scan", "roll/1.jpg", "./roll/1.jpg", "roll/../roll/1.jpg", "roll", "-o", "o"], in: folder)
    #expect(run.output == "o/1-1.jpg\no/2-1.jpg\n", "\(run.error)")
  }

  @Test func aByteOrderMarkIsIgnored() throws {
    let list = Data([0xEF, 0xBB, 0xBF]) + Data("roll/1.jpg\r\nroll/2.jpg\r\n".utf8)
    let run = try Program.run(["scan", "-", "-o", "o"], input: list, in: folder)
    #expect(run.output == "o/1-1.jpg\no/2-1.jpg\n", "\(run.error)")
  }
}
