/// A quad laid on the photo's own edges, to a fraction of a pixel.
struct RefinedQuad: Sendable {
  /// In photo pixels.
  var quad: Quad
  /// For each side, the fraction of its stations inside the photo and not covered, 0…1.
  var visible: [Double]
  /// For each side, the fraction of the visible stations that lie on the fitted curve, 0…1.
  var support: [Double]
  /// For each side, the mean distance of those stations from the curve, in pixels.
  var residual: [Double]
  /// For each side, how far its middle lies within the line between its ends, in pixels.
  var bows: [Double]

  fileprivate var meanSupport: Double { support.reduce(0, +) / Double(support.count) }
}

/// A refined side with its stations, for drawing. Lengths are photo pixels.
struct RefinedSide {
  /// The positions on the fitted curve at which an edge was found, and how far inside the curve the edge lies.
  var stations: [(position: Point, residual: Double)]
  /// Mean distance of the stations that lie on the curve.
  var residual: Double
}

/// Lays quads on the edges of the full-size photo.
///
/// Each side is fitted to stations along it. A station is the steepest position of a colour profile across the side; a
/// robust curve goes through them, and corners are where the curves of neighbouring sides meet. A curve may bend a little,
/// because lenses and curled prints bend sides. Corners themselves are never examined, since they are rounded and worn.
struct Refinement: Sendable {
  /// One fit of all sides.
  struct Pass {
    /// How far off a side may be, in pixels.
    var reach: Double
    /// Stations along a side.
    var stations: Int
    /// Profiles side by side that are averaged at a station.
    var taps: Int
    var bend: Bend

    init(reach: Double, _ density: Density, bend: Bend) {
      (self.reach, self.bend) = (reach, bend)
      (stations, taps) = (density.stations, density.taps)
    }
  }

  /// How much of a side a pass reads.
  struct Density {
    var stations: Int
    var taps: Int
  }

  /// The shape of a side.
  enum Bend {
    /// A straight line.
    case none
    /// A parabola near the best straight line, since lenses bend lines a little; or the stronger arch of a curled print, if
    /// more stations lie on it.
    case arch
  }

  /// Lengths are photo pixels unless stated otherwise.
  private enum Parameters {
    /// Reach of the first pass: grid samples, plus a length.
    static let reach = (samples: 1.5, plus: 2.0)
    /// Reach of the second and third pass: relative to the first, and at least.
    static let second = (share: 0.4, least: 3.0)
    static let third = (share: 0.3, least: 2.5)
    /// Stations along a side, and taps at a station, in each pass. Later passes search less far, so that more of both
    /// cost no more.
    static let density: (first: Density, second: Density, third: Density) = (
      Density(stations: 18, taps: 2), Density(stations: 28, taps: 4), Density(stations: 64, taps: 6)
    )
    /// The fraction of a side that is skipped at either end.
    static let skipped = 0.05
    /// Greatest movement of a corner in a pass: a fraction of the quad's size, plus this many times the reach.
    static let movement = (share: 0.08, reaches: 2.0)
    /// Least intersection over union of the outline that was judged and one of the same thing.
    static let sameThing = 0.97
    /// Greatest difference in mean support of two outlines that lie on edges equally well.
    static let sameSupport = 0.1
    /// How far off the sides of a frame may be that was found around a picture, in pixels.
    static let frameReach = 2.5
    /// Least stations that see an edge.
    static let leastStations = 6
  }

  /// Passes from a quad of the reduced grid to about a pixel, for judging.
  ///
  /// - Parameter scale: photo pixels along one grid sample.
  static func rough(scale: Double) -> [Pass] {
    let reach = Parameters.reach.samples * scale + Parameters.reach.plus
    return [
      Pass(reach: reach, Parameters.density.first, bend: .none),
      Pass(reach: secondReach(reach), Parameters.density.second, bend: .arch),
    ]
  }

  /// The same for a quad whose sides are known to about a grid sample.
  static func near(scale: Double) -> [Pass] { Array(rough(scale: scale).dropFirst()) }

