internal import PeelPlatform

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

  /// The strip that shows the most bed; nil if there is none.
  ///
  /// - Parameters:
  ///   - points: places of the island, in samples.
  ///   - angle: the direction of its sides.
  func cut(of points: [Point], angle: Double) -> Cut? {
    let along = Point(cos(angle), sin(angle))
    return [along, along.perpendicular].compactMap { cut(of: points, along: $0) }.max { $0.open < $1.open }?.cut
  }

  /// The island's extent along a strip at each place across; nil where it has none.
  private typealias Extents = [ClosedRange<Double>?]

  private func cut(of points: [Point], along: Point) -> (open: Double, cut: Cut)? {
    let normal = along.perpendicular
    let step = Parameters.across * millimetre
    let depths = points.map { $0.dot(normal) }
    guard let least = depths.min(), let most = depths.max(), most - least > 2 * shortest else { return nil }
    let count = Int((most - least) / step) + 1
    let extents = extents(of: points, along, from: least, step: step, count: count)
    let ends = extents.compactMap(\.self)
    guard let start = ends.map(\.lowerBound).min(), let end = ends.map(\.upperBound).max() else { return nil }
    let stations = max(8, Int((end - start) / (Parameters.along * millimetre)))
    func station(_ k: Int) -> Double { start + (end - start) * (Double(k) + 0.5) / Double(stations) }
    // How much each place differs from the bed.
    var differences = [[Float]](repeating: [], count: count)
    for i in 0..<count {
      let depth = least + step * Double(i)
      differences[i] = (0..<stations).map { k in difference(depth * normal + station(k) * along, along) }
    }
    let reach = Int(Parameters.beside / Parameters.across)
    let margin = Int(shortest / step)
    var best: (open: Double, cut: Cut)?
    for i in margin..<max(margin, count - margin) {
      let (before, after) = (extents[max(0, i - reach)], extents[min(count - 1, i + reach)])
      guard let before, let after else { continue }
      let span = min(before.lowerBound, after.lowerBound)...max(before.upperBound, after.upperBound)
      let inside = (0..<stations).filter { span.contains(station($0)) }
      guard Double(inside.count) * Parameters.along * millimetre >= shortest else { continue }
      for slant in -Parameters.slants...Parameters.slants {
        func place(_ k: Int, _ offset: Int) -> Int {
          let shift = Double(slant) * (Double(k) / Double(max(1, stations - 1)) - 0.5) * 2
          return min(max(i + offset + Int(shift.rounded()), 0), count - 1)
        }
        func share(_ offset: Int, _ isRight: (Float) -> Bool) -> Double {
          Double(inside.count { isRight(differences[place($0, offset)][$0]) }) / Double(inside.count)
        }
        func isOpen(_ offset: Int) -> Bool { share(offset) { $0 < Bed.like } >= Parameters.open }
        guard isOpen(0) else { continue }
        let back = (0...reach).prefix { isOpen(-$0) }.count - 1
        let forth = (0...reach).prefix { isOpen($0) }.count - 1
        func isPrint(_ offsets: StrideThrough<Int>) -> Bool {
          offsets.contains { share($0) { $0 > Parameters.unlike } >= Parameters.shown }
        }
        // The middle of the strip, where it is broadest.
        guard abs(back - forth) <= 1, isPrint(stride(from: -back, through: -back - reach, by: -1)),
          isPrint(stride(from: forth, through: forth + reach, by: 1))
        else { continue }
        let half = step * (Double(back + forth) / 2 + 0.5)
        let open = share(0) { $0 < Bed.like } * Double(inside.count) + half
        guard open > best?.open ?? 0 else { continue }
        let places = inside.map { (least + step * Double(place($0, 0))) * normal + station($0) * along }
        best = (open, Cut(places: places, half: half))
      }
    }
    return best
  }

  private func extents(
    of points: [Point], _ along: Point, from least: Double, step: Double, count: Int
  ) -> Extents {
    // A sample is broader than a place.
    let breadth = Int((0.5 / step).rounded(.up))
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
    let points = part.map(place)
    for angle in solid.angles(of: part, limit: 2) {
      guard let cut = cuts.cut(of: points, angle: angle), let first = cut.places.first, let last = cut.places.last,
        let line = Line(through: first, last)
      else { continue }
      let distances = points.map { line.distance(to: $0) }
      func side(_ isOn: (Double) -> Bool) -> [Int32] { zip(part, distances).filter { isOn($1) }.map(\.0) }
      let strip = PageMask(
        width: page.width, height: page.height, samples: Self.marks(side { abs($0) <= cut.half }, page))
      var open = self
      open.solid = solid.without(strip)
      open.reader.solid = open.solid
      open.reader.mask = reader.mask.without(strip)
      open.reader.rimless = reader.rimless.without(strip)
      let sides = [side { $0 < -cut.half }, side { $0 > cut.half }]
      let pieces = sides.flatMap { open.solid.within($0).parts(least: least) }
      return pieces.flatMap { open.prints(in: $0) }
    }
    return nil
  }

  private static func marks(_ part: [Int32], _ page: PageColours) -> [UInt8] {
    var marks = [UInt8](repeating: 0, count: page.width * page.height)
    for i in part { marks[Int(i)] = 1 }
    return marks
  }
}
