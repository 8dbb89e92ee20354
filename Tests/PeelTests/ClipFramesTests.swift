import Foundation
import PeelFiles
import PeelImaging
import PeelOutput
import PeelTestSupport
import Testing

@testable import PeelCodecs
@testable import PeelScanning

private let ffmpeg = "/usr/bin/ffmpeg"

/// Frames by their numbers, in clips that ffmpeg makes. Frame n is as bright as n tells.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: ffmpeg), "ffmpeg is not installed"))
struct ClipFramesTests {
  private static let levels = 200

  private static func make(_ name: String, _ folder: Folder, seconds: Int, _ options: [String]) throws -> Clip {
    let source = "color=gray:s=64x64:r=10:d=\(seconds),geq=lum='16+mod(N,\(levels))':cb=128:cr=128"
    let arguments = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", source] + options + ["-y", folder.path(name)]
    let run = try Program.run(arguments, of: ffmpeg)
    try #require(run.status == 0, "\(run.error)")
    return Clip(file: PeelFiles.Path(folder.path(name)))
  }

  /// The numbers that some frames say they have, and those that they show.
  private static func shown(_ numbers: [Int]?, of clip: Clip) throws -> [(named: Int, shown: Int, time: Double)] {
    let facts = try ClipFacts(of: clip)
    var frames = ClipFrames(of: clip, numbers, facts)
    var all: [(Int, Int, Double)] = []
    while let frame = try frames.next() {
      // From the video's range to the photo's, and back.
      let level = Double(frame.photo.luma[32, 32]) * 219 / 255
      all.append((frame.number, Int(level.rounded()), frame.time))
    }
    return all
  }

