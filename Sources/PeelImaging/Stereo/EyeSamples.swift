extension EyeRow {
  /// Appends the samples that the eye sees of a row of luma, or of chroma at half size.
  ///
  /// - Parameters:
  ///   - samples: the photo's row.
  ///   - isHalved: whether a sample covers two pixels.
  func append(_ samples: Span<UInt8>, isHalved: Bool, to output: inout [UInt8]) {
    let start = output.count
    let count = samples.count
    let most = Int32(truncatingIfNeeded: count - 1) << 8
    let weights = Self.weights
    output.append(addingCapacity: count) { output in
      let places = sources.span
      let weights = weights.span
      if isHalved {
        for x in 0..<count { output.append(Self.linear(samples, min(max(halved(x, places), 0), most))) }
      } else {
        for x in 0..<count { output.append(Self.cubic(samples, min(max(places[x], 0), most), weights)) }
      }
    }
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
  private func halved(_ x: Int, _ places: Span<Int32>) -> Int32 {
    let first = places[2 &* x]
    // The second pixel may show another part.
    let second = 2 &* x &+ 1 < places.count ? places[2 &* x &+ 1] : first &+ 256
    let isTogether = abs(second &- first &- 256) < 256
    return (first &+ (isTogether ? second : first &+ 256)) >> 2 &- 64
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

  /// Interpolates by the cubic of Catmull and Rom.
  ///
  /// - Parameters:
  ///   - samples: the samples, which are repeated beyond both ends.
  ///   - place: the place in 1/256 sample.
  ///   - weights: `weights`.
  @inline(__always)
  private static func cubic(_ samples: Span<UInt8>, _ place: Int32, _ weights: Span<SIMD4<Int32>>) -> UInt8 {
    let first = Int(place >> 8)
    let part = Int(place & 255)
    if part == 0 { return samples[first] }
    let last = samples.count &- 1
    let four = weights[part]
    let sum =
      Int32(samples[max(first &- 1, 0)]) &* four.x &+ Int32(samples[first]) &* four.y
      &+ Int32(samples[min(first &+ 1, last)]) &* four.z &+ Int32(samples[min(first &+ 2, last)]) &* four.w
    return UInt8(truncatingIfNeeded: min(max((sum &+ 128) >> 8, 0), 255))
  }

  /// The weights of four samples, in 1/256, for each 1/256 from the second to the third.
  private static let weights: [SIMD4<Int32>] = (0..<256).map { step in
    let t = Double(step) / 256
    let real = [
      ((2 - t) * t - 1) * t / 2, ((3 * t - 5) * t * t + 2) / 2, ((4 - 3 * t) * t + 1) * t / 2, (t - 1) * t * t / 2,
    ]
    var whole = real.map { Int32((256 * $0).rounded()) }
    whole[t < 0.5 ? 1 : 2] += 256 - whole.reduce(0, +)
    return SIMD4(whole[0], whole[1], whole[2], whole[3])
  }
}
