internal import PeelCodecs

/// How the colours of a clip are stored, as ffprobe names it.
struct ClipColour: Equatable, Sendable {
  /// The curve from light to levels; nil if unknown.
  var transfer: String?
  /// What red, green and blue are; nil if unknown.
  var primaries: String?
  /// How levels are made from red, green and blue; nil if unknown.
  var matrix: String?
  /// Whether black is 0 and white 255.
  var isFullRange = false

  /// The curves of bright videos: hybrid log-gamma and PQ (ITU-R BT.2100).
  private static let bright: Set<String> = ["arib-std-b67", "smpte2084"]
  /// Primaries that are wider than those of BT.709: BT.2020, Display P3 and DCI P3.
  private static let wide: Set<String> = ["bt2020", "smpte432", "smpte431"]
  /// The brightness of white in bright videos, in cd/m² (ITU-R BT.2408).
  private static let white = 203

  /// The filters that make such colours those of BT.709, which are sRGB's; nil if they are that already.
  var conversion: [String]? {
    let isBright = transfer.map(Self.bright.contains) ?? false
    let isWide = primaries.map(Self.wide.contains) ?? false
    guard isBright || isWide else { return nil }
    let range = isFullRange ? "full" : "limited"
    let input = "zscale=tin=\(knownTransfer):pin=\(knownPrimaries):min=\(knownMatrix):rin=\(range)"
    let output = "t=bt709:p=bt709:m=bt709:r=limited"
    guard isBright else { return ["\(input):\(output)"] }
    return [
      "\(input):p=\(knownPrimaries):t=linear:npl=\(Self.white)", "format=gbrpf32le", "zscale=p=bt709",
      "tonemap=\(Self.toneMap)",
      "zscale=\(output)",
    ]
  }

  /// How levels above white become white, and colours less.
  private static let toneMap = "mobius:param=0.6:desat=0"

  private var knownTransfer: String {
    transfer.flatMap { Self.bright.contains($0) ? $0 : nil } ?? "bt709"
  }

  private var knownPrimaries: String { primaries.flatMap { Self.wide.contains($0) ? $0 : nil } ?? "bt2020" }

  private var knownMatrix: String {
    switch matrix {
    case "bt709", "smpte170m", "bt470bg": matrix ?? ""
    case "bt2020nc": "bt2020nc"
    case _: primaries == "bt2020" ? "bt2020nc" : "bt709"
    }
  }

  /// The matrix of a clip that isn't converted.
  ///
  /// - Parameter height: its height, by which it is guessed if the clip doesn't tell.
  func matrix(height: Int) -> VideoMatrix {
    switch matrix {
    case "bt709": .bt709
    case "smpte170m", "bt470bg", "fcc": .bt601
    case _: VideoMatrix(height: height)
    }
  }
}
