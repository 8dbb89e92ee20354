internal import CLCMS

/// Makes colours that an ICC profile describes into sRGB, by Little CMS: relative to the profile's white, with its black
/// made black, so that paper stays white and ink stays dark.
@safe struct ColourTransform: ~Copyable {
  /// What a pixel's samples are.
  enum Samples { case grey, rgb, inks, invertedInks }

  private let handle: cmsHTRANSFORM
  private let samples: Samples

  /// nil when the profile is damaged or is none of such samples.
  init?(from profile: [UInt8], _ samples: Samples) {
    let source = unsafe profile.withUnsafeBytes {
      unsafe cmsOpenProfileFromMem($0.baseAddress, cmsUInt32Number(clamping: $0.count))
    }
    guard let source = unsafe source else { return nil }
    unsafe self.init(taking: source, samples)
  }

  /// From Adobe RGB (1998), section 4.3, by its numbers; nil without memory.
  static func fromAdobeRGB() -> ColourTransform? {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: 0.64, y: 0.33, Y: 1), Green: cmsCIExyY(x: 0.21, y: 0.71, Y: 1),
      Blue: cmsCIExyY(x: 0.15, y: 0.06, Y: 1))
    guard let curve = unsafe cmsBuildGamma(nil, 563.0 / 256) else { return nil }
    defer { unsafe cmsFreeToneCurve(curve) }
    var curves: [OpaquePointer?] = unsafe [curve, curve, curve]
    guard let source = unsafe cmsCreateRGBProfile(&white, &primaries, &curves) else { return nil }
    return unsafe ColourTransform(taking: source, .rgb)
  }

  private init?(taking source: cmsHPROFILE, _ samples: Samples) {
    defer { unsafe cmsCloseProfile(source) }
    guard unsafe cmsGetColorSpace(source) == samples.space, let target = unsafe cmsCreate_sRGBProfile() else {
      return nil
    }
    defer { unsafe cmsCloseProfile(target) }
    let handle = unsafe cmsCreateTransform(
      source, samples.layout, target, CLCMSRGB, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
      cmsUInt32Number(cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE))
    guard let handle = unsafe handle else { return nil }
    unsafe self.handle = handle
    self.samples = samples
  }

  deinit { unsafe cmsDeleteTransform(handle) }

  /// Red, green and blue of each pixel.
  func callAsFunction(_ pixels: [UInt8]) -> [UInt8] {
    precondition(pixels.count % samples.count == 0, "the last pixel is whole")
    let count = pixels.count / samples.count
    return unsafe [UInt8](unsafeUninitializedCapacity: 3 * count) { output, filled in
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
    case .grey: cmsSigGrayData
    case .rgb: cmsSigRgbData
    case .inks, .invertedInks: cmsSigCmykData
    }
  }

  fileprivate var layout: cmsUInt32Number {
    switch self {
    case .grey: CLCMSGrey
    case .rgb: CLCMSRGB
    case .inks: CLCMSInks
    case .invertedInks: CLCMSInvertedInks
    }
  }

  /// Bytes of a pixel.
  fileprivate var count: Int {
    switch self {
    case .grey: 1
    case .rgb: 3
    case .inks, .invertedInks: 4
    }
  }
}
