/// What a page shows along one side of a rectangle, at stations along it.
struct SideEvidence: Sendable {
  /// Stations along a side.
  static let count = 24
  /// All stations.
  static let all: UInt32 = 1 << 24 - 1

  /// The stations at which an edge lies on the side, a bit each from the side's start on.
  var edges: UInt32 = 0
  /// The stations outside of which there is only bed, or a lid's rim.
  var clear: UInt32 = 0
  /// The stations that have a rim directly outside, without bed between.
  var rim: UInt32 = 0
  /// Half the distance to another thing outside with bed before it, in samples; infinite if none shows.
  var room = Double.infinity
  /// The stations that lie beyond the page.
  var beyond: UInt32 = 0
  /// Whether the side lies on the page's border, where nothing can be measured.
  var isBorder = false

  static func share(_ stations: UInt32, of others: UInt32 = all) -> Double {
    let count = others.nonzeroBitCount
    return count == 0 ? 1 : Double((stations & others).nonzeroBitCount) / Double(count)
  }
}

/// Reads the sides of rectangles on a reduced page.
struct SideReader: Sendable {
  /// Lengths are samples.
  private enum Parameters {
    /// The part of a side that is left out at either end, since corners are rounded.
    static let skipped = 0.03
    /// The most samples along the side that a station's mean takes.
    static let run = 12
    /// How far outside and inside the profile of a station reaches.
    static let (outside, inside) = (6, 4)
    /// The least change over two samples of an edge, in levels, and in standard deviations of its noise.
    static let least: (levels: Float, deviations: Float) = (1, 4)
    /// An edge changes at least this times as much as any other place further out.
    static let lead: Float = 0.7
    /// The nearest distance outside a side at which there must be bed: shadows lie between.
    static let bedStart = 2
    /// Where a print on the page's border is looked for.
    static let within = 4.0
    /// The greatest share of samples there that aren't bed.
    static let unlike = 0.25
    /// The share of stations with a narrower room than a side has: specks of dust are no neighbours.
    static let narrow = 0.25
  }

  /// The part of a side that is read.
  static var read: Double { 1 - 2 * Parameters.skipped }

  let page: PageColours
  var mask: PageMask
  /// The mask without a lid's rims, which hide no print.
  var rimless: PageMask
  /// That without holes, gaps and hairs.
  var solid: PageMask
  /// The standard deviation of a sample's luma, in sixteenths of a level.
  let noise: Float
  /// How far from a side an edge may lie, in samples.
  let tolerance: Int
  /// How near to the page's border a side lies on it, in samples.
  let borderReach: Double

  /// The evidence of all sides, in the order of `Quad.Side`.
  func sides(_ rectangle: PageRectangle) -> [SideEvidence] {
    Quad.Side.allCases.map { side(rectangle[$0]) }
  }

  /// Whether a side lies on the page's border.
  func isOnBorder(_ side: (middle: Point, along: Point, half: Double)) -> Bool {
    let (from, to) = (side.middle - side.half * side.along, side.middle + side.half * side.along)
    func near(_ a: Double, _ b: Double, _ size: Int) -> Bool {
      max(a, b) < borderReach || min(a, b) > Double(size) - borderReach
    }
    return near(from.x, to.x, page.width) || near(from.y, to.y, page.height)
  }

  func side(_ side: (middle: Point, along: Point, half: Double)) -> SideEvidence {
    var evidence = SideEvidence()
    evidence.isBorder = isOnBorder(side)
    let length = 2 * side.half * Self.read
    let spacing = length / Double(SideEvidence.count)
    let run = max(2, min(Parameters.run, Int(spacing)))
    let start = side.middle - (length / 2) * side.along
    var rooms: [Double] = []
    for k in 0..<SideEvidence.count {
      let centre = start + (Double(k) + 0.5) * spacing * side.along
      if evidence.isBorder {
        // Nothing can be seen beyond the border, but a print within.
        let p = centre + Parameters.within * side.along.perpendicular
        evidence.clear |= 1 << UInt32(k)
        if solid[Int(p.x.rounded(.down)), Int(p.y.rounded(.down))] { evidence.edges |= 1 << UInt32(k) }
      } else {
        rooms.append(station(k, at: centre, along: side.along, run: run, &evidence))
      }
    }
    if !rooms.isEmpty { evidence.room = rooms.sorted()[Int(Parameters.narrow * Double(rooms.count))] }
    return evidence
  }

  /// Reads across the side at one station.
  ///
  /// - Returns: the station's room, as in `SideEvidence.room`.
  private func station(
    _ k: Int, at centre: Point, along: Point, run: Int, _ evidence: inout SideEvidence
  ) -> Double {
    let normal = along.perpendicular
    let (outside, inside) = (Parameters.outside, Parameters.inside)
    let samples = page.samples.span
    let bit: UInt32 = 1 << UInt32(k)
    guard centre.x > 0, centre.y > 0, centre.x < Double(page.width), centre.y < Double(page.height) else {
      evidence.beyond |= bit
      evidence.clear |= bit
      return .infinity
    }
    var sums = [SIMD4<Int32>](repeating: .zero, count: outside + inside + 1)
    // The nearest row of bed or of a rim outside, if there is any: its number.
    var (bed, isRim): (Int?, Bool) = (nil, false)
    // The nearest row of another thing outside, and the nearest one with bed before it.
    var (thing, neighbour): (Int?, Int?)
    for i in sums.indices {
      let offset = Double(i - outside)
      var (unlike, things) = (0, 0)
      for j in 0..<run {
        let p = centre + offset * normal + (Double(j) - Double(run - 1) / 2) * along
        let (x, y) = (min(max(Int(p.x), 0), page.width - 1), min(max(Int(p.y), 0), page.height - 1))
        sums[i] &+= SIMD4<Int32>(truncatingIfNeeded: samples[y * page.width + x])
        let (column, row) = (Int(p.x.rounded(.down)), Int(p.y.rounded(.down)))
        if mask[column, row] { things += 1 }
        if rimless[column, row] { unlike += 1 }
      }
      let most = Parameters.unlike * Double(run)
      if Double(unlike) <= most, i <= outside - Parameters.bedStart { (bed, isRim) = (i, Double(things) > most) }
      if Double(things) > most { thing = i } else if i < outside { neighbour = thing }
    }
    if bed != nil { evidence.clear |= bit }
    if isRim { evidence.rim |= bit }
    // Changes over two samples, from the second offset to the last but one.
    let changes = (1..<sums.count - 1).map { i -> Float in
      let d = sums[i + 1] &- sums[i - 1]
      return Float(max(abs(d.x), abs(d.y), abs(d.z))) / Float(run)
    }
    let middle = outside - 1
    let near = max(0, middle - tolerance)...min(changes.count - 1, middle + tolerance)
    let here = changes[near].max() ?? 0
    // What lies beyond bed is another thing.
    let start = min(bed ?? 0, max(0, near.lowerBound - 1))
    let further = changes[start..<max(0, near.lowerBound - 1)].max() ?? 0
    let least = max(
      Parameters.least.levels * Float(PageColours.unit),
      Parameters.least.deviations * noise * (2 / Float(run)).squareRoot())
    if here >= least, here >= Parameters.lead * further { evidence.edges |= bit }
    return neighbour.map { Double(outside - $0) / 2 } ?? .infinity
  }
}
