import Foundation
import PeelCodecs
import Testing

@testable import PeelImaging

/// Pairs with exact depth, and what each eye sees by the article's rule.
struct StereoTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../shared/photos/stereo"
  ).standardized

  /// The sets in the folder; none if it is absent.
  static let sets: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.filter { $0.hasPrefix("st") }.sorted() ?? []

  /// Red, green and blue of a PNG, read without a detour over luma and chroma.
  private static func picture(_ name: String, of set: String) throws -> Picture {
    try Picture(decoding: Array(Data(contentsOf: folder.appending(path: "\(set)/\(name).png"))))
  }

  private static func map(of set: String) throws -> DepthMap {
    let file = try PhotoFile(
      decoding: Array(Data(contentsOf: folder.appending(path: "\(set)/depth16.png"))), keepsDepth: true)
    return DepthMap(nearness: try #require(file.photo.deep?.luma))
  }

  @Test(.enabled(if: !sets.isEmpty), arguments: sets)
  func wholePixelsEqualTheTruth(set: String) throws {
    let photo = try Self.picture("image", of: set)
    let map = try Self.map(of: set)
    for (name, shift) in [("half", 1.0), ("full", 2.0)] {
      let rule = WholePixelRule(Parallax(shift: shift))
      for eye in Eye.allCases {
        let made = rule.picture(eye, of: photo, map)
        let truth = try Self.picture("\(eye.rawValue)_\(name)", of: set)
        #expect(made == truth)
      }
    }
  }

  /// The truth has whole pixels; it differs by up to half a pixel everywhere that isn't the background.
  @Test(.enabled(if: !sets.isEmpty), arguments: sets)
  func synthesisIsCloseToTheTruth(set: String) throws {
    let picture = try Self.picture("image", of: set)
    let photo = try PhotoFile(
      decoding: Array(Data(contentsOf: Self.folder.appending(path: "\(set)/image.png")))
    ).photo
    let map = try Self.map(of: set)
    for (name, shift) in [("half", 1.0), ("full", 2.0)] {
      let pair = StereoPair(of: photo, map, Parallax(shift: shift)).pictures(threads: 2)
      let rule = WholePixelRule(Parallax(shift: shift))
      for eye in Eye.allCases {
        let made = eye == .left ? pair.left : pair.right
        let truth = try Self.picture("\(eye.rawValue)_\(name)", of: set)
        let gaps = (0..<picture.height).flatMap { y in
          rule.gaps(eye, (0..<picture.width).map { map.nearness[$0, y] })
        }
        let all = Self.ratio(made, truth, where: { _ in true })
        let filled = Self.ratio(made, truth, where: { gaps[$0] })
        if ProcessInfo.processInfo.environment["PEEL_SHOW"] != nil { print(set, name, eye, all, filled) }
        #expect(all >= 34)
        #expect(filled >= 24)
      }
    }
  }

  /// A bright square before a striped wall, with a map of a quarter of the photo's size.
  private static let scene = (
    photo: Photo(
      luma: Plane(
        width: 160, height: 120,
        samples: (0..<120).flatMap { y in
          (0..<160).map { x in isSquare(x, y) ? UInt8(230) : UInt8(60 + (x / 2) % 2 * 20) }
        })),
    map: DepthMap(
      nearness: Plane(
        width: 40, height: 30,
        samples: (0..<30).flatMap { y in
          (0..<40).map { x in isSquare(4 * x + 2, 4 * y + 2) ? UInt16.max : 0 }
        }))
  )

  private static func isSquare(_ x: Int, _ y: Int) -> Bool { (50..<110).contains(x) && (30..<90).contains(y) }

  @Test(arguments: Eye.allCases)
  func nearPartsMoveAndGapsShowTheBackground(eye: Eye) {
    let pair = StereoPair(of: Self.scene.photo, Self.scene.map, Parallax(shift: 10)).pictures()
    let picture = eye == .left ? pair.left : pair.right
    let row = (0..<160).map { picture.samples[3 * (60 * 160 + $0)] }
    // Half of 10 % of 160 pixels to the right for the left eye.
    let shift = eye == .left ? 8 : -8
    let bright = row.indices.filter { row[$0] > 180 }
    #expect(abs((bright.first ?? 0) - (50 + shift)) <= 1 && abs((bright.last ?? 0) - (109 + shift)) <= 1)
    #expect(bright.count == (bright.last ?? 0) - (bright.first ?? 0) + 1, "the square is whole")
    let gap = eye == .left ? 50..<57 : 103..<110
    #expect(gap.allSatisfy { row[$0] <= 100 }, "nothing of the square is left behind: \(row[gap])")
    #expect(Set(row[gap]).count > 1, "the gap has the wall's stripes")
  }

  /// The photo and a coarse map of two parts, near on the left.
  private static func parts(_ luma: @escaping (Int) -> UInt8, nearness: (Int) -> UInt16) -> (Photo, DepthMap) {
    let row = (0..<640).map(luma)
    return (
      Photo(luma: Plane(width: 640, height: 48, samples: (0..<48).flatMap { _ in row })),
      DepthMap(
        nearness: Plane(width: 80, height: 6, samples: (0..<6).flatMap { _ in (0..<80).map(nearness) }))
    )
  }

  /// An edge out of focus has no contour, although the map has its own edge amid the blur.
  @Test func edgesOutOfFocusStaySoft() {
    // From 40 to 220 within about 120 pixels; the map's edge lies beside the middle.
    let (photo, map) = Self.parts {
      UInt8(40 + 180 / (1 + exp((320 - Double($0)) / 20)))
    } nearness: {
      $0 < 43 ? .max : 0
    }
    let picture = StereoPair(of: photo, map, Parallax(shift: 4)).pictures().right
    let row = (0..<640).map { Int(picture.samples[3 * (24 * 640 + $0)]) }
    let steepest = zip(row, row.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    #expect(steepest <= 4, "the photo has 2 to 3 levels from one pixel to the next")
    // Behind the gap, the near part's side has moved with it.
    #expect(abs(row[200] - Int(photo.luma[213, 24])) <= 1)
  }

  /// Small steps of a coarse map within a surface tear nothing: what lies behind doesn't shine through.
  @Test(arguments: [15.0, -15.0]) func surfacesWithSmallStepsStayWhole(gain: Double) {
    let luma = [UInt8](repeating: 128, count: 200)
    for step in stride(from: -4000, through: 4000, by: 250) {
      let nearness = (0..<200).map { x in x < 60 || x >= 140 ? UInt16(0) : UInt16(60_000 + (x < 100 ? 0 : step)) }
      var row = EyeRow(width: 200, gain: gain, focus: 0, guardWidth: 12)
      row.warp(nearness.span, luma.span)
      let middle = 100 + Int(gain)
      for x in middle - 20..<middle + 20 {
        #expect(abs(row.sources[x + 1] - row.sources[x] - 256) <= 300, "step \(step) at \(x)")
      }
    }
  }

  @Test func theFocusStays() {
    let near = StereoPair(of: Self.scene.photo, Self.scene.map, Parallax(shift: 10, focus: 1)).pictures()
    let far = StereoPair(of: Self.scene.photo, Self.scene.map, Parallax(shift: 10, focus: 0)).pictures()
    func level(_ picture: Picture, _ x: Int, _ y: Int) -> UInt8 { picture.samples[3 * (y * 160 + x)] }
    let photo = Self.scene.photo.luma
    for x in 60..<100 { #expect(level(near.left, x, 60) == photo[x, 60] && level(near.right, x, 60) == photo[x, 60]) }
    for x in 0..<160 { #expect(level(far.left, x, 5) == photo[x, 5] && level(far.right, x, 5) == photo[x, 5]) }
  }

  @Test func threadsDoNotChangeThePictures() {
    let pair = StereoPair(of: Self.scene.photo, Self.scene.map, Parallax(shift: 3.3, focus: 0.4))
    let (one, three) = (pair.pictures(threads: 1), pair.pictures(threads: 3))
    #expect(one.left == three.left && one.right == three.right)
  }

  @Test func mapsAreNormalisedWithoutOutliers() throws {
    // 1000 samples between 100 and 1099, and one far above.
    let levels = Plane<UInt16>(width: 7, height: 143, samples: (0..<1000).map { UInt16(100 + $0) } + [60_000])
    let map = try #require(DepthMap(levels: levels) { Double($0) })
    #expect(map.nearness.samples[0] == 0 && map.nearness.samples[1000] == 65535)
    #expect(abs(Int(map.nearness.samples[500]) - 65535 / 2) < 1000)
    #expect(DepthMap(levels: Plane(width: 2, height: 2, filledWith: 7)) { Double($0) } == nil)
    #expect(DepthMap(levels: levels) { _ in .nan } == nil)
    #expect(DepthMap(levels: levels) { _ in .infinity } == nil)
  }

  @Test func anaglyphsShowEachEyeItsPicture() {
    func picture(_ level: UInt8) -> Picture {
      Picture(width: 2, height: 1, samples: [UInt8](repeating: level, count: 6))
    }
    for colour in Anaglyph.Colour.allCases {
      let left = Anaglyph(colour)(picture(255), picture(0)).samples
      #expect(left[0] > 250 && left[1] < 10 && left[2] < 10, "red passes to the left eye")
      let right = Anaglyph(colour)(picture(0), picture(255)).samples
      #expect(right[0] < 10 && right[1] > 250 && right[2] > 250, "cyan passes to the right eye")
    }
    let red = Picture(width: 1, height: 1, samples: [255, 0, 0])
    #expect(Anaglyph(.grey)(red, red).samples != Anaglyph(.full)(red, red).samples)
  }

  @Test func cardsHaveTheirSize() {
    let photo = Picture(width: 80, height: 60, samples: [UInt8](repeating: 0, count: 3 * 4800))
    let card = StereoCard(ppi: 100, caption: "cat")(photo, photo)
    #expect((card.width, card.height) == (700, 350))
    func level(_ x: Int, _ y: Int) -> UInt8 { card.samples[3 * (y * 700 + x)] }
    #expect(level(194, 170) == 0 && level(506, 170) == 0, "both windows show their picture")
    #expect(level(45, 22) > 200 && level(194, 22) == 0, "the top is round")
    #expect(level(350, 170) > 200, "the mount lies between them")
  }

  /// The peak signal-to-noise ratio over some pixels, in dB.
  private static func ratio(_ a: Picture, _ b: Picture, where isCounted: (Int) -> Bool) -> Double {
    var (sum, count) = (0, 0)
    for pixel in 0..<a.width * a.height where isCounted(pixel) {
      for sample in 3 * pixel..<3 * pixel + 3 {
        let difference = Int(a.samples[sample]) - Int(b.samples[sample])
        sum += difference * difference
      }
      count += 3
    }
    return 10 * log10(255 * 255 * Double(max(count, 1)) / Double(max(sum, 1)))
  }
}
