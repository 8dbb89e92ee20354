import Foundation
import PeelFiles
import PeelImaging
import PeelTestSupport
import PeelWorkbench
import Testing

@testable import PeelStudio

/// Changes that weren't accepted when a signal ended the session.
@Suite struct DraftTests {
  private typealias Desk = StudioTests.Desk

  /// Opens the same two photos again, and waits until both are looked at.
  private static func open(_ folder: Folder, isNew: Bool = false) throws -> Desk {
    var desk = try Desk(photos: 2, in: folder, isNew: isNew)
    let isSettled = desk.settle()
    try #require(isSettled)
    return desk
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
      desk.end(isInterrupted: true)

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
      desk.end(isInterrupted: true)

      desk = try Self.open(folder)
      check(desk.model.roll[1].state == .adjusted, "they aren't back the second time")
      desk.press(.end, .enter)
      _ = desk.settle()
      // As if killed: nothing is written at the end.
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
      /// Waits until the draft is there, or gone.
      func waitFor(_ isKept: Bool, _ desk: inout Desk) -> Bool {
        for _ in 0..<300 {
          desk.tick()
          _ = desk.settle()
          if FileManager.default.fileExists(atPath: draft) == isKept { return true }
          Thread.sleep(forTimeInterval: 0.1)
        }
        return false
      }
      desk.press(.shiftRight, .character("t"))
      let changed = desk.model.item.sheet.prints
      check(waitFor(true, &desk), "not kept")

      // As if killed: nothing is written at the end.
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

  @Test func quittingDropsThem() async throws {
    try await run {
      let folder = try Folder()
      var desk = try Self.open(folder, isNew: true)
      desk.press(.shiftRight)
      desk.end(isInterrupted: true)
      desk = try Self.open(folder)
      let isBack = desk.model.item.state == .adjusted
      desk.end(isInterrupted: false)
      desk = try Self.open(folder)
      if case .sure = desk.model.item.state { return isBack ? [] : ["not back"] }
      return ["back after the person quit: \(desk.model.item.state.words)"]
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
    #expect(drafts.draft(of: photo) == nil)
    drafts.keep(.settings(settings), of: photo)
    #expect(drafts.draft(of: photo) == .settings(settings))
    drafts.keep(nil, of: photo)
    #expect(drafts.draft(of: photo) == nil)
  }

  /// Corners of another version of the photo could be anywhere.
  @Test func aPhotoThatChangedSinceIsSearchedAnew() async throws {
    try await run {
      let folder = try Folder()
      var desk = try Self.open(folder, isNew: true)
      desk.press(.shiftRight)
      desk.end(isInterrupted: true)
      try folder.write(try Roll.photo(7), "photos/0.jpg")
      desk = try Self.open(folder)
      if case .sure = desk.model.item.state { return [] }
      return ["\(desk.model.item.state.words)"]
    }
  }
}
