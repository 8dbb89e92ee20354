import Foundation
import PeelRandomNumbers

@testable import PeelImaging

/// Shots of a glossy print: a white frame around coloured shapes on a dark table, seen from different places.
struct GlossyPrint {
  static let size = (width: 880.0, height: 1070.0)
  static let photo = (width: 760, height: 900)

  private let colours: [SIMD3<Float>]

  /// - Parameter seed: the seed of the picture.
  init(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    let (width, height) = (Int(Self.size.width), Int(Self.size.height))
    var colours = [SIMD3<Float>](repeating: SIMD3(225, 224, 220), count: width * height)
    let picture = (x: 45..<835, y: 60..<850)
    for y in picture.y { for x in picture.x { colours[y * width + x] = SIMD3(90, 70, 60) } }
    for _ in 0..<500 {
      let (cx, cy) = (Int.random(in: picture.x, using: &random), Int.random(in: picture.y, using: &random))
      let (w, h) = (Int.random(in: 8..<70, using: &random), Int.random(in: 8..<70, using: &random))
      let colour = SIMD3<Float>(
        Float.random(in: 20..<170, using: &random), Float.random(in: 20..<150, using: &random),
        Float.random(in: 20..<150, using: &random))
      for y in (cy - h / 2..<cy + h / 2).clamped(to: picture.y) {
        for x in (cx - w / 2..<cx + w / 2).clamped(to: picture.x) { colours[y * width + x] = colour }
      }
    }
    self.colours = colours
  }

  /// What lies on a shot's print besides its picture; places and radii are in shares of the print's width.
  enum Spot {
    case glare(x: Double, y: Double, radius: Double, light: Float = 0.6)
    /// Light is multiplied by `left`.
    case shadow(x: Double, y: Double, radius: Double, left: Float)
    /// A striped thing that hides the print.
    case hand(x: Double, y: Double, radius: Double)
  }

