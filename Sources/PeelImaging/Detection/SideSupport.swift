/// What the pixels on both sides of a quad's outline say: a print's frame is even inside and differs from the table.
struct SideSupport {
  struct Side {
    /// Share of its places that lie within the photo and are not hidden. The other figures are of those, and of a side
    /// that hardly shows there are none: 0.
    var visible = 0.0
    /// Share of its places that lies beyond the photo; of a side that hardly lies within, 1.
    var beyondPhoto = 0.0
    /// Share of its places where inside and outside differ by more than the frame varies.
    var separated = 0.0
    /// Mean colour just inside, and just outside, in levels (luma, blue and red difference).
    var inside = SIMD3<Float>.zero
    var outside = SIMD3<Float>.zero
    /// Mean deviation from a straight course of colour along the side, in levels.
    var unevenness = 0.0
    var outsideUnevenness = 0.0
  }

  /// Of the quad, in their order.
  let sides: [Side]
  fileprivate static let places = Row<Float>.count
  fileprivate static let leastPlaces = 4

  init(_ quad: Quad, _ colours: ColourGrid, beneath covers: Covers = .none) {
    sides = Quad.Side.allCases.map { Side(quad[$0].from, quad[$0].to, colours, beneath: covers) }
  }

  /// Mean difference of inside and outside, in levels, 40 at most a side.
  var contrast: Float {
    var sum: Float = 0
    for side in shown { sum += min(40, Self.difference(side.inside, side.outside)) }
    return sum / Float(max(1, shown.count))
  }

  /// The sides that show.
  var shown: [Side] { sides.filter { $0.visible > 0 } }

  /// Largest difference of two colours, colour differences counting one and a half times.
  static func difference(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
    let d = a - b
    return max(abs(d.x), 1.5 * max(abs(d.y), abs(d.z)))
  }

  /// Something of each place along a side.
  fileprivate typealias Row<Element> = InlineArray<24, Element>

  /// The colours along a side, from end to end.
  fileprivate struct Course {
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
      // As whole numbers, which order alike, with the place in their last bits: the greatest is found without a branch.
      var numbered = Row<UInt32>(repeating: 0)
      for k in 0..<count { numbered[k] = offsets[k].bitPattern & ~31 | UInt32(31 &- k) }
      for _ in 0..<count / 4 {
        var most: UInt32 = 0
        for k in 0..<count { most = max(most, numbered[k]) }
        let place = 31 - Int(most & 31)
        weighted[place] = 0
        numbered[place] = 0
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

extension SideSupport.Side {
  private static let places = SideSupport.places

  /// How far beside a side its colours are read, in samples.
  private static let (near, far) = (1.3, 2.3)

  fileprivate init(_ from: Point, _ to: Point, _ colours: ColourGrid, beneath covers: Covers) {
    let normal = (to - from).normalized.perpendicular
    let (nearer, farther) = (Self.near * normal, Self.far * normal)
    func place(_ k: Int) -> Point { from.mixed(with: to, 0.06 + 0.88 * (Double(k) + 0.5) / Double(Self.places)) }
    var inner = SideSupport.Course()
    var outer = SideSupport.Course()
    var beyond = 0
    for k in 0..<Self.places {
      let p = place(k)
      guard colours.contains(p - 1.5 * normal) else {
        beyond += 1
        continue
      }
      guard !covers.hide(p) else { continue }
      inner.append(colours.mean(p + nearer, p + farther))
      outer.append(colours.mean(p - nearer, p - farther))
    }
    beyondPhoto = Self.places - beyond < SideSupport.leastPlaces ? 1 : Double(beyond) / Double(Self.places)
    guard inner.count >= SideSupport.leastPlaces else { return }
    visible = Double(inner.count) / Double(Self.places)
    let (innerMean, innerSpread) = inner.trend
    let (outerMean, outerSpread) = outer.trend
    let limit = max(2, min(12, 2 * innerSpread))
    var apart = 0
    for k in 0..<inner.count where SideSupport.difference(inner[k], outer[k]) > limit { apart += 1 }
    separated = Double(apart) / Double(inner.count)
    (inside, outside) = (innerMean, outerMean)
    (unevenness, outsideUnevenness) = (Double(innerSpread), Double(outerSpread))
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
