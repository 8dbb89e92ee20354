/// A photo as the camera wrote it, upright: full-range BT.601 luma and chroma.
public struct Photo: Sendable, Equatable {
  /// Luma, 0…255, one sample per pixel.
  public var luma: Plane<UInt8>
  /// Blue and red difference; nil if the photo is grey.
  public var chroma: Chroma?
  /// The same planes with 16 bits per sample; nil unless the file has more than 8 bits and the caller asked for them.
  package var deep: DeepPlanes?
  /// The distance from the lens to the sensor in pixels of `luma`, if the file gives it.
  public var focalLength: Double?
  /// Whether this is only a part, or a smaller copy, of what the camera wrote. The lens's axis may then not pass through
  /// its centre.
  public var isCropped: Bool
  /// What the file tells about the scanner that made it; nil if a camera took it, or it doesn't tell.
  public var scanner: ScannerFacts?
  /// The scale of a page from a flatbed; nil for photos that cameras took, and until it is looked for.
  public var page: PageScale?

  /// The photo's width in pixels.
  public var width: Int { luma.width }
  /// The photo's height in pixels.
  public var height: Int { luma.height }

  /// A photo with 8 bits per sample.
  public init(luma: Plane<UInt8>, chroma: Chroma? = nil, focalLength: Double? = nil, isCropped: Bool = false) {
    self.luma = luma
    self.chroma = chroma
    self.focalLength = focalLength
    self.isCropped = isCropped
  }
}

extension Photo {
  /// The part around a point, in 8 bits.
  ///
  /// - Returns: the part, of whole chroma samples and about `width` × `height` pixels, and the point's place in it.
  package func part(around point: Point, width: Int, height: Int) -> (photo: Photo, point: Point) {
    let scale = chroma?.scale ?? (x: 1, y: 1)
    let origin = chroma?.origin ?? (x: 0, y: 0)
    /// The samples of chroma along one side.
    func range(_ middle: Double, _ length: Int, of size: Int, scale: Int, origin: Int) -> Range<Int> {
      let middle = min(max(middle.isFinite ? middle : 0, 0), Double(size))
      let first = min(max(Int(middle) - length / 2, 0), max(size - length, 0))
      // The first whole sample within the photo.
      let start = max((first - origin) / scale, origin < 0 ? 1 : 0)
      return start..<max(start, (min(first + length, size) - origin) / scale)
    }
    let across = range(point.x, width, of: self.width, scale: scale.x, origin: origin.x)
    let down = range(point.y, height, of: self.height, scale: scale.y, origin: origin.y)
    let start = (x: across.lowerBound * scale.x + origin.x, y: down.lowerBound * scale.y + origin.y)
    let luma = luma.part(
      start.x..<start.x + across.count * scale.x, start.y..<start.y + down.count * scale.y)
    let chroma = chroma.map {
      Chroma(blue: $0.blue.part(across, down), red: $0.red.part(across, down), scale: scale)
    }
    return (
      Photo(luma: luma, chroma: chroma, isCropped: true), Point(point.x - Double(start.x), point.y - Double(start.y))
    )
  }
}

extension Plane {
  /// The samples in some columns and rows.
  fileprivate func part(_ columns: Range<Int>, _ rows: Range<Int>) -> Plane {
    Plane(width: columns.count, height: rows.count) { y, output in
      let row = row(rows.lowerBound + y)
      for x in columns { output.append(row[x]) }
    }
  }
}

/// Luma and chroma with 16 bits per sample: 0…65535, with neutral chroma at 32768.
package struct DeepPlanes: Sendable, Equatable {
  /// Luma, with the photo's size.
  package var luma: Plane<UInt16>
  /// Blue and red difference on the grid of the photo's chroma; nil if the photo is grey.
  package var chroma: (blue: Plane<UInt16>, red: Plane<UInt16>)?

  /// Planes with 16 bits per sample.
  package init(luma: Plane<UInt16>, chroma: (blue: Plane<UInt16>, red: Plane<UInt16>)? = nil) {
    self.luma = luma
    self.chroma = chroma
  }

  /// Whether all planes are equal.
  package static func == (a: DeepPlanes, b: DeepPlanes) -> Bool {
    a.luma == b.luma && a.chroma?.blue == b.chroma?.blue && a.chroma?.red == b.chroma?.red
  }
}

/// The colour of a photo: blue and red difference, often at half size, with 128 as neutral.
public struct Chroma: Sendable, Equatable {
  /// The blue difference, 0…255, neutral at 128.
  public var blue: Plane<UInt8>
  /// The red difference, with the same size.
  public var red: Plane<UInt8>
  /// The photo pixels that one sample covers, across and down: 1, 2 or 4.
  public var scale: (x: Int, y: Int)
  /// The outer corner of the first sample in photo pixels.
  ///
  /// It is 0, or negative in a turned photo whose size isn't a multiple of `scale`. A photo point x lies at (x −
  /// origin) / scale among the samples.
  public var origin: (x: Int, y: Int)

  /// Two differences of one size, and where their samples lie in the photo.
  public init(blue: Plane<UInt8>, red: Plane<UInt8>, scale: (x: Int, y: Int), origin: (x: Int, y: Int) = (0, 0)) {
    precondition(blue.width == red.width && blue.height == red.height, "both chroma planes have one size")
    self.blue = blue
    self.red = red
    self.scale = scale
    self.origin = origin
  }

  /// Whether both planes and their positions are equal.
  public static func == (a: Chroma, b: Chroma) -> Bool {
    a.blue == b.blue && a.red == b.red && a.scale == b.scale && a.origin == b.origin
  }
}
