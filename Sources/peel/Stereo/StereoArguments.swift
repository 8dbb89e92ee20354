import ArgumentParser
import PeelImaging
import PeelScanning

/// The options that shape stereo pictures.
struct StereoArguments: ParsableArguments, Sendable {
  @Option(
    help: """
      How to show the pair: pair, a file per eye; parallel or crossed, side by side; card, for a stereoscope; anaglyph, \
      for red and cyan glasses; wiggle, an animation; mpo, for 3D televisions and headsets; or depth, the depth map.
      """)
  var layout: StereoLayout?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The file format: jpeg or png; for wiggle gif, apng or mp4. A layout's name stands for --layout.",
      valueName: "format"), completion: .list(StereoKind.allValueStrings))
  var kind: StereoKind?

  @Option(
    help: ArgumentHelp("The depth map, for one photo: a grey picture, white for near.", valueName: "file"),
    completion: .photos)
  var depth: String?

  @Option(
    help: ArgumentHelp(
      "What the left eye sees, in place of a photo with depth. Needs --right.", valueName: "file"),
    completion: .photos)
  var left: String?

  @Option(
    help: ArgumentHelp(
      "What the right eye sees. It is turned, scaled and moved so that all lies at the height it has for the left eye.",
      valueName: "file"), completion: .photos)
  var right: String?

  @Flag(help: "White is far in the file of --depth.")
  var farIsWhite = false

  @Option(
    help: ArgumentHelp(
      "How far near parts move against far ones from eye to eye, in percent of the width, at most 20. (default: 1)",
      valueName: "percent"), completion: .list(["0.5", "1", "1.5", "2", "3"]))
  var shift: Double?

  @Option(
    help: ArgumentHelp(
      "The depth in the picture plane: subject, near, far, or a number from 0 for the farthest to 1 for the nearest.",
      valueName: "depth"), completion: .list(["subject", "near", "far", "0.5"]))
  var focus = StereoFocus.subject

  @Flag(help: "Exchange the eyes.")
  var swap = false

  @Flag(
    help: ArgumentHelp(
      "Move whole pixels by the simplest rule, for comparison.",
      discussion: "The background stays in the picture plane, and the file of --depth is taken as it is."))
  var exact = false

  @Option(help: "The colours of an anaglyph: grey, half, only the right eye's, or full.")
  var colour = Anaglyph.Colour.full

  @Option(help: ArgumentHelp("Pixels per inch of a card.", valueName: "number"), completion: .list(["300", "600"]))
  var ppi = 300.0

  @Option(help: ArgumentHelp("The caption of a card. (default: the photo's name)", valueName: "text"))
  var caption: String?

  @Flag(help: "Show the depth map in colours.")
  var colourMap = false

  /// The largest shift in percent. Beyond it, the eyes can't bring near and far together.
  private static let largestShift = 20.0

  func validate() throws {
    try caption?.requireUTF8(of: "--caption")
    if layout != nil, case .layout(let other)? = kind, other != layout {
      throw ValidationError("--as names another layout than --layout.")
    }
    let settings = settings
    if let format = settings.format, !settings.layout.formats.contains(format) {
      if layout == nil, let other = StereoLayout.allCases.first(where: { $0.formats.contains(format) }) {
        throw ValidationError("--as \(format.rawValue) needs --layout \(other.rawValue).")
      }
      let formats = settings.layout.formats.map(\.rawValue).joined(separator: " or ")
      throw ValidationError("--layout \(settings.layout.rawValue) needs --as \(formats).")
    }
    if let shift, !(0...Self.largestShift).contains(shift) {
      throw ValidationError("--shift must be between 0 and 20 percent.")
    }
    if !(50...1200).contains(ppi) { throw ValidationError("--ppi must be between 50 and 1200.") }
    if farIsWhite, depth == nil { throw ValidationError("--far-is-white needs --depth.") }
    if (left == nil) != (right == nil) { throw ValidationError("--left and --right need each other.") }
    if left?.isEmpty == true || right?.isEmpty == true {
      throw ValidationError("--left and --right must name files.")
    }
    if left != nil {
      if depth != nil { throw ValidationError("--left and --right are a pair already: leave out --depth.") }
      if shift != nil { throw ValidationError("--shift needs a photo with depth: a pair's shift is in its pictures.") }
      if exact { throw ValidationError("--exact needs a photo with depth.") }
      if settings.layout == .depth { throw ValidationError("A pair has no depth map: choose another --layout.") }
    }
    if depth?.isEmpty == true { throw ValidationError("--depth must name a file.") }
  }

  /// The settings that the options ask for.
  var settings: StereoSettings {
    var settings = StereoSettings()
    switch kind {
    case .layout(let layout): settings.layout = layout
    case .format(let format): settings.format = format
    case nil: break
    }
    if let layout { settings.layout = layout }
    if let shift { settings.shift = shift }
    settings.focus = focus
    settings.isSwapped = swap
    settings.isExact = exact
    settings.colour = colour
    settings.ppi = ppi
    settings.caption = caption
    settings.coloursMap = colourMap
    settings.farIsWhite = farIsWhite
    return settings
  }
}

/// What `--as` names: a file format, or a layout.
enum StereoKind: ExpressibleByArgument {
  case format(StereoFormat)
  case layout(StereoLayout)

  init?(argument: String) {
    let name = argument.lowercased()
    if let format = StereoFormat(rawValue: name) {
      self = .format(format)
    } else if let layout = StereoLayout(rawValue: name) {
      self = .layout(layout)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { StereoFormat.allCases.map(\.rawValue) }
}

extension StereoFocus: ExpressibleByArgument {
  /// Reads `subject`, `near`, `far` or a number from 0 to 1.
  public init?(argument: String) {
    switch argument.lowercased() {
    case "subject": self = .subject
    case "near": self = .near
    case "far": self = .far
    default:
      guard let number = Double(argument), (0...1).contains(number) else { return nil }
      self = .nearness(number)
    }
  }

  /// The name that the help shows.
  public var defaultValueDescription: String {
    switch self {
    case .subject: "subject"
    case .near: "near"
    case .far: "far"
    case .nearness(let number): number.rounded(to: 3) ?? ""
    }
  }
}
