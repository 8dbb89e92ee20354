internal import CPeelRaw
import PeelImaging

/// Develops a camera's raw file, upright: DNG, CR2, CR3, NEF, ARW and the other kinds that LibRaw knows.
///
/// The camera's white balance and sRGB's curve are applied. Nothing is brightened, so that no part of a print's white frame
/// is clipped that the camera didn't clip.
struct RawDecoder {
  var limits = DecodingLimits()
  var keepsDepth = false

  struct Decoded {
    var pixels: StoredPixels
    var deep: DeepPlanes?
    var warnings: [String]
    var memory: MemoryAllowance.Share?
  }

  /// Bytes per sample of the sensor: of colour files that aren't a mosaic, four numbers of 16 bits.
  private static let sensor = 8
  /// Bytes per pixel while it is developed: four numbers of 16 bits, and then three besides them.
  private static let developing = 14

  func callAsFunction(_ bytes: [UInt8]) throws(CodecError) -> Decoded {
    let outcome: Result<Decoded, CodecError> = unsafe bytes.withUnsafeBufferPointer { bytes in
      var file = unsafe CRawFile()
      defer { unsafe craw_close(&file) }
      do throws(CodecError) { return .success(try unsafe develop(bytes, &file)) } catch { return .failure(error) }
    }
    return try outcome.get()
  }

  private func develop(
    _ bytes: UnsafeBufferPointer<UInt8>, _ file: inout CRawFile
  ) throws(CodecError) -> Decoded {
    try check(unsafe craw_open(bytes.baseAddress, bytes.count, &file))
    let (width, height) = unsafe (Int(file.width), Int(file.height))
    let sensor = unsafe (width: Int(file.raw_width), height: Int(file.raw_height))
    guard width > 0, height > 0, sensor.width >= 0, sensor.height >= 0 else {
      throw .corrupt(reason: "it has no pixels")
    }
    try limits.check(width: width, height: height)
    try limits.check(width: sensor.width, height: sensor.height)
    var need = MemoryNeed(pixels: width * height, samples: 3, isDeep: keepsDepth)
    need.decoding = Self.sensor * sensor.width * sensor.height + Self.developing * width * height
    let share = try limits.claim(need)
    var picture = unsafe CRawPicture()
    defer { unsafe craw_free(&picture) }
    try check(unsafe craw_develop(&file, keepsDepth ? 16 : 8, &picture))
    var decoded = try unsafe decoded(picture, share)
    if unsafe file.damages > 0 { decoded.warnings.append("part of the photo's data is damaged") }
    return decoded
  }

  private func decoded(_ picture: CRawPicture, _ share: MemoryAllowance.Share?) throws(CodecError) -> Decoded {
    let (width, height, colours) = unsafe (Int(picture.width), Int(picture.height), Int(picture.colours))
    guard [1, 3].contains(colours), width > 0, height > 0, let samples = unsafe picture.samples else {
      throw .unsupported(what: "a raw file with \(colours) colours")
    }
    // Sensors whose rows lie aslant give a larger picture than they say.
    try limits.check(width: width, height: height)
    var planes = RowPlanes<UInt8>(width: width, height: height, colours: colours)
    var deep = keepsDepth ? RowPlanes<UInt16>(width: width, height: height, colours: colours) : nil
    let count = width * colours
    for y in 0..<height {
      if keepsDepth {
        let start = unsafe samples.assumingMemoryBound(to: UInt16.self) + y * count
        let row = unsafe Array(UnsafeBufferPointer(start: start, count: count))
        deep?.append(row)
        planes.append(row.map(\.rounded))
      } else {
        let start = unsafe samples.assumingMemoryBound(to: UInt8.self) + y * count
        planes.append(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
      }
    }
    return Decoded(pixels: planes.pixels, deep: deep?.deep, warnings: [], memory: share)
  }

  private func check(_ outcome: CRawOutcome) throws(CodecError) {
    switch outcome {
    case CRawDone: return
    case CRawNoLibrary: throw .missing(.raw)
    case CRawUnknown: throw .unsupported(what: "this camera's kind of raw file")
    case CRawOutOfMemory: throw .outOfMemory
    default: throw .corrupt(reason: "")
    }
  }
}
