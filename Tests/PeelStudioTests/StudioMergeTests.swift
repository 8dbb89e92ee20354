import Foundation
import PeelFiles
import PeelImaging
import PeelScanning
import PeelTestSupport
import PeelWorkbench
import Synchronization
import Testing

@testable import PeelStudio

/// Merging the shots of a burst in the workbench, on files.
@Suite struct StudioMergeTests {
  /// A folder with three shots of one print, `photos/0.jpg` to `photos/2.jpg`, each under other glare.
  private static func shots() throws -> Folder {
    let (made, folder) = (try MadeShots(), try Folder())
    for (number, name) in ["a", "b", "c"].enumerated() {
      try folder.write(try made.folder.read(name + ".jpg"), "photos/\(number).jpg")
    }
    return folder
  }

  private static func merge(in folder: Folder, to output: String) throws -> Program.Result {
    try Program.run(["merge", "photos/0.jpg", "photos/1.jpg", "photos/2.jpg", "-o", output], in: folder)
  }

  /// Has the shots merged at a new desk.
  ///
  /// - Returns: what went wrong.
  private static func merge(at desk: inout StudioTests.Desk) -> String? {
    guard desk.settle() else { return "no peace at the start" }
    desk.press(.character("b"))
    guard desk.wait({ !$0.bursts.isEmpty }) else { return "no bursts" }
    desk.press(.character("m"))
    return desk.wait { $0.page.bursts?.merging?.burst != nil } ? nil : "not merged"
  }

  @Test func searchedPhotosAreNotSearchedAgainForBursts() async throws {
    let outcome = await onOwnThread("bursts") { Result { try Self.findBursts() } }
    let failures = try outcome.get()
    #expect(failures.isEmpty, "\(failures)")
  }

  /// - Returns: what went wrong.
  private static func findBursts() throws -> [String] {
    var desk = try StudioTests.Desk(photos: 3, in: try shots(), isNew: false)
    guard desk.settle() else { return ["no peace at the start"] }
    let (studio, found) = (desk.studio, desk.model.searchedPhotos)
    let counts = Mutex<[Int]>([])
    let progress = Studio.Progress(
      isWanted: { true }, report: { done, count in counts.withLock { $0 += [done, count ?? 0] } })
    let known = waiting { await studio.bursts(found, progress) }
    let anew = waiting { await studio.bursts([]) }
    var failures: [String] = []
    if known.map(\.shots.count) != [3] { failures.append("bursts: \(known.map(\.shots.count))") }
    if known != anew { failures.append("judged otherwise than after a search") }
    if counts.withLock({ $0 }) != [1, 3, 2, 3, 3, 3] { failures.append("told: \(counts.withLock { $0 })") }
    // If the roll found nothing in these files, nothing is searched; if it was in other files, all is.
    let none = found.map { MergeOrder.Shot(item: $0.item, outlines: [], version: $0.version) }
    if !waiting(for: { await studio.bursts(none) }).isEmpty { failures.append("searched photos that were searched") }
    let other = found.map { MergeOrder.Shot(item: $0.item, outlines: [], version: PhotoVersion(digest: 7)) }
    if waiting(for: { await studio.bursts(other) }) != anew { failures.append("didn't search photos that changed") }
    return failures
  }

  @Test func mergedAsTheCommandDoes() async throws {
    let outcome = await onOwnThread("merging") { Result { try Self.mergeAndExport() } }
    let failures = try outcome.get()
    #expect(failures.isEmpty, "\(failures)")
  }

