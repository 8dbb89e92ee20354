internal import PeelPlatform

/// The transfer function of sRGB (IEC 61966-2-1), which Display P3 shares, and its inverse. Light is 0…1.
enum LinearLight {
  /// The light of the levels 0…255.
  static let ofLevel: [Double] = (0...255).map { light(ofLevel: Double($0)) }

  /// The light of a level, which needn't be whole.
  static func light(ofLevel level: Double) -> Double {
    let v = level / 255
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  /// The level for a light, not rounded. It exceeds 255 if the light exceeds 1.
  static func level(of light: Double) -> Double {
    255 * (light <= 0.0031308 ? 12.92 * max(light, 0) : 1.055 * pow(light, 1 / 2.4) - 0.055)
  }
}

/// Red, green and blue in linear light, 0…1.
package struct Light: Sendable, Hashable {
  /// The least light of a channel that is divided by, or whose logarithm is taken.
  static let least = 1e-4

  /// Red light, 0…1.
  package var red: Double
  /// Green light, 0…1.
  package var green: Double
  /// Blue light, 0…1.
  package var blue: Double

  /// Light from its three components, 0…1 each.
  package init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Relative luminance with the primaries of ITU-R BT.709, which are sRGB's.
  package var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}
