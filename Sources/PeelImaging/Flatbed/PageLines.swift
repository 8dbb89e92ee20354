internal import PeelPlatform

/// Where straight lines of one direction, and those across it, may lie in a part of a page.
///
/// The part is read in columns and rows that run along the lines. A place is marked if the page changes there more than
/// around it. `columns` are lines that run down, `rows` are lines that run across.
struct PageLines: Sendable {
  /// The lines of one direction.
  struct Bundle: Sendable {
    /// The number of lines, one sample apart, and of stations along each.
    let count: Int
    let stations: Int
    /// For each line, how many of its marked stations come before each station, and one more.
    fileprivate var marked: [Int32] = []
    /// The same of stations that aren't bed.
    fileprivate var covered: [Int32] = []

    /// The share of a line that is marked between two stations.
    func support(_ line: Int, _ range: Range<Int>) -> Double { share(marked, line, range) }

    /// The share of a line between two stations that isn't bed.
    func coverage(_ line: Int, _ range: Range<Int>) -> Double {
      line < 0 || line >= count ? 0 : share(covered, line, range)
    }

    private func share(_ sums: [Int32], _ line: Int, _ range: Range<Int>) -> Double {
      let range = range.clamped(to: 0..<stations)
      guard line >= 0, line < count, !range.isEmpty else { return 0 }
      let start = line * (stations + 1)
      return Double(sums[start + range.upperBound] - sums[start + range.lowerBound]) / Double(range.count)
    }
  }

  /// Lengths are samples.
  private enum Parameters {
    /// The samples between two stations, of which a station is the mean.
    static let pitch = 4
    /// The least change over two samples, in levels, and in standard deviations of its noise.
    static let least: (levels: Float, deviations: Float) = (1.2, 4)
    /// The distance of the places further off, which change no more than a marked one.
    static let (near, far) = (3, 5)
  }

  /// The direction of rows, of length 1.
  let across: Point
  /// The first column's and the first row's place along `across` and down from the page's origin.
  let left: Double
  let top: Double
  let columns: Bundle
  let rows: Bundle

  static var pitch: Int { Parameters.pitch }
  /// The units of a fixed-point sample.
  private static let unit = 65_536.0

  /// - Parameters:
  ///   - angle: of the rows, in radians.
  ///   - points: the lines reach around these, in samples.
  ///   - margin: and as far beyond.
  init(_ page: PageColours, _ mask: PageMask, noise: Float, angle: Double, around points: [Point], margin: Double) {
    across = Point(cos(angle), sin(angle))
    let down = across.perpendicular
    let (xs, ys) = (points.map { [across] in $0.dot(across) }, points.map { $0.dot(down) })
    left = (xs.min() ?? 0) - margin
    top = (ys.min() ?? 0) - margin
    let width = max(1, Int((xs.max() ?? 0) + margin - left))
    let height = max(1, Int((ys.max() ?? 0) + margin - top))
    let start = left * across + top * down
    columns = Self.bundle(page, mask, noise, start: start, step: across, along: down, count: width, length: height)
    rows = Self.bundle(page, mask, noise, start: start, step: down, along: across, count: height, length: width)
  }

  private static func bundle(
    _ page: PageColours, _ mask: PageMask, _ noise: Float, start: Point, step: Point, along: Point, count: Int,
    length: Int
  ) -> Bundle {
    let stations = length / Parameters.pitch
    var bundle = Bundle(count: count, stations: stations)
    guard stations > 0, count > 2 * Parameters.far + 2 else {
      bundle.marked = [Int32](repeating: 0, count: count * (stations + 1))
      bundle.covered = bundle.marked
      return bundle
    }
    var marks = [UInt8](repeating: 0, count: count * stations)
    var covers = marks
    let least = max(
      Parameters.least.levels * Float(PageColours.unit),
      Parameters.least.deviations * noise * (2 / Float(Parameters.pitch)).squareRoot())
    // Four samples fit into 16 bits.
    var line = [SIMD4<Int16>](repeating: .zero, count: count)
    var cover = [UInt8](repeating: 0, count: count)
    var changes = [Float](repeating: 0, count: count)
    let samples = page.samples.span
    let set = mask.samples.span
    for k in 0..<stations {
      for i in line.indices { (line[i], cover[i]) = (.zero, 0) }
      for j in 0..<Parameters.pitch {
        let p = start + 0.5 * step + (Double(k * Parameters.pitch + j) + 0.5) * along
        var (x, y) = (Int(p.x * Self.unit), Int(p.y * Self.unit))
        let (dx, dy) = (Int(step.x * Self.unit), Int(step.y * Self.unit))
        for i in 0..<count {
          let (column, row) = (x >> 16, y >> 16)
          x &+= dx
          y &+= dy
          let (u, v) = (min(max(column, 0), page.width &- 1), min(max(row, 0), page.height &- 1))
          let index = v &* page.width &+ u
          line[i] &+= samples[index]
          if u == column, v == row { cover[i] &+= set[index] }
        }
      }
      for i in 0..<count { covers[i * stations + k] = cover[i] > UInt8(Parameters.pitch / 2) ? 1 : 0 }
      for i in 1..<count - 1 {
        let d = line[i + 1] &- line[i - 1]
        changes[i] = Float(d.greatest) / Float(Parameters.pitch)
      }
      for i in 1..<count - 1 where changes[i] >= least {
        let before = max(0, i - Parameters.far)..<max(0, i - Parameters.near + 1)
        let after = min(count, i + Parameters.near)..<min(count, i + Parameters.far + 1)
        var around: Float = 0
        for j in before { around = max(around, changes[j]) }
        for j in after { around = max(around, changes[j]) }
        if changes[i] >= around {
          // A line may wander by a sample.
          for j in i - 1...i + 1 { marks[j * stations + k] = 1 }
        }
      }
    }
    bundle.marked = sums(marks, count, stations)
    bundle.covered = sums(covers, count, stations)
    return bundle
  }

  private static func sums(_ values: [UInt8], _ count: Int, _ stations: Int) -> [Int32] {
    var sums: [Int32] = []
    sums.reserveCapacity(count * (stations + 1))
    for line in 0..<count {
      var sum: Int32 = 0
      sums.append(0)
      for k in 0..<stations {
        sum += Int32(values[line * stations + k])
        sums.append(sum)
      }
    }
    return sums
  }
}

extension PageLines.Bundle {
  /// The lines that are marked over a length, the longest first; of neighbours, the best.
  ///
  /// - Parameters:
  ///   - shortest: the least marked stations in a run, in which one in five may be missing.
  ///   - limit: the most lines.
  func strongest(shortest: Int, limit: Int) -> [Int] {
    var lengths = [Int](repeating: 0, count: count)
    for line in 0..<count { lengths[line] = longestRun(line) }
    let order = (0..<count).filter { lengths[$0] >= shortest }.sorted { (lengths[$0], $1) > (lengths[$1], $0) }
    var chosen: [Int] = []
    for line in order where chosen.count < limit && chosen.allSatisfy({ abs($0 - line) > 2 }) { chosen.append(line) }
    return chosen.sorted()
  }

  /// The marked stations of the longest run, which ends where more than a few are missing.
  private func longestRun(_ line: Int) -> Int {
    let start = line * (stations + 1)
    var (best, run, gap) = (0, 0, 0)
    for k in 0..<stations {
      if marked[start + k + 1] > marked[start + k] {
        run += 1
        gap = 0
        best = max(best, run)
      } else {
        gap += 1
        if gap > max(2, run / 5) { run = 0 }
      }
    }
    return best
  }
}
