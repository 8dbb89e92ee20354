internal import PeelImaging

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

/// Converts red, green and blue planes to full-range BT.601 luma and chroma.
func planesFromRGB(
  red: Plane<UInt8>, green: Plane<UInt8>, blue: Plane<UInt8>
) -> (luma: Plane<UInt8>, chroma: Chroma) {
  let planes = lumaAndChroma(red: red, green: green, blue: blue)
  return (planes.luma, Chroma(blue: planes.blue, red: planes.red, scale: (1, 1)))
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

/// Planes that are made from rows of grey, of R, G and B, or of inks, so that the picture itself is never in memory whole.
struct RowPlanes<Sample: CodedSample> {
  private let width, height: Int
  /// Luma and, unless the picture is grey, the blue and red difference; or four inks.
  private var planes: [[Sample]]

  private static var inks: Int { 4 }

  /// - Parameter colours: samples per pixel of the rows: 1, 3 or 4.
  init(width: Int, height: Int, colours: Int) {
    self.width = width
    self.height = height
    planes = (0..<colours).map { _ in
      var plane: [Sample] = []
      plane.reserveCapacity(width * height)
      return plane
    }
  }

  private var isInks: Bool { planes.count == Self.inks }

  /// Adds the row below the last one. Debug builds specialize it only for callers in this file unless told to.
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  mutating func append(_ row: [Sample]) {
    precondition(row.count == planes.count * width, "the row is whole")
    if planes.count == 1 {
      planes[0] += row
    } else if isInks {
      for ink in planes.indices { append(to: ink) { row[Self.inks * $0 + ink] } }
    } else {
      append(to: 0) { RGB(row[3 * $0], row[3 * $0 + 1], row[3 * $0 + 2]).luma }
      append(to: 1) { RGB(row[3 * $0], row[3 * $0 + 1], row[3 * $0 + 2]).blueDifference }
      append(to: 2) { RGB(row[3 * $0], row[3 * $0 + 1], row[3 * $0 + 2]).redDifference }
    }
  }

  @inline(__always)
  private mutating func append(to plane: Int, _ sample: (Int) -> Sample) {
    let width = width
    planes[plane] += [Sample](capacity: width) { output in
      for x in 0..<width { output.append(sample(x)) }
    }
  }

  private func plane(_ number: Int) -> Plane<Sample> { Plane(width: width, height: height, samples: planes[number]) }
}

extension RowPlanes<UInt8> {
  /// The planes once all rows were added. Inks aren't inverted.
  var pixels: StoredPixels {
    if planes.count == 1 { return .grey(plane(0)) }
    if isInks { return .inks(planes.indices.map(plane), areInverted: false) }
    return .colour(plane(0), Chroma(blue: plane(1), red: plane(2), scale: (1, 1)))
  }
}

extension RowPlanes<UInt16> {
  /// The planes once all rows were added; nil for inks.
  var deep: DeepPlanes? {
    if isInks { return nil }
    return DeepPlanes(luma: plane(0), chroma: planes.count == 1 ? nil : (plane(1), plane(2)))
  }
}
