import Foundation
import PeelFiles
import PeelPlatform
import PeelTestSupport

@testable import PeelScanning

/// Runs of the program that are killed or hindered, or meet what others do.
extension RulesWorld {
  enum Disturbance {
    /// The run is killed after so many microseconds, which count from its start or from when it first writes to its
    /// journal.
    case kill(after: Int, hasBegun: Bool)
    /// No file can become longer than so many blocks of 512 bytes. To the program this is like a full disk.
    case limit(blocks: Int)
    /// So many microseconds after the run first writes to its journal, the output folder is moved away. In its place comes
    /// a link to a folder of a person, or a new folder with a person's file.
    case swap(after: Int, isLink: Bool)
    /// The library that decodes one more photo crashes.
    case crash
    /// The output folder is on a mount with these oddities.
    case mount(String)
    /// Another user runs it, who may write to the output folder.
    case otherUser

    var text: String {
      switch self {
      case .kill(let time, let hasBegun): "killed after \(time / 1000) ms\(hasBegun ? " of writing" : "")"
      case .limit(let blocks): "with ulimit -f \(blocks)"
      case .swap(let time, let isLink): "whose folder is swapped for a \(isLink ? "link" : "folder") after \(time) µs"
      case .crash: "with a photo that crashes libwebp"
      case .mount(let oddities): "on a mount with \(oddities)"
      case .otherUser: "as another user"
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

  /// A swap that a step's number chooses.
  static func swap(_ choice: Int) -> Disturbance { .swap(after: choice / 2 % 20_000, isLink: choice % 2 == 0) }

  /// A mount that a step's number chooses.
  static func mount(_ choice: Int) -> Disturbance {
    let oddities = OddMount.kinds + ["lost"]
    return .mount(oddities[choice % oddities.count])
  }

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
    if isRefused(output) { return }
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
    case .swap(let time, let isLink): try run(arguments, swapping: output, after: time, isLink: isLink)
    case .crash:
      let crashing = "c/crash.webp"
      try folder.write(Data(Hostile.webp.file(Array("K".utf8))), crashing)
      defer { try? FileManager.default.removeItem(atPath: folder.path(crashing)) }
      let result = try end(of: arguments + [crashing], with: try HostileLibraries.environment())
      let lines = result.errorLines.count { $0.contains(crashing) && $0.contains("libwebp crashed") }
      if lines != 1, !isRefused(output) { throw Broken(rule: "\(lines) lines tell of the crash: \(result.error)") }
    case .mount(let oddities):
      _ = try end(of: arguments, with: try OddMount(oddities, at: folder, output).environment())
    case .otherUser:
      let user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
      try FileManager.default.createDirectory(atPath: folder.path(output), withIntermediateDirectories: true)
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path(output))
      _ = try end(of: arguments, with: user)
    }
  }

  /// Runs the program by another one to its end.
  private func end(of arguments: [String], with words: [String]) throws -> Program.Result {
    let run = try Program.Run(words + [Program.path] + arguments, of: "/usr/bin/env", in: folder)
    let result = try run.result()
    guard run.process.terminationReason == .exit, [0, 1, 3].contains(result.status) else {
      throw Broken(rule: "a run ends with \(result.status): \(result.error)")
    }
    return result
  }

  /// Runs the program, moves its output folder away while it writes, and back when it has ended.
  private func run(_ arguments: [String], swapping output: String, after time: Int, isLink: Bool) throws {
    let (here, away) = (folder.path(output), folder.path("away"))
    let journal = absolute(output + "/.peel/journal")
    let size = Descriptor.Status(of: journal)?.size
    let run = try Program.Run(arguments, in: folder)
    while run.process.isRunning, Descriptor.Status(of: journal)?.size == size { usleep(300) }
    usleep(UInt32(time))
    guard run.process.isRunning else {
      _ = try run.result()
      return
    }
    try FileManager.default.moveItem(atPath: here, toPath: away)
    if isLink {
      try FileManager.default.createSymbolicLink(atPath: here, withDestinationPath: folder.path("outside"))
    } else {
      try folder.write(Data("mine".utf8), output + "/mine")
    }
    let result = try run.result()
    let names = try FileManager.default.contentsOfDirectory(atPath: here)
    if !isLink, names != ["mine"] { throw Broken(rule: "\(names) are in the folder that was put there") }
    if ![0, 1, 3].contains(result.status) { throw Broken(rule: "a run ends with \(result.status): \(result.error)") }
    try FileManager.default.removeItem(atPath: here)
    try FileManager.default.moveItem(atPath: away, toPath: here)
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
