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
  /// An index of the roll.
  package let item: Int
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

  package init(item: Int) { self.item = item }

  /// The same request with the settings that suit most photos.
  var asUsual: StereoOrder {
    var usual = StereoOrder(item: item)
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

/// The view of a photo with depth, in place of the photo.
package struct StereoView: Equatable, Sendable {
  /// What the person wants to see.
  package internal(set) var order: StereoOrder
  /// What was made last; nil until the photo's depth is read.
  package internal(set) var made: Made?
  /// Whether a wobble shows the right eye's picture.
  var isRight = false
  /// When the wobble last changed eyes, in seconds.
  var since = 0.0

  /// Pictures that were made.
  package struct Made: Equatable, Sendable {
    package let order: StereoOrder
    package let pictures: StereoPictures
  }

  /// The picture to show now; nil if there is none yet.
  var shown: Rendition? {
    guard let made else { return nil }
    return made.order.show == .wobble && isRight ? made.pictures.pictures.last : made.pictures.pictures.first
  }

  /// The ways to show the photo.
  var shows: [StereoShow] {
    made?.pictures.isPair == true ? StereoShow.allCases.filter { $0 != .map } : StereoShow.allCases
  }
}

extension Model {
  /// How long a wobble shows an eye's picture, in seconds: three changes a second.
  private static let wobble = 0.33
  /// The step of the nearness in the picture plane, in percent.
  private static let focusStep = 5

  /// Shows the current photo's depth.
  mutating func showStereo() {
    if item.isGone || item.hasFailed {
      message = trouble("\(item.title) cannot be read")
      return
    }
    if item.isClip {
      message = note(RollItem.wordsForClip)
      return
    }
    guard item.photo != nil else {
      message = note("\(item.title) is still being read")
      return
    }
    stereo = StereoView(order: StereoOrder(item: current))
    makeStereo()
  }

  mutating func closeStereo() {
    guard stereo != nil else { return }
    stereo = nil
    wishes.append(.forgetStereo)
  }

  /// Closes the view of items whose photos changed.
  mutating func outdateStereo(of items: [Int]) {
    if let item = stereo?.order.item, items.contains(item) { closeStereo() }
  }

  /// Has the wanted pictures made, unless others are just being made: then they follow.
  private mutating func makeStereo() {
    guard let stereo, stereo.made?.order != stereo.order, stereoUnderWay == nil else { return }
    stereoUnderWay = stereo.order
    wishes.append(.makeStereo(stereo.order))
  }

  mutating func take(_ result: Result<StereoPictures, Sentence>, ofStereo order: StereoOrder) {
    stereoUnderWay = nil
    guard var view = stereo, view.order.item == order.item else {
      // Another photo's depth may be wanted by now.
      if stereo == nil { wishes.append(.forgetStereo) } else { makeStereo() }
      return
    }
    switch result {
    case .success(let pictures):
      view.made = StereoView.Made(order: order, pictures: pictures)
      if !view.shows.contains(view.order.show) { view.order.show = view.shows[0] }
      stereo = view
      makeStereo()
    case .failure(let sentence):
      closeStereo()
      message = trouble(sentence.text)
    }
  }

  /// Shows the photo in the next or a previous way.
  mutating func cycleStereo(by step: Int) {
    guard let view = stereo, let place = view.shows.firstIndex(of: view.order.show) else { return }
    stereo?.order.show = view.shows[(place + step).cycled(in: view.shows.count)]
    makeStereo()
  }

  mutating func changeShift(by tenths: Int) {
    guard let view = stereo else { return }
    if view.made?.pictures.isPair == true {
      message = note("\(roll[view.order.item].title) is a spatial photo, whose shift is in its two pictures")
      return
    }
    stereo?.order.shift = min(max(view.order.shift + tenths, 0), StereoOrder.largestShift)
    makeStereo()
  }

  /// Brings another depth into the picture plane, a nearer one for a positive step.
  mutating func changeFocus(by step: Int) {
    guard let view = stereo, let known = view.made?.pictures else { return }
    // A spatial photo doesn't tell which depth that is.
    let focus = view.order.focus ?? known.focus ?? 50
    stereo?.order.focus = min(max(focus + step * Self.focusStep, 0), 100)
    makeStereo()
  }

  mutating func swapEyes() {
    stereo?.order.isSwapped.toggle()
    makeStereo()
  }

  /// Takes the shift and the focus that suit most photos.
  mutating func resetStereo() {
    guard let view = stereo else { return }
    stereo?.order = view.order.asUsual
    makeStereo()
  }

  /// Has what is shown written as files.
  mutating func exportStereo() {
    guard let view = stereo, view.made != nil else { return }
    guard stereoExport == nil else {
      message = note("the last stereo picture is still being written")
      return
    }
    stereoExport = view.order
    message = note("exporting the \(view.order.show.rawValue)…")
    wishes.append(.exportStereo(view.order))
  }

  mutating func take(_ result: Result<ExportedScans, Sentence>, ofStereo order: StereoOrder) {
    stereoExport = nil
    switch result {
    case .success(let scans):
      guard let first = scans.files.first else { return }
      message = note("exported \(first.name) to \(first.folder)")
    case .failure(let sentence): message = trouble(sentence.text)
    }
  }

  /// Whether time alone changes the screen.
  package var isWobbling: Bool { stereo.map { $0.made?.order.show == .wobble && $0.order.show == .wobble } ?? false }

  /// How often `ticked` is wanted while it does, in seconds.
  package static let heartbeat = wobble

  /// Shows the other eye's picture if it's time.
  mutating func tick() {
    guard isWobbling, let view = stereo, time - view.since >= 0.9 * Self.wobble else { return }
    stereo?.isRight.toggle()
    stereo?.since = time
  }
}
