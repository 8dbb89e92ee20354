import PeelCommandLine
import PeelFiles
import PeelScanning
import PeelPlatform
import PeelWorkbench

/// Runs the live view on the terminal: keys and frames in, screens out. Only waiting is done here.
struct LiveRunner: ~Copyable {
  enum Outcome {
    case left
    /// Open the last shot in the workbench.
    case opened
    case signal(Int32)
  }

  private var terminal: Terminal
  private let session: LiveSession

  /// Milliseconds after which it looks whether frames still come.
  private static let pulse: Int32 = 250

  init(_ session: LiveSession) throws(TerminalError) {
    terminal = try Terminal()
    self.session = session
    session.attach(terminal.bell)
  }

  deinit { session.attach(nil) }

  mutating func run(_ model: inout LiveModel, _ times: inout LiveTimes) -> Outcome {
    resize()
    draw(model)
    while true {
      let events = terminal.wait(milliseconds: Self.pulse)
      for signal in events.signals {
        switch signal {
        case SIGWINCH: resize()
        case SIGTSTP: suspend()
        case SIGCONT: terminal.resume()
        default: return .signal(signal)
        }
      }
      var effects: [LiveEffect] = []
      while events.hasKeys, let key = terminal.key() {
        if let action = model.action(for: key) { effects += model.update(action) }
      }
      for action in session.happened() { effects += model.update(action) }
      let new = session.frames.taken()
      if let new { effects += model.update(.seen(new.frame)) }
      effects += model.update(.ticked(session.now))
      if effects.contains(.shoot) { session.shoot() }
      if new != nil { session.settle() }
      for effect in effects {
        switch effect {
        case .shoot: break
        case .open: return .opened
        case .restart: session.restart()
        case .redraw: terminal.forget()
        case .suspend: suspend()
        case .leave: return .left
        }
      }
      let begin = ContinuousClock.now
      draw(model)
      guard let new else { continue }
      let end = ContinuousClock.now
      times.add(
        delay: 1000 * (end - new.came).seconds, following: 1000 * new.following, drawing: 1000 * (end - begin).seconds)
    }
  }

  private mutating func draw(_ model: LiveModel) {
    let (columns, rows) = terminal.size
    terminal.show(model.screen(columns: columns, rows: rows, capabilities: terminal.capabilities))
  }

  private mutating func resize() {
    let (columns, rows) = terminal.size
    session.draw(onScreenOf: columns, rows)
    terminal.forget()
  }

  private mutating func suspend() {
    terminal.suspend()
    resize()
  }
}
