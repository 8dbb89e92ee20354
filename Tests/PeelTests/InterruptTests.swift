import Foundation
import PeelTestSupport
import Testing

/// Ctrl-C while ffmpeg hangs. Neither it nor what it started is left behind.
@Suite struct InterruptTests {
  /// Ignores all signals, as the programs that it starts do, and notes its number and theirs.
  private static let stubborn = """
    trap '' INT TERM HUP PIPE; echo $$ > number
    sh -c 'echo $$ > inner; while :; do sleep 0.1 > /dev/null 2>&1; done' > /dev/null 2>&1 &
    while :; do sleep 0.1 > /dev/null 2>&1; done
    """

  private static let commands = [
    ["stereo", "desk.jpg", "--depth", "map.png", "-o", "w", "--layout", "wiggle", "--as", "mp4"],
    ["live", "clip.mp4"], ["detect", "--frames", "clip.mp4"],
  ]

  @Test(arguments: commands)
  func nothingIsLeftBehind(_ arguments: [String]) throws {
    let stub = try StubFFmpeg(Self.stubborn)
    let folder = stub.folder
    try folder.write(try Roll.photo(1), "desk.jpg")
    try folder.write(try Roll.photo(1), "map.png")
    try folder.write(Data(), "clip.mp4")
    let run = try Program.Run(
      ["PATH=\(folder.path("bin")):/usr/bin:/bin", Program.path] + arguments, of: "/usr/bin/env", in: folder)
    while run.process.isRunning, !folder.names().contains("inner") { usleep(5_000) }
    usleep(200_000)
    let begin = ContinuousClock.now
    run.process.interrupt()
    while run.process.isRunning, ContinuousClock.now - begin < .seconds(10) { usleep(20_000) }
    let time = ContinuousClock.now - begin
    let hasEnded = !run.process.isRunning
    if !hasEnded { kill(run.process.processIdentifier, SIGKILL) }
    let result = try run.result()
    #expect(hasEnded && time < .seconds(5), "\(arguments[0]) took \(time)")
    // On a busy machine, the live view may have looked for a terminal already.
    #expect((arguments[0] == "live" ? [1, 2] : [130]).contains(result.status), "\(result.error)")
    if arguments[0] == "stereo" { #expect(!result.error.contains("ffmpeg"), "\(result.error)") }
    for name in ["number", "inner"] {
      let text = String(decoding: try folder.read(name), as: UTF8.self)
      let number = try #require(pid_t(text.filter(\.isNumber)))
      // A moment until the system has ended what was killed.
      for _ in 0..<100 where isRunning(number) { usleep(10_000) }
      let isLeft = isRunning(number)
      if isLeft { kill(number, SIGKILL) }
      #expect(!isLeft, "\(arguments[0]) left \(name) behind")
    }
  }

  /// As `nohup` starts programs.
  @Test func ignoredSignalsStayIgnored() throws {
    let folder = try Folder()
    try Roll.write(12, in: folder)
    let script = #"trap '' HUP INT; exec "$0" scan roll -o out --jobs 1"#
    let run = try Program.Run(["-c", script, Program.path], of: "/bin/sh", in: folder)
    while run.process.isRunning, folder.names("out").isEmpty { usleep(2_000) }
    for signal in [SIGHUP, SIGINT] { kill(run.process.processIdentifier, signal) }
    let result = try run.result()
    #expect(result.isDone && result.error.contains("12 of 12 photos"), "\(result.error)")
  }

  /// The next run names the photo, and the one after it no longer does.
  @Test func aPhotoAtWhichARunEndedIsNamed() throws {
    let folder = try Folder()
    try Roll.write(3, in: folder)
    let arguments = ["scan", "roll", "-o", "out", "--jobs", "1"]
    let run = try Program.Run([Program.path] + arguments, of: "/usr/bin/env", in: folder)
    var left = ""
    while run.process.isRunning, left.isEmpty {
      kill(run.process.processIdentifier, SIGSTOP)
      while run.process.isRunning, !isStopped(run.process.processIdentifier) {}
      left = (try? folder.read("out/.peel/reading")).map { String(decoding: $0, as: UTF8.self) } ?? ""
      if left.isEmpty { kill(run.process.processIdentifier, SIGCONT) }
    }
    kill(run.process.processIdentifier, SIGKILL)
    _ = try run.result()
    let name = try #require(left.split(separator: "\n").first)
    let next = try Program.run(arguments, in: folder)
    #expect(next.isDone && next.error.contains("the last run was ended while it read \(name); "), "\(next.error)")
    #expect(try folder.read("out/.peel/reading").isEmpty)
    #expect(try !Program.run(arguments, in: folder).error.contains("the last run"))
  }

  private func isStopped(_ number: pid_t) -> Bool { state(number)?.hasPrefix(" T") ?? false }

  /// Whether a process is there and isn't just waiting for its parent to notice its end.
  private func isRunning(_ number: pid_t) -> Bool {
    state(number).map { !$0.hasPrefix(" Z") } ?? false
  }

  /// What the system says of a process after its name; nil if it isn't there.
  private func state(_ number: pid_t) -> Substring? {
    let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    return status?.split(separator: ")").last
  }
}
