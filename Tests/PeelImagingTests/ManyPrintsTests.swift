import PeelPlatform
import Testing

@testable import PeelImaging

/// Prints in rows, which share lines and have one size.
struct ManyPrintsTests {
  private func segment(_ a: Point, _ b: Point) -> Segment {
    Segment(from: a, to: b, normal: (b - a).normalized.perpendicular, strength: 100)
  }

  /// The line above three prints that touch is split where the lines between them end.
  @Test func `lines that others end on are split`() {
    let top = segment(Point(10, 20), Point(310, 20))
    let others = [
      segment(Point(110, 22), Point(110, 120)),
      // Across the line.
      segment(Point(210, 140), Point(210, -60)),
      // Too far from the line, nearly along it, and too short.
      segment(Point(160, 60), Point(160, 150)), segment(Point(60, 19), Point(140, 24)),
      segment(Point(50, 20), Point(50, 35)),
    ]
    let pieces = Segment.split([top] + others, shortest: 30, limit: 50).dropFirst(1 + others.count)
    let spans = pieces.filter { abs($0.direction.y) < 0.1 && abs($0.from.y - 20) < 0.1 }
      .map { [$0.from.x.rounded(), $0.to.x.rounded()] }.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
    #expect(spans == [[10, 110], [10, 210], [110, 210], [110, 310], [210, 310]])
    #expect(Segment.split([top] + others, shortest: 30, limit: 2).count == 1 + others.count + 2)
  }

  private func scored(_ quad: Quad, confident: Bool = true) -> ScoredQuad {
    ScoredQuad(quad: quad, fits: [], tilt: nil, evidence: Evidence(), score: confident ? 3 : -1)
  }

  private static let photo = Quad(x: 0, y: 0, width: 1000, height: 700)

  /// Three rows of four, without the last of the second row.
  private static let wall: [Quad] = (0..<12).filter { $0 != 7 }.map {
    Quad(x: 50 + 200 * Double($0 % 4), y: 40 + 210 * Double($0 / 4), width: 140, height: 170)
  }

