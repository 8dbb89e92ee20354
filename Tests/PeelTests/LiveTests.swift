import Foundation
import PeelCodecs
import PeelOutput
import PeelTestSupport
import Testing

@testable import PeelFiles
@testable import PeelScanning
@testable import PeelStudio

struct FFmpegTests {
  /// The expected command lines were tried by hand with ffmpeg, except for those of cameras.
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
  func invalidSizesAreRejected(text: String) { #expect(FrameSize(text) == nil) }

  @Test func sourcesAreRecognised() throws {
    func source(_ argument: String) throws -> LiveSource { try LiveSource(argument, path: Path(argument)) }
    let folder = try Folder()
    try folder.write(Data(), "a.mp4")
    #expect(try source("/dev/video3") == .camera("/dev/video3"))
    #expect(try source("-") == .standardInput)
    #expect(try source(folder.path) == .folder(Path(folder.path)))
    #expect(try source(folder.path("a.mp4")) == .file(Path(folder.path("a.mp4"))))
    #expect(try source("http://phone/video") == .address("http://phone/video"))
    #expect(throws: LiveSource.Failure.self) { try source(folder.path("b.mp4")) }
    #expect(LiveSource.firstCamera(in: Path(folder.path)) == nil)
    for name in ["video10", "video2", "videos", "vcs"] { try folder.write(Data(), name) }
    #expect(LiveSource.firstCamera(in: Path(folder.path))?.name == Array("video2".utf8))
  }
}

struct ChildProcessTests {
  private func ending(_ script: String, isEnding: Bool) throws -> ChildProcess.Ending {
    var child = try ChildProcess("sh", ["-c", script])
    if isEnding { _ = try child.output.bytes(limit: 1 << 20) }
    return child.end(isEnding: isEnding)
  }

  @Test func exitStatusesAndSignalsAreReported() throws {
    #expect(try ending("exit 3", isEnding: true) == .status(3))
    #expect(try ending("kill -9 $$", isEnding: true) == .signal(SIGKILL))
    #expect(try ending("exec sleep 100", isEnding: false) == .signal(SIGTERM))
    // A program that ignores the request to end is killed.
    #expect(try ending("trap '' TERM; exec >&-; while :; do sleep 0.1; done", isEnding: true) == .signal(SIGKILL))
  }

  @Test func missingProgramsAreErrors() {
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

  @Test func photosAreReportedOnceTheyStopGrowing() throws {
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
    // A file that stays empty is one that can't be read.
    try folder.write(Data(), "c.jpg")
    #expect(try arrived() == [] && arrived() == ["c.jpg"])
    try folder.write(Data([1]), "c.jpg")
    #expect(try arrived() == [] && arrived() == ["c.jpg"])
    // Some programs give a file its size first, and fill it then.
    try folder.write(Data([0, 0, 0]), "d.jpg")
    #expect(try arrived() == [] && arrived() == ["d.jpg"])
    try folder.write(Data([1, 2, 3]), "d.jpg")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 5)], ofItemAtPath: folder.path("d.jpg"))
    #expect(try arrived() == [] && arrived() == ["d.jpg"])
    // It is deleted, and comes again as it was.
    try FileManager.default.removeItem(atPath: folder.path("a.png"))
    #expect(try arrived() == [])
    try folder.write(Data([1]), "a.png")
    #expect(try arrived() == [] && arrived() == ["a.png"])
    try FileManager.default.removeItem(at: folder.url)
    #expect(throws: SystemError.self) { try watch.arrived() }
  }
}

/// The live view in a real terminal, with a stub for ffmpeg.
@Suite(.serialized, .enabled(if: TerminalWindow.tmux != nil, "tmux is not installed"))
struct LiveTerminalTests {
  private func open(_ stub: StubFFmpeg, in window: TerminalWindow, _ arguments: String = "/dev/video0") throws {
    try window.type(
      "env -u NO_COLOR LC_ALL=C.UTF-8 TERM=tmux-256color COLORTERM=truecolor \(stub.environment) '\(Program.path)' "
        + "live \(arguments) -o out 2> errors")
  }

