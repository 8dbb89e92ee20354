import Foundation

/// Libraries that the files they decode take over: see `Tests/HostileLibraries/hostile.c`.
package enum HostileLibraries {
  private static let folder = Result { () throws -> Folder in
    let folder = try Folder()
    try build(into: folder, by: "HostileLibraries/build")
    return folder
  }

  /// The variables that a program needs to load them, as arguments of `env`.
  package static func environment() throws -> [String] { ["LD_LIBRARY_PATH=\(try folder.get().path)"] }
}

/// A folder in which programs meet the oddities of some mount: see `Tests/OddMount/oddmount.c`.
package struct OddMount: Sendable {
  /// The folder's path from the root, without links.
  private let folder: String
  package let oddities: String

  /// Phones over FUSE, FAT and network drives have one or the other; no mount has all.
  package static let everything =
    "links=0,numbers,times=2,lock=\(ENOLCK),link=\(EIO),exclusive=\(EINVAL),foldersync=\(EINVAL),sync=\(ENOSYS),"
    + "length=143,characters,case"

  /// The oddities of one mount each.
  package static let kinds = [
    "links=0", "numbers", "times=2", "lock=\(ENOLCK)", "exclusive=\(EINVAL)", "exclusive=\(EINVAL),link=\(EPERM)",
    "exclusive=\(ENOSYS),link=\(EIO)", "foldersync=\(ENOTSUP)", "foldersync=\(EBADF),sync=\(ENOSYS)",
    "length=143,characters,case", everything,
  ]

  /// The library that stands between the program and the C library.
  private static let library = Result { () throws -> Folder in
    let folder = try Folder()
    try build(into: folder, by: "OddMount/build")
    return folder
  }

  /// - Parameters:
  ///   - oddities: as the library's comment lists them.
  ///   - inner: the name of a folder in `folder` that has them, instead of `folder` itself.
  package init(_ oddities: String, at folder: Folder, _ inner: String = "") {
    self.oddities = oddities
    let path = folder.url.appending(path: inner).resolvingSymlinksInPath().path()
    self.folder = path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The variables that a program needs to meet them, as arguments of `env`.
  package func environment() throws -> [String] {
    ["LD_PRELOAD=\(try Self.library.get().path("oddmount.so"))", "ODD=\(oddities)", "ODD_FOLDER=\(folder)"]
  }

  /// Runs a shell script, in which `$0` is the program.
  package func run(_ script: String, in folder: Folder) throws -> Program.Result {
    try Program.run(try environment() + ["sh", "-c", script, Program.path], of: "/usr/bin/env", in: folder)
  }
}

/// Builds a library for tests.
private func build(into folder: Folder, by script: String) throws {
  let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let run = try Program.run([folder.path], of: tests.appending(path: script).path())
  guard run.status == 0 else { throw BuildError(description: "\(script): \(run.error)") }
}

private struct BuildError: Error, CustomStringConvertible {
  let description: String
}
