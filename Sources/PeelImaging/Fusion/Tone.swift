internal import PeelPlatform

/// Levels and linear light as floats, by tables.
enum Tone {
  /// The steps of light, 0…1. Even in the dark a step is less than a quarter of a level.
  private static let steps = 1 << 14
  private static let lights = LinearLight.ofLevel.map { Float($0) } + [Float(1)]
  private static let levels = (0...steps + 1).map { Float(LinearLight.level(of: Double($0) / Double(steps))) }

  /// A step of light that looks alike at any light, up to a factor: levels are about light to the power of 0.45. Noise of 8
  /// levels of 255 keeps dark cells from deciding.
  static func step(at light: Float) -> Float { power(max(0, light) + 8.0 / 255, 0.55) }

  /// The light of a level of 0…255.
  @inline(__always)
  static func light(_ level: Float) -> Float {
    let clamped = min(max(level, 0), 255)
    let below = Int(clamped)
    return lights[below] + (clamped - Float(below)) * (lights[below + 1] - lights[below])
  }

  /// The level of a light; those outside 0…1 are clamped.
  @inline(__always)
  static func level(_ light: Float) -> Float {
    let place = min(max(light, 0), 1) * Float(steps)
    let below = Int(place)
    return levels[below] + (place - Float(below)) * (levels[below + 1] - levels[below])
  }
}

/// A positive number to a power.
func power(_ base: Float, _ exponent: Float) -> Float { Float(pow(Double(base), Double(exponent))) }
