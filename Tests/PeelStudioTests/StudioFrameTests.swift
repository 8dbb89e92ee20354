import Foundation
import PeelCodecs
import PeelFiles
import PeelScanning
import PeelTestSupport
import PeelWorkbench
import Testing

@testable import PeelStudio

private let ffmpeg = "/usr/bin/ffmpeg"

/// The frames of Live Photos and clips in the workbench, with clips that ffmpeg makes.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: ffmpeg), "ffmpeg is not installed"))
struct StudioFrameTests {
  /// Writes a clip of the astronaut's head, which is soft in the first half and sharp in the second, ten frames each.
  private static func write(_ clip: String, in folder: Folder) throws {
    let photo = try PhotoFile(decoding: [UInt8](Samples.bytes("astronaut-on-blue.jpg"))).photo
    let head = photo.part(around: .init(1784, 1302), width: 900, height: 900).photo
    try folder.write(Data(try ScanFile().encoded(head.picture())), "head.jpg")
    let run = try Program.run(
      [
        "-v", "error", "-loop", "1", "-framerate", "10", "-i", folder.path("head.jpg"), "-t", "2", "-vf",
        "scale=450:450,gblur=sigma=4:enable='lt(t,1)'", "-pix_fmt", "yuv420p", "-y", folder.path("clip.mp4"),
      ], of: ffmpeg)
    try #require(run.status == 0, "\(run.error)")
    try folder.write(try folder.read("clip.mp4"), clip)
  }

  @Test func aFrameIsKept() async throws {
    let outcome = await onOwnThread("frames") { Result { try Self.keepsAFrame() } }
    let failures = try outcome.get()
    #expect(failures.isEmpty, "\(failures)")
  }

  /// - Returns: what went wrong.
  private static func keepsAFrame() throws -> [String] {
    var failures: [String] = []
    func check(_ isRight: Bool, _ what: String) { if !isRight { failures.append(what) } }
    let folder = try Folder()
    try write("photos/0.MOV", in: folder)
    try write("photos/clip.mp4", in: folder)
    // Two photos, the first of which is a Live Photo, and a clip.
    var desk = try StudioTests.Desk(photos: 2, ["clip.mp4"], in: folder)
    check(desk.settle(), "no peace at the start")
    check(desk.model.roll.items.map(\.title) == ["0.jpg", "1.jpg", "clip.mp4"], "the clip of a still is an item")
    check(
      desk.model.roll.items.map(\.kind) == [.livePhoto, .photo, .clip], "kinds: \(desk.model.roll.items.map(\.kind))")
    let (still, clip) = (try folder.read("photos/0.jpg"), try folder.read("photos/0.MOV"))
    desk.press(.right, .enter, .home)
    check(desk.settle(), "no peace after accepting")
    let accepted = desk.model.roll[0].sheet.accepted

    desk.press(.character("b"))
    check(desk.wait { $0.page.frames?.frames.isEmpty == false }, "no frames: \(desk.model.message?.text ?? "")")
    let frames = desk.model.page.frames?.frames ?? []
    check(frames.count == 13 && frames.last?.faces.isEmpty == true, "\(frames.count) pictures")
    guard case .frame(let number, _)? = frames.first?.source else { return failures + ["the still is best"] }
    check(number >= 10, "a soft frame is best: \(number)")
    check(frames.contains { $0.why == "blurred" }, "no frame is blurred")
    desk.press(.enter)
    check(desk.wait { $0.roll.count == 4 }, "not kept: \(desk.model.message?.text ?? "")")
    check(desk.settle(), "no peace after keeping")

    let name = "0-frame-\(number).jpg"
    check(
      desk.model.roll.items.map(\.title) == ["0.jpg", name, "1.jpg", "clip.mp4"],
      "\(desk.model.roll.items.map(\.title))")
    check(desk.model.current == 3 && desk.model.roll[3].photo?.photo.width == 450, "the frame isn't shown")
    check(try folder.read("photos/0.jpg") == still && folder.read("photos/0.MOV") == clip, "a file was changed")
    let sidecar = String(decoding: try folder.read("photos/0.jpg.peel"), as: UTF8.self)
    check(sidecar.contains("\"setAside\": true") && sidecar.contains("corners"), "sidecar: \(sidecar)")
    check(desk.model.roll[0].sheet.accepted == accepted && accepted?.isEmpty == false, "corners are lost")
    // The frame's own item shows the clip's frames, too. The same frame isn't added twice.
    desk.press(.character("b"))
    check(desk.wait { $0.page.frames?.frames.isEmpty == false }, "no frames of the frame")
    desk.press(.enter)
    check(desk.wait { $0.page.frames == nil }, "not kept again")
    check(desk.settle() && desk.model.roll.count == 4 && !desk.model.roll[3].sheet.isSetAside, "kept twice")

    desk.press(.character("u"))
    check(desk.settle(), "no peace after undo")
    let again = String(decoding: try folder.read("photos/0.jpg.peel"), as: UTF8.self)
    check(!again.contains("setAside") && again.contains("corners"), "not brought back: \(again)")
    check(folder.names("photos").contains(name), "undo removed a file")

    // A frame of a clip without a still; its name is taken by another file.
    desk.press(.end)
    check(desk.wait { $0.current == 2 }, "the clip isn't last")
    desk.press(.character("b"))
    check(desk.wait { $0.page.frames?.frames.isEmpty == false }, "no frames of the clip")
    guard case .frame(let best, _)? = desk.model.page.frames?.frames.first?.source else {
      return failures + ["no best"]
    }
    try folder.write(Data("other".utf8), "photos/clip-frame-\(best).jpg")
    desk.press(.enter)
    check(
      desk.wait { $0.message?.text.hasSuffix("; move it away, or keep another frame") == true },
      "\(desk.model.message?.text ?? "")")
    check(try folder.read("photos/clip-frame-\(best).jpg") == Data("other".utf8), "another file was replaced")
    desk.press(.right, .enter)
    check(desk.wait { $0.page.frames == nil }, "no frame of the clip was kept")
    check(!folder.names("photos").contains("clip.mp4.peel"), "a clip has a sidecar")
    return failures
  }

