import PeelImaging

/// The state of the workbench: a roll, the open page, what is open over it, and what is under way.
///
/// `update` handles an action and returns the work to start; `screen` draws the state. Neither does slow work.
package struct Model: Sendable {
  package struct Message: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case note, trouble }
    package var kind: Kind
    package var text: String
  }

  package internal(set) var roll: Roll
  /// How the current photo is shown, while another page is open, too.
  package internal(set) var desk = Desk()
  package internal(set) var page = Page.desk
  var memory = PageMemory()
  /// What is open over the page; nil if nothing is.
  package internal(set) var panel: Panel?
  package internal(set) var message: Message?
  /// What is under way.
  package internal(set) var jobs = Jobs()
  package internal(set) var exporting = Exporting()
  var history = History()
  /// The drafts on disk, of this session or an earlier one.
  var drafts: [ItemID: Draft] = [:]
  /// Why drafts couldn't be kept; nil if they could.
  var draftFault: Sentence?
  /// Whether drafts are kept at all: not of a shot that has no file.
  package var keepsDrafts = true
  /// The command that takes effect only if it's repeated now; nil if there is none.
  var question: Command?
  /// Whether to quit once everything is saved.
  var isLeaving = false
  package var display = Display()
  /// When the last action happened, in seconds.
  var time = 0.0
  /// The settings that apply where a print's own are nil.
  let defaults: PrintSettings
  let keymaps: Keymaps

  package init(_ roll: Roll, defaults: PrintSettings = .standard, keymaps: Keymaps = Keymaps()) {
    (self.roll, self.defaults, self.keymaps) = (roll, defaults, keymaps)
  }

  package var current: ItemID { roll.current }
  package var item: RollItem { roll[roll.current] }
  /// The chosen outline; nil if there is none, or if it's a candidate and those are hidden.
  package var outline: Outline? { item.sheet.outline.flatMap { isShown($0) ? $0 : nil } }

  /// The keys that apply now.
  var keymap: Keymap<Command> {
    if isFiltering { return StandardKeys.filter }
    return panel?.keymap ?? pageKeymap
  }

  /// The keys that apply once the panel is closed. Help explains them.
  var pageKeymap: Keymap<Command> {
    switch page {
    case .desk: keymaps.desk
    case .bursts(let bursts): bursts.merging == nil ? keymaps.bursts : keymaps.merging
    case .depth: keymaps.depth
    case .frames: keymaps.frames
    case .table: keymaps.table
    }
  }

  /// The keys that mean something now.
  package var keysInEffect: [Key] { keymap.rows.flatMap(\.keys) }

  /// Shows a problem that occurred before the workbench opened.
  package mutating func say(_ trouble: String) { message = Message(kind: .trouble, text: trouble) }

  func note(_ text: String) -> Message { Message(kind: .note, text: text) }
  func trouble(_ text: String) -> Message { Message(kind: .trouble, text: text) }

  // MARK: actions

  /// The first work.
  package mutating func start() -> [Job] {
    askForNeededWork()
    ask(.recall)
    return jobs.takeNew()
  }

  /// Handles an action and returns the work to start.
  ///
  /// - Parameter time: when it happened, in seconds.
  package mutating func update(_ action: Action, at time: Double = 0) -> [Job] {
    handle(action, at: time)
    return jobs.takeNew()
  }

  /// Has work done.
  @discardableResult
  mutating func ask(_ order: Order) -> Ticket { jobs.start(order) }

  /// The command that a key is bound to now; nil if there is none.
  package func command(for key: Key) -> Command? {
    if case .character(let letter) = key, isFiltering || panel?.takesLetters == true { return .panel(.type(letter)) }
    return keymap.action(for: key)
  }

  /// The command that a key is bound to where nothing can be seen, also if text is being typed.
  private func commandUnseen(for key: Key) -> Command? {
    pageKeymap.action(for: key).flatMap { $0.needsNoScreen ? $0 : nil }
  }

  /// - Parameter time: when it happened, in seconds.
  mutating func handle(_ action: Action, at time: Double) {
    self.time = time
    if hold(action) { return }
    switch action {
    case .key(let key):
      if let command = display.isTooSmall ? commandUnseen(for: key) : command(for: key) {
        handle(.command(command), at: time)
      }
      return
    case .paste(let text): return paste(text, at: time)
    case .command(let command): if begin(command) { apply(command) }
    case .mouse(let mouse):
      (question, isLeaving, message) = (nil, false, nil)
      point(mouse)
    case .resized(let columns, let rows): (display.columns, display.rows) = (columns, rows)
    case .ticked: tick()
    case .draftsDue: keepDrafts()
    case .rolled(let changes): rolled(changes, for: nil)
    case .progressed(let ticket, let done, let count): jobs.note(Job.Progress(done: done, count: count), of: ticket)
    case .answer(let ticket, let result): answered(ticket, result)
    }
    askForNeededWork()
  }

  /// Ends the message and the question that another command answered.
  ///
  /// - Returns: whether the command is to be applied: not if it only takes quitting back.
  private mutating func begin(_ command: Command) -> Bool {
    message = nil
    guard command != question else { return true }
    let takesBack = question == .program(.leave) && command == .desk(.clear)
    (question, isLeaving) = (nil, false)
    return !takesBack
  }

  mutating func apply(_ command: Command) {
    switch command {
    case .desk(let command): apply(command)
    case .bursts(let command): apply(command)
    case .depth(let command): apply(command)
    case .frames(let command): apply(command)
    case .table(let command): apply(command)
    case .panel(let command): apply(command)
    case .program(let command): apply(command)
    }
  }

  private mutating func apply(_ command: ProgramCommand) {
    switch command {
    case .showHelp: open(.help(page: 0))
    case .showCommands: open(.commands(CommandSearch()))
    case .showWork: open(.work(first: 0))
    case .redraw: ask(.redraw)
    case .suspend: ask(.suspend)
    case .leave: leave()
    }
  }
}
