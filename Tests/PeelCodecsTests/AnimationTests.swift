import PeelImaging
import PeelRandomNumbers
import Testing

@testable import PeelCodecs

struct AnimationTests {
  /// Two pictures with few enough colours that a GIF keeps them.
  private static let pictures = [0, 1].map { number in
    Picture(
      width: 70, height: 50,
      samples: (0..<3500).flatMap { i -> [UInt8] in
        let on = (i / 9 + i / 70 * number) % 3
        return [UInt8(on * 64 + 4), UInt8((i % 7) * 32 + 4), 132]
      })
  }

  @Test func gifsKeepFewColours() throws {
    let file = try AnimatedGIF(delay: 330).encoded(Self.pictures)
    #expect(file.starts(with: "GIF89a".utf8) && file.last == 0x3B)
    let palette = Array(file[13..<13 + 768])
    var place = 13 + 768
    var frames: [[UInt8]] = []
    while file[place] != 0x3B {
      if file[place] == 0x21 {
        place += 2
      } else {
        #expect(file[place] == 0x2C)
        place += 10
        #expect(file[place] == 8)
        place += 1
      }
      let isPicture = file[place - 1] == 8
      var data: [UInt8] = []
      while file[place] > 0 {
        data += file[place + 1...place + Int(file[place])]
        place += Int(file[place]) + 1
      }
      place += 1
      if isPicture { frames.append(Self.unpacked(data)) }
    }
    #expect(frames.count == 2)
    for (frame, picture) in zip(frames, Self.pictures) {
      let levels = frame.flatMap { palette[3 * Int($0)..<3 * Int($0) + 3] }
      #expect(levels == picture.samples)
    }
  }

  /// A long picture fills the table of codes more than once.
  @Test func gifsOfNoiseAreWhole() throws {
    var random = RandomNumbers(seed: 3)
    let samples = (0..<3 * 200 * 200).map { _ in UInt8.random(in: 0...255, using: &random) }
    let picture = Picture(width: 200, height: 200, samples: samples)
    let file = try AnimatedGIF(delay: 100).encoded([picture])
    // After the palette, the extension for repeating, the delay and the frame's header.
    var place = 13 + 768 + 19 + 8 + 11
    var data: [UInt8] = []
    while file[place] > 0 {
      data += file[place + 1...place + Int(file[place])]
      place += Int(file[place]) + 1
    }
    #expect(Self.unpacked(data).count == 200 * 200)
  }

  /// LZW as GIF89a, appendix F, describes its decoder.
  private static func unpacked(_ data: [UInt8]) -> [UInt8] {
    var table: [[UInt8]] = (0...257).map { $0 < 256 ? [UInt8($0)] : [] }
    var output: [UInt8] = []
    var (bits, count, width) = (0, 0, 9)
    var last: [UInt8]?
    for byte in data {
      bits |= Int(byte) << count
      count += 8
      guard count >= width else { continue }
      let code = bits & (1 << width - 1)
      bits >>= width
      count -= width
      if code == 257 { return output }
      if code == 256 {
        table.removeSubrange(258...)
        width = 9
        last = nil
        continue
      }
      let string: [UInt8]
      if code < table.count {
        string = table[code]
      } else if let last {
        string = last + [last[0]]
      } else {
        return output
      }
      output += string
      if let last, table.count < 4096 { table.append(last + [string[0]]) }
      if table.count == 1 << width, width < 12 { width += 1 }
      last = string
    }
    return output
  }

  @Test func animatedPNGsHoldAllPictures() throws {
    let file = try AnimatedPNG(delay: 330).encoded(Self.pictures)
    let chunks = PNGChunks(file, keepsRepeated: true)
    #expect(chunks.isComplete)
    #expect(chunks.data("acTL") == [0, 0, 0, 2, 0, 0, 0, 0])
    let frames = chunks.chunks.filter { $0.type == "fcTL" }
    #expect(frames.count == 2 && chunks.has("fdAT"))
    // Frames and their data are numbered without a gap.
    let numbered = chunks.chunks.filter { ["fcTL", "fdAT"].contains($0.type) }
    #expect(numbered.map { chunks.number(at: $0.data.lowerBound) } == Array(numbered.indices))
    #expect(try Picture(decoding: file) == Self.pictures[0])
    // The second picture alone, made into a still.
    let head = chunks.chunks.filter { $0.type == "IHDR" }.flatMap { file[$0.whole] }
    let data = chunks.chunks.filter { $0.type == "fdAT" }.flatMap {
      PNGChunks.encoded("IDAT", Array(file[$0.data].dropFirst(4)))
    }
    let still = PNGChunks.signature + head + data + PNGChunks.encoded("IEND", [])
    #expect(try Picture(decoding: still) == Self.pictures[1])
  }

  @Test func multiPictureFilesHoldBothEyes() throws {
    let (left, right) = (try Made.jpeg(32, 16), try Made.jpeg(48, 16))
    let file = MultiPicture.joined(left: left, right: right)
    let others = JPEGSegments(file).pictures
    #expect(others.count == 1)
    let second = try PhotoFile(decoding: Array(others[0]))
    #expect(second.photo == (try PhotoFile(decoding: right).photo))
    #expect(try PhotoFile(decoding: file).photo == PhotoFile(decoding: left).photo)
  }

  @Test func depthMapsBecomeGreyPNGs() throws {
    let nearness = Plane<UInt16>(width: 37, height: 11, samples: (0..<407).map { UInt16($0 * 161) })
    let file = try PhotoFile(decoding: DepthMap(nearness: nearness).png(), keepsDepth: true)
    #expect(file.photo.deep?.luma == nearness)
    #expect(file.photo.chroma == nil)
  }
}
