import PeelImaging

/// The colours of a part of a picture stretched to a size, one row after another.
struct ScaledColours {
  /// The pixels whose middles are within the picture.
  let columns: Range<Int>
  let rows: Range<Int>
  /// The current row: red, green and blue, 0…255, followed by 1. Only those of `columns` are valid.
  private(set) var colours: [SIMD4<Float>]
  private var channels: [ScaledPlane]
  private let isDifference: Bool
  /// Two to this power is the number of pixels, across and down, that share their chroma.
  private let chromaShift: Int

  /// - Parameters:
  ///   - region: the part of the picture.
  ///   - interpolates: whether a pixel smaller than a sample is interpolated. Chroma has half the resolution then, as in
  ///     most photos; otherwise only if both lengths are even.
  init(of rendition: Rendition, _ region: Region, _ size: PixelSize, interpolates: Bool) {
    isDifference = rendition.isDifference && rendition.channels.count == 3
    chromaShift =
      isDifference && (interpolates || size.width.isMultiple(of: 2) && size.height.isMultiple(of: 2)) ? 1 : 0
    let chromaStep = 1 << chromaShift
    columns = Self.inside(size.width, region.x, region.width, rendition.width)
    rows = Self.inside(size.height, region.y, region.height, rendition.height)
    colours = Array(repeating: SIMD4(), count: size.width)
    let small = PixelSize(
      width: (size.width + chromaStep - 1) / chromaStep, height: (size.height + chromaStep - 1) / chromaStep)
    // The smaller size may cover a little more of the picture.
    let wider = Region(
      x: region.x, y: region.y,
      width: region.width * Double(chromaStep * small.width) / Double(max(size.width, 1)),
      height: region.height * Double(chromaStep * small.height) / Double(max(size.height, 1)))
    channels = rendition.channels.enumerated().map { index, channel in
      index == 0
        ? ScaledPlane(channel, region, size, interpolates: interpolates)
        : ScaledPlane(channel, wider, small, interpolates: interpolates)
    }
  }

  /// The pixels along an axis whose middles are within the picture.
  private static func inside(_ count: Int, _ start: Double, _ length: Double, _ limit: Int) -> Range<Int> {
    let inside = (0..<count).filter {
      (0..<Double(limit)).contains(start + (Double($0) + 0.5) * length / Double(count))
    }
    return (inside.first ?? 0)..<((inside.last ?? -1) + 1)
  }

  /// Makes row `y` the current one.
  mutating func move(to y: Int) {
    channels[0].move(to: y)
    for index in channels.indices.dropFirst() { channels[index].move(to: y >> chromaShift) }
    if isDifference {
      convert(channels[0].row, channels[1].row, channels[2].row)
    } else {
      let (red, green, blue) = (channels[0].row, channels[channels.count / 2].row, channels[channels.count - 1].row)
      for x in columns { colours[x] = SIMD4(red[x], green[x], blue[x], 1) }
    }
  }

  /// Full-range BT.601, as in JFIF.
  private mutating func convert(_ luma: [Float], _ blues: [Float], _ reds: [Float]) {
    let byBlue = SIMD4<Float>(0, -Float(BT601.greenTintLessBlue), Float(BT601.blueTint), 0)
    let byRed = SIMD4<Float>(Float(BT601.redTint), -Float(BT601.greenTintLessRed), 0, 0)
    let (black, white) = (SIMD4<Float>(0, 0, 0, 1), SIMD4<Float>(255, 255, 255, 1))
    for x in columns {
      let light = luma[x]
      let (blue, red) = (blues[x >> chromaShift] - 128, reds[x >> chromaShift] - 128)
      let tint: SIMD4<Float> = blue * byBlue + red * byRed
      let colour = SIMD4(light, light, light, 1) + tint
      colours[x] = colour.replacing(with: black, where: colour .< black).replacing(with: white, where: colour .> white)
    }
  }
}

/// The rows of a plane scaled to a size, one after another.
private struct ScaledPlane {
  private let plane: Plane<UInt8>
  private let across: SampleWeights
  private let down: SampleWeights
  private var current = -1
  /// The weighted sums of the current row's samples that lie above each other.
  private var sums: [Float]
  /// The current row.
  private(set) var row: [Float]

