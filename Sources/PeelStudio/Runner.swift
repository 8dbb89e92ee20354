import PeelFiles
import PeelImaging
import PeelTerminal
import PeelWorkbench
import Synchronization

/// The workbench on the terminal.
package struct Runner: ~Copyable {
  private var loop: Loop<WorkbenchProgram>

  /// Takes the terminal over until this value is destroyed.
  package init(_ model: Model, studio: Studio, hasMouse: Bool, graphics: GraphicsWish) throws(TerminalError) {
    let mailbox = Mailbox<Action>()
    loop = try Loop(
      WorkbenchProgram(model, studio: studio, mailbox: mailbox), mailbox: mailbox, hasMouse: hasMouse,
      graphics: graphics)
  }

  /// Runs until the person leaves, or a signal asks the program to end: its number.
  ///
  /// - Parameter end: is called then, before work that is under way is waited for.
  package mutating func run(end: () -> Void = {}) -> Int32? {
    let signal: Int32? =
      switch loop.run() {
      case .left: nil
      case .signal(let number): number
      }
    end()
    trouble = loop.program.finish()
    return signal
  }

  /// What couldn't be kept for the next session; nil if all could.
  package private(set) var trouble: Sentence?

  /// What the person did, in a line to end with; nil if there is nothing to tell.
  package var summary: String? { loop.program.summary }
}

/// The workbench's model, and the work that it asks for.
struct WorkbenchProgram: TerminalProgram {
  private(set) var model: Model
  private var pictures = DrawnPictures()
  private let studio: Studio
  private let mailbox: Mailbox<Action>
  private let exports = JobQueue("exports")
  private let keeping = JobQueue("keeping")
  private let bookmarks = JobQueue("bookmarks", keeping: .bufferingNewest(1))
  /// Looks at the disk one after another, so that new photos are posted in the order in which they join the roll.
  private let looks = JobQueue("looks")
  /// The request whose frames are ranked now. A newer one ends it.
  private let framesWanted = Wanted()
  /// What waits until the person rests.
  private var resting: [Resting: Task<Void, Never>] = [:]
  /// What computes once the screen is drawn, which would otherwise have to share the cores with it.
  private var drawn: [(job: Job, item: ItemID)] = []

  /// A kind of work of which a newer order replaces an older one.
  private enum Resting { case fit, measure }

  /// When drafts are to be kept, in seconds; nil if they needn't be.
  private var draftsDue: Double?

  /// How old a change may be that is in no draft, in seconds.
  private static let draftPause = 1.0

  /// How long a scan stays unchanged before it is measured, and an outline before its edges are looked for.
  private static let rest = Duration.milliseconds(300)

  init(_ model: Model, studio: Studio, mailbox: Mailbox<Action>) {
    self.model = model
    self.studio = studio
    self.mailbox = mailbox
  }

  var heartbeat: Int32? {
    let pauses = [model.isWobbling ? Model.heartbeat : nil, draftsDue.map { max($0 - Self.now, 0) }]
    return pauses.compactMap(\.self).min().map { Int32((1000 * $0).rounded(.up)) }
  }

  mutating func tick() -> [LoopRequest<Void>] {
    var requests = model.isWobbling ? update(.ticked) : []
    if let due = draftsDue, due <= Self.now {
      draftsDue = nil
      requests += update(.draftsDue)
    }
    return requests
  }

  mutating func start() -> [LoopRequest<Void>] {
    Task.detached { [studio, looks, mailbox] in
      await studio.watch { names in
        looks.add {
          let changes = studio.changes(of: names)
          if !changes.isEmpty { mailbox.post(.rolled(changes)) }
        }
      }
    }
    return perform(model.start())
  }

  func event(for input: Input) -> Action? {
    switch input {
    case .key(let key): .key(key)
    case .mouse(let mouse): .mouse(mouse)
    case .paste(let text): .paste(text)
    }
  }

  mutating func update(_ action: Action) -> [LoopRequest<Void>] {
    if action.mayChangePrints, draftsDue == nil { draftsDue = Self.now + Self.draftPause }
    return perform(model.update(action, at: Self.now))
  }

  mutating func resize(columns: Int, rows: Int, _ capabilities: Capabilities) -> [LoopRequest<Void>] {
    model.display.capabilities = capabilities
    return update(.resized(columns: columns, rows: rows))
  }

  mutating func loseGraphics() { model.say(Graphics.loss) }

  mutating func screen(columns: Int, rows: Int, capabilities: Capabilities) -> Screen {
    model.screen(columns: columns, rows: rows, capabilities: capabilities, remembering: &pictures)
  }

