import Foundation
import Testing

@testable import peel

struct FFmpegTests {
  /// As they were tried by hand; a camera cannot be.
  @Test(arguments: [
    (
      FFmpeg(input: .camera("/dev/video0")),
      "-nostdin -hide_banner -nostats -loglevel error -f v4l2 -input_format mjpeg -fflags nobuffer -i /dev/video0 "
        + "-map 0:v:0 -fps_mode passthrough -pix_fmt yuv420p -f yuv4mpegpipe -"
    ),
    (
      FFmpeg(input: .camera("/dev/video2"), size: FrameSize("1920x1080"), count: 6),
      "-nostdin -hide_banner -nostats -loglevel error -f v4l2 -input_format mjpeg -video_size 1920x1080 "
        + "-fflags nobuffer -i /dev/video2 -map 0:v:0 -fps_mode passthrough -frames:v 6 -pix_fmt yuv420p "
        + "-f yuv4mpegpipe -"
    ),
    (
      FFmpeg(input: .media("file:a:b.mp4"), isPaced: true),
      "-nostdin -hide_banner -nostats -loglevel error -re -i file:a:b.mp4 -map 0:v:0 -fps_mode passthrough "
        + "-pix_fmt yuv420p -f yuv4mpegpipe -"
    ),
    (
      FFmpeg(input: .media("rtsp://phone:8554/camera")),
      "-nostdin -hide_banner -nostats -loglevel error -i rtsp://phone:8554/camera -map 0:v:0 -fps_mode passthrough "
        + "-pix_fmt yuv420p -f yuv4mpegpipe -"
    ),
  ])
  func argumentsAreThese(ffmpeg: FFmpeg, words: String) { #expect(ffmpeg.arguments.joined(separator: " ") == words) }

  @Test(arguments: [
    ("1920x1080", 1920, 1080), ("640X480", 640, 480),
  ])
  func sizesAreRead(text: String, width: Int, height: Int) throws {
    let size = try #require(FrameSize(text))
    #expect(size.width == width && size.height == height)
  }

  @Test(arguments: ["", "x", "1920", "1920x", "1920x1080x3", "0x0", "-5x100", "99999x99999", "1e3x1e3"])
  func badSizesAreNone(text: String) { #expect(FrameSize(text) == nil) }

  @Test func sourcesAreToldApart() throws {
    let folder = try Folder()
    try folder.write(Data(), "a.mp4")
    #expect(try LiveSource("/dev/video3") == .camera("/dev/video3"))
    #expect(try LiveSource("-") == .standardInput)
    #expect(try LiveSource(folder.path) == .folder(Path(folder.path)))
    #expect(try LiveSource(folder.path("a.mp4")) == .file(Path(folder.path("a.mp4"))))
    #expect(try LiveSource("http://phone/video") == .address("http://phone/video"))
    #expect(throws: Complaint.self) { try LiveSource(folder.path("b.mp4")) }
    #expect(LiveSource.firstCamera(in: Path(folder.path)) == nil)
    for name in ["video10", "video2", "videos", "vcs"] { try folder.write(Data(), name) }
    #expect(LiveSource.firstCamera(in: Path(folder.path))?.name == Array("video2".utf8))
  }
}

struct ChildProcessTests {
  private func ending(_ script: String, isAboutTo: Bool) throws -> ChildProcess.Ending {
    var child = try ChildProcess("sh", ["-c", script])
    if isAboutTo { _ = try child.output.bytes(limit: 1 << 20) }
    return child.end(isAboutTo: isAboutTo)
  }

  @Test func endsAreTold() throws {
    #expect(try ending("exit 3", isAboutTo: true) == .status(3))
    #expect(try ending("kill -9 $$", isAboutTo: true) == .signal(SIGKILL))
    #expect(try ending("exec sleep 100", isAboutTo: false) == .signal(SIGTERM))
    // What does not heed the request is ended all the same.
    #expect(try ending("trap '' TERM; exec >&-; while :; do sleep 0.1; done", isAboutTo: true) == .signal(SIGKILL))
  }

  @Test func whatIsMissingSaysSo() {
    #expect(throws: SystemError(code: ENOENT)) { _ = try ChildProcess("peel-no-such-program", []) }
  }

  @Test func theNewestIsKeptAndTheOthersCounted() async {
    let newest = Newest<Int>()
    for number in 1...5 { newest.put(number) }
    newest.pause()
    newest.put(6)
    newest.close()
    newest.resume()
    newest.put(7)
    var values: [Int] = []
    for await value in newest.values { values.append(value) }
    #expect(values == [5] && newest.dropped == 4)
  }

  @Test func photosAreToldOnceTheyNoLongerGrow() throws {
    let folder = try Folder()
    try folder.write(Data([1]), "old.jpg")
    var watch = try FolderWatch(Path(folder.path))
    func arrived() throws -> [String] { try watch.arrived().map { Path(bytes: $0.name).text } }
    #expect(try arrived() == [])
    try folder.write(Data([1]), "b.jpg")
    try folder.write(Data([1]), ".hidden.jpg")
    try folder.write(Data([1]), "notes.txt")
    #expect(try arrived() == [])
    try folder.write(Data([1, 2]), "b.jpg")
    try folder.write(Data([1]), "a.png")
    #expect(try arrived() == [])
    #expect(try arrived() == ["a.png", "b.jpg"])
    #expect(try arrived() == [])
    // An empty one is not there yet.
    try folder.write(Data(), "c.jpg")
    #expect(try arrived() == [] && arrived() == [])
    try folder.write(Data([1]), "c.jpg")
    #expect(try arrived() == [] && arrived() == ["c.jpg"])
    try FileManager.default.removeItem(at: folder.url)
    #expect(throws: SystemError.self) { try watch.arrived() }
  }
}

/// `peel detect --frames`, and `peel live` where it never comes to a screen.
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

  /// What the program does, what is said of it, and how many frames came before.
  private static let faults = [
    ("echo 'x: Device or resource busy' >&2; exit 1", "ffmpeg gave up: x: Device or resource busy", 0),
    ("cat large.y4m; echo 'x: No such device' >&2; exit 1", "ffmpeg gave up: x: No such device", 2),
    ("cat large.y4m; echo '[mov @ 0x55f3] x: partial file' >&2", "ffmpeg cannot read all of it: x: partial file", 2),
    ("kill -9 $$", "it was ended by signal 9", 0), ("exit 7", "it ended with status 7", 0),
    ("exit 0", "no picture came", 0), ("echo hello", "this is not a YUV4MPEG2 stream", 0),
    ("cat large.y4m; head -c 5000 /dev/zero", "the stream is damaged", 2),
    ("head -c 700000 large.y4m", "the stream is cut off within a frame", 1),
    ("echo 'YUV4MPEG2 W100000 H100000 F30:1'; sleep 60", "frames of 100000 × 100000 pixels", 0),
  ]

  @Test(arguments: faults) func faultsAreSaidInALine(script: String, words: String, frames: Int) throws {
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

  @Test func withoutFFmpegItSaysHowToGetIt() throws {
    let folder = try Folder()
    let result = try Program.run(
      ["PATH=\(folder.path)", Program.path, "live", "/dev/video0"], of: "/usr/bin/env")
    #expect(result.status == 1)
    #expect(result.error.contains("ffmpeg, which reads videos and cameras, is not installed; install it: sudo apt-get"))
  }

  @Test(arguments: [
    (["live", "nowhere.mp4"], "there is no such file, folder or camera"),
    (["live", "/dev/video0"], "ffmpeg gave up: busy"), (["live", "-"], "no picture came"),
  ])
  func liveSaysWhatIsWrongFromTheStart(arguments: [String], words: String) throws {
    let result = try StubFFmpeg("echo busy >&2; exit 1", frames: 1).run(arguments)
    #expect(result.status == 1 && result.error.contains(words) && result.errorLines.count == 1)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg is not installed"))
  func ffmpegItselfIsUnderstood() throws {
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
    #expect(bad.status == 1 && bad.error.contains("ffmpeg gave up: ") && bad.errorLines.count == 1)
  }

  /// The clip of a hand-held camera that lies beside the repository.
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
    // Within a hundredth of the print's length, or a moved one's blur of 20 pixels.
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
}

/// The live view in a real terminal, with a stub for ffmpeg.
@Suite(.serialized, .enabled(if: TerminalWindow.tmux != nil, "tmux is not installed"))
struct LiveTerminalTests {
  private func open(_ stub: StubFFmpeg, in window: TerminalWindow, _ arguments: String = "/dev/video0") throws {
    try window.type(
      "env -u NO_COLOR LC_ALL=C.UTF-8 TERM=tmux-256color COLORTERM=truecolor \(stub.environment) '\(Program.path)' "
        + "live \(arguments) -o out 2> errors")
  }

  /// At about the pace of a camera, for ever, and for a second.
  private static let camera = "while :; do cat large.y4m; sleep 0.03; done"
  private static let second =
    "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do cat large.y4m; sleep 0.03; done"

  private func expectShell(_ window: TerminalWindow) throws {
    try window.wait(for: "the shell") { _ in try window.state("alternate_on") == "0" }
    #expect(try window.state("cursor_flag") == "1")
    try window.type("echo back$((40+2))")
    try window.wait(for: "back42")
  }

  @Test func spaceTakesAShotThatEnterOpens() throws {
    let stub = try StubFFmpeg(Self.camera)
    let window = try TerminalWindow()
    try open(stub, in: window)
    try window.wait(for: "ready")
    try window.press("Space")
    try window.wait(for: "saved camera_0001-1.jpg")
    try window.press("Space")
    try window.wait(for: "saved camera_0002-1.jpg")
    #expect(window.folder.names("out") == ["camera_0001-1.jpg", "camera_0002-1.jpg"])
    #expect(try window.folder.read("out/camera_0001-1.jpg").prefix(2) == Data([0xFF, 0xD8]))
    try window.press("Enter")
    try window.wait(for: "camera_0002.jpg  1/1")
    try window.wait(for: "1 top left")
    // The shot's own scan may be replaced, nothing else.
    try window.press("e")
    try window.wait(for: "exported camera_0002-1.jpg")
    try window.press("q")
    try window.wait(for: "Space shot")
    try window.press("q")
    try expectShell(window)
    #expect(try window.screen().contains("out/camera_0001-1.jpg"))
    #expect(window.folder.names("out").count == 2)
  }

  @Test func eachPrintIsTakenByItself() throws {
    let stub = try StubFFmpeg(Self.camera)
    let window = try TerminalWindow()
    try open(stub, in: window, "/dev/video0 --automatic")
    try window.wait(for: "saved camera_0001-1.jpg")
    Thread.sleep(forTimeInterval: 1.5)
    #expect(window.folder.names("out") == ["camera_0001-1.jpg"])
  }

  @Test func aCameraGivesALargerStill() throws {
    let stub = try StubFFmpeg(
      "case \"$*\" in *378x504*) echo 'unable to decode APP fields' >&2; for i in 1 2 3 4 5 6; do cat large.y4m; "
        + "done;; *) while :; do cat small.y4m; sleep 0.03; done;; esac")
    let window = try TerminalWindow()
    try open(stub, in: window, "/dev/video0 --size 189x252 --still-size 378x504")
    try window.wait(for: "ready")
    try window.press("Space")
    let screen = try window.wait(for: "saved camera_0001-1.jpg")
    // The print is half the frame wide.
    let size = try #require(screen.firstMatch(of: /saved camera_0001-1.jpg ([0-9]+)×/)?.output.1)
    #expect(try #require(Int(size)) > 200)
    try window.wait(for: "the stream to go on") { _ in stub.arguments.count == 3 }
    #expect(stub.arguments[1].contains("-video_size 378x504") && stub.arguments[1].contains("-frames:v 6"))
  }

  @Test(arguments: [
    ("echo 'No such device' >&2; exit 1", "ffmpeg gave up: No such device"),
    ("sleep 100", "no frame for 2 s"), ("exit 0", "the stream has ended"),
    ("head -c 9999 /dev/zero; sleep 100", "the stream is damaged"),
  ])
  func whateverTheStreamDoesTheScreenStays(script: String, words: String) throws {
    let stub = try StubFFmpeg(Self.second + "; " + script)
    let window = try TerminalWindow(columns: 120)
    try open(stub, in: window)
    try window.wait(for: words)
    // What was seen before is taken even now.
    try window.press("Space")
    try window.wait(for: "a shot") { _ in window.folder.names("out") == ["camera_0001-1.jpg"] }
    try stub.set(Self.camera)
    try window.press("r")
    try window.wait(for: "frames again") { $0.contains("Space takes it") || $0.contains("Enter opens the shot") }
    try window.press("q")
    try expectShell(window)
  }

  @Test func framesComeThroughAPipeAndKeysFromTheTerminal() throws {
    let stub = try StubFFmpeg("")
    let window = try TerminalWindow()
    let stream = stub.folder.path("small.y4m")
    try window.type(
      "(while cat '\(stream)'; do sleep 0.03; done) | LC_ALL=C.UTF-8 TERM=tmux-256color '\(Program.path)' live - -o out"
    )
    try window.wait(for: "ready")
    try window.press("Space")
    try window.wait(for: "saved live_0001-1.jpg")
    try window.press("q")
    try expectShell(window)
  }

  @Test func aFolderIsWatched() throws {
    let stub = try StubFFmpeg("", frames: 1)
    let window = try TerminalWindow()
    try window.folder.write(Data(), "phone/.keep")
    try open(stub, in: window, "phone")
    try window.wait(for: "waiting for photos")
    try window.folder.write(Data("a diary".utf8), "phone/diary.jpg")
    try window.wait(for: "diary.jpg: this is text, not a photo")
    try window.folder.write(Samples.bytes("cat-curled.jpg"), "phone/cat.jpg")
    try window.wait(for: "4032×3024")
    try window.press("Space")
    try window.wait(for: "saved cat-1.jpg")
    #expect(window.folder.names("out") == ["cat-1.jpg"])
    try window.press("q")
    try expectShell(window)
  }

  /// However many come at a time.
  @Test func eachPhotoOfAFolderIsTakenByItself() throws {
    let stub = try StubFFmpeg("", frames: 1)
    let window = try TerminalWindow()
    try window.folder.write(Data(), "phone/.keep")
    try open(stub, in: window, "phone --automatic")
    try window.wait(for: "waiting for photos")
    for name in ["a", "b", "c"] { try window.folder.write(Samples.bytes("cat-curled.jpg"), "phone/\(name).jpg") }
    try window.wait(for: "3 shots")
    #expect(window.folder.names("out") == ["a-1.jpg", "b-1.jpg", "c-1.jpg"])
  }
}
