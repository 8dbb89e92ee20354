/// The colours on both sides of a quad's outline: a print's frame is even inside and differs from the table.
struct SideSupport {
  struct Side {
    /// Fraction of the side's positions inside the photo and not covered. The other figures describe those positions;
    /// they are 0 if fewer than four are visible.
    var visible = 0.0
    /// Fraction of the positions outside the photo; 1 if fewer than four are inside.
    var beyondPhoto = 0.0
    /// Fraction of the positions where inside and outside differ by more than the frame varies.
    var separated = 0.0
    /// Mean colour just inside and just outside, in levels (luma, blue and red difference).
    var inside = SIMD3<Float>.zero
    var outside = SIMD3<Float>.zero
    /// Mean deviation of the colour from a linear trend along the side, inside and outside, in levels.
    var unevenness = 0.0
    var outsideUnevenness = 0.0
    /// Whether the side lies on the photo's border. Then inside and outside count as different throughout.
    var isOnBorder = false
  }

  /// The quad's sides, in their order.
  let sides: [Side]
  /// Positions along a side, and how many must be visible.
  fileprivate static let positions = Row<Float>.count
  fileprivate static let leastPositions = 4
  /// A side's greatest contribution to the contrast, in levels.
  private static let greatestContrast: Float = 40
  /// The weight of a colour difference relative to luma.
  private static let colourGain: Float = 1.5

  init(_ quad: Quad, _ colours: ColourGrid, _ border: PhotoBorder, beneath covers: Covers = .none) {
    sides = Quad.Side.allCases.map { side in
      let (from, to) = quad[side]
      return Side(from, to, colours, isOnBorder: border.holds(from, to), beneath: covers)
    }
  }

  /// Mean difference between inside and outside over the visible sides, in levels; at most 40.
  var contrast: Float {
    var sum: Float = 0
    for side in shown {
      let difference = side.isOnBorder ? .infinity : Self.difference(side.inside, side.outside)
      sum += min(Self.greatestContrast, difference)
    }
    return sum / Float(max(1, shown.count))
  }

  /// The visible sides.
  var shown: [Side] { sides.filter { $0.visible > 0 } }

  /// The largest difference of two colours over the channels, in levels, with colour differences weighted 1.5.
  static func difference(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
    let d = a - b
    return max(abs(d.x), colourGain * max(abs(d.y), abs(d.z)))
  }

  /// One element for each position along a side.
  fileprivate typealias Row<Element> = InlineArray<24, Element>

  /// The colours along a side, from end to end.
  fileprivate struct ColourRun {
    private var colours = Row<SIMD3<Float>>(repeating: .zero)
    private(set) var count = 0

    mutating func append(_ colour: SIMD3<Float>) {
      colours[count] = colour
      count += 1
    }

    subscript(_ position: Int) -> SIMD3<Float> { colours[position] }

    /// The mean, and the mean deviation from a linear trend, both without the quarter of the colours that deviate most:
    /// pens, fingers and writing may cross a frame.
    var trend: (mean: SIMD3<Float>, spread: Float) {
      // 1 for a position that counts, else 0.
      var weights = Row<Float>(repeating: 1)
      var off = Row<Float>(repeating: 0)
      var weighted = weights.mutableSpan
      var offsets = off.mutableSpan
      _ = trend(weighted.span, &offsets)
      // Positive floats order like their bit patterns. With the position in the last bits, max() finds the greatest and its
      // position without a branch.
      var numbered = Row<UInt32>(repeating: 0)
      for k in 0..<count { numbered[k] = offsets[k].bitPattern & ~31 | UInt32(31 &- k) }
      for _ in 0..<count / 4 {
        var most: UInt32 = 0
        for k in 0..<count { most = max(most, numbered[k]) }
        let position = 31 - Int(most & 31)
        weighted[position] = 0
        numbered[position] = 0
      }
      return trend(weighted.span, &offsets)
    }

    /// The weighted mean, and the weighted mean deviation from the least-squares line.
    ///
    /// It isn't a `LineFit`: it fits three channels at once, in single precision around the mean.
    ///
    /// - Parameter off: receives each position's deviation.
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
  private static let positions = SideSupport.positions

  /// Distances from a side at which its colours are read, in samples.
  private static let (near, far) = (1.3, 2.3)
  /// The distance outside a side that must lie in the photo, in samples.
  private static let outer = 1.5
  /// The part of a side that is read: its start and length as fractions, since corners are rounded.
  private static let part = (start: 0.06, length: 0.88)
  /// The difference from which inside and outside count as different: `spread` times the frame's variation, within a range
  /// in levels.
  private static let limits: (least: Float, most: Float, spread: Float) = (2, 12, 2)

  fileprivate init(
    _ from: Point, _ to: Point, _ colours: ColourGrid, isOnBorder: Bool, beneath covers: Covers
  ) {
    self.isOnBorder = isOnBorder
    let normal = (to - from).normalized.perpendicular
    let (nearer, farther) = (Self.near * normal, Self.far * normal)
    func position(_ k: Int) -> Point {
      from.mixed(with: to, Self.part.start + Self.part.length * (Double(k) + 0.5) / Double(Self.positions))
    }
    var inner = SideSupport.ColourRun()
    var outer = SideSupport.ColourRun()
    var beyond = 0
    for k in 0..<Self.positions {
      let p = position(k)
      guard isOnBorder || colours.contains(p - Self.outer * normal) else {
        beyond += 1
        continue
      }
      guard !covers.hide(p) else { continue }
      inner.append(colours.mean(p + nearer, p + farther))
      outer.append(colours.mean(p - nearer, p - farther))
    }
    beyondPhoto = Self.positions - beyond < SideSupport.leastPositions ? 1 : Double(beyond) / Double(Self.positions)
    guard inner.count >= SideSupport.leastPositions else { return }
    visible = Double(inner.count) / Double(Self.positions)
    let (innerMean, innerSpread) = inner.trend
    let (outerMean, outerSpread) = outer.trend
    let limit = max(Self.limits.least, min(Self.limits.most, Self.limits.spread * innerSpread))
    var apart = 0
    for k in 0..<inner.count where isOnBorder || SideSupport.difference(inner[k], outer[k]) > limit { apart += 1 }
    separated = Double(apart) / Double(inner.count)
    (inside, outside) = (innerMean, outerMean)
    (unevenness, outsideUnevenness) = (Double(innerSpread), Double(outerSpread))
  }
}
