internal import PeelPlatform

/// The evidence that a quad is the outline of a print: a number for each `Feature`.
package struct Evidence: Sendable {
  private var values = Values(repeating: 0)
  /// Known only for refined quads.
  var strips = Strips.none
  /// Known only for refined quads.
  package var context = Context.none
  private var surround = Surround()

  package subscript(feature: Feature) -> Double {
    get { values[feature.rawValue] }
    set { values[feature.rawValue] = newValue }
  }

  /// The features' values in their order.
  package var features: [Float] {
    Feature.allCases.map { Float(self[$0]) } + strips.values + context.values + surround.values
  }

  /// The scales that map figures to 0…1, and the visible fractions that count. The weights were fitted with these values;
  /// after changing one, fit the weights again.
  private enum Scale {
    /// Levels of unevenness that count 1, inside and outside a side, and the least that is told apart: how much noise a
    /// camera removes says nothing about prints.
    static let unevenness = (inside: 10.0, outside: 20.0, least: 1.0)
    /// Levels of difference that count 1, for the frame's spread and its contrast.
    static let difference = 40.0
    /// The reciprocals of the errors of the proportions that count 1.
    static let ratioError = 5.0
    static let misproportion = 25.0
    /// Millimetres of misplacement that count 1.
    static let misplacement = 6.0
    /// Least sum of the sides' visible fractions for a mean.
    static let leastVisible = 0.25
    /// Least visible fraction of a side that counts for the least of the sides.
    static let leastSideVisible = 0.3
  }

  /// Which other quads count as lying in, across or around a quad.
  private enum Surroundings {
    /// How far a quad may reach outside another that contains it, as a fraction of the size.
    static let slack = 0.01
    /// Greatest area of a print within, relative to this quad.
    static let within = 0.4
    /// Shared area over covered area of two quads that overlap too much to be two prints and too little to be one.
    static let across = 0.15..<0.75
    /// Area of a quad around its picture, relative to the picture: 1.4 to 1.7 for films.
    static let around = (above: 1.25, below: 2.3)
    /// Least `edges`, and least `edges` plus `picture`, of a quad around another.
    static let leastEdges = 0.5
    static let leastSum = 1.4
  }

  /// No evidence.
  package init() {}

  /// The evidence of the reduced grid.
  ///
  /// - Parameter area: the fraction of the photo that the quad covers.
  init(sides: [AlignedSide], support: SideSupport, area: Double) {
    for feature in [Feature.ratioError, .misproportion, .misplacement] { self[feature] = 1 }
    // Only visible parts count, so that a print is no worse for lying partly outside the photo.
    self[.edges] = Self.mean(sides, \.share, by: \.visible)
    self[.leastEdges] = Self.least(sides, \.share, by: \.visible)
    self[.separated] = Self.mean(support.sides, \.separated, by: \.visible)
    self[.leastSeparated] = Self.least(support.sides, \.separated, by: \.visible)
    let unevenness = Scale.unevenness
    let (inside, outside) = (
      Self.mean(support.sides, \.unevenness, by: \.visible),
      Self.mean(support.sides, \.outsideUnevenness, by: \.visible)
    )
    self[.unevenness] = min(1, max(unevenness.least, inside) / unevenness.inside)
    self[.outsideUnevenness] = min(1, max(unevenness.least, outside) / unevenness.outside)
    let shown = support.shown
    let mean = shown.reduce(SIMD3<Float>.zero) { $0 + $1.inside } / Float(max(1, shown.count))
    // Ignores the farthest side: one may lie in a shadow or under a hand.
    let spread = shown.map { SideSupport.difference($0.inside, mean) }.sorted().dropLast().last ?? 0
    self[.frameSpread] = min(1, Double(spread) / Scale.difference)
    self[.beyondCorners] = sides.reduce(0) { $0 + $1.beyond / 4 }
    self[.size] = area.squareRoot()
    self[.contrast] = Double(support.contrast) / Scale.difference
    let brighter = shown.count { $0.inside.x > $0.outside.x }
    self[.polarity] = abs(Double(brighter) / Double(max(1, shown.count)) - 0.5) * 2
    self[.beyondPhoto] = support.sides.reduce(0) { $0 + $1.beyondPhoto } / 4
    surround.add(shown)
  }

  /// Adds the features of the best film's frame.
  mutating func add(_ fit: FilmFit) {
    self[.picture] = fit.picture
    self[.leastPicture] = fit.leastPicture
    self[.clean] = fit.clean
    self[.ratioError] = min(1, abs(fit.ratioError) * Scale.ratioError)
    self[.misproportion] = min(1, abs(fit.ratioError) * Scale.misproportion)
    self[.misplacement] = min(1, fit.misplacement / Scale.misplacement)
  }

  /// Adds the features of the refinement at full size.
  ///
  /// - Parameter scale: photo pixels along one sample of the reduced grid.
  mutating func add(_ refined: RefinedQuad, scale: Double) {
    let sides = Array(zip(refined.support, refined.visible))
    self[.support] = Self.mean(sides, \.0, by: \.1)
    self[.leastSupport] = Self.least(sides, \.0, by: \.1)
    // The four sides' sum over the scale is 1 for a mean of a quarter of a sample.
    self[.residual] = min(1, refined.residual.reduce(0, +) / scale)
    self[.disorder] = self[.unevenness] * (1 - self[.edges] * self[.support])
    self[.strangeShape] = self[.misproportion] * self[.picture]
  }

  /// How near the quad of a region must be to count, as intersection over union, and the contrast that counts 1, in levels.
  private enum Agreement {
    static let limits = (near: 0.9, close: 0.96)
    /// Boxes that overlap less belong to quads that overlap less than `near`.
    static let boxes = 0.6
    static let contrast = 100.0
  }

  /// Whether a quad stands out from even ground, is cut out by the photo's border, or has a side within the print. The
  /// trees use it, the weights don't.
  private struct Surround {
    /// Intersection over union with the nearest island.
    var island: Float = 0
    /// The part of the photo that is even ground.
    var share: Float = 0
    /// The number of sides on the photo's border.
    var sidesOnBorder: Float = 0
    /// How much one side's inner colour differs from that of the other three (1: 40 levels), for the side that differs
    /// most: it may be cut at the picture, inside the border.
    var oddSide: Float = 0
    /// How much the colour outside one side differs from that inside the other three, for the side that differs least: what
    /// lies inside may continue there.
    var continuing: Float = 0

    var support = GroundSupport()

    var values: [Float] { [island, share, sidesOnBorder, oddSide, continuing] + support.values }

    mutating func add(_ sides: [SideSupport.Side]) {
      guard sides.count > 2 else { return }
      let sum = sides.reduce(SIMD3<Float>.zero) { $0 + $1.inside }
      continuing = .infinity
      for side in sides {
        let others = (sum - side.inside) / Float(sides.count - 1)
        oddSide = max(oddSide, SideSupport.difference(side.inside, others) / Float(Scale.difference))
        continuing = min(continuing, SideSupport.difference(side.outside, others) / Float(Scale.difference))
      }
    }
  }

  /// What the outline of one thing on even ground has: the least part of the photo that is ground, the least overlap with an
  /// island, the least evenness outside a side, and the greatest inside one.
  private typealias StandingOut = (ground: Float, island: Float, outside: Float, inside: Float)

  private func standsOut(_ limits: StandingOut) -> Bool {
    surround.share > limits.ground && surround.island > limits.island
      && surround.support.leastOutside > limits.outside && surround.support.mostInside < limits.inside
  }

  /// Whether the quad is the outline of one thing on even ground, which lies along all of its sides.
  var standsOut: Bool { standsOut((ground: 0.3, island: 0.9, outside: 0.6, inside: 0.35)) }

  /// Whether the quad stands out from plain ground beyond doubt, and an edge lies along each side.
  var isSilhouette: Bool {
    standsOut((ground: 0.5, island: 0.96, outside: 0.9, inside: 0.3))
      && surround.sidesOnBorder <= 2 && self[.leastSupport] > 0.7
  }

  /// How much one side's inner colour differs from that of the other three (1: 40 levels), for the side that differs most.
  var oddSide: Double { Double(surround.oddSide) }

  /// Intersection over union with the nearest thing on even ground.
  var islandOverlap: Double { Double(surround.island) }

  /// Adds the features of the regions near a quad, and of the ground around it.
  mutating func add(_ found: FoundRegions, near quad: Quad, border: PhotoBorder) {
    let box = Rectangle(around: quad)
    surround.share = found.ground.share
    surround.support = GroundSupport(quad, on: found.ground, border)
    surround.sidesOnBorder = Float(border.sides(of: quad).count)
    for island in found.islands where island.box.intersectionOverUnion(box) > Agreement.boxes {
      surround.island = max(surround.island, Float(island.quad.intersectionOverUnion(quad)))
    }
    var (near, close) = (0.0, 0.0)
    for region in found.regions where region.box.intersectionOverUnion(box) > Agreement.boxes {
      let overlap = region.quad.intersectionOverUnion(quad)
      self[.regionOverlap] = max(self[.regionOverlap], overlap)
      guard overlap > Agreement.limits.near else { continue }
      near += 1
      close += overlap > Agreement.limits.close ? 1 : 0
      self[.regionContrast] = max(self[.regionContrast], region.contrast / Agreement.contrast)
    }
    self[.regions] = log(1 + near)
    self[.closeRegions] = log(1 + close)
  }

  /// Adds the shape of the rectangle that a quad is a view of.
  mutating func add(_ pose: Pose) {
    self[.elongation] = abs(log(pose.ratio))
    self[.tilt] = (pose.tilt ?? 0) / 90
  }

  /// Adds the features of other quads: one with good sides around this one, as a frame lies around its picture, and likely
  /// prints in or across it.
  mutating func addSurroundings(of quad: Quad, among others: [(quad: Quad, evidence: Evidence)]) {
    let area = quad.area
    let slack = Surroundings.slack * quad.size
    for (other, evidence) in others {
      let ratio = other.area / area
      let likeness = evidence.likeness
      if ratio < Surroundings.within, likeness > self[.printWithin], quad.contains(other, slack: slack) {
        self[.printWithin] = likeness
      }
      if likeness > self[.printAcross], Surroundings.across.contains(quad.intersectionOverUnion(other)) {
        self[.printAcross] = likeness
      }
      let sum = evidence[.edges] + evidence[.picture]
      guard ratio > Surroundings.around.above, ratio < Surroundings.around.below,
        evidence[.edges] > Surroundings.leastEdges, sum > Surroundings.leastSum,
        sum > self[.aroundEdges] + self[.aroundPicture], other.contains(quad, slack: slack)
      else { continue }
      self[.aroundEdges] = evidence[.edges]
      self[.aroundPicture] = evidence[.picture]
    }
  }

  /// How much a quad looks like a print by its main features, 0…1.
  private var likeness: Double { self[.support] * self[.picture] * self[.clean] * (1 - self[.ratioError]) }

  /// The mean of the sides' figures, weighted by how much of each side is visible.
  private static func mean<Side>(
    _ sides: [Side], _ value: (Side) -> Double, by visible: (Side) -> Double
  ) -> Double {
    var (sum, shown) = (0.0, 0.0)
    for side in sides {
      sum += value(side) * visible(side)
      shown += visible(side)
    }
    return sum / max(Scale.leastVisible, shown)
  }

  /// The least of the sides' figures, without sides that are hardly visible; 0 if no side is left.
  private static func least<Side>(
    _ sides: [Side], _ value: (Side) -> Double, by visible: (Side) -> Double
  ) -> Double {
    var least: Double?
    for side in sides where visible(side) > Scale.leastSideVisible { least = min(least ?? .infinity, value(side)) }
    return least ?? 0
  }
}
