/// The strength of a picture's edges by the direction across them.
///
/// Blur along one direction, as from a moved camera, doesn't change edges that run along it. A sum over all directions
/// would make such a shot seem sharper than it looks; a comparison direction by direction doesn't.
struct EdgeEnergy: Sendable, Equatable {
  /// The number of directions across an edge: the k-th starts at k · 22.5° clockwise from the picture's x axis.
  static let directions = 8

  /// The squared 3 × 3 Laplacian (−1 around, 8 in the middle) by direction, averaged over the plane.
  let laplacian: [Double]
  /// The squared Sobel gradient by direction, in levels per pixel: the Tenengrad (Tenenbaum 1970; Krotkov, Focusing,
  /// 1987).
  let gradient: [Double]

  private init(laplacian: [Double], gradient: [Double]) {
    self.laplacian = laplacian
    self.gradient = gradient
  }

  /// Sums over all samples that have eight neighbours, and subtracts what noise adds to each.
  init(of plane: Plane<UInt8>, noise: Noise) {
    var sums = EdgeSums()
    for y in 1..<max(1, plane.height - 1) {
      sums.add(above: plane.row(y - 1), plane.row(y), below: plane.row(y + 1))
    }
    let count = Double(max(1, (plane.width - 2) * (plane.height - 2)))
    func energies(_ energy: InlineArray<8, Int>, scale: Double, noise: Double) -> [Double] {
      Self.spread(energy.indices.map { (Double(energy[$0]) / scale - Double(sums.count[$0]) * noise) / count })
    }
    self.init(
      laplacian: energies(sums.laplacian, scale: 1, noise: noise.laplacian),
      gradient: energies(sums.gradient, scale: EdgeSums.gradientScale, noise: noise.gradient))
  }

  /// The energies after the picture's contrast is multiplied by `factor`.
  func scaled(by factor: Double) -> EdgeEnergy {
    EdgeEnergy(laplacian: laplacian.map { factor * factor * $0 }, gradient: gradient.map { factor * factor * $0 })
  }

  /// The energies after the picture is turned.
  func turned(by turns: QuarterTurns) -> EdgeEnergy {
    guard turns.swapsSides else { return self }
    let half = Self.directions / 2
    func swapped(_ values: [Double]) -> [Double] { Array(values[half...] + values[..<half]) }
    return EdgeEnergy(laplacian: swapped(laplacian), gradient: swapped(gradient))
  }

  /// Blurs the energies over directions (binomial weights, about 22° wide) and clamps them to 0 and above.
  private static func spread(_ values: [Double]) -> [Double] {
    let weights = [1.0, 4, 6, 4, 1].map { $0 / 16 }
    return values.indices.map { k in
      max(0, weights.indices.reduce(0) { $0 + weights[$1] * values[(k + $1 + directions - 2) % directions] })
    }
  }
}

/// Sums of squares by direction.
struct EdgeSums {
  /// The sums of the gradient are too large by this factor: its weights ±1 and ±2 add up to 8 times the change per pixel.
  static let gradientScale = 64.0

  var laplacian = InlineArray<8, Int>(repeating: 0)
  var gradient = InlineArray<8, Int>(repeating: 0)
  var count = InlineArray<8, Int>(repeating: 0)

  func total(_ energy: KeyPath<EdgeSums, InlineArray<8, Int>>) -> Int {
    let sums = self[keyPath: energy]
    return sums.indices.reduce(0) { $0 + sums[$1] }
  }

  mutating func add(above a: Span<UInt8>, _ b: Span<UInt8>, below c: Span<UInt8>) {
    guard b.count >= 3 else { return }
    var (left, middle) = (Column(a[0], b[0], c[0]), Column(a[1], b[1], c[1]))
    for x in 2..<b.count {
      let right = Column(a[x], b[x], c[x])
      let value = 9 &* middle.centre &- left.sum &- middle.sum &- right.sum
      let across = right.smooth &- left.smooth
      let down = left.slope &+ 2 &* middle.slope &+ right.slope
      let k = Self.direction(across, down)
      laplacian[k] &+= Int(value &* value)
      gradient[k] &+= Int(across &* across &+ down &* down)
      count[k] &+= 1
      (left, middle) = (middle, right)
    }
  }

  /// Three samples, one below the other. All values are within ±2295.
  private struct Column {
    let centre, sum, smooth, slope: Int32

    @inline(__always)
    init(_ above: UInt8, _ centre: UInt8, _ below: UInt8) {
      let (a, b, c) = (Int32(above), Int32(centre), Int32(below))
      self.centre = b
      sum = a &+ b &+ c
      smooth = a &+ 2 &* b &+ c
      slope = c &- a
    }
  }

  /// The direction of a gradient modulo 180°. The tangents of 22.5° and 67.5° are √2 ∓ 1, here in 1/256.
  @inline(__always)
  private static func direction(_ x: Int32, _ y: Int32) -> Int {
    let (ax, ay) = (abs(x), abs(y))
    let within =
      (256 &* ay >= 106 &* ax ? 1 : 0) &+ (ay >= ax ? 1 : 0) &+ (256 &* ay >= 618 &* ax ? 1 : 0)
    return (x ^ y) >= 0 ? within : 7 &- within
  }
}
