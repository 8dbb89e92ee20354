import Foundation

/// Runs the built programs.
package enum Program {
  /// The path of `peel`, which is beside the test bundle.
  package static var path: String {
    let own = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return own.deletingLastPathComponent().appending(path: "peel").path()
  }

  package struct Result {
    /// What it wrote to standard output.
    package let bytes: Data
    package let error: String
    package let status: Int32

    package var output: String { String(decoding: bytes, as: UTF8.self) }
    package var lines: [Substring] { output.split(separator: "\n") }
    package var errorLines: [Substring] { error.split(separator: "\n") }
  }

  /// Runs `peel-lab` and waits for its end.
  package static func lab(_ arguments: [String]) throws -> Result { try run(arguments, of: path + "-lab") }

  /// Runs a program, `peel` by default, and waits for its end.
  ///
  /// - Parameter input: the bytes of its standard input.
  package static func run(
    _ arguments: [String], of program: String = path, input: Data = Data(), in folder: Folder? = nil
  ) throws -> Result {
    try Run(arguments, of: program, input: input, in: folder).result()
  }

  /// A running program.
  package struct Run {
    package let process = Process()
    private let streams: Folder

    package init(
      _ arguments: [String], of program: String = path, input: Data = Data(), in folder: Folder? = nil
    ) throws {
      streams = try Folder()
      try streams.write(input, "input")
      for name in ["output", "error"] { try streams.write(Data(), name) }
      process.executableURL = URL(filePath: program)
      process.arguments = arguments
      // Whoever runs the tests may have options of their own.
      process.environment = ProcessInfo.processInfo.environment.merging(["PEEL_NO_OPTIONS": "1"]) { $1 }
      if let folder { process.currentDirectoryURL = folder.url }
      process.standardInput = try FileHandle(forReadingFrom: streams.url.appending(path: "input"))
      process.standardOutput = try FileHandle(forWritingTo: streams.url.appending(path: "output"))
      process.standardError = try FileHandle(forWritingTo: streams.url.appending(path: "error"))
      try process.run()
    }

    package func result() throws -> Result {
      process.waitUntilExit()
      return Result(
        bytes: try streams.read("output"),
        error: String(decoding: try streams.read("error"), as: UTF8.self), status: process.terminationStatus)
    }
  }
}

/// A temporary folder, removed with its last reference.
package final class Folder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "peel-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package var path: String { url.path() }

  package func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  package func write(_ data: Data, _ name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  package func read(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

  /// The sorted names in the folder, including hidden files but not `.peel`; empty if there is no such folder.
  package func names(_ folder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []).filter { $0 != ".peel" }.sorted()
  }

  /// Creates a symbolic link to a sample.
  package func link(_ sample: String, as name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: Samples.url.appending(path: sample))
  }
}

package enum Samples {
  package static let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Samples")
    .standardized

  package static func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
  package static func bytes(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }
}

/// The keys in a JSON line in their order, including those of inner objects.
package func keys(of line: some StringProtocol) -> [String] {
  String(line).matches(of: /"([A-Za-z0-9]+)":/).map { String($0.output.1) }
}
