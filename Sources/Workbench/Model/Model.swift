import Imaging

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
  public internal(set) var current = 0
  public internal(set) var handle = Handle.corner(.topLeft)
  public internal(set) var show = Show.photo
  /// In steps of the square root of two over the fitting size.
  public internal(set) var zoom = 0
  public internal(set) var isFine = false
  public internal(set) var hasLoupe = true
  public internal(set) var isHelping = false
  public internal(set) var message: Message?
  public internal(set) var proof = Proof()
  public internal(set) var keymap = Keymap.standard
  public internal(set) var comparing = Comparing.waiting
  /// Shown in place of the photo while it is there.
  public internal(set) var filmstrip: Filmstrip?

  var history = History()
  /// Photos being read or looked at by the detector.
  var busy: Set<Int> = []
  var exporting: [ExportOrder] = []
  /// Asked whether to leave with adjustments that were not exported.
  var isLeaving = false
  var columns = 80
  var rows = 24

  /// The corrected print beside the photo: what was ordered, and what came last.
  public struct Proof: Equatable, Sendable {
    public var order: PreviewOrder?
    public var ordered: PreviewOrder?
    public var result: Result<Preview, Sentence>?
    /// What `result` shows.
    public var shown: PreviewOrder?
  }

  /// Photos kept decoded on each side of the one in hand.
  static let keptAround = 1
  /// Photos read or looked at, at the same time.
  static let mostBusy = 2

  /// - Parameter names: of the photos' files, as a person knows them.
  public init(photos names: [String]) {
    precondition(!names.isEmpty, "a roll has photos")
    roll = names.map { Item(name: $0) }
  }

  public var item: Item { roll[current] }
  public var outline: Outline? { item.sheet.outline }

  /// What to do first of all.
  public mutating func start() -> [Effect] { neededWork() }

  public mutating func update(_ action: Action) -> [Effect] {
    if action.isOfPerson {
      if action != .leave { isLeaving = false }
      message = nil
    }
    return apply(action) + neededWork()
  }

  private mutating func apply(_ action: Action) -> [Effect] {
    switch action {
    case .choose, .cycleCorner, .cycleSide, .nudge, .toggleFineSteps, .cycleOutline, .addOutline, .removeOutline, .turn,
      .cycleFilm, .accept, .undo, .redo:
      adjust(action)
      return []
    case .export: return export()
    case .goOn(let step): go(to: place(by: step))
    case .goToFirst: go(to: 0)
    case .goToLast: go(to: roll.count - 1)
    case .cycleShow: cycleShow()
    case .zoom(let step): zoom = min(max(zoom + 2 * step, Viewport.zooms.lowerBound), Viewport.zooms.upperBound)
    case .fit: zoom = 0
    case .toggleLoupe: hasLoupe.toggle()
    case .showBursts: return showBursts()
    case .closeBursts: if isHelping { isHelping = false } else { closeBursts() }
    case .chooseShot(let step): chooseShot(by: step)
    case .chooseBurst(let step): chooseBurst(by: step)
    case .takeShot: takeShot()
    case .ranked(let bursts): take(bursts)
    case .toggleHelp: isHelping.toggle()
    case .dismiss: isHelping = false
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .leave: return leave()
    case .resized(let columns, let rows): (self.columns, self.rows) = (columns, rows)
    case .rested: history.close()
    case .loaded(let photo, let loaded): take(loaded, as: photo)
    case .failed(let photo, let sentence):
      busy.remove(photo)
      roll[photo].loading = .failed(sentence)
    case .detected(let photo, let detected): take(detected, of: photo)
    case .developed(let order, let result):
      if proof.ordered == order { proof.ordered = nil }
      proof.shown = order
      proof.result = result
    case .exported(let order, let result): report(order, result)
    }
    return []
  }

  // MARK: photos

  /// So many photos on from the one in hand, those that were set aside not counted.
  func place(by step: Int) -> Int {
    var place = current + step
    while roll.indices.contains(place), roll[place].isSetAside { place += step.signum() }
    return place
  }

  mutating func go(to place: Int) {
    isHelping = false
    guard roll.indices.contains(place) else {
      message = Message(kind: .note, text: place < 0 ? "this is the first photo" : "this is the last photo")
      return
    }
    guard place != current else { return }
    current = place
    handle = .corner(.topLeft)
    zoom = 0
    history.close()
    for index in roll.indices where abs(index - current) > Self.keptAround && roll[index].photo != nil {
      roll[index].loading = .waiting
    }
  }

  private mutating func take(_ loaded: LoadedPhoto, as photo: Int) {
    busy.remove(photo)
    roll[photo].loading = abs(photo - current) > Self.keptAround ? .waiting : .done(loaded)
    if photo == current, let warning = loaded.warnings.first { message = Message(kind: .note, text: warning) }
  }

  private mutating func take(_ detected: Detected, of photo: Int) {
    busy.remove(photo)
    roll[photo].detecting = .done(detected)
    roll[photo].sheet = detected.sheet
  }

  /// What is missing, most urgent first, and not under way: the photo in hand, its prints, its preview, its neighbours.
  mutating func neededWork() -> [Effect] {
    var effects: [Effect] = []
    for place in [current, current + 1, current - 1] where roll.indices.contains(place) {
      guard busy.count < Self.mostBusy, !busy.contains(place) else { continue }
      // Neighbours wait until the photo in hand is there whole.
      if place != current, busy.contains(current) { break }
      if case .waiting = roll[place].loading {
        roll[place].loading = .running
        busy.insert(place)
        effects.append(.load(photo: place))
      } else if roll[place].photo != nil, case .waiting = roll[place].detecting {
        roll[place].detecting = .running
        busy.insert(place)
        effects.append(.detect(photo: place))
      }
    }
    return effects + neededPreview()
  }

  // MARK: the corrected print

  private mutating func cycleShow() {
    show =
      switch show {
      case .photo: .both
      case .both: .print
      case .print: .photo
      }
  }

  /// One preview at a time; when it comes and is no longer what is wanted, the newest is ordered.
  private mutating func neededPreview() -> [Effect] {
    guard show != .photo, item.photo != nil, let outline else { return [] }
    let area = Layout(columns: columns, rows: rows, show: show).print
    let longSide = max(area.columns * BlockFit.columns, area.rows * BlockFit.rows)
    // The place of an outline in the sheet does not change its print.
    proof.order = PreviewOrder(photo: current, outline: outline, longSide: min(max(longSide, 64), 1600))
    guard let order = proof.order, proof.ordered == nil, order != proof.shown else { return [] }
    proof.ordered = order
    return [.preview(order)]
  }

  // MARK: export and leave

  private mutating func export() -> [Effect] {
    let prints = item.sheet.prints
    guard item.detected != nil, !prints.isEmpty else {
      let reason =
        switch (item.loading, item.detecting) {
        case (.failed, _): "this photo cannot be read, so there is nothing to export"
        case (_, .done): "no print yet: move the corners to one, or take the outline with Enter"
        case (_, .waiting), (_, .running): "still looking for prints: export again in a moment"
        }
      message = Message(kind: .trouble, text: reason)
      return []
    }
    let order = ExportOrder(photo: current, outlines: prints)
    exporting.append(order)
    message = Message(kind: .note, text: "exporting \(prints.count == 1 ? "the print" : "\(prints.count) prints")")
    return [.export(order)]
  }

  private mutating func report(_ order: ExportOrder, _ result: Result<[ExportedFile], Sentence>) {
    if let index = exporting.firstIndex(of: order) { exporting.remove(at: index) }
    switch result {
    case .success(let files):
      roll[order.photo].exported = order.outlines
      let names = files.map { "\($0.name) \($0.width)×\($0.height)" }
      message = Message(kind: .note, text: "exported \(names.joined(separator: ", ")) to \(files.first?.folder ?? "")")
    case .failure(let sentence):
      message = Message(kind: .trouble, text: sentence.text)
    }
  }

  private mutating func leave() -> [Effect] {
    let unsaved = roll.count(where: \.isUnsaved)
    guard !isLeaving, unsaved > 0 || !exporting.isEmpty else { return [.leave] }
    isLeaving = true
    let text =
      exporting.isEmpty
      ? "\(unsaved == 1 ? "1 photo" : "\(unsaved) photos") adjusted and not exported: q again leaves, e exports this one"
      : "an export is still being written: q again leaves all the same"
    message = Message(kind: .trouble, text: text)
    return []
  }
}

extension Action {
  /// Whether a person did this, rather than the terminal or an effect.
  var isOfPerson: Bool {
    switch self {
    case .resized, .rested, .loaded, .failed, .detected, .developed, .exported, .ranked: false
    case .choose, .cycleCorner, .cycleSide, .nudge, .toggleFineSteps, .cycleOutline, .addOutline, .removeOutline, .turn,
      .cycleFilm, .accept, .export, .goOn, .goToFirst, .goToLast, .undo, .redo, .cycleShow, .zoom, .fit, .toggleLoupe,
      .showBursts, .closeBursts, .chooseShot, .chooseBurst, .takeShot, .toggleHelp, .dismiss, .redraw, .suspend,
      .leave:
      true
    }
  }
}
