internal import CPeelJPEG
// Links libjpeg if pkg-config didn't.
internal import CPeelSystemJPEG
internal import PeelImaging

/// Encodes luma and chroma planes as a baseline JPEG, the same bytes on every run.
struct JPEGEncoder {
  struct Segment {
    /// The second byte of the marker, such as 0xE1 for APP1.
    var marker: UInt8
    var payload: [UInt8]
    /// The most bytes: a segment's length has 16 bits and includes itself.
    static let largestPayload = 65_533
  }

  /// 1…100, on libjpeg's scale.
  var quality = 92
  /// Picture pixels per chroma sample, 1…4.
  var chromaScale = (x: 2, y: 2)
  /// Pixels per inch for the JFIF header; nil for none.
  var density: Int?
  /// Rows of blocks between restart markers; 0 for none.
  var restartRows = 0

  /// libjpeg's limit, in pixels.
  static let longestSide = 65_500

  /// - Parameter chroma: has the encoder's scale and covers the luma.
  /// - Throws: `tooLarge` for a picture without pixels or with a side longer than `longestSide`, or `outOfMemory`.
  func callAsFunction(_ luma: Plane<UInt8>, _ chroma: Chroma) throws(CodecError) -> [UInt8] {
    precondition(chroma.scale == chromaScale, "the chroma has the encoder's scale")
    let (columns, rows) = (luma.width + chromaScale.x - 1, luma.height + chromaScale.y - 1)
    precondition(
      chroma.blue.width == columns / chromaScale.x && chroma.blue.height == rows / chromaScale.y,
      "the chroma covers the luma")
    let sides = 1...Self.longestSide
    guard sides.contains(luma.width), sides.contains(luma.height) else {
      throw .tooLarge(width: luma.width, height: luma.height)
    }
    var settings = CJPEGSettings()
    settings.width = Int32(luma.width)
    settings.height = Int32(luma.height)
    settings.quality = Int32(clamping: quality)
    settings.chroma_across = Int32(clamping: chromaScale.x)
    settings.chroma_down = Int32(clamping: chromaScale.y)
    settings.density = Int32(clamping: min(density ?? 0, Int(UInt16.max)))
    settings.restart_rows = Int32(clamping: restartRows)
    var report = CJPEGReport()
    var file: [UInt8] = []
    file.reserveCapacity(luma.width * luma.height / 2)
    let outcome = unsafe withUnsafeMutablePointer(to: &file) { file in
      unsafe luma.samples.withUnsafeBufferPointer { luma in
        unsafe chroma.blue.samples.withUnsafeBufferPointer { blue in
          unsafe chroma.red.samples.withUnsafeBufferPointer { red in
            unsafe cjpeg_encode(luma.baseAddress, blue.baseAddress, red.baseAddress, &settings, collect, file, &report)
          }
        }
      }
    }
    switch outcome {
    case CJPEGDone: return file
    case CJPEGOutOfMemory: throw .outOfMemory
    default: throw .unsupported(what: "this picture as a JPEG (\(report.text))")
    }
  }

  /// Adds segments to a file, after its JFIF header if it has one.
  static func file(_ file: ArraySlice<UInt8>, with segments: [Segment]) -> [UInt8] {
    let startOfImage = 2
    let header =
      JPEGSegments(Array(file)).segments.first { $0.marker == JPEGSegments.Marker.app0 }?.payload.upperBound
      ?? startOfImage
    let written = segments.flatMap { segment in
      precondition(segment.payload.count <= Segment.largestPayload, "a segment has 16-bit length")
      return [0xFF, segment.marker] + bigEndian(segment.payload.count + 2) + segment.payload
    }
    return file[..<header] + written + file[header...]
  }

  static func bigEndian(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
  }
}

/// Appends a piece to an array of bytes.
private func collect(_ array: UnsafeMutableRawPointer?, _ piece: UnsafePointer<UInt8>?, _ count: Int) {
  guard let array = unsafe array else { return }
  let bytes = unsafe array.assumingMemoryBound(to: [UInt8].self)
  unsafe bytes.pointee.append(contentsOf: UnsafeBufferPointer(start: piece, count: count))
}
