internal import PeelImaging

/// A sample with 8 or 16 bits.
protocol CodedSample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {
  /// An integer that holds a sample times 65536.
  associatedtype Wide: FixedWidthInteger, SignedInteger
}

extension UInt8: CodedSample { typealias Wide = Int32 }
extension UInt16: CodedSample { typealias Wide = Int64 }

/// Full-range luma and, unless the picture is grey, chroma, whose zero is the middle of the range.
struct CodedPlanes<Sample: CodedSample> {
  var luma: Plane<Sample>
  /// Both planes have the same size. `scale` is luma samples per chroma sample.
  var chroma: (blue: Plane<Sample>, red: Plane<Sample>, scale: (x: Int, y: Int))?
}

/// The meaning of a coded sample (ITU-T H.273, section 8.3).
enum PlaneKind {
  /// Luma, red, green or blue.
  case luma(isFullRange: Bool)
  case chroma(isFullRange: Bool)

  /// The full-range sample for each coded value.
  ///
  /// - Parameter bits: the bits of a coded value, 8…16.
  func levels<Sample: CodedSample>(bits: Int) -> [Sample] {
    let unit = Double(1 << (bits - 8))
    let most = Double(Sample.max)
    let zero: Double
    let range: Double
    let start: Double
    switch self {
    case .luma(let isFullRange):
      (zero, range, start) = isFullRange ? (0, 256 * unit - 1, 0) : (16 * unit, 219 * unit, 0)
    case .chroma(let isFullRange):
      (zero, range, start) = (128 * unit, isFullRange ? 256 * unit - 1 : 224 * unit, (most + 1) / 2)
    }
    return (0..<1 << bits).map { Sample(min(max((start + (Double($0) - zero) * most / range).rounded(), 0), most)) }
  }
}

/// How colours are coded: the coding-independent code points of ITU-T H.273. Unspecified values mean sRGB's primaries and
/// curve, BT.601 and full range, as in libheif.
struct CICP {
  var primaries = 2
  var transfer = 2
  var matrix = 2
  var isFullRange = true

  /// The shares of red and blue in luma (table 4); nil if luma and chroma are defined differently.
  var weights: (red: Double, blue: Double)? {
    switch matrix {
    case 1: (0.2126, 0.0722)
    case 2, 5, 6: (BT601.lumaOfRed, BT601.lumaOfBlue)
    case 4: (0.30, 0.11)
    case 7: (0.212, 0.087)
    case 9: (0.2627, 0.0593)
    default: nil
    }
  }

  /// Whether libheif converts such planes to BT.601.
  var isConverted: Bool { (0...10).contains(matrix) || [12, 13].contains(matrix) }

  /// Whether brightness is coded for HDR screens, with PQ or HLG.
  var isHDR: Bool { [16, 18].contains(transfer) }

  /// The equivalent ICC profile; nil for sRGB and for unknown primaries.
  var profile: [UInt8]? {
    let isLikeSRGB = [1, 2, 6, 13, 14, 15, 16, 18].contains(transfer)
    if [1, 2].contains(primaries) && isLikeSRGB { return nil }
    // White, red, green, blue. Table 2.
    let named: (name: String, chromaticities: [(x: Double, y: Double)])? =
      switch primaries {
      case 1, 2: ("BT.709", [(0.3127, 0.3290), (0.640, 0.330), (0.300, 0.600), (0.150, 0.060)])
      case 5: ("BT.601 625", [(0.3127, 0.3290), (0.640, 0.330), (0.290, 0.600), (0.150, 0.060)])
      case 6, 7: ("BT.601 525", [(0.3127, 0.3290), (0.630, 0.340), (0.310, 0.595), (0.155, 0.070)])
      case 9: ("BT.2020", [(0.3127, 0.3290), (0.708, 0.292), (0.170, 0.797), (0.131, 0.046)])
      case 11: ("DCI-P3", [(0.314, 0.351), (0.680, 0.320), (0.265, 0.690), (0.150, 0.060)])
      case 12: ("Display P3", [(0.3127, 0.3290), (0.680, 0.320), (0.265, 0.690), (0.150, 0.060)])
      default: nil
      }
    // Table 3: 4 and 5 are power curves, 8 is linear. All others here are close to sRGB's curve.
    let exponent: Double? = [4: 2.2, 5: 2.8, 8: 1][transfer]
    return named.flatMap { ColourTransform.profile(named: $0.name, $0.chromaticities, exponent: exponent) }
  }
}

