import Foundation
import Testing

/// The built program in a real terminal.
@Suite(.serialized, .enabled(if: TerminalWindow.tmux != nil, "tmux is not installed"))
struct TerminalTests {
  private static let rich = "LC_ALL=C.UTF-8 TERM=tmux-256color COLORTERM=truecolor"
  private let sample = Samples.path("cat-curled.jpg")

  /// Opens photos and waits until the prints of the first are there.
  private func open(
    _ photos: String..., in window: TerminalWindow, as environment: String = rich, before: String = "",
    after: String = ""
  ) throws {
    let names = photos.map { "'\($0)'" }.joined(separator: " ")
    try window.type("\(before) env -u NO_COLOR \(environment) '\(Program.path)' \(names) -o out \(after)")
    try window.wait(for: "1 top left")
  }

  /// x and y of the corner in hand.
  private func corner(_ screen: String) throws -> (x: Double, y: Double) {
    let place = try #require(screen.firstMatch(of: /(?:left|right)  (-?[0-9.]+), (-?[0-9.]+)/))
    return (try #require(Double(place.output.1)), try #require(Double(place.output.2)))
  }

  private func expectShell(_ window: TerminalWindow) throws {
    try window.wait(for: "the shell") { _ in try window.state("alternate_on") == "0" }
    #expect(try window.state("cursor_flag") == "1")
    #expect(try window.state("keypad_flag") == "0" && window.state("keypad_cursor_flag") == "0")
    try window.type("echo back$((40+2))")
    try window.wait(for: "back42")
  }

  @Test func aPersonCorrectsACornerAndExports() throws {
    let window = try TerminalWindow()
    try open(sample, in: window)
    #expect(try window.state("alternate_on") == "1")
    let before = try corner(window.screen())
    try window.press("2", "Left", "Left", "Down", "J")
    try window.wait(for: "2 top right")
    try window.press("1", "Right", "Right", "Down", "L")
    let after = try corner(
      window.wait(for: "the corner to move") { try $0.contains("adjusted") && abs(corner($0).x - before.x - 12) < 0.05 }
    )
    #expect(abs(after.x - before.x - 12) < 0.05 && abs(after.y - before.y - 1) < 0.05)
    try window.press("S-Right", "S-Down", "BTab")
    try window.wait(for: "4 bottom left")
    try window.press("v")
    try window.wait(for: "the print beside the photo") {
      $0.split(separator: "\n").dropFirst().first?.contains("│") ?? false
    }
    try window.press("e")
    try window.wait(for: "exported cat-curled-1.jpg")
    #expect(window.folder.names("out") == ["cat-curled-1.jpg"])
    #expect(try window.folder.read("out/cat-curled-1.jpg").prefix(3) == Data([0xFF, 0xD8, 0xFF]))
    try window.press("h", "q")
    try window.wait(for: "not exported: q again leaves")
    try window.press("q")
    try expectShell(window)
  }

  @Test func aScanThatIsThereIsReplacedOnlyWhenAskedTwice() throws {
    let window = try TerminalWindow()
    try window.folder.write(Data("mine".utf8), "out/cat-curled-1.jpg")
    try open(sample, in: window)
    try window.press("e")
    try window.wait(for: "cat-curled-1.jpg is there already; export again to replace it")
    #expect(try window.folder.read("out/cat-curled-1.jpg") == Data("mine".utf8))
    try window.press("e")
    try window.wait(for: "exported cat-curled-1.jpg")
    #expect(try window.folder.read("out/cat-curled-1.jpg").count > 1000)
  }

  @Test func photosAreGoneThroughAndBadOnesPassed() throws {
    let window = try TerminalWindow()
    try window.folder.write(Data("a diary".utf8), "diary.jpg")
    try open(sample, "diary.jpg", Samples.path("rocket-tilted.jpg"), in: window)
    try window.press("n")
    try window.wait(for: "this is text, not a photo")
    try window.press("n")
    try window.wait(for: "rocket-tilted.jpg  3/3")
    try window.wait(for: "1 top left")
    try window.press("p", "p")
    try window.wait(for: "cat-curled.jpg  1/3")
  }

  @Test func theSharpestOfABurstIsTaken() throws {
    let burst = try MadeBurst.shared.get()
    let window = try TerminalWindow()
    try open(
      burst.folder.path("softest.jpg"), burst.folder.path("other.jpg"), burst.folder.path("sharp.jpg"),
      burst.folder.path("soft.jpg"), in: window)
    try window.press("b")
    let screen = try window.wait(for: "the whole filmstrip") {
      $0.contains("3 shots, sharpest first") && $0.contains("soft.jpg")
    }
    #expect(screen.contains("Burst 1/1"))
    let names = screen.split(separator: "\n").first { $0.contains("sharp.jpg") }
    #expect(names?.split(separator: " ").first == "sharp.jpg")
    try window.press("Enter")
    try window.wait(for: "taken; 2 other shots set aside")
    try window.wait(for: "sharp.jpg  3/4")
    try window.press("n")
    try window.wait(for: "this is the last photo")
    try window.press("p")
    try window.wait(for: "other.jpg  2/4")
  }

  /// Names come through standard input while keys come from the terminal.
  @Test func aListMayComeThroughAPipe() throws {
    let window = try TerminalWindow()
    try open("-", in: window, before: "echo '\(sample)' |")
    try window.press("Tab")
    try window.wait(for: "2 top right")
    try window.press("q")
    try expectShell(window)
  }

  @Test func everySizeIsDrawnAnew() throws {
    let window = try TerminalWindow()
    try open(sample, in: window)
    for (columns, rows) in [(40, 12), (120, 40), (81, 25), (30, 8), (200, 60), (17, 5)] {
      try window.resize(columns: columns, rows: rows)
    }
    try window.wait(for: "too small")
    try window.resize(columns: 200, rows: 60)
    try window.wait(for: "confidence")
    try window.resize(columns: 80, rows: 24)
    let screen = try window.wait(for: "the key bar in the last row") {
      $0.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last?.hasSuffix("q leave") ?? false
    }
    #expect(screen.contains("cat-curled.jpg  1/1"))
  }

  @Test(arguments: ["TERM", "HUP", "INT", "SEGV", "ILL", "ABRT", "TRAP"])
  func whateverEndsItTheTerminalIsGivenBack(signal: String) throws {
    let window = try TerminalWindow()
    try window.type("ulimit -c 0; stty -a > before")
    try open(sample, in: window, before: #"sh -c 'echo $$ > number; exec "$@"' sh"#)
    let number = try String(decoding: window.folder.read("number"), as: UTF8.self).trimmingCharacters(in: .newlines)
    // The shell's own: a bare machine has no other.
    _ = try Program.run(["-c", "kill -\(signal) \(number)"], of: "/bin/sh")
    try window.wait(for: "the shell") { _ in try window.state("alternate_on") == "0" }
    try window.type("echo status $? > status; stty -a > after")
    try expectShell(window)
    #expect(try window.folder.read("before") == window.folder.read("after"))
    let status = try String(decoding: window.folder.read("status"), as: UTF8.self)
    #expect(status != "status 0\n", "the shell learns of the signal")
  }

  @Test func leavingGivesTheTerminalBack() throws {
    let window = try TerminalWindow()
    try window.type("stty -a > before")
    try open(sample, in: window, after: "; echo status $?; stty -a > after")
    try window.press("C-c")
    try window.wait(for: "status 0")
    try expectShell(window)
    #expect(try window.folder.read("before") == window.folder.read("after"))
  }

  @Test func itStopsAndComesBack() throws {
    let window = try TerminalWindow()
    try window.type("stty -a > before")
    try open(sample, in: window)
    try window.press("C-z")
    try expectShell(window)
    try window.type("stty -a > after")
    try window.type("fg")
    try window.wait(for: "1 top left")
    #expect(try window.state("alternate_on") == "1")
    #expect(try window.folder.read("before") == window.folder.read("after"))
    try window.press("Tab")
    try window.wait(for: "2 top right")
  }

  struct Kind: CustomTestStringConvertible, Sendable {
    let environment: String
    /// On the screen with its colours, and not there.
    let has: String
    let lacks: [String]
    var testDescription: String { environment }
  }

  @Test(arguments: [
    Kind(environment: rich, has: "38;2;", lacks: []),
    Kind(environment: "LC_ALL=C.UTF-8 COLORTERM= TERM=tmux-256color", has: "38;5;", lacks: ["38;2;"]),
    Kind(environment: "LC_ALL=C.UTF-8 COLORTERM= TERM=screen", has: "\u{1B}[44m", lacks: ["38;2;", "38;5;"]),
    Kind(
      environment: "LC_ALL=C.UTF-8 COLORTERM= TERM=vt100", has: "▚", lacks: ["38;2;", "38;5;", "\u{1B}[44m"]),
    Kind(environment: "LC_ALL=C COLORTERM= TERM=vt100", has: "@", lacks: ["▌", "┃", "·", "\u{1B}[44m"]),
    Kind(environment: "LC_ALL=C COLORTERM=truecolor TERM=tmux-256color", has: "48;2;", lacks: ["▌", "┃", "▄"]),
    Kind(environment: "\(rich) NO_COLOR=1", has: "▚", lacks: ["38;2;", "38;5;"]),
  ])
  func itDrawsWithWhatTheTerminalHas(_ kind: Kind) throws {
    let window = try TerminalWindow()
    try open(sample, in: window, as: kind.environment)
    let screen = try window.colours()
    #expect(screen.contains(kind.has))
    for text in kind.lacks { #expect(!screen.contains(text), "has \(text.debugDescription)") }
    try window.press("q")
    try expectShell(window)
  }

  @Test(arguments: [
    (environment: ["TERM=dumb"], says: "cannot draw on this terminal, TERM=dumb"),
    (environment: ["TERM=nonesuch"], says: "does not know this terminal, TERM=nonesuch"),
    (environment: ["TERM="], says: "TERM is not set"),
    (environment: ["-u", "TERM"], says: "TERM is not set"),
    (environment: ["TERM=xterm", "setsid", "-w"], says: "no terminal for the workbench"),
  ])
  func withoutATerminalItPointsToScan(_ test: (environment: [String], says: String)) throws {
    let run = try Program.run(test.environment + [Program.path, sample], of: "/usr/bin/env")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errorLines.count == 1)
    #expect(run.error.contains(test.says), "\(run.error)")
    #expect(run.error.contains("peel scan PHOTO -o DIR"))
  }

  @Test func whereNothingCanBeOpenedItDoesNotBegin() throws {
    let run = try Program.run(["TERM=xterm", Program.path, "none.jpg"], of: "/usr/bin/env")
    #expect(run.status == 1)
    #expect(run.errorLines.count == 1)
    #expect(run.error.contains("none.jpg: there is no such file"))
  }
}
