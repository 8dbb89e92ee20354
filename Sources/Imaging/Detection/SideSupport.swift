/// What the pixels on both sides of a quad's outline say: a print's frame is even inside and differs from the table.
struct SideSupport {
  /// For each side: share of its places that lie within the photo and are not hidden. The other figures are of those,
  /// and of sides that hardly show there are none: 0.
  var visible: [Double]
  /// For each side: share of its places that lies beyond the photo; of a side that hardly lies within, 1.
  var beyondPhoto: [Double]
  /// For each side: share of its places where inside and outside differ by more than the frame varies.
  var separated: [Double]
  /// For each side: mean colour just inside, and just outside, in levels (luma, blue and red difference).
  var inside: [SIMD3<Float>]
  var outside: [SIMD3<Float>]
  /// For each side: mean deviation from a straight course of colour along the side, in levels.
  var unevenness: [Double]
  var outsideUnevenness: [Double]
  private static let places = Row<Float>.count
  private static let leastPlaces = 4

  init(_ quad: Quad, _ colours: ColourGrid, beneath covers: Covers = .none) {
    visible = []
    beyondPhoto = []
    separated = []
    inside = []
    outside = []
    unevenness = []
    outsideUnevenness = []
    for side in Quad.Side.allCases {
      let (from, to) = quad[side]
      let normal = (to - from).normalized.perpendicular
      var inner = Course()
      var outer = Course()
      var beyond = 0
      for k in 0..<Self.places {
        let p = from.mixed(with: to, 0.06 + 0.88 * (Double(k) + 0.5) / Double(Self.places))
        guard colours.contains(p - 1.5 * normal) else {
          beyond += 1
          continue
        }
        guard !covers.hide(p) else { continue }
        inner.append(colours.mean(p + 1.3 * normal, p + 2.3 * normal))
        outer.append(colours.mean(p - 1.3 * normal, p - 2.3 * normal))
      }
      let isBeyond = Self.places - beyond < Self.leastPlaces
      beyondPhoto.append(isBeyond ? 1 : Double(beyond) / Double(Self.places))
      guard inner.count >= Self.leastPlaces else {
        visible.append(0)
        separated.append(0)
        inside.append(.zero)
        outside.append(.zero)
        unevenness.append(0)
        outsideUnevenness.append(0)
        continue
      }
      visible.append(Double(inner.count) / Double(Self.places))
      let (innerMean, innerSpread) = inner.trend
      let (outerMean, outerSpread) = outer.trend
      let limit = max(2, min(12, 2 * innerSpread))
      var apart = 0
      for k in 0..<inner.count where Self.difference(inner[k], outer[k]) > limit { apart += 1 }
      separated.append(Double(apart) / Double(inner.count))
      inside.append(innerMean)
      outside.append(outerMean)
      unevenness.append(Double(innerSpread))
      outsideUnevenness.append(Double(outerSpread))
    }
  }

  /// Mean difference of inside and outside, in levels, 40 at most a side.
  var contrast: Float {
    var sum: Float = 0
    for k in shown { sum += min(40, Self.difference(inside[k], outside[k])) }
    return sum / Float(max(1, shown.count))
  }

  /// The sides that show.
  var shown: [Int] { visible.indices.filter { visible[$0] > 0 } }

  /// Largest difference of two colours, colour differences counting one and a half times.
  static func difference(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
    let d = a - b
    return max(abs(d.x), 1.5 * max(abs(d.y), abs(d.z)))
  }

  /// Something of each place along a side.
  private typealias Row<Element> = InlineArray<24, Element>

  /// The colours along a side, from end to end.
  private struct Course {
    private var colours = Row<SIMD3<Float>>(repeating: .zero)
    private(set) var count = 0

    mutating func append(_ colour: SIMD3<Float>) {
      colours[count] = colour
      count += 1
    }

    subscript(_ place: Int) -> SIMD3<Float> { colours[place] }

    /// Their mean, and their mean deviation from a straight line in luma and colour, both without the quarter that strays
    /// most: pens, fingers and writing cross a frame.
    var trend: (mean: SIMD3<Float>, spread: Float) {
      // 1 for each place that counts, else 0.
      var weights = Row<Float>(repeating: 1)
      var off = Row<Float>(repeating: 0)
      var weighted = weights.mutableSpan
      var offsets = off.mutableSpan
      _ = trend(weighted.span, &offsets)
      for _ in 0..<count / 4 {
        var most = (place: 0, off: -Float.infinity)
        for k in 0..<count where offsets[k] > most.off { most = (k, offsets[k]) }
        weighted[most.place] = 0
        offsets[most.place] = -.infinity
      }
      return trend(weighted.span, &offsets)
    }

    /// `off` becomes how far each place is from the line.
    private func trend(_ weights: Span<Float>, _ off: inout MutableSpan<Float>) -> (mean: SIMD3<Float>, spread: Float) {
      let colours = self.colours.span
      var mean = SIMD3<Float>.zero
      var (n, middle): (Float, Float) = (0, 0)
      for k in 0..<count {
        mean += weights[k] * colours[k]
        middle += weights[k] * Float(k)
        n += weights[k]
      }
      mean /= n
      middle /= n
      var slope = SIMD3<Float>.zero
      var squares: Float = 0
      for k in 0..<count {
        let t = Float(k) - middle
        slope += weights[k] * t * colours[k]
        squares += weights[k] * t * t
      }
      slope /= max(squares, 1)
      var spread: Float = 0
      for k in 0..<count {
        off[k] = SideSupport.difference(colours[k], mean + (Float(k) - middle) * slope)
        spread += weights[k] * off[k] / n
      }
      return (mean, spread)
    }
  }
}

/// Luma and colour differences side by side, for reading single places.
struct ColourGrid: Sendable {
  let width: Int
  let height: Int
  private let colours: [SIMD4<Int16>]

  init(_ planes: ReducedPlanes) {
    width = planes.width
    height = planes.height
    let luma = planes.luma.samples.span
    if let blue = planes.blue, let red = planes.red {
      let (b, r) = (blue.samples.span, red.samples.span)
      colours = [SIMD4<Int16>](capacity: width * height) { output in
        for i in luma.indices { output.append(SIMD4(luma[i], b[i], r[i], 0)) }
      }
    } else {
      colours = [SIMD4<Int16>](capacity: width * height) { output in
        for i in luma.indices { output.append(SIMD4(luma[i], 128 << 4, 128 << 4, 0)) }
      }
    }
  }

  func contains(_ p: Point) -> Bool { p.x >= 0 && p.y >= 0 && p.x < Double(width) && p.y < Double(height) }

  /// The mean of the samples that two points lie in, in levels; places beyond the photo have the nearest one's.
  @inline(__always)
  func mean(_ p: Point, _ q: Point) -> SIMD3<Float> {
    let sum = self[p] &+ self[q]
    return SIMD3(Float(sum.x), Float(sum.y), Float(sum.z)) / 32
  }

  @inline(__always)
  private subscript(_ p: Point) -> SIMD4<Int16> {
    let x = min(width - 1, Int(max(0, p.x)))
    let y = min(height - 1, Int(max(0, p.y)))
    return colours[y * width + x]
  }
}