  /// - Returns: what went wrong.
  private static func mergeAndExport() throws -> [String] {
    var failures: [String] = []
    func check(_ isRight: Bool, _ what: String) { if !isRight { failures.append(what) } }
    let folder = try shots()
    var desk = try StudioTests.Desk(photos: 3, in: folder, isNew: false)
    check(desk.settle(), "no peace at the start")
    func present(_ model: Model) -> Bool { model.page.bursts?.merging?.burst != nil }
    desk.press(.character("b"))
    check(desk.wait { !$0.bursts.isEmpty }, "no bursts: \(desk.model.message?.text ?? "")")
    desk.press(.character("m"))
    check(desk.wait(present), "not merged: \(desk.model.message?.text ?? "")")
    let burst = desk.model.page.bursts?.merging?.burst
    check(burst?.used.count == 3 && burst?.leftOut.isEmpty == true, "used: \(burst?.used.count ?? 0)")
    let share = burst?.used.map(\.share).reduce(0, +) ?? 0
    check(abs(share - 1) < 1e-3, "shares: \(share)")
    check(Set(burst?.pictures.map(\.width) ?? []).count == 1, "pictures of several sizes")
    check(folder.names("out").isEmpty, "written before it was looked at")
    desk.press(.enter)
    check(desk.wait { $0.isIdle }, "not exported: \(desk.model.message?.text ?? "")")
    desk.press(.escape)
    check(desk.settle() && desk.model.page.bursts?.merging == nil, "no peace after exporting")
    check(desk.model.roll.items.count(where: \.sheet.isSetAside) == 2, "shots not set aside")
    let states = desk.model.roll.items.map(\.state)
    check(states.count { $0 == .merged } == 1 && states.count { $0 == .inMerge } == 2, "states: \(states)")

    // The command makes the same of the shots, although they are set aside.
    let name = folder.names("out").first ?? "none"
    let written = try folder.read("out/\(name)")
    check(folder.names("out").count == 1, "scans: \(folder.names("out"))")
    let run = try merge(in: folder, to: "check")
    check(folder.names("check") == [name], "named \(name), not \(folder.names("check")): \(run.error)")
    check(try folder.read("check/\(name)") == written, "peel merge makes another scan")
    _ = try Program.run(["scan", "photos", "-o", "out"], in: folder)
    check(try folder.read("out/\(name)") == written, "peel scan replaced it")

    // Undo brings the shots back. Their own scans don't take the merged one's place.
    desk.press(.character("u"))
    check(desk.settle() && desk.model.roll.items.allSatisfy { !$0.sheet.isSetAside }, "not brought back")
    let reference = name.replacing("-1.jpg", with: ".jpg")
    for _ in 0..<3 where desk.model.item.title != reference { desk.press(.character("n")) }
    desk.press(.character("e"))
    check(desk.wait { $0.isIdle }, "no peace after the export")
    check(try folder.read("out/\(name)") == written, "the export of one shot replaced the merged scan")
    check(
      desk.model.message?.text.contains("\(name): was merged from several shots, and is kept") == true,
      "said: \(desk.model.message?.text ?? "nothing")")
    return failures
  }

  @Test func aMergedPhotoIsExportedLikeOthers() async throws {
    let outcome = await onOwnThread("merging") { Result { try Self.exportAgain() } }
    let failures = try outcome.get()
    #expect(failures.isEmpty, "\(failures)")
  }

  /// - Returns: what went wrong.
  private static func exportAgain() throws -> [String] {
    var failures: [String] = []
    func check(_ isRight: Bool, _ what: String) { if !isRight { failures.append(what) } }
    let folder = try shots()
    var desk = try StudioTests.Desk(photos: 3, in: folder, isNew: false)
    if let failure = merge(at: &desk) { return [failure] }
    desk.press(.enter)
    guard desk.wait({ $0.isIdle }), desk.settle() else { return ["not exported"] }
    let name = folder.names("out").first ?? "none"
    let written = try folder.read("out/\(name)")
    let reference = name.replacing("-1.jpg", with: ".jpg")
    desk.press(.escape)
    for _ in 0..<3 where desk.model.item.title != reference { desk.press(.character("p")) }
    check(desk.model.item.title == reference, "not reached: \(desk.model.item.title)")
    check(desk.model.item.state == .merged, "state: \(desk.model.item.state)")

    // What is changed of it counts.
    desk.press(.character("t"), .enter)
    check(desk.wait { $0.isIdle }, "not turned")
    desk.press(.character("e"))
    check(desk.wait { $0.isIdle }, "not exported again")
    let turned = try folder.read("out/\(name)")
    check(turned != written && desk.model.item.state == .merged, "said: \(desk.model.message?.text ?? "nothing")")
    let scan = try Program.run(["scan", "photos", "-o", "check"], in: folder)
    check(try folder.read("check/\(name)") == turned, "peel scan makes another one: \(scan.error)")

    // The next session knows the scan, and makes it anew where it is missing.
    func export(_ words: String) throws {
      var next = try StudioTests.Desk(photos: 3, in: folder, isNew: false)
      guard next.settle() else { return failures.append("no peace in the next session") }
      next.press(.character("E"))
      check(next.wait { $0.isIdle }, "no peace after all were exported")
      let said = next.model.message?.text ?? "nothing"
      check(said.hasPrefix(words), "said: \(said)")
      check(try folder.names("out") == [name] && (folder.read("out/\(name)")) == turned, "made another scan")
    }
    try export("all accepted photos are exported")
    try FileManager.default.removeItem(atPath: folder.path("out"))
    try export("exported \(name)")

    // A shot that is gone is told.
    let other = (0..<3).map { "\($0).jpg" }.first { $0 != reference } ?? ""
    try FileManager.default.removeItem(atPath: folder.path("photos/\(other)"))
    desk.press(.character("e"))
    check(desk.wait { $0.isIdle }, "no peace without a shot")
    let said = desk.model.message?.text ?? "nothing"
    check(said.contains("\(other) changed or is gone; merge them again"), "said: \(said)")
    return failures
  }

