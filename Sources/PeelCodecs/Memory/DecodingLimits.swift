/// How large a photo may be. Larger ones are refused before memory is allocated for them.
public struct DecodingLimits: Sendable, Equatable {
  /// The largest width × height in pixels, as stored. Phones write up to 200 million. The default is 250 million.
  public var pixels = 250_000_000
  /// The longest side in pixels, as stored. The default is the longest that a JPEG can have, 65,500 (libjpeg's limit).
  public var side = 65_500
  /// The most scans of a progressive JPEG, each of which is a pass over the whole picture. Encoders write about 10. The
  /// default is 100.
  public var scans = 100

  /// The most memory in bytes that a photo may take until its scans are made. By default there is no limit but the one on
  /// pixels; `peel` sets one from the machine's free memory.
  public var bytes = Int.max
  /// What photos that are decoded at the same time share; nil if they needn't. A photo that is kept for long would keep
  /// the others waiting.
  package var allowance: MemoryAllowance?
  /// Whether decoders end with `needsMemory` once they know what a photo needs.
  var onlyMeasures = false

  /// The default limits.
  public init() {}

  /// Whether all limits are equal. The allowance isn't compared.
  public static func == (a: DecodingLimits, b: DecodingLimits) -> Bool {
    (a.pixels, a.side, a.scans, a.bytes) == (b.pixels, b.side, b.scans, b.bytes)
  }

  /// Throws for a picture that is too large, or has no pixels.
  func check(width: Int, height: Int) throws(CodecError) {
    if width <= 0 || height <= 0 { throw .corrupt(reason: "it has no pixels") }
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    if overflows || count > pixels || max(width, height) > side { throw .tooLarge(width: width, height: height) }
  }
}
