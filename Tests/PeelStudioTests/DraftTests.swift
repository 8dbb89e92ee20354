import Foundation
import PeelFiles
import PeelImaging
import PeelTestSupport
import PeelWorkbench
import Testing

@testable import PeelStudio

/// Changes that weren't accepted when the session ended.
@Suite struct DraftTests {
  private typealias Desk = StudioTests.Desk

  /// Opens the same two photos again, and waits until both are looked at.
  private static func open(_ folder: Folder, isNew: Bool = false) throws -> Desk {
    var desk = try Desk(photos: 2, in: folder, isNew: isNew)
    let isSettled = desk.settle()
    try #require(isSettled)
    return desk
  }

  /// Waits until a file is there, or gone.
  private static func wait(for file: String, isThere: Bool, _ desk: inout Desk) -> Bool {
    for _ in 0..<300 {
      desk.tick()
      _ = desk.settle()
      if FileManager.default.fileExists(atPath: file) == isThere { return true }
      Thread.sleep(forTimeInterval: 0.1)
    }
    return false
  }

  /// Runs on a thread of its own, since a desk waits for work.
  private func run(_ body: @escaping @Sendable () throws -> [String]) async throws {
    let outcome = await onOwnThread("unsaved") { Result { try body() } }
    let failures = try outcome.get()
    #expect(failures == [])
  }

  @Test func changesComeBack() async throws {
    try await run {
      var failures: [String] = []
      func check(_ isRight: Bool, _ what: String) { if !isRight { failures.append(what) } }
      let folder = try Folder()
      var desk = try Self.open(folder, isNew: true)
      let found = desk.model.roll[1].sheet.prints
      desk.press(.enter, .shiftRight, .character("t"))
      let changed = desk.model.roll[1].sheet.prints
      try #require(changed != found)
      desk.end()

      desk = try Self.open(folder)
      check(desk.model.roll[1].sheet.prints.map(\.quad) == changed.map(\.quad), "the corners aren't back")
      check(desk.model.roll[1].sheet.prints.map(\.settings.turn) == changed.map(\.settings.turn), "the turn isn't back")
      check(desk.model.roll[1].state == .adjusted && desk.model.roll[0].state == .accepted, "states")
      check(!folder.names("photos").contains("1.jpg.peel"), "they count as accepted")
      desk.press(.character("A"))
      _ = desk.settle()
      check(!folder.names("photos").contains("1.jpg.peel"), "they count as sure")
      desk.press(.end, .character("U"), .character("U"))
      check(desk.model.roll[1].sheet.prints == found, "U doesn't bring back what was found")
      desk.press(.character("u"))
      check(desk.model.roll[1].sheet.prints.map(\.quad) == changed.map(\.quad), "undo doesn't bring them back")
      // Ended twice without a decision.
      desk.end()

      desk = try Self.open(folder)
      check(desk.model.roll[1].state == .adjusted, "they aren't back the second time")
      desk.press(.end, .enter)
      _ = desk.settle()
      // As if killed: nothing is written at the end.
      desk.kill()
      desk = try Self.open(folder)
      check(desk.model.roll[1].state == .accepted, "what was accepted since is changed")
      check(desk.model.roll[1].sheet.prints.map(\.quad) == changed.map(\.quad), "not accepted as changed")
      return failures
    }
  }

  /// What isn't accepted is on disk soon after it was changed, and gone once it is accepted, undone or dropped.
  @Test func changesOutliveAKill() async throws {
    try await run {
      var failures: [String] = []
      func check(_ isRight: Bool, _ what: String) { if !isRight { failures.append(what) } }
      let folder = try Folder()
      var desk = try Self.open(folder, isNew: true)
      let draft = folder.path("unsaved" + folder.path("photos") + "/0.jpg.peel")
      func waitFor(_ isKept: Bool, _ desk: inout Desk) -> Bool { Self.wait(for: draft, isThere: isKept, &desk) }
      desk.press(.shiftRight, .character("t"))
      let changed = desk.model.item.sheet.prints
      check(waitFor(true, &desk), "not kept")

      // As if killed: nothing is written at the end.
      desk.kill()
      desk = try Self.open(folder)
      check(desk.model.item.sheet.prints.map(\.quad) == changed.map(\.quad), "the corners aren't back")
      check(desk.model.item.state == .adjusted, "they count as accepted")
      desk.press(.character("U"), .character("U"))
      check(waitFor(false, &desk), "dropped, but kept")
      desk.press(.character("u"))
      check(waitFor(true, &desk), "brought back, but not kept")
      desk.press(.enter)
      check(waitFor(false, &desk), "accepted, but kept as not accepted, too")
      // Accepted and undone at once: the draft is written anew.
      desk.press(.home, .shiftRight)
      check(waitFor(true, &desk), "not kept again")
      desk.press(.enter, .character("u"))
      Thread.sleep(forTimeInterval: 1.2)
      check(waitFor(true, &desk), "lost when its acceptance was undone")
      return failures
    }
  }

