extension PairAlignment {
  /// Both pictures as they are mounted: the right one laid beside the left one, and both cut to what both show.
  ///
  /// - Parameter focus: the depth that lies in the picture plane.
  /// - Returns: nil if hardly anything is left.
  package func mounted(
    _ left: Picture, _ right: Picture, focus: StereoFocus, threads: Int = 1
  ) -> (left: Picture, right: Picture)? {
    let map = map(focus)
    guard let source = map.inverse else { return nil }
    let (width, height) = (Double(right.width), Double(right.height))
    let corners = [Point(0, 0), Point(width, 0), Point(width, height), Point(0, height)].map { map($0) }
    let xs =
      max(
        0, corners[0].x, corners[3].x)...max(
        0, min(Double(left.width), corners[1].x, corners[2].x), corners[0].x, corners[3].x)
    let ys =
      max(
        0, corners[0].y, corners[1].y)...max(
        0, min(Double(left.height), corners[2].y, corners[3].y), corners[0].y, corners[1].y)
    let columns = Int(xs.lowerBound.rounded(.up))..<max(Int(xs.upperBound), Int(xs.lowerBound.rounded(.up)))
    let rows = Int(ys.lowerBound.rounded(.up))..<max(Int(ys.upperBound), Int(ys.lowerBound.rounded(.up)))
    guard Double(columns.count) >= Self.leastLeft * Double(left.width),
      Double(rows.count) >= Self.leastLeft * Double(left.height)
    else { return nil }
    return (left.part(columns, rows), right.laid(source, columns, rows, threads: threads))
  }

  /// The share of the left picture's width and height that must be left.
  private static let leastLeft = 0.3
}

extension Picture {
  fileprivate func part(_ columns: Range<Int>, _ rows: Range<Int>) -> Picture {
    guard columns.count < width || rows.count < height else { return self }
    var levels: [UInt8] = []
    levels.reserveCapacity(3 * columns.count * rows.count)
    for y in rows {
      let start = 3 * (y * width + columns.lowerBound)
      levels += samples[start..<start + 3 * columns.count]
    }
    return Picture(width: columns.count, height: rows.count, samples: levels)
  }

  /// The picture as it lies on another one, interpolated by Catmull and Rom's cubic.
  ///
  /// - Parameter source: the map from the other picture's pixels to this one's: a similarity.
  fileprivate func laid(
    _ source: Homography, _ columns: Range<Int>, _ rows: Range<Int>, threads: Int
  ) -> Picture {
    let strips = Array(rows).map(threads: threads) { y in
      [UInt8](capacity: 3 * columns.count) { output in
        let samples = samples.span
        let start = source(Point(Double(columns.lowerBound) + 0.5, Double(y) + 0.5))
        let step = source(Point(Double(columns.lowerBound) + 1.5, Double(y) + 0.5)) - start
        for x in 0..<columns.count {
          let place = start + Double(x) * step - Point(0.5, 0.5)
          let (column, row) = (place.x.rounded(.down), place.y.rounded(.down))
          let across = Self.cubic(Float(place.x - column))
          let down = Self.cubic(Float(place.y - row))
          var sum = SIMD4<Float>.zero
          for v in 0..<4 {
            let line = 3 * width * min(max(Int(row) + v - 1, 0), height - 1)
            var part = SIMD4<Float>.zero
            for u in 0..<4 {
              let i = line + 3 * min(max(Int(column) + u - 1, 0), width - 1)
              part += across[u] * SIMD4(Float(samples[i]), Float(samples[i + 1]), Float(samples[i + 2]), 0)
            }
            sum += down[v] * part
          }
          for k in 0..<3 { output.append(UInt8(min(max(sum[k] + 0.5, 0), 255))) }
        }
      }
    }
    return Picture(width: columns.count, height: rows.count, samples: strips.flatMap { $0 })
  }

  /// The weights of four samples for a place between the second and the third.
  private static func cubic(_ t: Float) -> SIMD4<Float> {
    let (t2, t3) = (t * t, t * t * t)
    return SIMD4(-t + 2 * t2 - t3, 2 - 5 * t2 + 3 * t3, t + 4 * t2 - 3 * t3, t3 - t2) / 2
  }
}
