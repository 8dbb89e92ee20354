import Foundation
import PeelImaging
import PeelTestSupport
import Testing

/// Checks that the documentation agrees with the code.
@Suite struct DocumentationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
  static let articles = root.appending(path: "Sources/peel/Documentation.docc")

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: articles.appending(path: name), encoding: .utf8)
  }

  @Test func filmTableAgreesWithTheCode() throws {
    func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
    let rows = FilmFormat.all.map { film in
      let picture = film.picture
      return "| `\(film.name)` | \(number(film.width)) × \(number(film.height)) "
        + "| \(number(picture.width)) × \(number(picture.height)) "
        + "| \(number(picture.left)), \(number(picture.top)) | \(film.title) |"
    }
    let article = try Self.text("Films.md")
    for row in rows { #expect(article.contains(row)) }
  }

  /// The last table in Promises.md has the names of tests.
  @Test func promisesNameTestsThatExist() throws {
    let promises = try Self.text("Promises.md").split(separator: "\n").filter { $0.hasPrefix("| ") }
    let names = Set(promises.flatMap { $0.matches(of: /`([a-z]+[A-Z][A-Za-z]+)`/).map { String($0.output.1) } })
    #expect(names.count > 20)
    let tests = Self.root.appending(path: "Tests")
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    var known = Set<String>()
    while let file = files?.nextObject() as? URL {
      if file.lastPathComponent.hasPrefix(".build") { files?.skipDescendants() }
      guard file.pathExtension == "swift" else { continue }
      let source = try String(contentsOf: file, encoding: .utf8)
      known.formUnion(source.matches(of: /func ([A-Za-z0-9]+)\(/).map { String($0.output.1) })
    }
    #expect(names.subtracting(known) == [])
  }

  @Test(arguments: [
    "README.md", ".github/CONTRIBUTING.md", "Samples/README.md", "Tests/Benchmarks/README.md",
    "Sources/peel/Documentation.docc/Architecture.md", "Sources/peel/Documentation.docc/Compatibility.md",
    "Sources/peel/Documentation.docc/Detection.md", "Sources/peel/Documentation.docc/Films.md",
    "Sources/peel/Documentation.docc/Formats.md", "Sources/peel/Documentation.docc/Glare.md",
    "Sources/peel/Documentation.docc/Promises.md",
    "Sources/peel/Documentation.docc/Speed.md", "Sources/peel/Documentation.docc/Workbench.md",
    "Sources/peel/Documentation.docc/Stereo.md", "Sources/peel/Documentation.docc/Tour.md",
    "Sources/peel/Documentation.docc/Archives.md",
  ])
  func linksLeadSomewhere(page: String) throws {
    let page = Self.root.appending(path: page)
    let text = try String(contentsOf: page, encoding: .utf8)
    for link in text.matches(of: /\]\(([A-Za-z.][A-Za-z0-9.\/]+)\)/).map({ String($0.output.1) }) {
      let target = page.deletingLastPathComponent().appending(path: link).standardized
      #expect(FileManager.default.fileExists(atPath: target.path(percentEncoded: false)), "\(link)")
    }
  }
}
