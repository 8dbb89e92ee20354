internal import PeelPlatform

/// The amount of light that a level stands for, and back: the transfer function of sRGB (IEC 61966-2-1), which
/// Display P3 shares. Light is 0…1.
enum LinearLight {
  /// Of each level 0…255.
  static let ofLevel: [Double] = (0...255).map { level in
    let v = Double(level) / 255
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  /// The level of some light, not rounded; above 255 where there is more than a level can show.
  static func level(of light: Double) -> Double {
    255 * (light <= 0.0031308 ? 12.92 * max(light, 0) : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }
}

/// Red, green and blue in linear light, 0…1.
public struct Light: Sendable, Hashable {
  public var red: Double
  public var green: Double
  public var blue: Double

  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Relative luminance by the primaries of ITU-R BT.709, which are sRGB's.
  public var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}
