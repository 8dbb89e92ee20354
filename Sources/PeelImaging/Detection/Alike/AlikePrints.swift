internal import PeelPlatform

/// Likely prints of one size that lie in one plane: cards on a table, a wall of prints, touching postcards.
///
/// Each says how large the others are. One whose side lies on its picture, or on a neighbour, is too small or too large; one
/// that wasn't found lies where the row of its neighbours goes on.
struct AlikePrints {
  struct Parameters: Sendable {
    /// Least confidence of a print that tells the size, and of one that may have another.
    var confidence = (known: 0.5, doubted: 0.05)
    /// Fewer prints don't tell a size.
    var fewest = 3
    /// Greatest ratio of areas, and greatest difference of the elongations as logarithms, of prints alike.
    var alike = (area: 1.33, elongation: 0.12)
    /// The part of the prints that are shorter than the size. A side on a picture is more common than one too far outside.
    var quantile = 0.7
    /// A side that is off by less, as a logarithm, has the size.
    var tolerance = 0.02
    /// A print lies beside another if their centres are nearer than this many of its long sides.
    var beside = 1.7
    /// Greatest part of a proposed print that overlaps a known one.
    var overlap = 0.2
    /// Least part of a proposed print inside the photo.
    var leastInside = 0.95
    /// Proposals of each kind to examine.
    var limit = 120
  }

  private let parameters: Parameters
  private let photo: Quad
  /// The prints that tell the size, and those besides that don't overlap them.
  private let known: [Member]
  private let doubted: [Member]

  private struct Member {
    let quad: Quad
    /// The logarithms of its long and of its short side, each the mean of two.
    let long: Double
    let short: Double
    /// Whether top and bottom are the long sides.
    let isWide: Bool

    init(_ quad: Quad) {
      self.quad = quad
      let across = log((quad.length(of: .top) + quad.length(of: .bottom)) / 2)
      let down = log((quad.length(of: .left) + quad.length(of: .right)) / 2)
      isWide = across >= down
      (long, short) = isWide ? (across, down) : (down, across)
    }

    func isAlike(_ other: Member, _ parameters: Parameters) -> Bool {
      let (a, b) = (long - other.long, short - other.short)
      return abs(a + b) < log(parameters.alike.area) && abs(a - b) < parameters.alike.elongation
    }
  }

  /// - Parameters:
  ///   - refined: in photo pixels, best first.
  ///   - photo: the photo's outline.
  /// - Returns: nil unless enough prints are alike.
  init?(_ refined: [ScoredQuad], in photo: Quad, _ parameters: Parameters) {
    (self.parameters, self.photo) = (parameters, photo)
    func odds(_ confidence: Double) -> Double { log(confidence / (1 - confidence)) }
    let least = (known: odds(parameters.confidence.known), doubted: odds(parameters.confidence.doubted))
    guard refined.count(where: { $0.score > least.known }) >= parameters.fewest else { return nil }
    var apart: [(member: Member, score: Double)] = []
    for one in refined where one.score > least.doubted {
      if apart.allSatisfy({ !$0.member.quad.overlaps(one.quad, by: parameters.overlap) }) {
        apart.append((Member(one.quad), one.score))
      }
    }
    let likely = apart.filter { $0.score > least.known }.map(\.member)
    func group(of one: Member) -> [Member] { likely.filter { $0.isAlike(one, parameters) } }
    guard let first = likely.max(by: { group(of: $0).count < group(of: $1).count }) else { return nil }
    known = group(of: first)
    guard known.count >= parameters.fewest else { return nil }
    doubted = apart.map(\.member).filter { $0.isAlike(first, parameters) }
  }

