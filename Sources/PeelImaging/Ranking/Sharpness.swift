internal import PeelKernels

extension Plane<UInt8> {
  /// Variance of the 3×3 Laplacian, −1 around and 8 in the middle, over all samples that have eight neighbours: the
  /// sharper of two pictures of one thing has more. 0 where there is no such sample.
  ///
  /// After Pech-Pacheco et al., Diatom autofocusing in brightfield microscopy (2000).
  public func sharpness() -> Double {
    var laplacian = Laplacian()
    for y in 0..<height { laplacian.add(row(y)) }
    return laplacian.variance
  }
}

extension Plane<UInt8> {
  /// Variance of the same Laplacian within a quad, as it would be if the luma there had a standard deviation of 50 levels:
  /// neither lamps nor the exposure change it. Over the quad without a twentieth of it on each side; 0 where nothing of
  /// that lies in the picture, or where all is even.
  public func sharpness(in quad: Quad) -> Double {
    let (margin, contrast) = (0.05, 50.0)
    let inner = quad.map { $0.mixed(with: quad.center, 2 * margin) }
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
    guard count > 0, case let spread = Double(squares) / Double(count) - mean * mean, spread > 1 else { return 0 }
    return laplacian.variance * contrast * contrast / spread
  }
}

extension Quad {
  /// From where to where a level line runs within a convex quad.
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

/// The 3×3 Laplacian of a picture that comes row by row, summed.
public struct Laplacian: Sendable {
  /// Of samples that have eight neighbours.
  private var count = 0
  private var sum = 0
  private var squares = 0
  /// The last two rows.
  private var above: [UInt8] = []
  private var middle: [UInt8] = []

  public init() {}

  /// The next row down. All have one length.
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

  /// Of all rows so far; 0 of fewer than three.
  var variance: Double {
    guard count > 0 else { return 0 }
    let mean = Double(sum) / Double(count)
    return Double(squares) / Double(count) - mean * mean
  }

  /// Two pictures' sums together.
  public static func + (a: Laplacian, b: Laplacian) -> Laplacian {
    var both = Laplacian()
    (both.count, both.sum, both.squares) = (a.count + b.count, a.sum + b.sum, a.squares + b.squares)
    return both
  }
}
