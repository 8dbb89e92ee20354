/// Where one eye sees the pixels of a row of a photo: a forward warp in fractions of a pixel.
///
/// Where several parts meet, the nearest wins. As one eye sees it, the part that comes later against the direction in which
/// near parts move is the nearer one (McMillan and Bishop 1995), so that a single pass needs no depth buffer.
struct EyeRow {
  /// The place in the photo's row that each pixel shows, in 1/256 pixel, with pixel centres at whole numbers.
  private(set) var sources: [Int32]
  /// Places that cover only a part of a pixel, over its own and in this order: the texture in gaps, and the edges of near
  /// parts.
  var mixtures: [Mixture] { textures + edges }

  private var textures: [Mixture] = []
  private var edges: [Mixture] = []

  /// A second place that a pixel shows.
  struct Mixture {
    /// The pixel's column.
    let x: Int
    /// The place in the photo's row, in 1/256 pixel.
    let source: Int32
    /// The share of the pixel that it covers, in 1/256.
    let share: Int32
    /// What the pixel showed when an edge was found. If that has changed, something nearer covers the edge.
    let behind: Int32
  }

  /// 1/65536 of 1/256 pixel for each step of nearness.
  private let gain: Int
  /// The nearness that doesn't move, 0…65535.
  private let focus: Int
  private let guardWidth: Int
  private let tear: Int32
  /// The least difference of nearness between two parts.
  private let step: Int
  private var targets: [Int32]

  /// The steps of a pixel.
  static let one: Int32 = 256
  static let half: Int32 = 128
  /// Neighbours that move apart or together by more than this are two parts, in 1/256 pixel: with a map as sharp as the photo,
  /// and with a coarser one, whose surfaces have small steps.
  private static let tears: (sharp: Int32, coarse: Int32) = (64, 255)
  private static let gap: Int32 = .min
  /// How much of a gap's pixel is texture for each pixel from the gap's border, in 1/256: with a map as sharp as the photo,
  /// and with a coarser one, whose gaps are wider.
  private static let textureShares: (sharp: Int32, coarse: Int32) = (16, 64)

  /// - Parameters:
  ///   - width: the pixels in a row.
  ///   - gain: how far the nearest parts move against the farthest, in pixels to the right.
  ///   - focus: the nearness that doesn't move, 0…1.
  ///   - guardWidth: the pixels behind an edge that may show the near part, because the map is less sharp than the photo.
  init(width: Int, gain: Double, focus: Double, guardWidth: Int) {
    self.gain = Int((gain * 256 * 65536 / 65535).rounded())
    self.focus = Int((focus * 65535).rounded())
    self.guardWidth = guardWidth
    tear = guardWidth == 0 ? Self.tears.sharp : Self.tears.coarse
    step = gain == 0 ? 65536 : Int(65535 / max(abs(gain), 1))
    sources = Array(repeating: Self.gap, count: width)
    targets = Array(repeating: 0, count: width)
  }

  /// Finds the places for a row.
  ///
  /// - Parameters:
  ///   - nearness: the nearness of the photo's pixels.
  ///   - luma: their luma, which tells where the photo is soft.
  mutating func warp(_ nearness: Span<UInt16>, _ luma: Span<UInt8>) {
    edges.removeAll(keepingCapacity: true)
    textures.removeAll(keepingCapacity: true)
    place(nearness)
    cover()
    edges.removeAll { sources[$0.x] != $0.behind }
    fillGaps(nearness, luma)
  }

  /// Sets `targets`.
  private mutating func place(_ nearness: Span<UInt16>) {
    let (gain, focus) = (gain, focus)
    var targets = targets.mutableSpan
    for x in nearness.indices {
      let shift = ((Int(nearness[x]) &- focus) &* gain) >> 16
      targets[x] = Int32(truncatingIfNeeded: x &<< 8 &+ shift)
    }
  }

  /// Sets `sources` but for gaps, and `edges`.
  private mutating func cover() {
    // Out of the structure, so that the loop need not ask for each pixel whether it owns them.
    var covered: [Int32] = []
    var found: [Mixture] = []
    swap(&covered, &sources)
    swap(&found, &edges)
    var row = Covering(targets: targets.span, sources: covered.mutableSpan, tear: tear)
    for x in row.sources.indices { row.sources[x] = Self.gap }
    let width = row.sources.count
    // Most neighbours move together.
    if gain >= 0 {
      var x = width - 1
      while x >= 0 {
        row.cover(x, side: 1, &found)
        let last = x
        while x > 0, row.targets[x] &- row.targets[x &- 1] == Self.one { x &-= 1 }
        row.coverRun(x..<last, side: 1)
        x &-= 1
      }
    } else {
      var x = 0
      while x < width {
        row.cover(x, side: -1, &found)
        let first = x
        while x &+ 1 < width, row.targets[x &+ 1] &- row.targets[x] == Self.one { x &+= 1 }
        row.coverRun(first + 1..<x + 1, side: -1)
        x &+= 1
      }
    }
    swap(&covered, &sources)
    swap(&found, &edges)
  }

  // MARK: - Gaps

  /// The most that luma changes from one pixel to the next where the photo is soft, on the average over `softReach` pixels.
  private static let (softSlope, softReach) = (4, 6)
  /// How far beside a gap the photo is stretched, relative to the gap: at least, at most, and at most in pixels.
  private static let (leastStretched, mostStretched, mostStretchedPixels) = (2, 4, 64)

