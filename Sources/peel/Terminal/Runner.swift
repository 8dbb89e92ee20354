import Dispatch
import Glibc
import Imaging
import Synchronization
import Workbench

/// What the workbench asks of the rest of the program. All of it is called on other threads than the terminal's.
struct Services: Sendable {
  /// Reads a photo of the roll, by its number.
  var load: @Sendable (_ photo: Int) throws(Sentence) -> LoadedPhoto
  var detect: @Sendable (Photo) -> Detection
  var develop: @Sendable (Photo, PreviewOrder) throws(Sentence) -> Preview
  var export: @Sendable (ExportOrder) throws(Sentence) -> [ExportedFile]
  /// Sorts the photos of the roll into bursts.
  var rank: @Sendable () async -> [RankedBurst]
}

/// Runs a model on the terminal: keys and results in, effects and screens out. Only waiting is done here.
struct Runner: ~Copyable {
  private var model: Model
  private var terminal: Terminal
  private let services: Services
  private let mailbox: Mailbox
  /// Exports one after the other, in the order in which they were asked for.
  private let exports = DispatchQueue(label: "exports")
  private let work = DispatchQueue(label: "work", attributes: .concurrent)

  /// Milliseconds without a key after which nudges are one step of undo.
  private static let rest: Int32 = 300

  init(_ model: Model, services: Services) throws(TerminalError) {
    self.model = model
    self.services = services
    terminal = try Terminal()
    mailbox = Mailbox(bell: terminal.bell)
  }

  /// Until the person leaves, or a signal ends the program; that signal is the answer.
  mutating func run() -> Int32? {
    perform(model.start())
    resize()
    draw()
    var isResting = true
    while true {
      let events = terminal.wait(milliseconds: isResting ? -1 : Self.rest)
      for signal in events.signals {
        switch signal {
        case SIGWINCH: resize()
        case SIGTSTP: suspend()
        case SIGCONT: terminal.resume()
        default: return signal
        }
      }
      while events.hasKeys, let key = terminal.key() {
        guard let action = model.keymap.action(for: key) else { continue }
        let effects = model.update(action)
        if effects.contains(.leave) { return nil }
        perform(effects)
      }
      for action in mailbox.empty() { perform(model.update(action)) }
      if events.isQuiet {
        isResting = true
        perform(model.update(.rested))
      } else {
        if events.hasKeys { isResting = false }
        draw()
      }
    }
  }

  private mutating func draw() {
    let (columns, rows) = terminal.size
    terminal.show(model.screen(columns: columns, rows: rows, capabilities: terminal.capabilities))
  }

  private mutating func resize() {
    let (columns, rows) = terminal.size
    perform(model.update(.resized(columns: columns, rows: rows)))
    terminal.forget()
  }

  private mutating func suspend() {
    terminal.suspend()
    resize()
  }

  /// Starts what the model wants; none of it is waited for.
  private mutating func perform(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .load(let photo): load(photo)
      case .detect(let photo): detect(photo)
      case .preview(let order): develop(order)
      case .export(let order): export(order)
      case .rank: rank()
      case .redraw: terminal.forget()
      case .suspend: suspend()
      case .leave: break
      }
    }
  }

  private func load(_ photo: Int) {
    let (services, mailbox) = (services, mailbox)
    work.async {
      do throws(Sentence) {
        mailbox.post(.loaded(photo: photo, try services.load(photo)))
      } catch {
        mailbox.post(.failed(photo: photo, error))
      }
    }
  }

  private func detect(_ photo: Int) {
    guard let loaded = model.roll[photo].photo else { return }
    let (services, mailbox) = (services, mailbox)
    work.async {
      mailbox.post(.detected(photo: photo, Detected(services.detect(loaded.photo), in: loaded.photo)))
    }
  }

  private func develop(_ order: PreviewOrder) {
    guard let loaded = model.roll[order.photo].photo else { return }
    let (services, mailbox) = (services, mailbox)
    work.async {
      mailbox.post(
        .developed(order, Result { () throws(Sentence) in try services.develop(loaded.photo, order) }))
    }
  }

  private func export(_ order: ExportOrder) {
    let (services, mailbox) = (services, mailbox)
    exports.async {
      mailbox.post(.exported(order, Result { () throws(Sentence) in try services.export(order) }))
    }
  }
}

extension Runner {
  private func rank() {
    let (services, mailbox) = (services, mailbox)
    Task { mailbox.post(.ranked(await services.rank())) }
  }
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
