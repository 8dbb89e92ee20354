import PeelImaging

/// The whole state of the workbench.
///
/// `update` takes what happened and says what is to be done about it; `screen` draws it. Neither waits for anything.
public struct Model: Sendable {
  public enum Show: Equatable, Sendable { case photo, both, print }

  public struct Message: Equatable, Sendable {
    public enum Kind: Equatable, Sendable { case note, trouble }
    public var kind: Kind
    public var text: String
  }

  /// Never empty.
  public internal(set) var roll: [Item]
  /// The photo in hand, an index of `roll`.
  public internal(set) var current: Int
  public internal(set) var handle = Handle.corner(.topLeft)
  public internal(set) var show = Show.photo
  /// In steps of the square root of two over the fitting size.
  public internal(set) var zoom = 0
  public internal(set) var pace = Pace.whole
  public internal(set) var hasLoupe = true
  /// The page of help that is shown, from 0.
  public internal(set) var helpPage: Int?
  public internal(set) var message: Message?
  public internal(set) var proof = Proof()
  public internal(set) var comparing = Comparing.waiting
  /// Shown in place of the photo while it is there.
  public internal(set) var filmstrip: Filmstrip?
  public internal(set) var filter: Filter?
  public internal(set) var exporting = Exporting()

  let defaults: Defaults
  let keymaps: Keymaps
  var history = History()
  var workload = Workload()
  var copied: Settings?
  /// While the mouse has hold of something.
  var grip: Grip?
  /// Asked to do once more what has consequences.
  var question: Action?
  /// What is to be done outside, beside what is always to be done.
  var wishes: [Effect] = []
  /// Of the last action, in seconds from some beginning.
  var time = 0.0
  var columns = 80
  var rows = 24

  /// Photo pixels of a nudge.
  public enum Pace: Equatable, Sendable {
    case whole
    /// A tenth, once or until told otherwise.
    case tenthOnce, tenth
  }

  /// - Parameters:
  ///   - names: of the photos' files, as a person knows them.
  ///   - place: of the photo to begin with.
  public init(
    photos names: [String], at place: Int = 0, defaults: Defaults = Defaults(), keymaps: Keymaps = Keymaps()
  ) {
    precondition(!names.isEmpty, "a roll has photos")
    roll = names.map { Item(name: $0) }
    current = min(max(place, 0), names.count - 1)
    self.defaults = defaults
    self.keymaps = keymaps
  }

  public var item: Item { roll[current] }
  public var outline: Outline? { item.sheet.outline }
  var keymap: Keymap { filmstrip == nil ? keymaps.desk : keymaps.filmstrip }

  /// What to do first of all.
  public mutating func start() -> [Effect] { neededWork() + (roll.count > 1 ? [.recall] : []) }

  /// To be said before anything else happens.
  public mutating func say(_ trouble: String) { message = Message(kind: .trouble, text: trouble) }

  /// What a key means now.
  public func action(for key: Key) -> Action? {
    if let filter, filter.isTyping { return Filter.action(for: key) }
    return keymap.action(for: key)
  }

  /// - Parameter time: in seconds from some beginning.
  public mutating func update(_ action: Action, at time: Double = 0) -> [Effect] {
    self.time = time
    if action.isOfPerson {
      if action != question { question = nil }
      message = nil
    }
    apply(action)
    defer { wishes = [] }
    return wishes + neededWork()
  }

  func note(_ text: String) -> Message { Message(kind: .note, text: text) }
  func trouble(_ text: String) -> Message { Message(kind: .trouble, text: text) }

  private mutating func apply(_ action: Action) {
    switch action {
    case .choose(let corner): choose(.corner(corner))
    case .cycleCorner(let step): choose(handle.nextCorner(by: step))
    case .cycleSide(let step): choose(handle.nextSide(by: step))
    case .nudge(let x, let y): nudge(x, y, finely: pace != .whole)
    case .nudgeFinely(let x, let y): nudge(x, y, finely: true)
    case .fineStep: pace = pace == .tenthOnce ? .whole : .tenthOnce
    case .toggleFineSteps: pace = pace == .tenth ? .whole : .tenth
    case .snap: snap(handle)
    case .snapAll: snap(nil)
    case .cycleOutline(let step): cycleOutline(by: step)
    case .addOutline: addOutline()
    case .removeOutline: removeOutline()
    case .detectAnew: detectAnew()
    case .turn: change { $0.settings.turn = ($0.settings.turn + 1) % 4 }
    case .swapCrop: swapCrop()
    case .cycleFilm: cycleFilm()
    case .cycleWhiteBalance: cycleWhiteBalance()
    case .changeClip(let step): changeClip(by: step)
    case .copySettings: copySettings()
    case .pasteSettings: pasteSettings()
    case .accept: accept()
    case .acceptSure: acceptSure()
    case .revert: revert()
    case .undo, .redo: travel(action)
    case .export: export()
    case .exportAccepted: exportAccepted()
    case .goOn(let step): go(by: step)
    case .goToFirst: go(to: filter?.places.first ?? 0)
    case .goToLast: go(to: filter?.places.last ?? roll.count - 1)
    case .cycleShow: cycleShow()
    case .zoom(let step): zoom = min(max(zoom + 2 * step, Viewport.zooms.lowerBound), Viewport.zooms.upperBound)
    case .fit: zoom = 0
    case .toggleLoupe: hasLoupe.toggle()
    case .filter: filter = Filter(places: Array(roll.indices), isTyping: true)
    case .type(let letter): type(letter)
    case .erase: erase()
    case .endTyping: endTyping()
    case .showBursts: showBursts()
    case .closeBursts: if helpPage != nil { helpPage = nil } else { closeBursts() }
    case .chooseShot(let step): chooseShot(by: step)
    case .chooseBurst(let step): chooseBurst(by: step)
    case .takeShot: takeShot()
    case .showHelp: helpPage = helpPage.map { ($0 + 1) % helpPages } ?? 0
    case .mouse(let mouse): point(mouse)
    case .redraw: wishes.append(.redraw)
    case .suspend: wishes.append(.suspend)
    case .leave: leave()
    case .resized(let columns, let rows): (self.columns, self.rows) = (columns, rows)
    case .loaded(let photo, let loaded, let kept): take(loaded, as: photo, kept)
    case .failed(let photo, let sentence): fail(photo, sentence)
    case .detected(let photo, let detected): take(detected, of: photo)
    case .developed(let order, let result): take(result, for: order)
    case .measured(let order, let measure): take(measure, for: order)
    case .exported(let order, let result): take(result, of: order)
    case .kept(let photo, let result): take(result, ofKeeping: photo)
    case .recalled(let kept): recall(kept)
    case .ranked(let bursts): take(bursts)
    }
  }

  private mutating func cycleShow() {
    show =
      switch show {
      case .photo: .both
      case .both: .print
      case .print: .photo
      }
  }

  private mutating func leave() {
    let adjusted = roll.count { $0.isAdjusted && $0.exported != $0.sheet.prints }
    let lost = roll.count { $0.lost != nil }
    func photos(_ count: Int) -> String { count == 1 ? "1 photo" : "\(count) photos" }
    let reason =
      if lost > 0 {
        "what was accepted of \(photos(lost)) is not on disk"
      } else if adjusted > 0 {
        "\(photos(adjusted)) adjusted and not accepted"
      } else if exporting.isUnderWay {
        "an export is still being written"
      } else {
        ""
      }
    guard question != .leave, !reason.isEmpty else {
      wishes.append(.leave)
      return
    }
    question = .leave
    message = trouble("\(reason): once more leaves all the same")
  }
}
