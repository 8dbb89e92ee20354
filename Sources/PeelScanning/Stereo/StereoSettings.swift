package import PeelImaging

/// How a stereo pair is shown.
package enum StereoLayout: String, Sendable, CaseIterable {
  /// A file for each eye.
  case pair
  /// Side by side, the left eye's picture on the left.
  case parallel
  /// Side by side, the left eye's picture on the right.
  case crossed
  /// A card for a Holmes stereoscope.
  case card
  /// One picture for red and cyan glasses.
  case anaglyph
  /// An animation that shows the eyes' pictures in turn.
  case wiggle
  /// Both pictures in one multi-picture file.
  case mpo
  /// The depth map itself.
  case depth

  /// The file formats of the layout, the usual one first.
  package var formats: [StereoFormat] {
    switch self {
    case .pair, .parallel, .crossed, .card, .anaglyph: [.jpeg, .png]
    case .wiggle: [.gif, .apng, .mp4]
    case .mpo: [.jpeg]
    case .depth: [.png]
    }
  }
}

/// The file format of a stereo picture.
package enum StereoFormat: String, Sendable, CaseIterable {
  case jpeg, png, gif, apng, mp4

  /// The extension of the files' names.
  var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png, .gif, .mp4: rawValue
    // What shows only still PNGs shows the first picture.
    case .apng: "png"
    }
  }
}

/// How stereo pictures are made.
package struct StereoSettings: Sendable {
  package var layout = StereoLayout.pair
  /// nil for the layout's usual format.
  package var format: StereoFormat?
  /// The distance between the nearest and the farthest parts' shifts, in percent of the width.
  package var shift = 1.0
  package var focus = StereoFocus.subject
  /// Exchanges the eyes.
  package var isSwapped = false
  /// Moves whole pixels by the simplest rule, with a map that is taken as it is.
  package var isExact = false
  package var colour = Anaglyph.Colour.full
  /// The resolution of a card in pixels per inch.
  package var ppi = 300.0
  /// The caption of a card; nil for the photo's name.
  package var caption: String?
  /// Shows a depth map in colours.
  package var coloursMap = false
  /// White is far in depth maps of their own file.
  package var farIsWhite = false

  package init() {}

  /// The file format.
  var chosenFormat: StereoFormat { format ?? layout.formats[0] }

  /// How many times as much memory as a scan the files take, at most. Pairs of JPEGs are made in strips; other layouts have
  /// both eyes' pictures in memory whole, and their own.
  var memoryFactor: Int {
    switch layout {
    case .depth: 1
    case .pair, .mpo: chosenFormat == .jpeg && !isExact ? 1 : 4
    case .parallel, .crossed, .anaglyph, .card, .wiggle: 4
    }
  }

  /// Everything that changes the pictures, as text.
  var recipe: String {
    let look = "\(layout) \(chosenFormat) \(colour) \(ppi) \(coloursMap)"
    return "stereo \(look) \(shift) \(focus) \(isSwapped) \(isExact) \(farIsWhite) \(caption ?? "-")"
  }
}
