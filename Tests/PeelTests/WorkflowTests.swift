import Foundation
import PeelTestSupport
import Testing

/// Checks the workflows, which run only on a server.
@Suite struct WorkflowTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// `.github/workflows/release.yml` was no YAML once, so that a tag would have published nothing.
  @Test func workflowsFollowTheirSchema() throws {
    let tool = Self.root.appending(path: ".build/tools/bin/check-jsonschema").path()
    guard FileManager.default.isExecutableFile(atPath: tool) else {
      return print("skipped: .ci/install --tests couldn't install check-jsonschema")
    }
    func check(_ files: [String]) throws -> Program.Result {
      try Program.run(["--builtin-schema", "vendor.github-workflows"] + files, of: tool)
    }
    let workflows = Self.root.appending(path: ".github/workflows")
    let files = try FileManager.default.contentsOfDirectory(at: workflows, includingPropertiesForKeys: nil)
    #expect(files.count == 3)
    let run = try check(files.map { $0.path() })
    #expect(run.status == 0, "\(run.output)\(run.error)")
    let folder = try Folder()
    for command in ["grep version: 1", "true\n        runs: true"] {
      let text = "on: push\njobs:\n  one:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: \(command)\n"
      try folder.write(Data(text.utf8), "wrong.yml")
      #expect(try check([folder.path("wrong.yml")]).status != 0, "\(command)")
    }
  }
}