  /// A photo of the print.
  ///
  /// - Parameters:
  ///   - quad: where it lies.
  ///   - gains: the factors on red, green and blue light.
  ///   - fall: how much darker the print is at its right side.
  func shot(
    _ quad: Quad, gains: SIMD3<Float> = SIMD3(1, 1, 1), fall: Float = 0, spots: [Spot] = []
  ) -> PrintShot {
    guard let map = Homography(rectangleOf: Self.size.width, Self.size.height, to: quad)?.inverse else {
      return PrintShot(Photo(luma: Plane(width: 1, height: 1, filledWith: 0)), quad)
    }
    let (width, height) = Self.photo
    var planes: (luma: [UInt8], blue: [UInt8], red: [UInt8]) = ([], [], [])
    for y in 0..<height {
      for x in 0..<width {
        // Four samples make soft edges.
        var sum = SIMD3<Float>()
        for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
          sum += light(at: map(Point(Double(x) + dx, Double(y) + dy)), gains, fall, spots)
        }
        let colour = SIMD3<Float>(Tone.level(sum.x / 4), Tone.level(sum.y / 4), Tone.level(sum.z / 4))
        let ycc = BT601.planes(of: colour)
        planes.luma.append(UInt8(min(max(ycc.luma.rounded(), 0), 255)))
        planes.blue.append(UInt8(min(max((ycc.blue + 128).rounded(), 0), 255)))
        planes.red.append(UInt8(min(max((ycc.red + 128).rounded(), 0), 255)))
      }
    }
    let blue = Plane(width: width, height: height, samples: planes.blue).halved()
    let red = Plane(width: width, height: height, samples: planes.red).halved()
    // The corners are exact, and so is the focal length that they tell.
    var assumptions = Pose.Assumptions()
    assumptions.cornerError = 0.0004
    let pose = Pose(quad: quad, photoSize: (width, height), focalLength: nil, assuming: assumptions)
    return PrintShot(
      Photo(
        luma: Plane(width: width, height: height, samples: planes.luma),
        chroma: Chroma(blue: blue, red: red, scale: (2, 2)), focalLength: pose?.focalLength),
      quad)
  }

  private func light(
    at p: Point, _ gains: SIMD3<Float>, _ fall: Float, _ spots: [Spot]
  ) -> SIMD3<Float> {
    let (width, height) = (Int(Self.size.width), Int(Self.size.height))
    guard p.x >= 0, p.y >= 0, p.x < Self.size.width, p.y < Self.size.height else { return SIMD3(0.04, 0.03, 0.02) }
    let colour = colours[min(Int(p.y), height - 1) * width + min(Int(p.x), width - 1)]
    var light = SIMD3<Float>(Tone.light(colour.x), Tone.light(colour.y), Tone.light(colour.z))
    light *= gains * (1 - fall * Float(p.x / Self.size.width))
    for spot in spots {
      func near(_ x: Double, _ y: Double, _ radius: Double) -> Float {
        let distance = p.distance(to: Point(x * Self.size.width, y * Self.size.width)) / Self.size.width
        return Float(min(max((radius - distance) / 0.03, 0), 1))
      }
      switch spot {
      case .glare(let x, let y, let radius, let added): light += added * near(x, y, radius) * gains
      case .shadow(let x, let y, let radius, let left): light *= 1 - (1 - left) * near(x, y, radius)
      case .hand(let x, let y, let radius):
        let part = near(x, y, radius)
        let skin = SIMD3<Float>(0.10, 0.05, 0.03) * (1 + 0.8 * Float(sin(p.x / 9) * sin(p.y / 7)))
        light = light * (1 - part) + skin * part
      }
    }
    return light
  }

  static let quads = [
    Quad(Point(110, 90), Point(640, 110), Point(655, 760), Point(95, 745)),
    Quad(Point(130, 100), Point(650, 70), Point(610, 730), Point(120, 770)),
    Quad(Point(90, 120), Point(600, 85), Point(650, 720), Point(80, 760)),
  ]

  private static let gains: [SIMD3<Float>] = [SIMD3(0.8, 0.8, 0.8), SIMD3(0.7, 0.75, 0.8), SIMD3(0.9, 0.8, 0.75)]
  private static let falls: [Float] = [0, 0.12, 0.06]

  /// A scan of one of the three shots as it would be without glare.
  func clear(_ number: Int) throws -> Scan {
    var developer = Developer()
    developer.whiteBalance = .none
    let shot = shot(Self.quads[number], gains: Self.gains[number], fall: Self.falls[number])
    return try developer(shot.photo, shot.quad, isUpright: true)
  }

  /// Three shots with glare at different places and in different light.
  func shots(extra: [[Spot]] = [[], [], []]) -> [PrintShot] {
    let spots: [Spot] = [
      .glare(x: 0.3, y: 0.35, radius: 0.12), .glare(x: 0.7, y: 0.35, radius: 0.16),
      .glare(x: 0.5, y: 0.75, radius: 0.16),
    ]
    return (0..<3).map {
      shot(Self.quads[$0], gains: Self.gains[$0], fall: Self.falls[$0], spots: [spots[$0]] + extra[$0])
    }
  }
}

extension Fusion {
  /// The fused print as a scan of a third of its size or so.
  func scan() throws -> Scan {
    var developer = Developer()
    developer.whiteBalance = .none
    let development = try developer.prepare(try print(film: nil, isUpright: true))
    return development.scan(of: [development.strip(rows: 0..<development.height)])
  }
}

/// The peak signal-to-noise ratio of two scans within a part of the print, in dB; the part is in shares of its size.
func similarity(
  _ a: Scan, _ b: Scan, x: ClosedRange<Double> = 0.05...0.95, y: ClosedRange<Double> = 0.05...0.95
) -> Double {
  guard (a.width, a.height) == (b.width, b.height) else { return 0 }
  var (sum, count) = (0.0, 0.0)
  for row in Int(y.lowerBound * Double(a.height))..<Int(y.upperBound * Double(a.height)) {
    for column in Int(x.lowerBound * Double(a.width))..<Int(x.upperBound * Double(a.width)) {
      for channel in 0..<3 {
        let k = 3 * (row * a.width + column) + channel
        let difference = Double(a.picture.samples[k]) - Double(b.picture.samples[k])
        sum += difference * difference
        count += 1
      }
    }
  }
  return 10 * log10(255 * 255 * count / max(sum, 1e-9))
}
