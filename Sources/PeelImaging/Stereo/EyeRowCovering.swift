extension EyeRow {
  /// A row while its pixels are covered.
  struct Covering: ~Copyable, ~Escapable {
    let targets: Span<Int32>
    var sources: MutableSpan<Int32>
    let tear: Int32

    @_lifetime(copy targets, copy sources)
    init(targets: consuming Span<Int32>, sources: consuming MutableSpan<Int32>, tear: Int32) {
      self.targets = targets
      self.sources = sources
      self.tear = tear
    }

    /// Covers the pixels from one pixel of the photo to its neighbour on the side where near parts lie before.
    @inline(__always)
    mutating func cover(_ x: Int, side: Int, _ edges: inout [Mixture]) {
      let width = sources.count
      let neighbour = x + side
      let target = targets[x]
      let place = Int32(truncatingIfNeeded: x) << 8
      guard neighbour >= 0, neighbour < width else {
        coverHalf(of: x, towards: side)
        return
      }
      let distance = (targets[neighbour] &- target) &* Int32(truncatingIfNeeded: side)
      if distance == EyeRow.one {
        // The first centre from here on, on that side.
        let pixel = side > 0 ? (target &+ 255) >> 8 : target >> 8
        if pixel >= 0, pixel < width { sources[Int(pixel)] = place &+ pixel << 8 &- target }
      } else if abs(distance &- EyeRow.one) <= tear {
        var pixel = side > 0 ? (target &+ 255) >> 8 : target >> 8
        let slope = Float(EyeRow.one) / Float(max(distance, 1))
        while (pixel << 8 &- target) &* Int32(truncatingIfNeeded: side) < distance {
          if pixel >= 0, pixel < width {
            sources[Int(pixel)] = place &+ Int32(Float(pixel << 8 &- target) * slope)
          }
          pixel &+= Int32(truncatingIfNeeded: side)
        }
      } else if distance < EyeRow.one {
        coverHalf(of: neighbour, towards: -side)
        if target & 255 == 0, target >= 0, Int(target >> 8) < width { sources[Int(target >> 8)] = place }
        addEdge(of: x, towards: side, isAtGap: false, &edges)
      } else {
        coverHalf(of: x, towards: side)
        addEdge(of: neighbour, towards: -side, isAtGap: true, &edges)
      }
      if x == 0 && side > 0 || x == width - 1 && side < 0 { coverHalf(of: x, towards: -side) }
    }

    /// Covers the pixels from each of several pixels of the photo, which move together, to its neighbour.
    @inline(__always)
    mutating func coverRun(_ run: Range<Int>, side: Int) {
      guard let x = run.first else { return }
      let shift = targets[x] &- Int32(truncatingIfNeeded: x) << 8
      // The first centre from there on, on that side.
      let step = Int(side > 0 ? (shift &+ 255) >> 8 : shift >> 8)
      let pixels = (run.lowerBound + step..<run.upperBound + step).clamped(to: 0..<sources.count)
      for pixel in pixels { sources[pixel] = Int32(truncatingIfNeeded: pixel) << 8 &- shift }
      let end = side > 0 ? 0 : sources.count - 1
      if run.contains(end) { coverHalf(of: end, towards: -side) }
    }

    /// Covers the pixel whose centre lies in one half of where a pixel goes.
    private mutating func coverHalf(of x: Int, towards side: Int) {
      let target = targets[x]
      let pixel = side > 0 ? (target + 255) >> 8 : target >> 8
      guard pixel >= 0, pixel < sources.count, abs(pixel << 8 - target) < EyeRow.half else { return }
      sources[Int(pixel)] = Int32(x) << 8
    }

    /// Adds the pixel that the edge of a near part crosses.
    private mutating func addEdge(of x: Int, towards side: Int, isAtGap: Bool, _ edges: inout [Mixture]) {
      let target = targets[x]
      let pixel = side > 0 ? target >> 8 + 1 : (target + 255) >> 8 - 1
      guard pixel >= 0, pixel < sources.count else { return }
      let covered = EyeRow.one - abs(pixel << 8 - target)
      // Steeper than the pixel's own coverage: the photo's edges are soft already. Beside a gap, rather what lies behind.
      let share = min(max(2 * covered - (isAtGap ? 3 * EyeRow.half / 2 : EyeRow.half), 0), EyeRow.one)
      edges.append(
        Mixture(
          x: Int(pixel), source: Int32(x) << 8, share: share,
          behind: sources[Int(pixel)]))
    }
  }
}
