import PeelImaging

/// A way to show, and to export, a photo with depth.
package enum StereoShow: String, Equatable, Sendable, CaseIterable {
  case map = "depth map"
  case anaglyph
  case wobble
  case sideBySide = "side by side"
  case card
}

/// A request for the stereo pictures of a photo with depth.
package struct StereoOrder: Equatable, Sendable {
  package let item: ItemID
  /// Tells the openings of the view apart. The photo may have changed between them.
  package internal(set) var opening: Int
  package internal(set) var show = StereoShow.map
  /// How far the nearest parts move against the farthest from eye to eye, in tenths of a percent of the width.
  package internal(set) var shift = Self.usualShift
  /// The nearness in the picture plane, in percent; nil for the main subject's.
  package internal(set) var focus: Int?
  /// Whether the eyes are exchanged.
  package internal(set) var isSwapped = false

  static let usualShift = 10
  /// The largest shift that `peel stereo` takes, too.
  static let largestShift = 200

  package init(item: ItemID, opening: Int = 1) { (self.item, self.opening) = (item, opening) }

  /// The same request with the settings that suit most photos.
  var asUsual: StereoOrder {
    var usual = StereoOrder(item: item, opening: opening)
    usual.show = show
    return usual
  }
}

/// The stereo pictures of a photo.
package struct StereoPictures: Equatable, Sendable {
  /// What the left and the right eye see for a wobble, or one picture.
  package let pictures: [Rendition]
  /// The nearness in the picture plane, in percent; nil if the photo has two pictures and no map.
  package let focus: Int?
  /// The size of the depth map; nil if there is none.
  package let map: PixelSize?

  package init(pictures: [Rendition], focus: Int?, map: PixelSize?) {
    (self.pictures, self.focus, self.map) = (pictures, focus, map)
  }

  /// Whether the photo has a picture for each eye, so that its shift can't be chosen.
  var isPair: Bool { map == nil }
}

/// Stereo pictures that were written.
package struct ExportedStereo: Equatable, Sendable {
  package enum Change: Equatable, Sendable {
    case new
    /// They took the place of others that peel made of the photo.
    case replaced
    /// They were there already.
    case none
  }

  /// The first file's name.
  package let name: String
  package let folder: String
  package let change: Change

  package init(name: String, folder: String, change: Change) {
    (self.name, self.folder, self.change) = (name, folder, change)
  }
}
