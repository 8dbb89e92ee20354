import PeelPlatform
import PeelWorkbench

/// A program that a `Loop` runs: a model and whatever performs its effects.
package protocol TerminalProgram {
  /// An event that the program handles.
  associatedtype Event: Sendable
  /// The result with which the program ends.
  associatedtype Outcome

  /// The longest time between two calls of `tick`, in milliseconds; nil to wait for events only.
  var heartbeat: Int32? { get }

  /// Called once, before anything else.
  mutating func start() -> [LoopRequest<Outcome>]
  /// The event for a key or a mouse event; nil to ignore it.
  func event(for input: Input) -> Event?
  /// Handles an event. Slow work is done elsewhere, and its results are posted to the loop's mailbox.
  mutating func update(_ event: Event) -> [LoopRequest<Outcome>]
  /// Handles a new size of the terminal, in cells, or that it turns out to show more or less.
  mutating func resize(columns: Int, rows: Int, _ capabilities: Capabilities) -> [LoopRequest<Outcome>]
  /// Called once if the terminal refuses the pictures that it said it shows.
  mutating func loseGraphics()
  /// Handles the passing of time. Called before each drawing.
  mutating func tick() -> [LoopRequest<Outcome>]
  /// The screen to show now.
  mutating func screen(columns: Int, rows: Int, capabilities: Capabilities) -> Screen
  /// Called after a screen was drawn and sent, with the time that took.
  mutating func didDraw(in time: Duration)
}

extension TerminalProgram {
  /// nil: waits for events only.
  package var heartbeat: Int32? { nil }
  /// Requests nothing.
  package mutating func start() -> [LoopRequest<Outcome>] { [] }
  /// Requests nothing.
  package mutating func tick() -> [LoopRequest<Outcome>] { [] }
  /// Does nothing.
  package mutating func didDraw(in time: Duration) {}
}

/// A request of a program to its loop.
package enum LoopRequest<Outcome> {
  /// Send the whole screen again.
  case redraw
  /// Restore the terminal and stop the process, as Ctrl-Z does elsewhere.
  case suspend
  /// End the program.
  case leave(Outcome)
}

/// Why a loop stopped running.
package enum LoopEnding<Outcome> {
  /// The program ended.
  case left(Outcome)
  /// A signal asked the process to end.
  case signal(Int32)
}

/// Runs a program on the terminal: waits for keys, signals and posted events, and draws the screen after each.
package struct Loop<Program: TerminalProgram>: ~Copyable {
  /// The program, which keeps its state between runs.
  package private(set) var program: Program
  private var terminal: Terminal
  private let mailbox: Mailbox<Program.Event>

  /// Takes the terminal over until this value is destroyed.
  ///
  /// - Parameters:
  ///   - mailbox: where other threads post events to.
  ///   - hasMouse: whether to ask the terminal for mouse events.
  ///   - graphics: how to draw pictures.
  package init(
    _ program: Program, mailbox: Mailbox<Program.Event>, hasMouse: Bool, graphics: GraphicsWish
  ) throws(TerminalError) {
    terminal = try Terminal.open(hasMouse: hasMouse, graphics: graphics)
    self.program = program
    self.mailbox = mailbox
    mailbox.attach(terminal.bell)
  }

  deinit { mailbox.attach(nil) }

  /// Runs until the program leaves or a signal asks the process to end. Then the terminal is restored.
  package mutating func run() -> LoopEnding<Program.Outcome> {
    var isEnding = false
    defer { terminal.close(isEnding: isEnding) }
    if let ending = serve(program.start()) ?? resize() { return ending }
    draw()
    while true {
      let known = terminal.capabilities
      let wake = terminal.wait(milliseconds: program.heartbeat)
      for signal in wake.signals {
        switch signal {
        case SIGWINCH: if let ending = resize() { return ending }
        case SIGTSTP: if let ending = suspend() { return ending }
        case SIGCONT: terminal.resume()
        case _:
          isEnding = true
          return .signal(signal)
        }
      }
      while wake.hasInput, let input = terminal.input() {
        guard let event = program.event(for: input) else { continue }
        if let ending = serve(program.update(event)) { return ending }
      }
      if terminal.capabilities != known, let ending = resize() { return ending }
      if terminal.hasLostGraphics() { program.loseGraphics() }
      for event in mailbox.empty() {
        if let ending = serve(program.update(event)) { return ending }
      }
      if let ending = serve(program.tick()) { return ending }
      draw()
    }
  }

  private mutating func serve(_ requests: [LoopRequest<Program.Outcome>]) -> LoopEnding<Program.Outcome>? {
    for request in requests {
      switch request {
      case .redraw: terminal.forget()
      case .suspend: if let ending = suspend() { return ending }
      case .leave(let outcome): return .left(outcome)
      }
    }
    return nil
  }

  private mutating func draw() {
    let begin = ContinuousClock.now
    let (columns, rows) = terminal.size
    terminal.show(program.screen(columns: columns, rows: rows, capabilities: terminal.capabilities))
    program.didDraw(in: ContinuousClock.now - begin)
  }

  private mutating func resize() -> LoopEnding<Program.Outcome>? {
    terminal.measure()
    let (columns, rows) = terminal.size
    terminal.forget()
    return serve(program.resize(columns: columns, rows: rows, terminal.capabilities))
  }

  private mutating func suspend() -> LoopEnding<Program.Outcome>? {
    terminal.suspend()
    return resize()
  }
}
