extension Picture {
  /// A part of the picture at another size: each pixel is the mean of those it covers, or interpolated between them.
  ///
  /// - Parameters:
  ///   - part: the columns and rows to show; nil for all.
  ///   - width: the new width in pixels.
  ///   - height: the new height in pixels.
  package func scaled(_ part: (x: Range<Int>, y: Range<Int>)? = nil, width: Int, height: Int) -> Picture {
    let part = part ?? (0..<self.width, 0..<self.height)
    let columns = Self.footprints(part.x, count: width)
    let rows = Self.footprints(part.y, count: height)
    var levels: [UInt8] = []
    levels.reserveCapacity(3 * width * height)
    for row in rows {
      var sums = [Float](repeating: 0, count: 3 * part.x.count)
      for (y, weight) in zip(row.first..., row.weights) {
        let first = 3 * (y * self.width + part.x.lowerBound)
        for i in sums.indices { sums[i] += weight * Float(samples[first + i]) }
      }
      for column in columns {
        for k in 0..<3 {
          var sum: Float = 0
          for (x, weight) in zip(column.first..., column.weights) {
            sum += weight * sums[3 * (x - part.x.lowerBound) + k]
          }
          levels.append(UInt8(min(max(sum + 0.5, 0), 255)))
        }
      }
    }
    return Picture(width: width, height: height, samples: levels)
  }

  /// The picture made smaller so that its long side has at most so many pixels, or itself.
  package func reduced(toLongSide longSide: Int) -> Picture {
    let side = max(width, height)
    guard side > longSide else { return self }
    return scaled(width: max(width * longSide / side, 1), height: max(height * longSide / side, 1))
  }

  private struct Footprint {
    let first: Int
    /// They add up to 1.
    let weights: [Float]
  }

  /// The samples that each of `count` new samples covers.
  private static func footprints(_ range: Range<Int>, count: Int) -> [Footprint] {
    let step = Double(range.count) / Double(count)
    // A tent, one sample wide at least.
    let reach = max(step, 1)
    return (0..<count).map { number in
      let middle = Double(range.lowerBound) + (Double(number) + 0.5) * step - 0.5
      let first = max(Int((middle - reach).rounded(.up)), range.lowerBound)
      let last = max(min(Int((middle + reach).rounded(.down)), range.upperBound - 1), first)
      let raw = (first...last).map { max(1 - abs(Double($0) - middle) / reach, 1e-6) }
      let sum = raw.reduce(0, +)
      return Footprint(first: first, weights: raw.map { Float($0 / sum) })
    }
  }

  /// This picture and another of the same height side by side.
  package func beside(_ right: Picture) -> Picture {
    precondition(height == right.height, "both pictures have one height")
    var levels: [UInt8] = []
    levels.reserveCapacity(samples.count + right.samples.count)
    let (row, rightRow) = (3 * width, 3 * right.width)
    for y in 0..<height {
      levels += samples[y * row..<(y + 1) * row]
      levels += right.samples[y * rightRow..<(y + 1) * rightRow]
    }
    return Picture(width: width + right.width, height: height, samples: levels)
  }
}
