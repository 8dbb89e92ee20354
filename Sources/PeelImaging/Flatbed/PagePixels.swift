/// A photo's colours between its pixels, in levels: luma, and 1.5 times the blue and the red difference.
struct PagePixels: Sendable {
  let width: Int
  let height: Int
  private let luma: Plane<UInt8>
  private let chroma: Chroma?

  init(_ photo: Photo) { (width, height, luma, chroma) = (photo.width, photo.height, photo.luma, photo.chroma) }

  /// The luma at a point, in photo pixels. Beyond the photo its border repeats.
  @inline(__always)
  func luma(_ p: Point) -> Float {
    Self.mixed(luma.samples.span, luma.width, luma.height, p.x - 0.5, p.y - 0.5)
  }

  /// The colour at a point, in photo pixels. Beyond the photo its border repeats.
  @inline(__always)
  func colour(_ p: Point) -> SIMD4<Float> {
    var colour = SIMD4<Float>.zero
    colour.x = luma(p)
    guard let chroma else { return colour }
    let x = (p.x - Double(chroma.origin.x)) / Double(chroma.scale.x) - 0.5
    let y = (p.y - Double(chroma.origin.y)) / Double(chroma.scale.y) - 0.5
    colour.y = 1.5 * Self.mixed(chroma.blue.samples.span, chroma.blue.width, chroma.blue.height, x, y)
    colour.z = 1.5 * Self.mixed(chroma.red.samples.span, chroma.red.width, chroma.red.height, x, y)
    return colour
  }

  /// The four nearest samples, mixed by their distances.
  @inline(__always)
  private static func mixed(
    _ samples: Span<UInt8>, _ width: Int, _ height: Int, _ x: Double, _ y: Double
  ) -> Float {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (u, v) = (Float(x - left), Float(y - top))
    let (i, j) = (Int(left), Int(top))
    let (x0, x1) = (min(max(i, 0), width &- 1), min(max(i &+ 1, 0), width &- 1))
    let (y0, y1) = (min(max(j, 0), height &- 1) &* width, min(max(j &+ 1, 0), height &- 1) &* width)
    let (a, b) = (Float(samples[y0 &+ x0]), Float(samples[y0 &+ x1]))
    let (c, d) = (Float(samples[y1 &+ x0]), Float(samples[y1 &+ x1]))
    let (upper, lower) = (a + u * (b - a), c + u * (d - c))
    return upper + v * (lower - upper)
  }
}
