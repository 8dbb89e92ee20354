/// Luma and colour differences of the reduced grid interleaved, for reading single samples.
struct ColourGrid: Sendable {
  let width: Int
  let height: Int
  private let colours: [SIMD4<Int16>]
  /// Two samples' sum for each level: samples are in sixteenths of a level.
  private static let unit: Float = 32
  /// The colour difference of grey, in sixteenths of a level.
  private static let grey: Int16 = 128 << 4

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
        for i in luma.indices { output.append(SIMD4(luma[i], Self.grey, Self.grey, 0)) }
      }
    }
  }

  func contains(_ p: Point) -> Bool { p.x >= 0 && p.y >= 0 && p.x < Double(width) && p.y < Double(height) }

  /// The mean of the samples at two points, in levels. Points outside the photo read the nearest sample.
  @inline(__always)
  func mean(_ p: Point, _ q: Point) -> SIMD3<Float> {
    let sum = self[p] &+ self[q]
    return SIMD3(Float(sum.x), Float(sum.y), Float(sum.z)) / Self.unit
  }

  /// The colour at a point, in levels, between the samples around it. Points outside the photo have that of the border.
  func interpolated(_ p: Point) -> SIMD3<Float> {
    // Sample centres lie at halves.
    func place(_ x: Double, _ count: Int) -> Double { x.isFinite ? min(max(0, x - 0.5), Double(count - 1)) : 0 }
    let (x, y) = (place(p.x, width), place(p.y, height))
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
    func colour(_ x: Int, _ y: Int) -> SIMD3<Float> {
      let colour = colours[y * width + x]
      return SIMD3(Float(colour.x), Float(colour.y), Float(colour.z))
    }
    let (dx, dy) = (Float(x) - Float(left), Float(y) - Float(top))
    let upper = colour(left, top) * (1 - dx) + colour(right, top) * dx
    let lower = colour(left, bottom) * (1 - dx) + colour(right, bottom) * dx
    return (upper * (1 - dy) + lower * dy) * (2 / Self.unit)
  }

  @inline(__always)
  private subscript(_ p: Point) -> SIMD4<Int16> {
    let x = min(width - 1, Int(max(0, p.x)))
    let y = min(height - 1, Int(max(0, p.y)))
    return colours[y * width + x]
  }
}
