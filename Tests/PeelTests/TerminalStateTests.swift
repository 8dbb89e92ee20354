import Foundation
import PeelTestSupport
import Testing

/// The terminal's size, colours and modes, and how they are restored.
extension TerminalTests {
  @Test func theScreenFollowsTheWindowsSize() throws {
    let window = try TerminalWindow()
    try open(sample, in: window)
    for (columns, rows) in [(40, 12), (120, 40), (81, 25), (30, 8), (200, 60), (17, 5)] {
      try window.resize(columns: columns, rows: rows)
    }
    try window.wait(for: "too small")
    try window.resize(columns: 200, rows: 60)
    try window.wait(for: "detector")
    try window.resize(columns: 80, rows: 24)
    // The terminal wraps the lines of the large screen until the small one is drawn.
    try window.wait(for: "the title in the first row and the key bar in the last") {
      let lines = $0.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      return lines.first?.hasPrefix(" cat-curled.jpg  1/1") ?? false && lines.last?.hasSuffix("q quit") ?? false
    }
  }

  @Test(arguments: ["TERM", "HUP", "INT", "SEGV", "ILL", "ABRT", "TRAP", "USR1", "ALRM", "PIPE"])
  func everyFatalSignalRestoresTheTerminal(signal: String) throws {
    let window = try TerminalWindow()
    try window.type("ulimit -c 0; stty -a > before")
    try open(sample, in: window, before: #"sh -c 'echo $$ > number; exec "$@"' sh"#)
    let number = try String(decoding: window.folder.read("number"), as: UTF8.self).trimmingCharacters(in: .newlines)
    // The shell's own kill, as the command may not be installed.
    _ = try Program.run(["-c", "kill -\(signal) \(number)"], of: "/bin/sh")
    try window.wait(for: "the shell") { _ in try window.state("alternate_on") == "0" }
    try window.type("echo status $? > status; stty -a > after")
    try expectShell(window)
    #expect(try window.folder.read("before") == window.folder.read("after"))
    let status = try String(decoding: window.folder.read("status"), as: UTF8.self)
    #expect(status != "status 0\n", "the exit status shows the signal")
  }

  /// A shell whose terminal is closed sends its jobs a second SIGHUP, while the changes are still being saved.
  @Test func closingTheTerminalKeepsChanges() throws {
    let window = try TerminalWindow()
    let before = #"env XDG_STATE_HOME="$PWD/state" sh -c 'echo $$ > number; exec "$@"' sh"#
    try open(sample, in: window, before: before)
    try window.press("S-Right")
    try window.wait(for: "adjusted")
    let number = try String(decoding: window.folder.read("number"), as: UTF8.self).trimmingCharacters(in: .newlines)
    _ = try Program.run(
      ["-c", "for i in 1 2 3 4 5 6 7 8; do kill -HUP \(number) || exit; sleep 0.01; done"], of: "/bin/sh")
    try window.wait(for: "the shell") { _ in try window.state("alternate_on") == "0" }
    try expectShell(window)
    let files = FileManager.default.enumerator(atPath: window.folder.path("state/peel/unsaved"))?.allObjects ?? []
    #expect(files.contains { ($0 as? String)?.hasSuffix("cat-curled.jpg.peel") ?? false }, "\(files)")
  }

  @Test func quittingRestoresTheTerminal() throws {
    let window = try TerminalWindow()
    try window.type("stty -a > before")
    try open(sample, in: window, after: "; echo status $?; stty -a > after")
    try window.press("C-c")
    try window.wait(for: "status 0")
    try expectShell(window)
    #expect(try window.folder.read("before") == window.folder.read("after"))
  }

  @Test func theProgramIsSuspendedAndResumed() throws {
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

  /// As a program of a pipe is, or one that a script waits for.
  @Test func theWholeJobIsSuspended() throws {
    let window = try TerminalWindow()
    try open(sample, in: window, before: "sh -c '\"$@\"; echo ended' sh")
    try window.press("C-z")
    try expectShell(window)
    try window.type("fg")
    try window.wait(for: "1 top left")
    try window.press("q")
    try window.wait(for: "ended")
  }

  /// As ffmpeg does at its end if it shares the terminal.
  @Test func modesThatAnotherProgramSetAreSetBack() throws {
    let window = try TerminalWindow()
    try window.type("(trap '' TTOU; until test -e go; do sleep 0.1; done; stty sane < /dev/tty; touch done) &")
    try open(sample, in: window)
    try window.folder.write(Data(), "go")
    try window.wait(for: "the other program") { _ in window.folder.names().contains("done") }
    try window.press("Tab")
    try window.wait(for: "2 top right")
    try window.press("q")
    try expectShell(window)
  }

  @Test func pastedTextIsNotTakenForKeys() throws {
    let window = try TerminalWindow()
    try open(sample, in: window)
    try window.send("\u{1B}[200~q\u{3}q\u{1B}[201~")
    try window.wait(for: "pasted text is ignored")
    try window.press("Tab")
    try window.wait(for: "2 top right")
  }

  /// Pastes are marked while the workbench runs, and no longer afterwards.
  @Test(arguments: ["", "kill -SEGV $$"])
  func pastesAreMarkedUntilTheEnd(_ crash: String) throws {
    let folder = try Folder()
    try folder.link("rocket-tilted.jpg", as: "a.jpg")
    let end = crash.isEmpty ? "" : "(sleep 2; kill -SEGV $$) & "
    let command = "ulimit -c 0; \(end)TERM=xterm exec '\(Program.path)' a.jpg"
    let run = try Program.run(
      ["20", "/usr/bin/script", "-qec", command, "/dev/null"], of: "/usr/bin/timeout",
      input: Data((crash.isEmpty ? "q" : "").utf8), in: folder)
    let marks = run.output.matches(of: /\u{1B}\[\?2004[hl]/).map { String($0.output.suffix(1)) }
    #expect(marks == ["h", "l"], "\(run.output.debugDescription)")
  }

  struct Kind: CustomTestStringConvertible, Sendable {
    let environment: String
    /// What the screen with its colours contains, and what it doesn't.
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
      // Describes a terminal of 16 colours, as few systems have one.
      before: "infocmp -x tmux-256color | sed 's/colors#[^,]*/colors#16/;s/pairs#[^,]*/pairs#256/' | tic -x -o ti - ;"),
    Kind(
      environment: "LC_ALL=C.UTF-8 COLORTERM= TERM=vt100", has: "⢐", lacks: ["38;2;", "38;5;", "\u{1B}[44m"]),
    Kind(environment: "LC_ALL=C COLORTERM= TERM=vt100", has: "@", lacks: ["▌", "┃", "·", "\u{1B}[44m"]),
    Kind(environment: "LC_ALL=C COLORTERM=truecolor TERM=tmux-256color", has: "48;2;", lacks: ["▌", "┃", "▄"]),
    Kind(environment: "\(rich) NO_COLOR=1", has: "⢐", lacks: ["38;2;", "38;5;"]),
  ])
  func itDrawsWithTheTerminalsColoursAndGlyphs(_ kind: Kind) throws {
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
  func withoutATerminalTheErrorPointsToScan(_ test: (environment: [String], says: String)) throws {
    let run = try Program.run(test.environment + [Program.path, sample], of: "/usr/bin/env")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errorLines.count == 1)
    #expect(run.error.contains(test.says), "\(run.error)")
    #expect(run.error.contains("peel scan PHOTO -o DIR"))
  }

  @Test func missingPhotosAreAnError() throws {
    let run = try Program.run(["TERM=xterm", Program.path, "none.jpg"], of: "/usr/bin/env")
    #expect(run.status == 1)
    #expect(run.errorLines.count == 1)
    #expect(run.error.contains("none.jpg: there is no such file"))
  }
}
