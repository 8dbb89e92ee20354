import Foundation
import Testing

/// The built program in a real terminal.
@Suite(.serialized, .enabled(if: TerminalWindow.tmux != nil, "tmux is not installed"))
struct TerminalTests {
  private static let rich = "LC_ALL=C.UTF-8 TERM=tmux-256color COLORTERM=truecolor"
  private let sample = Samples.path("cat-curled.jpg")

  /// Opens photos and waits until the first one's prints are shown.
  private func open(
    _ photos: String..., in window: TerminalWindow, as environment: String = rich, before: String = "",
    after: String = ""
  ) throws {
    // Sidecars are saved beside photos, so the tests work on copies of the samples.
    let names = try photos.map { photo in
      guard photo.hasPrefix(Samples.url.path()) else { return "'\(photo)'" }
      let name = URL(filePath: photo).lastPathComponent
      if !window.folder.names().contains(name) { try window.folder.link(name, as: name) }
      return "'\(name)'"
    }.joined(separator: " ")
    let own = "XDG_STATE_HOME=\"$PWD/state\" XDG_CONFIG_HOME=\"$PWD/config\""
    try window.type("\(before) env -u NO_COLOR \(own) \(environment) '\(Program.path)' \(names) -o out \(after)")
    try window.wait(for: "1 top left")
  }

