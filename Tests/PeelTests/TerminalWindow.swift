import Foundation
import PeelTestSupport
import Testing

/// A terminal of its own, run by tmux, with a shell and a temporary folder.
final class TerminalWindow {
  let folder: Folder
  private let socket: String

  /// The longest wait for a text to appear, in seconds. Long enough for busy machines.
  private static let patience = 15.0

  /// The time between two looks at the screen, in seconds.
  private static let interval = 0.05

  static let tmux = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The tmux server. It runs in the foreground, so that the tests see it end.
  private let server: Program.Run

  init(columns: Int = 80, rows: Int = 24) throws {
    folder = try Folder()
    socket = folder.path("tmux")
    server = try Program.Run(Self.arguments(socket, ["-f", "/dev/null", "-D"]), of: "/usr/bin/env")
    let end = Date().addingTimeInterval(Self.patience)
    while try command(["show-options", "-s"]).isEmpty, Date() < end {
      Thread.sleep(forTimeInterval: Self.interval)
    }
    try command([
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", folder.path, "PS1='$ ' exec sh",
    ])
    try wait(for: "$")
  }

  deinit {
    // Asked to end, tmux would wait for the programs in its windows. Killed, it hangs up on them.
    kill(server.process.processIdentifier, SIGKILL)
    server.process.waitUntilExit()
  }

  private static func arguments(_ socket: String, _ arguments: [String]) throws -> [String] {
    ["LC_ALL=C.UTF-8", "TERM=xterm", try #require(tmux), "-u", "-S", socket] + arguments
  }

  @discardableResult
  private func command(_ arguments: [String]) throws -> String {
    try Program.run(Self.arguments(socket, arguments), of: "/usr/bin/env").output
  }

  /// Types a line into the shell.
  func type(_ line: String) throws {
    try command(["send-keys", "-l", line])
    try command(["send-keys", "Enter"])
  }

  /// Presses keys, by tmux's names: `Tab`, `BTab`, `Left`, `S-Left`, `C-z`, or a letter.
  func press(_ keys: String...) throws { try command(["send-keys"] + keys) }

  /// Sends text as it is.
  func send(_ text: String) throws { try command(["send-keys", "-l", text]) }

  func resize(columns: Int, rows: Int) throws {
    try command(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  func screen() throws -> String { try command(["capture-pane", "-p"]) }

  /// The screen with its colours as escape sequences.
  func colours() throws -> String { try command(["capture-pane", "-p", "-e"]) }

  /// The value of one of tmux's variables, such as `alternate_on`.
  func state(_ name: String) throws -> String {
    try command(["display-message", "-p", "#{\(name)}"]).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Waits until the screen has a text, and returns that screen.
  @discardableResult
  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    try wait(for: "\"\(text)\"", sourceLocation: sourceLocation) { $0.contains(text) }
  }

  /// Waits until the screen satisfies a condition, and returns that screen.
  ///
  /// - Parameter what: what is waited for, for the failure's message.
  @discardableResult
  func wait(
    for what: String, sourceLocation: SourceLocation = #_sourceLocation, until isThere: (String) throws -> Bool
  ) throws -> String {
    let end = Date().addingTimeInterval(Self.patience)
    var screen = try screen()
    while try !isThere(screen), Date() < end {
      Thread.sleep(forTimeInterval: Self.interval)
      screen = try self.screen()
    }
    #expect(try isThere(screen), "waited for \(what) but the screen is\n\(screen)", sourceLocation: sourceLocation)
    return screen
  }
}
