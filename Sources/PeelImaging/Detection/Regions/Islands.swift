/// What lies on even ground: a table without a pattern shows as one region whose colour changes little from sample to
/// sample, and each thing on it as a hole in that region. A picture's outline is closed there, whatever its colours.
struct Islands {
  struct Parameters: Sendable {
    /// Greatest difference of neighbouring samples of one ground, in sixteenths of a level: from smooth paper to wood.
    var steps: [Int16] = [24, 48, 96]
    /// Least area of a ground, as a fraction of the plane.
    var leastGround = 0.04
    /// Least and greatest area of an island, as a fraction of the plane.
    var area = 0.002...0.95
  }

  /// The convex hulls of connected parts of the planes without ground, clockwise, in samples of the planes.
  private(set) var hulls: [[Point]] = []
  private(set) var ground = Ground()

  private let width: Int
  private let height: Int
  /// The samples between the starts of two rows. A row above the first, one below the last, and a column between rows are
  /// never visited.
  private var stride: Int { width + 1 }

  /// - Parameters:
  ///   - luma: in sixteenths of a level.
  ///   - blue: of the same size as `luma`, as is `red`.
  init(_ luma: Plane<Int16>, _ blue: Plane<Int16>?, _ red: Plane<Int16>?, _ parameters: Parameters) {
    (width, height) = (luma.width, luma.height)
    guard width > 2, height > 2 else { return }
    let colours = colours(luma, blue ?? luma, red ?? luma)
    let area = Double(width * height)
    var steps = [UInt8](repeating: 0, count: stride * (height + 2))
    defer { ground = Ground(steps, of: parameters.steps.count, width: width, height: height, stride: stride) }
    for step in parameters.steps {
      let (marks, count) = ground(colours, step: step, least: Int(parameters.leastGround * area))
      guard count > 0 else { continue }
      for i in marks.indices { steps[i] += marks[i] == Mark.ground ? 1 : 0 }
      addHulls(besides: marks, Int(parameters.area.lowerBound * area)...Int(parameters.area.upperBound * area))
    }
  }

  private enum Mark { static let (unseen, seen, ground): (UInt8, UInt8, UInt8) = (0, 1, 2) }

  private func colours(_ luma: Plane<Int16>, _ blue: Plane<Int16>, _ red: Plane<Int16>) -> [SIMD4<Int16>] {
    [SIMD4<Int16>](capacity: stride * (height + 2)) { output in
      for _ in 0..<stride { output.append(.zero) }
      for y in 0..<height {
        let (l, b, r) = (luma.row(y), blue.row(y), red.row(y))
        for x in 0..<width { output.append(SIMD4(l[x], b[x], r[x], 0)) }
        output.append(.zero)
      }
      for _ in 0..<stride { output.append(.zero) }
    }
  }

  /// A mark for each sample, all unseen but for those outside the planes.
  private var blank: [UInt8] {
    [UInt8](capacity: stride * (height + 2)) { output in
      for y in 0..<height + 2 {
        for x in 0..<stride { output.append(y == 0 || y > height || x == width ? Mark.seen : Mark.unseen) }
      }
    }
  }

  /// The grounds that touch the border: a mark for each sample, and how many samples they have.
  private func ground(_ colours: [SIMD4<Int16>], step: Int16, least: Int) -> (marks: [UInt8], count: Int) {
    var marks = blank
    var (count, patch) = (0, [Int32]())
    let (limit, colours) = (SIMD4<Int16>(repeating: step), colours.span)
    for start in border where marks[start] == Mark.unseen {
      fill(&patch, from: start, &marks) { sample, other in
        let difference = colours[other] &- colours[sample]
        return all(difference .<= limit) && all(difference .>= (.zero &- limit))
      }
      guard patch.count >= least else { continue }
      count += patch.count
      for sample in patch { marks[Int(sample)] = Mark.ground }
    }
    return (marks, count)
  }

  /// The indices of the outermost samples.
  private var border: [Int] {
    let (first, last) = (stride, height * stride)
    return (0..<width).flatMap { [first + $0, last + $0] }
      + (1...height).flatMap { [$0 * stride, $0 * stride + width - 1] }
  }

  private mutating func addHulls(besides ground: [UInt8], _ area: ClosedRange<Int>) {
    var (marks, patch) = (blank, [Int32]())
    for i in ground.indices where ground[i] == Mark.ground { marks[i] = Mark.ground }
    for start in stride..<(height + 1) * stride where marks[start] == Mark.unseen {
      fill(&patch, from: start, &marks) { _, _ in true }
      guard area.contains(patch.count) else { continue }
      var extents = RowExtents(width: width, height: height)
      for sample in patch {
        let (y, x) = Int(sample).quotientAndRemainder(dividingBy: stride)
        extents.add(x: x, y: y - 1)
      }
      if let hull = extents.hull { hulls.append(hull) }
    }
  }

  /// Collects the unseen samples around one of them, from each to its linked neighbours.
  @inline(__always)
  private func fill(
    _ patch: inout [Int32], from start: Int, _ marks: inout [UInt8], isLinked: (_ sample: Int, _ other: Int) -> Bool
  ) {
    var marks = marks.mutableSpan
    patch.removeAll(keepingCapacity: true)
    patch.append(Int32(truncatingIfNeeded: start))
    marks[start] = Mark.seen
    var next = 0
    while next < patch.count {
      let sample = Int(patch[next])
      next += 1
      let neighbours: [4 of Int] = [sample &- stride, sample &- 1, sample &+ 1, sample &+ stride]
      for k in 0..<4 {
        let other = neighbours[k]
        guard marks[other] == Mark.unseen, isLinked(sample, other) else { continue }
        marks[other] = Mark.seen
        patch.append(Int32(truncatingIfNeeded: other))
      }
    }
  }
}