  /// Streams at about the frame rate of a camera: one that never ends, and one of a second.
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
    // Only the shot's own scan may be replaced.
    try window.press("e")
    try window.wait(for: "exported camera_0002-1.jpg")
    // No photo takes the shot's name, even once its scan is gone.
    try FileManager.default.removeItem(atPath: window.folder.path("out/camera_0001-1.jpg"))
    try window.folder.write(try Roll.photo(1), "camera_0001.jpg")
    let scan = try Program.run(["scan", "camera_0001.jpg", "-o", "out"], in: window.folder)
    #expect(scan.output == "out/camera_0001_2-1.jpg\n")
    try window.press("q")
    try window.wait(for: "Space shot")
    try window.press("q")
    try expectShell(window)
    #expect(try window.screen().contains("out/camera_0001-1.jpg"))
    #expect(window.folder.names("out").count == 2)
  }

  @Test func eachNewPrintIsSavedAutomatically() throws {
    let stub = try StubFFmpeg(Self.camera)
    let window = try TerminalWindow()
    try open(stub, in: window, "/dev/video0 --automatic")
    try window.wait(for: "saved camera_0001-1.jpg")
    Thread.sleep(forTimeInterval: 1.5)
    #expect(window.folder.names("out") == ["camera_0001-1.jpg"])
  }

  /// The print under one glare, then moved under another one.
  @Test func shotsOfAGlossyPrintAreMerged() throws {
    let made = try MadeShots()
    func frame(_ name: String, shift: Int) throws -> Data {
      let luma = try PhotoFile(decoding: [UInt8](made.folder.read(name + ".jpg"))).photo.luma
      var data = Data("FRAME\n".utf8)
      for y in 0..<luma.height {
        let row = (0..<luma.width).map { luma[min($0 + shift, luma.width - 1), y] }
        data += Data(row)
      }
      return data
    }
    let luma = try PhotoFile(decoding: [UInt8](made.folder.read("a.jpg"))).photo.luma
    let header = Data("YUV4MPEG2 W\(luma.width) H\(luma.height) F10:1 Cmono XCOLORRANGE=FULL\n".utf8)
    let stub = try StubFFmpeg(
      "cat header; while [ ! -e moved ]; do cat a.frame; sleep 0.05; done; while :; do cat b.frame; sleep 0.05; done")
    try stub.folder.write(header, "header")
    try stub.folder.write(try frame("a", shift: 0), "a.frame")
    try stub.folder.write(try frame("b", shift: 120), "b.frame")
    let window = try TerminalWindow()
    try open(stub, in: window, "/dev/video0 --merge")
    try window.wait(for: "Space begins")
    try window.press("Space")
    try window.wait(for: "1 shot: move the camera")
    try stub.folder.write(Data(), "moved")
    try window.wait(for: "merged from 2 shots")
    #expect(window.folder.names("out") == ["camera_0001-1.jpg"])
    // No scan of one shot replaces what the journal says is merged.
    let journal = String(decoding: try window.folder.read("out/.peel/journal"), as: UTF8.self)
    #expect(journal.contains("\"used\""), "\(journal)")
    try window.press("q")
    try expectShell(window)
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
    ("echo 'No such device' >&2; exit 1", "ffmpeg failed: No such device"),
    ("sleep 100", "no frame for 2 s"), ("exit 0", "the stream has ended"),
    ("head -c 9999 /dev/zero; sleep 100", "the stream is damaged"),
  ])
  func theScreenSurvivesAnyStream(script: String, words: String) throws {
    let stub = try StubFFmpeg(Self.second + "; " + script)
    let window = try TerminalWindow(columns: 120)
    try open(stub, in: window)
    try window.wait(for: words)
    // The last frame that was seen can still be saved.
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
    // What appears in a folder is taken without a key.
    try window.wait(for: "saved cat-1.jpg")
    #expect(window.folder.names("out") == ["cat-1.jpg"])
    try window.wait(for: "phone/cat.jpg")
    // A copy that pauses is told, and taken back once the photo is whole.
    let photo = try Samples.bytes("rocket-tilted.jpg")
    try window.folder.write(photo.prefix(photo.count / 2), "phone/rocket.jpg")
    try window.wait(for: "rocket.jpg: the file is cut off")
    try window.folder.write(photo, "phone/rocket.jpg")
    try window.wait(for: "saved rocket-1.jpg")
    // It is written anew as it was.
    try window.folder.write(photo, "phone/rocket.jpg")
    try window.press("l")
    let list = try window.wait(for: "rocket-1.jpg")
    for line in ["diary.jpg   not taken: this is text, not a photo", "cat.jpg     cat-1.jpg", "1 not taken"] {
      #expect(list.contains(line), "\(line) in \(list)")
    }
    try FileManager.default.removeItem(atPath: window.folder.path("phone/diary.jpg"))
    try window.wait(for: "the end of the diary") { !$0.contains("diary") && !$0.contains("not taken") }
    #expect(window.folder.names("out") == ["cat-1.jpg", "rocket-1.jpg"])
    try window.press("q")
    try expectShell(window)
  }

  private static let scanimage = "/usr/bin/scanimage"

  /// The recipe of the Tour, with the scanner that SANE has for tests and an empty bed.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: scanimage), "scanimage is not installed"))
  func pagesAreScannedIntoAFolder() throws {
    let tour = try String(contentsOf: DocumentationTests.articles.appending(path: "Tour.md"), encoding: .utf8)
    let recipe = try #require(tour.split(separator: "\n").first { $0.hasPrefix("scanimage ") })
    let scanner = ["-d", "test", "--test-picture", "Solid white", "-x", "100", "-y", "120"]
    let stub = try StubFFmpeg("", frames: 1)
    let window = try TerminalWindow()
    try window.folder.write(Data(), "pages/.keep")
    try open(stub, in: window, "pages")
    try window.wait(for: "waiting for photos")
    // Enter scans a page.
    let scanned = try Program.run(
      recipe.split(separator: " ").dropFirst().map(String.init) + scanner, of: Self.scanimage,
      input: Data("\n\n".utf8), in: window.folder)
    try window.wait(for: "1181×1417")
    try window.press("q")
    try expectShell(window)
    let run = try Program.run(["detect", "--json", "pages"], in: window.folder)
    #expect(run.lines.count == 2, "\(scanned.error)")
    for (name, line) in zip(["page001.tif", "page002.tif"], run.lines) {
      #expect(line.contains(#""photo":"pages/\#(name)""#))
      #expect(line.contains(#""flatbed":{"dpi":300}"#), "\(line)")
    }
  }

  /// The print has the size of its film by the scanner's density, within 0.8 %. That density counts, not the film's.
  @Test func pagesOfAFolderKeepTheirScale() throws {
    let stub = try StubFFmpeg("", frames: 1)
    let window = try TerminalWindow()
    try window.folder.write(Data(), "pages/.keep")
    try open(stub, in: window, "pages --automatic")
    try window.wait(for: "waiting for photos")
    var page = ScanFile()
    (page.format, page.ppi) = (.png, 50.4)
    try window.folder.write(Data(try page.encoded(Roll.picture(1))), "pages/a.png")
    try window.wait(for: "1 shot")
    let made = try PhotoFile(decoding: [UInt8](window.folder.read("out/a-1.jpg")))
    // A JPEG has whole numbers.
    #expect(made.resolution == 50)
    try window.press("q")
    try expectShell(window)
  }

  /// Photos that arrive together are saved one after another.
  @Test func eachPhotoOfAFolderIsSavedAutomatically() throws {
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
