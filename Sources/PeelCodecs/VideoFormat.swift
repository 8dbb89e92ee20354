/// What a stream of video frames is like, as the first line of a YUV4MPEG2 stream says (man page yuv4mpeg(5) of the
/// mjpegtools).
public struct VideoFormat: Sendable, Equatable {
  /// Frame pixels that a sample of colour covers, across and down.
  public enum Sampling: Sendable, Equatable {
    case grey, full, half, quarter, fourth

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

  /// In pixels.
  public let width: Int
  public let height: Int
  /// Frames a second; nil where the stream does not know, or says what no camera does.
  public let rate: Double?
  public let sampling: Sampling
  /// Black is 0 and white 255, rather than 16 and 235.
  public let isFullRange: Bool

  /// Pixels of a side and of a frame at most: 8K video has 7680 × 4320.
  public static let mostPixelsAlong = 16_384
  public static let mostPixels = 40_000_000

  static let magic = Array("YUV4MPEG2".utf8)

  /// - Parameter line: the stream's first line, without its end.
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

  /// Samples of each colour plane, across and down.
  var chromaSize: (width: Int, height: Int)? {
    sampling.scale.map { ((width + $0.x - 1) / $0.x, (height + $0.y - 1) / $0.y) }
  }
}

/// Why bytes are no stream of video frames.
public enum VideoError: Error, Equatable {
  /// Not a byte came.
  case empty
  case notVideo
  case damaged(String)
  /// More pixels than the limit.
  case tooLarge(width: Int, height: Int)
  /// The stream's own word for samples that cannot be read, such as those of ten bits.
  case unsupported(String)
  /// The stream ends within a frame.
  case cutOff
}

extension VideoError: CustomStringConvertible {
  /// The fact in plain words, to follow the stream's name and a colon.
  public var description: String {
    switch self {
    case .empty: "no picture came"
    case .notVideo: "this is not a YUV4MPEG2 stream"
    case .damaged(let reason): "the stream is damaged (\(reason))"
    case .tooLarge(let width, let height): "frames of \(width) × \(height) pixels are more than can be taken on"
    case .unsupported(let what): "frames with samples of the kind \(what) are not supported"
    case .cutOff: "the stream is cut off within a frame"
    }
  }
}