  /// A clip keeps the name of its still, but not if another photo has that name.
  @Test func aClipIsRenamedWithItsStill() async throws {
    let outcome = await onOwnThread("frames") { Result { try Self.renames() } }
    let failures = try outcome.get()
    #expect(failures.isEmpty, "\(failures)")
  }

  private static func renames() throws -> [String] {
    let folder = try Folder()
    for clip in ["0_HEVC.MOV", "1.MOV"] { try folder.write(Data("clip".utf8), "photos/\(clip)") }
    try folder.write(try Roll.photo(3), "photos/1.png")
    var desk = try StudioTests.Desk(photos: 2, in: folder)
    var failures: [String] = []
    func check(_ names: [String], _ what: String) {
      if !desk.settle() || folder.names("photos") != names { failures.append("\(what): \(folder.names("photos"))") }
    }
    check(["0.jpg", "0_HEVC.MOV", "1.MOV", "1.jpg", "1.png"], "at the start")
    desk.press(.character("R"), .control("u"), .character("n"), .enter)
    check(["1.MOV", "1.jpg", "1.png", "n.jpg", "n_HEVC.MOV"], "renamed")
    if desk.model.roll.count != 3 { failures.append("the clip is an item: \(desk.model.roll.items.map(\.title))") }
    desk.press(.character("u"))
    check(["0.jpg", "0_HEVC.MOV", "1.MOV", "1.jpg", "1.png"], "undone")
    desk.press(.character("n"), .character("R"), .control("u"), .character("n"), .enter)
    check(["0.jpg", "0_HEVC.MOV", "1.MOV", "1.png", "n.jpg"], "a clip of two photos")
    return failures
  }

  /// What was kept of a clip is known in the next session, and another choice takes its place.
  @Test func choicesAreRemembered() async throws {
    let outcome = await onOwnThread("frames") { Result { try Self.remembers() } }
    let failures = try outcome.get()
    #expect(failures == [])
  }

