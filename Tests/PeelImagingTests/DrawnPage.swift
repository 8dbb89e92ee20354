import PeelRandomNumbers

@testable import PeelImaging

/// A page as a flatbed scans it, drawn for a test.
struct DrawnPage {
  var width = 620
  var height = 877
  /// Levels of the bed, and how much they vary.
  var bed = 243.0
  var noise = 1.0
  /// The prints, the uppermost last.
  var prints: [PageRectangle] = []
  /// The level of the prints' white frames and their width in pixels.
  var frame = (level: 0.0, width: 0.0)
  /// How far the prints' shadows reach, in pixels.
  var shadow = 0.0
  /// How far a lid's dark rim reaches into the page, in pixels.
  var rim = 0.0
  var dpi: Double? = 75

  /// An upright print, turned by some degrees.
  static func print(x: Double, y: Double, width: Double, height: Double, degrees: Double = 0) -> PageRectangle {
    PageRectangle(
      centre: Point(x + width / 2, y + height / 2), across: Point(1, 0), halfWidth: width / 2, halfHeight: height / 2
    ).turned(by: degrees * .pi / 180)
  }

  /// The level of a print's picture: waves, so that no line crosses it.
  private static func level(_ p: Point, _ rectangle: PageRectangle, _ number: Int) -> Double {
    let d = p - rectangle.centre
    let (u, v) = (d.dot(rectangle.across), d.dot(rectangle.down))
    return 105 + 22 * Double(number % 3) + 30 * sine(u / 17 + Double(number)) * sine(v / 23 + 1)
  }

  /// A wave between -1 and 1 with the period 4.
  private static func sine(_ t: Double) -> Double {
    let s = t - 4 * (t / 4).rounded(.down)
    return s < 2 ? s * (2 - s) : (s - 2) * (s - 4)
  }

  var photo: Photo {
    var random = RandomNumbers(seed: 7)
    let luma = Plane<UInt8>(width: width, height: height) { y, output in
      for x in 0..<width {
        let p = Point(Double(x) + 0.5, Double(y) + 0.5)
        let depth = min(p.x, p.y, Double(width) - p.x, Double(height) - p.y)
        var level = depth < rim ? 70 : bed
        for (number, print) in prints.enumerated() {
          let share = min(max(print.depth(of: p) + 0.5, 0), 1)
          if shadow > 0, share < 1 { level *= 1 - 0.25 * max(0, 1 + print.depth(of: p) / shadow) }
          let isFrame = frame.width > 0 && print.depth(of: p) < frame.width
          level += share * ((isFrame ? frame.level : Self.level(p, print, number)) - level)
        }
        level += Double.random(in: -1.7...1.7, using: &random) * noise
        output.append(UInt8(min(max(level.rounded(), 0), 255)))
      }
    }
    var photo = Photo(luma: luma)
    photo.scanner = dpi.map { ScannerFacts(dpi: $0) }
    return photo
  }

  /// The greatest distance of a print's corner from that of the nearest one found; infinite if one is missing.
  func error(of detection: Detection) -> Double {
    prints.reduce(0) { worst, print in
      let quad = print.quad.standard
      let nearest = detection.prints.map { found in
        zip(found.quad.standard.corners, quad.corners).map { $0.distance(to: $1) }.reduce(0, max)
      }.reduce(.infinity, min)
      return max(worst, nearest)
    }
  }
}
