import Foundation
import PeelFiles
import PeelImaging
import Testing

@testable import PeelCodecs
@testable import PeelScanning

/// `peel rank --faces`, with pictures of the astronaut and a stub of ffmpeg.
@Suite struct FaceTests {
  /// The astronaut's head as a grey picture of 225 × 225 pixels, averaged over squares of `blur` pixels.
  private static func head(blur: Int = 1) throws -> Plane<UInt8> {
    let photo = try PhotoFile(decoding: [UInt8](Samples.bytes("astronaut-on-blue.jpg"))).photo
    let part = photo.part(around: Point(1784, 1302), width: 900, height: 900).photo.luma.halved().halved()
    return Plane(width: part.width, height: part.height) { y, output in
      for x in 0..<part.width {
        var sum = 0
        for row in 0..<blur {
          for column in 0..<blur { sum += Int(part[min(x + column, part.width - 1), min(y + row, part.height - 1)]) }
        }
        output.append(UInt8(sum / (blur * blur)))
      }
    }
  }

  private static func jpeg(_ plane: Plane<UInt8>, date: String? = nil) throws -> Data {
    let picture = Picture(width: plane.width, height: plane.height, samples: plane.samples.flatMap { [$0, $0, $0] })
    var file = ScanFile()
    file.exif = date.map { Exif(width: plane.width, height: plane.height, ppi: nil, date: $0) }
    return Data(try file.encoded(picture))
  }

