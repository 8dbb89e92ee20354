import PeelImaging

/// Converts red, green and blue planes to full-range BT.601 luma, blue and red difference.
func lumaAndChroma<Sample: CodedSample>(
  red: Plane<Sample>, green: Plane<Sample>, blue: Plane<Sample>
) -> (luma: Plane<Sample>, blue: Plane<Sample>, red: Plane<Sample>) {
  func plane(_ sample: (RGB<Sample>) -> Sample) -> Plane<Sample> {
    Plane(width: red.width, height: red.height) { y, out in
      let r = red.row(y)
      let g = green.row(y)
      let b = blue.row(y)
      for x in r.indices { out.append(sample(RGB(r[x], g[x], b[x]))) }
    }
  }
  return (plane { $0.luma }, plane { $0.blueDifference }, plane { $0.redDifference })
}

/// Converts rows of R, G, B to full-range BT.601 luma, blue and red difference.
func lumaAndChroma<Sample: CodedSample>(
  _ rows: [Sample], width: Int, height: Int
) -> (luma: Plane<Sample>, blue: Plane<Sample>, red: Plane<Sample>) {
  func plane(_ sample: (RGB<Sample>) -> Sample) -> Plane<Sample> {
    Plane(width: width, height: height) { y, out in
      let row = rows.span.extracting(3 * width * y..<3 * width * (y + 1))
      for x in 0..<width { out.append(sample(RGB(row[3 * x], row[3 * x + 1], row[3 * x + 2]))) }
    }
  }
  return (plane { $0.luma }, plane { $0.blueDifference }, plane { $0.redDifference })
}

/// Converts red, green and blue planes to full-range BT.601 luma and chroma.
func planesFromRGB(
  red: Plane<UInt8>, green: Plane<UInt8>, blue: Plane<UInt8>
) -> (luma: Plane<UInt8>, chroma: Chroma) {
  let planes = lumaAndChroma(red: red, green: green, blue: blue)
  return (planes.luma, Chroma(blue: planes.blue, red: planes.red, scale: (1, 1)))
}

/// Converts rows of R, G, B to full-range BT.601 luma and chroma.
func planesFromRGB(_ rows: [UInt8], width: Int, height: Int) -> (luma: Plane<UInt8>, chroma: Chroma) {
  let planes = lumaAndChroma(rows, width: width, height: height)
  return (planes.luma, Chroma(blue: planes.blue, red: planes.red, scale: (1, 1)))
}

extension DeepPlanes {
  /// Converts rows of grey, or of R, G and B.
  init(_ rows: [UInt16], width: Int, height: Int, isGrey: Bool) {
    if isGrey {
      self.init(luma: Plane(width: width, height: height, samples: rows))
    } else {
      let planes = lumaAndChroma(rows, width: width, height: height)
      self.init(luma: planes.luma, chroma: (planes.blue, planes.red))
    }
  }
}

/// Cyan, magenta, yellow and black without a profile, as luma and chroma: each ink absorbs its share of the light.
func planesFromInks(_ inks: [Plane<UInt8>], areInverted: Bool) -> (luma: Plane<UInt8>, chroma: Chroma) {
  let flip: UInt8 = areInverted ? 0 : 255
  let black = inks[3]
  func light(_ ink: Plane<UInt8>) -> Plane<UInt8> {
    Plane(width: ink.width, height: ink.height) { y, out in
      let colour = ink.row(y)
      let shade = black.row(y)
      for x in 0..<ink.width {
        let product = UInt32(colour[x] ^ flip) * UInt32(shade[x] ^ flip)
        out.append(UInt8((product + 127) / 255))
      }
    }
  }
  return planesFromRGB(red: light(inks[0]), green: light(inks[1]), blue: light(inks[2]))
}

/// A pixel's red, green and blue, for conversion to luma and chroma with integers.
struct RGB<Sample: CodedSample> {
  private let r, g, b: Sample.Wide

  @inline(__always)
  init(_ r: Sample, _ g: Sample, _ b: Sample) {
    self.r = Sample.Wide(truncatingIfNeeded: r)
    self.g = Sample.Wide(truncatingIfNeeded: g)
    self.b = Sample.Wide(truncatingIfNeeded: b)
  }

  @inline(__always)
  var luma: Sample {
    let (ofRed, ofGreen) = (wide(BT601.Fixed16.lumaOfRed), wide(BT601.Fixed16.lumaOfGreen))
    let half = wide(BT601.Fixed16.half)
    return Sample(truncatingIfNeeded: (ofRed &* r &+ ofGreen &* g &+ wide(BT601.Fixed16.lumaOfBlue) &* b &+ half) >> 16)
  }
  @inline(__always)
  var blueDifference: Sample {
    difference(
      wide(BT601.Fixed16.half) &* b &- wide(BT601.Fixed16.blueLessRed) &* r &- wide(BT601.Fixed16.blueLessGreen) &* g)
  }
  @inline(__always)
  var redDifference: Sample {
    difference(
      wide(BT601.Fixed16.half) &* r &- wide(BT601.Fixed16.redLessGreen) &* g &- wide(BT601.Fixed16.redLessBlue) &* b)
  }

  @inline(__always)
  private func wide(_ share: Int) -> Sample.Wide { Sample.Wide(truncatingIfNeeded: share) }

  @inline(__always)
  private func difference(_ scaled: Sample.Wide) -> Sample {
    let middle = Sample.Wide(truncatingIfNeeded: Sample.max / 2 + 1)
    return Sample(truncatingIfNeeded: (scaled &+ middle << 16 &+ 32767) >> 16)
  }
}
