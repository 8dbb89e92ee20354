/// A finished picture with 8 bits per channel, in the photo's own colour profile.
public struct Picture: Sendable, Equatable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The `3 * width * height` levels, row by row: red, green and blue of the first pixel, then of the one to its right,
  /// and so on.
  public var samples: [UInt8]

  /// A picture with these `3 * width * height` levels.
  public init(width: Int, height: Int, samples: [UInt8]) {
    precondition(samples.count == 3 * width * height, "the samples fill the picture")
    self.width = width
    self.height = height
    self.samples = samples
  }
}
