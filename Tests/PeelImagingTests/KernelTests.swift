import CPeelKernels
import Foundation
import PeelKernels
import Testing

@testable import PeelImaging

/// The kernels with the machine's widest vectors, compared with those in plain C.
@Suite struct KernelTests {
  private static let width = 61
  private static let height = 53
  private static let planes: [[UInt8]] = (0..<3).map { plane in
    var numbers = Numbers(seed: 7 + UInt64(plane))
    return (0..<width * height).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
  }

  /// Upright, tilted, turned by 90°, mirrored, arched, far beyond the window on all sides, and too large for a float.
  private static let rows = [
    row(x: (3.3, 0.83), y: (5.7, 0.04), bend: 0.0004),
    row(x: (-20, 1.49), y: (12.25, -0.7), bend: -0.002),
    row(x: (30, 0.01), y: (-9, 1.1), bend: 0),
    row(x: (50.5, -0.9), y: (40, -0.2), bend: 0.01),
    row(x: (2, 0.9), y: (20, -0.6), bend: 0.001, squares: (-0.001, 0.012, 0.0001)),
    row(x: (-1e9, 1e8), y: (1e9, -1e8), bend: 0.3, squares: (1e12, -1e12, 0.1)),
    row(x: (.nan, .infinity), y: (-.infinity, .nan), bend: -0.125, squares: (.infinity, .nan, -0.125)),
  ]

  private static func row(
    x: (Float, Float), y: (Float, Float), bend: Float, squares: (x: Float, y: Float, bend: Float) = (0, 0, 0)
  ) -> CKernelRow {
    CKernelRow(
      x: x.0, x_step: x.1, x_square: squares.x, y: y.0, y_step: y.1, y_square: squares.y, bend: bend,
      bend_square: squares.bend)
  }

  private static let window = CKernelWindow(
    stride: Int32(width), width: Int32(width), height: Int32(height), origin_x: 4, origin_y: 6)

  @Test(arguments: rows.indices, [1, 7, 8, 9, 64]) func `bicubic is the same on any machine`(_ row: Int, _ count: Int) {
    var outputs = [[UInt8]](repeating: Array(repeating: 77, count: count + 1), count: 2)
    unsafe ckernel_bicubic(Self.planes[0], Self.window, Self.rows[row], &outputs[0], Int32(count))
    unsafe ckernel_bicubic_plain(Self.planes[0], Self.window, Self.rows[row], &outputs[1], Int32(count))
    #expect(outputs[0] == outputs[1])
    // Nothing is written beyond the end.
    #expect(outputs[0].last == 77)
  }

  @Test(arguments: rows.indices, [1, 7, 8, 9, 64]) func `bilinear is the same on any machine`(_ row: Int, _ count: Int)
  {
    let planes = Self.planes
    var outputs = [[UInt8]](repeating: Array(repeating: 77, count: count + 1), count: 4)
    var (a, b) = (outputs[0], outputs[1])
    unsafe ckernel_bilinear(planes[0], planes[1], Self.window, Self.rows[row], &a, &b, Int32(count))
    (outputs[0], outputs[1]) = (a, b)
    unsafe ckernel_bilinear_plain(planes[0], planes[1], Self.window, Self.rows[row], &a, &b, Int32(count))
    #expect(outputs[0] == a && outputs[1] == b)
    #expect(a.last == 77 && b.last == 77)
  }

  @Test(arguments: [1, 2, 3, 17, 61]) func `doubled rows are the same on any machine`(_ count: Int) {
    var (output, plain) = ([UInt8](repeating: 0, count: 2 * count), [UInt8](repeating: 1, count: 2 * count))
    unsafe ckernel_doubled(Self.planes[0], Self.planes[1], Int32(count), &output)
    unsafe ckernel_doubled_plain(Self.planes[0], Self.planes[1], Int32(count), &plain)
    #expect(output == plain)
  }

  @Test(arguments: [1, 3, 16, 61]) func `means of blocks are the same on any machine`(_ count: Int) {
    let (a, b, c, d) = (Self.planes[0], Self.planes[1], Self.planes[2], Array(Self.planes[0].reversed()))
    var (means, plain) = ([Int16](repeating: 0, count: count), [Int16](repeating: 1, count: count))
    unsafe ckernel_halved(a, b, Int32(count), &means)
    unsafe ckernel_halved_plain(a, b, Int32(count), &plain)
    #expect(means == plain)
    let last = (a[(2 * count - 2)..<2 * count] + b[(2 * count - 2)..<2 * count]).map { 4 * Int($0) }
    #expect(Int(means[count - 1]) == last.reduce(0, +))
    var (levels, plainLevels) = ([UInt8](repeating: 0, count: count), [UInt8](repeating: 1, count: count))
    unsafe ckernel_halved_levels(a, b, Int32(count), &levels)
    unsafe ckernel_halved_levels_plain(a, b, Int32(count), &plainLevels)
    #expect(levels == plainLevels)
    #expect(levels.map { Int($0) } == means.map { (Int($0) + 8) / 16 })
    unsafe ckernel_quartered(a, b, c, d, Int32(count), &means)
    unsafe ckernel_quartered_plain(a, b, c, d, Int32(count), &plain)
    #expect(means == plain)
    let first = [a, b, c, d].flatMap { $0.prefix(4) }.map { Int($0) }
    #expect(Int(means[0]) == first.reduce(0, +))
  }

