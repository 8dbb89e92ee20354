internal import PeelPlatform

/// The rectangles that lines of two directions enclose.
struct LineRectangles {
  /// Lengths are samples.
  struct Parameters: Sendable {
    /// The least share of a side that is marked, and the least sum of these shares.
    var support = (side: 0.45, all: 2.9)
    /// The most lines of either direction.
    var lines = 36
    /// The shortest run of a line, as a share of the shortest side of a print.
    var run = 0.6
    /// The distance outside a side at which it is told what lies there.
    var outside = 5
    /// The weight of what is bed outside a side relative to what is marked on it.
    var clear = 0.9
    /// The most rectangles, and the most that are looked at for them.
    var (limit, ranked) = (90, 20_000)
    /// Rectangles that share more than this are one.
    var same = 0.97
  }

  private let lines: PageLines
  private let shortest: Int
  private let parameters: Parameters
  private let bounds: (width: Double, height: Double)

  /// - Parameters:
  ///   - shortest: the least side of a print, in samples.
  ///   - bounds: the page's size in samples.
  init(_ lines: PageLines, shortest: Int, bounds: (width: Double, height: Double), _ parameters: Parameters = .init()) {
    (self.lines, self.shortest, self.bounds, self.parameters) = (lines, shortest, bounds, parameters)
  }

  /// A side that may be: the number of a line, and whether it is the page's border.
  private struct Place {
    var line: Int
    var isBorder: Bool
  }

  /// A rectangle of lines.
  private struct Found {
    /// The lines' numbers.
    var (left, top, right, bottom): (Int, Int, Int, Int)
    var score: Double

    private var area: Int { (right - left) * (bottom - top) }

    /// The shared area over the covered area.
    func share(with other: Found) -> Double {
      let width = min(right, other.right) - max(left, other.left)
      let height = min(bottom, other.bottom) - max(top, other.top)
      guard width > 0, height > 0 else { return 0 }
      return Double(width * height) / Double(area + other.area - width * height)
    }
  }

  private func rectangle(_ found: Found) -> PageRectangle {
    PageRectangle(
      angle: atan2(lines.across.y, lines.across.x),
      left: lines.left + Double(found.left) + 0.5, top: lines.top + Double(found.top) + 0.5,
      right: lines.left + Double(found.right) + 0.5, bottom: lines.top + Double(found.bottom) + 0.5)
  }

  /// The rectangles, the best first.
  var rectangles: [PageRectangle] {
    let run = max(3, Int(parameters.run * Double(shortest)) / PageLines.pitch)
    let columns = places(lines.columns, run, edges: (0, bounds.width), along: lines.left, lines.across.y)
    let rows = places(lines.rows, run, edges: (0, bounds.height), along: lines.top, lines.across.y)
    var found: [Found] = []
    for (i, left) in columns.enumerated() {
      for right in columns[(i + 1)...] where right.line - left.line >= shortest {
        let across = stations(left.line, right.line)
        let sides = rows.map { row in (row, support(lines.rows, row, across)) }
          .filter { $0.1 >= parameters.support.side }
        for (j, (top, upper)) in sides.enumerated() {
          for (bottom, lower) in sides[(j + 1)...] where bottom.line - top.line >= shortest {
            add(left, right, (top, upper), (bottom, lower), across, to: &found)
          }
        }
      }
    }
    let order = found.indices.map { (index: $0, score: found[$0].score) }.sorted { $0.score > $1.score }
    var chosen: [Found] = []
    for next in order.prefix(parameters.ranked) where chosen.count < parameters.limit {
      let one = found[next.index]
      if !chosen.contains(where: { $0.share(with: one) > parameters.same }) { chosen.append(one) }
    }
    return chosen.map(rectangle)
  }

  private func stations(_ from: Int, _ to: Int) -> Range<Int> {
    let pitch = PageLines.pitch
    return (from + 2) / pitch..<max((from + 2) / pitch + 1, (to - 2) / pitch)
  }

  private func support(_ bundle: PageLines.Bundle, _ place: Place, _ range: Range<Int>) -> Double {
    place.isBorder ? 1 : bundle.support(place.line, range)
  }

  /// The strongest lines, and the page's borders if they run along them.
  ///
  /// - Parameter slope: the sine of the lines' angle.
  private func places(
    _ bundle: PageLines.Bundle, _ run: Int, edges: (Double, Double), along start: Double, _ slope: Double
  ) -> [Place] {
    var places = bundle.strongest(shortest: run, limit: parameters.lines).map { Place(line: $0, isBorder: false) }
    guard abs(slope) < 0.03 else { return places }
    for edge in [edges.0, edges.1] {
      let line = Int((edge - start).rounded())
      guard line > -4, line < bundle.count + 4 else { continue }
      places.removeAll { abs($0.line - line) < 4 }
      places.append(Place(line: line, isBorder: true))
    }
    return places.sorted { $0.line < $1.line }
  }

  private func add(
    _ left: Place, _ right: Place, _ top: (place: Place, support: Double), _ bottom: (place: Place, support: Double),
    _ across: Range<Int>, to found: inout [Found]
  ) {
    let down = stations(top.place.line, bottom.place.line)
    let sides = (support(lines.columns, left, down), support(lines.columns, right, down))
    guard min(sides.0, sides.1) >= parameters.support.side else { return }
    let all = sides.0 + sides.1 + top.support + bottom.support
    guard all >= parameters.support.all else { return }
    func clear(_ bundle: PageLines.Bundle, _ place: Place, _ by: Int, _ range: Range<Int>) -> Double {
      place.isBorder ? 1 : 1 - bundle.coverage(place.line + by, range)
    }
    let outside = parameters.outside
    let open =
      clear(lines.columns, left, -outside, down) + clear(lines.columns, right, outside, down)
      + clear(lines.rows, top.place, -outside, across) + clear(lines.rows, bottom.place, outside, across)
    found.append(
      Found(
        left: left.line, top: top.place.line, right: right.line, bottom: bottom.place.line,
        score: all + parameters.clear * open))
  }
}
