/// All that is known of a quad as the outline of a print, as numbers of about 0…1 that can be weighed.
public struct Evidence: Sendable {
  /// Share of the sides' length that has an edge running along it: the mean of four sides, and the least.
  public var edges = 0.0
  public var leastEdges = 0.0
  /// Share of the places along the sides where inside and outside differ: the mean of four sides, and the least.
  public var separated = 0.0
  public var leastSeparated = 0.0
  /// How uneven the colour runs along the sides just inside (1: 10 levels or more) and just outside (1: 20 or more).
  public var unevenness = 0.0
  public var outsideUnevenness = 0.0
  /// How far the sides' inner colours lie apart (1: 40 levels or more).
  public var frameSpread = 0.0
  /// Share of the sides' continuation beyond the corners that has edges too.
  public var beyondCorners = 0.0
  /// Share of the picture's outline that shows where the best film has it: the mean of four sides, and the least.
  public var picture = 0.0
  public var leastPicture = 0.0
  /// Share of the frame that no strong edge soils.
  public var clean = 0.0
  /// How far the true ratio is from the best film's (1: a fifth or more, or no film).
  public var ratioError = 1.0
  /// The same, closer (1: 4 % or more, or no film).
  public var misproportion = 1.0
  /// How far the picture lies from where the best film has it (1: 6 mm or more, or no film).
  public var misplacement = 1.0
  /// Square root of the share of the photo that the quad covers.
  public var size = 0.0
  /// How much inside and outside differ (1: 40 levels or more).
  public var contrast = 0.0
  /// 1 when all sides are brighter inside, or all are darker; 0 when two are.
  public var polarity = 0.0
  /// Share of the sides that lies beyond the photo.
  public var beyondPhoto = 0.0
  /// Share of the stations within the full-size photo that lie on the refined sides: the mean of four, and the least.
  public var support = 0.0
  public var leastSupport = 0.0
  /// Mean distance of those from the sides (1: a quarter of a sample of the reduced grid or more).
  public var residual = 0.0
  /// How uneven the colour runs inside while the sides are no edges throughout: on cloth and tiles, where a print's frame
  /// may be uneven under a shadow but ends sharply.
  public var disorder = 0.0
  /// How far the ratio is off while there is a frame like the best film's: pictures on walls and shelves have frames of
  /// any shape.
  public var strangeShape = 0.0
  /// Of a quad that lies around this one as a frame lies around its picture: its `edges` and `picture`, or 0.
  public var aroundEdges = 0.0
  public var aroundPicture = 0.0
  /// How much the best of the much smaller quads within this one looks like a print itself: cloth, tiles and tables
  /// carry prints, prints do not.
  public var printWithin = 0.0
  /// The same of those that cross it: a pattern has outlines all over, a print seldom more than its own.
  public var printAcross = 0.0

  /// The numbers in the order of the weights; the last nine are known only of refined quads.
  public var values: [Double] {
    [
      edges, leastEdges, separated, leastSeparated, unevenness, outsideUnevenness, frameSpread, beyondCorners, picture,
      leastPicture, clean, ratioError, misproportion, misplacement, size, contrast, polarity, beyondPhoto, support,
      leastSupport, residual, disorder, strangeShape, aroundEdges, aroundPicture, printWithin, printAcross,
    ]
  }

  /// What is seen on the reduced grid.
  init(sides: [SnappedSide], support: SideSupport, area: Double) {
    // Of what lies within the photo: a print that the border cuts is no worse for it.
    edges = Self.mean(sides, \.share, by: \.visible)
    leastEdges = Self.least(sides, \.share, by: \.visible)
    separated = Self.mean(support.sides, \.separated, by: \.visible)
    leastSeparated = Self.least(support.sides, \.separated, by: \.visible)
    unevenness = min(1, Self.mean(support.sides, \.unevenness, by: \.visible) / 10)
    outsideUnevenness = min(1, Self.mean(support.sides, \.outsideUnevenness, by: \.visible) / 20)
    let shown = support.shown
    let mean = shown.reduce(SIMD3<Float>.zero) { $0 + $1.inside } / Float(max(1, shown.count))
    // But for the farthest: one side may lie in a shadow or under a hand.
    let spread = shown.map { SideSupport.difference($0.inside, mean) }.sorted().dropLast().last ?? 0
    frameSpread = min(1, Double(spread) / 40)
    beyondCorners = sides.reduce(0) { $0 + $1.beyond / 4 }
    size = area.squareRoot()
    contrast = Double(support.contrast) / 40
    let brighter = shown.count { $0.inside.x > $0.outside.x }
    polarity = abs(Double(brighter) / Double(max(1, shown.count)) - 0.5) * 2
    beyondPhoto = support.sides.reduce(0) { $0 + $1.beyondPhoto } / 4
  }

