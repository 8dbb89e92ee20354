/// The colour of a scanner's bed, or of its lid, all over a page.
///
/// It is a quadratic surface, since lamps light a bed unevenly, plus what a lid's rim takes off along each side of the page.
/// Colours are those of `PageColours`.
struct Bed: Sendable {
  /// How a bed is told from what lies on it. Differences are levels.
  struct Parameters: Sendable {
    /// The greatest difference of samples two apart where the page is flat.
    var flat: Float = 2.5
    /// How far flat samples may be from the commonest colour at first, and at least in the end.
    var near: (first: Float, least: Float) = (14, 2.5)
    /// A larger step between samples is an edge, which ends a patch: in levels, and in the steps that are usual.
    var edge: (least: Float, usual: Float) = (1.25, 3)
    /// The share of a patch that differs by less than so many levels from the commonest colour, if it is bed, and the share
    /// of all samples below which it tells nothing.
    var patch: (share: Double, levels: Float, least: Double) = (0.06, 4, 0.01)
    /// The weight of a sample beside the page's border relative to others in the search for the commonest colour.
    var borderWeight: Int32 = 8
    /// The depth of the strip along the border, and the reach of a lid's rim, as shares of the page's long side.
    var strip = 0.02
    var rim = 0.06
    /// How much a rim may change from one depth to the next.
    var rimStep: Float = 6
    /// What isn't bed differs from it by at least this, and by this many standard deviations of the bed's own.
    var limit: (luma: Float, chroma: Float, deviations: Float) = (2, 1.5, 4.5)
    /// The most that it needs to differ.
    var mostLimit: Float = 24
    /// A step of luma over which JPEG's blocks of chroma spill, in levels, and a block's side, in photo pixels. What isn't
    /// bed differs by this factor times what 19 of 20 samples there change.
    var spill: (edge: Float, block: Double, factor: Float) = (24, 16, 1.5)
  }

  /// The factors of 1, x, y, x², y² and xy, where x and y run from -1 to 1.
  private var surface: [SIMD4<Float>] = []
  /// What each side's rim adds to luma, by depth from the side: top, right, bottom, left.
  private var rims: [[Float]] = [[], [], [], []]
  /// From this difference on, in any channel, a smoothed sample isn't bed, in sixteenths of a level.
  private(set) var limit = SIMD4<Float>.zero
  /// A smaller change of chroma may be what JPEG's blocks spill over a strong edge. In sixteenths of a level.
  private(set) var spill: Float = 0

  private let width: Int
  private let height: Int
  private let parameters: Parameters

  /// - Parameters:
  ///   - page: a smoothed page.
  ///   - number: 0 for the likeliest bed, 1 for the next one.
  /// - Returns: nil if no part of the page is flat.
  init?(_ page: PageColours, number: Int = 0, _ parameters: Parameters = Parameters()) {
    (width, height, self.parameters) = (page.width, page.height, parameters)
    guard width > 8, height > 8 else { return nil }
    let all = Self.flat(page, parameters)
    guard let common = Self.commonest(page, all, number, parameters) else { return nil }
    let flat = Self.withoutSheets(page, all, on: common, parameters)
    surface = [SIMD4<Float>(common), .zero, .zero, .zero, .zero, .zero]
    let unit = Float(PageColours.unit)
    var (near, deviation) = (parameters.near.first * unit, SIMD4<Float>.zero)
    for _ in 0..<5 {
      guard let fitted = fitted(page, flat, near: near) else { break }
      surface = fitted
      deviation = self.deviation(page, flat, near: near)
      near = max(parameters.near.least * unit, 4 * deviation.max())
    }
    limit = limit(for: deviation)
    rims = Quad.Side.allCases.map { rim(page, along: $0) }
    spill = spill(page)
    limit = limit(for: self.deviation(page, flat, near: near))
  }

