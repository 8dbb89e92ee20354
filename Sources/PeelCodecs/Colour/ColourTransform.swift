internal import CPeelLCMS

/// Converts colours from an ICC profile to sRGB with Little CMS. It uses the relative colorimetric intent with black point
/// compensation, so that paper stays white and ink stays dark.
@safe struct ColourTransform: ~Copyable {
  /// The kind of a pixel's samples.
  enum Samples {
    case grey, rgb, inks, invertedInks
    /// With 16 bits per sample; the others have 8.
    case deepGrey, deepRGB
    /// L*, a* and b* as in ICC profiles, with 8 or 16 bits.
    case lab, deepLab

    fileprivate var isDeep: Bool { [.deepGrey, .deepRGB, .deepLab].contains(self) }
  }

  private let handle: cmsHTRANSFORM
  private let samples: Samples

  /// Returns nil if the profile is damaged or for another colour space.
  init?(from profile: [UInt8], _ samples: Samples) {
    let source = unsafe profile.withUnsafeBytes {
      unsafe cmsOpenProfileFromMem($0.baseAddress, cmsUInt32Number(clamping: $0.count))
    }
    guard let source = unsafe source else { return nil }
    unsafe self.init(taking: source, samples)
  }

  /// The transform from L*a*b* under D50; nil without enough memory.
  static func fromLab(_ samples: Samples) -> ColourTransform? {
    guard let source = unsafe cmsCreateLab2Profile(nil) else { return nil }
    return unsafe ColourTransform(taking: source, samples)
  }

