/// A photo reduced for the search: luma and both colour differences on one grid.
///
/// Each sample is the mean of `scale` × `scale` photo pixels, in sixteenths of a level, so that averaging reduces noise
/// below one level.
package struct ReducedPlanes: Sendable {
  /// Photo pixels along one sample.
  package let scale: Double
  package let luma: Plane<Int16>
  /// The colour differences; nil if the photo is grey.
  package let blue: Plane<Int16>?
  package let red: Plane<Int16>?

  package var width: Int { luma.width }
  package var height: Int { luma.height }

  /// Halves `photo` until its long side is at most `longSide` samples.
  package init(_ photo: Photo, longSide: Int) {
    self.init(photo, level: photo.halvings(toLongSide: longSide))
  }

  /// Resamples `photo` so that its long side is `size` samples, whatever its own size. A smaller photo stays as it is.
  package init(_ photo: Photo, size: Int) {
    // One halving less leaves the grid, or up to twice as many samples.
    let level = photo.halvings(toLongSide: 2 * size - 1)
    self.init(ReducedPlanes(photo, level: level), size: size)
  }

  private init(_ planes: ReducedPlanes, size: Int) {
    let factor = Double(max(planes.width, planes.height)) / Double(size)
    guard factor > 1 else {
      self = planes
      return
    }
    let (across, down) = (Shares(of: planes.width, factor: factor), Shares(of: planes.height, factor: factor))
    scale = planes.scale * factor
    luma = planes.luma.resampled(across, down)
    blue = planes.blue?.resampled(across, down)
    red = planes.red?.resampled(across, down)
  }

  /// Halves `photo` `level` times.
  package init(_ photo: Photo, level: Int) {
    scale = Double(1 << level)
    let grid = photo.luma.reduced(across: level, down: level)
    luma = grid
    blue = photo.chroma.map { $0.blue.fitted(to: grid, level: level, scale: $0.scale) }
    red = photo.chroma.map { $0.red.fitted(to: grid, level: level, scale: $0.scale) }
  }

  private init(scale: Double, luma: Plane<Int16>, blue: Plane<Int16>?, red: Plane<Int16>?) {
    (self.scale, self.luma, self.blue, self.red) = (scale, luma, blue, red)
  }

  /// The planes at half their size.
  func halved() -> ReducedPlanes {
    ReducedPlanes(scale: 2 * scale, luma: luma.halved(), blue: blue?.halved(), red: red?.halved())
  }
}

extension Plane where Sample == UInt8 {
  /// The plane halved `across` and `down` times, in sixteenths of a level. Sizes round up; the last row and column are
  /// repeated beyond the border.
  func reduced(across: Int, down: Int) -> Plane<Int16> {
    switch min(across, down) {
    case ...0:
      return Plane<Int16>(width: width, height: height) { y, output in
        let row = self.row(y)
        for x in row.indices { output.append(Int16(row[x]) << 4) }
      }
    case 1: return averaged(side: 2)
    case let times:
      var plane = averaged(side: 4)
      for _ in 2..<times { plane = plane.halved() }
      return plane
    }
  }

  /// A colour difference plane resampled to a grid that was halved `level` times.
  ///
  /// The origin of a turned photo's chroma is ignored, since it is off by less than one grid sample.
  ///
  /// - Parameter scale: photo pixels along one sample of this plane.
  fileprivate func fitted(to grid: Plane<Int16>, level: Int, scale: (x: Int, y: Int)) -> Plane<Int16> {
    let across = level - scale.x.trailingZeroBitCount
    let down = level - scale.y.trailingZeroBitCount
    let shared = max(0, min(across, down))
    let small = reduced(across: shared, down: shared)
    if small.width == grid.width, small.height == grid.height { return small }
    return Plane<Int16>(width: grid.width, height: grid.height) { y, output in
      let row = small.row(min(y * small.height / max(1, grid.height), small.height - 1))
      for x in 0..<grid.width { output.append(row[min(x * small.width / grid.width, small.width - 1)]) }
    }
  }
}

/// The samples of one line that each sample of a coarser one covers.
private struct Shares {
  /// The first of three neighbouring samples, and their shares, of `unit` together.
  struct Share {
    var first: Int
    var weights: SIMD3<Int32>
  }

  /// A power of two, so that the sum of three samples' products fits into 32 bits.
  static let unit: Int32 = 256
  private(set) var all: [Share] = []

  /// - Parameters:
  ///   - count: the samples of the finer line.
  ///   - factor: how many of them a coarser one covers, 1…2. The last one repeats beyond the end.
  init(of count: Int, factor: Double) {
    let most = max(0, count - 3)
    for k in 0..<Int((Double(count) / factor - 1e-6).rounded(.up)) {
      let (start, end) = (Double(k) * factor, Double(k + 1) * factor)
      let first = min(Int(start), most)
      var weights = SIMD3<Int32>.zero
      var left = Self.unit
      for i in (1..<3).reversed() {
        // What lies beyond the last sample counts for it.
        let isLast = first + i >= count - 1
        let low = max(start, Double(first + i))
        let high = isLast ? end : min(end, Double(first + i + 1))
        let share = first + i < count ? Int32((max(0, high - low) / factor * Double(Self.unit)).rounded()) : 0
        weights[i] = min(left, share)
        left -= weights[i]
      }
      weights[0] = left
      all.append(Share(first: first, weights: weights))
    }
  }
}

extension Plane<Int16> {
  /// Each sample is the mean of those it covers.
  fileprivate func resampled(_ across: Shares, _ down: Shares) -> Plane {
    guard width >= 3, height >= 3 else { return self }
    let (columns, lines) = (across.all.span, down.all)
    var mixed = [Int32](repeating: 0, count: width)
    return Plane(width: columns.count, height: lines.count) { y, output in
      let line = lines[y]
      let (a, b, c) = (row(line.first), row(line.first + 1), row(line.first + 2))
      let weights = line.weights
      var sums = mixed.mutableSpan
      for x in sums.indices {
        sums[x] = weights.x &* Int32(a[x]) &+ weights.y &* Int32(b[x]) &+ weights.z &* Int32(c[x])
      }
      let row = sums.span
      for x in columns.indices {
        let share = columns[x]
        let three = row.extracting(share.first..<share.first &+ 3)
        let sum = share.weights.x &* three[0] &+ share.weights.y &* three[1] &+ share.weights.z &* three[2]
        output.append(Int16(truncatingIfNeeded: (sum &+ 1 << 15) >> 16))
      }
    }
  }
}
