import Foundation
import PeelRandomNumbers
import Testing

/// Random sequences of commands and of what people do to files, against the rules of Promises.md.
///
/// `RULES=100000 swift test --disable-xctest --filter RulesTests` runs that many sequences; `RULES_SEED` sets the first
/// one's seed and `RULES_STEPS` their length.
@Suite struct RulesTests {
  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  private static let sequences = number("RULES") ?? 150
  private static let length = number("RULES_STEPS") ?? 14

  /// How many of the sequences have folders that ignore case: one in so many.
  private static let folding = 5

  /// The sequences are tried in so many parts: a long test would keep others waiting, some of which have little time.
  private static let parts = 10

  @Test(arguments: 0..<parts) func noSequenceLosesAPhotoOrAScan(part: Int) throws {
    let first = Self.number("RULES_SEED") ?? 1
    for seed in stride(from: first + part, to: first + Self.sequences, by: Self.parts) {
      var numbers = RandomNumbers(seed: seed)
      let steps = (0..<Self.length).map { _ in RulesWorld.Step.random(by: &numbers) }
      let sequence = StepSequence(isFolding: Int.random(in: 0..<Self.folding, using: &numbers) == 0, steps: steps)
      guard let fault = try sequence.fault() else { continue }
      let short = try sequence.shortened()
      let story = try (short.again() ?? fault).story
      Issue.record("seed \(seed): \(fault.rule)\nThe shortest sequence:\n\(story.joined(separator: "\n"))")
      return
    }
  }
}

/// Steps in a world.
private struct StepSequence {
  let isFolding: Bool
  var steps: [RulesWorld.Step]

  /// A run is killed or its folder swapped at another moment each time, so a sequence with one is tried several times.
  private var tries: Int { steps.contains { [.scanAndKill, .scanAndSwap].contains($0.deed) } ? 4 : 1 }

  /// What is wrong after one of the steps, and what was done until then; nil if all is well.
  func fault() throws -> (rule: String, story: [String])? {
    let world = try RulesWorld(isFolding: isFolding)
    if isFolding { world.story.append("the output folders ignore case") }
    do { for step in steps { try world.take(step) } } catch {
      let rule = (error as? RulesWorld.Broken)?.rule ?? "\(error)"
      return (rule, world.story + ["  → \(rule)"])
    }
    return nil
  }

  /// A fault of one of several tries.
  func again() throws -> (rule: String, story: [String])? {
    for _ in 0..<tries { if let fault = try fault() { return fault } }
    return nil
  }

  /// The steps without those that aren't needed for a fault.
  func shortened() throws -> StepSequence {
    var kept = self
    var index = 0
    while index < kept.steps.count {
      var fewer = kept
      fewer.steps.remove(at: index)
      if try fewer.again() != nil { kept = fewer } else { index += 1 }
    }
    return kept
  }
}
