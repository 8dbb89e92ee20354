/// What a file may ask of the machine before it is refused.
public struct DecodingLimits: Sendable, Equatable {
  /// Width times height as stored. Phones write up to 200 MP; the default is 250 million.
  public var pixels = 250_000_000
  /// Pixels of the longer side as stored, as many as a JPEG can have.
  public var side = 65_535
  /// Passes of a progressive JPEG over the whole picture. Encoders write about 10; the default is 100.
  public var scans = 100

  public init() {}

  func check(width: Int, height: Int) throws(CodecError) {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    if overflows || count > pixels || max(width, height) > side { throw .tooLarge(width: width, height: height) }
  }
}
