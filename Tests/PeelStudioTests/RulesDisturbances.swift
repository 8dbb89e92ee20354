import Foundation
import PeelFiles
import PeelPlatform
import PeelTestSupport

@testable import PeelScanning

/// Runs of the program that don't come to their end, or whose writes fail.
extension RulesWorld {
  enum Disturbance {
    /// The run is killed after so many microseconds, which count from its start or from when it first writes to its
    /// journal.
    case kill(after: Int, hasBegun: Bool)
    /// No file can become longer than so many blocks of 512 bytes. To the program this is like a full disk.
    case limit(blocks: Int)

    var text: String {
      switch self {
      case .kill(let time, let hasBegun): "killed after \(time / 1000) ms\(hasBegun ? " of writing" : "")"
      case .limit(let blocks): "with ulimit -f \(blocks)"
      }
    }
  }

  /// A kill that a step's number chooses. Most runs begin to write within 100 ms, and end 30 ms later.
  static func kill(_ choice: Int) -> Disturbance {
    let hasBegun = choice % 4 > 0
    return .kill(after: choice / 4 % (hasBegun ? 30_000 : 120_000), hasBegun: hasBegun)
  }

  /// A limit that a step's number chooses. Scans have up to 12 blocks, and the journals of most worlds up to 60.
  static func limit(_ choice: Int) -> Disturbance { .limit(blocks: choice / 4 % (choice % 4 > 0 ? 12 : 60)) }

  /// Starts a scan, which is disturbed, and then scans the same to the end.
  func disturb(_ disturbance: Disturbance, _ choices: [Int]) throws {
    let list = some(choices[1])
    let output = choices[3] % 4 == 0 ? "a" : "out"
    let options = choices[0] % 4
    let isForced = choices[3] / 4 % 4 == 0
    let words = [[], ["--quality", "60"], ["--crop", "both"], ["--as", "png"]][options]
    let arguments = ["scan"] + list + ["-o", output] + words + (isForced ? ["--force"] : [])
    story.append("peel \(arguments.joined(separator: " ")), \(disturbance.text)")
    try run(arguments, to: output, disturbance)
    let made = try filesMade(in: output, disturbance)
    let reported = try scan(list, to: output, options: options)
    for (path, bytes) in made {
      guard reported.contains(path) else { throw Broken(rule: "\(path) isn't of a photo in the list") }
      if scans[path] != bytes { throw Broken(rule: "\(path) was neither the old scan nor a whole new one") }
    }
    let notes = try PeelFiles.names(in: absolute(output + "/.peel")).map { String(decoding: $0, as: UTF8.self) }
    if let left = notes.first(where: Self.isTemporary) { throw Broken(rule: "\(left) is left among the notes") }
  }

  private func run(_ arguments: [String], to output: String, _ disturbance: Disturbance) throws {
    let journal = absolute(output + "/.peel/journal")
    switch disturbance {
    case .kill(let time, let hasBegun):
      let size = Descriptor.Status(of: journal)?.size
      let run = try Program.Run(arguments, in: folder)
      while hasBegun, run.process.isRunning, Descriptor.Status(of: journal)?.size == size { usleep(300) }
      usleep(UInt32(time))
      if run.process.isRunning { Glibc.kill(run.process.processIdentifier, SIGKILL) }
      _ = try run.result()
    case .limit(let blocks):
      let script = "ulimit -f \(blocks); exec \"$0\" \"$@\""
      let run = try Program.Run(["-c", script, Program.path] + arguments, of: "/bin/sh", in: folder)
      let result = try run.result()
      guard run.process.terminationReason == .exit, [0, 1, 3].contains(result.status) else {
        throw Broken(rule: "a run whose writes fail ends with \(result.status)")
      }
    }
  }

  private static func isTemporary(_ name: String) -> Bool { name.hasPrefix(".peel-") }

  /// The scans that a disturbed run made or replaced. It changes nothing else, and leaves temporary files only if it is
  /// killed.
  private func filesMade(in output: String, _ disturbance: Disturbance) throws -> [String: Data] {
    let (before, after) = (expected, try found())
    var made: [String: Data] = [:]
    for (path, bytes) in before where after[path] != bytes {
      guard let new = after[path] else { throw Broken(rule: "\(path) is gone") }
      guard scans[path] != nil, path.hasPrefix(output + "/") else { throw Broken(rule: "\(path) is changed") }
      made[path] = new
    }
    for (path, bytes) in after where before[path] == nil {
      guard path.hasPrefix(output + "/") else { throw Broken(rule: "\(path) was made outside \(output)") }
      if Self.isTemporary(String(path.dropFirst(output.count + 1))) {
        guard case .kill = disturbance else { throw Broken(rule: "\(path) is left though nobody killed the run") }
      } else {
        made[path] = bytes
      }
    }
    return made
  }
}
