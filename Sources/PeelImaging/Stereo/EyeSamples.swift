internal import PeelKernels

extension EyeRow {
  /// Appends the samples that the eye sees of a row of luma, or of chroma at half size.
  ///
  /// - Parameters:
  ///   - samples: the photo's row.
  ///   - isHalved: whether a sample covers two pixels.
  func append(_ samples: Span<UInt8>, isHalved: Bool, to output: inout [UInt8]) {
    let start = output.count
    let count = samples.count
    output.append(addingCapacity: count) { output in
      let places = sources.span
      let weights = Self.weights.span
      var x = 0
      // Most samples come from neighbours.
      while x < count {
        let first = x
        x &+= 1
        if isHalved {
          let place = Self.halved(first, places)
          while x < count, Self.halved(x, places) &- place == Int32(truncatingIfNeeded: x &- first) << 8 { x &+= 1 }
          Self.appendLinear(samples, from: place, count: x &- first, to: &output)
        } else {
          while x < count, places[x] &- places[x &- 1] == 256 { x &+= 1 }
          Self.appendCubic(samples, from: places[first], count: x &- first, weights, to: &output)
        }
      }
    }
    let most = Int32(truncatingIfNeeded: count - 1) << 8
    for mixture in mixtures {
      let x = isHalved ? mixture.x / 2 : mixture.x
      // A sample of chroma belongs to the left one of its two pixels.
      if isHalved, mixture.x % 2 == 1 { continue }
      let place = isHalved ? mixture.source / 2 - 64 : mixture.source
      let over = Int32(Self.linear(samples, min(max(place, 0), most)))
      let behind = Int32(output[start + x])
      output[start + x] = UInt8(clamping: (over * mixture.share + behind * (256 - mixture.share) + 128) >> 8)
    }
  }

  /// The place of a sample that covers two pixels, in 1/256 sample.
  @inline(__always)
  private static func halved(_ x: Int, _ places: Span<Int32>) -> Int32 {
    let first = places[2 &* x]
    // The second pixel may show another part.
    let second = 2 &* x &+ 1 < places.count ? places[2 &* x &+ 1] : first &+ 256
    let isTogether = abs(second &- first &- 256) < 256
    return (first &+ (isTogether ? second : first &+ 256)) >> 2 &- 64
  }

  /// Appends samples a sample apart, interpolated between two.
  ///
  /// - Parameters:
  ///   - samples: the samples, which are repeated beyond both ends.
  ///   - place: the place of the first, in 1/256 sample.
  @inline(__always)
  private static func appendLinear(
    _ samples: Span<UInt8>, from place: Int32, count: Int, to output: inout OutputSpan<UInt8>
  ) {
    let first = Int(place >> 8)
    guard count >= leastRun, first >= 0, first &+ count < samples.count else {
      let most = Int32(truncatingIfNeeded: samples.count - 1) << 8
      for x in 0..<count {
        output.append(linear(samples, min(max(place &+ Int32(truncatingIfNeeded: x) << 8, 0), most)))
      }
      return
    }
    PeelKernels.appendLinear(
      samples.extracting(first...first + count), part: Int16(truncatingIfNeeded: place & 255), to: &output)
  }

  /// Interpolates between two samples.
  ///
  /// - Parameters:
  ///   - samples: the samples; the last one is repeated.
  ///   - place: the place in 1/256 sample.
  @inline(__always)
  private static func linear(_ samples: Span<UInt8>, _ place: Int32) -> UInt8 {
    let first = Int(place >> 8)
    let part = place & 255
    let (a, b) = (Int32(samples[first]), Int32(samples[min(first &+ 1, samples.count &- 1)]))
    return UInt8(truncatingIfNeeded: (a &* (256 &- part) &+ b &* part &+ 128) >> 8)
  }

  /// Appends samples a sample apart, interpolated by the cubic of Catmull and Rom.
  ///
  /// - Parameters:
  ///   - samples: the samples, which are repeated beyond both ends.
  ///   - place: the place of the first, in 1/256 sample.
  ///   - weights: `weights`.
  @inline(__always)
  private static func appendCubic(
    _ samples: Span<UInt8>, from place: Int32, count: Int, _ weights: Span<SIMD4<Int16>>,
    to output: inout OutputSpan<UInt8>
  ) {
    let first = Int(place >> 8)
    let four = weights[Int(place & 255)]
    guard count >= leastRun, first > 0, first &+ count &+ 1 < samples.count else {
      let most = Int32(truncatingIfNeeded: samples.count - 1) << 8
      for x in 0..<count {
        output.append(cubic(samples, min(max(place &+ Int32(truncatingIfNeeded: x) << 8, 0), most), weights))
      }
      return
    }
    PeelKernels.appendCubic(samples.extracting(first - 1..<first + count + 2), four, to: &output)
  }

  /// The least number of samples for which a call is worth it.
  private static let leastRun = 4

  /// Interpolates by the cubic of Catmull and Rom.
  ///
  /// - Parameters:
  ///   - samples: the samples, which are repeated beyond both ends.
  ///   - place: the place in 1/256 sample.
  ///   - weights: `weights`.
  @inline(__always)
  private static func cubic(_ samples: Span<UInt8>, _ place: Int32, _ weights: Span<SIMD4<Int16>>) -> UInt8 {
    let first = Int(place >> 8)
    let last = samples.count &- 1
    let four = weights[Int(place & 255)]
    func level(_ x: Int) -> Int32 { Int32(samples[min(max(x, 0), last)]) }
    let sum =
      level(first &- 1) &* Int32(four.x) &+ level(first) &* Int32(four.y) &+ level(first &+ 1) &* Int32(four.z)
      &+ level(first &+ 2) &* Int32(four.w)
    return UInt8(truncatingIfNeeded: min(max((sum &+ 128) >> 8, 0), 255))
  }

  /// The weights of four samples, in 1/256, for each 1/256 from the second to the third.
  private static let weights: [SIMD4<Int16>] = (0..<256).map { step in
    let t = Double(step) / 256
    let real = [
      ((2 - t) * t - 1) * t / 2, ((3 * t - 5) * t * t + 2) / 2, ((4 - 3 * t) * t + 1) * t / 2, (t - 1) * t * t / 2,
    ]
    var whole = real.map { Int16((256 * $0).rounded()) }
    whole[t < 0.5 ? 1 : 2] += 256 - whole.reduce(0, +)
    return SIMD4(whole[0], whole[1], whole[2], whole[3])
  }
}
