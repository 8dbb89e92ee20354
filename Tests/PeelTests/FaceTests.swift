import Foundation
import PeelFiles
import PeelImaging
import PeelOutput
import PeelTestSupport
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

  /// What ffprobe tells about a clip of three frames.
  private static func probe(duration: String, frames: String = "3", tags: [String: String] = [:]) throws -> String {
    let known = try String(decoding: JSONEncoder().encode(tags), as: UTF8.self)
    return #"{"streams":[{"index":0,"codec_type":"video","nb_frames":"\#(frames)","duration":"\#(duration)"}],"#
      + #""format":{"format_name":"mov,mp4","tags":\#(known)}}"#
  }

  /// Has the stub's ffprobe answer this.
  private static func answer(_ json: String, in stub: StubFFmpeg) throws {
    try stub.folder.write(Data(json.utf8), "probe.json")
    try stub.folder.write(Data("#!/bin/sh\ncat '\(stub.folder.path("probe.json"))'\n".utf8), "bin/ffprobe")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stub.folder.path("bin/ffprobe"))
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
    try answer(probe(duration: "0.1"), in: stub)
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
    // 33 ms after the beginning, and 17 before the still.
    #expect(saved.exif?.date == "2024:05:06 07:08:08.983")
    let lines = try stub.run(["rank", "--faces", "roll/IMG_1.jpg"]).lines
    #expect(lines.count == 4)
    #expect(lines.last?.hasSuffix("no face") == true && lines[0].contains("frame 1 at 0.03 s"))
  }

  /// In a clip of 12 seconds, the frame was taken two seconds before the still, which is in the middle.
  @Test func theDateMovesWithTheFrame() throws {
    let stub = try Self.stub()
    try Self.answer(try Self.probe(duration: "12"), in: stub)
    try stub.folder.write(try Self.jpeg(try Self.head(blur: 6), date: "2024:05:06 07:08:01"), "roll/IMG_1.jpg")
    let run = try stub.run(["rank", "--faces", "roll/IMG_1.jpg", "--save", "out", "--best"])
    #expect(run.status == 0, "\(run.error)")
    let saved = try PhotoFile(decoding: [UInt8](stub.folder.read("out/IMG_1-frame-1.jpg")))
    #expect(saved.exif?.date == "2024:05:06 07:07:59")
  }

  @Test func photosOfABurstAreOneItem() throws {
    let folder = try Folder()
    try folder.write(try Self.jpeg(try Self.head(blur: 4), date: "2024:05:06 07:08:09"), "a.jpg")
    try folder.write(try Self.jpeg(try Self.head(), date: "2024:05:06 07:08:10"), "b.jpg")
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
    #expect(picture.status == 64 && picture.error.contains("it is named like one; name a folder"), "\(picture.error)")
    #expect(!stub.folder.names("").contains("x.jpg"))
    try stub.folder.write(Data("a file".utf8), "taken")
    let file = try stub.run(["rank", "--faces", "roll/IMG_1.MOV", "--save", "taken"])
    #expect(file.status == 1 && file.error.contains("choose another folder with --save"), "\(file.error)")
    try FileManager.default.createSymbolicLink(
      atPath: stub.folder.path("link"), withDestinationPath: stub.folder.path("nowhere"))
    let link = try stub.run(["rank", "--faces", "roll/IMG_1.MOV", "--save", "link"])
    #expect(link.status == 1 && link.error.contains("a link to a folder that doesn't exist"), "\(link.error)")
    try stub.folder.write(Data("another".utf8), "out/IMG_1-frame-1.jpg")
    let exists = try stub.run(["rank", "--faces", "roll/IMG_1.MOV", "--save", "out"])
    #expect(
      exists.status == 1 && exists.error.hasSuffix("choose another folder with --save\n"), "\(exists.error)")
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
    try Self.answer(#"{"streams":[],"format":{"duration":"1.0"}}"#, in: stub)
    let sound = try stub.run(["rank", "--faces", "roll/IMG_1.MOV"])
    #expect(sound.status == 1 && sound.error.contains("no video that can be read"))
    try FileManager.default.removeItem(atPath: stub.folder.path("bin/ffprobe"))
    let absent = try Program.run(
      ["PATH=/nowhere", Program.path, "rank", "--faces", "roll/IMG_1.MOV"], of: "/usr/bin/env", in: stub.folder)
    #expect(absent.status == 1 && absent.error.contains("ffmpeg, which reads videos and cameras, isn't installed"))
  }

  /// Pipes are never opened, not even to look for a still's clip. A file without a byte isn't asked about.
  @Test(.timeLimit(.minutes(1))) func whatIsNoClipIsTold() throws {
    let stub = try Self.stub()
    #expect(unsafe mkfifo(stub.folder.path("pipe.mov"), 0o644) == 0)
    try stub.folder.write(Data(), "none.mov")
    try FileManager.default.createDirectory(atPath: stub.folder.path("folder.mov"), withIntermediateDirectories: false)
    for (name, words) in [("pipe.mov", "a pipe or a device"), ("none.mov", "it is empty")] {
      let run = try stub.run(["rank", "--faces", name])
      #expect(run.status == 1 && run.error.contains(words), "\(run.error)")
    }
    // A clip beside a file that is no photo isn't ranked in its place.
    try stub.folder.write(Data("text".utf8), "roll/IMG_1.ts")
    let text = try stub.run(["rank", "--faces", "roll/IMG_1.ts"])
    #expect(text.status == 1 && text.output.isEmpty, "\(text.output)")
    var known = LivePair.Identifiers()
    #expect(known.identifier(of: Path(stub.folder.path("pipe.mov"))) == nil)
    #expect(throws: StreamError.file(FileError(.folder, Path(stub.folder.path("folder.mov"))))) {
      try ClipFacts(of: Clip(file: Path(stub.folder.path("folder.mov"))))
    }
  }

  @Test(arguments: [
    ["--frames", "3"], ["--save", "out"], ["--faces", "--group"], ["--faces", "--whole-frame"],
    ["--faces", "--save-all"], ["--faces", "--force"], ["--faces", "--frames", "0"], ["--faces", "--frames", "some"],
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
  }

  @Test func factsAreBounded() throws {
    func facts(_ json: String) throws -> ClipFacts { try ClipFacts(ClipFacts.Answer(Array(json.utf8))) }
    let rate = #"{"streams":[{"index":0,"codec_type":"video","avg_frame_rate":"30/1","duration":"2.0"}]}"#
    #expect(try facts(rate).frames == 60)
    // A tag can't be taken for another value, and no number is too large.
    let tags = ["com.apple.quicktime.content.identifier": "ABC\nnb_frames=9223372036854775807"]
    let hostile = try facts(try Self.probe(duration: "nan", frames: "9223372036854775807", tags: tags))
    #expect(hostile.frames == nil && hostile.duration == nil)
    #expect(hostile.identifier == "ABC\nnb_frames=9223372036854775807")
    #expect(throws: StreamError.self) { try facts("[") }
    #expect(throws: StreamError.video(.empty)) { try facts(#"{"streams":[{"codec_type":"audio"}]}"#) }
  }

  /// The run that the tag would have ended goes on.
  @Test func hostileTagsAreHarmless() throws {
    let stub = try Self.stub()
    let tags = ["com.apple.quicktime.content.identifier": "A\nnb_frames=9223372036854775807"]
    try Self.answer(try Self.probe(duration: "0.1", tags: tags), in: stub)
    let run = try stub.run(["rank", "--faces", "roll/IMG_1.MOV", "--best"])
    #expect(run.status == 0 && run.output.hasPrefix("roll/IMG_1.MOV\t1\t"), "\(run.error)")
  }

  /// Neither an input nor another person's file nor another item's picture is replaced, with --force or without.
  @Test func nothingElseIsReplaced() throws {
    let stub = try Self.stub()
    try stub.folder.write(Data("clip".utf8), "other/IMG_1.MOV")
    let arguments = ["rank", "--faces", "roll/IMG_1.MOV", "other/IMG_1.MOV", "--save", "out"]
    let first = try stub.run(arguments)
    #expect(first.status == 0, "\(first.error)")
    #expect(stub.folder.names("out") == ["IMG_1-2-frame-1.jpg", "IMG_1-frame-1.jpg"])
    #expect(try stub.run(arguments + ["--force"]).status == 0, "the same bytes count as written")
    try stub.folder.write(Data("a novel".utf8), "out/IMG_1-frame-1.jpg")
    let foreign = try stub.run(arguments + ["--force"])
    #expect(foreign.status == 1 && foreign.error.contains("isn't an unchanged picture"), "\(foreign.error)")
    #expect(try stub.folder.read("out/IMG_1-frame-1.jpg") == Data("a novel".utf8))

    let folder = try Folder()
    let photos = [try Self.jpeg(try Self.head(), date: "2024:05:06 07:08:09"), try Self.jpeg(try Self.head(blur: 2))]
    try folder.write(photos[0], "a/IMG_1.jpg")
    try folder.write(photos[1], "b/IMG_1.jpg")
    let run = try Program.run(["rank", "--faces", "a/IMG_1.jpg", "b/IMG_1.jpg", "--save", "b", "--force"], in: folder)
    #expect(try folder.read("b/IMG_1.jpg") == photos[1], "an input was replaced: \(run.error)")
    #expect(run.status == 1 && run.error.contains("is one of the files that are ranked"), "\(run.error)")
  }

  /// With --force, a picture of an earlier run is replaced unless it was changed.
  @Test func ownPicturesAreReplaced() throws {
    let stub = try Self.stub()
    let arguments = ["rank", "--faces", "roll/IMG_1.MOV", "--save", "out", "--force"]
    #expect(try stub.run(arguments).status == 0)
    let frame = try stub.folder.read("out/IMG_1-frame-1.jpg")
    try Self.answer(
      try Self.probe(duration: "0.1", tags: ["creation_time": "2024-05-06T07:08:09.000000Z"]), in: stub)
    let kept = try stub.run(Array(arguments.dropLast()))
    #expect(kept.status == 1 && kept.error.contains("or replace it with --force"), "\(kept.error)")
    #expect(try stub.run(arguments).status == 0)
    let dated = try stub.folder.read("out/IMG_1-frame-1.jpg")
    #expect(dated != frame)
    #expect(try PhotoFile(decoding: [UInt8](dated)).exif?.date == "2024:05:06 07:08:09.033+00:00")

    // A person corrects the date.
    var corrected = dated
    let date = try #require(corrected.range(of: Data("2024:05:06".utf8)))
    corrected.replaceSubrange(date, with: Data("2023:05:06".utf8))
    try stub.folder.write(corrected, "out/IMG_1-frame-1.jpg")
    let refused = try stub.run(arguments)
    #expect(refused.status == 1 && refused.error.contains("isn't an unchanged picture"), "\(refused.error)")
    #expect(try stub.folder.read("out/IMG_1-frame-1.jpg") == corrected)
  }

  /// The next memory card's clip of the same name is another clip.
  @Test func picturesOfOtherClipsAreKept() throws {
    let stub = try Self.stub()
    let arguments = ["rank", "--faces", "roll/IMG_1.MOV", "--save", "out", "--save-all", "--force"]
    #expect(try stub.run(arguments).status == 0)
    let files = try stub.folder.names("out").map { try stub.folder.read("out/\($0)") }
    #expect(try stub.run(arguments).status == 0, "of the same clip, they are replaced")
    try stub.folder.write(Data("another clip".utf8), "roll/IMG_1.MOV")
    let refused = try stub.run(arguments)
    #expect(refused.status == 1, "\(refused.error)")
    #expect(try stub.folder.names("out").map { try stub.folder.read("out/\($0)") } == files)
  }

  /// What peel saved isn't an item of the next run.
  @Test func savedPicturesAreLeftOut() throws {
    let stub = try Self.stub()
    #expect(try stub.run(["rank", "--faces", "roll", "--save", "roll", "--save-all"]).status == 0)
    #expect(stub.folder.names("roll").count == 5)
    let again = try stub.run(["rank", "--faces", "roll", "--json"])
    #expect(again.error.contains("left out 4 pictures that peel saved before"), "\(again.error)")
    let alone = try stub.run(["rank", "--faces", "roll/IMG_1-frame-1.jpg"])
    #expect(alone.status == 3 && alone.error.contains("left out 1 picture that"), "\(alone.error)")
    #expect(try again.lines.map { try JSONValue($0)["item"]?.text } == .init(repeating: "roll/IMG_1.MOV", count: 3))
  }

  /// Nor is the copy of a still in the folder that it is saved to, again and again.
  @Test func savedStillsAreLeftOut() throws {
    let folder = try Folder()
    try folder.write(try Self.jpeg(try Self.head(), date: "2024:05:06 07:08:09"), "roll/a.jpg")
    try folder.write(try Self.jpeg(try Self.head(blur: 4), date: "2024:05:06 07:08:10"), "roll/b.jpg")
    for _ in 0..<3 {
      let run = try Program.run(["rank", "--faces", "-r", "roll", "--save", "roll/best"], in: folder)
      #expect(run.status == 0 && run.lines.count == 2, "\(run.output)\(run.error)")
      #expect(folder.names("roll/best") == ["a.jpg"])
    }
  }

  /// A still isn't the best picture of an item whose clip can't be read.
  @Test func aStillIsNotSavedInPlaceOfItsClip() throws {
    let folder = try Folder()
    try folder.write(try Self.jpeg(try Self.head()), "IMG_1.jpg")
    try folder.write(Data("clip".utf8), "IMG_1.MOV")
    let run = try Program.run(
      ["PATH=/nowhere", Program.path, "rank", "--faces", "IMG_1.jpg", "--save", "out"], of: "/usr/bin/env", in: folder)
    #expect(run.status == 1 && run.error.contains("ffmpeg") && !run.error.contains("only picture"), "\(run.error)")
    #expect(run.error.contains("IMG_1.jpg: not saved, because the best frame isn't known without the clip"))
    #expect(run.lines.count == 1, "the still is ranked: \(run.output)")
    #expect(folder.names("out").isEmpty)
  }

  /// Photos that don't tell when they were taken have nothing to do with each other.
  @Test func photosWithoutADateStandAlone() throws {
    let folder = try Folder()
    for (name, blur) in [("a", 4), ("b", 1)] {
      try folder.write(try Self.jpeg(try Self.head(blur: blur)), "\(name).jpg")
    }
    let run = try Program.run(["rank", "--faces", "a.jpg", "b.jpg", "--save", "out", "--best"], in: folder)
    #expect(run.output == "out/a.jpg\nout/b.jpg\n", "\(run.error)")
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
    // Whatever is left of a video shows that there was one.
    let cut = video.dropLast(box("mdat", [4]).count + 1)
    #expect(MotionPhoto.video(in: jpeg + cut) == jpeg.count..<jpeg.count + cut.count)
    #expect(MotionPhoto.video(in: heic.dropLast(2)) == heic.count - video.count..<heic.count - 2)
    // Data of the maker is no box, although its length may look like one.
    let data: [UInt8] = [9, 9, 9, 9] + Array("SEFT".utf8)
    #expect(MotionPhoto.video(in: jpeg + video + data) == jpeg.count..<jpeg.count + video.count)
  }

  /// A hostile file takes no longer than others of its size.
  @Test(.timeLimit(.minutes(1))) func beginningsOfVideosAreCounted() {
    let boxes = [[UInt8]](repeating: [0, 0, 0, 8] + Array("ftyp".utf8), count: 1 << 16).flatMap { $0 }
    #expect(MotionPhoto.video(in: [0xFF, 0xD8, 0xFF] + boxes) == nil)
  }

  @Test func framesAreDatedByTheirDistance() throws {
    #expect(Exif.date("2024:02:28 23:59:59", movedBy: 2) == "2024:02:29 00:00:01")
    #expect(Exif.date("2024:01:01 00:00:00.5+02:00", movedBy: -1) == "2023:12:31 23:59:59")
    #expect(Exif.date("yesterday", movedBy: 1) == nil)
    let exif = Exif(width: 10, height: 10, ppi: nil, date: "2024:05:06 07:08:09")
    #expect(exif.moved(by: 1.4).date == "2024:05:06 07:08:10.400")
    #expect(exif.moved(by: -0.25).moved(by: 0.25).date == "2024:05:06 07:08:09.000")
    #expect(exif.moved(by: .infinity).date != nil)
  }
}
