import Foundation
import PeelImaging
import PeelRandomNumbers
import Testing

@testable import PeelWorkbench

/// Random sequences of keys, mouse events, resizes and changes on disk, with a check after each step: what a person decided
/// goes only by that person's own action.
///
/// `PEEL_STEPS` and `PEEL_SEED` in the environment set the number of steps and the first seed for long runs by hand.
@Suite struct TrustTests {
  private static let six = Detection(
    verdict: .review,
    prints: [(10, 10), (110, 10), (210, 10), (10, 110), (110, 110), (210, 110)].map {
      Print(quad: Quad(x: $0.0, y: $0.1, width: 80, height: 80), confidence: 0.6)
    },
    candidates: [
      Candidate(quad: Quad(x: 10, y: 10, width: 180, height: 80), confidence: 0.3),
      Candidate(quad: Quad(x: 14, y: 14, width: 70, height: 70), confidence: 0.25),
      Candidate(quad: Quad(x: 300, y: 200, width: 80, height: 80), confidence: 0.2),
    ])
  private static let detections: [Detection?] = [six, TestDesk.sure, TestDesk.nothing, nil, six, TestDesk.sure]

  private static func number(_ name: String, or standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
  }

  /// What can happen in a step.
  private enum Step: CustomStringConvertible {
    case key(Key)
    case mouse(Mouse)
    case disk(RollChanges)
    case resize(Int, Int)

    var description: String {
      switch self {
      case .key(let key): key.name(unicode: false)
      case .mouse(let mouse): "mouse \(mouse.kind) \(mouse.column) \(mouse.row)"
      case .disk(let changes): "disk changed \(changes.changed) gone \(changes.gone) back \(changes.back)"
      case .resize(let columns, let rows): "resize \(columns)×\(rows)"
      }
    }
  }

  private static func step(_ dice: inout RandomNumbers, _ model: Model) -> Step {
    switch Int.random(in: 0..<40, using: &dice) {
    case 0:
      return .resize(Int.random(in: 0...200, using: &dice), Int.random(in: 0...60, using: &dice))
    case 1:
      var changes = RollChanges()
      let item = ItemID(Int.random(in: detections.indices, using: &dice))
      if model.roll[item].isGone {
        if Bool.random(using: &dice) { changes.back = [item] } else { changes.changed = [item] }
      } else if Bool.random(using: &dice) {
        changes.changed = [item]
      } else {
        changes.gone = [item]
      }
      return .disk(changes)
    case 2...6:
      let kinds = [Mouse.Kind.press, .drag, .drag, .release, .wheelUp, .wheelDown]
      return .mouse(
        Mouse(
          kinds.randomElement(using: &dice) ?? .press, column: Int.random(in: -1...120, using: &dice),
          row: Int.random(in: -1...40, using: &dice)))
    default:
      let keys = model.keymap.rows.flatMap(\.keys).filter { $0 != .control("c") && $0 != .control("z") }
      // Accepting, adding, leaving out, and looking at candidates are pressed more often than others.
      let common: [Key] = [.enter, .character("a"), .character("x"), .character("i"), .character("c"), .escape]
      return .key((keys + common + common).randomElement(using: &dice) ?? .enter)
    }
  }

  /// Whether a step may take decided prints away from an item, and how many.
  private static func mostLost(_ command: Command?, _ isCurrent: Bool) -> Int {
    switch command {
    case .desk(.undo), .desk(.redo), .desk(.revert): .max
    case .desk(.leaveOut): isCurrent ? 1 : 0
    // A print that is moved or changed is another value, in the same place.
    default: 0
    }
  }

  @Test(arguments: 0..<4)
  func nothingDecidedIsLost(run: Int) throws {
    let seed = Self.number("PEEL_SEED", or: 1) + run
    var dice = RandomNumbers(seed: UInt64(seed))
    var desk = TestDesk(Self.detections)
    var log: [String] = []
    for count in 0..<Self.number("PEEL_STEPS", or: 2500) {
      let before = desk.model
      let disk = desk.disk
      let step = Self.step(&dice, before)
      log.append("\(step)")
      if Int.random(in: 0..<4, using: &dice) == 0 { desk.time += 1 }
      var command: Command?
      var changed: Set<ItemID> = []
      switch step {
      case .key(let key):
        command = before.command(for: key)
        // A command run by name is that command.
        if command == .panel(.run), case .commands(let search)? = before.panel {
          let found = before.commands(matching: search.text)
          command = found.indices.contains(search.chosen) ? found[search.chosen].command.action : nil
        }
        desk.press([key])
      case .mouse(let mouse): desk.update(.mouse(mouse))
      case .resize(let columns, let rows): desk.update(.resized(columns: columns, rows: rows))
      case .disk(let changes):
        changed = Set(changes.changed)
        desk.update(.rolled(changes))
      }
      let context = "seed \(seed), step \(count): \(log.suffix(12).joined(separator: ", "))"
      for item in desk.model.roll.ids where !changed.contains(item) {
        let (old, new) = (before.roll[item], desk.model.roll[item])
        let decided = old.sheet.prints.filter { old.isDecided($0) }
        let undecided = old.sheet.prints.count - decided.count
        let lost = decided.count - min(new.sheet.prints.count, decided.count)
        #expect(lost <= Self.mostLost(command, item == before.current), "\(context)")
        // Prints without decisions go only by those actions, by a candidate in their place, or a new search.
        if undecided > 0, new.sheet.prints.count < old.sheet.prints.count {
          let isAllowed = Self.mostLost(command, item == before.current) > 0 || command == .desk(.detectAgain)
          #expect(isAllowed, "\(context)")
        }
        // What is saved changes only by accepting, undoing, restoring or choosing a shot of a burst.
        if disk[item] != desk.disk[item] {
          let saves: [Command] = [
            .desk(.accept), .desk(.acceptSure), .desk(.export), .desk(.undo), .desk(.redo), .bursts(.takeShot),
            .bursts(.exportMerged),
          ]
          #expect(command.map(saves.contains) == true, "\(context)")
        }
        // The disk has what the roll says.
        if new.sheet.accepted != old.sheet.accepted, let accepted = new.sheet.accepted {
          #expect(desk.disk[item]?.outlines == accepted, "\(context)")
        }
      }
      // An export writes prints, and none of a photo that is gone.
      for case .export(let order) in desk.effects {
        let areTaken = order.outlines.allSatisfy { $0.isTaken }
        #expect(areTaken && !desk.model.roll[order.item].isGone, "\(context)")
      }
      desk.effects = []
    }
  }
}