  /// Closes a gap by stretching the photo beside it: on both sides where it is soft, because an edge that is out of focus isn't
  /// where the map has it, and else behind the edge, so that lines there stay whole.
  ///
  /// - Returns: false if there isn't enough to stretch.
  private mutating func close(_ gap: Range<Int>, isLeftFarther: Bool, _ luma: Span<UInt8>) -> Bool {
    let (left, right) = (sources[gap.lowerBound - 1], sources[gap.upperBound])
    let (least, most) = (Self.leastStretched * gap.count, min(Self.mostStretched * gap.count, Self.mostStretchedPixels))
    let before = reach(from: gap.lowerBound - 1, side: -1, most)
    let after = reach(from: gap.upperBound, side: 1, most)
    let both = min(before, after)
    if 2 * both >= least, abs(right - left - Self.one) < Self.one, isSoft(around: left, right, both, luma) {
      let pixels = gap.lowerBound - both..<gap.upperBound + both
      stretch(pixels, from: sources[pixels.lowerBound - 1], to: sources[pixels.upperBound])
      edges.removeAll { pixels.contains($0.x) }
    } else if isLeftFarther, before >= least {
      let first = gap.lowerBound - before
      stretch(first..<gap.upperBound - 1, from: sources[first - 1], to: left)
      sources[gap.upperBound - 1] = left
    } else if !isLeftFarther, after >= least {
      sources[gap.lowerBound] = right
      stretch(gap.lowerBound + 1..<gap.upperBound + after, from: right, to: sources[gap.upperBound + after])
    } else {
      return false
    }
    return true
  }

  /// Lays the places between two over some pixels.
  private mutating func stretch(_ pixels: Range<Int>, from first: Int32, to last: Int32) {
    for (number, pixel) in pixels.enumerated() {
      sources[pixel] = first + (last - first) * Int32(number + 1) / Int32(pixels.count + 1)
    }
  }

  /// How many pixels follow one on a side that come from neighbours in the photo.
  private func reach(from pixel: Int, side: Int, _ most: Int) -> Int {
    var reach = 0
    while reach < most {
      let next = pixel + side * (reach + 1)
      guard sources.indices.contains(next), sources[next] != Self.gap,
        abs(Int32(side) * (sources[next] - sources[next - side]) - Self.one) < tear
      else { break }
      reach += 1
    }
    return reach
  }

  /// Whether the photo is soft around two neighbouring places.
  private func isSoft(around left: Int32, _ right: Int32, _ reach: Int, _ luma: Span<UInt8>) -> Bool {
    let first = max(Int(left >> 8) - reach - Self.softReach / 2, 0)
    let last = min(Int(right >> 8) + reach + Self.softReach / 2, luma.count - 1)
    return (first..<max(first, last - Self.softReach)).allSatisfy {
      abs(Int(luma[$0]) - Int(luma[$0 + Self.softReach])) <= Self.softSlope * Self.softReach
    }
  }

  /// Closes each gap or, if that can't be done, fills it with the pixel beside it on its farther side, more and more replaced by
  /// the texture there, mirrored, and not beyond that part.
  private mutating func fillGaps(_ nearness: Span<UInt16>, _ luma: Span<UInt8>) {
    let width = sources.count
    var x = 0
    while x < width {
      guard sources[x] == Self.gap else {
        x += 1
        continue
      }
      let start = x
      while x < width, sources[x] == Self.gap { x += 1 }
      let left = start > 0 ? Int(nearness[Int(sources[start - 1]) >> 8]) : Int.max
      let right = x < width ? Int(nearness[min(Int(sources[x]) >> 8, width - 1)]) : Int.max
      if left == .max, right == .max {
        for pixel in start..<x { sources[pixel] = Int32(pixel) << 8 }
      } else if guardWidth > 0, left != .max, right != .max, close(start..<x, isLeftFarther: left <= right, luma) {
        continue
      } else if left <= right {
        fill(from: start - 1, count: x - start, side: 1, isAtEdge: right != .max, nearness)
      } else {
        fill(from: x, count: x - start, side: -1, isAtEdge: left != .max, nearness)
      }
    }
  }

  /// - Parameters:
  ///   - border: the pixel beside the gap on its farther side.
  ///   - side: where the gap lies from there.
  ///   - isAtEdge: whether a near part lies on the other side.
  private mutating func fill(
    from border: Int, count: Int, side: Int, isAtEdge: Bool, _ nearness: Span<UInt16>
  ) {
    var border = border
    var count = count
    // What lies right behind an edge may still show the near part.
    for _ in 0..<(isAtEdge ? guardWidth : 0) {
      let next = border - side
      guard sources.indices.contains(next), sources[next] != Self.gap,
        abs(sources[border] - sources[next] - Int32(side) * Self.one) < Self.half
      else { break }
      border = next
      count += 1
    }
    let first = sources[border]
    let length = texture(at: Int(first) >> 8, side: -side, atMost: count, nearness)
    let share = guardWidth == 0 ? Self.textureShares.sharp : Self.textureShares.coarse
    for number in 1...count {
      // There and back within the texture.
      let turn = length == 0 ? 0 : number % (2 * length)
      let distance = turn <= length ? turn : 2 * length - turn
      sources[border + side * number] = first
      let texture = Mixture(
        x: border + side * number, source: first - Int32(side * distance) * Self.one,
        share: min(Int32(number) * share, Self.one), behind: first)
      textures.append(texture)
    }
  }

  /// How far a part reaches from a pixel of the photo, in pixels.
  private func texture(at start: Int, side: Int, atMost most: Int, _ nearness: Span<UInt16>) -> Int {
    var last = start
    while abs(last - start) < most {
      let next = last + side
      guard nearness.indices.contains(next), abs(Int(nearness[next]) - Int(nearness[last])) <= step else { break }
      last = next
    }
    return abs(last - start)
  }
}
