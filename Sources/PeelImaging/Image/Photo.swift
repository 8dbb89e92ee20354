/// A photo as the camera wrote it, upright: full-range BT.601 luma and, unless it is grey, chroma.
public struct Photo: Sendable, Equatable {
  public var luma: Plane<UInt8>
  public var chroma: Chroma?
  /// The same planes with 16 bits a sample, where the file has more than 8 and they are wanted.
  public var deep: DeepPlanes?
  /// Distance from the lens to the sensor in pixels of `luma`, when the file tells it.
  public var focalLength: Double?
  /// It is only a part, or a smaller copy, of what the camera wrote: its middle need not be where the lens looked.
  public var isCropped: Bool

  public var width: Int { luma.width }
  public var height: Int { luma.height }

  public init(luma: Plane<UInt8>, chroma: Chroma? = nil, focalLength: Double? = nil, isCropped: Bool = false) {
    self.luma = luma
    self.chroma = chroma
    self.focalLength = focalLength
    self.isCropped = isCropped
  }
}

/// Luma and chroma with 16 bits a sample: 0…65535, chroma 32768 where there is no colour.
public struct DeepPlanes: Sendable, Equatable {
  /// Of the photo's size.
  public var luma: Plane<UInt16>
  /// On the grid of the photo's chroma; nil where that is.
  public var chroma: (blue: Plane<UInt16>, red: Plane<UInt16>)?

  public init(luma: Plane<UInt16>, chroma: (blue: Plane<UInt16>, red: Plane<UInt16>)? = nil) {
    self.luma = luma
    self.chroma = chroma
  }

  public static func == (a: DeepPlanes, b: DeepPlanes) -> Bool {
    a.luma == b.luma && a.chroma?.blue == b.chroma?.blue && a.chroma?.red == b.chroma?.red
  }
}

/// The colour of a photo: blue and red difference, 128 where there is none, often at half size.
public struct Chroma: Sendable, Equatable {
  public var blue: Plane<UInt8>
  public var red: Plane<UInt8>
  /// Photo pixels that one sample covers, across and down: 1, 2 or 4.
  public var scale: (x: Int, y: Int)
  /// Where the first sample's outer corner lies, in photo pixels: 0, or negative where a photo whose size is no
  /// multiple of `scale` was turned. A photo point x lies at (x - origin) / scale among the samples.
  public var origin: (x: Int, y: Int)

  public init(blue: Plane<UInt8>, red: Plane<UInt8>, scale: (x: Int, y: Int), origin: (x: Int, y: Int) = (0, 0)) {
    precondition(blue.width == red.width && blue.height == red.height, "both chroma planes have one size")
    self.blue = blue
    self.red = red
    self.scale = scale
    self.origin = origin
  }

  public static func == (a: Chroma, b: Chroma) -> Bool {
    a.blue == b.blue && a.red == b.red && a.scale == b.scale && a.origin == b.origin
  }
}
