/// Looks for straight strips of bed all across an island, between prints that lie so close that their shadows join them.
struct PageCuts: Sendable {
  /// Lengths are millimetres.
  private enum Parameters {
    /// The distance of the places at which the page is read, across a strip and along it.
    static let (across, along) = (0.1, 1.7)
    /// The most slants of a strip that are tried, either way: the movement over its length, in places across.
    static let slants = 3
    /// The least share of a strip along which the bed shows.
    static let open = 0.93
    /// How far beside a strip its prints begin, and the least share of it along which each shows.
    static let (beside, shown) = (2.5, 0.75)
    /// How much at least a print differs from the bed, in levels.
    static let unlike: Float = 5
  }

  /// A strip: the places along its middle line at which the page was read, and half of its breadth.
  struct Cut {
    var places: [Point]
    var half: Double
  }

  let pixels: PagePixels
  let bed: Bed
  /// Photo pixels along a sample.
  let scale: Double
  /// Samples along a millimetre.
  let millimetre: Double
  /// The least breadth of what lies on either side, in samples.
  let shortest: Double

  /// The distance of the points of an island that tell its extents, in samples.
  static let spacing = 3.0

  /// The strip that shows the most bed; nil if there is none.
  ///
  /// - Parameters:
  ///   - points: places of the island, in samples, `spacing` apart.
  ///   - along: the direction of two of its sides.
  func cut(of points: [Point], along: Point) -> Cut? {
    [along, along.perpendicular].compactMap { cut(of: points, $0) }.max { $0.open < $1.open }?.cut
  }

  /// The island's extent along a strip at each place across; nil where it has none.
  private typealias Extents = [ClosedRange<Double>?]

  private func cut(of points: [Point], _ along: Point) -> (open: Double, cut: Cut)? {
    let step = Parameters.across * millimetre
    let depths = points.map { $0.dot(along.perpendicular) }
    guard let least = depths.min(), let most = depths.max(), most - least > 2 * shortest else { return nil }
    let count = Int((most - least) / step) + 1
    let extents = extents(of: points, along, from: least, step: step, count: count)
    let ends = extents.compactMap(\.self)
    guard let start = ends.map(\.lowerBound).min(), let end = ends.map(\.upperBound).max() else { return nil }
    let stations = max(8, Int((end - start) / (Parameters.along * millimetre)))
    let spacing = (end - start) / Double(stations)
    var field = Field(rows: count, stations: stations) { row, station in
      (least + step * Double(row)) * along.perpendicular + (start + spacing * (Double(station) + 0.5)) * along
    } difference: {
      difference($0, along)
    }
    let (reach, margin) = (Int(Parameters.beside / Parameters.across), Int(shortest / step))
    var best: (open: Double, cut: Cut)?
    for row in margin..<max(margin, count - margin) {
      guard let before = extents[max(0, row - reach)], let after = extents[min(count - 1, row + reach)] else {
        continue
      }
      let from = Int(((min(before.lowerBound, after.lowerBound) - start) / spacing).rounded())
      let to = Int(((max(before.upperBound, after.upperBound) - start) / spacing).rounded())
      guard Double(to - from) * spacing >= shortest else { continue }
      for slant in -Parameters.slants...Parameters.slants {
        field.line = (from..<to, slant)
        guard field.isOpen(row) else { continue }
        let back = (0...reach).prefix { field.isOpen(row - $0) }.count - 1
        let forth = (0...reach).prefix { field.isOpen(row + $0) }.count - 1
        // The middle of the strip, where it is broadest.
        guard abs(back - forth) <= 1, (0...reach).contains(where: { field.isPrint(row - back - $0) }),
          (0...reach).contains(where: { field.isPrint(row + forth + $0) })
        else { continue }
        let half = step * (Double(back + forth) / 2 + 0.5)
        let open = field.openness(row) * Double(to - from) + half
        guard open > best?.open ?? 0 else { continue }
        best = (open, Cut(places: field.places(row), half: half))
      }
    }
    return best
  }

  /// How much the page differs from the bed in rows along a strip, read where it is asked for.
  private struct Field {
    let rows: Int
    let stations: Int
    let place: (_ row: Int, _ station: Int) -> Point
    let difference: (Point) -> Float
    /// The stations and the slant of the lines that are asked about.
    var line = (stations: 0..<0, slant: 0)
    /// Negative where it wasn't read.
    private var known: [Float]