  /// The coordinates of the selected corner.
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
    try window.wait(for: "adjusted and not accepted: once more leaves")
    try window.press("q")
    try expectShell(window)
  }

  @Test func anExistingScanIsReplacedOnlyAtTheSecondRequest() throws {
    let window = try TerminalWindow()
    try window.folder.write(Data("mine".utf8), "out/cat-curled-1.jpg")
    try open(sample, in: window)
    try window.press("e")
    try window.wait(for: "cat-curled-1.jpg: it exists already; export again to replace it")
    #expect(try window.folder.read("out/cat-curled-1.jpg") == Data("mine".utf8))
    try window.press("e")
    try window.wait(for: "exported cat-curled-1.jpg")
    #expect(try window.folder.read("out/cat-curled-1.jpg").count > 1000)
  }

  @Test func adjustmentsOfAnotherPhotoAreNamedAndNeverExported() throws {
    let window = try TerminalWindow(columns: 200, rows: 24)
    let own =
      #"{"schema":1,"photo":"x","width":99,"height":99,"prints":[{"corners":[[9,9],[90,9],[90,90],[9,90]],"#
      + #""upright":false,"film":null,"turn":0,"crop":null,"whiteBalance":null,"clip":null}]}"#
    for name in ["rocket-tilted", "astronaut-on-blue"] {
      try window.folder.write(Data(own.utf8), "\(name).jpg.peel")
    }
    try open(sample, Samples.path("rocket-tilted.jpg"), Samples.path("astronaut-on-blue.jpg"), in: window)
    // The next photo is read ahead; the last one isn't.
    try window.press("E")
    try window.wait(for: "astronaut-on-blue.jpg: its adjustments astronaut-on-blue.jpg.peel")
    #expect(window.folder.names("out").isEmpty)
    try window.press("n")
    try window.wait(for: "rocket-tilted.jpg.peel is about a photo of 99 × 99 pixels; it is left as it is")
    #expect(try window.screen().contains(/rocket-tilted.jpg  2\/3 +sure/))
  }

  @Test func unreadablePhotosAreSkipped() throws {
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

  @Test func acceptedPrintsSurviveAKillAndScanUsesThem() throws {
    let window = try TerminalWindow()
    let own = #"sh -c 'echo $$ > number; exec "$@"' sh"#
    try open(sample, Samples.path("rocket-tilted.jpg"), Samples.path("astronaut-on-blue.jpg"), in: window, before: own)
    let found = try corner(window.screen())
    try window.press("L", "w", "+", "t")
    try window.wait(for: "turned 90°")
    try window.press("Enter", "Home")
    try window.wait(for: "cat-curled.jpg  1/3")
    try window.wait(for: "accepted")
    try window.press("E")
    try window.wait(for: "exported cat-curled-1.jpg")
    try window.press("n")
    try window.wait(for: "rocket-tilted.jpg  2/3")
    let number = try String(decoding: window.folder.read("number"), as: UTF8.self).trimmingCharacters(in: .newlines)
    try window.wait(for: "the sidecar") { _ in window.folder.names().contains("cat-curled.jpg.peel") }
    _ = try Program.run(["-c", "sleep 0.3; kill -9 \(number)"], of: "/bin/sh")
    // The killed program left the terminal in raw mode, so Enter doesn't end a line.
    try window.send("stty sane; reset; clear\n")
    try window.wait(for: "the shell") { !$0.contains("1 top left") }
    try open(sample, Samples.path("rocket-tilted.jpg"), Samples.path("astronaut-on-blue.jpg"), in: window)
    try window.wait(for: "rocket-tilted.jpg  2/3")
    try window.press("p")
    try window.wait(for: "the corner as accepted") {
      try $0.contains("accepted") && $0.contains("1 top left") && abs(corner($0).x - found.x - 10) < 0.05
    }
    let run = try Program.run(["scan", "cat-curled.jpg", "-o", "batch"], in: window.folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(try window.folder.read("batch/cat-curled-1.jpg") == window.folder.read("out/cat-curled-1.jpg"))
  }

  @Test(arguments: [false, true])
  func adjustmentsAreSavedElsewhereIfThePhotosFolderIsReadOnly(isDamaged: Bool) throws {
    let window = try TerminalWindow(columns: 200, rows: 24)
    let old = Data("{".utf8)
    // A folder with the sidecar's name prevents writing, even for root.
    try window.folder.write(old, isDamaged ? "cat-curled.jpg.peel" : "cat-curled.jpg.peel/inner")
    try open(sample, in: window)
    if isDamaged { try window.wait(for: "cat-curled.jpg.peel is damaged: it isn't JSON; it is left as it is") }
    try window.press("l", "Enter")
    try window.wait(
      for: "adjustments are kept in \(window.folder.path("state/peel/adjustments")), as cat-curled.jpg.peel ")
    #expect(try window.folder.read(isDamaged ? "cat-curled.jpg.peel" : "cat-curled.jpg.peel/inner") == old)
    try window.press("q")
    try expectShell(window)
  }

  @Test func aCornerIsDraggedWithTheMouse() throws {
    let window = try TerminalWindow()
    try open(sample, in: window)
    let screen = try window.screen().split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(screen.firstIndex { $0.contains("╋") })
    let column = try #require(screen[row].firstIndex(of: "╋")).utf16Offset(in: screen[row])
    let before = try corner(window.screen())
    func send(_ button: Int, _ right: Int, _ down: Int, _ end: String = "M") throws {
      try window.send("\u{1B}[<\(button);\(column + 1 + right);\(row + 1 + down)\(end)")
    }
    try send(0, 0, 0)
    for step in 1...3 { try send(32, step, 1) }
    try send(0, 3, 1, "m")
    try window.wait(for: "the corner to follow") { try $0.contains("adjusted") && corner($0).x > before.x + 100 }
    try window.press("u")
    try window.wait(for: "the corner where it was") { try corner($0).x == before.x }
    try window.press("q")
    try expectShell(window)
    #expect(try window.state("mouse_any_flag") == "0")
    try open(sample, in: window, after: "--no-mouse")
    #expect(try window.state("mouse_button_flag") == "0")
  }

  @Test func ownKeysAreUsedAndMistakesReported() throws {
    let window = try TerminalWindow(columns: 200, rows: 24)
    try window.folder.write(Data("Ctrl-n next-corner\nq quit\n".utf8), "config/peel/keys")
    try open(sample, in: window)
    try window.wait(for: "config/peel/keys, line 2: there is no command quit")
    try window.press("C-n")
    try window.wait(for: "2 top right")
  }

  /// Photos are listed on standard input while keys come from the terminal.
  @Test func aListMayComeThroughAPipe() throws {
    let window = try TerminalWindow()
    try open("-", in: window, before: "echo '\(sample)' |")
    try window.press("Tab")
    try window.wait(for: "2 top right")
    try window.press("q")
    try expectShell(window)
  }

  @Test func resizingRedraws() throws {
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
  func theTerminalIsRestoredAfterAnySignal(signal: String) throws {
    let window = try TerminalWindow()
    try window.type("ulimit -c 0; stty -a > before")
    try open(sample, in: window, before: #"sh -c 'echo $$ > number; exec "$@"' sh"#)
    let number = try String(decoding: window.folder.read("number"), as: UTF8.self).trimmingCharacters(in: .newlines)
    // The shell's built-in kill: a minimal system has no other.
    _ = try Program.run(["-c", "kill -\(signal) \(number)"], of: "/bin/sh")
    try window.wait(for: "the shell") { _ in try window.state("alternate_on") == "0" }
    try window.type("echo status $? > status; stty -a > after")
    try expectShell(window)
    #expect(try window.folder.read("before") == window.folder.read("after"))
    let status = try String(decoding: window.folder.read("status"), as: UTF8.self)
    #expect(status != "status 0\n", "the shell learns of the signal")
  }

  @Test func theTerminalIsRestoredAfterQuitting() throws {
    let window = try TerminalWindow()
    try window.type("stty -a > before")
    try open(sample, in: window, after: "; echo status $?; stty -a > after")
    try window.press("C-c")
    try window.wait(for: "status 0")
    try expectShell(window)
    #expect(try window.folder.read("before") == window.folder.read("after"))
  }

  @Test func suspendingAndResuming() throws {
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
    /// Text expected on the screen with its colours, and text that must not be there.
    let has: String
    let lacks: [String]
    var before = ""
    var testDescription: String { environment }
  }

  @Test(arguments: [
    Kind(environment: rich, has: "38;2;", lacks: []),
    Kind(environment: "LC_ALL=C.UTF-8 COLORTERM= TERM=tmux-256color", has: "38;5;", lacks: ["38;2;"]),
    Kind(environment: "LC_ALL=C.UTF-8 COLORTERM= TERM=screen", has: "\u{1B}[44m", lacks: ["38;2;", "38;5;"]),
    Kind(
      environment: #"LC_ALL=C.UTF-8 COLORTERM= TERM=tmux-256color TERMINFO="$PWD/ti""#, has: "\u{1B}[90m",
      lacks: ["38;2;", "38;5;"],
      // A terminal with sixteen colours. Few systems have its description.
      before: "infocmp -x tmux-256color | sed 's/colors#[^,]*/colors#16/;s/pairs#[^,]*/pairs#256/' | tic -x -o ti - ;"),
    Kind(
      environment: "LC_ALL=C.UTF-8 COLORTERM= TERM=vt100", has: "▚", lacks: ["38;2;", "38;5;", "\u{1B}[44m"]),
    Kind(environment: "LC_ALL=C COLORTERM= TERM=vt100", has: "@", lacks: ["▌", "┃", "·", "\u{1B}[44m"]),
    Kind(environment: "LC_ALL=C COLORTERM=truecolor TERM=tmux-256color", has: "48;2;", lacks: ["▌", "┃", "▄"]),
    Kind(environment: "\(rich) NO_COLOR=1", has: "▚", lacks: ["38;2;", "38;5;"]),
  ])
  func itDrawsWithWhatTheTerminalHas(_ kind: Kind) throws {
    let window = try TerminalWindow()
    try open(sample, in: window, as: kind.environment, before: kind.before)
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
    (environment: ["TERM=xterm", "setsid", "-w"], says: "no terminal to draw on"),
  ])
  func withoutATerminalItPointsToScan(_ test: (environment: [String], says: String)) throws {
    let run = try Program.run(test.environment + [Program.path, sample], of: "/usr/bin/env")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errorLines.count == 1)
    #expect(run.error.contains(test.says), "\(run.error)")
    #expect(run.error.contains("peel scan PHOTO -o DIR"))
  }

  @Test func withoutAnyPhotoTheWorkbenchDoesNotOpen() throws {
    let run = try Program.run(["TERM=xterm", Program.path, "none.jpg"], of: "/usr/bin/env")
    #expect(run.status == 1)
    #expect(run.errorLines.count == 1)
    #expect(run.error.contains("none.jpg: there is no such file"))
  }
}
