import PeelImaging

/// A photo with depth.
package struct DepthPage: Equatable, Sendable {
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

/// What is known of depth from photos shown before.
struct KnownDepth: Sendable {
  /// The settings of the photos that were shown, by item.
  var chosen: [ItemID: StereoOrder] = [:]
  /// How the last photo was shown.
  var show = StereoShow.map
  /// The number of times that the page was opened.
  var openings = 0
}

extension Model {
  /// How long a wobble shows an eye's picture, in seconds: three changes a second.
  private static let wobble = 0.33
  /// The step of the nearness in the picture plane, and where it begins in a photo without a map, in percent.
  private static let (focusStep, middle) = (5, 50)

  mutating func apply(_ command: DepthCommand) {
    switch command {
    case .export: exportStereo()
    case .close: closeDepth()
    case .goOn(let step): goToDepth(by: step)
    case .cycleShow(let step): cycleStereo(by: step)
    case .changeShift(let step): changeShift(by: step)
    case .changeFocus(let step): changeFocus(by: step)
    case .swapEyes: swapEyes()
    case .reset: resetStereo()
    }
  }

  /// Shows the current photo's depth.
  mutating func showDepth() {
    if item.isGone {
      message = trouble("\(item.title) was deleted or moved away")
      return
    }
    if item.isClip {
      message = note(RollItem.wordsForClip)
      return
    }
    if item.photo != nil, !item.hasDepth {
      message = note("\(item.title) has no depth map; portraits and spatial photos of phones have one")
      return
    }
    memory.depth.openings += 1
    var order = memory.depth.chosen[current] ?? StereoOrder(item: current)
    (order.opening, order.show) = (memory.depth.openings, memory.depth.show)
    page = .depth(DepthPage(order: order))
    if case .failed(let sentence) = item.loading { page.depth?.trouble = sentence.text }
    makeStereo()
  }

  mutating func closeDepth() {
    guard let view = page.depth else { return }
    if view.made != nil, !view.isOutdated {
      (memory.depth.chosen[view.order.item], memory.depth.show) = (view.order, view.order.show)
    }
    page.depth = nil
    ask(.forgetStereo)
  }

  /// Goes to the next photo with depth, or a previous one.
  private mutating func goToDepth(by step: Int) {
    let rest =
      step < 0
      ? listed.filter { roll.isListed($0, before: current) }.reversed()
      : listed.filter { roll.isListed(current, before: $0) }
    guard let next = rest.first(where: { roll[$0].hasDepth && !roll[$0].isGone && !roll[$0].isClip }) else {
      message = note(step < 0 ? "no photo before this one has depth" : "no photo after this one has depth")
      return
    }
    closeDepth()
    go(to: next)
    showDepth()
  }

  /// Notes that photos changed. What is shown stays until the person leaves it: the keys mean other things elsewhere.
  mutating func outdateStereo(of items: [ItemID]) {
    for item in items { memory.depth.chosen[item] = nil }
    if let item = page.depth?.order.item, items.contains(item) { page.depth?.isOutdated = true }
  }

  /// Has the wanted pictures made as soon as the photo is read and no others are being made.
  mutating func makeStereo() {
    guard let view = page.depth, view.made?.order != view.order, view.trouble == nil, !view.isOutdated,
      roll[view.order.item].photo != nil, !jobs.contains(where: { if case .makeStereo = $0 { true } else { false } })
    else { return }
    ask(.makeStereo(view.order))
  }

  mutating func stereoMade(_ result: Result<StereoPictures, Sentence>, for order: StereoOrder) {
    guard var view = page.depth, view.order.opening == order.opening else {
      // Another photo's depth may be wanted by now, or that of the photo as it is now.
      if page.depth == nil { ask(.forgetStereo) } else { makeStereo() }
      return
    }
    switch result {
    case .success(let pictures):
      view.made = DepthPage.Made(order: order, pictures: pictures)
      if !view.shows.contains(view.order.show) { view.order.show = view.shows[0] }
    case .failure(let sentence):
      if let made = view.made { view.order = made.order } else { view.trouble = sentence.text }
      message = trouble(sentence.text)
    }
    page.depth = view
    makeStereo()
  }

  /// What happened to a photo on disk.
  func wordsForChange(of item: ItemID) -> String {
    roll[item].isGone ? "was deleted or moved away" : "changed on disk"
  }

  /// The view, if what it shows can be changed or exported. If not, the person is told why.
  private mutating func changeableStereo() -> DepthPage? {
    guard let view = page.depth else { return nil }
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
  private mutating func cycleStereo(by step: Int) {
    guard let view = changeableStereo(), let place = view.shows.firstIndex(of: view.order.show) else { return }
    page.depth?.order.show = view.shows[(place + step).cycled(in: view.shows.count)]
    makeStereo()
  }

  /// The view, if it shows what a shift and a focus change.
  private mutating func shiftableStereo() -> DepthPage? {
    guard let view = changeableStereo() else { return nil }
    guard view.order.show != .map else {
      message = note("this is the depth map; Tab shows the pictures that are made from it")
      return nil
    }
    return view
  }

  private mutating func changeShift(by tenths: Int) {
    guard let view = shiftableStereo() else { return }
    if view.made?.pictures.isPair == true {
      message = note("\(roll[view.order.item].title) is a spatial photo, whose depth is in its two pictures")
      return
    }
    page.depth?.order.shift = min(max(view.order.shift + tenths, 0), StereoOrder.largestShift)
    makeStereo()
  }

  /// Brings another depth into the picture plane, a nearer one for a positive step.
  private mutating func changeFocus(by step: Int) {
    guard let view = shiftableStereo() else { return }
    let focus = view.order.focus ?? view.made?.pictures.focus ?? Self.middle
    page.depth?.order.focus = min(max(focus + step * Self.focusStep, 0), 100)
    makeStereo()
  }

  private mutating func swapEyes() {
    guard let view = shiftableStereo() else { return }
    page.depth?.order.isSwapped = !view.order.isSwapped
    makeStereo()
  }

  /// Takes the shift and the focus that suit most photos.
  private mutating func resetStereo() {
    guard let view = shiftableStereo() else { return }
    page.depth?.order = view.order.asUsual
    makeStereo()
  }

  /// Has what is shown written as files.
  private mutating func exportStereo() {
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
  package var isWobbling: Bool {
    page.depth.map { $0.made?.order.show == .wobble && $0.order.show == .wobble } ?? false
  }

  /// How often `ticked` is wanted while it does, in seconds.
  package static let heartbeat = wobble

  /// Shows the other eye's picture if it's time. A key or a result between two heartbeats isn't.
  mutating func tick() {
    // A heartbeat may come a little early.
    guard isWobbling, let view = page.depth, time - view.since >= 0.9 * Self.wobble else { return }
    page.depth?.isRight.toggle()
    page.depth?.since = time
  }
}
