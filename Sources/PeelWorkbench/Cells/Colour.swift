import PeelImaging

/// A terminal's colour: sRGB, 8 bits per channel.
package struct Colour: Equatable, Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// A colour whose red, green and blue are the first three values, 0…255.
  init(_ value: SIMD4<Float>) {
    self.init(UInt8(value.x + 0.5), UInt8(value.y + 0.5), UInt8(value.z + 0.5))
  }

  fileprivate var levels: SIMD4<Float> { SIMD4(Float(red), Float(green), Float(blue), 0) }

  /// The luma after BT.601, 0…255.
  package var luma: Int {
    let shares = BT601.lumaThousandths
    return (shares.red * Int(red) + shares.green * Int(green) + shares.blue * Int(blue) + 500) / 1000
  }

  package func mixed(with other: Colour, _ share: Double) -> Colour {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(Double(a) + share * (Double(b) - Double(a)) + 0.5) }
    return Colour(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
  }

  func distance(to other: Colour) -> Int {
    let red = Int(red) - Int(other.red)
    let green = Int(green) - Int(other.green)
    let blue = Int(blue) - Int(other.blue)
    return 3 * red * red + 6 * green * green + blue * blue
  }
}

/// The colour of a cell's glyph or ground.
package enum Ink: Equatable, Hashable, Sendable {
  /// The terminal's default.
  case standard
  case colour(Colour)
  /// A colour of the terminal's palette.
  case indexed(UInt8)
}

/// The colours of terminals with palettes, as in xterm.
package enum Palette {
  /// The first sixteen colours. Terminals with eight colours have the first eight.
  package static let sixteen = [
    Colour(0, 0, 0), Colour(205, 0, 0), Colour(0, 205, 0), Colour(205, 205, 0),
    Colour(0, 0, 238), Colour(205, 0, 205), Colour(0, 205, 205), Colour(229, 229, 229),
    Colour(127, 127, 127), Colour(255, 0, 0), Colour(0, 255, 0), Colour(255, 255, 0),
    Colour(92, 92, 255), Colour(255, 0, 255), Colour(0, 255, 255), Colour(255, 255, 255),
  ]

  private static let cube: [UInt8] = [0, 95, 135, 175, 215, 255]

  /// A colour of the cube or the greys; nil for the first sixteen, which the user may have changed.
  static func fixed(_ number: UInt8) -> Colour? {
    let place = Int(number) - 16
    guard place >= 0 else { return nil }
    guard place < 216 else {
      let grey = UInt8(8 + 10 * (place - 216))
      return Colour(grey, grey, grey)
    }
    return Colour(cube[place / 36], cube[place / 6 % 6], cube[place % 6])
  }

  /// The nearest step of the cube for each level.
  private static let nearestStep: [UInt8] = (0...255).map { value in
    UInt8(cube.indices.min { abs(Int(cube[$0]) - value) < abs(Int(cube[$1]) - value) } ?? 0)
  }

  /// The nearest colour of the cube (16…231) and the greys (232…255).
  package static func nearestOf256(_ colour: Colour) -> UInt8 {
    let steps = (
      Int(nearestStep[Int(colour.red)]), Int(nearestStep[Int(colour.green)]), Int(nearestStep[Int(colour.blue)])
    )
    let fromCube = Colour(cube[steps.0], cube[steps.1], cube[steps.2])
    let grey = min(max((colour.luma - 8 + 5) / 10, 0), 23)
    let fromGreys = Colour(UInt8(8 + 10 * grey), UInt8(8 + 10 * grey), UInt8(8 + 10 * grey))
    return colour.distance(to: fromGreys) < colour.distance(to: fromCube)
      ? UInt8(232 + grey) : UInt8(16 + 36 * steps.0 + 6 * steps.1 + steps.2)
  }

  /// One of two colours whose mixture is nearest to the wanted one, while they are near each other. The second is
  /// returned for as many cells as its share of the mixture.
  ///
  /// - Parameter threshold: the cell's dither threshold, 0…1.
  static func ditheredOf256(_ colour: Colour, threshold: Double) -> UInt8 {
    let wanted = colour.levels
    let (candidates, levels) = candidates(around: colour)
    var best = (cost: Float.infinity, first: 0, second: 0, share: Float(0))
    for first in candidates.indices {
      for second in first..<candidates.count {
        let step = levels[second] - levels[first]
        let length = (step * step * weights).sum()
        let run = wanted - levels[first]
        let share = length > 0 ? min(max((run * step * weights).sum() / length, 0), 1) : 0
        let missing = run - share * step
        let cost = (missing * missing * weights).sum() + noise * share * (1 - share) * length
        if cost < best.cost { best = (cost, first, second, share) }
      }
    }
    return Double(best.share) > threshold ? candidates[best.second] : candidates[best.first]
  }

  /// The weights of red, green and blue in a difference.
  private static let weights = SIMD4<Float>(2, 4, 3, 0)
  /// The weight of a mixture's contrast against its error.
  private static let noise: Float = 0.5

  /// The corners of the cube's cell around a colour, the two greys of similar luma, and the levels of all of them.
  private static func candidates(around colour: Colour) -> ([UInt8], [SIMD4<Float>]) {
    func below(_ value: UInt8) -> Int { max(0, (cube.firstIndex { $0 > value } ?? cube.count) - 1) }
    let low = (below(colour.red), below(colour.green), below(colour.blue))
    let last = cube.count - 1
    var numbers = (0..<8).map { corner in
      UInt8(
        16 + 36 * min(low.0 + (corner & 1), last) + 6 * min(low.1 + (corner >> 1 & 1), last)
          + min(low.2 + (corner >> 2), last))
    }
    let grey = min(max((colour.luma - 8) / 10, 0), 22)
    numbers += [UInt8(232 + grey), UInt8(233 + grey)]
    return (numbers, numbers.map { fixed($0)?.levels ?? SIMD4() })
  }

  /// The nearest of the first `count` colours of `sixteen`; `count` is 8 or 16.
  package static func nearest(_ colour: Colour, of count: Int) -> UInt8 {
    let best = sixteen[..<count].indices.min { sixteen[$0].distance(to: colour) < sixteen[$1].distance(to: colour) }
    return UInt8(best ?? 0)
  }
}
