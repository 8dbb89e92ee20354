extension DepthMap {
  /// The map in grey, white for the nearest.
  package var grey: Picture {
    Picture(
      width: nearness.width, height: nearness.height,
      samples: nearness.samples.flatMap { repeatElement(UInt8($0 >> 8), count: 3) })
  }

  /// The map in colours: blue for the farthest over green and yellow to red for the nearest.
  package var coloured: Picture {
    Picture(
      width: nearness.width, height: nearness.height,
      samples: nearness.samples.flatMap { Self.colours[Int($0 >> 8)] })
  }

  /// Colours at equal distances, from far to near.
  private static let anchors: [SIMD3<Double>] = [
    SIMD3(24, 15, 61), SIMD3(38, 75, 160), SIMD3(32, 150, 170), SIMD3(90, 200, 100), SIMD3(230, 215, 70),
    SIMD3(240, 130, 40), SIMD3(170, 20, 30),
  ]

  private static let colours: [[UInt8]] = (0...255).map { level in
    let place = Double(level) / 255 * Double(anchors.count - 1)
    let first = min(Int(place), anchors.count - 2)
    let colour = anchors[first] + (anchors[first + 1] - anchors[first]) * (place - Double(first))
    return [UInt8(colour.x), UInt8(colour.y), UInt8(colour.z)]
  }
}
