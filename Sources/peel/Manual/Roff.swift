/// Text for the macros of man(7).
struct Roff {
  /// The lines so far.
  private(set) var lines: [String] = []

  /// The widest line, in characters. Formatters take any, but people read the source, too.
  private static let width = 78

  /// The source, with a newline at its end.
  var text: String { lines.map { $0 + "\n" }.joined() }

  /// Adds a macro, with its arguments in quotes. Their hyphens are hyphens: titles and dates have no options.
  mutating func macro(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { "\"" + Self.escaped($0).replacing("\\-", with: "-") + "\"" }
    lines.append(([".\(name)"] + quoted).joined(separator: " "))
  }

  /// Adds a paragraph. Words in backquotes are set in bold.
  mutating func paragraph(_ text: String) {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    let marked = parts.enumerated().map { index, part in
      index.isMultiple(of: 2) ? Self.escaped(part) : Self.bold(part)
    }
    filled(marked.joined())
  }

  /// Adds a line of its own, with fonts.
  mutating func line(_ marked: String) { lines.append(Self.protected(marked)) }

  /// Adds text with fonts, on lines of the usual width.
  mutating func filled(_ marked: String) {
    var line = ""
    for word in marked.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > Self.width {
        lines.append(Self.protected(line))
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(Self.protected(line)) }
  }

  static func bold(_ text: some StringProtocol) -> String { "\\fB\(escaped(text))\\fR" }
  static func italic(_ text: some StringProtocol) -> String { "\\fI\(escaped(text))\\fR" }

  /// The text with everything escaped that a formatter would obey, draw otherwise, or not read as UTF-8.
  static func escaped(_ text: some StringProtocol) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "\"": "\\(dq"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case _ where scalar.isASCII: String(scalar)
      default: "\\[u\(hexadecimal(scalar))]"
      }
    }.joined()
  }

  /// At least four digits, as groff wants them.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A line that begins no macro.
  private static func protected(_ line: String) -> String { line.hasPrefix(".") ? "\\&" + line : line }
}
