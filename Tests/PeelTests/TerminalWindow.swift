import Foundation
import Testing

/// A terminal with a shell, run by tmux.
final class TerminalWindow {
  let folder: Folder
  private let socket: String

  /// The longest wait for something to appear, in seconds. It is generous, for busy machines.
  private static let patience = 15.0

  static let tmux = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The server runs in the foreground: in the background, it would never count as ended.
  private let kept: Program.Run

  init(columns: Int = 80, rows: Int = 24) throws {
    folder = try Folder()
    socket = folder.path("tmux")
    kept = try Program.Run(Self.arguments(socket, ["-f", "/dev/null", "-D"]), of: "/usr/bin/env")
    let end = Date().addingTimeInterval(Self.patience)
    while try command(["show-options", "-s"]).isEmpty, Date() < end {
      Thread.sleep(forTimeInterval: 0.02)
    }
    try command([
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", folder.path, "PS1='$ ' exec sh",
    ])
    try wait(for: "$")
  }

  deinit {
    // Asked to end, tmux would wait for programs in its windows. If it is killed, they are hung up.
    kill(kept.process.processIdentifier, SIGKILL)
    kept.process.waitUntilExit()
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

  /// Sends bytes unchanged.
  func send(_ text: String) throws { try command(["send-keys", "-l", text]) }

  func resize(columns: Int, rows: Int) throws {
    try command(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  func screen() throws -> String { try command(["capture-pane", "-p"]) }

  /// The screen with its colours, as escape sequences.
  func colours() throws -> String { try command(["capture-pane", "-p", "-e"]) }

  /// The value of a tmux variable of the window, such as `alternate_on`.
  func state(_ name: String) throws -> String {
    try command(["display-message", "-p", "#{\(name)}"]).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Waits until the screen contains a text, and returns the screen.
  @discardableResult
  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    try wait(for: "\"\(text)\"", sourceLocation: sourceLocation) { $0.contains(text) }
  }

  @discardableResult
  func wait(
    for what: String, sourceLocation: SourceLocation = #_sourceLocation, until isThere: (String) throws -> Bool
  ) throws -> String {
    let end = Date().addingTimeInterval(Self.patience)
    var screen = try screen()
    while try !isThere(screen), Date() < end {
      Thread.sleep(forTimeInterval: 0.05)
      screen = try self.screen()
    }
    #expect(try isThere(screen), "waited for \(what) but the screen is\n\(screen)", sourceLocation: sourceLocation)
    return screen
  }
}
