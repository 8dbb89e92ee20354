internal import PeelPlatform

/// A colour in CIE 1976 L*a*b* under D65, of sRGB levels (CIE 15:2004).
struct LabColour: Sendable, Hashable {
  var lightness: Double
  var a: Double
  var b: Double

  init(lightness: Double, a: Double, b: Double) { (self.lightness, self.a, self.b) = (lightness, a, b) }

  /// - Parameter levels: red, green and blue, 0…255; what is beyond is clamped.
  init(levels: [Double]) {
    let light = levels.map { LinearLight.light(ofLevel: min(max($0, 0), 255)) }
    let (x, y, z) = (
      (0.4124564 * light[0] + 0.3575761 * light[1] + 0.1804375 * light[2]) / 0.95047,
      0.2126729 * light[0] + 0.7151522 * light[1] + 0.0721750 * light[2],
      (0.0193339 * light[0] + 0.1191920 * light[1] + 0.9503041 * light[2]) / 1.08883
    )
    func f(_ t: Double) -> Double { t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116 }
    (lightness, a, b) = (116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z)))
  }

  /// How far the colour is from the grey of its lightness: ΔE00 (CIE 142-2001; Sharma, Wu and Dalal, The CIEDE2000
  /// Color-Difference Formula, Color Research and Application 30, 2005), whose terms of lightness and hue are 0 then.
  var differenceFromGrey: Double {
    let chroma = (a * a + b * b).squareRoot()
    let mean = pow(chroma / 2, 7)
    let stretched = a * (1 + 0.5 * (1 - (mean / (mean + pow(25, 7))).squareRoot()))
    let chromaOfStretched = (stretched * stretched + b * b).squareRoot()
    return chromaOfStretched / (1 + 0.045 * chromaOfStretched / 2)
  }
}