  @Test func aBatchMergesAgain() async throws {
    let outcome = await onOwnThread("merging") { Result { try Self.mergeAndScan() } }
    let failures = try outcome.get()
    #expect(failures.isEmpty, "\(failures)")
  }

  /// - Returns: what went wrong.
  private static func mergeAndScan() throws -> [String] {
    var failures: [String] = []
    func check(_ isRight: Bool, _ what: String) { if !isRight { failures.append(what) } }
    let folder = try shots()
    var desk = try StudioTests.Desk(photos: 3, in: folder, isNew: false)
    if let failure = merge(at: &desk) { return [failure] }
    desk.press(.enter)
    guard desk.wait({ $0.isIdle }), desk.settle() else { return ["not exported"] }
    let name = folder.names("out").first ?? "none"
    let written = try folder.read("out/\(name)")
    let reference = name.replacing("-1.jpg", with: ".jpg")

    func scan(to output: String, _ options: String...) throws -> Program.Result {
      try Program.run(["scan", "photos", "-o", output] + options, in: folder)
    }
    let planned = try scan(to: "batch", "--dry-run", "--json")
    check(planned.output.contains(#""merged":{"#) && folder.names("batch").isEmpty, "planned: \(planned.output)")
    for _ in 0..<2 {
      let run = try scan(to: "batch")
      check(folder.names("batch") == [name], "made: \(folder.names("batch")) \(run.error)")
      check(try folder.read("batch/\(name)") == written, "made another scan: \(run.error)")
      check(run.error.contains("2 photos are set aside"), "said: \(run.error)")
    }
    let one = try Program.run(["scan", "photos/\(reference)", "-o", "one.jpg"], in: folder)
    check(try folder.read("one.jpg") == written, "made another only scan: \(one.error)")
    // A shot is known by its content.
    let others = (0..<3).map { "\($0).jpg" }.filter { $0 != reference }
    let files = FileManager.default
    try files.moveItem(atPath: folder.path("photos/\(others[0])"), toPath: folder.path("photos/moved.jpg"))
    try files.removeItem(atPath: folder.path("photos/\(others[0]).peel"))
    _ = try scan(to: "renamed")
    check(try folder.read("renamed/\(name)") == written, "made another scan of a renamed shot")
    // Without it, the reference is scanned alone.
    try files.removeItem(atPath: folder.path("photos/moved.jpg"))
    let alone = try scan(to: "alone")
    check(alone.status == 3, "status \(alone.status)")
    check(alone.error.contains("\(others[0]) is gone or changed; it was scanned alone"), "said: \(alone.error)")
    check(folder.names("alone") == [name], "made: \(folder.names("alone"))")
    check(try folder.read("alone/\(name)") != written, "merged without a shot")
    // The merged scan stays where it was made before.
    for _ in 0..<2 {
      let again = try scan(to: "batch")
      check(
        again.status == 3 && again.error.contains("\(others[0]) is gone or changed; to mend"), "said: \(again.error)")
      check(try folder.read("batch/\(name)") == written, "replaced the merged scan")
    }
    // Without the reference, no scan takes the merged one's place, but nothing goes unsaid.
    try files.removeItem(atPath: folder.path("photos/\(reference)"))
    try files.removeItem(atPath: folder.path("photos/\(reference).peel"))
    for _ in 0..<2 {
      let lost = try scan(to: "lost")
      check(lost.status == 3 && lost.error.contains("merged into \(reference), which is gone"), "said: \(lost.error)")
      check(folder.names("lost").isEmpty, "made: \(folder.names("lost"))")
    }
    _ = try scan(to: "lost", "--all")
    check(folder.names("lost") == [others[1].replacing(".jpg", with: "-1.jpg")], "made: \(folder.names("lost"))")
    return failures
  }

  /// The journal knows a merged scan also if a shot vanished before it was written.
  @Test func mergedScansAreKnownWithoutTheirShots() async throws {
    let outcome = await onOwnThread("merging") { Result { try Self.deleteAndExport() } }
    let failures = try outcome.get()
    #expect(failures.isEmpty, "\(failures)")
  }

  /// - Returns: what went wrong.
  private static func deleteAndExport() throws -> [String] {
    let folder = try shots()
    var desk = try StudioTests.Desk(photos: 3, in: folder, isNew: false)
    if let failure = merge(at: &desk) { return [failure] }
    let used = desk.model.page.bursts?.merging?.burst?.used.map { desk.model.roll[$0.item].title } ?? []
    try FileManager.default.removeItem(atPath: folder.path("photos/\(used[1])"))
    desk.press(.enter)
    guard desk.wait({ $0.isIdle }), desk.settle() else { return ["not exported"] }
    let name = used[0].replacing(".jpg", with: "-1.jpg")
    let written = try folder.read("out/\(name)")
    for sidecar in folder.names("photos") where sidecar.hasSuffix(".peel") {
      try FileManager.default.removeItem(atPath: folder.path("photos/\(sidecar)"))
    }
    let run = try Program.run(["scan", "photos/\(used[0])", "-o", "out"], in: folder)
    return try folder.read("out/\(name)") == written ? [] : ["replaced: \(run.error)"]
  }

  @Test func unsavedCornersCount() async throws {
    let outcome = await onOwnThread("merging") { Result { try Self.moveAndMerge() } }
    let failures = try outcome.get()
    #expect(failures.isEmpty, "\(failures)")
  }

  /// - Returns: what went wrong.
  private static func moveAndMerge() throws -> [String] {
    var failures: [String] = []
    func check(_ isRight: Bool, _ what: String) { if !isRight { failures.append(what) } }
    let folder = try shots()
    _ = try merge(in: folder, to: "check")
    let name = folder.names("check").first ?? "none"
    var desk = try StudioTests.Desk(photos: 3, in: folder, isNew: false)
    check(desk.settle(), "no peace at the start")
    // The outline of the shot that the others are laid on is the scan's.
    for _ in 0..<3 where desk.model.item.title != name.replacing("-1.jpg", with: ".jpg") { desk.press(.character("n")) }
    check(desk.settle(), "no peace at the reference")
    for _ in 0..<20 { desk.press(.character("l")) }
    check(desk.model.item.isAdjusted, "not moved: \(desk.model.message?.text ?? "")")
    desk.press(.character("b"))
    check(desk.wait { !$0.bursts.isEmpty }, "no bursts")
    desk.press(.character("m"))
    check(desk.wait { $0.page.bursts?.merging?.burst != nil }, "not merged: \(desk.model.message?.text ?? "")")
    desk.press(.enter)
    check(desk.wait { $0.isIdle }, "not exported: \(desk.model.message?.text ?? "")")
    check(desk.settle(), "no peace after exporting")
    let own = folder.names("out").first ?? "none"
    check(try folder.read("out/\(own)") != folder.read("check/\(name)"), "the moved corner doesn't count")
    // It isn't taken for what the command would make, nor for a scan of one shot.
    let written = try folder.read("out/\(own)")
    for sidecar in folder.names("photos") where sidecar.hasSuffix(".peel") {
      try FileManager.default.removeItem(atPath: folder.path("photos/\(sidecar)"))
    }
    _ = try Program.run(["scan", "photos/\(own.replacing("-1.jpg", with: ".jpg"))", "-o", "out"], in: folder)
    check(try folder.read("out/\(own)") == written, "peel scan of one shot replaced it")
    _ = try merge(in: folder, to: "out")
    check(try folder.read("out/\(name)") == folder.read("check/\(name)"), "peel merge took it for its own")
    return failures
  }

  /// A photo that was replaced isn't cut with the old one's corners.
  @Test func aReplacedShotIsNotMerged() async throws {
    let outcome = await onOwnThread("merging") { Result { try Self.replaceAndMerge() } }
    let failures = try outcome.get()
    #expect(failures.isEmpty, "\(failures)")
  }

  /// - Returns: what went wrong.
  private static func replaceAndMerge() throws -> [String] {
    let folder = try shots()
    var desk = try StudioTests.Desk(photos: 3, in: folder, isNew: false)
    guard desk.settle() else { return ["no peace at the start"] }
    desk.press(.character("l"))
    let outlines = desk.model.roll[0].sheet.prints
    // The digest of other bytes, as if the photo had been replaced.
    let version = PhotoVersion(digest: 1)
    let order = MergeOrder(
      shots: [
        .init(item: 0, outlines: outlines, version: version), .init(item: 1, outlines: nil, version: nil),
      ])
    do {
      _ = try desk.studio.merge(order)
      return ["merged"]
    } catch {
      return "\(error)".contains("changed while") ? [] : ["another fault: \(error)"]
    }
  }
}
