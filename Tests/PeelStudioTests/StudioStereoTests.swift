import Foundation
import PeelCodecs
import PeelFiles
import PeelImaging
import PeelScanning
import PeelTestSupport
import PeelWorkbench
import Testing

@testable import PeelStudio

/// Photos with depth in the workbench, on files.
@Suite struct StudioStereoTests {
  /// A photo with a depth map as Samsung's phones append it.
  private static func photo() throws -> Data {
    func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let levels = (0..<75).flatMap { y in (0..<60).map { x in UInt16(abs(x - 30) + abs(y - 37) < 30 ? 60_000 : 9_000) } }
    let map = try DepthMap(nearness: Plane(width: 60, height: 75, samples: levels)).png()
    let title = Array("DualShot_DepthMap".utf8)
    let block = [0, 0] + number(0x0AB1, 2) + number(title.count) + title + map
    let directory =
      Array("SEFH".utf8) + number(107) + number(1) + [0, 0] + number(0x0AB1, 2) + number(block.count)
      + number(block.count)
    return try Roll.photo(1) + Data(block + directory + number(directory.count) + Array("SEFT".utf8))
  }

  @Test func exportedAsTheCommandDoes() async throws {
    let outcome = await onOwnThread("stereo") { Result { try Self.lookAndExport() } }
    let failures = try outcome.get()
    #expect(failures.isEmpty, "\(failures)")
  }

  /// - Returns: what went wrong.
  private static func lookAndExport() throws -> [String] {
    var failures: [String] = []
    func check(_ isRight: Bool, _ what: String) { if !isRight { failures.append(what) } }
    let folder = try Folder()
    try folder.write(photo(), "photos/0.jpg")
    try folder.write(try Roll.photo(2), "photos/1.jpg")
    var desk = try StudioTests.Desk(photos: 2, in: folder, isNew: false)
    check(desk.settle(), "no peace at the start")
    check(desk.model.roll.items.map(\.hasDepth) == [true, false], "marked: \(desk.model.roll.items.map(\.hasDepth))")
    func isMade(_ model: Model) -> Bool { model.page.depth.map { $0.made?.order == $0.order } ?? false }
    desk.press(.character("D"))
    check(desk.wait(isMade), "no depth: \(desk.model.message?.text ?? "")")
    check(desk.model.page.depth?.made?.pictures.map == PixelSize(width: 60, height: 75), "another map")
    desk.press(.enter)
    check(desk.wait { $0.isIdle }, "the map isn't written")
    desk.press(.tab, .right, .up)
    check(desk.wait(isMade), "no anaglyph")
    let focus = desk.model.page.depth?.order.focus ?? 0
    desk.press(.enter)
    check(desk.wait { $0.isIdle }, "the anaglyph isn't written")
    desk.press(.tab, .character("0"))
    check(desk.wait(isMade) && desk.model.isWobbling, "no wobble")
    desk.press(.enter)
    check(desk.wait { $0.isIdle }, "the animation isn't written")
    check(folder.names("out") == ["0-anaglyph.jpg", "0-depth.png", "0-wiggle.gif"], "written: \(folder.names("out"))")

    for options in [
      ["--layout", "depth"], ["--layout", "wiggle"],
      ["--layout", "anaglyph", "--shift", "1.1", "--focus", "\(Double(focus) / 100)"],
    ] {
      let run = try Program.run(["stereo", "photos/0.jpg", "-o", "check"] + options, in: folder)
      check(run.status == 0, run.error)
    }
    for name in folder.names("out") {
      check(try folder.read("check/\(name)") == folder.read("out/\(name)"), "peel stereo makes another \(name)")
    }
    // The scans of the photo have the same folder, and its roll doesn't take the pictures in.
    desk.press(.tab, .backTab)
    check(desk.wait(isMade), "no wobble again")
    desk.press(.enter)
    check(desk.wait { $0.isIdle }, "no answer")
    let again = desk.model.message?.text ?? ""
    check(again.contains("0-wiggle.gif is in") && again.hasSuffix("already, and is the same"), again)
    desk.press(.right)
    check(desk.wait(isMade), "no deeper wobble")
    desk.press(.enter)
    check(desk.wait { $0.isIdle }, "not written again")
    let other = desk.model.message?.text ?? ""
    check(other.hasSuffix(", in place of the one made before"), other)
    desk.press(.escape, .character("e"))
    check(desk.settle() && folder.names("out").contains("0-1.jpg"), "no scan beside them: \(folder.names("out"))")
    check(desk.model.roll.count == 2, "the pictures joined the roll")

    // A photo without depth says so.
    desk.press(.character("n"))
    check(desk.settle(), "no peace at the second photo")
    desk.press(.character("D"))
    check(desk.wait { $0.isIdle } && desk.model.page.depth == nil, "depth from nowhere")
    check(desk.model.message?.text.contains("has no depth map") == true, desk.model.message?.text ?? "")
    return failures
  }

  /// Nothing that peel didn't make is replaced.
  @Test func otherFilesAreKept() async throws {
    let outcome = await onOwnThread("stereo") { Result { try Self.exportOverAnotherFile() } }
    let failures = try outcome.get()
    #expect(failures.isEmpty, "\(failures)")
  }

  /// - Returns: what went wrong.
  private static func exportOverAnotherFile() throws -> [String] {
    let folder = try Folder()
    try folder.write(photo(), "photos/0.jpg")
    let other = Data("not peel's".utf8)
    try folder.write(other, "out/0-depth.png")
    var desk = try StudioTests.Desk(photos: 1, in: folder, isNew: false)
    guard desk.settle() else { return ["no peace at the start"] }
    desk.press(.character("D"))
    guard desk.wait({ $0.page.depth?.made != nil }) else { return ["no depth"] }
    desk.press(.enter)
    guard desk.wait({ $0.isIdle }) else { return ["no answer"] }
    guard try folder.read("out/0-depth.png") == other else { return ["replaced"] }
    let text = desk.model.message?.text ?? ""
    return desk.model.message?.kind == .trouble ? [] : ["said: \(text)"]
  }
}