  /// The transform from Adobe RGB (1998), section 4.3; nil without enough memory.
  static func fromAdobeRGB(_ samples: Samples = .rgb) -> ColourTransform? {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: 0.64, y: 0.33, Y: 1), Green: cmsCIExyY(x: 0.21, y: 0.71, Y: 1),
      Blue: cmsCIExyY(x: 0.15, y: 0.06, Y: 1))
    guard let curve = unsafe cmsBuildGamma(nil, 563.0 / 256) else { return nil }
    defer { unsafe cmsFreeToneCurve(curve) }
    var curves: [OpaquePointer?] = unsafe [curve, curve, curve]
    guard let source = unsafe cmsCreateRGBProfile(&white, &primaries, &curves) else { return nil }
    return unsafe ColourTransform(taking: source, samples)
  }

  /// An RGB profile with these primaries, the same bytes on every run; nil without enough memory.
  ///
  /// - Parameters:
  ///   - chromaticities: CIE x and y of white, red, green and blue, in this order.
  ///   - exponent: light is the sample to this power; nil for sRGB's curve (IEC 61966-2-1).
  static func profile(
    named name: String, _ chromaticities: [(x: Double, y: Double)], exponent: Double?
  ) -> [UInt8]? {
    let colours = chromaticities.map { cmsCIExyY(x: $0.x, y: $0.y, Y: 1) }
    var white = colours[0]
    var primaries = cmsCIExyYTRIPLE(Red: colours[1], Green: colours[2], Blue: colours[3])
    let sRGB = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    let curve =
      unsafe exponent.map { unsafe cmsBuildGamma(nil, $0) } ?? cmsBuildParametricToneCurve(nil, 4, sRGB)
    guard let curve = unsafe curve else { return nil }
    defer { unsafe cmsFreeToneCurve(curve) }
    var curves: [OpaquePointer?] = unsafe [curve, curve, curve]
    guard let made = unsafe cmsCreateRGBProfile(&white, &primaries, &curves) else { return nil }
    defer { unsafe cmsCloseProfile(made) }
    if let text = unsafe cmsMLUalloc(nil, 1) {
      unsafe cmsMLUsetASCII(text, "en", "US", name)
      unsafe cmsWriteTag(made, cmsSigProfileDescriptionTag, UnsafeRawPointer(text))
      unsafe cmsMLUfree(text)
    }
    var count: cmsUInt32Number = 0
    guard unsafe cmsSaveProfileToMem(made, nil, &count) != 0, count >= 128 else { return nil }
    var profile = [UInt8](repeating: 0, count: Int(count))
    let isSaved = unsafe profile.withUnsafeMutableBytes { unsafe cmsSaveProfileToMem(made, $0.baseAddress, &count) }
    guard isSaved != 0 else { return nil }
    // A fixed date, as Little CMS writes today's.
    profile.replaceSubrange(24..<36, with: [0x07, 0xE8, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    return profile
  }

  /// A profile's description, such as "Display P3"; nil if it has none.
  static func name(of profile: [UInt8]) -> String? {
    let opened = unsafe profile.withUnsafeBytes {
      unsafe cmsOpenProfileFromMem($0.baseAddress, cmsUInt32Number(clamping: $0.count))
    }
    guard let opened = unsafe opened else { return nil }
    defer { unsafe cmsCloseProfile(opened) }
    var letters = [UInt8](repeating: 0, count: 256)
    unsafe letters.withUnsafeMutableBytes {
      unsafe _ = cmsGetProfileInfoASCII(
        opened, cmsInfoDescription, "en", "US", $0.baseAddress?.assumingMemoryBound(to: CChar.self),
        cmsUInt32Number(clamping: $0.count - 1))
    }
    let name = String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)
    return name.isEmpty ? nil : name
  }

  private init?(taking source: cmsHPROFILE, _ samples: Samples) {
    defer { unsafe cmsCloseProfile(source) }
    guard unsafe cmsGetColorSpace(source) == samples.space, let target = unsafe cmsCreate_sRGBProfile() else {
      return nil
    }
    defer { unsafe cmsCloseProfile(target) }
    let handle = unsafe cmsCreateTransform(
      source, samples.layout, target, samples.isDeep ? CLCMSDeepRGB : CLCMSRGB,
      cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
      cmsUInt32Number(cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE))
    guard let handle = unsafe handle else { return nil }
    unsafe self.handle = handle
    self.samples = samples
  }

  deinit { unsafe cmsDeleteTransform(handle) }

  /// Converts pixels to R, G and B of sRGB, with the same number of bits.
  func callAsFunction<Sample: CodedSample>(_ pixels: [Sample]) -> [Sample] {
    precondition(pixels.count % samples.count == 0, "the last pixel is whole")
    precondition((Sample.bitWidth == 16) == samples.isDeep, "samples have the size that was said")
    let count = pixels.count / samples.count
    return unsafe [Sample](unsafeUninitializedCapacity: 3 * count) { output, filled in
      unsafe pixels.withUnsafeBytes {
        unsafe cmsDoTransform(handle, $0.baseAddress, output.baseAddress, cmsUInt32Number(clamping: count))
      }
      filled = 3 * count
    }
  }
}

extension ColourTransform.Samples {
  fileprivate var space: cmsColorSpaceSignature {
    switch self {
    case .grey, .deepGrey: cmsSigGrayData
    case .rgb, .deepRGB: cmsSigRgbData
    case .inks, .invertedInks: cmsSigCmykData
    case .lab, .deepLab: cmsSigLabData
    }
  }

  fileprivate var layout: cmsUInt32Number {
    switch self {
    case .grey: CLCMSGrey
    case .rgb: CLCMSRGB
    case .inks: CLCMSInks
    case .invertedInks: CLCMSInvertedInks
    case .deepGrey: CLCMSDeepGrey
    case .deepRGB: CLCMSDeepRGB
    case .lab: CLCMSLab
    case .deepLab: CLCMSDeepLab
    }
  }

  /// Samples per pixel.
  fileprivate var count: Int {
    switch self {
    case .grey, .deepGrey: 1
    case .rgb, .deepRGB, .lab, .deepLab: 3
    case .inks, .invertedInks: 4
    }
  }
}
