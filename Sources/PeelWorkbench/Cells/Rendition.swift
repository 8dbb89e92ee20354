import PeelImaging

/// A picture at several scales, from which any part can be drawn quickly at any size.
package struct Rendition: Equatable, Sendable {
  /// The picture's size, in pixels.
  package let width: Int
  package let height: Int
  /// One channel for grey, or three: luma, Cb and Cr, or red, green and blue.
  let channels: [Channel]
  /// Whether the channels are luma, Cb and Cr.
  let isDifference: Bool

  /// Creates a rendition whose finest scale is the photo's own planes.
  package init(_ photo: Photo) {
    width = photo.width
    height = photo.height
    isDifference = true
    var channels = [Channel(photo.luma, scale: (1, 1), origin: (0, 0))]
    if let chroma = photo.chroma {
      for plane in [chroma.blue, chroma.red] {
        let scale = (Double(chroma.scale.x), Double(chroma.scale.y))
        channels.append(Channel(plane, scale: scale, origin: (Double(chroma.origin.x), Double(chroma.origin.y))))
      }
    }
    self.channels = channels
  }

  package init(_ picture: Picture) {
    width = picture.width
    height = picture.height
    isDifference = false
    channels = (0..<3).map { channel in
      let plane = Plane<UInt8>(width: picture.width, height: picture.height) { y, row in
        let samples = picture.samples.span
        for x in 0..<picture.width { row.append(samples[3 * (y * picture.width + x) + channel]) }
      }
      return Channel(plane, scale: (1, 1), origin: (0, 0))
    }
  }

  /// The average colours of `columns` × `rows` equal boxes of `region`, row by row.
  ///
  /// A colour is red, green and blue, 0…255, followed by 1. It's all 0 for boxes whose middle is outside the picture. If
  /// both numbers are even, chroma is averaged over two by two boxes.
  func averages(over region: Region, columns: Int, rows: Int) -> [SIMD4<Float>] {
    var scaled = ScaledColours(of: self, region, PixelSize(width: columns, height: rows), interpolates: false)
    var result = [SIMD4<Float>](repeating: SIMD4(), count: columns * rows)
    for y in scaled.rows {
      scaled.move(to: y)
      for x in scaled.columns { result[y * columns + x] = scaled.colours[x] }
    }
    return result
  }
}

/// A part of a picture, in its pixels. It may reach beyond the picture.
package struct Region: Equatable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double
}

/// A channel at several scales, each half the size of the one before.
struct Channel: Equatable, Sendable {
  private var levels: [Level]

  struct Level: Equatable, Sendable {
    var plane: Plane<UInt8>
    /// The picture's pixels per sample.
    var scale: (x: Double, y: Double)

    static func == (a: Level, b: Level) -> Bool { a.plane == b.plane && a.scale == b.scale }
  }

  /// The outer corner of the first sample, in pixels of the picture.
  let origin: (x: Double, y: Double)

  static func == (a: Channel, b: Channel) -> Bool { a.levels == b.levels && a.origin == b.origin }

  /// The length of a plane's shorter side, in samples, at or below which it isn't halved further.
  private static let smallestSide = 64

  init(_ plane: Plane<UInt8>, scale: (x: Double, y: Double), origin: (x: Double, y: Double)) {
    self.origin = origin
    levels = [Level(plane: plane, scale: scale)]
    while let last = levels.last, min(last.plane.width, last.plane.height) > Self.smallestSide {
      levels.append(Level(plane: last.plane.halved(), scale: (2 * last.scale.x, 2 * last.scale.y)))
    }
  }

  /// The coarsest scale with at least one sample per box, or the finest.
  ///
  /// - Parameter step: a box's size, in pixels of the picture.
  func level(for step: (x: Double, y: Double)) -> Level {
    levels.last { $0.scale.x <= step.x && $0.scale.y <= step.y } ?? levels[0]
  }
}
