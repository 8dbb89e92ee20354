import Foundation
import PeelRandomNumbers
import Testing

@testable import PeelImaging

struct CompletionTests {
  /// A pile, and the indices of its covered prints.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var pile: [DrawnPile.Lying]
    var covered: [Int]
    var testDescription: String { name }
  }

  private static let polaroid = FilmFormat.all[0]
  private static let mini = FilmFormat.all[3]
  private static let wide = FilmFormat.all[5]

  /// The prints, lowest first.
  static let cases = [
    Case(
      name: "a corner",
      pile: [.init(polaroid, x: -35, y: -20, turn: 0.15), .init(polaroid, x: 40, y: 40, turn: -0.3)], covered: [0]),
    Case(
      name: "a side",
      pile: [.init(polaroid, x: -35, y: 0, turn: 0.1), .init(polaroid, x: 30, y: 5, turn: -0.06)], covered: [0]),
    Case(
      name: "two corners by two prints",
      pile: [
        .init(polaroid, x: 0, y: 0, turn: 0.4), .init(polaroid, x: -85, y: 40, turn: 0),
        .init(polaroid, x: 90, y: -30, turn: 0.1),
      ], covered: [0]),
    Case(
      name: "a smaller film",
      pile: [.init(mini, x: -40, y: -10, turn: 0.7), .init(polaroid, x: 30, y: 20, turn: -0.1)], covered: [0]),
    Case(
      name: "a row",
      pile: (0..<4).map {
        .init(wide, x: -85 + 62 * Double($0), y: 25 - 16 * Double($0), turn: -0.1 + 0.06 * Double($0 % 2))
      }, covered: [0, 1, 2]),
    Case(
      name: "a fan",
      pile: (0..<4).map {
        let turn = -0.6 + 0.4 * Double($0)
        return .init(wide, x: 110 * sin(turn), y: 70 - 110 * cos(turn), turn: turn)
      }, covered: [0, 1, 2]),
  ]

  /// Each covered print is offered close to its true position, and none is sure.
  @Test(arguments: cases)
  func `covered prints are completed`(_ one: Case) {
    switch one.name {
    case "a row":
      withKnownIssue("parts of the lower prints are taken for borderless prints", isIntermittent: true) { check(one) }
    case "a fan":
      withKnownIssue("the last fit of a side that is half covered follows another edge") {
        check(one)
      } matching: {
        $0.comments.contains("print 1")
      }
    default: check(one)
    }
  }

  private func check(_ one: Case) {
    let drawn = DrawnPile(one.pile)
    let detection = Detector().detect(in: drawn.photo)
    let prints = detection.prints.map { (quad: $0.quad, confidence: $0.confidence) }
    let offered = prints + detection.candidates.map { (quad: $0.quad, confidence: $0.confidence) }
    for (index, quad) in drawn.quads.enumerated() {
      let right = offered.filter { $0.quad.intersectionOverUnion(quad) > 0.97 }
      #expect(!right.isEmpty, "print \(index)")
      #expect(
        right.contains { $0.confidence >= Detection.sureConfidence } == !one.covered.contains(index), "print \(index)")
      #expect(right.allSatisfy { $0.confidence > 0.05 } || !one.covered.contains(index), "print \(index)")
    }
    #expect(detection.verdict == .review)
  }

  /// Nothing is completed beneath prints that lie alone, apart, or side by side.
  @Test(arguments: [
    [DrawnPile.Lying(polaroid, x: 0, y: 0, turn: 0.2)],
    [.init(polaroid, x: -60, y: 0, turn: 0.2), .init(wide, x: 60, y: 10, turn: -0.3)],
    [.init(polaroid, x: -48, y: 0, turn: 0), .init(polaroid, x: 48, y: 0, turn: 0)],
  ])
  func `nothing is completed beneath prints that don't overlap`(_ pile: [DrawnPile.Lying]) throws {
    let drawn = DrawnPile(pile)
    let detection = Detector().detect(in: drawn.photo)
    #expect(try #require(detection.trace).completed.isEmpty)
    #expect(detection.verdict == .sure)
    for quad in drawn.quads {
      #expect(detection.prints.contains { $0.quad.intersectionOverUnion(quad) > 0.98 })
    }
  }

  /// The gap of 2 mm between two prints is less than two samples of the reduced grid.
  @Test func `prints that nearly touch have their own sides`() {
    let drawn = DrawnPile([
      .init(Self.polaroid, x: -45, y: 0, turn: 0), .init(Self.polaroid, x: 45, y: 0, turn: 0),
    ])
    let prints = Detector().detect(in: drawn.photo).prints
    #expect(prints.count == 2)
    for quad in drawn.quads { #expect(prints.contains { $0.quad.intersectionOverUnion(quad) > 0.95 }) }
    withKnownIssue("the second print's left side lies on the first one's edge") {
      for quad in drawn.quads { #expect(prints.contains { $0.quad.intersectionOverUnion(quad) > 0.98 }) }
    }
  }

  /// With a limit, the most confident prints are kept.
  @Test(arguments: cases)
  func `a limit keeps the most confident prints`(_ one: Case) throws {
    let drawn = DrawnPile(one.pile)
    let all = Detector().detect(in: drawn.photo).prints
    var parameters = Detector.Parameters()
    parameters.mostPrints = 1
    #expect(
      Detector(parameters).detect(in: drawn.photo).prints
        == [all.max { $0.confidence < $1.confidence }].compactMap(\.self))
  }

  /// Without a sure print, the table's perspective isn't known.
  @Test func `nothing is completed beneath a print that isn't sure`() throws {
    var parameters = Detector.Parameters()
    parameters.covered.leastConfidenceOfCover = 1
    let detection = Detector(parameters).detect(in: DrawnPile(Self.cases[1].pile).photo)
    #expect(try #require(detection.trace).completed.isEmpty)
  }

  @Test func `covers hide the points within them`() {
    let covers = Covers([Quad(x: 10, y: 10, width: 20, height: 30)], margin: 2)
    #expect([Point(11, 11), Point(29, 39), Point(8.1, 20)].allSatisfy(covers.hide))
    #expect(![Point(7.9, 20), Point(20, 42.1), Point(40, 5)].contains(where: covers.hide))
    #expect(covers.scaled(by: 2).hide(Point(16.2, 40)))
    #expect(!Covers.none.hide(Point(0, 0)))
  }

  /// The lengths of the parts outside a square from 10 to 20, of segments across, along, inside and beside it.
  @Test(arguments: [
    (Point(0, 15), Point(40, 15), [9.0, 19]), (Point(0, 20.5), Point(30, 20.5), [9, 9]),
    (Point(12, 12), Point(18, 18), []), (Point(0, 5), Point(30, 5), [30]), (Point(0, 15), Point(12, 15), [9]),
    (Point(5, 15), Point(15, 15), []),
  ])
  func `segments are cut at outlines`(_ from: Point, _ to: Point, lengths: [Double]) {
    let segment = Segment(from: from, to: to, normal: Point(0, 1), strength: 1)
    let pieces = segment.pieces(outside: Quad(x: 10, y: 10, width: 10, height: 10), width: 1, atLeast: 5)
    #expect(pieces.map { $0.length.rounded() } == lengths)
  }
}

