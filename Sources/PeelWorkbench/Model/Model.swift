import PeelImaging

/// The state of the workbench.
///
/// `update` handles an action and returns the effects to perform; `screen` draws the state. Neither does slow work.
package struct Model: Sendable {
  package enum Show: Equatable, Sendable { case photo, both, print }

  package struct Message: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case note, trouble }
    package var kind: Kind
    package var text: String
  }

  /// The items; never empty.
  package internal(set) var roll: [RollItem]
  /// The order in which they are listed.
  var order: RollOrder
  /// The current item, as an index of `roll`.
  package internal(set) var current: Int
  package internal(set) var handle = Handle.corner(.topLeft)
  /// What a person chose to see; nil to show what fits.
  private var chosenShow: Show?
  package var show: Show { chosenShow ?? (columns >= Layout.columnsForAll ? .both : .photo) }
  /// The magnification, as a power of the square root of two; at 0 the whole photo fits.
  package internal(set) var zoom = 0
  package internal(set) var pace = Pace.whole
  package internal(set) var hasLoupe = true
  /// Whether the current item's candidates are shown.
  package internal(set) var showsCandidates = false
  /// What is open over the photo; nil if nothing is.
  package internal(set) var panel: Panel?
  /// Items that settings are changed for together.
  package internal(set) var marked: Set<Int> = []
  /// The scan's magnification, as a power of the square root of two, and the point in the middle, as shares of its size.
  var scanZoom = 0
  var scanFocus = Point(0.5, 0.5)
  package internal(set) var message: Message?
  package internal(set) var proof = Proof()
  package internal(set) var comparing = Comparing.waiting
  /// The open filmstrip, which replaces the photo; nil if it's closed.
  package internal(set) var filmstrip: Filmstrip?
  /// The shots being merged, or merged, which replace the filmstrip; nil if none are.
  package internal(set) var merging: Merging?
  /// The merged scan that is being written; nil if none is.
  var mergeExport: (order: MergeOrder, burst: MergedBurst)?
  /// The number of requests to merge.
  var merges = 0
  /// The open view of a photo with depth, which replaces the photo; nil if it's closed.
  package internal(set) var stereo: StereoView?
  var stereoWork = StereoWork()
  /// The open view of a clip's frames, which replaces the photo; nil if it's closed.
  package internal(set) var frameStrip: FrameStrip?
  /// The clip's frames that were ranked last.
  var rankedFrames: FrameStrip?
  /// The number of requests to rank frames.
  var frameOrders = 0
  /// Whether photos changed since they were sorted into bursts.
  var areBurstsOutdated = false
  /// The parts of the filmstrip's shots at full size.
  var closeUps = CloseUps()
  package internal(set) var filter: Filter?
  package internal(set) var exporting = Exporting()

  let defaults: PrintSettings
  let keymaps: Keymaps
  /// The screen's colours.
  package var colours = ThemeColours.dark
  var history = History()
  var workload = Workload()
  var copied: ChosenSettings?
  /// The handle's hold by the mouse; nil if nothing is dragged.
  var grip: Grip?
  /// The items whose sure ones are accepted once all of them are searched; nil if nobody waits for that.
  var acceptingSure: Set<Int>?
  /// Unsaved changes of an earlier session by item, and the items whose changes were brought back or don't fit any more.
  var unsaved: [Int: Unsaved] = [:]
  var settled: Set<Int> = []
  /// The number of saves of each item that aren't answered yet.
  var saving: [Int: Int] = [:]
  /// The requests of which a frame is being kept.
  var keeping: Set<FrameOrder> = []
  /// The renames of each item that aren't answered yet, oldest first.
  var renaming: [Int: [History.Rename]] = [:]
  /// The number of renames that were asked for.
  var renames = 0
  /// Whether to quit once everything is saved.
  var isLeaving = false
  /// The item that was marked last.
  var lastMark: Int?
  /// The action that takes effect only if it's repeated now; nil if there is none.
  var question: Action?
  /// The corners that snapping all sides would give, if they're so far that the person is asked first.
  var proposal: (order: SnapOrder, quad: Quad)?
  /// The snap that is running; nil if there is none.
  var snapping: Snapping?
  /// The edges that the loupe shows.
  var fitting = Fitting()
  /// The effects that the current action asked for, without those from `neededWork`.
  var wishes: [Effect] = []
  /// When the last action happened, in seconds.
  var time = 0.0
  /// The screen's size, in cells.
  var columns = 80
  var rows = 24
  /// What the screen can show.
  package var capabilities = Capabilities(depth: .trueColour, glyphs: .blocks)

  /// How far a nudge moves.
  package enum Pace: Equatable, Sendable {
    case whole
    /// A tenth of a pixel, once or until changed.
    case tenthOnce, tenth
  }

  /// Creates a workbench.
  ///
  /// - Parameters:
  ///   - items: the roll's items; not empty.
  ///   - place: the index of the item to start with.
  ///   - defaults: the settings that apply where a print's own are nil.
  ///   - keymaps: the tables of keys.
  package init(items: [RollItem], at place: Int = 0, defaults: PrintSettings = .standard, keymaps: Keymaps = Keymaps())
  {
    precondition(!items.isEmpty, "a roll has at least one item")
    roll = items
    order = RollOrder(count: items.count)
    current = min(max(place, 0), items.count - 1)
    self.defaults = defaults
    self.keymaps = keymaps
  }

  /// Creates a workbench for single photos.
  ///
  /// - Parameter names: the photos' names to show.
  package init(
    photos names: [String], at place: Int = 0, defaults: PrintSettings = .standard, keymaps: Keymaps = Keymaps()
  ) {
    self.init(items: names.map { RollItem(photo: $0) }, at: place, defaults: defaults, keymaps: keymaps)
  }

  /// Notes the folders of items that have the same title, to show them with it.
  ///
  /// - Parameter folders: the folder of each item, in the roll's order.
  package mutating func tellApart(by folders: [String]) {
    for alike in Dictionary(grouping: roll.indices, by: { roll[$0].title }).values where alike.count > 1 {
      let short = alike.map { folders[$0].split(separator: "/").last.map { String($0) } ?? folders[$0] }
      let areShortDistinct = Set(short).count == alike.count
      for (index, name) in zip(alike, short) { roll[index].folder = areShortDistinct ? name : folders[index] }
    }
  }

  package var item: RollItem { roll[current] }
  /// The number of items that weren't deleted or moved away.
  var photosThere: Int { roll.count { !$0.isGone } }
  /// The chosen outline; nil if there is none, or if it's a candidate and those are hidden.
  package var outline: Outline? { item.sheet.outline.flatMap { isShown($0) ? $0 : nil } }
  /// The keys that apply now.
  var keymap: Keymap<Action> {
    if let filter, filter.isTyping { return StandardKeys.filter }
    return switch panel {
    case nil: coveredKeymap
    case .help: StandardKeys.help
    case .commands: StandardKeys.commands
    case .work: StandardKeys.work
    case .name: StandardKeys.name
    case .date: StandardKeys.date
    }
  }

  /// The keys that mean something now.
  package var keysInEffect: [Key] { keymap.rows.flatMap(\.keys) }

  /// The first effects.
  package mutating func start() -> [Effect] { neededWork() + [.recall] }

  /// Shows a problem that occurred before the workbench opened.
  package mutating func say(_ trouble: String) { message = Message(kind: .trouble, text: trouble) }

  /// The action that a key is bound to now; nil if there is none.
  package func action(for key: Key) -> Action? {
    if case .character(let letter) = key {
      if let filter, filter.isTyping { return .type(letter) }
      if isTypingInPanel { return .type(letter) }
    }
    return keymap.action(for: key)
  }

  /// Handles an action and returns the effects to perform.
  ///
  /// - Parameter time: when it happened, in seconds.
  package mutating func update(_ action: Action, at time: Double = 0) -> [Effect] {
    self.time = time
    if hold(action) { return [] }
    if case .key(let key) = action { return self.action(for: key).map { update($0, at: time) } ?? [] }
    if case .paste(let text) = action { return paste(text, at: time) }
    if case .snapped(let order, let quad) = action { return take(quad, for: order) + neededWork() }
    if action.isOfPerson {
      if action == .revert, question == .leave {
        (question, isLeaving, message) = (nil, false, nil)
        return neededWork()
      }
      if action != question {
        question = nil
        isLeaving = false
      }
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
    // `update` has handled these.
    case .key, .paste, .snapped: break
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
    case .leaveOut: leaveOut()
    case .toggleCandidates: toggleCandidates()
    case .detectAgain: detectAgain()
    case .reload: reload()
    case .turn: turn()
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
    case .goToReview(let step): goToReview(by: step)
    case .goToFirst: go(to: filter?.places.first ?? order.items[0])
    case .goToLast: go(to: filter?.places.last ?? order.items[roll.count - 1])
    case .cycleShow: cycleShow()
    case .zoom(let step): zoom(by: 2 * step)
    case .fit: if show == .print { scanZoom = 0 } else { zoom = 0 }
    case .mark: mark()
    case .markRange: markRange()
    case .toggleLoupe: hasLoupe.toggle()
    case .filter:
      filter = Filter(
        places: order.items, isTyping: true, origin: current, isDuringWait: acceptingSure != nil)
    case .type(let letter): if isTypingInPanel { edit { $0.append(letter) } } else { type(letter) }
    case .eraseAll: if isTypingInPanel { edit { $0 = "" } } else { eraseAll() }
    case .erase: if isTypingInPanel { edit { _ = $0.popLast() } } else { erase() }
    case .endTyping: endTyping()
    case .showBursts: showBursts()
    case .closeBursts: closeBursts()
    case .chooseShot(let step): chooseShot(by: step)
    case .chooseBurst(let step): chooseBurst(by: step)
    case .takeShot: takeShot()
    case .leaveShotOut: leaveShotOut()
    case .mergeShots: mergeShots()
    case .exportMerged: exportMerged()
    case .closeMerging: closeMerging()
    case .showStereo: showStereo()
    case .exportStereo: exportStereo()
    case .closeStereo: closeStereo()
    case .goToDepth(let step): goToDepth(by: step)
    case .cycleStereo(let step): cycleStereo(by: step)
    case .changeShift(let step): changeShift(by: step)
    case .changeFocus(let step): changeFocus(by: step)
    case .swapEyes: swapEyes()
    case .resetStereo: resetStereo()
    case .chooseFrame(let step): chooseFrame(by: step)
    case .keepFrame: keepFrame()
    case .closeFrames: closeFrames()
    case .showHelp: open(.help(page: 0))
    case .showCommands: open(.commands(CommandSearch()))
    case .showWork: open(.work(first: 0))
    case .turnPage(let step): turnPage(by: step)
    case .closePanel: panel = nil
    case .view: wishes.append(.view(item: current))
    case .askName: open(.name(item.title))
    case .rename: rename()
    case .askDate: askDate()
    case .setDate: setDate()
    case .runCommand: if let action = takeCommand() { apply(action) }
    case .mouse(let mouse): point(mouse)
    case .redraw: wishes.append(.redraw)
    case .suspend: wishes.append(.suspend)
    case .leave: leave()
    case .resized(let columns, let rows): (self.columns, self.rows) = (columns, rows)
    case .loaded(let photo, let loaded, let kept): take(loaded, of: photo, kept)
    case .failed(let photo, let sentence): fail(photo, sentence)
    case .detected(let photo, let detected): take(detected, of: photo)
    case .fitted(let order, let edges): take(edges, ofFitting: order)
    case .developed(let order, let result): take(result, for: order)
    case .measured(let order, let measure): take(measure, for: order)
    case .exported(let order, let result): take(result, of: order)
    case .kept(let photo, let result): take(result, ofKeeping: photo)
    case .recalled(let recalled): recall(recalled)
    case .ranked(let bursts): take(bursts)
    case .merged(let order, let result): take(result, ofMerging: order)
    case .mergedExported(let order, let result):
      take(result, ofMerging: order)
      stayOrLeave(after: result)
    case .stereoMade(let order, let result): take(result, ofStereo: order)
    case .stereoExported(let order, let result):
      take(result, ofStereo: order)
      stayOrLeave(after: result)
    case .ticked: tick()
    case .framesRead(let order, let done, let count): take(done, of: count, for: order)
    case .framesRanked(let order, let result): take(result, for: order)
    case .frameKept(let order, let result):
      keeping.remove(order)
      take(result, ofKeeping: order)
      stayOrLeave(after: result)
    case .enlarged(let order, let closeUp): closeUps.take(closeUp, for: order)
    case .renamed(let photo, let result, let isAgain):
      take(result, ofRenaming: photo, isAgain: isAgain)
      stayOrLeave(after: result)
    case .viewed(let sentence): message = sentence.map { trouble($0.text) } ?? note("opened in another program")
    case .rolled(let changes, let isAsked): take(changes, isAsked: isAsked)
    }
  }

  private mutating func cycleShow() {
    chosenShow =
      switch show {
      case .photo: .both
      case .both: .print
      case .print: .photo
      }
  }

  /// Quits. If something would be lost, asks first; asked twice, quits at once.
  private mutating func leave() {
    guard question != .leave else {
      wishes.append(.leave)
      return
    }
    guard isSettled else {
      (isLeaving, question) = (true, .leave)
      message = note("\(workToWaitFor); press q again not to wait")
      return
    }
    let adjusted = roll.count { $0.hasUnsavedWork }
    let lost = roll.count { $0.lost != nil }
    let outdated = roll.filter(\.hasOutdatedScans)
    var reasons: [String] = []
    if lost > 0 { reasons.append("accepted prints of \(lost.photos) could not be saved") }
    if adjusted > 0 {
      reasons.append(
        adjusted.counted("unsaved photo")
          + (adjusted == 1 && roll.count > 1 ? roll.first { $0.hasUnsavedWork }.map { ", \($0.place)" } ?? "" : ""))
    }
    if exporting.isUnderWay || exporting.isAsked {
      reasons.append("an export is still running")
    } else if !outdated.isEmpty {
      reasons.append(
        outdated.count == 1
          ? "\(outdated[0].place) was changed since it was exported; E exports it again"
          : "\(outdated.count.photos) were changed since they were exported; E exports them again")
    }
    if acceptingSure != nil { reasons.append("the sure photos aren't accepted yet") }
    guard !reasons.isEmpty else {
      wishes.append(.leave)
      return
    }
    question = .leave
    message = trouble("\(reasons.joined(separator: "; ")); press q again to quit")
  }

  /// What quitting waits for, in words.
  private var workToWaitFor: String {
    if mergeExport != nil { return "exporting the merged scan" }
    if let order = stereoWork.exporting { return "exporting the \(order.show.rawValue)" }
    if !keeping.isEmpty { return "keeping the frame" }
    return renaming.isEmpty ? "saving what you accepted" : "renaming the photo"
  }

  /// Quits if that waited for work that is done now. If the work failed, the person sees why.
  private mutating func stayOrLeave<Value>(after result: Result<Value, Sentence>) {
    if case .failure = result { (isLeaving, question) = (false, question == .leave ? nil : question) }
    leaveIfAllIsSaved()
  }

  /// Whether all that a person did is on disk, as far as it can be.
  private var isSettled: Bool {
    saving.isEmpty && renaming.isEmpty && keeping.isEmpty && mergeExport == nil && stereoWork.exporting == nil
  }

  /// Quits if that waited only for saves.
  mutating func leaveIfAllIsSaved() {
    guard isLeaving, isSettled else { return }
    (isLeaving, question) = (false, nil)
    leave()
  }
}