  mutating func didDraw(in time: Duration) {
    for (job, item) in drawn { compute(job, with: item) }
    drawn = []
  }

  /// Waits until what a person decided so far is on disk, and until the disk was looked at.
  func finishSaving() {
    keeping.wait()
    looks.wait()
  }

  /// Waits until what a person decided is on disk, and what they didn't accept is kept for the next session.
  ///
  /// - Returns: why it couldn't be kept; nil if it could.
  func finish() -> Sentence? {
    framesWanted.set(nil)
    keeping.finish()
    // The last saves may have failed.
    var model = model
    for case .answer(let ticket, let result) in mailbox.empty() where model.jobs.order(of: ticket)?.isSave == true {
      _ = model.update(.answer(ticket, result), at: Self.now)
    }
    var trouble: Sentence?
    for (item, draft) in model.finalDrafts {
      do throws(Sentence) { try studio.keepDraft(draft, of: item) } catch { trouble = error }
    }
    studio.drafts.release()
    bookmarks.finish()
    exports.close()
    looks.close()
    return trouble
  }

  fileprivate var summary: String? {
    let photos = model.acceptedPhotos
    let scans = studio.scansOfSession
    guard photos > 0 || !scans.isEmpty else { return nil }
    let accepted = photos == 0 ? [] : ["\(photos.counted("photo")) accepted"]
    let written = scans.first.map { ["\(scans.count.counted("scan")) written to \($0.folder.shown) now"] } ?? []
    return (accepted + written).joined(separator: "; ")
  }

  private static let beginning = ContinuousClock.now

  /// Seconds since the start.
  private static var now: Double { (ContinuousClock.now - beginning).seconds }

  /// Starts work without waiting for it.
  private mutating func perform(_ jobs: [Job]) -> [LoopRequest<Void>] { jobs.flatMap { perform($0) } }

  private mutating func perform(_ job: Job) -> [LoopRequest<Void>] {
    let (studio, answer) = (studio, answering(job))
    if case .rankFrames = job.order { framesWanted.set(job.ticket) }
    switch job.order.lane {
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .leave: return [.leave(())]
    case .atOnce:
      if job.order == .stopFrames { framesWanted.set(nil) }
      _ = try? studio.answer(job.order)
    case .bookmarks: bookmarks.add { _ = try? studio.answer(job.order) }
    case .ownThread: onOwnThread("work") { answer(nil) }
    case .compute(let item): compute(job, with: item)
    case .drawn(let item): drawn.append((job, item))
    case .rest(let item): rest(job, with: item)
    case .exports: exports.add { answer(nil) }
    case .keeping: keeping.add { answer(nil) }
    case .looks: looks.add { answer(nil) }
    case .keepingAndLooks:
      keeping.add { [looks] in
        looks.add { answer(nil) }
        looks.wait()
      }
    case .preparedLooks:
      onOwnThread("work") { [looks] in
        studio.prepare(job.order)
        looks.add { answer(nil) }
      }
    }
    return []
  }

  /// Does work with a decoded photo and posts what comes of it.
  private func answering(_ job: Job) -> @Sendable (Photo?) -> Void {
    { [studio, mailbox, framesWanted] photo in
      let progress = Studio.Progress(
        isWanted: { framesWanted.ticket == job.ticket },
        report: { done, count in mailbox.post(.progressed(job.ticket, done: done, of: count)) })
      let result = Result { () throws(Sentence) in try studio.answer(job.order, with: photo, progress) }
      mailbox.post(.answer(job.ticket, result))
    }
  }

  /// Computes with an item's photo in a task.
  private func compute(_ job: Job, with item: ItemID) {
    let (answer, photo) = (answering(job), model.roll[item].photo?.photo)
    // What is read again for want of a decoded photo may block.
    guard let photo else { return onOwnThread("work") { answer(nil) } }
    // A person waits for the result.
    Task.detached(priority: .userInitiated) { answer(photo) }
  }

  /// Computes with an item's photo once what the person changes has stayed unchanged for a while; a newer order replaces it.
  private mutating func rest(_ job: Job, with item: ItemID) {
    let kind = if case .fit = job.order { Resting.fit } else { Resting.measure }
    let (answer, photo) = (answering(job), model.roll[item].photo?.photo)
    resting[kind]?.cancel()
    resting[kind] = Task.detached {
      guard (try? await Task.sleep(for: Self.rest)) != nil else { return }
      answer(photo)
    }
  }
}

/// The request whose result is wanted, which several threads read.
private final class Wanted: Sendable {
  private let value = Mutex<Ticket?>(nil)

  var ticket: Ticket? { value.withLock { $0 } }

  func set(_ ticket: Ticket?) { value.withLock { $0 = ticket } }
}