  private func limit(for deviation: SIMD4<Float>) -> SIMD4<Float> {
    let unit = Float(PageColours.unit)
    let chroma = max(parameters.limit.chroma * unit, spill)
    let least = SIMD4(parameters.limit.luma * unit, chroma, chroma, unit)
    let wanted = parameters.limit.deviations * deviation
    let limit = least.replacing(with: wanted, where: wanted .> least)
    return limit.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: parameters.mostLimit * unit))
  }

  /// The bed's colour in a row, at every column.
  func row(_ y: Int) -> [SIMD4<Float>] {
    let v = Self.place(y, height)
    let s = surface
    let (level, slope) = (s[0] + v * s[2] + v * v * s[4], s[1] + v * s[5])
    let vertical = rim(.top, y) + rim(.bottom, height - 1 - y)
    let bend = s[3]
    let step = 2 / Float(max(1, width - 1))
    var row = [SIMD4<Float>](capacity: width) { output in
      for x in 0..<width {
        let u = Float(x) * step - 1
        var colour = level + u * (slope + u * bend)
        colour.x += vertical
        output.append(colour)
      }
    }
    // Where two rims meet, the stronger one counts.
    func add(_ rim: Float, _ x: Int) { row[x].x += vertical * rim > 0 ? Self.stronger(vertical, rim) - vertical : rim }
    for (depth, rim) in rims[Quad.Side.left.rawValue].enumerated() where depth < width { add(rim, depth) }
    for (depth, rim) in rims[Quad.Side.right.rawValue].enumerated() where depth < width { add(rim, width - 1 - depth) }
    return row
  }

  private func rim(_ side: Quad.Side, _ depth: Int) -> Float {
    let rim = rims[side.rawValue]
    return rim.indices.contains(depth) ? rim[depth] : 0
  }

  /// Whether it is light and without colour, as a lid is: its chroma is off by at most three levels.
  var isNeutral: Bool {
    let unit = Float(PageColours.unit)
    return surface[0].x > 90 * unit && max(abs(surface[0].y), abs(surface[0].z)) < 4.5 * unit
  }

  private static func stronger(_ a: Float, _ b: Float) -> Float { abs(a) > abs(b) ? a : b }

  private static func place(_ i: Int, _ count: Int) -> Float { 2 * Float(i) / Float(max(1, count - 1)) - 1 }
}

extension Bed {
  /// What differs from the bed's level by less than this is like it.
  static let like: Float = 4

  /// The bed's luma at a point of the photo, in levels.
  ///
  /// - Parameter scale: photo pixels along a sample.
  func level(at point: Point, scale: Double) -> Float {
    colour(Place(x: Int(point.x / scale), y: Int(point.y / scale))).x / Float(PageColours.unit)
  }

  /// The bed's colour at a place.
  func colour(_ place: Place) -> SIMD4<Float> {
    let (u, v) = (Self.place(place.x, width), Self.place(place.y, height))
    let s = surface
    var colour = s[0] + u * s[1] + v * s[2] + u * u * s[3] + v * v * s[4] + u * v * s[5]
    let (vertical, horizontal) = (
      rim(.top, place.y) + rim(.bottom, height - 1 - place.y), rim(.left, place.x) + rim(.right, width - 1 - place.x)
    )
    colour.x += vertical * horizontal > 0 ? Self.stronger(vertical, horizontal) : vertical + horizontal
    return colour
  }

  private func difference(_ page: PageColours, _ place: Place) -> SIMD4<Float> {
    SIMD4<Float>(page.samples[place.y * width + place.x]) - colour(place)
  }

  private static func size(_ d: SIMD4<Float>) -> Float { max(abs(d.x), abs(d.y), abs(d.z)) }

  /// The surface through the flat samples near the present one; nil if they don't determine it.
  private func fitted(_ page: PageColours, _ flat: [Place], near: Float) -> [SIMD4<Float>]? {
    var channels = (0..<3).map { _ in NormalEquations<SIMD8<Double>>(count: 6) }
    var count = 0
    for place in flat {
      guard Self.size(difference(page, place)) < near else { continue }
      count += 1
      let (u, v) = (Double(Self.place(place.x, width)), Double(Self.place(place.y, height)))
      let factors = SIMD8<Double>(1, u, v, u * u, v * v, u * v, 0, 0)
      let value = page.samples[place.y * width + place.x]
      for k in 0..<3 { channels[k].add(factors, equals: Double(value[k]), weight: 1) }
    }
    guard count >= 64 else { return nil }
    let weight = 0.02 * Double(count)
    for k in 0..<3 { for i in 1..<6 { channels[k].pull(i, to: Double(surface[i][k]), weight: weight) } }
    let solutions = channels.compactMap(\.solution)
    guard solutions.count == 3 else { return nil }
    return (0..<6).map { i in
      SIMD4<Float>(Float(solutions[0][i]), Float(solutions[1][i]), Float(solutions[2][i]), 0)
    }
  }

