import Testing

@testable import PeelImaging

/// Two shots of one print: the left part of each row comes from one, the rest from the other.
private struct StitchedPrint: PrintSource {
  let shape: PrintShape
  let left: PhotographedPrint
  let right: PhotographedPrint

  init(_ left: (photo: Photo, quad: Quad), _ right: (photo: Photo, quad: Quad), film: FilmFormat?) throws {
    func print(_ photo: Photo, _ quad: Quad) throws -> PhotographedPrint {
      let shape = try PrintShape(quad, in: photo, film: film, isUpright: true, limits: Developer.Limits())
      return PhotographedPrint(photo: photo, shape: shape)
    }
    self.left = try print(left.photo, left.quad)
    self.right = try print(right.photo, right.quad)
    shape = self.left.shape
  }

  func rows(on grid: PrintGrid) throws(DevelopmentError) -> any RowSource {
    StitchedRows(left: try left.rows(on: grid), right: try right.rows(on: grid), seam: grid.width / 4 * 2)
  }
}

private struct StitchedRows: RowSource {
  let left: any RowSource
  let right: any RowSource
  /// The first column that comes from the right source; even.
  let seam: Int

  var width: Int { left.width }
  var height: Int { left.height }
  var outside: Double { (left.outside + right.outside) / 2 }

  func drawn(rows: Range<Int>) -> DrawnRows {
    let (a, b) = (left.drawn(rows: rows), right.drawn(rows: rows))
    guard let first = a.chroma, let second = b.chroma else {
      return DrawnRows(rows: rows, luma: stitched(a.luma, b.luma, seam), chroma: nil)
    }
    let seamOfChroma = first.isHalved ? seam / 2 : seam
    return DrawnRows(
      rows: rows, luma: stitched(a.luma, b.luma, seam),
      chroma: .init(
        blue: stitched(first.blue, second.blue, seamOfChroma), red: stitched(first.red, second.red, seamOfChroma),
        first: first.first, isHalved: first.isHalved))
  }

  func known(row: Int) -> [Range<Int>] {
    left.known(row: row).map { $0.clamped(to: 0..<seam) } + right.known(row: row).map { $0.clamped(to: seam..<width) }
  }

  private func stitched(_ a: Plane<UInt8>, _ b: Plane<UInt8>, _ seam: Int) -> Plane<UInt8> {
    Plane(width: a.width, height: a.height) { y, output in
      let (left, right) = (a.row(y), b.row(y))
      for x in 0..<a.width { output.append(x < seam ? left[x] : right[x]) }
    }
  }
}

/// A print with columns that no shot shows.
private struct HoledPrint: PrintSource {
  let print: PhotographedPrint
  let hole: Range<Int>
  var shape: PrintShape { print.shape }

  func rows(on grid: PrintGrid) throws(DevelopmentError) -> any RowSource {
    HoledRows(rows: try print.rows(on: grid), hole: hole)
  }
}

private struct HoledRows: RowSource {
  let rows: any RowSource
  let hole: Range<Int>
  var width: Int { rows.width }
  var height: Int { rows.height }
  var outside: Double { Double(hole.count) / Double(width) }
  func drawn(rows: Range<Int>) -> DrawnRows { self.rows.drawn(rows: rows) }
  func known(row: Int) -> [Range<Int>] { [0..<hole.lowerBound, hole.upperBound..<width] }
}

@Suite struct RowSourceTests {
  static let film = DeveloperTests.polaroid
  static let quad = DeveloperTests.quad

  /// The photo with chroma at half size, as cameras write it.
  static func halved(_ photo: Photo) -> Photo {
    var photo = photo
    photo.chroma = photo.chroma.map { Chroma(blue: $0.blue.halved(), red: $0.red.halved(), scale: (2, 2)) }
    return photo
  }

  /// A scan whose strips are cut at some rows in both rounds, and made in reverse order.
  static func scan(_ development: Development, cuts: [Int]) -> Scan {
    let cuts = [0] + cuts.filter { (1..<development.height).contains($0) } + [development.height]
    let parts = zip(cuts, cuts.dropFirst()).map { $0..<$1 }
    let strips = Array(parts.reversed().map { development.strip(rows: $0) }.reversed())
    let colours = development.colours(of: strips)
    let finished = parts.reversed().map { development.finished(rows: $0, of: strips, colours) }.reversed()
    return development.scan(of: Array(finished), colours)
  }

  static let developers: [Developer] = {
    var all: [Developer] = []
    for crop in Crop.allCases {
      for balance in WhiteBalance.allCases {
        for turn: QuarterTurns in [0, 1] {
          var developer = Developer()
          (developer.crop, developer.whiteBalance, developer.turn) = (crop, balance, turn)
          developer.fill = turn == 0 ? .edge : .white
          all.append(developer)
        }
      }
    }
    return all
  }()