  /// Each of two workbenches on a photo keeps its own draft, and drops no other's.
  @Test func twoWorkbenchesKeepTheirOwn() async throws {
    try await run {
      var failures: [String] = []
      func check(_ isRight: Bool, _ what: String) { if !isRight { failures.append(what) } }
      let folder = try Folder()
      let drafts = ["unsaved", "unsaved-2"].map { folder.path($0 + folder.path("photos") + "/0.jpg.peel") }
      var one = try Self.open(folder, isNew: true)
      one.press(.shiftRight)
      let changed = one.model.item.sheet.prints.map(\.quad)
      check(Self.wait(for: drafts[0], isThere: true, &one), "the first one's isn't kept")
      var other = try Self.open(folder)
      check(other.model.item.sheet.prints.map(\.quad) != changed, "it has the draft of one that is at work")
      other.press(.shiftLeft)
      check(Self.wait(for: drafts[1], isThere: true, &other), "the second one's isn't kept")
      other.press(.character("U"), .character("U"))
      check(Self.wait(for: drafts[1], isThere: false, &other), "the second one's isn't dropped")
      check(FileManager.default.fileExists(atPath: drafts[0]), "the first one's is dropped by the second")
      other.kill()
      one.kill()
      other = try Self.open(folder)
      check(other.model.item.sheet.prints.map(\.quad) == changed, "the first one's isn't back")
      return failures
    }
  }

  /// A draft of another version of peel is told of, and stays beside those of this one.
  @Test func aDraftOfAnotherVersionStays() async throws {
    try await run {
      var failures: [String] = []
      func check(_ isRight: Bool, _ what: String) { if !isRight { failures.append(what) } }
      let folder = try Folder()
      let name = "unsaved" + folder.path("photos") + "/0.jpg.peel"
      try folder.write(Data("{\"schema\": 9}".utf8), name)
      var desk = try Desk(photos: 2, in: folder)
      _ = desk.wait { $0.message != nil }
      let words = desk.model.message?.text ?? ""
      check(words.hasPrefix("changes to 0.jpg that weren't accepted can't be read"), words)
      _ = desk.settle()
      desk.press(.shiftRight)
      check(Self.wait(for: folder.path(name), isThere: true, &desk), "not kept beside it")
      check(try folder.read(name + ".unread") == Data("{\"schema\": 9}".utf8), "lost")
      return failures
    }
  }

  /// A roll's disk may go away: its drafts are kept all the same.
  @Test func draftsOutliveTheirPhotosFolder() throws {
    let folder = try Folder()
    try folder.write(Data(), "photos/.keep")
    let (drafts, photo) = (DraftStore(in: Path(folder.path("unsaved"))), Path(folder.path("photos/a.jpg")))
    let settings = [1, 2].map { Draft.settings(ChosenSettings(PrintSettings(turn: $0), keys: [.turn])) }
    try drafts.keep(settings[0], of: photo)
    try FileManager.default.removeItem(atPath: folder.path("photos"))
    try drafts.keep(settings[1], of: photo)
    #expect(try drafts.draft(of: photo) == settings[1])
    #expect(throws: FileError.self) { try drafts.keep(settings[0], of: Path(folder.path("others/a.jpg"))) }
    try folder.write(Data(), "photos/.keep")
    drafts.release()
    #expect(try DraftStore(in: Path(folder.path("unsaved"))).draft(of: photo) == settings[1])
  }

  /// What can't be kept is told while there is time to accept it.
  @Test func draftsThatCannotBeKeptAreTold() async throws {
    try await run {
      let folder = try Folder()
      try folder.write(Data(), "unsaved")
      var desk = try Self.open(folder, isNew: true)
      desk.press(.shiftRight)
      var isTold = false
      for _ in 0..<300 where !isTold {
        desk.tick()
        desk.takeEvents()
        isTold = desk.model.message?.text.contains("can't be kept for the next time") ?? false
        Thread.sleep(forTimeInterval: 0.1)
      }
      desk.press(.character("q"))
      let words = desk.model.message?.text ?? ""
      return isTold && words.contains("your changes to 0.jpg would be lost") ? [] : [words]
    }
  }

  /// Settings pasted to a photo that wasn't looked at yet. Any film is a choice, too.
  @Test(arguments: [
    ChosenSettings(PrintSettings(turn: 1), keys: [.turn]),
    ChosenSettings(
      PrintSettings(crop: .picture, whiteBalance: .frame, clip: 1.2), keys: [.film, .crop, .whiteBalance, .clip]),
    ChosenSettings(
      PrintSettings(film: .named("instax-mini"), taken: PartialDate("1984-07")), keys: [.film, .turn, .taken]),
    ChosenSettings(
      PrintSettings(
        caption: try? Caption("Grandma, \"1962\""), keywords: [Keyword](texts: ["family", "1962"]),
        restoresFading: true),
      keys: [.caption, .keywords, .restore]),
  ])
  func pastedSettingsAreKept(_ settings: ChosenSettings) throws {
    let folder = try Folder()
    let (drafts, photo) = (DraftStore(in: Path(folder.path("unsaved"))), Path(folder.path("a.jpg")))
    #expect(try drafts.draft(of: photo) == nil)
    try drafts.keep(.settings(settings), of: photo)
    #expect(try drafts.draft(of: photo) == .settings(settings))
    try drafts.keep(nil, of: photo)
    #expect(try drafts.draft(of: photo) == nil)
  }

  /// Corners of another version of the photo could be anywhere.
  @Test func aPhotoThatChangedSinceIsSearchedAnew() async throws {
    try await run {
      let folder = try Folder()
      var desk = try Self.open(folder, isNew: true)
      desk.press(.shiftRight)
      desk.end()
      try folder.write(try Roll.photo(7), "photos/0.jpg")
      desk = try Self.open(folder)
      if case .sure = desk.model.item.state { return [] }
      return ["\(desk.model.item.state.words)"]
    }
  }
}