  /// A stub whose ffmpeg sends a soft, a sharp and an empty frame, and whose ffprobe says so.
  private static func stub() throws -> StubFFmpeg {
    let stub = try StubFFmpeg("case \"$*\" in *'eq(n\\,1)'*-frames:v' '1' '*) cat one.y4m;; *) cat clip.y4m;; esac")
    let frames = [try head(blur: 4), try head(), Plane(width: 225, height: 225, filledWith: 128)]
    func stream(_ frames: [Plane<UInt8>]) -> Data {
      var data = Data("YUV4MPEG2 W\(frames[0].width) H\(frames[0].height) F30:1 Cmono XCOLORRANGE=FULL\n".utf8)
      for frame in frames { data += Data("FRAME\n".utf8) + Data(frame.samples) }
      return data
    }
    try stub.folder.write(stream(frames), "clip.y4m")
    try stub.folder.write(stream([frames[1]]), "one.y4m")
    try stub.folder.write(Data("clip".utf8), "roll/IMG_1.MOV")
    let script = "#!/bin/sh\nprintf 'codec_type=video\\nduration=0.1\\nnb_frames=3\\n'\n"
    try stub.folder.write(Data(script.utf8), "bin/ffprobe")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: stub.folder.path("bin/ffprobe"))
    return stub
  }

  @Test func ranksTheFramesOfAClip() throws {
    let run = try Self.stub().run(["rank", "--faces", "roll/IMG_1.MOV", "--json"])
    #expect(run.status == 0, "\(run.error)")
    let lines = try run.lines.map { try JSONValue($0) }
    #expect(lines.map { $0["frame"]?.number } == [1, 0, 2])
    #expect(lines.map { $0["why"]?.text } == [nil, "blurred", "no-face"])
    #expect(lines.map { $0["faces"]?.values.count } == [1, 1, 0])
    #expect(run.lines.allSatisfy { $0.hasPrefix(#"{"schema":1,"item":"roll/IMG_1.MOV","photo":null,"frame":"#) })
    #expect(lines[2]["score"] == .number(0))
  }

  /// The still takes part, and its clip is found beside it.
  @Test func aStillAndItsClipAreOneItem() throws {
    let stub = try Self.stub()
    try stub.folder.write(try Self.jpeg(try Self.head(blur: 6), date: "2024:05:06 07:08:09"), "roll/IMG_1.jpg")
    let run = try stub.run(["rank", "--faces", "roll/IMG_1.jpg", "--save", "out", "--best"])
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output == "out/IMG_1-frame-1.jpg\n")
    let saved = try PhotoFile(decoding: [UInt8](stub.folder.read("out/IMG_1-frame-1.jpg")))
    #expect(saved.photo.width == 225 && saved.exif?.orientation == .upright)
    #expect(saved.exif?.date == "2024:05:06 07:08:09")
    let lines = try stub.run(["rank", "--faces", "roll/IMG_1.jpg"]).lines
    #expect(lines.count == 4)
    #expect(lines.last?.hasSuffix("no face") == true && lines[0].contains("frame 1 at 0.03 s"))
  }

  /// In a clip of 12 seconds, the frame was taken two seconds before the still, which is in the middle.
  @Test func theDateMovesWithTheFrame() throws {
    let stub = try Self.stub()
    let script = "#!/bin/sh\nprintf 'codec_type=video\\nduration=12\\nnb_frames=3\\n'\n"
    try stub.folder.write(Data(script.utf8), "bin/ffprobe")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stub.folder.path("bin/ffprobe"))
    try stub.folder.write(try Self.jpeg(try Self.head(blur: 6), date: "2024:05:06 07:08:01"), "roll/IMG_1.jpg")
    let run = try stub.run(["rank", "--faces", "roll/IMG_1.jpg", "--save", "out", "--best"])
    #expect(run.status == 0, "\(run.error)")
    let saved = try PhotoFile(decoding: [UInt8](stub.folder.read("out/IMG_1-frame-1.jpg")))
    #expect(saved.exif?.date == "2024:05:06 07:07:59")
  }

  @Test func photosOfABurstAreOneItem() throws {
    let folder = try Folder()
    try folder.write(try Self.jpeg(try Self.head(blur: 4)), "a.jpg")
    try folder.write(try Self.jpeg(try Self.head()), "b.jpg")
    let run = try Program.run(["rank", "--faces", "a.jpg", "b.jpg", "--save", "out"], in: folder)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.lines.count == 2 && run.lines[0].hasPrefix("1\t"))
    #expect(run.lines[0].contains("\tb.jpg\t") && run.lines[1].contains("blurred"))
    // The best is a photo, so its own bytes are written.
    #expect(try folder.read("out/b.jpg") == folder.read("b.jpg"))
    let again = try Program.run(["rank", "--faces", "a.jpg", "b.jpg", "--save-all", "--save", "out"], in: folder)
    #expect(again.status == 0 && folder.names("out") == ["a-faces.png", "a.jpg", "b.jpg"], "\(again.error)")
  }

  @Test func severalItemsAreToldApart() throws {
    let stub = try Self.stub()
    try stub.folder.write(Data("clip".utf8), "roll/IMG_2.MOV")
    let lines = try stub.run(["rank", "--faces", "roll"]).output.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 8 && lines[3].isEmpty, "a blank line between the items: \(lines)")
    #expect(lines[0].contains("\troll/IMG_1.MOV frame 1 at 0.03 s\t"))
    #expect(lines[4].contains("\troll/IMG_2.MOV frame 1 at 0.03 s\t"))
    let best = try stub.run(["rank", "--faces", "roll", "--best", "--json"])
    #expect(try best.lines.map { try JSONValue($0)["item"]?.text } == ["roll/IMG_1.MOV", "roll/IMG_2.MOV"])
    #expect(try best.lines.map { try JSONValue($0)["frame"]?.number } == [1, 1])
  }

  /// Photos taken within ten seconds are a burst.
  @Test func burstsAreDividedByTime() throws {
    let folder = try Folder()
    for (name, blur, second) in [("a", 4, "01"), ("b", 1, "09"), ("c", 1, "30"), ("d", 4, "39"), ("e", 4, "18")] {
      try folder.write(
        try Self.jpeg(try Self.head(blur: blur), date: "2024:05:06 07:08:\(second)"), "roll/\(name).jpg")
    }
    let run = try Program.run(["rank", "--faces", "roll", "--best"], in: folder)
    #expect(run.output == "roll/b.jpg\nroll/c.jpg\n" && run.status == 0, "\(run.error)")
    let json = try Program.run(["rank", "--faces", "roll", "--json"], in: folder)
    let items = try json.lines.map { try JSONValue($0)["item"]?.text }
    #expect(items == ["roll/a.jpg", "roll/a.jpg", "roll/a.jpg", "roll/c.jpg", "roll/c.jpg"])
  }

  @Test func aClipIsDecodedOnceForAllItsFrames() throws {
    let stub = try Self.stub()
    try stub.folder.write(try Self.jpeg(try Self.head(blur: 6)), "roll/IMG_1.jpg")
    let run = try stub.run(["rank", "--faces", "roll/IMG_1.jpg", "--save-all", "--save", "out"])
    #expect(run.status == 0, "\(run.error)")
    #expect(stub.arguments.count == 2, "once to rank, once to save")
    let names = (0..<3).map { "IMG_1-frame-\($0).jpg" }
    #expect(stub.folder.names("out") == ["IMG_1-faces.png"] + names + ["IMG_1.jpg"])
    #expect(try stub.folder.read("out/IMG_1.jpg") == stub.folder.read("roll/IMG_1.jpg"))
    // Frame 1 is the sharp one.
    let sharpness = try names.map { name in
      try PhotoFile(decoding: [UInt8](stub.folder.read("out/\(name)"))).photo.luma.wholeFrameSharpness()
    }
    #expect(sharpness[1] > 1.5 * sharpness[0] && sharpness[2] < 0.1 * sharpness[1])
  }

  @Test func theFolderIsChecked() throws {
    let stub = try Self.stub()
    let picture = try stub.run(["rank", "--faces", "roll/IMG_1.MOV", "--save", "x.jpg"])
    #expect(picture.status == 1 && picture.error.contains("it is named like one; name a folder"), "\(picture.error)")
    #expect(!stub.folder.names("").contains("x.jpg"))
    try stub.folder.write(Data("a file".utf8), "taken")
    let file = try stub.run(["rank", "--faces", "roll/IMG_1.MOV", "--save", "taken"])
    #expect(file.status == 1 && file.error.contains("choose another folder with --save"), "\(file.error)")
    try stub.folder.write(Data("another".utf8), "out/IMG_1-frame-1.jpg")
    let exists = try stub.run(["rank", "--faces", "roll/IMG_1.MOV", "--save", "out"])
    #expect(
      exists.status == 1 && exists.error.contains("choose another folder with --save, or replace it with --force"))
    #expect(!exists.error.contains("-o"))
  }

  /// A reader who leaves ends the work, but not before the picture is saved.
  @Test func aClosedPipeKeepsThePicture() throws {
    let stub = try Self.stub()
    let script = "\(stub.environment) '\(Program.path)' rank --faces roll/IMG_1.MOV --save out | true"
    let run = try Program.run(["-c", script], of: "/bin/sh", in: stub.folder)
    #expect(run.error == "" || run.error == "peel: wrote out/IMG_1-frame-1.jpg\n")
    #expect(stub.folder.names("out") == ["IMG_1-frame-1.jpg"])
  }

  @Test func linesFollowTheirSchema() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/peel/Documentation.docc/Schemas/rank-faces.json")
    let schema = Schema(root: try JSONValue(try String(contentsOf: file, encoding: .utf8)))
    let run = try Self.stub().run(["rank", "--faces", "roll", "--json"])
    #expect(run.lines.count == 3, "\(run.error)")
    for line in run.lines { #expect(schema.mistakes(in: try JSONValue(line)) == []) }
  }

  @Test func badInputIsTold() throws {
    let stub = try Self.stub()
    try stub.folder.write(try Self.jpeg(Plane(width: 200, height: 200, filledWith: 90)), "empty.jpg")
    let none = try stub.run(["rank", "--faces", "empty.jpg"])
    #expect(none.status == 3 && none.error.contains("no face found"))
    let missing = try stub.run(["rank", "--faces", "gone.mov"])
    #expect(missing.status == 1 && missing.error.contains("no such file"))
    try stub.folder.write(Data("#!/bin/sh\necho duration=1.0\n".utf8), "bin/ffprobe")
    let sound = try stub.run(["rank", "--faces", "roll/IMG_1.MOV"])
    #expect(sound.status == 1 && sound.error.contains("no picture came"))
    try FileManager.default.removeItem(atPath: stub.folder.path("bin/ffprobe"))
    let absent = try Program.run(
      ["PATH=/nowhere", Program.path, "rank", "--faces", "roll/IMG_1.MOV"], of: "/usr/bin/env", in: stub.folder)
    #expect(absent.status == 1 && absent.error.contains("ffmpeg, which reads videos and cameras, isn't installed"))
  }

  @Test(arguments: [
    ["--frames", "3"], ["--save", "out"], ["--faces", "--group"], ["--faces", "--whole-frame"],
    ["--faces", "--save-all"], ["--faces", "--frames", "0"], ["--faces", "--frames", "some"],
  ])
  func optionsThatContradictAreRefused(_ options: [String]) throws {
    #expect(try Program.run(["rank", "a.jpg"] + options).status == 64)
  }

  @Test func framesAreSpreadEvenly() {
    #expect(FrameChoice.spread(3).numbers(of: 9) == [1, 4, 7])
    #expect(FrameChoice.spread(12).numbers(of: 12) == nil)
    #expect(FrameChoice.all.numbers(of: 100) == nil)
    var ffmpeg = FFmpeg(input: .media("a.mov"))
    ffmpeg.frames = [1, 4]
    #expect(ffmpeg.arguments.contains("select=eq(n\\,1)+eq(n\\,4)"))
    #expect(ClipFacts("duration=2.0\nnb_frames=N/A\navg_frame_rate=30/1\nduration=2.5\n").frames == 60)
    #expect(ClipFacts("nb_frames=-1\nduration=nan\n") == ClipFacts())
  }
}

