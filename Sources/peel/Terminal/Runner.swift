import PeelFiles
import PeelImaging
import PeelTerminal
import PeelWorkbench
import Synchronization

/// The work that the workbench needs done. Items are given by their index in the roll. Nothing here is called on the
/// terminal's thread.
struct Services: Sendable {
  /// Reads an item's photo, and what a person accepted of it before.
  var load: @Sendable (_ item: Int) throws(Sentence) -> (LoadedPhoto, Kept?)
  var detect: @Sendable (Photo) -> Detected
  /// Reads an item's photo and finds its prints.
  var scout: @Sendable (_ item: Int) throws(Sentence) -> Detected
  var preview: @Sendable (Photo, PreviewOrder) throws(Sentence) -> Preview
  var measure: @Sendable (Photo, PreviewOrder) -> Measure?
  var export: @Sendable (ExportOrder) throws(Sentence) -> ExportedScans
  /// Notes that the workbench has taken what was read last of an item.
  var took: @Sendable (_ item: Int) -> Void
  /// Writes an item's accepted prints, or removes them if nil. Returns when they are on disk, with a note for the
  /// person if they aren't beside the photo. What another program wrote is replaced only if the person `insists`.
  var keep: @Sendable (_ item: Int, Kept?, _ insists: Bool) throws(Sentence) -> Sentence?
  var recall: @Sendable () -> Recalled
  /// Keeps what was changed of an item and not accepted for the next session, or forgets it if nil.
  var keepUnsaved: @Sendable (_ item: Int, Unsaved?) -> Void
  /// Opens an item's scan, or else its photo, in the system's viewer.
  var view: @Sendable (_ item: Int) throws(Sentence) -> Void
  /// Gives an item's photo another name, and returns the name to show.
  var rename: @Sendable (_ item: Int, _ name: String) throws(Sentence) -> String
  /// What changed on disk since the last look, of the files with some names, or of all if nil. New photos join the roll.
  var look: @Sendable (_ names: Set<[UInt8]>?) -> RollChanges
  /// Calls its argument with the names of files that may have changed on disk, or with nil if all may have.
  var watch: @Sendable (@escaping @Sendable (Set<[UInt8]>?) -> Void) async -> Void
  /// The part of a photo around a point; nil if the photo can't be read.
  var closeUp: @Sendable (CloseUpOrder) -> CloseUp?
  /// Ranks the frames of an item's clip. It tells how far it is, and ends early if they aren't wanted anymore.
  var rankFrames:
    @Sendable (
      FrameOrder, _ isWanted: @escaping @Sendable () -> Bool, _ report: (_ done: Int, _ count: Int?) -> Bool
    ) throws(Sentence) -> FrameRanking
  /// Reads a frame, which may take long, and returns what saves it as a photo, which joins the roll.
  var keepFrame:
    @Sendable (FrameOrder, RankedFrame.Source) throws(Sentence) -> (@Sendable () throws(Sentence) -> KeptFrame)
  /// Sorts the items into bursts.
  var rank: @Sendable () async -> [RankedBurst]
  /// Merges shots, and keeps the result.
  var merge: @Sendable (MergeOrder) throws(Sentence) -> MergedBurst
  /// Forgets what was merged last.
  var forgetMerge: @Sendable () -> Void
  /// Writes the scan of the shots that were merged last.
  var exportMerged: @Sendable (MergeOrder) throws(Sentence) -> ExportedScans
  /// Makes stereo pictures of an item's photo, which was decoded before.
  var makeStereo: @Sendable (StereoOrder, Photo) throws(Sentence) -> StereoPictures
  /// Forgets what was read of the depth of the photo shown last.
  var forgetStereo: @Sendable () -> Void
  /// Writes stereo pictures of an item's photo.
  var exportStereo: @Sendable (StereoOrder) throws(Sentence) -> ExportedStereo
  var remember: @Sendable (_ item: Int) -> Void
}

/// The workbench on the terminal.
struct Runner: ~Copyable {
  private var loop: Loop<WorkbenchProgram>

  /// Takes the terminal over until this value is destroyed.
  init(_ model: Model, services: Services, hasMouse: Bool, graphics: GraphicsWish) throws(TerminalError) {
    let mailbox = Mailbox<Action>()
    loop = try Loop(
      WorkbenchProgram(model, services: services, mailbox: mailbox), mailbox: mailbox, hasMouse: hasMouse,
      graphics: graphics)
  }

  /// Runs until the person leaves, or a signal asks the program to end: its number.
  ///
  /// - Parameter end: is called then, before work that is under way is waited for.
  mutating func run(end: () -> Void = {}) -> Int32? {
    let signal: Int32? =
      switch loop.run() {
      case .left: nil
      case .signal(let number): number
      }
    end()
    loop.program.finish(isInterrupted: signal != nil)
    return signal
  }
}