  private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "0", "-pix_fmt", "yuv420p"]

  /// A file that is called a clip, but lists others, shows none of them.
  @Test(arguments: [
    "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://%\n#EXT-X-ENDLIST\n", "ffconcat version 1.0\nfile %\n",
  ])
  func listsAreNoClips(_ list: String) throws {
    let folder = try Folder()
    let name = list.hasPrefix("#") ? "c.ts" : "c.mp4"
    try folder.write(Data(), "inner/empty")
    let clip = try Self.make("inner/" + name, folder, seconds: 2, Self.h264)
    #expect(try ClipFacts(of: clip).duration != nil)
    let place = list.hasPrefix("#") ? folder.path("inner/" + name) : "inner/" + name
    try folder.write(Data(list.replacing("%", with: place).utf8), "IMG_1.mov")
    #expect(throws: StreamError.self) { try ClipFacts(of: Clip(file: PeelFiles.Path(folder.path("IMG_1.mov")))) }
    // ffmpeg itself would show them.
    let run = try Program.run(
      ["-v", "error", "-i", folder.path("IMG_1.mov"), "-f", "null", "-"], of: ffmpeg, in: folder)
    #expect(run.status == 0, "\(run.error)")
  }

  /// In clips over 20 seconds, each frame is looked up: also where the rate varies, and where the file has no index.
  @Test(arguments: [
    ("c.mp4", []), ("vfr.mp4", ["-vf", "setpts='if(lt(N,150),N,150+4*(N-150))/10/TB'", "-fps_mode", "vfr"]),
    ("far.mts", ["-g", "250", "-f", "mpegts"]), ("near.mts", ["-g", "5", "-bf", "2", "-f", "mpegts"]),
  ])
  func longClipsAreExact(_ name: String, _ options: [String]) throws {
    let folder = try Folder()
    let clip = try Self.make(name, folder, seconds: 30, Self.h264 + options)
    let facts = try ClipFacts(of: clip)
    #expect(facts.times?.count == 300 && ClipFrames(of: clip, [7], facts).way == .lookups)
    let numbers = [0, 7, 140, 151, 199, 260, 299]
    let shown = try Self.shown(numbers, of: clip)
    #expect(shown.map(\.named) == numbers)
    for frame in shown { #expect(abs(frame.shown - frame.named % Self.levels) <= 1, "\(frame)") }
    if name == "vfr.mp4" { #expect(abs((shown.last?.time ?? 0) - (15 + 4 * 14.9)) < 0.1) }
  }

  /// ffmpeg takes no more than 100 numbers.
  @Test func manyNumbersAreFound() throws {
    let folder = try Folder()
    let clip = try Self.make("c.mp4", folder, seconds: 15, Self.h264)
    let numbers = (0..<120).map { $0 + 20 }
    let shown = try Self.shown(numbers, of: clip)
    #expect(shown.map(\.named) == numbers)
    #expect(shown.allSatisfy { abs($0.shown - $0.named % Self.levels) <= 1 })
  }

  /// A transfer that broke off. The index came first, so the file can be read as far as it goes.
  @Test(arguments: [("c.mp4", ["-movflags", "+faststart"]), ("c.mkv", []), ("c.avi", [])])
  func aClipThatIsCutOffSaysSo(_ name: String, _ options: [String]) throws {
    let folder = try Folder()
    let clip = try Self.make(name, folder, seconds: 10, Self.h264 + ["-g", "10"] + options)
    #expect(try !ClipFacts(of: clip).isCutOff)
    let bytes = try folder.read(name)
    try folder.write(bytes.prefix(bytes.count * 6 / 10), name)
    #expect(try ClipFacts(of: clip).isCutOff)
    let run = try Program.run(["rank", "--faces", name, "--frames", "3"], in: folder)
    #expect(run.status == 1 && run.lines.count == 3, "what can be read is ranked: \(run.output)")
    let seconds = try #require(run.error.firstMatch(of: /only the first (\d\.\d) s can be read: the file is cut off/))
    #expect((4...8).contains(Double(seconds.1) ?? 0), "\(run.error)")
    #expect(run.error.matches(of: /copy or send it again/).count == 1, "one line for one fault: \(run.error)")
  }

  /// A motion photo whose transfer broke off within its clip. The index comes last, so no frame can be read.
  @Test func aCutMotionPhotoIsNoStill() throws {
    let folder = try Folder()
    _ = try Self.make("c.mp4", folder, seconds: 10, Self.h264)
    _ = try Self.make("still.jpg", folder, seconds: 1, ["-frames:v", "1", "-update", "1"])
    try folder.write(folder.read("still.jpg") + folder.read("c.mp4").dropLast(2000), "m.jpg")
    let run = try Program.run(["rank", "--faces", "m.jpg", "--save", "out"], in: folder)
    #expect(run.status == 1 && run.lines.count == 1)
    #expect(run.error.contains("m.jpg: ffmpeg cannot read it: "), "\(run.error)")
    #expect(!run.error.contains("subfile") && (try? folder.read("out/m.jpg")) == nil, "\(run.error)")
  }

  /// ffmpeg would take what precedes the colon for a protocol, and the rest for a series of pictures.
  @Test(arguments: ["10:30.jpg", "a%03d.jpg", "a*.jpg"])
  func aMotionPhotoMayHaveAnyName(_ name: String) throws {
    let folder = try Folder()
    _ = try Self.make("c.mp4", folder, seconds: 1, Self.h264)
    _ = try Self.make("still.jpg", folder, seconds: 1, ["-frames:v", "1", "-update", "1"])
    try folder.write(folder.read("still.jpg") + folder.read("c.mp4"), name)
    let run = try Program.run(["rank", "--faces", name, "--frames", "3"], in: folder)
    // With the still.
    #expect(run.lines.count == 4 && !run.error.contains("ffmpeg"), "\(run.output)\(run.error)")
  }

  /// A clip whose bytes were lost in the middle. ffmpeg decodes what it can, and makes up the rest.
  @Test func aDamagedClipSaysSo() throws {
    let folder = try Folder()
    let source = ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=10:d=5"]
    let made = try Program.run(
      ["-nostdin", "-v", "error"] + source + Self.h264 + ["-qp", "20", "-g", "10", "-y", folder.path("c.mp4")],
      of: ffmpeg)
    try #require(made.status == 0, "\(made.error)")
    let whole = try Program.run(["rank", "--faces", "c.mp4"], in: folder)
    #expect(!whole.error.contains("damaged"), "\(whole.error)")
    var bytes = try folder.read("c.mp4")
    for place in stride(from: bytes.count / 4, to: bytes.count * 3 / 4, by: bytes.count / 16) {
      bytes.replaceSubrange(place..<place + 200, with: (0..<200).map { UInt8(($0 * 37 + place) % 256) })
    }
    try folder.write(bytes, "c.mp4")
    let run = try Program.run(["rank", "--faces", "c.mp4"], in: folder)
    #expect(run.status == 1 && run.lines.count == 12)
    let words = "c.mp4: it is damaged or cut off, so frames may be missing or wrong; copy or send it again"
    #expect(run.error.contains(words), "\(run.error)")
    #expect(run.error.matches(of: /copy or send it again/).count == 1, "one line for one fault: \(run.error)")
  }

  /// What an edit list cuts off isn't counted.
  @Test func editListsAreHeeded() throws {
    let folder = try Folder()
    _ = try Self.make("whole.mp4", folder, seconds: 30, Self.h264 + ["-g", "50"])
    let run = try Program.run(
      ["-nostdin", "-v", "error", "-ss", "3.3", "-i", folder.path("whole.mp4"), "-c", "copy", folder.path("cut.mp4")],
      of: ffmpeg)
    try #require(run.status == 0, "\(run.error)")
    let shown = try Self.shown([0, 100, 200], of: Clip(file: PeelFiles.Path(folder.path("cut.mp4"))))
    let first = try #require(shown.first).shown
    #expect(shown.map(\.shown) == [first, (first + 100) % Self.levels, (first + 200) % Self.levels])
  }

  /// The matrix that a clip tells is used, pixels become square, and bright videos get ordinary levels.
  @Test func coloursAreConverted() throws {
    let folder = try Folder()
    func colour(_ name: String, _ filters: String, _ options: [String]) throws -> (Photo, SIMD3<Int>) {
      let arguments =
        ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=0x804020:s=320x240:r=10:d=1,format=rgb24"]
        + ["-vf", filters] + options + ["-y", folder.path(name)]
      let run = try Program.run(arguments, of: ffmpeg)
      try #require(run.status == 0, "\(run.error)")
      let clip = Clip(file: PeelFiles.Path(folder.path(name)))
      var frames = ClipFrames(of: clip, [2], try ClipFacts(of: clip))
      let photo = try #require(try frames.next()).photo
      let picture = photo.picture()
      let middle = 3 * (picture.height / 2 * picture.width + picture.width / 2)
      return (photo, SIMD3(picture.samples[middle..<middle + 3].map(Int.init)))
    }
    func isNear(_ colour: SIMD3<Int>, _ reach: Int) -> Bool {
      zip([0x80, 0x40, 0x20], [colour.x, colour.y, colour.z]).allSatisfy { abs($0 - $1) <= reach }
    }
    let tagged = "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
    let small = try colour("709.mp4", tagged, ["-colorspace", "bt709", "-c:v", "libx264"])
    #expect(isNear(small.1, 4), "\(small.1)")
    let wide = try colour("wide.mp4", tagged + ",setsar=2", ["-colorspace", "bt709", "-c:v", "libx264"])
    #expect(wide.0.width == 640 && wide.0.height == 240)
    let toHLG =
      "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,zscale=tin=709:pin=709:min=709:rin=tv:p=709:m=709:t=linear:npl=203,"
      + "format=gbrpf32le,zscale=p=2020:t=arib-std-b67:m=2020_ncl:r=tv:npl=203,format=yuv420p10le"
    let filters = try Program.run(["-hide_banner", "-filters"], of: ffmpeg).output
    guard filters.contains(" zscale "), filters.contains(" tonemap ") else { return }
    let bright = try colour(
      "hlg.mkv", toHLG,
      ["-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc", "-c:v", "ffv1"])
    #expect(isNear(bright.1, 8), "\(bright.1)")
  }

  /// A program that says something and then nothing is given up.
  @Test func waitingEnds() throws {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(unsafe write(ends[1], "a", 1) == 1)
    let isStalled = Flag()
    var stream = DescriptorStream(number: ends[0], waiting: Waiting(patience: .milliseconds(300))) { isStalled.set() }
    #expect(stream.bytes(10) == [UInt8(ascii: "a")] && isStalled.isSet)
    let unwanted = Flag()
    stream = DescriptorStream(number: ends[0], waiting: Waiting { false }) { unwanted.set() }
    #expect(stream.bytes(1).isEmpty && !unwanted.isSet)
  }

  /// Names are passed on as they are.
  @Test func namesMayBeAnyBytes() {
    let clip = Clip(file: PeelFiles.Path(bytes: Array("a".utf8) + [0xFF] + Array(".mp4".utf8)))
    #expect(FFmpeg(input: .clip(clip)).words.contains(Array("file:a".utf8) + [0xFF] + Array(".mp4".utf8)))
  }
}