  /// The standard deviation of each channel, from the median of those flat samples that are near.
  private func deviation(_ page: PageColours, _ flat: [Place], near: Float) -> SIMD4<Float> {
    // Counted in sixteenths of the samples' units, which is faster than sorting.
    let steps: Float = 16
    var counts = [SIMD4<Int32>](repeating: .zero, count: Int(steps * near) + 1)
    var all: Int32 = 0
    for place in flat {
      let d = difference(page, place)
      guard Self.size(d) < near else { continue }
      all += 1
      for k in 0..<3 { counts[Int(steps * abs(d[k]))][k] += 1 }
    }
    guard all > 0 else { return SIMD4(repeating: near) }
    var deviation = SIMD4<Float>.zero
    for k in 0..<3 {
      var sum: Int32 = 0
      let middle = counts.firstIndex {
        sum += $0[k]
        return 2 * sum > all
      }
      deviation[k] = 1.4826 * (Float(middle ?? 0) + 0.5) / steps
    }
    return deviation
  }

  /// Measures `spill`: 0 if little of the bed lies beside strong edges.
  ///
  /// What spills changes from sample to sample, which the colour of paper doesn't.
  private func spill(_ page: PageColours) -> Float {
    let (edge, block, factor) = parameters.spill
    let strong = edge * Float(PageColours.unit)
    let (reach, step) = (max(1, Int(block / page.scale)), max(1, Int(block / 4 / page.scale)))
    var changes: [Float] = []
    for y in stride(from: 0, to: height, by: 4) {
      let row = zip(self.row(y), page.samples[y * width..<(y + 1) * width]).map { SIMD4<Float>($1) - $0 }
      var last = -reach
      // The right of each edge is enough.
      for x in 0..<max(0, width - step) {
        if abs(row[x].x) > strong { last = x }
        guard x - last < reach, abs(row[x].x) < limit.x, abs(row[x + step].x) < limit.x else { continue }
        let change = row[x + step] - row[x]
        changes.append(max(abs(change.y), abs(change.z)))
      }
    }
    guard changes.count >= 64 else { return 0 }
    changes.sort()
    return factor * changes[changes.count * 19 / 20]
  }

  /// What a rim along one side takes off luma, by depth; empty if there is none.
  ///
  /// From the inside out, the bed's difference from the surface may only change little by little, as a shadow does. Where
  /// enough of it is as it was, what else is near is a white frame.
  private func rim(_ page: PageColours, along side: Quad.Side) -> [Float] {
    let reach = min(min(width, height) / 4, Int(parameters.rim * Double(max(width, height))))
    let length = side == .top || side == .bottom ? width : height
    let unit = Float(PageColours.unit)
    func isEnough(_ values: [Float]) -> Bool { values.count * 16 > length }
    var rim = [Float](repeating: 0, count: reach)
    var last: Float = 0
    for depth in (0..<reach).reversed() {
      var values: [Float] = []
      for along in stride(from: 0, to: length, by: 2) {
        let place =
          switch side {
          case .top: Place(x: along, y: depth)
          case .bottom: Place(x: along, y: height - 1 - depth)
          case .left: Place(x: depth, y: along)
          case .right: Place(x: width - 1 - depth, y: along)
          }
        let d = difference(page, place)
        if max(abs(d.y), abs(d.z)) < 8 * unit, abs(d.x - last) < parameters.rimStep * unit { values.append(d.x) }
      }
      let same = values.filter { abs($0 - last) < limit.x }
      if isEnough(same) { values = same }
      guard isEnough(values) else { break }
      values.sort()
      let middle = values[values.count / 2]
      last = middle
      rim[depth] = middle
    }
    // Noise is no rim.
    let start = rim.lastIndex { abs($0) > 0.5 * limit.x }
    return start.map { Array(rim[...$0]) } ?? []
  }
}