    init(
      rows: Int, stations: Int, _ place: @escaping (_ row: Int, _ station: Int) -> Point,
      difference: @escaping (Point) -> Float
    ) {
      (self.rows, self.stations, self.place, self.difference) = (rows, stations, place, difference)
      known = Array(repeating: -1, count: rows * stations)
    }

    /// The row of a slanted line at a station.
    private func row(_ middle: Int, _ station: Int) -> Int {
      let shift = Double(line.slant) * (2 * Double(station) / Double(max(1, stations - 1)) - 1)
      return min(max(middle + Int(shift.rounded()), 0), rows - 1)
    }

    private mutating func value(_ middle: Int, _ station: Int) -> Float {
      let row = row(middle, station)
      let i = row * stations + station
      if known[i] < 0 { known[i] = difference(place(row, station)) }
      return known[i]
    }

    /// Whether at least a share of a line's stations are as asked.
    private mutating func has(_ share: Double, of middle: Int, _ isRight: (Float) -> Bool) -> Bool {
      var misses = Int((1 - share) * Double(line.stations.count))
      for station in line.stations where !isRight(value(middle, station)) {
        misses -= 1
        if misses < 0 { return false }
      }
      return true
    }

    /// Whether the bed shows along a line.
    mutating func isOpen(_ middle: Int) -> Bool { has(Parameters.open, of: middle) { $0 < Bed.like } }

    /// Whether a print shows along a line.
    mutating func isPrint(_ middle: Int) -> Bool { has(Parameters.shown, of: middle) { $0 > Parameters.unlike } }

    /// The share of a line along which the bed shows.
    mutating func openness(_ middle: Int) -> Double {
      let open = line.stations.reduce(0) { $0 + (value(middle, $1) < Bed.like ? 1 : 0) }
      return Double(open) / Double(line.stations.count)
    }

    func places(_ middle: Int) -> [Point] { line.stations.map { place(row(middle, $0), $0) } }
  }

  private func extents(
    of points: [Point], _ along: Point, from least: Double, step: Double, count: Int
  ) -> Extents {
    // Points lie farther apart than places.
    let breadth = Int((0.5 * Self.spacing / step).rounded(.up))
    var extents = Extents(repeating: nil, count: count)
    for p in points {
      let (depth, at) = (p.dot(along.perpendicular), p.dot(along))
      let middle = Int((depth - least) / step)
      for i in max(0, middle - breadth)...min(count - 1, middle + breadth) {
        let known = extents[i] ?? at...at
        extents[i] = min(known.lowerBound, at)...max(known.upperBound, at)
      }
    }
    return extents
  }

  /// How much the page differs from the bed at a place in samples.
  private func difference(_ place: Point, _ along: Point) -> Float {
    let p = scale * place
    let mean = (-1...1).reduce(Float(0)) { $0 + pixels.luma(p + 1.5 * Double($1) * along) } / 3
    return abs(mean - bed.level(at: p, scale: scale))
  }
}

extension PageSplitter {
  /// The prints on both sides of a strip of bed that divides an island; nil if none does.
  func divided(_ part: [Int32]) -> [PagePrint]? {
    guard hasScale, Double(part.count) > 2 * Double(least) else { return nil }
    let cuts = PageCuts(
      pixels: fit.reader.pixels, bed: bed, scale: page.scale, millimetre: millimetre,
      shortest: parameters.shortest * millimetre)
    guard let hull = solid.hull(of: part), let around = PageRectangle(leastAround: hull),
      let cut = cuts.cut(of: cells(of: part, step: Int(PageCuts.spacing)), along: around.across),
      let first = cut.places.first, let last = cut.places.last, let line = Line(through: first, last)
    else { return nil }
    let distances = part.map { line.distance(to: place(of: $0)) }
    func side(_ isOn: (Double) -> Bool) -> [Int32] { zip(part, distances).filter { isOn($1) }.map(\.0) }
    let strip = solid.within(side { abs($0) <= cut.half })
    var open = self
    open.solid = solid.without(strip)
    open.reader.solid = open.solid
    open.reader.mask = reader.mask.without(strip)
    open.reader.rimless = reader.rimless.without(strip)
    let sides = [side { $0 < -cut.half }, side { $0 > cut.half }]
    let pieces = sides.flatMap { open.solid.within($0).parts(least: least) }
    return pieces.flatMap { open.prints(in: $0) }
  }
}
