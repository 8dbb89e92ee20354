internal import CPeelRaw
internal import PeelImaging

/// Develops a camera's raw file, upright: DNG, CR2, CR3, NEF, ARW and the other kinds that LibRaw knows.
///
/// The camera's white balance and sRGB's curve are applied. Nothing is brightened, so that no part of a print's white frame
/// is clipped that the camera didn't clip.
struct RawDecoder {
  var limits = DecodingLimits()
  var keepsDepth = false

  /// Bytes per sample of the sensor: of colour files that aren't a mosaic, four numbers of 16 bits.
  private static let sensor = 8
  /// Bytes per pixel while it is developed: four numbers of 16 bits, and then three besides them.
  private static let developing = 14

  func callAsFunction(_ bytes: [UInt8]) throws(CodecError) -> Decoded {
    if RawStructure.isCutOff(bytes) { throw .truncated(rowsRead: nil, height: nil) }
    var child = DecodingChild()
    var file = CRawFile()
    try check(
      unsafe bytes.withUnsafeBufferPointer { unsafe craw_open($0.baseAddress, $0.count, &child.process, &file) })
    let (width, height) = (Int(file.width), Int(file.height))
    let sensor = (width: Int(file.raw_width), height: Int(file.raw_height))
    try limits.check(width: width, height: height)
    try limits.check(width: sensor.width, height: sensor.height)
    var need = MemoryNeed(pixels: width * height, samples: 3, isDeep: keepsDepth)
    need.decoding = Self.sensor * sensor.width * sensor.height + Self.developing * width * height
    let share = try limits.claim(need)
    var picture = CRawPicture()
    try check(unsafe craw_develop(&child.process, keepsDepth ? 16 : 8, need.decoding, &picture))
    return try decoded(picture, from: child, share)
  }

  private func decoded(
    _ picture: CRawPicture, from child: borrowing DecodingChild, _ share: MemoryAllowance.Share?
  ) throws(CodecError) -> Decoded {
    let (width, height, colours) = (Int(picture.width), Int(picture.height), Int(picture.colours))
    guard [1, 3].contains(colours) else {
      throw .unsupported(what: "a raw file with \(colours) colours")
    }
    // Sensors whose rows lie aslant give a larger picture than they say.
    try limits.check(width: width, height: height)
    var planes = RowPlanes<UInt8>(width: width, height: height, colours: colours)
    var deep = keepsDepth ? RowPlanes<UInt16>(width: width, height: height, colours: colours) : nil
    let count = width * colours
    for _ in 0..<height {
      if keepsDepth {
        let row: [UInt16] = try row(of: count, from: child)
        deep?.append(row)
        planes.append(row.map(\.rounded))
      } else {
        planes.append(try row(of: count, from: child))
      }
    }
    let warnings = picture.damages > 0 ? ["part of the photo's data is damaged"] : []
    return Decoded(pixels: planes.pixels, deep: deep?.deep, changes: [], warnings: warnings, memory: share)
  }

  private func row<Sample: BitwiseCopyable>(
    of count: Int, from child: borrowing DecodingChild
  ) throws(CodecError) -> [Sample] {
    guard let row: [Sample] = child.next(count) else { throw .crashed(in: "LibRaw") }
    return row
  }

  private func check(_ outcome: CRawOutcome) throws(CodecError) {
    switch outcome {
    case CRawDone: return
    case CRawNoLibrary: throw .missing(.raw)
    case CRawUnknown: throw .unsupported(what: "this camera's kind of raw file")
    case CRawOutOfMemory: throw .outOfMemory
    case CRawTruncated: throw .truncated(rowsRead: nil, height: nil)
    case CRawCrashed: throw .crashed(in: "LibRaw")
    default: throw .corrupt(reason: "")
    }
  }
}
