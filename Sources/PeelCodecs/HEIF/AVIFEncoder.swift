internal import CPeelHEIF
internal import PeelImaging

/// Encodes a picture as an AVIF file, with libheif and its encoder for AV1.
struct AVIFEncoder {
  /// 1…100.
  var quality = 92
  /// Whether chroma has the size of luma.
  var hasFullChroma = false
  var exif: [UInt8]?
  var profile: [UInt8]?
  /// The XMP packet.
  var xmp: String?

  /// The longest side that libheif reads, in pixels.
  static let longestSide = 32_768
  /// libaom's speed, from 0 to 9. 6 takes a third of the time of libheif's 5, for files that are 5 % larger
  /// (measured with 12 megapixels, quality 92 and libaom 3.6).
  private static let speed = "6"

  /// - Throws: `tooLarge` for a picture without pixels or with a side longer than `longestSide`, `outOfMemory`, or
  ///   `missing` if libheif or its encoder isn't installed.
  func callAsFunction(_ picture: Picture) throws(CodecError) -> [UInt8] {
    let sides = 1...Self.longestSide
    guard sides.contains(picture.width), sides.contains(picture.height) else {
      throw .tooLarge(width: picture.width, height: picture.height)
    }
    var file: [UInt8] = []
    var report = CHEIFReport()
    let outcome = unsafe picture.samples.withUnsafeBufferPointer { samples in
      unsafe withWish { wish in
        unsafe withUnsafeMutablePointer(to: &file) { file in
          unsafe cheif_encode_avif(
            samples.baseAddress, Int32(picture.width), Int32(picture.height), wish,
            { context, piece, count in
              guard let context = unsafe context else { return }
              let file = unsafe context.assumingMemoryBound(to: [UInt8].self)
              unsafe file.pointee.append(contentsOf: UnsafeBufferPointer(start: piece, count: count))
            }, file, &report)
        }
      }
    }
    switch outcome {
    case CHEIFDone: return file
    case CHEIFNoLibrary: throw .missing(.heif)
    case CHEIFNoEncoder: throw .missing(.av1Encoder)
    default: throw .outOfMemory
    }
  }

  private func withWish(_ body: (UnsafePointer<CHEIFWish>) -> CHEIFOutcome) -> CHEIFOutcome {
    let (profile, exif, xmp) = (profile ?? [], exif ?? [], (xmp ?? "").utf8.map(\.self))
    return unsafe profile.withUnsafeBufferPointer { profile in
      unsafe exif.withUnsafeBufferPointer { exif in
        unsafe xmp.withUnsafeBufferPointer { xmp in
          unsafe Self.speed.withCString { speed in
            var wish = unsafe CHEIFWish(
              quality: Int32(quality), has_full_chroma: hasFullChroma ? 1 : 0, speed: speed,
              profile: CHEIFBytes(bytes: profile.baseAddress, count: profile.count),
              exif: CHEIFBytes(bytes: exif.baseAddress, count: exif.count),
              xmp: CHEIFBytes(bytes: xmp.baseAddress, count: xmp.count))
            return unsafe body(&wish)
          }
        }
      }
    }
  }
}
