import Foundation
import PeelTestSupport
import Testing

/// `peel detect --frames`, and `peel live` if it fails before it draws a screen.
struct FrameTests {
  @Test func eachFrameHasALine() throws {
    let stub = try StubFFmpeg("cat large.y4m", frames: 3)
    try stub.folder.write(Data(), "desk.mp4")
    let result = try stub.run(["detect", "--frames", "desk.mp4", "--json"])
    #expect(result.status == 0 && result.lines.count == 3)
    #expect(
      keys(of: result.lines[0]) == [
        "schema", "video", "frame", "time", "width", "height", "prints", "number", "corners", "confidence", "film",
        "upright", "tilt", "steady",
      ])
    #expect(result.lines[2].contains("\"frame\":2,\"time\":0.0667,\"width\":378,\"height\":504"))
    #expect(stub.arguments[0].contains("-i file:desk.mp4 -map"))
    let piped = try stub.run(["detect", "--frames", "-"], input: stub.folder.read("large.y4m"))
    #expect(piped.status == 0 && piped.lines.count == 3)
    #expect(piped.lines.last?.split(separator: "\t").count == 8)
  }

  /// What ffmpeg does, the expected error message, and the number of frames before it.
  private static let faults = [
    ("echo 'x: Device or resource busy' >&2; exit 1", "ffmpeg failed: x: Device or resource busy", 0),
    ("cat large.y4m; echo 'x: No such device' >&2; exit 1", "ffmpeg failed: x: No such device", 2),
    ("cat large.y4m; echo '[mov @ 0x55f3] x: partial file' >&2", "ffmpeg cannot read all of it: x: partial file", 2),
    ("kill -9 $$", "it was ended by signal 9", 0), ("exit 7", "it ended with status 7", 0),
    ("exit 0", "no picture came", 0), ("echo hello", "this is not a YUV4MPEG2 stream", 0),
    ("cat large.y4m; head -c 5000 /dev/zero", "the stream is damaged", 2),
    ("head -c 700000 large.y4m", "the stream is cut off within a frame", 1),
    ("echo 'YUV4MPEG2 W100000 H100000 F30:1'; sleep 60", "frames of 100000 × 100000 pixels", 0),
  ]

  @Test(arguments: faults) func faultsAreReportedInOneLine(script: String, words: String, frames: Int) throws {
    let stub = try StubFFmpeg(script, frames: 2)
    let result = try stub.run(["detect", "--frames", "/dev/video9", "--json"])
    #expect(result.status == 1 && result.errorLines.count == 1)
    #expect(result.error.hasPrefix("peel: /dev/video9: ") && result.error.contains(words))
    #expect(result.lines.count == frames)
  }

  @Test func aStreamMayChangeItsSize() throws {
    let stub = try StubFFmpeg("cat large.y4m small.y4m", frames: 2)
    let result = try stub.run(["detect", "--frames", "x", "--json"])
    #expect(result.status == 0 && result.lines.count == 4)
    #expect(result.lines.last?.contains("\"width\":189,\"height\":252") ?? false)
  }

  @Test func missingFFmpegIsReportedWithAdvice() throws {
    let folder = try Folder()
    let result = try Program.run(
      ["PATH=\(folder.path)", Program.path, "live", "/dev/video0"], of: "/usr/bin/env")
    #expect(result.status == 1)
    #expect(
      result.error.contains(
        "ffmpeg, which reads videos and cameras, isn't installed; "
          + "install the package ffmpeg (Fedora: ffmpeg-free; Homebrew: ffmpeg)"))
  }

  @Test(arguments: [
    (["live", "nowhere.mp4"], "there is no such file, folder or camera"),
    (["live", "/dev/video0"], "ffmpeg failed: busy"), (["live", "-"], "no picture came"),
  ])
  func liveReportsErrorsAtTheStart(arguments: [String], words: String) throws {
    let result = try StubFFmpeg("echo busy >&2; exit 1", frames: 1).run(arguments)
    #expect(result.status == 1 && result.error.contains(words) && result.errorLines.count == 1)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg is not installed"))
  func realFFmpegOutputIsRead() throws {
    let folder = try Folder()
    let made = try Program.run(
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=10:duration=0.5", "-c:v", "mpeg4",
        folder.path("a:b.avi"),
      ], of: "/usr/bin/ffmpeg")
    try #require(made.status == 0, "\(made.error)")
    let result = try Program.run(["detect", "--frames", "a:b.avi", "--json"], in: folder)
    #expect(result.lines.count == 5 && result.lines[4].contains("\"time\":0.4,\"width\":320,\"height\":240"))
    try folder.write(Data("no video".utf8), "c.mp4")
    let bad = try Program.run(["detect", "--frames", folder.path("c.mp4")])
    #expect(bad.status == 1 && bad.error.contains("ffmpeg failed: ") && bad.errorLines.count == 1)
  }

  /// A clip of a hand-held camera, in a folder beside the repository.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: clip), "the clip is not there"))
  func theClipIsFollowed() throws {
    struct Truth: Decodable {
      struct Image: Decodable {
        struct Print: Decodable { let corners: [[Double]] }
        let usable: Bool
        let prints: [Print]
      }
      let images: [Image]
    }
    struct Line: Decodable {
      struct Print: Decodable {
        let number: Int
        let corners: [[Double]]
      }
      let prints: [Print]
    }
    let folder = URL(filePath: Self.clip).deletingLastPathComponent()
    let truth = try JSONDecoder().decode(Truth.self, from: Data(contentsOf: folder.appending(path: "truth.json")))
      .images
    let lines = try Program.run(["detect", "--frames", Self.clip, "--json"]).lines.map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    try #require(lines.count == truth.count)
    let usable = zip(lines, truth).filter { $1.usable }
    // Within a hundredth of the print's length, or 20 pixels, the motion blur of a moving print.
    let found = usable.filter { line, image in
      line.prints.contains { print in
        (0..<4).contains { turn in
          (0..<4).allSatisfy { k in
            let (p, q) = (print.corners[(k + turn) % 4], image.prints[0].corners[k])
            return abs(p[0] - q[0]) < 20 && abs(p[1] - q[1]) < 20
          }
        }
      }
    }
    #expect(Double(found.count) / Double(usable.count) >= 0.98)
    #expect(Set(found.flatMap { $0.0.prints.map(\.number) }).count == 1)
  }

  private static let clip = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/photos/clip/clip.mp4").standardizedFileURL.path(percentEncoded: false)

  /// Sources that send nothing, or only a beginning, and ignore all signals but SIGKILL. The shell notes its number.
  @Test(.timeLimit(.minutes(1)), arguments: ["", "cat large.y4m;", "head -c 90000 large.y4m;"])
  func interruptsEndAHangingSource(_ beginning: String) throws {
    let stub = try StubFFmpeg(
      "trap '' INT TERM HUP PIPE; echo $$ > number; \(beginning) while :; do sleep 0.1 > /dev/null 2>&1; done")
    try stub.folder.write(Data(), "desk.mp4")
    let run = try Program.Run(
      ["PATH=\(stub.folder.path("bin")):/usr/bin:/bin", Program.path, "detect", "--frames", "desk.mp4"],
      of: "/usr/bin/env", in: stub.folder)
    while run.process.isRunning, !stub.folder.names().contains("number") { usleep(5_000) }
    usleep(300_000)
    let start = ContinuousClock.now
    run.process.interrupt()
    let result = try run.result()
    #expect(result.status == 130 && ContinuousClock.now - start < .seconds(5))
    #expect(result.error == "")
    let text = String(decoding: try stub.folder.read("number"), as: UTF8.self)
    let number = try #require(pid_t(text.filter(\.isNumber)))
    #expect(kill(number, 0) != 0, "the child was left behind")
  }
}
