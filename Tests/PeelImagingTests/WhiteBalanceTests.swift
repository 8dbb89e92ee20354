import PeelKernels
import Testing

@testable import PeelImaging

struct WhiteBalanceTests {
  /// A print in the middle of a photo: a border of one colour around a picture of vertical stripes.
  private static func photo(border: [Double], stripes: [[Double]], borderWidth: Int = 24) -> (photo: Photo, quad: Quad)
  {
    let (width, height) = (360, 420)
    let quad = Quad(x: 40, y: 40, width: 280, height: 340)
    func level(_ x: Int, _ y: Int) -> [Double] {
      guard (40..<320).contains(x), (40..<380).contains(y) else { return [50, 45, 40] }
      let isPicture =
        (40 + borderWidth..<320 - borderWidth).contains(x) && (40 + borderWidth..<380 - borderWidth).contains(y)
      return isPicture ? stripes[x / 8 % stripes.count] : border
    }
    func plane(_ value: @escaping ([Double]) -> Double) -> Plane<UInt8> {
      Plane(width: width, height: height) { y, row in
        for x in 0..<width { row.append(UInt8(min(max(value(level(x, y)).rounded(), 0), 255))) }
      }
    }
    let luma = plane { 0.299 * $0[0] + 0.587 * $0[1] + 0.114 * $0[2] }
    let blue = plane { 128 - 0.168736 * $0[0] - 0.331264 * $0[1] + 0.5 * $0[2] }
    let red = plane { 128 + 0.5 * $0[0] - 0.418688 * $0[1] - 0.081312 * $0[2] }
    return (Photo(luma: luma, chroma: Chroma(blue: blue, red: red, scale: (1, 1), origin: (0, 0))), quad)
  }

  private static func scan(
    _ made: (photo: Photo, quad: Quad), _ balance: WhiteBalance, film: FilmFormat? = nil
  ) throws -> Scan {
    var developer = Developer()
    developer.whiteBalance = balance
    return try developer(made.photo, made.quad, film: film)
  }

  /// The mean of a scan's border, a few pixels from its edge.
  private static func border(_ scan: Scan) -> [Double] {
    let picture = scan.picture
    var sums = [0.0, 0.0, 0.0]
    for y in 30..<picture.height - 30 {
      for channel in 0..<3 { sums[channel] += Double(picture.samples[3 * (y * picture.width + 10) + channel]) }
    }
    return sums.map { $0 / Double(picture.height - 60) }
  }

  /// A picture without blue highlights, whose own ends make the border blue.
  private static let warm = photo(border: [214, 196, 170], stripes: [[230, 90, 40], [150, 40, 20], [240, 160, 60]])

  /// Light times a factor is a line in sRGB's levels, but for the darkest ones, so that kernels can map by it.
  @Test func whiteFramesGiveLines() {
    let white = Frame(
      light: Light(red: 0.6, green: 0.5, blue: 0.35), picture: Light(red: 0.2, green: 0.2, blue: 0.2))
    func lines(_ darkest: UInt8) -> [LevelLine?] {
      let histogram = Histogram(of: (0..<20_000).lazy.map { darkest + UInt8($0 % (240 - Int(darkest))) })
      return WhiteBalance.frame.curves(for: [histogram, histogram, histogram], clip: 1, frame: white).map(\.line)
    }
    #expect(white.kind == .white)
    #expect(lines(24).allSatisfy { $0 != nil })
    // Its darkest levels are light times a factor themselves.
    #expect(lines(0).contains(nil))
  }

  /// The grain of a print's back isn't stretched from black to white.
  @Test func blankPaperStaysLight() throws {
    let paper = Self.photo(border: [222, 214, 196], stripes: [[226, 218, 200], [220, 210, 192], [230, 222, 204]])
    func darkest(_ balance: WhiteBalance) throws -> UInt8 {
      let picture = try Self.scan(paper, balance).picture
      return picture.samples.sorted()[picture.samples.count / 20]
    }
    #expect(try darkest(.endsIn) < 60)
    #expect(try darkest(.auto) > 180)
    // A dark picture with as few levels still becomes black.
    let night = Self.photo(border: [20, 20, 24], stripes: [[8, 8, 10], [14, 14, 16]])
    #expect(try Self.scan(night, .auto).picture.samples == Self.scan(night, .endsIn).picture.samples)
  }

