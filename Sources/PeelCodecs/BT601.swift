/// The full-range BT.601 luma and chroma that photos are kept in (ITU-T T.871, section 7, after ITU-R BT.601-7).
enum BT601 {
  /// The shares of red, green and blue in luma. They add up to 1.
  static let red = 0.299, green = 0.587, blue = 0.114
  /// The differences of blue and red from luma for a chroma of 1: twice the other colours' share, rounded as in T.871.
  static let blueRange = 1.772, redRange = 1.402
}

/// A pixel's red, green and blue, for conversion to BT.601 with integers.
///
/// Factors are in units of 1/65536. Luma's add up to 65536, and each chroma's to 0, so that grey stays grey.
struct RGB<Sample: CodedSample> {
  private let r, g, b: Sample.Wide

  @inline(__always)
  init(_ r: Sample, _ g: Sample, _ b: Sample) {
    self.r = Sample.Wide(truncatingIfNeeded: r)
    self.g = Sample.Wide(truncatingIfNeeded: g)
    self.b = Sample.Wide(truncatingIfNeeded: b)
  }

  @inline(__always)
  var luma: Sample { Sample(truncatingIfNeeded: (19595 &* r &+ 38470 &* g &+ 7471 &* b &+ 32768) >> 16) }
  @inline(__always)
  var blueDifference: Sample { difference(-11059 &* r &- 21709 &* g &+ 32768 &* b) }
  @inline(__always)
  var redDifference: Sample { difference(32768 &* r &- 27439 &* g &- 5329 &* b) }

  @inline(__always)
  private func difference(_ scaled: Sample.Wide) -> Sample {
    let middle = Sample.Wide(truncatingIfNeeded: Sample.max / 2 + 1)
    return Sample(truncatingIfNeeded: (scaled &+ middle << 16 &+ 32767) >> 16)
  }
}