  @Test(arguments: developers.indices, [1, 2])
  func `one photo stitched with itself gives that photo's scan`(index: Int, chromaScale: Int) throws {
    let developer = Self.developers[index]
    let photo = chromaScale == 1 ? DeveloperTests.plain : Self.halved(DeveloperTests.plain)
    let expected = try developer(photo, Self.quad, film: Self.film, isUpright: true)
    let print = try StitchedPrint((photo, Self.quad), (photo, Self.quad), film: Self.film)
    let development = try developer.prepare(print)
    for cuts in [[], [1], [7, 8, 100], [64, 128, 200]] {
      let scan = Self.scan(development, cuts: cuts)
      #expect(scan.picture == expected.picture)
      #expect(scan.before == expected.before && scan.after == expected.after)
      #expect(scan.sharpness == expected.sharpness && scan.crop == expected.crop && scan.frame == expected.frame)
      #expect(scan.ppi == expected.ppi && scan.wayUp == .given)
    }
  }

  @Test(arguments: [1, 2]) func `each side shows its own shot`(chromaScale: Int) throws {
    func shot(_ quad: Quad, _ level: Double) -> (photo: Photo, quad: Quad) {
      let photo = DeveloperTests.photo(quad, cast: (level, level, level))
      return (chromaScale == 1 ? photo : Self.halved(photo), quad)
    }
    let shots = (shot(Self.quad, 1), shot(Self.quad.map { $0 + Point(9, 12) }, 0.5))
    var developer = Developer()
    developer.whiteBalance = .none
    let print = try StitchedPrint(shots.0, shots.1, film: Self.film)
    let development = try developer.prepare(print)
    let scan = Self.scan(development, cuts: [33, 34, 150])
    #expect(scan.picture == Self.scan(development, cuts: []).picture)
    let left = try developer(shots.0.photo, shots.0.quad, film: Self.film, isUpright: true)
    let right = try developer(shots.1.photo, shots.1.quad, film: Self.film, isUpright: true)
    #expect((scan.width, scan.height) == (left.width, left.height))
    let (near, far) = (scan.width / 4, scan.width * 3 / 4)
    for y in stride(from: 0, to: scan.height, by: 7) {
      func pixel(_ scan: Scan, _ x: Int) -> [UInt8] {
        Array(scan.picture.samples[3 * (y * scan.width + x)..<3 * (y * scan.width + x) + 3])
      }
      #expect(pixel(scan, near) == pixel(left, near))
      #expect(pixel(scan, far) == pixel(right, far))
    }
    // Levels are taken from both shots.
    developer.whiteBalance = .endsIn
    let stretched = Self.scan(try developer.prepare(print), cuts: [90])
    let counts = (stretched.before[1], left.before[1], right.before[1])
    #expect(counts.0.total == counts.1.total)
    #expect(counts.0 != counts.1 && counts.0 != counts.2)
  }

  @Test func `planes are the same in any split`() throws {
    let photo = Self.halved(DeveloperTests.plain)
    let print = try StitchedPrint((photo, Self.quad), (photo, Self.quad), film: Self.film)
    let development = try Developer().prepare(print)
    let strips = [development.strip(rows: 0..<100), development.strip(rows: 100..<development.height)]
    let colours = development.colours(of: strips)
    func luma(_ cuts: [Int]) -> [UInt8] {
      zip(cuts, cuts.dropFirst()).flatMap { from, to in
        development.finishedPlanes(rows: from..<to, of: strips, colours, chromaScale: (2, 2)).planes.luma.samples
      }
    }
    #expect(luma([0, development.height]) == luma([0, 16, 98, 160, development.height]))
  }

  @Test func `unknown pixels are filled and don't count for the levels`() throws {
    let photo = DeveloperTests.plain
    let shape = try PrintShape(Self.quad, in: photo, film: Self.film, isUpright: true, limits: Developer.Limits())
    let whole = PhotographedPrint(photo: photo, shape: shape)
    var developer = Developer()
    (developer.fill, developer.whiteBalance) = (.white, .none)
    let holed = Self.scan(try developer.prepare(HoledPrint(print: whole, hole: 100..<140)), cuts: [50])
    let full = Self.scan(try developer.prepare(whole), cuts: [])
    for x in [99, 100, 139, 140] {
      let k = 3 * (200 * holed.width + x)
      let pixel = Array(holed.picture.samples[k..<k + 3])
      #expect(pixel == ((100..<140).contains(x) ? [255, 255, 255] : Array(full.picture.samples[k..<k + 3])))
    }
    let rows = holed.height - 2 * Int((0.025 * Double(holed.height)).rounded())
    #expect(holed.before[0].total == full.before[0].total - 40 * rows)
    #expect(holed.outside == 40 / Double(holed.width))
  }
}
