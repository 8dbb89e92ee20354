/// A picture for red and cyan glasses, by the least-squares projection of Dubois.
///
/// E. Dubois, A projection method to generate anaglyph stereo images, IEEE ICASSP 2001: the light that reaches each eye
/// through the glasses is brought as close as possible, in CIE XYZ, to the light of that eye's picture.
package struct Anaglyph: Sendable {
  /// How much colour is kept.
  package enum Colour: String, Sendable, CaseIterable {
    /// None, which is the easiest to look at.
    case grey
    /// Only the right eye's.
    case half
    /// Both eyes'.
    case full
  }

  /// How much colour is kept.
  package var colour: Colour

  /// An anaglyph with this much colour.
  package init(_ colour: Colour = .full) { self.colour = colour }

  /// The shares of red, green and blue light of each eye's picture in the result's red, green and blue, for the phosphors
  /// of sRGB and common red and cyan filters.
  private static let left: [SIMD3<Float>] = [
    SIMD3(0.4561, 0.500484, 0.176381), SIMD3(-0.0400822, -0.0378246, -0.0157589),
    SIMD3(-0.0152161, -0.0205971, -0.00546856),
  ]
  private static let right: [SIMD3<Float>] = [
    SIMD3(-0.0434706, -0.0879388, -0.00155529), SIMD3(0.378476, 0.73364, -0.0184503),
    SIMD3(-0.0721527, -0.112961, 1.2264),
  ]
  /// Relative luminance with sRGB's primaries (ITU-R BT.709).
  private static let luminance = SIMD3<Float>(0.2126, 0.7152, 0.0722)

  /// The levels of 4096 shares of light.
  private static let levels: [UInt8] = (0...steps).map {
    UInt8(min(max(LinearLight.level(of: Double($0) / Double(steps)).rounded(), 0), 255))
  }
  private static let steps = 4095
  private static let light: [Float] = LinearLight.ofLevel.map { Float($0) }

  /// The anaglyph of both eyes' pictures, which have one size.
  package func callAsFunction(_ left: Picture, _ right: Picture, threads: Int = 1) -> Picture {
    precondition(left.width == right.width && left.height == right.height, "both pictures have one size")
    let rows = Array(0..<left.height).map(threads: threads) { y in
      let range = 3 * y * left.width..<3 * (y + 1) * left.width
      return row(left.samples.span.extracting(range), right.samples.span.extracting(range))
    }
    return Picture(width: left.width, height: left.height, samples: rows.flatMap { $0 })
  }

  private func row(_ left: Span<UInt8>, _ right: Span<UInt8>) -> [UInt8] {
    let (light, levels) = (Self.light, Self.levels)
    let (fromLeft, fromRight) = (Self.left, Self.right)
    return [UInt8](capacity: left.count) { output in
      for x in stride(from: 0, to: left.count, by: 3) {
        var a = SIMD3(light[Int(left[x])], light[Int(left[x + 1])], light[Int(left[x + 2])])
        var b = SIMD3(light[Int(right[x])], light[Int(right[x + 1])], light[Int(right[x + 2])])
        if colour != .full { a = SIMD3(repeating: (a * Self.luminance).sum()) }
        if colour == .grey { b = SIMD3(repeating: (b * Self.luminance).sum()) }
        for k in 0..<3 {
          let sum = (fromLeft[k] * a).sum() + (fromRight[k] * b).sum()
          output.append(levels[Int(min(max(sum, 0), 1) * Float(Self.steps) + 0.5)])
        }
      }
    }
  }
}
