extension Plane<UInt8> {
  /// The sharpness of a whole photo: the standard deviation of its Laplacian after shrinking it to at most 1280 × 720
  /// samples, or 720 × 1280.
  ///
  /// After Apple's sample code "Finding the sharpest image in a sequence of captured images". Unlike a `Ranking`, it
  /// measures the table as well as the print.
  package func wholeFrameSharpness() -> Double {
    let (long, short) = (1280.0, 720.0)
    let scale = min(long / Double(max(width, height)), short / Double(min(width, height)))
    return (scale < 1 ? shrunk(by: scale) : self).sharpness().squareRoot()
  }

  /// The plane scaled down. Each sample is the mean of the area that it covers.
  private func shrunk(by scale: Double) -> Plane<UInt8> {
    let across = Footprints(count: max(1, Int((Double(width) * scale).rounded())), of: width)
    let down = Footprints(count: max(1, Int((Double(height) * scale).rounded())), of: height)
    return Plane(width: across.starts.count, height: down.starts.count) { y, output in
      var sums = [Float](repeating: 0, count: width)
      for tap in 0..<down.taps {
        let weight = down.weights[y * down.taps + tap]
        let row = row(min(down.starts[y] + tap, height - 1))
        for x in row.indices { sums[x] += weight * Float(row[x]) }
      }
      let span = sums.span
      for x in across.starts.indices {
        var sum: Float = 0.5
        for tap in 0..<across.taps {
          sum += across.weights[x &* across.taps &+ tap] * span[min(across.starts[x] &+ tap, width - 1)]
        }
        output.append(UInt8(min(sum, 255)))
      }
    }
  }
}

/// The samples that each of `count` equal parts of a row covers, and their weights.
private struct Footprints {
  let taps: Int
  private(set) var starts: [Int] = []
  /// `taps` weights for each part, which add up to 1.
  private(set) var weights: [Float] = []

  init(count: Int, of length: Int) {
    let step = Double(length) / Double(count)
    taps = Int(step.rounded(.up)) + 1
    for part in 0..<count {
      let (from, to) = (Double(part) * step, Double(part + 1) * step)
      let start = Int(from)
      starts.append(start)
      for tap in start..<start + taps {
        let covered = min(Double(tap + 1), to) - max(Double(tap), from)
        weights.append(Float(max(0, covered) / step))
      }
    }
  }
}
