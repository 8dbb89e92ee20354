import Foundation
import PeelTestSupport

/// Links and folders that others put where a run looks for something of its own.
extension RulesWorld {
  /// A name that a run's temporary files have.
  static let leftover = ".peel-1-1-0123456789abcdef.tmp"

  /// Puts a link, or a folder with a file, where a run looks for something of its own.
  func plant(_ choices: [Int]) throws {
    let output = choices[0] % 4 == 0 ? "a" : "out"
    let name = [
      "desk-1.jpg", "table-1.jpg", Self.leftover, ".peel/\(Self.leftover)", ".peel", ".peel/journal", ".peel/reading",
    ][choices[1] % 7]
    let path = output + "/" + name
    guard !exists(path), name != ".peel" || !isFolding else { return }
    let target = folder.url.appending(path: path)
    try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    if choices[2] % 4 == 0, !name.hasPrefix(".peel/"), name != ".peel" {
      story.append("mkdir \(path), with a file")
      try put(path + "/mine.jpg", path + "/mine.jpg")
      planted.formUnion([path + "/mine.jpg", path])
      return
    }
    let destination = folder.path(["outside", "outside/kept.jpg", "a/desk.jpg", "nowhere"][choices[3] % 4])
    story.append("ln -s \(destination) \(path)")
    try FileManager.default.createSymbolicLink(atPath: target.path(), withDestinationPath: destination)
    others[path] = Data(destination.utf8)
    planted.insert(path)
  }

  /// Takes away what was planted.
  func uproot() throws {
    guard !planted.isEmpty else { return }
    story.append("rm \(planted.sorted().joined(separator: " "))")
    for path in planted {
      // A file planted in a folder goes with it.
      try? FileManager.default.removeItem(atPath: folder.path(path))
      forget(path)
    }
    for output in Self.outputs { try fold(output) }
  }

  func put(_ content: String, _ path: String) throws {
    others[path] = Data(content.utf8)
    try folder.write(Data(content.utf8), path)
  }

  func forget(_ path: String) {
    others[path] = nil
    planted.remove(path)
  }

  /// Whether there is something, a link too.
  private func exists(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: folder.path(path))) != nil
  }
}
