import PeelTerminal
import PeelWorkbench

/// The live view on the terminal.
package struct LiveRunner {
  package enum Outcome {
    case left
    /// The person wants to open a shot in the workbench.
    case opened(TakenShot)
  }

  private let session: LiveSession
  private var program: LiveProgram

  package init(_ model: LiveModel, _ session: LiveSession) {
    self.session = session
    program = LiveProgram(model, session)
  }

  /// Shows the view until the person leaves it or a signal asks the program to end. The terminal is given back then.
  package mutating func run(graphics: GraphicsWish) throws(TerminalError) -> LoopEnding<Outcome> {
    var loop = try Loop(program, mailbox: session.mailbox, hasMouse: false, graphics: graphics)
    let ending = loop.run()
    program = loop.program
    return ending
  }

  /// The scans that were written.
  package var files: [ExportedFile] { program.model.shots.files }

  /// The lines that `--stats` prints.
  package var times: String { program.times.lines(dropped: session.dropped, time: session.now) }
}

/// The live view's model, and the work that its effects ask for.
struct LiveProgram: TerminalProgram {
  typealias Outcome = LiveRunner.Outcome

  private(set) var model: LiveModel
  private(set) var times = LiveTimes()
  private let session: LiveSession
  /// The frame that a shot would be made from now.
  private var sharpest: Take?
  private var lastShot: TakenShot?
  /// The frame that the next drawing shows for the first time.
  private var newFrame: FollowedFrame?

  init(_ model: LiveModel, _ session: LiveSession) {
    self.model = model
    self.session = session
  }

  /// The time between two checks whether frames still come, in milliseconds.
  var heartbeat: Int32? { 250 }

  func event(for input: Input) -> LiveEvent? {
    guard case .key(let key) = input else { return nil }
    return model.action(for: key).map { .action($0) }
  }

  mutating func update(_ event: LiveEvent) -> [LoopRequest<Outcome>] {
    switch event {
    case .action(let action): return perform(model.update(action))
    case .shot(let result):
      if case .success(let shot) = result { lastShot = shot.taken }
      return perform(model.update(.shot(result.map(\.shot))))
    case .collected(let shot): return perform(model.update(.collected(shot)))
    case .frame(let frame):
      (newFrame, sharpest) = (frame, frame.sharpest)
      defer { session.feed.takeTurn() }
      return perform(model.update(.seen(frame.frame)))
    }
  }

  mutating func resize(columns: Int, rows: Int, _ capabilities: Capabilities) -> [LoopRequest<Outcome>] {
    session.resize(columns: columns, rows: rows, capabilities)
    return []
  }

  mutating func loseGraphics() { model.say(Graphics.loss) }

  mutating func tick() -> [LoopRequest<Outcome>] { perform(model.update(.ticked(session.now))) }

  mutating func screen(columns: Int, rows: Int, capabilities: Capabilities) -> Screen {
    model.screen(columns: columns, rows: rows, capabilities: capabilities)
  }

  mutating func didDraw(in time: Duration) {
    guard let frame = newFrame else { return }
    newFrame = nil
    times.add(
      delay: 1000 * (ContinuousClock.now - frame.arrival).seconds, following: 1000 * frame.following,
      drawing: 1000 * time.seconds)
  }

  private func perform(_ effects: [LiveEffect]) -> [LoopRequest<Outcome>] {
    effects.flatMap { effect -> [LoopRequest<Outcome>] in
      switch effect {
      case .shoot: session.shooter.shoot(sharpest)
      case .collect: session.shooter.collect(sharpest)
      case .merge: session.shooter.merge()
      case .forget: session.shooter.forget()
      case .restart: session.feed.restart()
      case .open: return lastShot.map { [.leave(.opened($0))] } ?? []
      case .redraw: return [.redraw]
      case .suspend: return [.suspend]
      case .leave: return [.leave(.left)]
      }
      return []
    }
  }
}
