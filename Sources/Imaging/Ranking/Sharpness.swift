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

/// The 3×3 Laplacian of a picture that comes row by row, summed.
struct Laplacian: Sendable {
  /// Of samples that have eight neighbours.
  private var count = 0
  private var sum = 0
  private var squares = 0
  /// Sums of three samples side by side, of the last two rows.
  private var above: [Int16] = []
  private var middle: [Int16] = []
  private var row: [UInt8] = []

  /// The next row down. All have one length.
  mutating func add(_ next: Span<UInt8>) {
    let width = next.count
    guard width >= 3 else { return }
    let below = [Int16](capacity: width - 2) { output in
      for x in 1..<width - 1 { output.append(Int16(next[x &- 1]) &+ Int16(next[x]) &+ Int16(next[x &+ 1])) }
    }
    if !above.isEmpty { addMiddle(below.span) }
    (above, middle) = (middle, below)
    row = [UInt8](capacity: width - 2) { output in for x in 1..<width - 1 { output.append(next[x]) } }
  }

  /// The row before the last one, which now has both neighbours.
  private mutating func addMiddle(_ below: Span<Int16>) {
    // Each value is within ±2040, so that 512 squares stay below 2³¹.
    let block = 512
    let (above, middle, row) = (above, middle, row)
    for start in stride(from: 0, to: below.count, by: block) {
      let length = min(block, below.count - start)
      let part = start..<start + length
      let (a, b, c) = (above.span.extracting(part), middle.span.extracting(part), below.extracting(part))
      let row = row.span.extracting(part)
      var partSum: Int32 = 0
      var partSquares: Int32 = 0
      for x in 0..<length {
        let value = 9 &* Int16(row[x]) &- (a[x] &+ b[x] &+ c[x])
        partSum &+= Int32(value)
        partSquares &+= Int32(value) &* Int32(value)
      }
      sum += Int(partSum)
      squares += Int(partSquares)
    }
    count += below.count
  }

  /// Of all rows so far; 0 of fewer than three.
  var variance: Double {
    guard count > 0 else { return 0 }
    let mean = Double(sum) / Double(count)
    return Double(squares) / Double(count) - mean * mean
  }

  /// Two pictures' sums together.
  static func + (a: Laplacian, b: Laplacian) -> Laplacian {
    var both = Laplacian()
    (both.count, both.sum, both.squares) = (a.count + b.count, a.sum + b.sum, a.squares + b.squares)
    return both
  }
}