  init(_ channel: Channel, _ region: Region, _ size: PixelSize, interpolates: Bool) {
    let step = (x: region.width / Double(max(size.width, 1)), y: region.height / Double(max(size.height, 1)))
    let level = channel.level(for: step)
    plane = level.plane
    across = SampleWeights(
      count: size.width, from: (region.x - channel.origin.x) / level.scale.x, step: step.x / level.scale.x,
      of: level.plane.width, interpolates: interpolates)
    down = SampleWeights(
      count: size.height, from: (region.y - channel.origin.y) / level.scale.y, step: step.y / level.scale.y,
      of: level.plane.height, interpolates: interpolates)
    sums = Array(repeating: 0, count: level.plane.width)
    row = Array(repeating: 0, count: size.width)
  }

  /// Makes row `y` the current one.
  mutating func move(to y: Int) {
    guard y != current else { return }
    current = y
    guard let (from, to) = across.samples else { return }
    for x in from..<to { sums[x] = 0 }
    let plane = plane
    for tap in 0..<down.taps {
      let weight = down.weights[y * down.taps + tap]
      if weight > 0 { Self.add(plane.row(down.starts[y] + tap), times: weight, from..<to, to: &sums) }
    }
    across.apply(to: sums, &row)
  }

  private static func add(
    _ samples: Span<UInt8>, times weight: Float, _ columns: Range<Int>, to sums: inout [Float]
  ) {
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for x in columns { unsafe sums[x] += weight * Float(samples[x]) }
      }
    }
  }
}

/// The samples that each pixel along an axis is made of, with their weights.
private struct SampleWeights {
  /// The number of samples per pixel.
  let taps: Int
  /// The index of each pixel's first sample.
  private(set) var starts: [Int] = []
  /// `taps` weights for each pixel. Their sum is 1.
  private(set) var weights: [Float] = []

  /// The least length of a pixel, in samples, so that no weight divides by zero.
  private static let leastLength = 1e-6

  /// Computes the weights of `count` pixels, each `step` samples long, in a row of `size` samples.
  ///
  /// - Parameters:
  ///   - from: where the first pixel starts, in samples.
  ///   - interpolates: whether a pixel shorter than a sample is as long as one.
  init(count: Int, from: Double, step: Double, of size: Int, interpolates: Bool) {
    let length = max(step, interpolates ? 1 : Self.leastLength)
    taps = min(Int(length.rounded(.up)) + 1, size)
    starts.reserveCapacity(count)
    weights.reserveCapacity(count * taps)
    for index in 0..<count {
      let middle = min(max(from + (Double(index) + 0.5) * step, 0), Double(size))
      let (low, high) = (middle - length / 2, middle + length / 2)
      let start = min(max(Int(low.rounded(.down)), 0), size - taps)
      starts.append(start)
      func covered(_ tap: Int) -> Double { max(min(Double(start + tap + 1), high) - max(Double(start + tap), low), 0) }
      let total = (0..<taps).reduce(0) { $0 + covered($1) }
      for tap in 0..<taps { weights.append(Float(total > 0 ? covered(tap) / total : 1 / Double(taps))) }
    }
  }

  /// The first of the samples, and the one after the last; nil if there are no pixels.
  var samples: (from: Int, to: Int)? {
    guard let first = starts.first, let last = starts.last else { return nil }
    return (first, last + taps)
  }

  /// Fills a row with the weighted sums of each pixel's samples.
  func apply(to samples: [Float], _ row: inout [Float]) {
    // The compiler unrolls the usual numbers.
    switch taps {
    case 2: apply(2, to: samples.span, &row)
    case 3: apply(3, to: samples.span, &row)
    case _: apply(taps, to: samples.span, &row)
    }
  }

  @inline(__always)
  private func apply(_ taps: Int, to samples: Span<Float>, _ row: inout [Float]) {
    let (starts, weights) = (starts.span, weights.span)
    for index in starts.indices {
      // A pixel's samples are all within the plane: its first is at most their number less `taps`.
      let (start, place) = unsafe (starts[unchecked: index], index &* taps)
      var sum: Float = 0
      for tap in 0..<taps { unsafe sum += weights[unchecked: place &+ tap] * samples[unchecked: start &+ tap] }
      row[index] = sum
    }
  }
}
