/// A finished picture: red, green and blue side by side, 8 bits each, sRGB-like (in the photo's own profile).
public struct Picture: Sendable, Equatable {
  public let width: Int
  public let height: Int
  /// `3 * width * height` samples: R, G, B of the first pixel, then of the next to its right.
  public var samples: [UInt8]

  public init(width: Int, height: Int, samples: [UInt8]) {
    precondition(samples.count == 3 * width * height, "a picture is full")
    self.width = width
    self.height = height
    self.samples = samples
  }
}
