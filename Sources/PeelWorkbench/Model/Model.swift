import PeelImaging

/// The state of the workbench.
///
/// `update` handles an action and returns the work to start; `screen` draws the state. Neither does slow work.
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
  /// What is under way.
  package internal(set) var jobs = Jobs()
  /// The bursts of the roll; nil if it wasn't sorted into them.
  package internal(set) var knownBursts: [RankedBurst]?
  /// The open filmstrip, which replaces the photo; nil if it's closed.
  package internal(set) var filmstrip: Filmstrip?
  /// The shots being merged, or merged, which replace the filmstrip; nil if none are.
  package internal(set) var merging: Merging?
  /// The open view of a photo with depth, which replaces the photo; nil if it's closed.
  package internal(set) var stereo: StereoView?
  var stereoWork = StereoWork()
  /// The open view of a clip's frames, which replaces the photo; nil if it's closed.
  package internal(set) var frameStrip: FrameStrip?
  /// The clip's frames that were ranked last.
  var rankedFrames: FrameStrip?
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
  /// The work that the current action asks for.
  private var wishes: [Job] = []
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

  /// The first work.
  package mutating func start() -> [Job] {
    askForNeededWork()
    ask(.recall)
    defer { wishes = [] }
    return wishes
  }

  /// Has work done.
  @discardableResult
  mutating func ask(_ order: Order) -> Ticket {
    let job = jobs.start(order)
    wishes.append(job)
    return job.ticket
  }

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

  /// Handles an action and returns the work to start.
  ///
  /// - Parameter time: when it happened, in seconds.
  package mutating func update(_ action: Action, at time: Double = 0) -> [Job] {
    handle(action, at: time)
    defer { wishes = [] }
    return wishes
  }

  /// - Parameter time: when it happened, in seconds.
  mutating func handle(_ action: Action, at time: Double) {
    self.time = time
    if hold(action) { return }
    if case .key(let key) = action {
      if let action = self.action(for: key) { handle(action, at: time) }
      return
    }
    if case .paste(let text) = action { return paste(text, at: time) }
    if action.isOfPerson {
      if action == .revert, question == .leave {
        (question, isLeaving, message) = (nil, false, nil)
        return askForNeededWork()
      }
      if action != question {
        question = nil
        isLeaving = false
      }
      message = nil
    }
    apply(action)
    askForNeededWork()
  }

  func note(_ text: String) -> Message { Message(kind: .note, text: text) }
  func trouble(_ text: String) -> Message { Message(kind: .trouble, text: text) }

  private mutating func apply(_ action: Action) {
    switch action {
    // `update` has handled these.
    case .key, .paste: break
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
    case .view: ask(.view(item: current))
    case .askName: open(.name(item.title))
    case .rename: rename()
    case .askDate: askDate()
    case .setDate: setDate()
    case .runCommand: if let action = takeCommand() { apply(action) }
    case .mouse(let mouse): point(mouse)
    case .redraw: ask(.redraw)
    case .suspend: ask(.suspend)
    case .leave: leave()
    case .resized(let columns, let rows): (self.columns, self.rows) = (columns, rows)
    case .ticked: tick()
    case .rolled(let changes): rolled(changes, for: nil)
    case .progressed(let ticket, let done, let count): read(done, of: count, for: ticket)
    case .answer(let ticket, let result): answered(ticket, result)
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
      ask(.leave)
      return
    }
    if let workToWaitFor {
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
    if isExporting || isExportAsked {
      reasons.append("an export is still running")
    } else if !outdated.isEmpty {
      reasons.append(
        outdated.count == 1
          ? "\(outdated[0].place) was changed since it was exported; E exports it again"
          : "\(outdated.count.photos) were changed since they were exported; E exports them again")
    }
    if acceptingSure != nil { reasons.append("the sure photos aren't accepted yet") }
    guard !reasons.isEmpty else {
      ask(.leave)
      return
    }
    question = .leave
    message = trouble("\(reasons.joined(separator: "; ")); press q again to quit")
  }

  /// What quitting waits for, in words; nil if all that a person did is on disk, as far as it can be.
  private var workToWaitFor: String? {
    jobs.orders.compactMap(\.wordsForWaiting).first
  }

  /// Doesn't quit when the work that quitting waits for is done: it failed, and the person sees why.
  mutating func stay() { (isLeaving, question) = (false, question == .leave ? nil : question) }

  /// Quits if that waited only for work that is done now.
  mutating func leaveIfAllIsSaved() {
    guard isLeaving, workToWaitFor == nil else { return }
    (isLeaving, question) = (false, nil)
    leave()
  }
}
