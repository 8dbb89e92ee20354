import PeelImaging
import PeelRandomNumbers
import Testing

@testable import PeelCodecs

/// A stream of bytes in memory.
private struct Bytes: ByteStream {
  var rest: ArraySlice<UInt8>

  init(_ parts: [UInt8]...) { rest = Array(parts.joined())[...] }

  mutating func bytes(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}

private func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }

struct VideoTests {
  @Test(arguments: [
    ("YUV4MPEG2 W1920 H1080 F30:1 Ip A0:0 C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=LIMITED", 1920, 1080, 30.0, false),
    ("YUV4MPEG2 H480 W640 F30000:1001 C422 XCOLORRANGE=FULL", 640, 480, 30000.0 / 1001, true),
    ("YUV4MPEG2 W2 H3", 2, 3, nil, false), ("YUV4MPEG2 W2 H3 F0:0 Cmono", 2, 3, nil, false),
  ])
  func headersAreRead(text: String, width: Int, height: Int, rate: Double?, isFullRange: Bool) throws {
    let format = try VideoFormat(line: Array(text.utf8))
    #expect(format.width == width && format.height == height)
    #expect(format.rate == rate && format.isFullRange == isFullRange)
  }

  @Test(arguments: [
    ("YUV4MPEG2 W100000 H64 F30:1", VideoError.tooLarge(width: 100_000, height: 64)),
    ("YUV4MPEG2 W16000 H16000", .tooLarge(width: 16_000, height: 16_000)),
    ("YUV4MPEG2 W9223372036854775807 H9223372036854775807", .tooLarge(width: .max, height: .max)),
    ("YUV4MPEG2 W99999999999999999999 H64", .damaged("its header gives no size")),
    ("YUV4MPEG2 W0 H64", .damaged("its header gives no size")),
    ("YUV4MPEG2 W-64 H64", .damaged("its header gives no size")), ("YUV4MPEG2", .damaged("its header gives no size")),
    ("YUV4MPEG2 W64 H64 C420p10", .unsupported("C420p10")), ("YUV4MPEG3 W64 H64", .notVideo),
  ])
  func badHeadersAreRefused(text: String, error: VideoError) {
    #expect(throws: error) { try VideoFrames(Bytes(line(text))) }
    #expect(throws: error) { try VideoFormat(line: Array(text.utf8)) }
  }

  @Test(arguments: [
    ("420jpeg", 2, 2, 2), ("420", 2, 2, 2), ("422", 2, 3, 2), ("444", 3, 3, 1), ("411", 1, 3, 4),
  ])
  func planesAreTakenAsTheyLie(colour: String, width: Int, height: Int, scale: Int) throws {
    let luma = (0..<9).map { UInt8($0) }
    let blue = (0..<width * height).map { UInt8(100 + $0) }
    let red = (0..<width * height).map { UInt8(200 + $0) }
    var frames = try VideoFrames(
      Bytes(line("YUV4MPEG2 W3 H3 F25:1 C\(colour)"), line("FRAME"), luma, blue, red, line("FRAME Ip"), luma, red, blue)
    )
    let first = try #require(try frames.next()).planes
    #expect(first.luma == Plane(width: 3, height: 3, samples: luma))
    #expect(first.chroma?.blue == Plane(width: width, height: height, samples: blue))
    #expect(first.chroma?.red == Plane(width: width, height: height, samples: red))
    #expect(first.chroma?.scale.x == scale)
    #expect(try frames.next()?.planes.chroma?.blue.samples == red)
    #expect(try frames.next() == nil)
  }

  @Test func greyHasNoChroma() throws {
    var frames = try VideoFrames(Bytes(line("YUV4MPEG2 W2 H1 Cmono"), line("FRAME"), [7, 9]))
    #expect(try frames.next()?.planes == Photo(luma: Plane(width: 2, height: 1, samples: [7, 9])))
  }

