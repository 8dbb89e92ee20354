internal import PeelKernels

extension Plane<UInt8> {
  /// The variance of the 3 × 3 Laplacian (−1 around, 8 in the middle) over all samples that have eight neighbours; 0 if
  /// there are none. The sharper one of two pictures of one thing has more.
  ///
  /// After Pech-Pacheco et al., Diatom autofocusing in brightfield microscopy (2000).
  package func sharpness() -> Double {
    var laplacian = Laplacian()
    for y in 0..<height { laplacian.add(row(y)) }
    return laplacian.variance
  }
}

extension Plane<UInt8> {
  /// The same variance within a quad, scaled as if the standard deviation of luma there were 50 levels, so that neither
  /// lamps nor exposure change it.
  ///
  /// The outer twentieth of the quad on each side is left out. 0 if none of the rest lies in the picture, or if it is
  /// even.
  package func sharpness(in quad: Quad) -> Double {
    let inner = quad.map { $0.mixed(with: quad.centre, 2 * Self.margin) }
    let box = Rectangle(around: inner)
    guard inner.isConvex, box.minX.isFinite, box.maxX.isFinite, box.minY.isFinite, box.maxY.isFinite else { return 0 }
    let (top, bottom) = (max(1, box.minY.rounded(.up)), min(Double(height - 1), box.maxY.rounded(.down)))
    guard top < bottom else { return 0 }
    var laplacian = Laplacian()
    var (sum, squares, count) = (0, 0, 0)
    for y in Int(top)..<Int(bottom) {
      guard let range = inner.columns(atRow: Double(y) + 0.5) else { continue }
      let from = max(1, Int(max(range.lowerBound, 0).rounded(.up)))
      let to = min(width - 1, Int(min(range.upperBound, Double(width)).rounded(.down)))
      guard from < to else { continue }
      var line = Laplacian()
      for row in y - 1...y + 1 { line.add(self.row(row).extracting(from - 1..<to + 1)) }
      laplacian = laplacian + line
      let levels = row(y).extracting(from..<to)
      for x in levels.indices {
        sum &+= Int(levels[x])
        squares &+= Int(levels[x]) &* Int(levels[x])
      }
      count += to - from
    }
    let mean = Double(sum) / Double(max(1, count))
    guard count > 0, case let spread = Double(squares) / Double(count) - mean * mean, spread > Self.leastVariance else {
      return 0
    }
    return laplacian.variance * Self.contrast * Self.contrast / spread
  }
}

extension Plane {
  /// The share of a quad that is left out on each side.
  fileprivate static var margin: Double { 0.05 }
  /// The variance of luma up to which a picture counts as even, in levels squared.
  fileprivate static var leastVariance: Double { 1 }
  /// The standard deviation of luma to which sharpness is scaled, in levels.
  fileprivate static var contrast: Double { 50 }
}

extension Quad {
  /// Where a horizontal line enters and leaves a convex quad; nil if it misses it.
  fileprivate func columns(atRow y: Double) -> ClosedRange<Double>? {
    var crossings: [Double] = []
    for side in Side.allCases {
      let (from, to) = self[side]
      guard (from.y <= y) != (to.y <= y) else { continue }
      crossings.append(from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x))
    }
    guard let left = crossings.min(), let right = crossings.max() else { return nil }
    return left...right
  }
}

/// Sums of the 3 × 3 Laplacian of a picture that comes row by row.
package struct Laplacian: Sendable {
  /// The number of samples with eight neighbours.
  private var count = 0
  private var sum = 0
  private var squares = 0
  /// The last two rows.
  private var above: [UInt8] = []
  private var middle: [UInt8] = []

  /// The sums over no rows.
  package init() {}

  /// Adds the next row down. All rows have one length.
  mutating func add(_ next: Span<UInt8>) {
    if !above.isEmpty {
      // The row before this one now has both neighbours.
      let row = laplacian(above.span, middle.span, next)
      sum += row.sum
      squares += row.squares
      count += max(0, next.count - 2)
    }
    let copy = [UInt8](capacity: next.count) { output in for x in next.indices { output.append(next[x]) } }
    (above, middle) = (middle, copy)
  }

  /// The variance over all rows so far; 0 for fewer than three.
  var variance: Double {
    guard count > 0 else { return 0 }
    let mean = Double(sum) / Double(count)
    return Double(squares) / Double(count) - mean * mean
  }

  /// The sums over two pictures.
  package static func + (a: Laplacian, b: Laplacian) -> Laplacian {
    var both = Laplacian()
    (both.count, both.sum, both.squares) = (a.count + b.count, a.sum + b.sum, a.squares + b.squares)
    return both
  }
}
