import PeelImaging

/// One frame, ready to be drawn.
public struct LiveFrame: Equatable, Sendable {
  /// The frame made small.
  public var rendition: Rendition
  /// Of the frame itself, in pixels.
  public var width: Int
  public var height: Int
  public var prints: [TrackedPrint]
  /// Of what is in the prints, as `Plane.sharpness(in:)` has it.
  public var sharpness: Double
  /// When it came, in seconds.
  public var time: Double
  /// Frames that came and were never drawn, until now.
  public var dropped: Int

  public init(
    rendition: Rendition, width: Int, height: Int, prints: [TrackedPrint], sharpness: Double, time: Double, dropped: Int
  ) {
    self.rendition = rendition
    self.width = width
    self.height = height
    self.prints = prints
    self.sharpness = sharpness
    self.time = time
    self.dropped = dropped
  }
}

/// A shot whose scans have been written.
public struct LiveShot: Equatable, Sendable {
  public var files: [ExportedFile]
  /// The first scan, small.
  public var rendition: Rendition

  public init(files: [ExportedFile], rendition: Rendition) {
    self.files = files
    self.rendition = rendition
  }
}

/// All that can happen while the camera is watched.
public enum LiveAction: Equatable, Sendable {
  case shoot
  case toggleAutomatic
  case open
  case restart
  case toggleHelp
  case dismiss
  case redraw, suspend, leave

  case seen(LiveFrame)
  case shot(Result<LiveShot, Sentence>)
  /// The source gives no more; with a sentence where it should have.
  case ended(Sentence?)
  /// What a person should know of.
  case told(Sentence)
  /// Time goes by, in seconds.
  case ticked(Double)
}

/// What is to be done about it.
public enum LiveEffect: Equatable, Sendable {
  /// Take the sharpest of the last steady frames: `.shot`.
  case shoot
  /// Open the last shot in the workbench.
  case open
  /// Begin the source anew.
  case restart
  case redraw, suspend, leave
}

/// The whole state of the live view.
public struct LiveModel: Sendable {
  public internal(set) var frame: LiveFrame?
  public internal(set) var readiness = Readiness()
  public internal(set) var isAutomatic: Bool
  public internal(set) var isHelping = false
  /// Shots taken.
  public internal(set) var count = 0
  /// What they were saved as, the oldest first.
  public internal(set) var files: [ExportedFile] = []
  public internal(set) var message: Model.Message?
  public internal(set) var hasEnded = false
  /// Seconds since the last frame.
  public internal(set) var silence = 0.0
  /// As a person knows it.
  public let source: String
  /// Whether frames are to be expected all the time, or now and then only, as of a folder.
  public let isSteadySource: Bool
  /// Not of what another program sends, which may write to this terminal, too.
  let canBeginAnew: Bool

  /// When the last frames came, in seconds.
  private var times: [Double] = []
  private var isShooting = false
  private var lastShot: LiveShot?
  /// Until when the last shot is shown.
  private var showsShotUntil = -Double.infinity
  private var now = 0.0
  /// Since when the message is there.
  private var messageTime = 0.0

  /// Seconds without a frame after which the source is said to stall.
  static let patience = 2.0
  /// Seconds for which a shot and a note are shown.
  static let showing = 4.0
  /// Seconds over which the rate is measured.
  private static let rateTime = 1.5

  public init(
    source: String, isSteadySource: Bool = true, canBeginAnew: Bool = true, isAutomatic: Bool = false
  ) {
    self.source = source
    self.isSteadySource = isSteadySource
    self.canBeginAnew = canBeginAnew
    readiness = Readiness(isSteadySource ? Readiness.Parameters() : .ofPhotos)
    self.isAutomatic = isAutomatic
  }

  /// Frames a second.
  public var rate: Double? {
    guard isSteadySource, let first = times.first, let last = times.last, last > first else { return nil }
    return Double(times.count - 1) / (last - first)
  }

  public var isStalled: Bool { isSteadySource && !hasEnded && silence >= Self.patience }

  /// The shot that lies over the picture, if any.
  public var shownShot: LiveShot? { now <= showsShotUntil ? lastShot : nil }

  public mutating func update(_ action: LiveAction) -> [LiveEffect] {
    let before = message
    defer { if message != before { messageTime = now } }
    return apply(action)
  }

  private mutating func apply(_ action: LiveAction) -> [LiveEffect] {
    switch action {
    case .seen(let frame): return see(frame)
    case .shoot: return shoot()
    case .toggleAutomatic:
      isAutomatic.toggle()
      message = .init(
        kind: .note,
        text: isAutomatic ? "each new print is taken as soon as it lies still" : "shots are taken with Space only")
    case .shot(let result): take(result)
    case .open:
      if count > 0 { return [.open] }
      message = .init(kind: .note, text: "no shot yet: Space takes one")
    case .restart:
      guard canBeginAnew, hasEnded || isStalled else { break }
      (hasEnded, silence, message) = (false, 0, nil)
      times = []
      return [.restart]
    case .toggleHelp: isHelping.toggle()
    case .dismiss:
      isHelping = false
      showsShotUntil = -.infinity
      message = nil
    case .ended(let sentence):
      hasEnded = true
      message = .init(
        kind: sentence == nil ? .note : .trouble,
        text: (sentence?.text ?? "the stream has ended") + (count == 0 ? "" : "; the shots are kept"))
    case .told(let sentence): message = .init(kind: .trouble, text: sentence.text)
    case .ticked(let time): return tick(time)
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .leave: return [.leave]
    }
    return []
  }

  private mutating func see(_ frame: LiveFrame) -> [LiveEffect] {
    let isWanted = readiness.see(frame.prints, sharpness: frame.sharpness, at: frame.time)
    self.frame = frame
    times.append(frame.time)
    times.removeAll { frame.time - $0 > Self.rateTime }
    if isStalled { message = nil }
    silence = 0
    return isAutomatic && isWanted ? shoot() : []
  }

  private mutating func shoot() -> [LiveEffect] {
    guard !isShooting else { return [] }
    isShooting = true
    readiness.take()
    message = .init(kind: .note, text: "taking the shot…")
    return [.shoot]
  }

  private mutating func take(_ result: Result<LiveShot, Sentence>) {
    isShooting = false
    switch result {
    case .success(let shot):
      files += shot.files
      lastShot = shot
      count += 1
      showsShotUntil = now + Self.showing
      let names = shot.files.map { "\($0.name) \($0.width)×\($0.height)" }
      message = .init(kind: .note, text: "saved \(names.joined(separator: ", ")) to \(shot.files.first?.folder ?? "")")
    case .failure(let sentence):
      readiness.fail()
      message = .init(kind: .trouble, text: sentence.text)
    }
  }

  private mutating func tick(_ time: Double) -> [LiveEffect] {
    now = time
    silence = max(0, time - (frame?.time ?? 0))
    let age = now - messageTime
    if hasEnded { return !canBeginAnew && age < Self.patience ? [.redraw] : [] }
    if message?.kind == .note, !isShooting, age > Self.showing { message = nil }
    return []
  }
}
