import Foundation
import PeelImaging

/// A colour in CIE 1976 L*a*b* under D65.
struct Lab {
  var l, a, b: Double

  /// Converts from sRGB, 0…255 each (IEC 61966-2-1).
  init(red: Double, green: Double, blue: Double) {
    let (r, g, b) = (Self.light(red), Self.light(green), Self.light(blue))
    func f(_ t: Double) -> Double { t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116 }
    let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
    let y = f(0.2126 * r + 0.7152 * g + 0.0722 * b)
    let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.0890)
    (l, a, self.b) = (116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  private static func light(_ level: Double) -> Double {
    let v = min(max(level / 255, 0), 1)
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  /// The colours of a photo that is grey or has full-size chroma.
  static func pixels(of photo: Photo) -> [Lab] {
    photo.luma.samples.indices.map { k in
      let y = Double(photo.luma.samples[k])
      let blue = photo.chroma.map { Double($0.blue.samples[k]) - 128 } ?? 0
      let red = photo.chroma.map { Double($0.red.samples[k]) - 128 } ?? 0
      return Lab(red: y + 1.402 * red, green: y - 0.344136 * blue - 0.714136 * red, blue: y + 1.772 * blue)
    }
  }

  /// The mean difference over all pixels; infinite if the sizes differ.
  static func median(_ a: [Lab]?, _ b: [Lab]?) -> Double {
    guard let a, let b, a.count == b.count, !a.isEmpty else { return .infinity }
    return zip(a, b).map { $0.difference(to: $1) }.sorted()[a.count / 2]
  }

  /// The colour difference ΔE by CIEDE2000 (Sharma, Wu and Dalal 2005).
  func difference(to other: Lab) -> Double {
    func seventh(_ c: Double) -> Double { (pow(c, 7) / (pow(c, 7) + pow(25, 7))).squareRoot() }
    let mean = (hypot(a, b) + hypot(other.a, other.b)) / 2
    let stretch = 1 + (1 - seventh(mean)) / 2
    let (a1, a2) = (a * stretch, other.a * stretch)
    let (c1, c2) = (hypot(a1, b), hypot(a2, other.b))
    func hue(_ a: Double, _ b: Double) -> Double {
      let degrees = atan2(b, a) * 180 / .pi
      return a == 0 && b == 0 ? 0 : degrees < 0 ? degrees + 360 : degrees
    }
    let (h1, h2) = (hue(a1, b), hue(a2, other.b))
    var turn = h2 - h1
    if c1 * c2 == 0 { turn = 0 } else if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    var middle = h1 + h2
    if c1 * c2 != 0 { middle = abs(h1 - h2) <= 180 ? middle / 2 : middle < 360 ? middle / 2 + 180 : middle / 2 - 180 }
    func degrees(_ x: Double) -> Double { x * .pi / 180 }
    let (lMean, cMean) = ((l + other.l) / 2, (c1 + c2) / 2)
    let t =
      1 - 0.17 * cos(degrees(middle - 30)) + 0.24 * cos(degrees(2 * middle)) + 0.32 * cos(degrees(3 * middle + 6))
      - 0.20 * cos(degrees(4 * middle - 63))
    let sl = 1 + 0.015 * (lMean - 50) * (lMean - 50) / (20 + (lMean - 50) * (lMean - 50)).squareRoot()
    let (sc, sh) = (1 + 0.045 * cMean, 1 + 0.015 * cMean * t)
    let rotation = -2 * seventh(cMean) * sin(degrees(60 * exp(-pow((middle - 275) / 25, 2))))
    let dl = (other.l - l) / sl
    let dc = (c2 - c1) / sc
    let dh = 2 * (c1 * c2).squareRoot() * sin(degrees(turn / 2)) / sh
    return (dl * dl + dc * dc + dh * dh + rotation * dc * dh).squareRoot()
  }
}