  /// Passes from a rough quad to a fraction of a pixel.
  ///
  /// - Parameter scale: photo pixels along one grid sample.
  static func fine(scale: Double) -> [Pass] {
    let reach = Parameters.reach.samples * scale + Parameters.reach.plus
    return [
      Pass(reach: reach, Parameters.density.first, bend: .arch),
      Pass(reach: secondReach(reach), Parameters.density.second, bend: .arch),
      Pass(
        reach: max(Parameters.third.least, Parameters.third.share * reach), Parameters.density.third, bend: .arch),
    ]
  }

  /// Passes from a quad to a fraction of a pixel, as `fine(scale:)` but with the first pass's reach given.
  ///
  /// - Parameter reach: how far a side may be off, in pixels.
  static func fine(reach: Double) -> [Pass] {
    fine(scale: max(0, (reach - Parameters.reach.plus) / Parameters.reach.samples))
  }

  private static func secondReach(_ reach: Double) -> Double {
    max(Parameters.second.least, Parameters.second.share * reach)
  }

  private let luma: Plane<UInt8>
  private let border: PhotoBorder
  /// Empty planes if the photo is grey.
  private let chroma: Chroma

  init(_ photo: Photo) {
    luma = photo.luma
    border = PhotoBorder(width: Double(photo.width), height: Double(photo.height))
    let none = Plane<UInt8>(width: 0, height: 0) { _, _ in }
    chroma = photo.chroma ?? Chroma(blue: none, red: none, scale: (1, 1), origin: (0, 0))
  }

  /// - Parameters:
  ///   - quad: the quad, in photo pixels.
  ///   - covers: prints on top, in photo pixels. Stations beneath them are skipped.
  /// - Returns: nil if the sides no longer form a convex quad near the given one.
  func refined(_ quad: Quad, _ passes: [Pass], beneath covers: Covers = .none) -> RefinedQuad? {
    guard let (quad, curves) = fitted(quad, passes, beneath: covers) else { return nil }
    return RefinedQuad(
      quad: quad, visible: curves.map(\.visible), support: curves.map(\.support), residual: curves.map(\.residual),
      bows: curves.map { -$0.bend })
  }

  /// A quad laid on the photo's edges by the rough passes and then, searching half as far, by the fine ones.
  ///
  /// - Parameters:
  ///   - quad: the quad, in photo pixels.
  ///   - scale: how far its sides may be off, in pixels.
  /// - Returns: nil if the sides no longer form a convex quad near the given one.
  func refined(_ quad: Quad, scale: Double) -> RefinedQuad? {
    refined(quad, Self.rough(scale: scale)).flatMap { refined($0.quad, Self.fine(scale: scale / 2)) }
  }

  /// A judged quad laid on the photo's edges to a fraction of a pixel.
  ///
  /// A frame that hardly differs from the ground has fainter edges than its picture. If the first pass goes from the one to
  /// the other, it is left out, unless the quad then lies less well on edges, as that of a curled print does.
  ///
  /// - Parameters:
  ///   - quad: the quad, in photo pixels, as `rough(scale:)` laid it.
  ///   - scale: photo pixels along one grid sample.
  func refined(judged quad: Quad, scale: Double, beneath covers: Covers) -> RefinedQuad? {
    let passes = Self.fine(scale: scale)
    let wide = refined(quad, passes, beneath: covers)
    if let wide, wide.quad.intersectionOverUnion(quad) >= Parameters.sameThing { return wide }
    let near = refined(quad, Array(passes.dropFirst()), beneath: covers)
    guard let wide, let near else { return near ?? wide }
    return near.meanSupport > wide.meanSupport - Parameters.sameSupport ? near : wide
  }

  /// A refined print with its frame, if some of its sides lay on its picture.
  ///
  /// - Parameter others: the other prints, in photo pixels.
  func framed(_ print: RefinedQuad, besides others: [Quad]) -> RefinedQuad {
    guard let outline = FrameSearch(luma, chroma).outline(around: print.quad, besides: others) else { return print }
    let laid = refined(outline, Self.fine(reach: Parameters.frameReach))
    if let laid, laid.quad.isNear(outline, within: 2 * Parameters.frameReach) { return laid }
    var framed = print
    framed.quad = outline
    return framed
  }

  /// Each side of a refined quad as the last pass saw it.
  func sides(_ quad: Quad, _ passes: [Pass]) -> [RefinedSide]? {
    fitted(quad, passes, beneath: .none)?.curves.map { curve in
      let stations = curve.stations.map { station in
        let t = station.t
        let offset = station.offset + curve.searched * (t * t - 1)
        return (curve.point(t), offset - curve.offset(t))
      }
      return RefinedSide(stations: stations, residual: curve.residual)
    }
  }

