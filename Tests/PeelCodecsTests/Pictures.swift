import PeelImaging

@testable import PeelCodecs

/// Pictures and files made by the tests.
enum Made {
  /// A smooth picture: red increases to the right, green downwards, blue along the diagonal.
  static func picture(_ width: Int, _ height: Int) -> Picture {
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        samples += [
          UInt8(40 + 160 * x / max(width - 1, 1)), UInt8(40 + 160 * y / max(height - 1, 1)),
          UInt8(60 + 100 * (x + y) / max(width + height - 2, 1)),
        ]
      }
    }
    return Picture(width: width, height: height, samples: samples)
  }

  static func jpeg(
    _ width: Int, _ height: Int, segments: [JPEGEncoder.Segment] = [], _ change: (inout MadeJPEG) -> Void = { _ in }
  ) throws -> [UInt8] {
    var jpeg = MadeJPEG()
    change(&jpeg)
    return try jpeg(rows(of: picture(width, height), jpeg.colour), width: width, height: height, segments: segments)
  }

  private static func rows(of picture: Picture, _ colour: MadeJPEG.Colour) -> [UInt8] {
    let s = picture.samples
    let pixels = stride(from: 0, to: s.count, by: 3)
    switch colour {
    case .ycc, .rgb: return s
    case .grey: return pixels.map { s[$0] }
    case .cmyk, .ycck: return pixels.flatMap { s[$0..<$0 + 3] + [255] }
    }
  }

  /// The picture's luma and chroma.
  static func planes(of picture: Picture) -> (luma: Plane<UInt8>, chroma: Chroma) {
    let samples = picture.samples
    func plane(_ first: Int) -> Plane<UInt8> {
      let colour = stride(from: first, to: samples.count, by: 3).map { samples[$0] }
      return Plane(width: picture.width, height: picture.height, samples: colour)
    }
    return planesFromRGB(red: plane(0), green: plane(1), blue: plane(2))
  }

  static func exifSegment(_ block: [UInt8]) -> JPEGEncoder.Segment {
    JPEGEncoder.Segment(marker: 0xE1, payload: JPEGSegments.exifSignature + block)
  }
}
