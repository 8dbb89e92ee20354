internal import CPeelTIFF
internal import PeelImaging

/// Encodes a picture as a TIFF file, compressed by LZW, the same bytes on every run.
struct TIFFEncoder {
  /// The EXIF block, whose values go into the file's own directories.
  var exif: [UInt8]?
  var profile: [UInt8]?
  var ppi: Double?
  /// The XMP packet.
  var xmp: String?

  /// The longest side in pixels. A file with 16 bits per sample is then well below the 4 GB of TIFF 6.0 for usual shapes.
  static let longestSide = 65_535
  /// The most bytes of samples: offsets have 32 bits, and LZW may make noise larger.
  private static let mostBytes = 2 << 30

  /// - Parameter deepSamples: the picture's samples with 16 bits each, which are written instead of the 8-bit ones.
  /// - Throws: `tooLarge`, `outOfMemory`, or `missing` if libtiff isn't installed.
  func callAsFunction(_ picture: Picture, deepSamples: [UInt16]? = nil) throws(CodecError) -> [UInt8] {
    precondition(deepSamples.map { $0.count == picture.samples.count } ?? true, "both are of one picture")
    let sides = 1...Self.longestSide
    let bytes = picture.samples.count * (deepSamples == nil ? 1 : 2)
    guard sides.contains(picture.width), sides.contains(picture.height), bytes <= Self.mostBytes else {
      throw .tooLarge(width: picture.width, height: picture.height)
    }
    var header = CTIFFPicture()
    header.width = UInt32(clamping: picture.width)
    header.height = UInt32(clamping: picture.height)
    // Values of the EXIF block are copied as they are.
    header.is_big_endian = exif.flatMap { TIFFStructure($0)?.isBigEndian } ?? false ? 1 : 0
    header.resolution = ppi ?? 0
    let file =
      if let deepSamples { try written(deepSamples, header) } else { try written(picture.samples, header) }
    return exif.map { Exif.adding($0, to: file) } ?? file
  }

  private func written<Sample: CodedSample>(
    _ samples: [Sample], _ header: CTIFFPicture
  ) throws(CodecError) -> [UInt8] {
    let (profile, xmp) = (profile ?? [], xmp.map { Array($0.utf8) } ?? [])
    var header = header
    header.bits = Int32(Sample.bitWidth)
    (header.profile_size, header.xmp_size) = (profile.count, xmp.count)
    var file = CTIFFFile()
    var report = CTIFFReport()
    let outcome = unsafe samples.withUnsafeBytes { samples in
      unsafe profile.withUnsafeBufferPointer { profile in
        unsafe xmp.withUnsafeBufferPointer { xmp in
          unsafe header.samples = samples.baseAddress
          unsafe header.profile = profile.baseAddress
          unsafe header.xmp = xmp.baseAddress
          return unsafe ctiff_write(&header, &file, &report)
        }
      }
    }
    switch outcome {
    case CTIFFDone:
      defer { unsafe ctiff_free(&file) }
      return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    case CTIFFNoLibrary: throw .missing(.tiff)
    case CTIFFOutOfMemory: throw .outOfMemory
    default: throw .unsupported(what: "this picture as a TIFF (\(report.text))")
    }
  }
}
