/// Several shots of one print, laid on each other, from which one scan without glare is made.
///
/// One lamp's reflection moves over a glossy print when the camera moves, so that each part of the print is clear in some
/// shot (Xue, Rubinstein, Liu and Freeman 2015).
package struct Fusion: Sendable {
  package struct Parameters: Sendable {
    /// The share of the best shot's sharpness below which a shot is left out.
    var leastSharpness = 0.2
    /// What a shot's lack of sharpness, the parts of the print that it doesn't show, and its lack of exposure count in the
    /// choice of the reference, beside the share of the print under glare.
    var blurWeight = 0.3
    var outsideWeight = 2.0
    var darkWeight = 1.5
    /// The median level, as a share of the brightest shot's, below which a shot lacks exposure.
    var leastExposure = 0.6
    /// The rounds in which light and glare are found from each other.
    var rounds = 3
    /// The share of the cells to which light is fitted, those that agree best, before and after glare is known.
    var keptAtFirst = 0.6
    var kept = 0.9
    /// The share of the cells at each side of the print that may show the table.
    var margin = 0.015
    /// The share of clear cells from which light is fitted to clear cells alone.
    var leastClear: Float = 0.15

    package init() {}
  }

  /// Why a shot isn't used.
  package enum Exclusion: Sendable, Equatable {
    /// It doesn't show the same print as most of the shots.
    case otherPrint
    /// It is much less sharp than the sharpest.
    case blurred
    /// It is grey, and the others aren't.
    case colourless
  }

  /// A shot that is used.
  package struct Used: Sendable {
    /// Its number among the shots given.
    package let shot: Int
    /// The share of the print that comes from it, 0…1.
    package let share: Double
    /// How far the reference's outline lies from this shot's own, at the farthest corner, as a share of the longest side.
    package let outlineError: Double
    /// How far its details are from the reference's, in pixels of a print 1280 pixels long, as a root mean square; 0 for the reference.
    package let error: Double
  }

  /// The shot that the others are laid on. Its outline, light and colours are the result's.
  package let reference: Int
  /// The shots that are used, in the order given.
  package let used: [Used]
  package let excluded: [(shot: Int, exclusion: Exclusion)]
  /// The share of the print that is under glare in every shot, 0…1; nil for one shot, which doesn't tell.
  package let unmended: Double?

  let base: PrintShot
  let layers: [FusedLayer]
  /// 1 for the cells that are under glare in every shot, otherwise 0.
  let unmendedCells: CellMap
  /// The outline of the cells, from the corner at which the reference's outline begins.
  let cells: Quad

  /// The memory that shots of a print take while they are laid on each other, besides that of their photos, in bytes.
  ///
  /// Measured with 10 to 1000 shots: each is drawn flat, and for each pair it is known in which cells they agree.
  package static func memory(shots: Int) -> Int { shots * (memoryOfShot + shots * memoryOfPair) }

  private static let memoryOfShot = 4 << 20, memoryOfPair = 18 << 10

  /// Lays shots of a print on each other.
  ///
  /// - Parameters:
  ///   - shots: the shots. Their outlines may begin at different corners.
  ///   - threads: the number of threads to use; the result doesn't depend on it.
  /// - Returns: nil if no shot's outline gives a picture.
  package init?(of shots: [PrintShot], parameters: Parameters = Parameters(), threads: Int = 1) {
    let flats = shots.map(threads: threads) { FlatPrint($0.quad, confidence: 1, in: $0.photo) }
    let (order, sharpness) = Self.ranked(flats)
    if order.isEmpty { return nil }
    let group = Self.largestGroup(of: shots, order: order, flats.map { $0.map { Likeness($0.proof.luma) } }, threads)
    var excluded = shots.indices.filter { group.members[$0] == nil }.map { ($0, Exclusion.otherPrint) }
    let sharpest = group.members.keys.map { sharpness[$0] }.reduce(0, max)
    var members = group.members.keys.sorted()
    for shot in members where shots[shot].photo.chroma == nil && shots[group.base].photo.chroma != nil {
      excluded.append((shot, .colourless))
    }
    for shot in members where sharpness[shot] < parameters.leastSharpness * sharpest {
      excluded.append((shot, .blurred))
    }
    members.removeAll { member in excluded.contains { $0.0 == member } }

    let aligned = members.map { group.members[$0] ?? AlignedShot(shots[$0]) }
    let drawn = aligned.map(threads: threads) { shot in
      // The base's outline stays as it was.
      shot.registration == nil && group.flat != nil
        ? group.flat : FlatShot(PrintShot(shot.shot.photo, shot.quad(in: group.size)), size: group.size)
    }
    let cellShots = drawn.compactMap(\.self)
    guard cellShots.count == members.count, !members.isEmpty else { return nil }
    let result = Clearing(
      cellShots, sharpness: members.map { sharpness[$0] / max(sharpest, .leastNonzeroMagnitude) },
      parameters: parameters, threads: threads)

    let first = result.reference
    reference = members[first]
    let base = PrintShot(shots[reference].photo, shots[reference].quad)
    self.base = base
    let turns = aligned[first].turns
    let rectangle = Quad(x: 0, y: 0, width: Double(group.size.columns), height: Double(group.size.rows))
    cells = rectangle.turned(by: -turns)
    // The reference's own outline stays as it is; the others are moved with it.
    let moved = aligned[first].map(in: group.size)?.inverse.flatMap { inverse in
      aligned[first].given(in: group.size).map { inverse.after($0) }
    }
    let flat = Quad(x: 0, y: 0, width: Double(group.size.width), height: Double(group.size.height))
    let quads = aligned.map { shot in
      shot.map(in: group.size).flatMap { map in moved.map { map.after($0)(flat) } } ?? shot.shot.quad
    }
    layers = members.indices.filter { $0 != first && result.mask.shares[$0].values.contains { $0 > 0 } }.compactMap {
      index in
      guard moved != nil else { return nil }
      return FusedLayer(
        shot: members[index], photo: aligned[index].shot.photo, quad: quads[index].turned(by: -turns),
        share: result.mask.shares[index], light: result.lights[index],
        flow: aligned[index].registration?.flow, referenceFlow: aligned[first].registration?.flow, size: group.size)
    }
    used = members.indices.map { index in
      let registration = aligned[index].registration
      return Used(
        shot: members[index], share: Double(result.mask.shares[index].mean),
        outlineError: aligned[index].distance(to: quads[index]),
        error: index == first ? 0 : registration?.error ?? aligned[first].registration?.error ?? 0)
    }
    self.excluded = excluded.sorted { $0.0 < $1.0 }
    unmended = members.count > 1 ? Double(result.unmended.mean) : nil
    unmendedCells = result.unmended
  }

  /// The numbers of the shots whose outline gives a picture, best first, and the sharpness of each shot, 0 of others.
  private static func ranked(_ flats: [FlatPrint?]) -> (order: [Int], sharpness: [Double]) {
    let drawable = flats.indices.filter { flats[$0] != nil }
    let ranking = drawable.isEmpty ? [] : Ranking(of: drawable.compactMap { flats[$0] }).entries
    var sharpness = [Double](repeating: 0, count: flats.count)
    for entry in ranking { sharpness[drawable[entry.shot]] = (entry.laplacian * entry.tenengrad).squareRoot() }
    return (ranking.map { drawable[$0.shot] }, sharpness)
  }

  /// The largest group of shots that show one print, laid on one of them. Shots are tried as its base in the given order.
  private static func largestGroup(
    of shots: [PrintShot], order: [Int], _ likenesses: [Likeness?], _ threads: Int
  ) -> (base: Int, size: FlatShot.Size, flat: FlatShot?, members: [Int: AlignedShot]) {
    var best: (base: Int, size: FlatShot.Size, flat: FlatShot?, members: [Int: AlignedShot])?
    var waiting = order
    while let base = waiting.first, (best?.members.count ?? 0) <= waiting.count {
      let size = FlatShot.Size(ratio: shots[base].ratio)
      var members = [base: AlignedShot(shots[base])]
      let flat = FlatShot(shots[base], size: size)
      if let reference = flat, let likeness = likenesses[base] {
        let others = order.filter { $0 != base }
        let found = others.map(threads: threads) { other in
          likenesses[other].flatMap {
            AlignedShot(shots[other], on: reference, first: likeness.correlation(with: $0).turns)
          }
        }
        for (other, aligned) in zip(others, found) { if let aligned { members[other] = aligned } }
      }
      if members.count > best?.members.count ?? 0 { best = (base, size, flat, members) }
      waiting.removeAll { members[$0] != nil }
    }
    return best ?? (order[0], FlatShot.Size(ratio: 1), nil, [:])
  }
}

