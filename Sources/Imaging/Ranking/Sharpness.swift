extension Plane<UInt8> {
  /// Variance of the 3×3 Laplacian, −1 around and 8 in the middle, over all samples that have eight neighbours: the
  /// sharper of two pictures of one thing has more. 0 where there is no such sample.
  ///
  /// After Pech-Pacheco et al., Diatom autofocusing in brightfield microscopy (2000).
  public func sharpness() -> Double {
    guard width >= 3, height >= 3 else { return 0 }
    var sum = 0
    var squares = 0
    for y in 1..<height - 1 {
      let row = laplacian(above: row(y - 1), row(y), below: row(y + 1))
      sum += row.sum
      squares += row.squares
    }
    let count = Double((width - 2) * (height - 2))
    let mean = Double(sum) / count
    return Double(squares) / count - mean * mean
  }
}

extension Plane<UInt8> {
  /// Variance of the same Laplacian within a quad, as it would be if the luma there had a standard deviation of 50 levels:
  /// neither lamps nor the exposure change it. Over the quad without a twentieth of it on each side; 0 where nothing of
  /// that lies in the picture, or where all is even.
  public func sharpness(in quad: Quad) -> Double {
    let (margin, contrast) = (0.05, 50.0)
    let inner = quad.map { $0.mixed(with: quad.center, 2 * margin) }
    let box = Box(around: inner)
    guard inner.isConvex, box.minX.isFinite, box.maxX.isFinite, box.minY.isFinite, box.maxY.isFinite else { return 0 }
    let (top, bottom) = (max(1, box.minY.rounded(.up)), min(Double(height - 1), box.maxY.rounded(.down)))
    guard top < bottom else { return 0 }
    var (edges, levels) = ((sum: 0, squares: 0), (sum: 0, squares: 0))
    var count = 0
    for y in Int(top)..<Int(bottom) {
      guard let range = inner.columns(atRow: Double(y) + 0.5) else { continue }
      let from = max(1, Int(max(range.lowerBound, 0).rounded(.up)))
      let to = min(width - 1, Int(min(range.upperBound, Double(width)).rounded(.down)))
      guard from < to else { continue }
      let middle = row(y).extracting(from - 1..<to + 1)
      let row = laplacian(
        above: row(y - 1).extracting(from - 1..<to + 1), middle, below: row(y + 1).extracting(from - 1..<to + 1))
      edges = (edges.sum + row.sum, edges.squares + row.squares)
      var (sum, squares): (Int32, Int) = (0, 0)
      for x in 1..<middle.count - 1 {
        sum &+= Int32(middle[x])
        squares &+= Int(middle[x]) &* Int(middle[x])
      }
      levels = (levels.sum + Int(sum), levels.squares + squares)
      count += to - from
    }
    func variance(_ sums: (sum: Int, squares: Int)) -> Double {
      let mean = Double(sums.sum) / Double(count)
      return Double(sums.squares) / Double(count) - mean * mean
    }
    guard count > 0, case let spread = variance(levels), spread > 1 else { return 0 }
    return variance(edges) * contrast * contrast / spread
  }
}

extension Quad {
  /// From where to where a level line runs within a convex quad.
  fileprivate func columns(atRow y: Double) -> ClosedRange<Double>? {
    var places: [Double] = []
    for side in Side.allCases {
      let (from, to) = self[side]
      guard (from.y <= y) != (to.y <= y) else { continue }
      places.append(from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x))
    }
    guard let left = places.min(), let right = places.max() else { return nil }
    return left...right
  }
}

/// Sum and sum of squares of the Laplacian along the middle one of three rows.
private func laplacian(above: Span<UInt8>, _ row: Span<UInt8>, below: Span<UInt8>) -> (sum: Int, squares: Int) {
  var total = 0
  var totalSquares = 0
  // Each value is within ±2040, so that 512 squares stay below 2³¹.
  let block = 512
  let last = row.count - 1
  var start = 1
  while start < last {
    let end = min(start + block, last)
    let (a, b, c) = (
      above.extracting(start - 1..<end + 1), row.extracting(start - 1..<end + 1), below.extracting(start - 1..<end + 1)
    )
    var sum: Int32 = 0
    var squares: Int32 = 0
    for x in 1..<end - start + 1 {
      let around =
        Int16(a[x - 1]) &+ Int16(a[x]) &+ Int16(a[x + 1]) &+ Int16(b[x - 1]) &+ Int16(b[x + 1]) &+ Int16(c[x - 1])
        &+ Int16(c[x]) &+ Int16(c[x + 1])
      let value = Int32(8 &* Int16(b[x]) &- around)
      sum &+= value
      squares &+= value &* value
    }
    total += Int(sum)
    totalSquares += Int(squares)
    start = end
  }
  return (total, totalSquares)
}