@Suite struct LivePhotoTests {
  /// An Apple maker note with one entry.
  private static func note(_ identifier: String, tag: UInt8 = 0x11) -> [UInt8] {
    let text = Array(identifier.utf8) + [0]
    return Array("Apple iOS\0\0\u{1}MM".utf8) + [
      0, 1, 0, tag, 0, 2, 0, 0, 0, UInt8(text.count), 0, 0, 0, 32, 0, 0, 0, 0,
    ]
      + text
  }

  @Test func readsTheIdentifierOfAStill() {
    let bytes: [UInt8] = [0xFF, 0xD8, 1, 2, 3] + Self.note("9B539AB8") + [9, 9]
    #expect(LivePhoto.contentIdentifier(in: bytes) == "9B539AB8")
    #expect(LivePhoto.contentIdentifier(in: [1, 2] + Self.note("9B539AB8", tag: 0x12)) == nil)
    for count in 0..<bytes.count - 2 { _ = LivePhoto.contentIdentifier(in: Array(bytes.prefix(count))) }
    #expect(LivePhoto.contentIdentifier(in: []) == nil)
  }

  @Test func findsTheVideoOfAMotionPhoto() {
    func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(8 + content.count)] + Array(kind.utf8) + content
    }
    let video = box("ftyp", Array("mp42".utf8) + [0, 0, 0, 0]) + box("moov", [1, 2, 3]) + box("mdat", [4])
    let jpeg = [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 40) + [0xFF, 0xD9]
    #expect(MotionPhoto.video(in: jpeg + video) == jpeg.count..<jpeg.count + video.count)
    #expect(MotionPhoto.video(in: jpeg) == nil)
    #expect(MotionPhoto.video(in: jpeg + box("ftyp", Array("mp42".utf8))) == nil)
    let heic = box("ftyp", Array("heic".utf8) + [0, 0, 0, 0]) + box("mpvd", video)
    #expect(MotionPhoto.video(in: heic) == heic.count - video.count..<heic.count)
    #expect(MotionPhoto.video(in: []) == nil)
  }

  @Test func framesAreDatedByTheirDistance() throws {
    #expect(Exif.date("2024:02:28 23:59:59", movedBy: 2) == "2024:02:29 00:00:01")
    #expect(Exif.date("2024:01:01 00:00:00.5+02:00", movedBy: -1) == "2023:12:31 23:59:59")
    #expect(Exif.date("yesterday", movedBy: 1) == nil)
    let exif = Exif(width: 10, height: 10, ppi: nil, date: "2024:05:06 07:08:09")
    #expect(exif.moved(by: 1.4).date == "2024:05:06 07:08:10")
    #expect(exif.moved(by: .infinity).date != nil)
  }
}
