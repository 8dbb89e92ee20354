import PeelImaging

/// A colour in sRGB, 8 bits per channel.
package struct Colour: Equatable, Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a colour from its red, green and blue, 0…255. The fourth value is ignored.
  init(_ value: SIMD4<Float>) {
    self.init(UInt8(value.x + 0.5), UInt8(value.y + 0.5), UInt8(value.z + 0.5))
  }

  /// Red, green and blue, 0…255, followed by 0.
  var levels: SIMD4<Float> { SIMD4(Float(red), Float(green), Float(blue), 0) }

  /// The luma as in BT.601, 0…255.
  package var luma: Int {
    let shares = BT601.lumaThousandths
    return (shares.red * Int(red) + shares.green * Int(green) + shares.blue * Int(blue) + 500) / 1000
  }

  /// The mixture with another colour, of which `share` is the other, 0…1.
  package func mixed(with other: Colour, _ share: Double) -> Colour {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(Double(a) + share * (Double(b) - Double(a)) + 0.5) }
    return Colour(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
  }

  /// The squared difference, weighted by the eye's sensitivity to red, green and blue.
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

extension Ink {
  /// The colour that most terminals show: for the terminal's own ground, black.
  package var shown: Colour {
    switch self {
    case .standard: Colour(0, 0, 0)
    case .colour(let colour): colour
    case .indexed(let number): Palette.fixed(number) ?? Palette.sixteen[Int(number) % Palette.sixteen.count]
    }
  }
}

/// The palettes of terminals, as in xterm: 16 colours, followed by a cube of 6 × 6 × 6 colours and 24 greys.
package enum Palette {
  /// The first 16 colours. Terminals with 8 colours have the first 8.
  package static let sixteen = [
    Colour(0, 0, 0), Colour(205, 0, 0), Colour(0, 205, 0), Colour(205, 205, 0),
    Colour(0, 0, 238), Colour(205, 0, 205), Colour(0, 205, 205), Colour(229, 229, 229),
    Colour(127, 127, 127), Colour(255, 0, 0), Colour(0, 255, 0), Colour(255, 255, 0),
    Colour(92, 92, 255), Colour(255, 0, 255), Colour(0, 255, 255), Colour(255, 255, 255),
  ]

  /// The levels of each channel in the cube.
  private static let cube: [UInt8] = [0, 95, 135, 175, 215, 255]
  /// The numbers of the first colour of the cube and of the first grey.
  private static let (firstOfCube, firstGrey) = (16, 232)
  /// The number of greys, the darkest one's level, and the difference between neighbours.
  private static let (greys, darkestGrey, greyStep) = (24, 8, 10)

  /// The number of a cube's colour with these steps of red, green and blue.
  private static func number(_ red: Int, _ green: Int, _ blue: Int) -> UInt8 {
    UInt8(firstOfCube + (red * cube.count + green) * cube.count + blue)
  }

  private static func grey(_ place: Int) -> Colour {
    let level = UInt8(darkestGrey + greyStep * place)
    return Colour(level, level, level)
  }

  /// A colour of the cube or a grey; nil for the first 16, which the user may have changed.
  static func fixed(_ number: UInt8) -> Colour? {
    let number = Int(number)
    guard number >= firstOfCube else { return nil }
    guard number < firstGrey else { return grey(number - firstGrey) }
    let (place, side) = (number - firstOfCube, cube.count)
    return Colour(cube[place / (side * side)], cube[place / side % side], cube[place % side])
  }

  /// The index of the nearest level of the cube, for each level.
  private static let nearestStep: [UInt8] = (0...255).map { value in
    UInt8(cube.indices.min { abs(Int(cube[$0]) - value) < abs(Int(cube[$1]) - value) } ?? 0)
  }

  /// The number of the nearest colour among the cube and the greys, 16…255.
  package static func nearestOf256(_ colour: Colour) -> UInt8 {
    let steps = (
      Int(nearestStep[Int(colour.red)]), Int(nearestStep[Int(colour.green)]), Int(nearestStep[Int(colour.blue)])
    )
    let fromCube = Colour(cube[steps.0], cube[steps.1], cube[steps.2])
    let place = min(max((colour.luma - darkestGrey + greyStep / 2) / greyStep, 0), greys - 1)
    return colour.distance(to: grey(place)) < colour.distance(to: fromCube)
      ? UInt8(firstGrey + place) : number(steps.0, steps.1, steps.2)
  }

  /// Two colours of a palette that approximate another colour together.
  struct Mixture {
    let numbers: (UInt8, UInt8)
    /// The colours' red, green and blue, 0…255, followed by 0.
    let levels: (SIMD4<Float>, SIMD4<Float>)
    /// The second colour's share of the mixture, 0…1.
    let share: Float

    var mean: SIMD4<Float> { levels.0 + share * (levels.1 - levels.0) }
  }

  /// The mixture of two of the 256 colours that best approximates a colour. Two colours far from each other make a
  /// coarse pattern and are avoided.
  static func mixtureOf256(_ colour: Colour) -> Mixture {
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
    return Mixture(
      numbers: (candidates[best.first], candidates[best.second]), levels: (levels[best.first], levels[best.second]),
      share: best.share)
  }

  /// The weights of red, green and blue in a difference.
  static let weights = SIMD4<Float>(2, 4, 3, 0)
  /// The weight of a mixture's contrast, against a weight of 1 for its error.
  private static let noise: Float = 0.5

  /// The eight colours of the cube around a colour and the two greys of similar luma, with the levels of each.
  private static func candidates(around colour: Colour) -> ([UInt8], [SIMD4<Float>]) {
    func below(_ value: UInt8) -> Int { max(0, (cube.firstIndex { $0 > value } ?? cube.count) - 1) }
    let low = (below(colour.red), below(colour.green), below(colour.blue))
    let last = cube.count - 1
    var numbers = (0..<8).map { corner in
      number(
        min(low.0 + (corner & 1), last), min(low.1 + (corner >> 1 & 1), last), min(low.2 + (corner >> 2), last))
    }
    let darker = min(max((colour.luma - darkestGrey) / greyStep, 0), greys - 2)
    numbers += [UInt8(firstGrey + darker), UInt8(firstGrey + darker + 1)]
    return (numbers, numbers.map { fixed($0)?.levels ?? SIMD4() })
  }

  /// The number of the nearest of the first `count` colours, 8 or 16.
  package static func nearest(_ colour: Colour, of count: Int) -> UInt8 {
    let best = sixteen[..<count].indices.min { sixteen[$0].distance(to: colour) < sixteen[$1].distance(to: colour) }
    return UInt8(best ?? 0)
  }
}