  /// Quads of the size around prints that have another, in photo pixels.
  var resized: [Quad] {
    let (long, short) = (Size(known.map { ($0.quad.centre, $0.long) }), Size(known.map { ($0.quad.centre, $0.short) }))
    var proposals: [Quad] = []
    for one in doubted {
      let (dLong, dShort) = (
        long.at(one.quad.centre, parameters.quantile) - one.long,
        short.at(one.quad.centre, parameters.quantile) - one.short
      )
      let (across, down) = one.isWide ? (dLong, dShort) : (dShort, dLong)
      // Which side is wrong isn't known: each of two opposite ones may be.
      let columns: [(left: Double, right: Double)] =
        abs(across) < parameters.tolerance ? [(0, 0)] : [(exp(across) - 1, 0), (0, exp(across) - 1)]
      let rows: [(top: Double, bottom: Double)] =
        abs(down) < parameters.tolerance ? [(0, 0)] : [(exp(down) - 1, 0), (0, exp(down) - 1)]
      guard columns.count > 1 || rows.count > 1 else { continue }
      for column in columns {
        for row in rows { proposals.append(one.quad.grown(column, row)) }
      }
    }
    return Array(proposals.prefix(parameters.limit))
  }

  /// Where each known print would lie once more, as far from a neighbour as that is from its own neighbour; in photo pixels.
  var continuations: [Quad] {
    var found: [Quad] = []
    for one in known {
      for other in known {
        let offset = other.quad.centre - one.quad.centre
        guard offset.length > 0, offset.length < parameters.beside * exp(one.long) else { continue }
        let quad = other.quad.map { $0 + offset }
        guard photo.intersectionArea(quad) > parameters.leastInside * quad.area,
          !doubted.contains(where: { $0.quad.overlaps(quad, by: parameters.overlap) }),
          !found.contains(where: { $0.overlaps(quad, by: 1 - parameters.overlap) })
        else { continue }
        found.append(quad)
      }
    }
    return Array(found.prefix(parameters.limit))
  }

  /// A logarithm of a length that changes evenly over the photo, as perspective makes it.
  private struct Size {
    private let origin: Point
    private let slope: Point
    /// What prints have more than the plane, in order.
    private var rest: [Double] = []

    /// The regression with a ridge that keeps the size of few prints in one row constant across it.
    init(_ sizes: [(at: Point, length: Double)]) {
      let count = Double(sizes.count)
      let origin = (1 / count) * sizes.reduce(Point(0, 0)) { $0 + $1.at }
      let mean = sizes.reduce(0) { $0 + $1.length } / count
      let extent = sizes.reduce(0) { max($0, ($1.at - origin).length) }
      let ridge = 0.25 * extent * extent
      var (xx, xy, yy, xl, yl) = (ridge, 0.0, ridge, 0.0, 0.0)
      for (at, length) in sizes {
        let (p, l) = (at - origin, length - mean)
        (xx, xy, yy, xl, yl) = (xx + p.x * p.x, xy + p.x * p.y, yy + p.y * p.y, xl + p.x * l, yl + p.y * l)
      }
      let determinant = xx * yy - xy * xy
      self.origin = origin
      slope = determinant > 0 ? (1 / determinant) * Point(yy * xl - xy * yl, xx * yl - xy * xl) : Point(0, 0)
      rest = sizes.map { [slope] in $0.length - ($0.at - origin).dot(slope) }.sorted()
    }

    func at(_ p: Point, _ quantile: Double) -> Double {
      rest[Int(quantile * Double(rest.count - 1) + 0.5)] + (p - origin).dot(slope)
    }
  }
}

extension Quad {
  /// Whether more than a part of the smaller quad overlaps.
  fileprivate func overlaps(_ other: Quad, by part: Double) -> Bool {
    intersectionArea(other) > part * min(area, other.area)
  }

  /// The quad with its sides moved outward, each by a fraction of the sides beside it.
  fileprivate func grown(_ column: (left: Double, right: Double), _ row: (top: Double, bottom: Double)) -> Quad {
    func moved(_ quad: Quad, _ low: Double, _ high: Double, _ sides: (Side, Side)) -> Quad {
      var quad = quad
      // The first side runs from the low end to the high one, the second back.
      for (side, isForward) in [(sides.0, true), (sides.1, false)] {
        let (from, to) = self[side]
        let along = to - from
        let corners = Corner.allCases
        let (start, end) = (corners[side.rawValue], corners[(side.rawValue + 1) % 4])
        quad[start] = quad[start] - (isForward ? low : high) * along
        quad[end] = quad[end] + (isForward ? high : low) * along
      }
      return quad
    }
    return moved(moved(self, column.left, column.right, (.top, .bottom)), row.top, row.bottom, (.right, .left))
  }
}