  @Test func theSizeMayChangeWithinAStream() throws {
    let small = line("YUV4MPEG2 W2 H1 Cmono") + line("FRAME") + [1, 2]
    let large = line("YUV4MPEG2 W3 H2 Cmono") + line("FRAME") + [1, 2, 3, 4, 5, 6]
    var frames = try VideoFrames(Bytes(small, large, small))
    #expect(try frames.next()?.format.width == 2)
    #expect(try frames.next()?.planes.luma.samples == [1, 2, 3, 4, 5, 6])
    #expect(try frames.next()?.planes.width == 2)
    #expect(try frames.next() == nil)
  }

  @Test(arguments: [
    ("", VideoError.empty), ("RIFF and more|", .notVideo), ("YUV4MPEG2 W64", .cutOff),
    ("YUV4MPEG2 " + String(repeating: "A", count: 5000), .damaged("a line of it has no end")),
    ("YUV4MPEG2 W2 H1 Cmono|FRAME|x", .cutOff), ("YUV4MPEG2 W2 H1 Cmono|FRA", .cutOff),
    ("YUV4MPEG2 W2 H1 Cmono|FRUME|xx", .damaged("a frame does not begin where it should")),
  ])
  func whatIsNoStreamSaysWhy(text: String, error: VideoError) {
    let bytes = text.utf8.map { $0 == UInt8(ascii: "|") ? UInt8(ascii: "\n") : $0 }
    #expect(throws: error) {
      var frames = try VideoFrames(Bytes(bytes))
      while try frames.next() != nil {}
    }
  }

  @Test func mutatedStreamsNeverCrash() throws {
    let frame = line("FRAME") + [UInt8](repeating: 90, count: 24)
    let original = line("YUV4MPEG2 W4 H4 F30:1 C420jpeg XCOLORRANGE=FULL") + frame + frame
    var random = RandomNumbers(seed: 7)
    var count = 0
    for _ in 0..<4000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(UInt8(ascii: "9"), at: place)
        default: bytes.remove(at: place)
        }
      }
      do throws(VideoError) {
        var frames = try VideoFrames(Bytes(bytes))
        while try frames.next() != nil { count += 1 }
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    #expect(count > 500)
  }

  /// Colours coded in BT.601 (BT.601-7, item 2.5) and in BT.709 (BT.709-6, item 3.2).
  @Test(
    arguments: [(255.0, 0.0, 0.0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0), (200, 120, 40)], [true, false])
  func coloursBecomeThoseOfPhotos(colour: (Double, Double, Double), isHighDefinition: Bool) throws {
    let (red, green, blue) = colour
    let (kr, kb) = isHighDefinition ? (0.2126, 0.0722) : (0.299, 0.114)
    let y = kr * red + (1 - kr - kb) * green + kb * blue
    let samples = [
      16 + 219 * y / 255, 128 + 224 * (blue - y) / (2 * (1 - kb)) / 255, 128 + 224 * (red - y) / (2 * (1 - kr)) / 255,
    ].map { UInt8($0.rounded()) }
    var frames = try VideoFrames(Bytes(line("YUV4MPEG2 W1 H1 C444"), line("FRAME"), samples))
    let frame = try #require(try frames.next())
    let photo = frame.photo(isHighDefinition ? .bt709 : .bt601)
    let luma = Double(photo.luma[0, 0])
    let chroma = try #require(photo.chroma)
    let (b, r) = (Double(chroma.blue[0, 0]) - 128, Double(chroma.red[0, 0]) - 128)
    for (value, wanted) in [
      (luma + 1.402 * r, red), (luma - 0.344136 * b - 0.714136 * r, green), (luma + 1.772 * b, blue),
    ] { #expect(abs(value - wanted) < 4.5) }
  }

  @Test func smallFramesAreMeans() throws {
    let samples = (0..<16).map { UInt8(16 + $0) }
    var frames = try VideoFrames(
      Bytes(
        line("YUV4MPEG2 W4 H4 C420jpeg XCOLORRANGE=FULL"), line("FRAME"), samples, [120, 120, 120, 120],
        [130, 130, 130, 130]))
    let small = try #require(try frames.next()).photo(.bt601, longSide: 2)
    #expect(small.luma.samples == [19, 21, 27, 29])
    #expect(small.chroma?.blue.samples == [120, 120, 120, 120])
  }
}