  @Test(arguments: [1, 3, 61]) func `products are the same on any machine`(_ count: Int) {
    let blocks = 3
    let numbers = Self.planes.flatMap { $0 }.map { Float($0) / 7 - 15 }
    let weights = (0..<8 * count * blocks).map { numbers[$0 % numbers.count] }
    let bias = Array(numbers.prefix(8 * blocks))
    func sums(_ kernel: (UnsafePointer<UnsafePointer<Float>?>, inout [Float]) -> Void) -> [Float] {
      var sums = [Float](repeating: 0, count: 4 * 8 * blocks)
      unsafe numbers.withUnsafeBufferPointer { numbers in
        let rows = unsafe (0..<4).map { row in unsafe numbers.baseAddress.map { unsafe $0 + 5 * row } }
        unsafe rows.withUnsafeBufferPointer { rows in
          if let rows = rows.baseAddress { unsafe kernel(rows, &sums) }
        }
      }
      return sums
    }
    let wide = unsafe sums { unsafe ckernel_products($0, weights, bias, Int32(count), Int32(blocks), &$1) }
    let plain = unsafe sums { unsafe ckernel_products_plain($0, weights, bias, Int32(count), Int32(blocks), &$1) }
    #expect(wide == plain)
    // The second row's sum with the last filter.
    var sum = bias[8 * blocks - 1]
    for index in 0..<count { sum += weights[8 * (count * (blocks - 1) + index) + 7] * numbers[5 + index] }
    #expect(wide[2 * 8 * blocks - 1] == sum)
  }

  @Test(arguments: [3, 9, 18, 61]) func `gradients are the same on any machine`(_ count: Int) {
    let rows = Self.planes.map { $0.prefix(count).map { 16 * Int16($0) } }
    // The gradients so far: x, y, squares and channels.
    let before = (0..<4).map { part in (0..<count).map { Float($0 % 7 * (part == 2 ? 90_000 : 1)) } }
    var (wide, plain) = (before, before)
    func steeper(
      _ parts: inout [[Float]],
      _ kernel: (inout [Float], inout [Float], inout [Float], inout [Float]) -> Void
    ) {
      var (x, y, squares, channels) = (parts[0], parts[1], parts[2], parts[3])
      kernel(&x, &y, &squares, &channels)
      parts = [x, y, squares, channels]
    }
    steeper(&wide) {
      unsafe ckernel_steeper(rows[0], rows[1], rows[2], Int32(count), 0.3, 2, &$0, &$1, &$2, &$3)
    }
    steeper(&plain) {
      unsafe ckernel_steeper_plain(rows[0], rows[1], rows[2], Int32(count), 0.3, 2, &$0, &$1, &$2, &$3)
    }
    #expect(wide == plain)
    #expect(wide[0][0] == before[0][0] && wide[0][count - 1] == before[0][count - 1])
    #expect(count < 18 || Set(wide[3]).subtracting([0, 1, 3, 4, 5, 6]) == [2])
  }

  @Test(arguments: [1, 15, 33, 3000]) func `colours are the same on any machine`(_ count: Int) {
    func colours(_ kernel: (inout [UInt8], inout [UInt8], inout [UInt8]) -> Void) -> [[UInt8]] {
      let empty = [UInt8](repeating: 0, count: count)
      var (r, g, b) = (empty, empty, empty)
      kernel(&r, &g, &b)
      return [r, g, b]
    }
    let (luma, blue, red) = (Self.planes[0], Self.planes[1], Self.planes[2])
    let wide = colours { unsafe ckernel_colours(luma, blue, red, Int32(count), &$0, &$1, &$2) }
    let plain = colours { unsafe ckernel_colours_plain(luma, blue, red, Int32(count), &$0, &$1, &$2) }
    #expect(wide == plain)
    #expect(count == 1 || Set(wide.joined()).count > 8)
  }

  /// The lines of the channels: as steep and as flat as allowed, and with ends that aren't whole.
  private static let lines: [[(low: Double, high: Double)]] = [
    [(20, 231), (0, 255), (90, 165)], [(20.3, 230.7), (-30.25, 180.2), (40.6, 295.6)],
  ]

