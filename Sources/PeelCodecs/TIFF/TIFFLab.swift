/// Converts pixels of L*a*b* in a TIFF file to sRGB. Its white is that of ICC profiles, D50, as programs for print take it.
final class TIFFLab {
  /// How the numbers are stored.
  enum Form {
    /// a* and b* are signed, and white has the greatest L* (TIFF 6.0, section 23).
    case signed
    /// As in ICC profiles of version 2.
    case offset
  }

  private let form: Form
  private let transform: ColourTransform

  /// - Parameter bits: the bits of a sample, 8 or 16.
  /// - Returns: nil without enough memory.
  init?(_ form: Form, bits: Int) {
    guard let transform = ColourTransform.fromLab(bits == 8 ? .lab : .deepLab) else { return nil }
    self.form = form
    self.transform = transform
  }

  func callAsFunction<Sample: CodedSample>(_ pixels: [Sample]) -> [Sample] {
    switch form {
    case .offset: transform(pixels)
    case .signed: transform(pixels.indices.map { $0 % 3 == 0 ? pixels[$0].lightness : pixels[$0].offset })
    }
  }
}

extension CodedSample {
  /// A signed a* or b*, from -128, as one from 0.
  fileprivate var offset: Self { self ^ (Self.max / 2 + 1) }

  /// L* whose white is the greatest number, as one whose white is 255 or 0xFF00.
  fileprivate var lightness: Self { self - self >> 8 }
}