extension CodedPlanes {
  /// Converts planes with other weights to BT.601. Chroma keeps its size; each luma sample is corrected with the chroma
  /// sample that covers it.
  func toBT601(from weights: (red: Double, blue: Double)) -> CodedPlanes {
    guard let chroma, weights != (BT601.lumaOfRed, BT601.lumaOfBlue) else { return self }
    let green = 1 - weights.red - weights.blue
    // Pure chroma as red, green and blue, and then as luma and chroma of BT.601.
    func response(blue: Double, red: Double) -> (luma: Double, blue: Double, red: Double) {
      let r = 2 * (1 - weights.red) * red
      let b = 2 * (1 - weights.blue) * blue
      let g = -(weights.red * r + weights.blue * b) / green
      let luma = BT601.lumaOfRed * r + BT601.lumaOfGreen * g + BT601.lumaOfBlue * b
      return (luma, (b - luma) / BT601.blueTint, (r - luma) / BT601.redTint)
    }
    let one = 65536.0
    func fixed(_ response: (luma: Double, blue: Double, red: Double)) -> [Sample.Wide] {
      [response.luma, response.blue, response.red].map { Sample.Wide(($0 * one).rounded()) }
    }
    let ofBlue = fixed(response(blue: 1, red: 0))
    let ofRed = fixed(response(blue: 0, red: 1))
    let middle = Sample.Wide(Sample.max / 2 + 1)
    let half = Sample.Wide(1 << 15)
    func mixed(_ index: Int) -> Plane<Sample> {
      let (fromBlue, fromRed) = (ofBlue[index], ofRed[index])
      return Plane(width: chroma.blue.width, height: chroma.blue.height) { y, output in
        let blue = chroma.blue.row(y)
        let red = chroma.red.row(y)
        for x in blue.indices {
          let sum = (Sample.Wide(blue[x]) - middle) * fromBlue + (Sample.Wide(red[x]) - middle) * fromRed
          output.append(Sample(clamping: middle + ((sum + half) >> 16)))
        }
      }
    }
    let (fromBlue, fromRed) = (ofBlue[0], ofRed[0])
    let corrected = Plane(width: luma.width, height: luma.height) { y, output in
      let row = luma.row(y)
      let blue = chroma.blue.row(y / chroma.scale.y)
      let red = chroma.red.row(y / chroma.scale.y)
      for x in row.indices {
        let over = x / chroma.scale.x
        let sum = (Sample.Wide(blue[over]) - middle) * fromBlue + (Sample.Wide(red[over]) - middle) * fromRed
        output.append(Sample(clamping: Sample.Wide(row[x]) + ((sum + half) >> 16)))
      }
    }
    return CodedPlanes(luma: corrected, chroma: (mixed(1), mixed(2), chroma.scale))
  }
}

extension CodedPlanes<UInt8> {
  /// The picture composited over white.
  ///
  /// - Parameters:
  ///   - alpha: the opacity of each pixel, 255 for opaque.
  ///   - isMultiplied: whether the colours are multiplied by it.
  func laidOverWhite(by alpha: Plane<UInt8>, isMultiplied: Bool) -> CodedPlanes {
    // White has no chroma, so multiplied chroma stays.
    if isMultiplied { return CodedPlanes(luma: luma.lightened(by: alpha), chroma: chroma) }
    return CodedPlanes(
      luma: luma.laid(over: 255, by: alpha, scale: (1, 1)),
      chroma: chroma.map { chroma in
        func laid(_ plane: Plane<UInt8>) -> Plane<UInt8> { plane.laid(over: 128, by: alpha, scale: chroma.scale) }
        return (laid(chroma.blue), laid(chroma.red), chroma.scale)
      })
  }
}

extension Plane<UInt8> {
  /// The plane, which is multiplied by its opacity, composited over white.
  fileprivate func lightened(by alpha: Plane<UInt8>) -> Plane {
    Plane(width: width, height: height) { y, output in
      let row = row(y)
      let cover = alpha.row(y)
      for x in row.indices { output.append(UInt8(min(Int(row[x]) + 255 - Int(cover[x]), 255))) }
    }
  }

  /// The plane composited over a uniform ground.
  ///
  /// - Parameters:
  ///   - alpha: the opacity, 255 for opaque.
  ///   - scale: samples of `alpha` per sample of this plane.
  fileprivate func laid(over ground: UInt8, by alpha: Plane<UInt8>, scale: (x: Int, y: Int)) -> Plane {
    Plane(width: width, height: height) { y, output in
      let row = row(y)
      let cover = alpha.row(y * scale.y)
      for x in row.indices {
        let share = Int32(cover[x * scale.x])
        output.append(UInt8((Int32(row[x]) * share + Int32(ground) * (255 - share) + 127) / 255))
      }
    }
  }
}
