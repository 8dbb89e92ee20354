import Foundation
import PeelTestSupport
import Testing

/// The built program in a real terminal. These tests edit, accept and export photos.
@Suite(.serialized, .enabled(if: TerminalWindow.tmux != nil, "tmux is not installed"))
struct TerminalTests {
  static let rich = "LC_ALL=C.UTF-8 TERM=tmux-256color COLORTERM=truecolor"
  let sample = Samples.path("cat-curled.jpg")

  /// Opens photos and waits until the prints of the first are found.
  func open(
    _ photos: String..., in window: TerminalWindow, as environment: String = rich, before: String = "",
    after: String = ""
  ) throws {
    // Accepted prints are saved beside a photo, so samples are linked into the window's folder.
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

  /// The place of the current corner, in photo pixels.
  private func corner(_ screen: String) throws -> (x: Double, y: Double) {
    let place = try #require(screen.firstMatch(of: /(?:left|right)  (-?[0-9.]+), (-?[0-9.]+)/))
    return (try #require(Double(place.output.1)), try #require(Double(place.output.2)))
  }

  /// Expects that the terminal is restored and the shell runs.
  func expectShell(_ window: TerminalWindow) throws {
    try window.wait(for: "the shell") { _ in try window.state("alternate_on") == "0" }
    #expect(try window.state("cursor_flag") == "1")
    #expect(try window.state("keypad_flag") == "0" && window.state("keypad_cursor_flag") == "0")
    try window.type("echo back$((40+2))")
    try window.wait(for: "back42")
  }

  @Test func aCornerIsCorrectedAndThePrintExported() throws {
    let window = try TerminalWindow()
    try open(sample, in: window)
    #expect(try window.state("alternate_on") == "1")
    let before = try corner(window.screen())
    try window.press("2", "Left", "Left", "Down", "J")
    try window.wait(for: "2 top right")
    try window.press("1", "Right", "Right", "Down")
    let after = try corner(
      window.wait(for: "the corner to move") { try $0.contains("adjusted") && abs(corner($0).x - before.x - 2) < 0.05 }
    )
    #expect(abs(after.x - before.x - 2) < 0.05 && abs(after.y - before.y - 1) < 0.05)
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
    try window.wait(for: "your changes aren't accepted; they are kept for the next time; press q again")
    try window.press("q")
    try expectShell(window)
  }

  @Test func anExportReplacesOnlyUnchangedScansOfItsPhoto() throws {
    let window = try TerminalWindow(columns: 160, rows: 24)
    try window.folder.write(Data("mine".utf8), "out/cat-curled-1.jpg")
    try open(sample, in: window)
    for _ in 1...2 {
      try window.press("e")
      try window.wait(for: "cat-curled-1.jpg: exists already, and isn't an unchanged scan of this photo")
      #expect(try window.folder.read("out/cat-curled-1.jpg") == Data("mine".utf8))
      // The next message shows that the export has ended.
      try window.press("t")
      try window.wait(for: "no longer the message") { !$0.contains("exists already") }
    }
    try FileManager.default.removeItem(atPath: window.folder.path("out/cat-curled-1.jpg"))
    try window.press("e")
    try window.wait(for: "exported cat-curled-1.jpg")
    let first = try window.folder.read("out/cat-curled-1.jpg")
    try window.press("t", "e")
    try window.wait(for: "another scan") { _ in try window.folder.read("out/cat-curled-1.jpg") != first }
  }

  @Test func adjustmentsOfAnotherPhotoAreReportedAndNotExported() throws {
    let window = try TerminalWindow(columns: 200, rows: 24)
    let prints =
      #"","width":99,"height":99,"prints":[{"corners":[[9,9],[90,9],[90,90],[9,90]],"#
      + #""upright":false,"film":null,"turn":0,"crop":null,"whiteBalance":null,"clip":null}]}"#
    for name in ["rocket-tilted", "astronaut-on-blue"] {
      try window.folder.write(Data((#"{"schema":1,"photo":""# + "\(name).jpg" + prints).utf8), "\(name).jpg.peel")
    }
    try open(
      sample, Samples.path("rocket-tilted.jpg"), Samples.path("cat-and-pen.jpg"), Samples.path("astronaut-on-blue.jpg"),
      in: window)
    try window.press("n")
    try window.wait(for: "rocket-tilted.jpg.peel is for a photo of 99 × 99 pixels; it is left as it is")
    try window.wait(for: "the detector's verdict") { $0.contains(/rocket-tilted.jpg  2\/4 +sure/) }
    // The next photo is read ahead, but not the last one.
    try window.press("E")
    try window.wait(for: "astronaut-on-blue.jpg: its adjustments astronaut-on-blue.jpg.peel")
    #expect(window.folder.names("out").isEmpty)
  }

  @Test func unreadablePhotosCanBeSkipped() throws {
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
    // What is set aside is saved beside the photos, which other tests use.
    let names = ["softest", "other", "sharp", "soft"].map { $0 + ".jpg" }
    for name in names { try burst.copy(name, to: window.folder, as: name) }
    try open(names[0], names[1], names[2], names[3], in: window)
    try window.press("b")
    let screen = try window.wait(for: "the whole filmstrip") {
      $0.contains("3 shots, sharpest first") && $0.contains("soft.jpg")
    }
    #expect(screen.contains("Burst 1/1"))
    let captions = screen.split(separator: "\n").first { $0.contains("sharp.jpg") }
    #expect(captions?.split(separator: " ").first == "sharp.jpg")
    try window.press("Enter")
    try window.wait(for: "chose sharp.jpg; 2 other shots set aside")
    try window.wait(for: "sharp.jpg  3/4")
    try window.press("n")
    try window.wait(for: "this is the last photo")
    try window.press("p")
    try window.wait(for: "other.jpg  2/4")
  }

  @Test func acceptedPrintsSurviveAKillAndScanWritesTheSame() throws {
    let window = try TerminalWindow()
    let own = #"sh -c 'echo $$ > number; exec "$@"' sh"#
    try open(sample, Samples.path("rocket-tilted.jpg"), Samples.path("astronaut-on-blue.jpg"), in: window, before: own)
    let found = try corner(window.screen())
    try window.press(String(repeating: "l", count: 10), "w", "+", "t")
    try window.wait(for: "turned clockwise")
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
    // After a kill, the terminal is still in raw mode: Enter doesn't end a line.
    try window.send("stty sane; reset; clear\n")
    try window.wait(for: "the shell") { !$0.contains("1 top left") }
    try open(sample, Samples.path("rocket-tilted.jpg"), Samples.path("astronaut-on-blue.jpg"), in: window)
    try window.wait(for: "rocket-tilted.jpg  2/3")
    try window.press("p")
    try window.wait(for: "the corner as accepted") {
      try $0.contains("exported") && $0.contains("1 top left") && abs(corner($0).x - found.x - 10) < 0.05
    }
    let run = try Program.run(["scan", "cat-curled.jpg", "-o", "batch"], in: window.folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(try window.folder.read("batch/cat-curled-1.jpg") == window.folder.read("out/cat-curled-1.jpg"))
  }

  @Test(arguments: [false, true])
  func adjustmentsThatCannotBeSavedBesideThePhotoAreSavedElsewhere(isDamaged: Bool) throws {
    let window = try TerminalWindow(columns: 200, rows: 24)
    let old = Data("{".utf8)
    // A folder of the sidecar's name has the same effect as a folder without write permission.
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
    // The corner is below and to the right of its number.
    let label = try #require(screen.firstIndex { $0.contains("[1]") })
    let row = label + 1
    let column = try #require(screen[label].firstRange(of: "[1]")).upperBound.utf16Offset(in: screen[label])
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

  @Test func aTableOfKeysIsAppliedAndItsMistakesReported() throws {
    let window = try TerminalWindow(columns: 200, rows: 24)
    try window.folder.write(Data("Ctrl-n next-corner\nq quit\n".utf8), "config/peel/keys")
    try open(sample, in: window)
    try window.wait(for: "config/peel/keys, line 2: unknown command quit")
    try window.press("C-n")
    try window.wait(for: "2 top right")
  }

  /// Standard input has the names, while keys come from the terminal.
  @Test func aListOfPhotosIsReadFromAPipe() throws {
    let window = try TerminalWindow()
    try open("-", in: window, before: "echo '\(sample)' |")
    try window.press("Tab")
    try window.wait(for: "2 top right")
    try window.press("q")
    try expectShell(window)
  }
}