  @Test func `prints of a wall tell each other's size`() throws {
    var wall = Self.wall
    let (whole, other) = (wall[0], wall[9])
    // One side on the picture, and two.
    wall[0] = Quad(x: whole[.topLeft].x, y: whole[.topLeft].y + 14, width: 140, height: 156)
    wall[9] = Quad(x: other[.topLeft].x + 10, y: other[.topLeft].y, width: 130, height: 160)
    let prints = wall.map { scored($0) }
    let alike = try #require(AlikePrints(prints, in: Self.photo, AlikePrints.Parameters()))
    let proposals = alike.resized + alike.continuations
    for quad in [whole, other] { #expect(proposals.contains { $0.intersectionOverUnion(quad) > 0.98 }) }
    let hole = Quad(x: 650, y: 250, width: 140, height: 170)
    #expect(proposals.contains { $0.intersectionOverUnion(hole) > 0.98 })
    // None lies outside the photo, or on a print of the right size.
    for proposal in proposals {
      #expect(proposal.intersectionArea(Self.photo) > 0.9 * proposal.area)
      let crossed = zip(wall, 0...).filter { $1 != 0 && $1 != 9 && $0.intersectionArea(proposal) > 0.3 * $0.area }
      #expect(crossed.isEmpty)
    }
  }

  /// A frame hardly brighter than the wall, around a dark picture whose edge is the clearest near the top side.
  @Test func `a print whose size is known stays on its faint edge`() throws {
    let print = Quad(x: 100, y: 80, width: 160, height: 190)
    let picture = Quad(x: 115, y: 88, width: 130, height: 130)
    let luma = Plane<UInt8>(width: 400, height: 360) { y, row in
      for x in 0..<400 {
        let point = Point(Double(x) + 0.5, Double(y) + 0.5)
        row.append(picture.contains(point) ? 60 : print.contains(point) ? 214 : 200)
      }
    }
    let refinement = Refinement(Photo(luma: luma))
    func top(_ passes: [Refinement.Pass]) throws -> Double {
      try #require(refinement.refined(print, passes)).quad[.topLeft].y
    }
    #expect(try abs(top(Refinement.near(scale: 4)) - 80) < 1)
    #expect(try abs(top(Refinement.rough(scale: 4)) - 88) < 0.5)
  }

  @Test func `a size needs several prints`() {
    let parameters = AlikePrints.Parameters()
    let two = Self.wall.prefix(2).map { scored($0) } + Self.wall.dropFirst(2).map { scored($0, confident: false) }
    #expect(AlikePrints(two, in: Self.photo, parameters) == nil)
    let apart = (1...3).map { scored(Quad(x: 300 * Double($0 - 1), y: 10, width: 60 * Double($0), height: 90)) }
    #expect(AlikePrints(apart, in: Self.photo, parameters) == nil)
  }

  /// Three prints side by side, which have an outline together, and one of them larger or apart from the next.
  @Test func `prints that touch are chosen instead of their outline`() throws {
    func quad(_ x: Double, _ width: Double, score: Double) -> ScoredQuad {
      var evidence = Evidence()
      evidence[.leastSupport] = 0.9
      evidence[.unevenness] = 1
      evidence[.elongation] = abs(log(width / 140))
      return ScoredQuad(
        quad: Quad(x: x, y: 100, width: width, height: 140), fits: [], tilt: nil, evidence: evidence, score: score)
    }
    let touching = TouchingPrints(parameters: TouchingPrints.Parameters())
    let outline = quad(50, 300, score: 2)
    let prints = [quad(50, 100, score: -4), quad(151, 99, score: -3), quad(250, 100, score: -5)]
    let settled = touching.settled([outline] + prints)
    #expect(settled.prefix(3).allSatisfy { $0.score > 1 && $0.quad != outline.quad })
    #expect(settled.last?.quad == outline.quad && (settled.last?.score ?? 0) < -2)
    // One of them tells where the others lie.
    let proposals = touching.proposals([outline, prints[2]])
    #expect(proposals.count == 3)
    for print in prints { #expect(proposals.contains { $0.intersectionOverUnion(print.quad) > 0.97 }) }
    // Gaps, a gap that two share, and a picture that its horizon divides.
    for others in [
      [quad(50, 104, score: -1), quad(149, 104, score: -1), quad(248, 102, score: -1)],
      [quad(50, 90, score: -1), quad(155, 90, score: -1), quad(260, 90, score: -1)],
      [quad(50, 60, score: -1), quad(110, 60, score: -1), quad(170, 60, score: -1), quad(230, 60, score: -1)]
        + [quad(290, 60, score: -1)],
    ] {
      #expect(touching.settled([outline] + others).first?.quad == outline.quad)
    }
    let wide = quad(50, 400, score: 2)
    let allButOne = [quad(50, 100, score: -1), quad(150, 100, score: -1), quad(350, 100, score: -1)]
    #expect(touching.settled([wide] + allButOne).first?.quad == wide.quad)
    let halved = [quad(50, 150, score: 0), quad(200, 150, score: 0)]
    #expect(touching.settled([outline] + halved).first?.quad == outline.quad)
    let square = quad(50, 150, score: 2)
    let halves = [quad(50, 75, score: 1), quad(125, 75, score: 1)]
    #expect(touching.settled([square] + halves).first?.quad == square.quad)
  }

  /// Three pictures on a strip, each with the border around it, and prints that have a border each.
  @Test func `a strip is likelier than its pictures`() {
    func quad(_ y: Double, _ height: Double, odd: Bool = false, score: Double) -> ScoredQuad {
      var evidence = Evidence()
      evidence[.elongation] = abs(log(height / 100))
      evidence[.unevenness] = odd ? 1 : 0.1
      return ScoredQuad(
        quad: Quad(x: 50, y: y, width: 100, height: height), fits: [], tilt: nil, evidence: evidence, score: score)
    }
    let touching = TouchingPrints(parameters: TouchingPrints.Parameters())
    func first(_ outline: ScoredQuad, _ others: [ScoredQuad]) -> ScoredQuad? {
      touching.settled([outline] + others).first
    }
    // Three of 106, of which two neighbours share 9.
    let strip = quad(10, 300, score: -1)
    let pictures = [quad(10, 106, score: 2), quad(204, 106, score: 1)]
    #expect(first(strip, pictures)?.quad == strip.quad)
    #expect(touching.settled([strip] + pictures).dropFirst().allSatisfy { $0.score <= -3 })
    #expect(first(strip, pictures)?.score == 1.73)
    // Prints that touch, one picture alone, pictures elsewhere, and an outline without a border.
    let bordered = [quad(10, 100, score: 2), quad(210, 100, score: 1)]
    let apart = [quad(10, 106, score: 2), quad(165, 106, score: 1)]
    for others in [bordered, apart, Array(pictures.prefix(1))] {
      #expect(first(strip, others)?.quad == others[0].quad)
    }
    #expect(first(quad(10, 300, odd: true, score: -1), pictures)?.quad == pictures[0].quad)
    #expect(first(quad(10, 300, score: -4), pictures)?.quad == pictures[0].quad)
  }

  /// Only along the longer side, and only into parts of a print's proportions.
  @Test func `a long outline may be a row`() {
    func rows(_ width: Double, _ height: Double, score: Double = 1) -> [[Quad]] {
      var evidence = Evidence()
      evidence[.elongation] = abs(log(width / height))
      let quad = Quad(x: 10, y: 20, width: width, height: height)
      return TouchingPrints(parameters: TouchingPrints.Parameters())
        .rows([ScoredQuad(quad: quad, fits: [], tilt: nil, evidence: evidence, score: score)])
    }
    #expect(rows(300, 100).map(\.count) == [2, 3, 4])
    #expect(rows(225, 100).map(\.count) == [2, 3])
    #expect(rows(100, 100).isEmpty)
    #expect(rows(300, 100, score: -3).isEmpty)
    let thirds = rows(90, 300)[1]
    for k in 0..<3 {
      #expect(thirds[k].intersectionOverUnion(Quad(x: 10, y: 20 + 100 * Double(k), width: 90, height: 100)) > 0.999)
    }
  }

  /// What the trees learn of: an outline around prints that touch, one on a print's picture, and prints of one size.
  @Test func `a quad among others is known by its place`() {
    func member(_ quad: Quad, _ score: Double = 3) -> Context.Member { .init(quad, elongation: 0.2, score: score) }
    let (outer, inner, covered, size, growth) = (11, 12, 13, 14, 15)
    let print = Quad(x: 0, y: 0, width: 100, height: 120)
    let picture = Quad(x: 5, y: 5, width: 90, height: 110)
    let beside = Quad(x: 100, y: 0, width: 100, height: 120)
    let both = Quad(x: 0, y: 0, width: 200, height: 120)
    let far = Quad(x: 500, y: 0, width: 101, height: 121)
    let contexts = Context.contexts(of: [
      member(print, 2), member(picture, 1), member(beside), member(both, 0), member(far),
    ]).map(\.values)
    #expect(contexts[0][inner] == 1)
    #expect(contexts[0][outer] == 0)
    #expect(contexts[1][outer] == 2)
    // The likelier of two that overlap counts, and each as far as it is likely.
    #expect(abs(contexts[3][covered] - 0.5 * (0.881 + 0.953)) < 0.001)
    #expect(abs(contexts[0][size] - 2 * 0.953) < 0.001)
    #expect(contexts[1][size] == 0)
    #expect(contexts[1][growth] > 0.15)
    #expect(abs(contexts[0][growth]) < 0.02)
  }
}
