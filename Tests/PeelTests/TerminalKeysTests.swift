import Foundation
import PeelTestSupport
import Testing

/// What a terminal sends besides whole keys, and terminals that terminfo doesn't know.
extension TerminalTests {
  /// Runs the program in a terminal in which a script types, and which answers nothing else. The file `log` has what the
  /// terminal shows, and `rest` what the program left unread.
  private func run(_ folder: Folder, typing script: String, before: String = "TERM=xterm") throws -> Program.Result {
    try folder.link("rocket-tilted.jpg", as: "a.jpg")
    let command =
      "export XDG_STATE_HOME=$PWD/state XDG_CONFIG_HOME=$PWD/config; \(before) '\(Program.path)' a.jpg; echo status $?; "
      + "stty -icanon -echo min 0 time 8; cat > rest"
    return try Program.run(
      ["-c", "(\(script)) | timeout 60 script -qefc \"$0\" log", command], of: "/bin/sh", in: folder)
  }

  /// The photo's corners as accepted, after each of the bytes came some seconds after the one before.
  private func accepted(typing bytes: [UInt8], delay: Double) throws -> Data {
    let folder = try Folder()
    func wait(for condition: String) -> String { "timeout 20 sh -c 'until \(condition); do sleep 0.1; done'; " }
    let typed = bytes.map { "printf '\\\(String($0, radix: 8))'; sleep \(delay); " }.joined()
    let run = try run(
      folder,
      typing: wait(for: "grep -aq left log") + "printf 1; \(typed) printf '\\r'; " + wait(for: "test -e a.jpg.peel")
        + "printf q; sleep 1")
    #expect(run.output.contains("status 0"))
    return try folder.read("a.jpg.peel")
  }

  /// Up, Shift-Down, Alt-Left and Alt-Up come apart at every byte. Read as Escape and letters, they'd accept the photo first.
  @Test func keysMayComeApart() throws {
    let bytes = Array("\u{1B}[A\u{1B}[1;2B\u{1B}[1;9D\u{1B}\u{1B}OA".utf8)
    #expect(try accepted(typing: bytes, delay: 0.3) == accepted(typing: bytes, delay: 0))
  }

  /// tmux answers at once, while its input comes apart before it. An Escape is then a key, but nothing after it is.
  @Test func whatFollowsAnEscapeIsNoKeys() throws {
    let window = try TerminalWindow()
    try open(sample, in: window)
    for part in ["\u{1B}", "[A", "\u{1B}", "O", "A", "\u{1B}", "[1;", "2A"] {
      try window.send(part)
      Thread.sleep(forTimeInterval: 0.2)
    }
    try window.press("Tab")
    try window.wait(for: "2 top right")
    #expect(!window.folder.names().contains("cat-curled.jpg.peel"), "the photo was accepted")
  }

  /// The answers come half a second after the program was asked to quit.
  @Test func lateAnswersAreNotLeftForTheShell() throws {
    let folder = try Folder()
    let answers = #"\033[?1u\033P>|xterm(390)\033\\\033[?1;0;256S\033[6;20;10t\033]11;rgb:0/0/0\033\\\033[?64;4;22c"#
    let run = try run(folder, typing: "printf q; sleep 0.6; printf '\(answers)'; sleep 1.5")
    #expect(run.output.contains("status 0"))
    #expect(try folder.read("rest") == Data(), "\(run.output.debugDescription)")
  }

  /// kitty's keyboard protocol is used where the terminal has it, and not after quitting, a suspension or a crash.
  @Test(arguments: [
    ("", "q", []), ("\\033[?0u", "q", [">1u", "<u"]), ("\\033[?0u", "\\033[99;5u", [">1u", "<u"]),
    // Without a shell that continues jobs, the program goes on at once.
    ("\\033[?0u", "\\033[122;5uq", [">1u", "<u", ">1u", "<u"]),
    ("\\033[?0u", "", [">1u", "<u"]),
  ])
  func theKeyboardIsGivenBack(_ answer: String, _ keys: String, _ changes: [String]) throws {
    let crash = keys.isEmpty ? "ulimit -c 0; (sleep 2; kill -SEGV $$) & TERM=xterm exec" : "TERM=xterm"
    let run = try run(
      try Folder(), typing: "printf '\(answer)\\033[?62c'; sleep 1; printf '\(keys)'; sleep 1.5", before: crash)
    let found = run.output.matches(of: /\u{1B}\[([<>][0-9]*u)/).map { String($0.output.1) }
    #expect(found == changes, "\(run.output.debugDescription)")
  }

  /// A terminal that terminfo doesn't know is used if it answers. tmux does.
  @Test(arguments: ["nonesuch", "unknown"])
  func anUnknownTerminalThatAnswersIsUsed(_ name: String) throws {
    let window = try TerminalWindow()
    try window.type("stty -a > before")
    try open(sample, in: window, as: "LC_ALL=C.UTF-8 TERM=\(name) COLORTERM=truecolor")
    try window.press("Tab")
    try window.wait(for: "2 top right")
    #expect(try window.colours().contains("38;2;"))
    try window.press("q")
    try expectShell(window)
    try window.type("stty -a > after")
    try window.wait(for: "the modes") { _ in window.folder.names().contains("after") }
    #expect(try window.folder.read("before") == window.folder.read("after"))
  }

  @Test func anUnknownTerminalThatIsSilentIsNot() throws {
    let run = try run(try Folder(), typing: "sleep 2", before: "TERM=nonesuch")
    #expect(run.output.contains("status 1"))
    #expect(run.output.contains("does not know this terminal, TERM=nonesuch"))
    #expect(run.output.contains("TERM=xterm-256color"))
  }
}
