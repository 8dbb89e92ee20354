/// Where the samples of one stretch of a scan's row lie in a plane.
struct SampleLine {
  /// From the grid of samples to the plane's samples, whose centres are at whole numbers.
  let map: Homography
  /// Samples for each pixel.
  let samples: (x: Int, y: Int)
  /// Pixels of the scan.
  let x: Range<Int>
  let y: Int
  /// Of the plane.
  let width: Int
  let height: Int

  /// A place in a plane in 1/256 of a sample, counted from `bias` samples before the first.
  struct Place {
    static let bias = 4.0
    static let fractions = 256
    let x: Int
    let y: Int
  }

  /// Beyond the first and the last sample the edge is repeated, so that places farther out are all the same.
  static func clamped(_ place: Double, _ count: Int) -> Double {
    min(max(place, -2), Double(count) + 1)
  }

  /// Where sample `column` lies in row `row` of the grid of samples.
  @inline(__always)
  func place(column: Int, row: Int) -> Place {
    let u = Double(column) + 0.5
    let v = Double(row) + 0.5
    let w = 1 / (map.g * u + (map.h * v + map.i))
    return Place(
      x: Self.fixed(Self.clamped((map.a * u + (map.b * v + map.c)) * w, width)),
      y: Self.fixed(Self.clamped((map.d * u + (map.e * v + map.f)) * w, height)))
  }

  /// Rounded to 1/256. The units of 2⁴⁴'s last bit are 1/256, so that the sum's low bits are the number wanted.
  @inline(__always)
  private static func fixed(_ place: Double) -> Int {
    Int(truncatingIfNeeded: (place + (Place.bias + 0x1p44)).bitPattern & 0xFFFF_FFFF)
  }
}
