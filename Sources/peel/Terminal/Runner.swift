import PeelCommandLine
import PeelFiles
import PeelScanning
import Dispatch
import PeelPlatform
import PeelImaging
import Synchronization
import PeelWorkbench

/// What the workbench asks of the rest of the program. All of it is called on other threads than the terminal's.
struct Services: Sendable {
  /// Reads a photo of the roll, by its number, and what a person accepted of it before.
  var load: @Sendable (_ photo: Int) throws(Sentence) -> (LoadedPhoto, Kept?)
  var detect: @Sendable (Photo) -> Detected
  /// Reads a photo and looks for its prints.
  var scout: @Sendable (_ photo: Int) throws(Sentence) -> Detected
  var preview: @Sendable (Photo, PreviewOrder) throws(Sentence) -> Preview
  var measure: @Sendable (Photo, PreviewOrder) -> Measure?
  var export: @Sendable (ExportOrder) throws(Sentence) -> [ExportedFile]
  /// Returns when the disk has it, with what there is to say of where.
  var keep: @Sendable (_ photo: Int, Kept?) throws(Sentence) -> Sentence?
  var recall: @Sendable () -> [Int: Kept]
  /// Sorts the photos of the roll into bursts.
  var rank: @Sendable () async -> [RankedBurst]
  var remember: @Sendable (_ photo: Int) -> Void
}

/// Runs a model on the terminal: keys and results in, effects and screens out. Only waiting is done here.
struct Runner: ~Copyable {
  private var model: Model
  private var terminal: Terminal
  private let services: Services
  private let mailbox: Mailbox
  /// Exports one after the other, in the order in which they were asked for.
  private let exports = DispatchQueue(label: "exports", qos: .utility)
  /// So does what a person accepted; the program does not end before it is written.
  private let keeping = DispatchQueue(label: "keeping")
  private let work = DispatchQueue(label: "work", attributes: .concurrent)
  private let latest = Latest()
  private var pictures = DrawnPictures()
  /// A scan is measured when it has been as it is for so long.
  private static let rest = DispatchTimeInterval.milliseconds(300)

  init(_ model: Model, services: Services, hasMouse: Bool) throws(TerminalError) {
    self.model = model
    self.services = services
    terminal = try Terminal(hasMouse: hasMouse)
    mailbox = Mailbox(bell: terminal.bell)
  }

  /// Until the person leaves, or a signal ends the program; that signal is the answer.
  mutating func run() -> Int32? {
    defer { keeping.sync {} }
    perform(model.start())
    resize()
    draw()
    while true {
      let events = terminal.wait()
      for signal in events.signals {
        switch signal {
        case SIGWINCH: resize()
        case SIGTSTP: suspend()
        case SIGCONT: terminal.resume()
        default: return signal
        }
      }
      while events.hasKeys, let input = terminal.input() {
        let action: Action? =
          switch input {
          case .key(let key): model.action(for: key)
          case .mouse(let mouse): .mouse(mouse)
          }
        guard let action else { continue }
        let effects = model.update(action, at: Self.now)
        perform(effects)
        if effects.contains(.leave) { return nil }
      }
      for action in mailbox.empty() { perform(model.update(action, at: Self.now)) }
      draw()
    }
  }

  /// Seconds from some beginning.
  private static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private mutating func draw() {
    let (columns, rows) = terminal.size
    terminal.show(
      model.screen(
        columns: columns, rows: rows, capabilities: terminal.capabilities, remembering: &pictures))
  }

  private mutating func resize() {
    let (columns, rows) = terminal.size
    perform(model.update(.resized(columns: columns, rows: rows), at: Self.now))
    terminal.forget()
  }

  private mutating func suspend() {
    terminal.suspend()
    resize()
  }

  /// Starts what the model wants; none of it is waited for.
  private mutating func perform(_ effects: [Effect]) {
    for effect in effects {
      let services = services
      switch effect {
      case .load(let photo):
        begin {
          do throws(Sentence) {
            let (loaded, kept) = try services.load(photo)
            return .loaded(photo: photo, loaded, kept: kept)
          } catch {
            return .failed(photo: photo, error)
          }
        }
      case .scout(let photo):
        begin {
          do throws(Sentence) { return .detected(photo: photo, try services.scout(photo)) } catch {
            return .failed(photo: photo, error)
          }
        }
      case .detect(let photo):
        guard let loaded = model.roll[photo].photo else { break }
        begin { .detected(photo: photo, services.detect(loaded.photo)) }
      case .preview(let order):
        guard let loaded = model.roll[order.photo].photo else { break }
        begin {
          .developed(order, Result { () throws(Sentence) in try services.preview(loaded.photo, order) })
        }
      case .measure(let order):
        guard let loaded = model.roll[order.photo].photo else { break }
        let (latest, mailbox) = (latest, mailbox)
        latest.measure.withLock { $0 = order }
        work.asyncAfter(deadline: .now() + Self.rest) {
          guard latest.measure.withLock({ $0 == order }) else { return }
          mailbox.post(.measured(order, services.measure(loaded.photo, order)))
        }
      case .export(let order):
        begin(on: exports) { .exported(order, Result { () throws(Sentence) in try services.export(order) }) }
      case .keep(let photo, let kept):
        begin(on: keeping) {
          .kept(photo: photo, Result { () throws(Sentence) in try services.keep(photo, kept) })
        }
      case .recall: begin { .recalled(services.recall()) }
      case .rank:
        let mailbox = mailbox
        Task { mailbox.post(.ranked(await services.rank())) }
      case .remember(let photo):
        let latest = latest
        latest.place.withLock { $0 = photo }
        keeping.async {
          if let photo = latest.place.withLock({ $0.take() }) { services.remember(photo) }
        }
      case .redraw: terminal.forget()
      case .suspend: suspend()
      case .leave: break
      }
    }
  }

  private func begin(on queue: DispatchQueue? = nil, _ make: @escaping @Sendable () -> Action) {
    let mailbox = mailbox
    (queue ?? work).async { mailbox.post(make()) }
  }
}

/// What is wanted last: what was wanted before and not begun is passed over.
private final class Latest: Sendable {
  /// The photo that a person is at, to be written down.
  let place = Mutex<Int?>(nil)
  let measure = Mutex<PreviewOrder?>(nil)
}

/// What other threads have to say to the model.
private final class Mailbox: Sendable {
  private let actions = Mutex<[Action]>([])
  private let bell: Bell

  init(bell: Bell) { self.bell = bell }

  func post(_ action: Action) {
    actions.withLock { $0.append(action) }
    bell.ring()
  }

  func empty() -> [Action] {
    actions.withLock { actions in
      defer { actions = [] }
      return actions
    }
  }
}
