import Foundation
import Testing

/// Architecture.md against Package.swift.
@Suite struct ArchitectureTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  private static func article() throws -> String { try text("Sources/peel/Documentation.docc/Architecture.md") }

  /// The targets of Package.swift but those of tests, and the targets that each uses.
  private static func targets() throws -> [String: Set<String>] {
    let parts = try text("Package.swift").split(
      separator: #/\.(?:target|executableTarget|systemLibrary)\(\s*name: /#)
    var all: [String: Set<String>] = [:]
    for part in parts.dropFirst() {
      let own = part.prefix(upTo: part.range(of: ".testTarget(")?.lowerBound ?? part.endIndex)
      guard let name = own.firstMatch(of: /^"([^"]+)"/)?.output.1 else { continue }
      let listed = own.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.output.1 ?? ""
      all[String(name)] = Set(listed.matches(of: /"([^"]+)"/).map { String($0.output.1) })
    }
    return all.filter { !["CPeelMadeJPEG", "PeelTestSupport"].contains($0.key) }
  }

  /// The arrows that the article draws, from each target to those that it uses.
  private static func drawn() throws -> [String: Set<String>] {
    var all: [String: Set<String>] = [:]
    for line in try article().split(separator: "\n") where line.contains(" ► ") {
      let names = line.split(separator: " ► ").map { String($0) }
      for (used, user) in zip(names, names.dropFirst()) { all[user, default: []].insert(used) }
    }
    return all
  }

  @Test func theArrowsAreThoseOfThePackage() throws {
    let (targets, drawn) = (try Self.targets(), try Self.drawn())
    #expect(targets.count > 20 && targets["peel"]?.contains("PeelTerminal") == true)
    for (user, used) in drawn {
      let others = used.subtracting(targets[user] ?? [])
      #expect(others.isEmpty, "\(user) doesn't use \(others.sorted())")
    }
    for (user, used) in targets {
      var reached: Set<String> = []
      var next = drawn[user] ?? []
      while let one = next.popFirst() {
        if reached.insert(one).inserted { next.formUnion(drawn[one] ?? []) }
      }
      let missing = used.subtracting(reached)
      #expect(missing.isEmpty, "nothing leads from \(user) to \(missing.sorted())")
    }
  }

  @Test func eachTargetIsDescribed() throws {
    let rows = try Self.article().split(separator: "\n").filter { $0.hasPrefix("| `") }
    let described = rows.flatMap { $0.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.output.1) } }
    #expect(try Set(described) == Set(Self.targets().keys))
    #expect(described.count == Set(described).count)
  }
}
