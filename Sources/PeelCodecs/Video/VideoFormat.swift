/// The format of a video's frames, from the header of a YUV4MPEG2 stream (yuv4mpeg(5) in mjpegtools).
package struct VideoFormat: Sendable, Equatable {
  /// How many pixels share a chroma sample.
  package enum Sampling: Sendable, Equatable {
    /// No chroma.
    case grey
    /// 4:4:4, one pixel.
    case full
    /// 4:2:2, two pixels across.
    case half
    /// 4:2:0, two pixels across and two down.
    case quarter
    /// 4:1:1, four pixels across.
    case fourth

    /// Pixels per chroma sample, across and down; nil for grey.
    var scale: (x: Int, y: Int)? {
      switch self {
      case .grey: nil
      case .full: (1, 1)
      case .half: (2, 1)
      case .quarter: (2, 2)
      case .fourth: (4, 1)
      }
    }
  }

  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// Frames per second; nil if unknown or not between 0.01 and 1000.
  package let rate: Double?
  /// The chroma sampling.
  package let sampling: Sampling
  /// Whether black is 0 and white 255, rather than 16 and 235.
  package let isFullRange: Bool

  /// The longest side that is read, in pixels.
  package static let mostPixelsAlong = 16_384
  /// The most pixels in a frame that are read. 8K video has 7680 × 4320.
  package static let mostPixels = 40_000_000

  static let magic = Array("YUV4MPEG2".utf8)

  /// - Parameter line: the header, without its line break.
  init(line: [UInt8]) throws(VideoError) {
    var words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard words.first.map({ Array($0.utf8) }) == Self.magic else { throw .notVideo }
    words.removeFirst()
    func value(_ letter: Character) -> Substring? { words.first { $0.first == letter }?.dropFirst() }
    guard let width = value("W").flatMap({ Int($0) }), let height = value("H").flatMap({ Int($0) }), width > 0,
      height > 0
    else { throw .damaged("its header gives no size") }
    guard max(width, height) <= Self.mostPixelsAlong, width * height <= Self.mostPixels else {
      throw .tooLarge(width: width, height: height)
    }
    self.width = width
    self.height = height
    rate = value("F").flatMap(Self.rate)
    let colour = value("C") ?? "420jpeg"
    guard let sampling = Self.samplings[String(colour)] else { throw .unsupported("C\(colour.prefix(20))") }
    self.sampling = sampling
    isFullRange = words.contains("XCOLORRANGE=FULL")
  }

  private static func rate(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":").map { Double($0) }
    guard parts.count == 2, let frames = parts[0], let seconds = parts[1], frames > 0, seconds > 0 else { return nil }
    let rate = frames / seconds
    return (0.01...1000).contains(rate) ? rate : nil
  }

  private static let samplings: [String: Sampling] = [
    "420": .quarter, "420jpeg": .quarter, "420mpeg2": .quarter, "420paldv": .quarter, "422": .half, "444": .full,
    "411": .fourth, "mono": .grey,
  ]

  /// The size of each chroma plane; nil for grey.
  var chromaSize: (width: Int, height: Int)? {
    sampling.scale.map { ((width + $0.x - 1) / $0.x, (height + $0.y - 1) / $0.y) }
  }
}

/// Why a video stream can't be read.
package enum VideoError: Error, Equatable {
  /// The stream has no bytes.
  case empty
  /// The stream isn't a YUV4MPEG2 stream.
  case notVideo
  /// The stream is damaged. The value says how.
  case damaged(String)
  /// The frames exceed `VideoFormat.mostPixelsAlong` or `mostPixels`.
  case tooLarge(width: Int, height: Int)
  /// The samples are of an unsupported kind, such as 10-bit ones. The value is the stream's name for it.
  case unsupported(String)
  /// The stream ends within a frame.
  case cutOff
}

extension VideoError: CustomStringConvertible {
  /// The message, to be printed after the stream's name and a colon.
  package var description: String {
    switch self {
    case .empty: "no picture came"
    case .notVideo: "this is not a YUV4MPEG2 stream"
    case .damaged(let reason): "the stream is damaged (\(reason))"
    case .tooLarge(let width, let height): "frames of \(width) × \(height) pixels exceed the pixel limit"
    case .unsupported(let what): "frames with \(what) samples are not supported"
    case .cutOff: "the stream is cut off within a frame"
    }
  }
}
