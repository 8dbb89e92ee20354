import PeelCodecs

/// The packages that have a library or a program, by system.
struct NeededPackage {
  /// Debian's and Ubuntu's.
  let debian: String
  let fedora: String
  let homebrew: String

  static let ffmpeg = NeededPackage(debian: "ffmpeg", fedora: "ffmpeg-free", homebrew: "ffmpeg")
  static let qpdf = NeededPackage(debian: "libqpdf29", fedora: "qpdf-libs", homebrew: "qpdf")

  /// What to do if it is missing.
  var advice: String {
    let others = fedora == homebrew ? "Fedora and Homebrew: \(fedora)" : "Fedora: \(fedora); Homebrew: \(homebrew)"
    return "install the package \(debian) (\(others))"
  }
}

extension CodecError.Library {
  /// The package that has it.
  var package: NeededPackage {
    switch self {
    case .heif: NeededPackage(debian: "libheif1", fedora: "libheif", homebrew: "libheif")
    // Fedora leaves HEVC to RPM Fusion.
    case .hevcDecoder:
      NeededPackage(debian: "libheif-plugin-libde265", fedora: "libheif-freeworld", homebrew: "libheif")
    case .tiff: NeededPackage(debian: "libtiff6", fedora: "libtiff", homebrew: "libtiff")
    case .av1Decoder: NeededPackage(debian: "libheif-plugin-dav1d", fedora: "libheif", homebrew: "libheif")
    case .av1Encoder: NeededPackage(debian: "libheif-plugin-aomenc", fedora: "libheif", homebrew: "libheif")
    case .webp: NeededPackage(debian: "libwebp7", fedora: "libwebp", homebrew: "webp")
    case .raw: NeededPackage(debian: "libraw20 or libraw23", fedora: "LibRaw", homebrew: "libraw")
    }
  }
}
