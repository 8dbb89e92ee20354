/// A command's discussion: a paragraph of examples, a line for each, then text.
struct Discussion {
  /// A command line, and what it does.
  struct Example {
    let line: String
    let purpose: String
  }

  let examples: [Example]
  let paragraphs: [String]

  /// At least two spaces separate an example from its purpose.
  init(_ text: String) {
    let parts = text.split(separator: "\n\n")
    examples = (parts.first ?? "").split(separator: "\n").map { line in
      guard let gap = line.firstRange(of: "  ") else { return Example(line: String(line), purpose: "") }
      return Example(line: String(line[..<gap.lowerBound]), purpose: String(line[gap.upperBound...].drop { $0 == " " }))
    }
    // The exit statuses have a section of their own.
    paragraphs = parts.dropFirst().map { String($0).replacing("\n", with: " ") }.filter {
      !$0.hasPrefix("Exit status:")
    }
  }
}
