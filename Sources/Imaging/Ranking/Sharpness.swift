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
