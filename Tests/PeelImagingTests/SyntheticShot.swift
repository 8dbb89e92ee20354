import Foundation
import PeelRandomNumbers

@testable import PeelImaging

/// Synthetic shots of a synthetic print: a white frame around random shapes, on a striped table.
struct SyntheticShot {
  var luma: Plane<UInt8>
  var quad: Quad

  static let film = FilmFormat.all[0]

  /// - Parameter seed: the seed of the picture. The table is the same for all.
  init(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    let (width, height) = (700, 800)
    var plane = Plane<UInt8>(width: width, height: height) { y, row in
      for x in 0..<width { row.append((x + 2 * y) / 7 % 2 == 0 ? 60 : 110) }
    }
    let print = (x: 90, y: 70, width: 528, height: 642)
    quad = Quad(x: 90, y: 70, width: 528, height: 642)
    for y in print.y..<print.y + print.height { for x in print.x..<print.x + print.width { plane[x, y] = 215 } }
    // 6 pixels per millimetre.
    let picture = (x: print.x + 27, y: print.y + 36, side: 474)
    var shapes: [(x: Double, y: Double, radius: Double, turn: Double, level: UInt8)] = []
    for _ in 0..<160 {
      shapes.append(
        (
          Double.random(in: 0..<474, using: &random), Double.random(in: 0..<474, using: &random),
          Double.random(in: 6..<70, using: &random), Double.random(in: 0..<Double.pi, using: &random),
          UInt8.random(in: 20...190, using: &random)
        ))
    }
    for y in 0..<picture.side { for x in 0..<picture.side { plane[picture.x + x, picture.y + y] = 90 } }
    for shape in shapes {
      let (c, s, r) = (cos(shape.turn), sin(shape.turn), shape.radius)
      for y in max(0, Int(shape.y - 1.5 * r))..<min(picture.side, Int(shape.y + 1.5 * r)) {
        for x in max(0, Int(shape.x - 1.5 * r))..<min(picture.side, Int(shape.x + 1.5 * r)) {
          let (u, v) = (Double(x) - shape.x, Double(y) - shape.y)
          // Rectangles at any angle, half as high as wide.
          if abs(c * u + s * v) < r, abs(c * v - s * u) < r / 2 { plane[picture.x + x, picture.y + y] = shape.level }
        }
      }
    }
    luma = plane
  }

  var photo: Photo { Photo(luma: luma) }
  var flat: FlatPrint? { FlatPrint(Print(quad: quad, confidence: 1), in: photo) }

  /// Gaussian blur; `sigma` is in pixels.
  func blurred(_ sigma: Double) -> SyntheticShot {
    guard sigma > 0 else { return self }
    let reach = Int((3 * sigma).rounded(.up))
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let taps = zip(-reach...reach, weights)
    return averaged(taps.map { (Double($0), 0, $1) }).averaged(taps.map { (0, Double($0), $1) })
  }

  /// Blur along a line with a spread of `sigma` pixels; degrees clockwise from x.
  func moved(_ sigma: Double, direction: Double) -> SyntheticShot {
    let length = sigma * 12.0.squareRoot()
    let steps = 2 * Int(length.rounded(.up)) + 1
    return averaged(
      (0..<steps).map { step in
        let along = length * ((Double(step) + 0.5) / Double(steps) - 0.5)
        return (along * cos(direction * .pi / 180), along * sin(direction * .pi / 180), 1)
      })
  }

  /// The shot with `factor` times the brightness.
  func brighter(_ factor: Double) -> SyntheticShot { mapped { UInt8(min(255, (Double($0) * factor).rounded())) } }

  func noisy(_ sigma: Double, seed: UInt64) -> SyntheticShot {
    var random = RandomNumbers(seed: seed)
    return mapped { sample in
      let (u, v) = (Double.random(in: 1e-12..<1, using: &random), Double.random(in: 0..<1, using: &random))
      let normal = (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
      return UInt8(min(max((Double(sample) + sigma * normal).rounded(), 0), 255))
    }
  }

  /// The shot turned clockwise; the quad then begins at another of the print's corners.
  func turned(_ quarters: Int) -> SyntheticShot {
    var shot = self
    for _ in 0..<quarters {
      let height = Double(shot.luma.height)
      let quad = shot.quad.map { Point(height - $0.y, $0.x) }
      shot.quad = quad.turned(by: 3)
      shot.luma = shot.luma.turned(by: 1)
    }
    return shot
  }

  /// The shot with a changed part of the print; the part is given in shares of the print's size.
  func covered(x: ClosedRange<Double>, y: ClosedRange<Double>, _ change: (UInt8) -> UInt8) -> SyntheticShot {
    var shot = self
    let (origin, width, height) = (quad[.topLeft], quad.length(of: .top), quad.length(of: .left))
    for row in Int(origin.y + y.lowerBound * height)..<Int(origin.y + y.upperBound * height) {
      for column in Int(origin.x + x.lowerBound * width)..<Int(origin.x + x.upperBound * width) {
        shot.luma[column, row] = change(luma[column, row])
      }
    }
    return shot
  }

  private func mapped(_ change: (UInt8) -> UInt8) -> SyntheticShot {
    var shot = self
    shot.luma = Plane(width: luma.width, height: luma.height, samples: luma.samples.map(change))
    return shot
  }

  private func averaged(_ taps: [(x: Double, y: Double, weight: Double)]) -> SyntheticShot {
    var shot = self
    let total = taps.reduce(0) { $0 + $1.weight }
    let (width, height) = (luma.width, luma.height)
    // Each tap between pixels is shared by its four neighbours.
    var kernel: [SIMD2<Int>: Double] = [:]
    for tap in taps {
      let (x, y) = (Int(tap.x.rounded(.down)), Int(tap.y.rounded(.down)))
      let (fx, fy) = (tap.x - Double(x), tap.y - Double(y))
      for (dx, dy, share) in [
        (0, 0, (1 - fx) * (1 - fy)), (1, 0, fx * (1 - fy)), (0, 1, (1 - fx) * fy), (1, 1, fx * fy),
      ] where share > 0 { kernel[SIMD2(x + dx, y + dy), default: 0] += share * tap.weight / total }
    }
    var sums = [Float](repeating: 0, count: width * height)
    for (place, weight) in kernel.sorted(by: { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }) {
      for y in 0..<height {
        let row = min(max(y + place.y, 0), height - 1) * width
        for x in 0..<width {
          sums[y * width + x] += Float(weight) * Float(luma.samples[row + min(max(x + place.x, 0), width - 1)])
        }
      }
    }
    shot.luma = Plane(width: width, height: height, samples: sums.map { UInt8(min(255, $0 + 0.5)) })
    return shot
  }
}
