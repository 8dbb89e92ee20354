import Foundation
import PeelFiles
import PeelOutput
import PeelScanning
import PeelTestSupport
import Testing

/// File names that would command the terminal.
@Suite struct HostileNamesTests {
  /// ESC, OSC, CSI, C1 as characters, bidi controls, separators, and a name that isn't UTF-8.
  private static let names: [[UInt8]] = [
    Array("a\u{1B}]0;title\u{7}\u{1B}[2J\r\u{8}\u{7F}.jpg".utf8), Array("b\u{9B}31m\u{85}\u{9D}x\u{9C}.jpg".utf8),
    Array("c\u{202E}gpj\u{2066}\u{200F}\u{2028}\u{AD}\u{E0041}.jpg".utf8), Array("d\nrm\t-r.jpg".utf8),
    Array("e".utf8) + [0x9B, 0x33, 0x31, 0x6D, 0x90] + Array(".jpg".utf8),
  ]

  @Test(arguments: [
    ("desk.jpg", "desk.jpg"), ("Küche 日本 😀.jpg", "Küche 日本 😀.jpg"), ("a\nb\tc", #"a\nb\tc"#),
    ("\u{1B}[31m", #"\u{1b}[31m"#), ("\u{7}\u{8}\r\u{7F}", #"\u{7}\u{8}\u{d}\u{7f}"#),
    ("\u{80}\u{9B}\u{9D}\u{9F}", #"\u{80}\u{9b}\u{9d}\u{9f}"#), ("\u{A0}é", "\u{A0}é"),
    ("\u{202A}\u{202E}\u{2066}\u{2069}", #"\u{202a}\u{202e}\u{2066}\u{2069}"#),
    ("\u{200B}\u{200E}\u{61C}\u{FEFF}\u{AD}", #"\u{200b}\u{200e}\u{61c}\u{feff}\u{ad}"#),
    ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#), ("\u{E0041}\u{E007F}", #"\u{e0041}\u{e007f}"#),
    ("❤\u{FE0F}", "❤\u{FE0F}"),
  ])
  func textIsSafeForATerminal(_ text: String, shown: String) { #expect(text.escapingControls == shown) }

  @Test(arguments: [
    ("\u{7F}\u{9B}", #""\u007f\u009b""#), ("\u{202E}", #""\u202e""#), ("\u{E0041}", #""\udb40\udc41""#),
  ])
  func jsonIsSafeForATerminalToo(_ text: String, json: String) throws {
    #expect(JSON.string(text).line == json)
    #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == text)
  }

  /// The characters of a program's output that a terminal would obey, but for line ends, tabs, and the sequences that
  /// begin and clear the progress bar.
  private static func obeyed(_ output: String) -> [UInt32] {
    let plain = output.replacing("\r\n", with: "\n").replacing("\u{1B}[K", with: "").replacing("\r", with: "")
    return plain.unicodeScalars.filter { $0.isUnsafe && $0 != "\n" && $0 != "\t" }.map(\.value)
  }

  private func folder() throws -> Folder {
    let folder = try Folder()
    try prepareFolder(Path(folder.path("photos")))
    for (number, name) in zip(0..., Self.names) {
      let photo = number == 1 ? Data("no photo".utf8) : try Roll.photo(number)
      try writeWhole([UInt8](photo), to: Path(folder.path("photos")).appending(name), force: false)
    }
    try writeWhole(
      Array("{".utf8), to: Path(folder.path("photos")).appending(Self.names[3] + Array(".peel".utf8)), force: false)
    return folder
  }

  /// Each command with each name, as a photo, as a photo that isn't there, and as an option; looked at on a terminal and in
  /// a pipe.
  @Test(arguments: [
    "scan photos -o out", "scan photos -o photos", "scan photos -o out --json",
    "scan photos/* gone/\u{1B}[2J -o out -n",
    "detect photos", "detect --json photos", "detect photos/* $NAME", "detect --frames photos/* $NAME", "rank photos",
    "rank --best photos", "rank --group --json photos", "rank --whole-frame photos $NAME",
    "explain photos/a* -o out.jpg",
    "explain photos/b* -o out.jpg", "explain photos/c* -o photos/c*", "explain $NAME -o out.jpg", "live $NAME",
    "live photos/a*", "$NAME", "open $NAME", "scan --$NAME", "scan x -o o --shard $NAME", "scan -o photos/a* photos",
    "films $NAME",
    "keys $NAME", "scan - -o out < list", "stereo photos -o out", "stereo photos/a* --depth $NAME -o out --json",
  ])
  func noCommandSendsThemToTheTerminal(_ command: String) throws {
    let folder = try folder()
    try folder.write(Data(Self.names.flatMap { $0 + [0x0A] }), "list")
    for (number, name) in Self.names.enumerated() where number == 0 || command.contains("NAME") {
      try folder.write(Data(name), "name")
      let script =
        "NAME=\"$(cat name)\"; export TERM=dumb; '\(Program.path)' \(command.replacing("$NAME", with: "\"$NAME\""))"
      let piped = try Program.run(["-c", script], of: "/bin/sh", in: folder)
      #expect(Self.obeyed(piped.error) == [], "\(piped.error.debugDescription)")
      if command.contains("json") || command.hasPrefix("detect") { #expect(Self.obeyed(piped.output) == []) }
      let shown = try Program.run(
        ["20", "/usr/bin/script", "-qec", script, "/dev/null"], of: "/usr/bin/timeout", in: folder)
      #expect(!shown.output.isEmpty && Self.obeyed(shown.output) == [], "\(shown.output.debugDescription)")
    }
  }

  /// In a pipe, names are as they are.
  @Test func namesOfScansAreDataInAPipe() throws {
    let folder = try folder()
    _ = try Program.run(["-c", "'\(Program.path)' scan photos -o out > names"], of: "/bin/sh", in: folder)
    let first = [UInt8](try folder.read("names")).split(separator: 0x0A)[0]
    #expect(Array(first) == Array("out/".utf8) + Self.names[0].dropLast(4) + Array("-1.jpg".utf8))
  }
}