  /// Odd and even widths and numbers of rows, with and without chroma rows above and below.
  @Test(arguments: [(1, 1, 0), (2, 2, 2), (33, 2, 0), (61, 5, 6), (64, 4, 4), (700, 7, 0), (1100, 2, 2)], lines)
  func `rows with half-size chroma are the same on any machine`(
    _ size: (width: Int, height: Int, first: Int), _ ends: [(low: Double, high: Double)]
  ) throws {
    let (width, height, first) = size
    var numbers = Numbers(seed: UInt64(width))
    let (half, rows) = ((width + 1) / 2, (first + height + 1) / 2 + 1)
    func samples(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next()) } }
    let (luma, blue, red) = (samples(width * height), samples(half * rows), samples(half * rows))
    let lines = ends.map { CKernelLine(low: Int32((64 * $0.low).rounded()), high: Int32((64 * $0.high).rounded())) }
    func output(
      _ counts: [Int], _ kernel: (CKernelHalved, inout [UInt8], inout [UInt8], inout [UInt8]) -> Void
    ) -> [[UInt8]] {
      let empty = counts.map { [UInt8](repeating: 77, count: $0 + 1) }
      var (a, b, c) = (empty[0], empty[1], empty[2])
      unsafe luma.withUnsafeBufferPointer { luma in
        unsafe blue.withUnsafeBufferPointer { blue in
          unsafe red.withUnsafeBufferPointer { red in
            let source = unsafe CKernelHalved(
              luma: luma.baseAddress, blue: blue.baseAddress, red: red.baseAddress, rows: Int32(rows),
              first: Int32(first))
            unsafe kernel(source, &a, &b, &c)
          }
        }
      }
      return [a, b, c]
    }
    let (whole, quarter) = (width * height, half * ((height + 1) / 2))
    let finished = [whole, quarter, quarter]
    let wide = unsafe output(finished) {
      unsafe ckernel_finished($0, Int32(width), Int32(height), lines, &$1, &$2, &$3)
    }
    let plain = unsafe output(finished) {
      unsafe ckernel_finished_plain($0, Int32(width), Int32(height), lines, &$1, &$2, &$3)
    }
    let colours = [whole, whole, whole]
    let wideColours = unsafe output(colours) {
      unsafe ckernel_coloured($0, Int32(width), Int32(height), &$1, &$2, &$3)
    }
    let plainColours = unsafe output(colours) {
      unsafe ckernel_coloured_plain($0, Int32(width), Int32(height), &$1, &$2, &$3)
    }
    #expect(wide == plain && wideColours == plainColours)
    // Nothing is written beyond the end.
    #expect((wide + wideColours).allSatisfy { $0.last == 77 })
  }

  /// Compared with double precision: only the result is rounded.
  @Test(arguments: [(33, 7), (64, 6), (1100, 4)], lines) func `rows with half-size chroma are right to the level`(
    _ size: (width: Int, height: Int), _ ends: [(low: Double, high: Double)]
  ) throws {
    let (width, height) = size
    var numbers = Numbers(seed: UInt64(width))
    func plane(_ width: Int, _ height: Int) -> Plane<UInt8> {
      Plane(
        width: width, height: height,
        samples: (0..<width * height).map { _ in UInt8(truncatingIfNeeded: numbers.next()) })
    }
    let (half, above) = ((width + 1) / 2, 1)
    // Rows from the fourth of a scan, with a row of chroma above and one below.
    let (luma, rows) = (plane(width, height), 4..<4 + height)
    let (blue, red) = (plane(half, (height + 1) / 2 + 2), plane(half, (height + 1) / 2 + 2))
    let drawn = DrawnRows(
      rows: rows, luma: luma, chroma: .init(blue: blue, red: red, first: rows.lowerBound / 2 - above, isHalved: true))

    /// The chroma at a pixel, from the neutral level.
    func difference(_ plane: Plane<UInt8>, _ x: Int, _ y: Int) -> Double {
      func sample(_ x: Int, _ y: Int) -> Double { Double(plane[min(max(x, 0), plane.width - 1), y + above]) }
      let (left, top, besideX, besideY) = (x / 2, y / 2, x % 2 == 0 ? -1 : 1, y % 2 == 0 ? -1 : 1)
      let near = 0.75 * sample(left, top) + 0.25 * sample(left, top + besideY)
      return 0.75 * near + 0.25 * (0.75 * sample(left + besideX, top) + 0.25 * sample(left + besideX, top + besideY))
        - 128
    }
    func channels(_ x: Int, _ y: Int) -> [Double] {
      let (y, b, r) = (Double(luma[x, y]), difference(blue, x, y), difference(red, x, y))
      return [y + 1.402 * r, y - 0.344136 * b - 0.714136 * r, y + 1.772 * b]
    }
    func mapped(_ x: Int, _ y: Int) -> [Double] {
      zip(channels(x, y), ends).map { min(max(255 * ($0 - $1.low) / ($1.high - $1.low), 0), 255) }
    }

    let curves = ends.map { (low, high) in Curve { 255 * ($0 - low) / (high - low) } }
    let finished = try #require(drawn.finished(rows, by: curves.compactMap(\.line)))
    let colours = drawn.colours(rows)
    var (luminance, chroma, levels) = (0.0, 0.0, 0.0)
    for y in 0..<height {
      for x in 0..<width {
        let at = y * width + x
        for (level, right) in zip([colours.red[at], colours.green[at], colours.blue[at]], channels(x, y)) {
          levels = max(levels, abs(Double(level) - min(max(right, 0), 255)))
        }
        let c = mapped(x, y)
        luminance = max(luminance, abs(Double(finished.luma[at]) - (0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2])))
        guard x % 2 == 0, y % 2 == 0 else { continue }
        // An odd last column or row counts double.
        let block = [(0, 0), (1, 0), (0, 1), (1, 1)].map { mapped(min(x + $0, width - 1), min(y + $1, height - 1)) }
        let mean = (0..<3).map { k in block.map { $0[k] }.reduce(0, +) / 4 }
        let right = [
          128 + 0.5 * mean[2] - 0.168736 * mean[0] - 0.331264 * mean[1],
          128 + 0.5 * mean[0] - 0.418688 * mean[1] - 0.081312 * mean[2],
        ]
        let place = y / 2 * half + x / 2
        for (level, right) in zip([finished.blue[place], finished.red[place]], right) {
          chroma = max(chroma, abs(Double(level) - min(right, 255)))
        }
      }
    }
    #expect(levels < 0.55 && luminance < 0.6 && chroma < 0.6, "off by \(levels), \(luminance), \(chroma)")
  }

  @Test(arguments: [3, 40, 514, 515, 1200]) func `the Laplacian is the same on any machine`(_ count: Int) {
    let (above, here, below) = (Self.planes[0], Self.planes[1], Self.planes[2])
    var (wide, plain): ((Int64, Int64), (Int64, Int64)) = ((1, 1), (2, 2))
    unsafe ckernel_laplacian(above, here, below, Int32(count), &wide.0, &wide.1)
    unsafe ckernel_laplacian_plain(above, here, below, Int32(count), &plain.0, &plain.1)
    let values = (1..<count - 1).map { x -> Int64 in
      let around = (x - 1...x + 1).flatMap { [above[$0], here[$0], below[$0]] }
      return 9 * Int64(here[x]) - around.reduce(0) { $0 + Int64($1) }
    }
    #expect(wide == plain && wide == (values.reduce(0, +), values.reduce(0) { $0 + $1 * $1 }))
  }

  /// The kernels compared with the path that uses 16 bits and floats, on the same photo. Rounding to 8 bits costs less
  /// than 0.1 dB: a deviation of 0.29 levels.
  @Test(arguments: [0.6, 0.93, 1.05], [2.0, 31, 88]) func `integers are as accurate as floats`(
    _ scale: Double, _ degrees: Double
  ) throws {
    let size = 240
    let luma = Plane<UInt8>(
      width: size, height: size,
      samples: (0..<size * size).map { k in
        let (x, y) = (Double(k % size), Double(k / size))
        return UInt8(min(max(128 + 70 * wave(x / 5 + y / 17) + 60 * wave(y / 7.3 - x / 29), 0), 255))
      })
    var photo = Photo(luma: luma)
    photo.deep = DeepPlanes(
      luma: Plane(width: size, height: size, samples: luma.samples.map { UInt16($0) * 257 }))
    let turn = Quad(x: 0, y: 0, width: 100, height: 100).map { corner in
      let (x, y) = (corner.x - 50, corner.y - 50)
      let (c, s) = (cosine(degrees), cosine(degrees - 90))
      return Point(120 + scale * (c * x - s * y) + 0.02 * x, 118 + scale * (s * x + c * y))
    }
    let map = try #require(Homography(rectangleOf: 100, 100, to: turn))
    var sampling = Warp.Sampling()
    (sampling.middleStep, sampling.largestStep) = (9, 9)
    let warp = Warp(photo, map: map, width: 100, height: 100, sampling: sampling)
    let drawn = warp.drawn(rows: 0..<100).luma.samples
    let exact = try #require(warp.deepRows(0..<100)).luma.samples
    let errors = zip(drawn, exact).map { Double($0) - Double($1) / 257 }
    let deviation = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    #expect(deviation < 0.31, "\(deviation)")
    #expect(errors.map(abs).max() ?? 9 < 1.3)
  }

  private func wave(_ turns: Double) -> Double { cosine(360 * turns) }
  private func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
}

/// xorshift64 (Marsaglia 2003).
struct Numbers: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
