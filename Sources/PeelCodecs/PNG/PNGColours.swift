/// What a PNG says about its colours. Its chunks count in this order (PNG, third edition, section 4.3): cICP, iCCP, sRGB, and
/// then gAMA with cHRM.
struct PNGColours {
  /// The ICC profile of the samples; nil for sRGB.
  private(set) var profile: [UInt8]?
  private(set) var isProfileDamaged = false
  /// Whether libpng must not convert the samples by the exponent in gAMA.
  private(set) var ignoresGamma = false
  /// The colours by the numbers of ITU-T H.273, if cICP has them.
  private let coding: CICP?

  /// Whether brightness is coded for HDR screens.
  var isHDR: Bool { coding?.isHDR ?? false }

  init(_ chunks: PNGChunks, isGrey: Bool) {
    coding = Self.coding(of: chunks)
    if let coding {
      profile = coding.profile
    } else if chunks.has("iCCP") {
      profile = Self.profile(of: chunks)
      isProfileDamaged = profile == nil
    } else if !chunks.has("sRGB"), !isGrey {
      profile = Self.profile(ofPrimariesIn: chunks)
    }
    ignoresGamma = chunks.has("gAMA") && (coding != nil || profile != nil)
  }

  /// The full-range sample for each sample; nil if they are in full range.
  func levels<Sample: CodedSample>() -> [Sample]? {
    guard let coding, !coding.isFullRange else { return nil }
    return PlaneKind.luma(isFullRange: false).levels(bits: Sample.bitWidth)
  }

  /// The third number is the matrix, which is that of red, green and blue (section 11.3.2.6).
  private static func coding(of chunks: PNGChunks) -> CICP? {
    guard let data = chunks.data("cICP"), data.count == 4, data[2] == 0 else { return nil }
    return CICP(primaries: Int(data[0]), transfer: Int(data[1]), matrix: 0, isFullRange: data[3] != 0)
  }

  /// The unit of gAMA and cHRM.
  private static let unit = 100_000.0
  /// CIE x and y of sRGB's white, red, green and blue, as in cHRM.
  private static let sRGB = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]
  /// Programs round their numbers differently.
  private static let tolerance = 0.002

  /// The profile of other primaries than sRGB's. Without them, the exponent is enough, and libpng converts the samples.
  private static func profile(ofPrimariesIn chunks: PNGChunks) -> [UInt8]? {
    func numbers(_ type: String, count: Int) -> [Double]? {
      guard let data = chunks.data(type), data.count == 4 * count else { return nil }
      return stride(from: 0, to: data.count, by: 4).map { place in
        Double(data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }) / unit
      }
    }
    guard let gamma = numbers("gAMA", count: 1)?.first, gamma > 0, let all = numbers("cHRM", count: 8),
      zip(all, sRGB).contains(where: { abs($0 - $1) > tolerance })
    else { return nil }
    let chromaticities = stride(from: 0, to: all.count, by: 2).map { (x: all[$0], y: all[$0 + 1]) }
    return ColourTransform.profile(named: "cHRM and gAMA", chromaticities, exponent: 1 / gamma)
  }

  /// The ICC profile. Its chunk has a name, a zero, compression method 0, and the deflated profile.
  private static func profile(of chunks: PNGChunks) -> [UInt8]? {
    guard let data = chunks.data("iCCP"), let nameEnd = data.firstIndex(of: 0), (1...79).contains(nameEnd),
      nameEnd + 2 < data.count, data[nameEnd + 1] == 0
    else { return nil }
    return inflated(data[(nameEnd + 2)...], most: ColourProfile.largest)
  }
}