  /// An edge found across a curve.
  struct Edge {
    let position: Point
    let weight: Double
  }

  /// The edges along a curve, at most as far from it as `reach`.
  ///
  /// - Parameters:
  ///   - curve: a point of the curve and its direction, for 0…1 along it.
  ///   - length: the curve's length in pixels.
  ///   - reach: in pixels.
  func edges(
    along curve: (Double) -> (point: Point, direction: Point), length: Double, reach: Double
  ) -> [Edge] {
    let (density, skipped) = (Parameters.density.third, Parameters.skipped)
    let spacing = max(1, (1 - 2 * skipped) * length / Double(density.stations) / Double(density.taps))
    var profile = EdgeProfile(reach: Int(reach.rounded(.up)))
    return (0..<density.stations).compactMap { k in
      let (centre, along) = curve(skipped + (1 - 2 * skipped) * (Double(k) + 0.5) / Double(density.stations))
      guard centre.x >= 0, centre.y >= 0, centre.x <= Double(luma.width), centre.y <= Double(luma.height) else {
        return nil
      }
      let normal = along.perpendicular
      profile.read(luma, chroma, at: centre, normal: normal, along: along, spacing: spacing, taps: density.taps)
      return profile.steepest().map { Edge(position: centre + $0.offset * normal, weight: $0.weight) }
    }
  }

  private func fitted(_ quad: Quad, _ passes: [Pass], beneath covers: Covers) -> (quad: Quad, curves: [SideCurve])? {
    var quad = quad
    var curves: [SideCurve] = []
    for pass in passes {
      let bends = curves.isEmpty ? [0, 0, 0, 0] : curves.map(\.bend)
      curves = Quad.Side.allCases.map {
        curve(quad[$0].from, quad[$0].to, bend: bends[$0.rawValue], pass, beneath: covers)
      }
      let corners = (0..<4).map { k -> Point? in
        guard let before = curves[(k + 3) % 4].tangent(1), let after = curves[k].tangent(-1) else { return nil }
        return before.crossing(after)
      }
      guard let next = Quad(corners.compactMap { $0 }), next.isConvex else { return nil }
      let movement = Parameters.movement.share * quad.size + Parameters.movement.reaches * pass.reach
      guard next.isNear(quad, within: movement) else { return nil }
      quad = next
    }
    return (quad, curves)
  }

  /// - Parameter bend: the side's bend as the previous pass saw it; the search runs along that arch.
  private func curve(
    _ from: Point, _ to: Point, bend: Double, _ pass: Pass, beneath covers: Covers
  ) -> SideCurve {
    let skipped = Parameters.skipped
    var curve = SideCurve(from: from, to: to)
    guard !border.holds(from, to) else {
      (curve.visible, curve.support) = (1, 1)
      return curve
    }
    let normal = curve.normal
    let length = from.distance(to: to)
    let along = (to - from).normalized
    let spacing = max(1, (1 - 2 * skipped) * length / Double(pass.stations) / Double(pass.taps))
    var stations: [Station] = []
    stations.reserveCapacity(pass.stations)
    var profile = EdgeProfile(reach: Int(pass.reach.rounded(.up)))
    for k in 0..<pass.stations {
      let t = -1 + 2 * (skipped + (1 - 2 * skipped) * (Double(k) + 0.5) / Double(pass.stations))
      let centre = from.mixed(with: to, (t + 1) / 2) + bend * (t * t - 1) * normal
      guard centre.x >= 0, centre.y >= 0, centre.x <= Double(luma.width), centre.y <= Double(luma.height),
        !covers.hide(centre)
      else { continue }
      curve.visible += 1 / Double(pass.stations)
      profile.read(luma, chroma, at: centre, normal: normal, along: along, spacing: spacing, taps: pass.taps)
      if let edge = profile.steepest() {
        stations.append(Station(t: t, offset: edge.offset, weight: edge.weight))
      }
    }
    guard stations.count >= Parameters.leastStations else { return curve }
    curve.fit(stations, pass)
    curve.level -= bend
    curve.bend += bend
    curve.searched = bend
    curve.stations = stations
    return curve
  }
}
