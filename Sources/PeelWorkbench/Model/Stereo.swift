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

  package init(item: Int, opening: Int = 1) { (self.item, self.opening) = (item, opening) }

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

/// The view of a photo with depth, in place of the photo.
package struct StereoView: Equatable, Sendable {
  /// What the person wants to see.
  package internal(set) var order: StereoOrder
  /// What was made last; nil until the photo's depth is read.
  package internal(set) var made: Made?
  /// Why there is nothing to show; nil while there is.
  package internal(set) var trouble: String?
  /// Whether the photo changed on disk since.
  package internal(set) var isOutdated = false
  /// Whether a wobble shows the right eye's picture.
  var isRight = false
  /// When the wobble last changed eyes, in seconds.
  var since = 0.0

  init(order: StereoOrder) { self.order = order }

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

/// What the views of photos with depth have in common.
struct StereoWork: Sendable {
  /// The settings of the photos that were shown, by item.
  var chosen: [Int: StereoOrder] = [:]
  /// How the last photo was shown.
  var show = StereoShow.map
  /// The number of times that the view was opened.
  var openings = 0
}

extension Model {
  /// How long a wobble shows an eye's picture, in seconds: three changes a second.
  private static let wobble = 0.33
  /// The step of the nearness in the picture plane, and where it begins in a photo without a map, in percent.
  private static let (focusStep, middle) = (5, 50)

  /// Shows the current photo's depth.
  mutating func showStereo() {
    if item.isGone {
      message = trouble("\(item.title) was deleted or moved away")
      return
    }
    if item.isClip {
      message = note(RollItem.wordsForClip)
      return
    }
    stereoWork.openings += 1
    var order = stereoWork.chosen[current] ?? StereoOrder(item: current)
    (order.opening, order.show) = (stereoWork.openings, stereoWork.show)
    stereo = StereoView(order: order)
    if case .failed(let sentence) = item.loading { stereo?.trouble = sentence.text }
    makeStereo()
  }

  mutating func closeStereo() {
    guard let view = stereo else { return }
    if view.made != nil, !view.isOutdated {
      (stereoWork.chosen[view.order.item], stereoWork.show) = (view.order, view.order.show)
    }
    stereo = nil
    ask(.forgetStereo)
  }

  /// Goes to the next photo with depth, or a previous one.
  mutating func goToDepth(by step: Int) {
    var places = filter?.places ?? order.items
    if step < 0 { places.reverse() }
    let rest = places.drop { step < 0 ? order[$0] >= order[current] : order[$0] <= order[current] }
    guard let next = rest.first(where: { roll[$0].hasDepth && !roll[$0].isGone && !roll[$0].isClip }) else {
      message = note(step < 0 ? "no photo before this one has depth" : "no photo after this one has depth")
      return
    }
    closeStereo()
    go(to: next)
    showStereo()
  }

  /// Notes that photos changed. What is shown stays until the person leaves it: the keys mean other things elsewhere.
  mutating func outdateStereo(of items: [Int]) {
    for item in items { stereoWork.chosen[item] = nil }
    if let item = stereo?.order.item, items.contains(item) { stereo?.isOutdated = true }
  }

  /// Has the wanted pictures made as soon as the photo is read and no others are being made.
  mutating func makeStereo() {
    guard let stereo, stereo.made?.order != stereo.order, stereo.trouble == nil, !stereo.isOutdated,
      roll[stereo.order.item].photo != nil, !jobs.contains(where: { if case .makeStereo = $0 { true } else { false } })
    else { return }
    ask(.makeStereo(stereo.order))
  }

  mutating func stereoMade(_ result: Result<StereoPictures, Sentence>, for order: StereoOrder) {
    guard var view = stereo, view.order.opening == order.opening else {
      // Another photo's depth may be wanted by now, or that of the photo as it is now.
      if stereo == nil { ask(.forgetStereo) } else { makeStereo() }
      return
    }
    switch result {
    case .success(let pictures):
      view.made = StereoView.Made(order: order, pictures: pictures)
      if !view.shows.contains(view.order.show) { view.order.show = view.shows[0] }
    case .failure(let sentence):
      if let made = view.made { view.order = made.order } else { view.trouble = sentence.text }
      message = trouble(sentence.text)
    }
    stereo = view
    makeStereo()
  }

  /// What happened to a photo on disk.
  func wordsForChange(of item: Int) -> String {
    roll[item].isGone ? "was deleted or moved away" : "changed on disk"
  }

  /// The view, if what it shows can be changed or exported. If not, the person is told why.
  private mutating func changeableStereo() -> StereoView? {
    guard let view = stereo else { return nil }
    let title = roll[view.order.item].title
    if view.isOutdated {
      message = note("\(title) \(wordsForChange(of: view.order.item)); Esc goes back")
    } else if let text = view.trouble {
      message = trouble(text)
    } else if view.made == nil {
      message = note("the depth of \(title) is still being read")
    } else {
      return view
    }
    return nil
  }

  /// Shows the photo in the next or a previous way.
  mutating func cycleStereo(by step: Int) {
    guard let view = changeableStereo(), let place = view.shows.firstIndex(of: view.order.show) else { return }
    stereo?.order.show = view.shows[(place + step).cycled(in: view.shows.count)]
    makeStereo()
  }

  /// The view, if it shows what a shift and a focus change.
  private mutating func shiftableStereo() -> StereoView? {
    guard let view = changeableStereo() else { return nil }
    guard view.order.show != .map else {
      message = note("this is the depth map; Tab shows the pictures that are made from it")
      return nil
    }
    return view
  }

  mutating func changeShift(by tenths: Int) {
    guard let view = shiftableStereo() else { return }
    if view.made?.pictures.isPair == true {
      message = note("\(roll[view.order.item].title) is a spatial photo, whose depth is in its two pictures")
      return
    }
    stereo?.order.shift = min(max(view.order.shift + tenths, 0), StereoOrder.largestShift)
    makeStereo()
  }

  /// Brings another depth into the picture plane, a nearer one for a positive step.
  mutating func changeFocus(by step: Int) {
    guard let view = shiftableStereo() else { return }
    let focus = view.order.focus ?? view.made?.pictures.focus ?? Self.middle
    stereo?.order.focus = min(max(focus + step * Self.focusStep, 0), 100)
    makeStereo()
  }

  mutating func swapEyes() {
    guard let view = shiftableStereo() else { return }
    stereo?.order.isSwapped = !view.order.isSwapped
    makeStereo()
  }

  /// Takes the shift and the focus that suit most photos.
  mutating func resetStereo() {
    guard let view = shiftableStereo() else { return }
    stereo?.order = view.order.asUsual
    makeStereo()
  }

  /// Has what is shown written as files.
  mutating func exportStereo() {
    guard let view = changeableStereo() else { return }
    guard !jobs.contains(where: { if case .exportStereo = $0 { true } else { false } }) else {
      message = note("the last stereo picture is still being written")
      return
    }
    message = note("exporting the \(view.order.show.rawValue)…")
    ask(.exportStereo(view.order))
  }

  mutating func stereoExported(_ files: ExportedStereo) {
    let text =
      switch files.change {
      case .new: "exported \(files.name) to \(files.folder)"
      case .replaced: "exported \(files.name) to \(files.folder), in place of the one made before"
      case .none: "\(files.name) is in \(files.folder) already, and is the same"
      }
    message = note(text)
  }

  /// Whether time alone changes the screen.
  package var isWobbling: Bool { stereo.map { $0.made?.order.show == .wobble && $0.order.show == .wobble } ?? false }

  /// How often `ticked` is wanted while it does, in seconds.
  package static let heartbeat = wobble

  /// Shows the other eye's picture if it's time. A key or a result between two heartbeats isn't.
  mutating func tick() {
    // A heartbeat may come a little early.
    guard isWobbling, let view = stereo, time - view.since >= 0.9 * Self.wobble else { return }
    stereo?.isRight.toggle()
    stereo?.since = time
  }
}