/// Prints in a pile on a grey table, seen at an angle, each with a small shadow, and some noise.
struct DrawnPile {
  struct Lying: Sendable {
    var film: FilmFormat
    /// The position of its centre, in millimetres from the point that the camera looks at.
    var x: Double
    var y: Double
    /// The angle in radians.
    var turn: Double

    init(_ film: FilmFormat, x: Double, y: Double, turn: Double) {
      (self.film, self.x, self.y, self.turn) = (film, x, y, turn)
    }

    /// Maps a point of the print to the table, in millimetres.
    func place(_ p: Point) -> Point {
      let (u, v) = (p.x - film.width / 2, p.y - film.height / 2)
      return Point(x + cos(turn) * u - sin(turn) * v, y + sin(turn) * u + cos(turn) * v)
    }
  }

  let photo: Photo
  /// The prints' outlines, from each print's own top left.
  let quads: [Quad]

  /// The prints, lowest first.
  init(_ pile: [Lying]) {
    let (width, height, focal, slant, distance) = (1280, 960, 1040.0, 0.25, 330.0)
    func project(_ p: Point) -> Point {
      let depth = distance + sin(slant) * p.y
      return Point(Double(width) / 2 + focal * p.x / depth, Double(height) / 2 + focal * cos(slant) * p.y / depth)
    }
    func seen(_ lying: Lying, _ quad: Quad) -> Quad { quad.map { project(lying.place($0)) } }
    quads = pile.map { seen($0, Quad(x: 0, y: 0, width: $0.film.width, height: $0.film.height)) }
    let outlines = quads.map { Covers([$0]) }
    let shadows = quads.map { Covers([$0], margin: 1.5) }
    let pictures = pile.map { Covers([seen($0, $0.film.pictureOutline)]) }
    /// Shadows take a quarter of the light.
    func level(_ p: Point) -> Int {
      var shade = 16
      for k in pile.indices.reversed() {
        if pictures[k].hide(p) { return shade * (60 + (Int(p.x + p.y) + 13 * k) % 40) / 16 }
        if outlines[k].hide(p) { return shade * 225 / 16 }
        if shadows[k].hide(p) { shade = 12 }
      }
      return shade * 130 / 16
    }
    var random = RandomNumbers(seed: 3)
    let luma = Plane<UInt8>(width: width, height: height) { y, row in
      for x in 0..<width {
        var sum = 0
        for k in 0..<4 {
          sum += level(Point(Double(x) + 0.25 + 0.5 * Double(k % 2), Double(y) + 0.25 + 0.5 * Double(k / 2)))
        }
        row.append(UInt8(sum / 4 + Int.random(in: -6...6, using: &random)))
      }
    }
    photo = Photo(luma: luma, focalLength: focal)
  }
}