  /// What the frame of the best film adds.
  mutating func add(_ fit: FilmFit) {
    picture = fit.picture
    leastPicture = fit.leastPicture
    clean = fit.clean
    ratioError = min(1, abs(fit.ratioError) * 5)
    misproportion = min(1, abs(fit.ratioError) * 25)
    misplacement = min(1, fit.misplacement / 6)
  }

  /// Mean of the sides' figures, each counting as much as it shows.
  private static func mean<Side>(
    _ sides: [Side], _ value: (Side) -> Double, by visible: (Side) -> Double
  ) -> Double {
    var (sum, shown) = (0.0, 0.0)
    for side in sides {
      sum += value(side) * visible(side)
      shown += visible(side)
    }
    return sum / max(0.25, shown)
  }

  /// Least of the sides' figures, without sides of which not a third shows.
  private static func least<Side>(
    _ sides: [Side], _ value: (Side) -> Double, by visible: (Side) -> Double
  ) -> Double {
    var least: Double?
    for side in sides where visible(side) > 0.3 { least = min(least ?? .infinity, value(side)) }
    return least ?? 0
  }

  /// What the refinement at full size adds; `scale` is the photo pixels along a sample of the reduced grid.
  mutating func add(_ refined: RefinedQuad, scale: Double) {
    let sides = Array(zip(refined.support, refined.visible))
    support = Self.mean(sides, \.0, by: \.1)
    leastSupport = Self.least(sides, \.0, by: \.1)
    residual = min(1, refined.residual.reduce(0, +) / scale)
    disorder = unevenness * (1 - edges * support)
    strangeShape = misproportion * picture
  }

  /// Looks for a quad with good sides that lies around this one as a frame lies around its picture, and for prints in
  /// or across this one.
  mutating func addSurroundings(of quad: Quad, among others: [(quad: Quad, evidence: Evidence)]) {
    let area = quad.area
    let slack = 0.01 * quad.size
    for (other, evidence) in others {
      // Prints have 1.4 to 1.7 times the area of their pictures.
      let ratio = other.area / area
      if ratio < 0.4, evidence.likeness > printWithin, quad.contains(other, slack: slack) {
        printWithin = evidence.likeness
      }
      if evidence.likeness > printAcross, Self.areCrossing.contains(quad.intersectionOverUnion(other)) {
        printAcross = evidence.likeness
      }
      guard ratio > 1.25, ratio < 2.3, evidence.edges > 0.5, evidence.edges + evidence.picture > 1.4,
        evidence.edges + evidence.picture > aroundEdges + aroundPicture, other.contains(quad, slack: slack)
      else { continue }
      aroundEdges = evidence.edges
      aroundPicture = evidence.picture
    }
  }

  /// Shared area over covered area of outlines that cannot both be prints, nor the same.
  private static let areCrossing = 0.15..<0.75

  /// What a print has above all, as one number of 0…1.
  private var likeness: Double { support * picture * clean * (1 - ratioError) }

  /// Weights of the numbers, and what is added to their sum: the logarithm of the odds that the quad is a print.
  public struct Weights: Sendable {
    /// In the order of `Evidence.values`; numbers without a weight do not count.
    public var values: [Double]
    public var bias: Double
  }

  func score(_ weights: Weights) -> Double {
    zip(values, weights.values).reduce(weights.bias) { $0 + $1.0 * $1.1 }
  }
}