extension PrintShot {
  /// The print's width over its height; 1 if its outline gives no picture.
  fileprivate var ratio: Double {
    let shape = try? PrintShape(quad, in: photo, film: nil, isUpright: false, limits: Developer.Limits())
    return shape?.pose.ratio ?? 1
  }
}

/// A shot of a group, and how it lies on the group's base.
struct AlignedShot: Sendable {
  let shot: PrintShot
  /// The turns of its outline that bring it to the base's first corner.
  let turns: QuarterTurns
  /// nil for the base itself.
  let registration: Registration?

  /// The base of a group.
  init(_ base: PrintShot) { (shot, turns, registration) = (base, 0, nil) }

  /// nil if the shot doesn't show the base's print.
  ///
  /// - Parameter first: the turns to try first.
  init?(_ shot: PrintShot, on base: FlatShot, first: QuarterTurns) {
    for turns in QuarterTurns.allCases.map({ first + $0 }) {
      let quad = shot.quad.turned(by: turns)
      guard let flat = FlatShot(PrintShot(shot.photo, quad), size: base.size),
        let registration = Registration(of: flat.luma, to: base.luma, shown: (base.known, flat.known)),
        !Self.hasOtherColours(flat, base, registration)
      else { continue }
      (self.shot, self.turns, self.registration) = (shot, turns, registration)
      return
    }
    return nil
  }

  private static func hasOtherColours(_ flat: FlatShot, _ base: FlatShot, _ registration: Registration) -> Bool {
    guard flat.hasColours, base.hasColours else { return false }
    return PictureComparison(
      ofHues: base.colours, flat.colours.map(registration.laid),
      known: base.known.with(registration.laid(flat.known), min)
    ).isContradicted
  }

  /// The map from the flat print to the photo, as the outline says.
  func given(in size: FlatShot.Size) -> Homography? {
    Homography(rectangleOf: Double(size.width), Double(size.height), to: shot.quad.turned(by: turns))
  }

  /// The map from the base's flat print to the photo, without the flow.
  func map(in size: FlatShot.Size) -> Homography? {
    given(in: size).map { map in registration.map { map.after($0.map) } ?? map }
  }

  /// How far an outline lies from the shot's own at the farthest corner, as a share of the longest side.
  func distance(to quad: Quad) -> Double {
    let own = shot.quad.turned(by: turns)
    let longest = Quad.Side.allCases.map(own.length).reduce(0, max)
    return zip(own.corners, quad.corners).map { $0.distance(to: $1) }.reduce(0, max) / longest
  }

  /// The outline that the base's outline has in this shot.
  func quad(in size: FlatShot.Size) -> Quad {
    let flat = Quad(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    return map(in: size).map { $0(flat) } ?? shot.quad
  }
}
