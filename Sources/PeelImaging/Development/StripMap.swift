/// A map from a scan's pixels to a plane: a homography to whose products a multiple of a coordinate's square is added before
/// the division.
///
/// Along that coordinate, straight rows of pixels become arcs, as on a strip of a curled print.
struct StripMap: Sendable {
  private let flat: Homography
  /// The coordinate that is squared.
  private let axis: ScanMap.Axis
  /// What its square adds to x', y' and the divisor.
  private let square: SIMD3<Double>

  /// - Parameters:
  ///   - flat: the map without the square.
  ///   - axis: the coordinate that is squared.
  ///   - square: what its square adds to x', y' and the divisor.
  init(_ flat: Homography, _ axis: ScanMap.Axis = .x, square: SIMD3<Double> = .zero) {
    (self.flat, self.axis, self.square) = (flat, axis, square)
  }

  /// The homography that has this map's value and slopes at a pixel.
  ///
  /// If y is squared, it is exact along the pixel's row.
  func tangent(at p: Point) -> Homography {
    guard square != .zero else { return flat }
    let at = axis == .x ? p.x : p.y
    // x² = 2 at x − at² + (x − at)²
    let (slope, level) = (2 * at * square, -at * at * square)
    let (x, y) = axis == .x ? (slope, .zero) : (.zero, slope)
    return Homography(
      flat.a + x.x, flat.b + y.x, flat.c + level.x,
      flat.d + x.y, flat.e + y.y, flat.f + level.y,
      flat.g + x.z, flat.h + y.z, flat.i + level.z)
  }

  /// What a row's map adds to its tangent for the square of the distance from the pixel.
  var rowSquare: SIMD3<Double> { axis == .x ? square : .zero }

  func callAsFunction(_ p: Point) -> Point { tangent(at: p)(p) }

  /// A rectangle that holds another one's image.
  ///
  /// The image of a side is a rational Bézier curve, which lies in the hull of its three control points: its ends, and where
  /// their tangents meet.
  func box(of rectangle: Quad) -> Rectangle {
    Rectangle(
      around: Quad.Side.allCases.flatMap { side in
        let (from, to) = rectangle[side]
        return [self(from), tangent(at: from)(0.5 * (from + to))]
      })
  }

  /// This map, and then `after`.
  func followed(by after: Homography) -> StripMap {
    StripMap(
      after.after(flat), axis,
      square: SIMD3(
        after.a * square.x + after.b * square.y + after.c * square.z,
        after.d * square.x + after.e * square.y + after.f * square.z,
        after.g * square.x + after.h * square.y + after.i * square.z))
  }

  /// A scale, and then this map.
  func scaled(by scale: (x: Double, y: Double)) -> StripMap {
    let factor = axis == .x ? scale.x : scale.y
    return StripMap(
      flat.after(Homography(scale: Point(scale.x, scale.y), offset: Point(0, 0))), axis,
      square: factor * factor * square)
  }
}

extension StripMap {
  /// An edge of the photo on a strip of the scan, inside which kx x + ky y + k + square t² is 0 or more, where t is the
  /// coordinate that is squared.
  struct Edge {
    fileprivate let x, y, k, square: Double
    fileprivate let axis: ScanMap.Axis

    func isInside(_ p: Point) -> Bool { value(p) >= 0 }

    private func value(_ p: Point) -> Double {
      let t = axis == .x ? p.x : p.y
      return x * p.x + y * p.y + k + square * t * t
    }

    /// Where a row crosses the edge.
    func crossings(row: Double) -> [Double] {
      let rest = y * row + k
      guard axis == .x, square != 0 else { return [-(rest + (axis == .y ? square * row * row : 0)) / x] }
      let root = (x * x - 4 * square * rest).squareRoot()
      let sum = -(x + (x < 0 ? -root : root)) / 2
      return [sum / square, rest / sum]
    }
  }

  /// The photo's edges that may cut a rectangle of pixels on which the divisor is positive.
  func edges(of photo: (width: Double, height: Double), over rectangle: Quad) -> [Edge] {
    // x' ≥ 0 and x' ≤ photo.width, and likewise for y', multiplied by the divisor.
    func edge(_ x: Double, _ y: Double, _ w: Double) -> Edge {
      Edge(
        x: x * flat.a + y * flat.d + w * flat.g, y: x * flat.b + y * flat.e + w * flat.h,
        k: x * flat.c + y * flat.f + w * flat.i, square: x * square.x + y * square.y + w * square.z, axis: axis)
    }
    let box = box(of: rectangle)
    var edges: [Edge] = []
    if box.minX < 0 { edges.append(edge(1, 0, 0)) }
    if box.maxX > photo.width { edges.append(edge(-1, 0, photo.width)) }
    if box.minY < 0 { edges.append(edge(0, 1, 0)) }
    if box.maxY > photo.height { edges.append(edge(0, -1, photo.height)) }
    return edges
  }
}