  @Test func aWhiteBorderIsNeutral() throws {
    let endsIn = try Self.scan(Self.warm, .endsIn)
    #expect(LabColour(levels: Self.border(endsIn)).differenceFromGrey > 5)
    let auto = try Self.scan(Self.warm, .auto)
    #expect(LabColour(levels: Self.border(auto)).differenceFromGrey < 1)
    #expect(auto.facts.whiteBalance == .frame)
    let difference = try #require(auto.facts.whiteDifference)
    #expect(difference < 1)
    // Without a film, `frame` finds the picture; the colours are the same then.
    #expect(try Self.scan(Self.warm, .frame).facts.whiteBalance == .frame)
  }

  /// Glare in the picture is brighter than the paper, which comes out white all the same.
  @Test func aWhiteBorderIsWhiteBesideGlare() throws {
    let made = Self.photo(border: [200, 183, 159], stripes: [[230, 90, 40], [150, 40, 20], [252, 240, 216]])
    let (auto, frame) = (try Self.scan(made, .auto), try Self.scan(made, .frame))
    #expect(auto.facts.whiteBalance == .frame)
    #expect(try #require(Self.border(frame).max()) < 215)
    #expect(try #require(Self.border(auto).min()) > 235)
    #expect(try #require(Self.border(auto).max()) < 245)
  }

  /// Where each channel's own ends keep the border neutral, the bytes are theirs.
  @Test func aBorderThatIsNeutralAnywayKeepsItsBytes() throws {
    let made = Self.photo(border: [221, 221, 221], stripes: [[20, 21, 20], [130, 128, 131], [225, 225, 225]])
    let (auto, endsIn) = (try Self.scan(made, .auto), try Self.scan(made, .endsIn))
    #expect(auto.picture == endsIn.picture && auto.facts.whiteBalance == .endsIn)
    #expect(try #require(auto.facts.whiteDifference) < 1.5)
  }

  /// Borders that aren't white, and pictures that reach the edge, are balanced by each channel's ends.
  @Test(
    arguments: [
      [60, 130, 220], [230, 40, 40], [40, 40, 42], [120, 90, 60],
    ] as [[Double]])
  func whatIsNoWhiteIsNoMeasure(border: [Double]) throws {
    let made = Self.photo(border: border, stripes: [[230, 90, 40], [250, 240, 200], [20, 40, 20]])
    let auto = try Self.scan(made, .auto)
    #expect(try auto.picture == Self.scan(made, .endsIn).picture)
    #expect(auto.facts.whiteBalance == .endsIn && auto.facts.whiteDifference == nil)
  }

  @Test func aPictureWithoutABorderHasNoWhite() throws {
    let made = Self.photo(
      border: [0, 0, 0], stripes: [[230, 90, 40], [250, 240, 200], [20, 40, 20], [90, 160, 230]], borderWidth: 0)
    let auto = try Self.scan(made, .auto)
    #expect(try auto.picture == Self.scan(made, .endsIn).picture && auto.facts.whiteDifference == nil)
  }

  /// A named film's coloured frame keeps its colour.
  @Test func aColouredFrameOfAFilmKeepsItsColour() throws {
    let made = Self.photo(border: [60, 130, 220], stripes: [[230, 90, 40], [250, 240, 200], [20, 40, 20]])
    let film = try #require(FilmFormat.named("instax-square"))
    #expect(try Self.scan(made, .auto, film: film).picture == Self.scan(made, .endsIn, film: film).picture)
  }

  /// Sharma, Wu and Dalal's test data, table 1, pairs 7 and 8, and a grey.
  @Test func differencesFromGreyAreThoseOfTheLiterature() {
    #expect(abs(LabColour(lightness: 50, a: -1, b: 2).differenceFromGrey - 2.3669) < 5e-5)
    #expect(LabColour(lightness: 73, a: 0, b: 0).differenceFromGrey == 0)
    #expect(LabColour(levels: [200, 200, 200]).differenceFromGrey < 0.01)
  }
}