  private static func remembers() throws -> [String] {
    var failures: [String] = []
    func check(_ isRight: Bool, _ what: String) { if !isRight { failures.append(what) } }
    let folder = try Folder()
    try write("photos/clip.mp4", in: folder)
    var desk = try StudioTests.Desk(photos: 0, ["clip.mp4"], in: folder)
    guard desk.settle() else { return ["no peace at the start"] }
    desk.press(.character("b"))
    check(desk.wait { $0.page.frames?.frames.isEmpty == false }, "no frames")
    guard let first = desk.model.page.frames?.frames.first?.source else { return failures + ["no best"] }
    desk.press(.enter)
    check(desk.wait { $0.roll.count == 2 } && desk.settle(), "not kept: \(desk.model.message?.text ?? "")")
    let kept = desk.model.roll[1].title

    desk = try StudioTests.Desk(photos: 0, ["clip.mp4", kept], in: folder, isNew: false)
    check(desk.settle() && desk.model.roll[0].sheet.isSetAside, "the clip isn't set aside any more")
    desk.press(.end)
    check(desk.wait { $0.current == 1 && $0.roll[1].photo != nil }, "the kept frame isn't shown")
    desk.press(.character("b"))
    check(
      desk.wait { $0.page.frames?.frames.isEmpty == false }, "no frames of the frame: \(desk.model.message?.text ?? "")"
    )
    guard let strip = desk.model.page.frames else { return failures + ["no strip"] }
    check(strip.kept == strip.chosen && strip.frames[strip.chosen].source == first, "the kept frame isn't chosen")

    // Another frame takes its place.
    desk.press(.right, .enter)
    check(desk.wait { $0.roll.count == 3 } && desk.settle(), "the second isn't kept")
    check(desk.model.roll.items.map(\.sheet.isSetAside) == [true, true, false], "the first frame stays the photo")

    // A clip that isn't the one that was ranked gives no frame, even after a rename.
    desk.press(.character("b"))
    check(desk.wait { $0.page.frames?.frames.isEmpty == false }, "no frames of the second")
    try folder.write(Data("another".utf8), "photos/clip.mp4")
    desk.press(.left, .left, .left, .right, .right, .right, .enter)
    check(
      desk.wait { $0.message?.text.contains("changed since it was ranked") == true },
      "kept from another clip: \(desk.model.message?.text ?? "")")
    check(desk.model.roll.count == 3, "another clip's frame joined")
    return failures
  }

  @Test func escapeStopsTheWork() async throws {
    let outcome = await onOwnThread("frames") { Result { try Self.stops() } }
    let failures = try outcome.get()
    #expect(failures.isEmpty, "\(failures)")
  }

  private static func stops() throws -> [String] {
    let folder = try Folder()
    try write("photos/clip.mp4", in: folder)
    var desk = try StudioTests.Desk(photos: 0, ["clip.mp4"], in: folder)
    guard desk.settle() else { return ["no peace at the start"] }
    desk.press(.character("b"))
    guard desk.wait({ $0.workInWords.first?.contains("faces") == true }) else { return ["it doesn't begin"] }
    desk.press(.escape)
    if desk.model.page.frames != nil { return ["the frames are still open"] }
    return desk.wait { $0.isIdle } ? [] : ["it doesn't end"]
  }

  /// A clip that appears before its still becomes part of it.
  @Test func aClipWaitsForItsStill() async throws {
    let outcome = await onOwnThread("frames") { Result { try Self.pairs() } }
    let failures = try outcome.get()
    #expect(failures.isEmpty, "\(failures)")
  }

  private static func pairs() throws -> [String] {
    let folder = try Folder()
    var desk = try StudioTests.Desk(photos: 1, in: folder)
    guard desk.settle() else { return ["no peace at the start"] }
    try write("photos/7_HEVC.MOV", in: folder)
    guard desk.settle(), desk.model.roll.items.last?.kind == .clip else { return ["the clip didn't join"] }
    try folder.write(try Roll.photo(7), "photos/7.jpg")
    guard desk.settle() else { return ["no peace at the end"] }
    var failures: [String] = []
    if desk.model.roll.items.map(\.title) != ["0.jpg", "7_HEVC.MOV", "7.jpg"] { failures.append("no still") }
    if !desk.model.roll[1].isGone { failures.append("the clip is still an item") }
    desk.press(.end)
    if !desk.wait({ $0.roll[2].kind == .livePhoto }) { failures.append("the still has no clip") }
    return failures
  }
}