/// The workbench's model, and the work that its effects ask for.
struct WorkbenchProgram: TerminalProgram {
  private(set) var model: Model
  private var pictures = DrawnPictures()
  private let services: Services
  private let mailbox: Mailbox<Action>
  private let exports = JobQueue("exports")
  private let keeping = JobQueue("keeping")
  private let bookmarks = JobQueue("bookmarks", keeping: .bufferingNewest(1))
  /// Looks at the disk one after another, so that new photos are posted in the order in which they join the roll.
  private let looks = JobQueue("looks")
  /// The number of the request whose frames are ranked now; 0 if none are. A newer one ends it.
  private let framesWanted = Wanted()
  private var measuring: Task<Void, Never>?
  private var fitting: Task<Void, Never>?
  /// Scans to compute once the screen is drawn, which would otherwise have to share the cores with them.
  private var previews: [PreviewOrder] = []

  /// How long a scan stays unchanged before it is measured, and an outline before its edges are looked for.
  private static let rest = Duration.milliseconds(300)

  init(_ model: Model, services: Services, mailbox: Mailbox<Action>) {
    self.model = model
    self.services = services
    self.mailbox = mailbox
  }

  var heartbeat: Int32? { model.isWobbling ? Int32(1000 * Model.heartbeat) : nil }

  mutating func tick() -> [LoopRequest<Void>] { model.isWobbling ? update(.ticked) : [] }

