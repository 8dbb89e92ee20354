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
      segment(Point(210, 140), Point(211, -60)),
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
    let (whole, other) = (wall[5], wall[6])
    // One side on the picture, and two.
    wall[5] = Quad(x: whole[.topLeft].x, y: whole[.topLeft].y + 14, width: 140, height: 156)
    wall[6] = Quad(x: other[.topLeft].x + 10, y: other[.topLeft].y, width: 130, height: 160)
    let prints = wall.map { scored($0) }
    let proposals = try #require(AlikePrints(prints, in: Self.photo, AlikePrints.Parameters())).proposals
    for quad in [whole, other] { #expect(proposals.contains { $0.intersectionOverUnion(quad) > 0.98 }) }
    let hole = Quad(x: 650, y: 250, width: 140, height: 170)
    #expect(proposals.contains { $0.intersectionOverUnion(hole) > 0.98 })
    // None lies outside the photo, or on a print of the right size.
    for proposal in proposals {
      #expect(proposal.intersectionArea(Self.photo) > 0.9 * proposal.area)
      let crossed = zip(wall, 0...).filter { $1 != 5 && $1 != 6 && $0.intersectionArea(proposal) > 0.3 * $0.area }
      #expect(crossed.isEmpty)
    }
  }

  @Test func `a size needs several prints`() {
    let parameters = AlikePrints.Parameters()
    let two = Self.wall.prefix(2).map { scored($0) } + Self.wall.dropFirst(2).map { scored($0, confident: false) }
    #expect(AlikePrints(two, in: Self.photo, parameters) == nil)
    let apart = (1...3).map { scored(Quad(x: 300 * Double($0 - 1), y: 10, width: 60 * Double($0), height: 90)) }
    #expect(AlikePrints(apart, in: Self.photo, parameters) == nil)
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
