import PeelRandomNumbers
import Foundation
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

  @Test func noSequenceLosesAPhotoOrAScan() throws {
    let first = Self.number("RULES_SEED") ?? 1
    for seed in first..<first + Self.sequences {
      var numbers = RandomNumbers(seed: seed)
      let steps = (0..<Self.length).map { _ in RulesWorld.Step.random(by: &numbers) }
      guard let fault = try Self.fault(of: steps) else { continue }
      let short = try Self.shortened(steps)
      let story = try Self.story(of: short)
      Issue.record("seed \(seed): \(fault)\nThe shortest sequence:\n\(story)")
      return
    }
  }

  /// What is wrong after one of the steps; nil if all is well.
  private static func fault(of steps: [RulesWorld.Step]) throws -> String? {
    let world = try RulesWorld()
    do { for step in steps { try world.take(step) } } catch let broken as RulesWorld.Broken { return broken.rule }
    return nil
  }

  /// The steps without those that aren't needed for a fault.
  private static func shortened(_ steps: [RulesWorld.Step]) throws -> [RulesWorld.Step] {
    var kept = steps
    var index = 0
    while index < kept.count {
      var fewer = kept
      fewer.remove(at: index)
      if try fault(of: fewer) != nil { kept = fewer } else { index += 1 }
    }
    return kept
  }

  private static func story(of steps: [RulesWorld.Step]) throws -> String {
    let world = try RulesWorld()
    do { for step in steps { try world.take(step) } } catch let broken as RulesWorld.Broken {
      world.story.append("  → \(broken.rule)")
    }
    return world.story.joined(separator: "\n")
  }
}
