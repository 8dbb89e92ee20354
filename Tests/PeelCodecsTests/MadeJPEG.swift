import CPeelMadeJPEG
import Foundation

@testable import PeelCodecs

/// Encodes rows of samples as any kind of JPEG.
struct MadeJPEG {
  /// What is stored. Rows have grey; R, G, B for `ycc` and `rgb`; or C, M, Y, K.
  enum Colour: UInt32 { case grey, ycc, rgb, cmyk, ycck }

  var colour = Colour.ycc
  /// 1…100, on libjpeg's scale.
  var quality = 100
  /// Picture pixels per chroma sample, 1…4.
  var chromaScale = (x: 2, y: 2)
  var isProgressive = false
  var isArithmetic = false
  /// Rows of blocks between restart markers; 0 for none.
  var restartRows = 0

  /// - Parameter rows: without gaps, top row first.
  func callAsFunction(
    _ rows: [UInt8], width: Int, height: Int, segments: [JPEGEncoder.Segment] = []
  ) throws -> [UInt8] {
    var settings = CMadeSettings()
    (settings.width, settings.height) = (Int32(width), Int32(height))
    settings.colour = CMadeColour(rawValue: colour.rawValue)
    settings.quality = Int32(quality)
    (settings.chroma_across, settings.chroma_down) = (Int32(chromaScale.x), Int32(chromaScale.y))
    (settings.is_progressive, settings.is_arithmetic) = (isProgressive ? 1 : 0, isArithmetic ? 1 : 0)
    settings.restart_rows = Int32(restartRows)
    var count = 0
    let file = unsafe rows.withUnsafeBufferPointer { unsafe cmade_jpeg($0.baseAddress, &settings, &count) }
    defer { unsafe free(file) }
    let bytes = unsafe Array(UnsafeBufferPointer(start: file, count: count))
    return segments.isEmpty ? bytes : JPEGEncoder.file(bytes[...], with: segments)
  }
}
