/// How large a photo may be. Larger ones are refused before memory is allocated for them.
public struct DecodingLimits: Sendable, Equatable {
  /// The largest width × height in pixels, as stored. Phones write up to 200 million. The default is 250 million.
  public var pixels = 250_000_000
  /// The longest side in pixels, as stored. The default is the longest that a JPEG can have, 65,535.
  public var side = 65_535
  /// The most scans of a progressive JPEG, each of which is a pass over the whole picture. Encoders write about 10. The
  /// default is 100.
  public var scans = 100

  /// The default limits.
  public init() {}

  func check(width: Int, height: Int) throws(CodecError) {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    if overflows || count > pixels || max(width, height) > side { throw .tooLarge(width: width, height: height) }
  }
}