  mutating func start() -> [LoopRequest<Void>] {
    Task.detached { [services, looks, mailbox] in
      await services.watch { names in
        looks.add {
          let changes = services.look(names)
          if !changes.isEmpty { mailbox.post(.rolled(changes, isAsked: false)) }
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

  mutating func update(_ action: Action) -> [LoopRequest<Void>] { perform(model.update(action, at: Self.now)) }

  mutating func resize(columns: Int, rows: Int, _ capabilities: Capabilities) -> [LoopRequest<Void>] {
    model.capabilities = capabilities
    return update(.resized(columns: columns, rows: rows))
  }

  mutating func loseGraphics() { model.say(Graphics.loss) }

  mutating func screen(columns: Int, rows: Int, capabilities: Capabilities) -> Screen {
    model.screen(columns: columns, rows: rows, capabilities: capabilities, remembering: &pictures)
  }

  mutating func didDraw(in time: Duration) {
    for order in previews { preview(order) }
    previews = []
  }

  /// Waits until what a person decided so far is on disk, and until the disk was looked at.
  func finishSaving() {
    keeping.wait()
    looks.wait()
  }

  /// Waits until what a person decided is on disk.
  ///
  /// - Parameter isInterrupted: whether a signal ends the session.
  func finish(isInterrupted: Bool) {
    framesWanted.set(0)
    keeping.finish()
    // The last saves may have failed.
    var model = model
    for case .kept(let item, let result) in mailbox.empty() {
      _ = model.update(.kept(item: item, result), at: Self.now)
    }
    for (item, changes) in model.unsaved(isInterrupted: isInterrupted) { services.keepUnsaved(item, changes) }
    bookmarks.finish()
    exports.close()
    looks.close()
  }

  private static let beginning = ContinuousClock.now

  /// Seconds since the start.
  private static var now: Double { (ContinuousClock.now - beginning).seconds }

  /// Starts an effect without waiting for it.
  private mutating func perform(_ effects: [Effect]) -> [LoopRequest<Void>] {
    effects.flatMap { perform($0) }
  }

  private mutating func perform(_ effect: Effect) -> [LoopRequest<Void>] {
    let (services, mailbox) = (services, mailbox)
    switch effect {
    case .load(let item):
      onOwnThread("load") {
        do throws(Sentence) {
          let (loaded, kept) = try services.load(item)
          mailbox.post(.loaded(item: item, loaded, kept: kept))
        } catch {
          mailbox.post(.failed(item: item, error))
        }
      }
    case .scout(let item):
      onOwnThread("scout") {
        do throws(Sentence) { mailbox.post(.detected(item: item, try services.scout(item))) } catch {
          mailbox.post(.failed(item: item, error))
        }
      }
    case .detect(let item):
      // The photo may have been released by a key that was held back.
      guard model.roll[item].photo != nil else { return perform(.scout(item: item)) }
      compute(with: item) { photo in .detected(item: item, services.detect(photo)) }
    case .snap(let order):
      // The model holds keys back until this is answered.
      guard model.roll[order.item].photo != nil else {
        mailbox.post(.snapped(order, nil))
        break
      }
      compute(with: order.item) { photo in .snapped(order, order.result(in: photo)) }
    case .fit(let order): fit(order)
    case .preview(let order): previews.append(order)
    case .measure(let order): measure(order)
    case .export(let order):
      exports.add {
        mailbox.post(.exported(order, Result { () throws(Sentence) in try services.export(order) }))
      }
    case .keep(let item, let kept, let insists):
      keeping.add {
        mailbox.post(.kept(item: item, Result { () throws(Sentence) in try services.keep(item, kept, insists) }))
      }
    case .took(let item): services.took(item)
    case .recall: onOwnThread("recall") { mailbox.post(.recalled(services.recall())) }
    case .view(let item):
      onOwnThread("view") {
        do throws(Sentence) {
          try services.view(item)
          mailbox.post(.viewed(nil))
        } catch {
          mailbox.post(.viewed(error))
        }
      }
    case .rename(let item, let name, let isAgain):
      // The sidecar is renamed too, so it has to be saved first. A look at the disk must not come between.
      keeping.add { [looks] in
        looks.add {
          let result = Result { () throws(Sentence) in try services.rename(item, name) }
          mailbox.post(.renamed(item: item, result, isAgain: isAgain))
        }
        // What is saved afterwards is saved under the new name.
        looks.wait()
      }
    case .rescan(let isAsked): looks.add { mailbox.post(.rolled(services.look(nil), isAsked: isAsked)) }
    case .rank: Task.detached(priority: .userInitiated) { mailbox.post(.ranked(await services.rank())) }
    case .merge(let order):
      onOwnThread("merge") {
        mailbox.post(.merged(order, Result { () throws(Sentence) in try services.merge(order) }))
      }
    case .forgetMerge: services.forgetMerge()
    case .exportMerged(let order):
      exports.add {
        mailbox.post(.mergedExported(order, Result { () throws(Sentence) in try services.exportMerged(order) }))
      }
    case .makeStereo(let order): makeStereo(order)
    case .forgetStereo: services.forgetStereo()
    case .exportStereo(let order):
      exports.add {
        mailbox.post(.stereoExported(order, Result { () throws(Sentence) in try services.exportStereo(order) }))
      }
    case .rankFrames(let order):
      framesWanted.set(order.number)
      onOwnThread("frames") { [framesWanted] in
        let result = Result { () throws(Sentence) in
          let isWanted = { @Sendable in framesWanted.number == order.number }
          return try services.rankFrames(order, isWanted) { done, count in
            mailbox.post(.framesRead(order, done: done, of: count))
            return isWanted()
          }
        }
        mailbox.post(.framesRanked(order, result))
      }
    case .stopFrames: framesWanted.set(0)
    case .keepFrame(let order, let source):
      // ffmpeg may hang, which must not hold up what waits for looks at the disk.
      onOwnThread("keeping a frame") { [looks] in
        do throws(Sentence) {
          let save = try services.keepFrame(order, source)
          // As a new file that a look at the disk must not find first.
          looks.add { mailbox.post(.frameKept(order, Result { () throws(Sentence) in try save() })) }
        } catch {
          mailbox.post(.frameKept(order, .failure(error)))
        }
      }
    case .closeUp(let order):
      onOwnThread("close-up") { mailbox.post(.enlarged(order, services.closeUp(order))) }
    case .remember(let item): bookmarks.add { services.remember(item) }
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .leave: return [.leave(())]
    }
    return []
  }

  /// Computes with an item's photo in a task.
  private func compute(with item: Int, _ make: @escaping @Sendable (Photo) -> Action) {
    guard let photo = model.roll[item].photo?.photo else { return }
    // A person waits for the result.
    Task.detached(priority: .userInitiated) { [mailbox] in mailbox.post(make(photo)) }
  }

  private func makeStereo(_ order: StereoOrder) {
    guard model.roll[order.item].photo != nil else {
      return mailbox.post(.stereoMade(order, .failure(Sentence("the photo isn't read"))))
    }
    compute(with: order.item) { [services] photo in
      .stereoMade(order, Result { () throws(Sentence) in try services.makeStereo(order, photo) })
    }
  }

  private func preview(_ order: PreviewOrder) {
    guard model.roll[order.item].photo != nil else {
      return mailbox.post(.developed(order, .failure(Sentence("the photo isn't read"))))
    }
    compute(with: order.item) { [services] photo in
      .developed(order, Result { () throws(Sentence) in try services.preview(photo, order) })
    }
  }

  /// Finds the edges that the loupe shows once the corners have stayed unchanged for a while; a newer order replaces it.
  private mutating func fit(_ order: SnapOrder) {
    fitting?.cancel()
    guard let photo = model.roll[order.item].photo?.photo else { return }
    fitting = Task.detached { [mailbox] in
      guard (try? await Task.sleep(for: Self.rest)) != nil else { return }
      mailbox.post(.fitted(order, order.edges(in: photo)))
    }
  }

  /// Measures a scan once it has stayed unchanged for a while; a newer order replaces it.
  private mutating func measure(_ order: PreviewOrder) {
    measuring?.cancel()
    guard let photo = model.roll[order.item].photo?.photo else { return }
    measuring = Task.detached { [services, mailbox] in
      guard (try? await Task.sleep(for: Self.rest)) != nil else { return }
      mailbox.post(.measured(order, services.measure(photo, order)))
    }
  }
}

/// A number that several threads read, of the request whose result is wanted.
private final class Wanted: Sendable {
  private let value = Atomic(0)

  var number: Int { value.load(ordering: .relaxed) }

  func set(_ number: Int) { value.store(number, ordering: .relaxed) }
}
