/// Looks for the sides of a print around its picture, where paper and bed look alike: lines along the picture's sides so
/// faint that only their whole length shows them. Lengths are samples.
struct OuterFrame: Sendable {
  struct Parameters: Sendable {
    /// The bins along a side, and the fewest that must be free of other things.
    var bins = (count: 16, fewest: 12)
    /// The part of a side that is left out at either end.
    var skipped = 0.04
    /// The slants of a line that are tried: the movement over a side's length, either way.
    var slants = 2
    /// The least change of a line over two samples, in levels, and relative to the median of its surroundings.
    var least: (levels: Float, share: Float) = (0.35, 2.2)
    /// The least share of bins that change alike.
    var agreement = 0.7
    /// The least mean change of a line's bins, in standard errors.
    var errors: Float = 6
    /// How much more a line must change than what lies a few samples off.
    var lead: Float = 1.5
    /// How much a picture's size may differ from a film's.
    var window = 0.03
  }

  let page: PageColours
  let solid: PageMask
  /// The distances from the picture at which its frame may end.
  let distances: ClosedRange<Int>
  var parameters = Parameters()

  /// A faint line beside a side.
  struct Line {
    var distance: Double
    /// The share of bins that agree.
    var agreement: Double
  }

  /// The lines outside of each side, in the order of `Quad.Side`; nil for sides without one.
  func lines(around rectangle: PageRectangle) -> [Line?] {
    Quad.Side.allCases.map { line(outside: rectangle[$0]) }
  }

  /// How far outside of a picture each side of its print lies; nil unless three faint lines show.
  func distances(around picture: PageRectangle) -> SIMD4<Double>? {
    let lines = lines(around: picture)
    let found = lines.compactMap { $0?.distance }
    guard found.count >= 3, let least = found.min() else { return nil }
    // A side without a line has a border like the narrowest one.
    return SIMD4(lines.map { $0?.distance ?? least })
  }

  /// The instant prints whose pictures have this size, either way round.
  static func films(around picture: PageRectangle, millimetre: Double) -> [PageRectangle] {
    let window = Parameters().window
    return FilmFormat.all.flatMap { film in
      let shown = film.picture
      let (right, bottom) = (film.width - shown.left - shown.width, film.height - shown.top - shown.height)
      let borders = [shown.top, right, bottom, shown.left].map { $0 * millimetre }
      return (0..<4).compactMap { turn -> PageRectangle? in
        let (width, height) = turn % 2 == 1 ? (shown.height, shown.width) : (shown.width, shown.height)
        let fits =
          abs(picture.width / millimetre / width - 1) < window && abs(picture.height / millimetre / height - 1) < window
        guard fits else { return nil }
        return picture.moved(inwards: -1 * SIMD4((0..<4).map { borders[($0 + 4 - turn) % 4] }))
      }
    }
  }

  private typealias Bin = SIMD4<Float>

  private func line(outside side: (middle: Point, along: Point, half: Double)) -> Line? {
    let count = parameters.bins.count
    let reach = distances.upperBound + parameters.slants + 9
    let length = 2 * side.half * (1 - 2 * parameters.skipped)
    let run = max(1, Int(length / Double(count)))
    let outward = -1 * side.along.perpendicular
    // The mean of each bin at each distance; nil where it is another thing, or beyond the page.
    var means = [[Bin?]](repeating: Array(repeating: nil, count: reach + 1), count: count)
    for bin in 0..<count {
      let start = side.middle + (length * (Double(bin) / Double(count) - 0.5)) * side.along
      for distance in 0...reach {
        means[bin][distance] = mean(start + Double(distance) * outward, side.along, length / Double(count), run)
      }
    }
    var changes = [[Bin?]](repeating: Array(repeating: nil, count: reach + 1), count: count)
    var sizes: [Float] = []
    for bin in 0..<count {
      for distance in 1..<reach {
        guard let before = means[bin][distance - 1], let after = means[bin][distance + 1] else { continue }
        changes[bin][distance] = after - before
        if distance >= 3 { sizes.append(Self.size(after - before)) }
      }
    }
    guard !sizes.isEmpty else { return nil }
    sizes.sort()
    let least = max(
      parameters.least.levels * Float(PageColours.unit),
      parameters.least.share * sizes[sizes.count / 2] / Float(count).squareRoot() * 2)
    return strongest(changes, least: least)
  }

  /// The mean of a run of samples; nil if much of it is another thing, or beyond the page.
  private func mean(_ start: Point, _ along: Point, _ length: Double, _ run: Int) -> Bin? {
    var (sum, other) = (SIMD4<Int32>.zero, 0)
    for j in 0..<run {
      let p = start + (length * (Double(j) + 0.5) / Double(run)) * along
      let (x, y) = (Int(p.x.rounded(.down)), Int(p.y.rounded(.down)))
      guard x >= 0, y >= 0, x < page.width, y < page.height else { return nil }
      if solid[x, y] { other += 1 }
      sum &+= SIMD4<Int32>(truncatingIfNeeded: page.samples[y * page.width + x])
    }
    return 3 * other > run ? nil : Bin(sum) / Float(run)
  }

  private static func size(_ d: Bin) -> Float { max(abs(d.x), abs(d.y), abs(d.z)) }

  private func strongest(_ changes: [[Bin?]], least: Float) -> Line? {
    let count = changes.count
    var best: (size: Float, line: Line)?
    for slant in -parameters.slants...parameters.slants {
      func place(_ bin: Int, _ distance: Int) -> Int {
        distance + Int((Double(slant) * (Double(bin) / Double(count - 1) - 0.5)).rounded())
      }
      func total(_ distance: Int) -> (size: Float, agreement: Double) {
        var (sum, seen) = (Bin.zero, [Bin]())
        for bin in 0..<count {
          let at = place(bin, distance)
          // There must be bed beyond the line.
          guard at >= 0, at + 3 < changes[bin].count, changes[bin][at + 3] != nil, let change = changes[bin][at] else {
            continue
          }
          sum += change
          seen.append(change)
        }
        guard seen.count >= parameters.bins.fewest else { return (0, 0) }
        let mean = sum / Float(seen.count)
        let square = (mean * mean).sum()
        let agreeing = seen.count { ($0 * mean).sum() > 0.3 * square }
        // How many standard errors the mean is from none.
        let spread = seen.reduce(Float(0)) { $0 + (($1 - mean) * ($1 - mean)).sum() } / Float(seen.count)
        guard square * Float(seen.count) >= parameters.errors * parameters.errors * spread else { return (0, 0) }
        return (Self.size(mean), Double(agreeing) / Double(seen.count))
      }
      let all = (0...distances.upperBound + 5).map(total)
      for distance in distances {
        let here = all[distance]
        guard here.size >= least, here.agreement >= parameters.agreement, here.size >= all[distance - 1].size,
          here.size >= all[distance + 1].size,
          here.size > parameters.lead * max(all[max(0, distance - 4)].size, all[distance + 4].size)
            || here.size > 8 * least
        else { continue }
        if here.size > best?.size ?? 0 {
          best = (here.size, Line(distance: Double(distance), agreement: here.agreement))
        }
      }
    }
    return best?.line
  }
}
