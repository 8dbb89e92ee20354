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

  @inline(__always)
  private subscript(_ p: Point) -> SIMD4<Int16> {
    let x = min(width - 1, Int(max(0, p.x)))
    let y = min(height - 1, Int(max(0, p.y)))
    return colours[y * width + x]
  }
}
