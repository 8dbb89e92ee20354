import PeelImaging

/// The state of the live view.
package struct LiveModel: Sendable {
  /// Where frames come from.
  package struct Origin: Equatable, Sendable {
    /// The name to show.
    package let name: String
    /// Whether frames come continuously: from a camera or a video, not a folder.
    package let isSteady: Bool
    /// Whether it can be opened again. Standard input can't; the program that writes to it may also write to this terminal.
    let canRestart: Bool
    package internal(set) var hasEnded = false
    /// Seconds since the last frame.
    package internal(set) var silence = 0.0
    /// The arrival times of the last frames, in seconds.
    fileprivate var times: [Double] = []

    /// Whether frames are missing.
    package var isStalled: Bool { isSteady && !hasEnded && silence >= LiveModel.patience }
  }

  /// The shots that were taken.
  package struct Shots: Equatable, Sendable {
    package internal(set) var count = 0
    /// The scans of all shots, oldest first.
    package internal(set) var files: [ExportedFile] = []
    /// Whether one is being taken or merged.
    var isBusy = false
    /// The name of the photo that it is of; nil if it is none's.
    var photo: String?
    var last: LiveShot?
    /// The time until which the last one is shown, in seconds.
    var shownUntil = -Double.infinity
  }

  package internal(set) var origin: Origin
  package internal(set) var shots = Shots()
  package internal(set) var frame: LiveFrame?
  package internal(set) var readiness: Readiness
  package internal(set) var isAutomatic: Bool
  package internal(set) var isHelping = false
  /// What became of the photos of a folder.
  package internal(set) var list = LiveList()
  /// Whether it is shown.
  package internal(set) var isListing = false
  /// Whether several shots of a print are merged into one scan.
  package let merges: Bool
  /// The shots that are collected to be merged; nil if none are.
  package internal(set) var collection: ShotCollection?
  /// Where the next print lies whose first shot is taken while the last one's shots are merged; nil if none is.
  var nextQuad: Quad?
  package internal(set) var message: Model.Message?
  /// When the message appeared, in seconds.
  private var messageTime = 0.0
  /// What the person was asked to do again; nil if they did something else since.
  var question: LiveAction?
  /// The screen's colours.
  package var colours = ThemeColours.dark
  private var now = 0.0

  /// The time without a frame after which the source counts as stalled, in seconds.
  static let patience = 2.0
  /// The time for which a shot or a note is shown, in seconds.
  static let showing = 4.0
  /// The time over which the frame rate is measured, in seconds.
  private static let rateTime = 1.5

  package init(
    source: String, isSteadySource: Bool = true, canRestart: Bool = true, isAutomatic: Bool = false,
    merges: Bool = false
  ) {
    origin = Origin(name: source, isSteady: isSteadySource, canRestart: canRestart)
    readiness = Readiness(isSteadySource ? Readiness.Parameters() : .ofPhotos)
    (self.isAutomatic, self.merges) = (isAutomatic, merges)
  }

  /// Frames per second; nil if unknown.
  package var rate: Double? {
    guard origin.isSteady, let first = origin.times.first, let last = origin.times.last, last > first else {
      return nil
    }
    return Double(origin.times.count - 1) / (last - first)
  }

  /// The shot shown over the picture; nil if there is none.
  package var shownShot: LiveShot? { now <= shots.shownUntil ? shots.last : nil }

  /// The action that a key is bound to; nil if there is none.
  package func action(for key: Key) -> LiveAction? { keymap.action(for: key) }

  var keymap: Keymap<LiveAction> {
    StandardKeys.live(merges: merges, isCollecting: collection != nil, hasList: !origin.isSteady)
  }

  /// Shows a problem that isn't of the source.
  package mutating func say(_ trouble: String) { (message, messageTime) = (.init(kind: .trouble, text: trouble), now) }

  /// Handles an action and returns the effects to perform.
  package mutating func update(_ action: LiveAction) -> [LiveEffect] {
    let before = message
    defer { if message != before { messageTime = now } }
    return apply(action)
  }

  private mutating func apply(_ action: LiveAction) -> [LiveEffect] {
    if action.isOfPerson, action != question { question = nil }
    switch action {
    case .seen(let frame): return see(frame)
    case .shoot: return shoot()
    case .toggleAutomatic:
      isAutomatic.toggle()
      message = .init(
        kind: .note,
        text: isAutomatic
          ? "automatic: each new print is taken once it keeps still" : "automatic is off; press Space to take a shot")
    case .shot(let result): taken(result)
    case .collected(let result): return collected(result)
    case .open:
      if let collection {
        message = .init(kind: .note, text: "\(collection.shots) to merge: Space merges, Esc drops")
        return []
      }
      if shots.last?.merged != nil {
        message = .init(kind: .note, text: "a merged scan can't be opened in the workbench")
        return []
      }
      if shots.count > 0 { return [.open] }
      message = .init(kind: .note, text: "no shot yet; press Space to take one")
    case .restart:
      guard origin.canRestart, origin.hasEnded || origin.isStalled else { break }
      (origin.hasEnded, origin.silence, origin.times, message) = (false, 0, [], nil)
      return [.restart]
    case .toggleHelp: (isHelping, isListing) = (!isHelping, false)
    case .toggleList: (isHelping, isListing) = (false, !isListing)
    case .dismiss:
      (isHelping, isListing) = (false, false)
      shots.shownUntil = -.infinity
      message = nil
      if collection != nil, !shots.isBusy {
        let wasAutomatic = isAutomatic
        (collection, isAutomatic) = (nil, false)
        message = .init(
          kind: .note, text: "the shots were dropped" + (wasAutomatic ? "; automatic is off" : ""))
        return [.forget]
      }
    case .ended(let sentence):
      origin.hasEnded = true
      message = .init(
        kind: sentence == nil ? .note : .trouble,
        text: (sentence?.text ?? "the stream has ended")
          + (collection.map { "; Space merges \($0.shots), Esc drops them" }
            ?? (shots.count == 0 ? "" : "; the shots are saved")))
    case .resumed: (origin.hasEnded, message) = (false, nil)
    case .told(let sentence): message = .init(kind: .trouble, text: sentence.text)
    case .refused(let name, let reason): refused(name, reason)
    case .forgotten(let name): forgotten(name)
    case .ticked(let time): return tick(time)
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .leave: return leave()
    }
    return []
  }

  private mutating func see(_ frame: LiveFrame) -> [LiveEffect] {
    let isWanted = readiness.see(frame.prints, sharpness: frame.sharpness, at: frame.time)
    self.frame = frame
    arrived(frame)
    origin.times.append(frame.time)
    origin.times.removeAll { frame.time - $0 > Self.rateTime }
    if origin.isStalled { message = nil }
    origin.silence = 0
    if collection != nil { return collect(frame) }
    return isAutomatic && isWanted ? shoot() : []
  }

  private mutating func shoot() -> [LiveEffect] {
    guard !shots.isBusy else { return [] }
    if merges { return beginOrMerge() }
    (shots.isBusy, shots.photo) = (true, frame?.photo)
    readiness.take()
    message = .init(kind: .note, text: frame?.photo.map { "taking \($0)…" } ?? "taking the shot…")
    return [.shoot]
  }

  private mutating func taken(_ result: Result<LiveShot, Sentence>) {
    shots.isBusy = false
    switch result {
    case .success(let shot):
      collection = nextQuad.map { ShotCollection(places: [$0], isBusy: true) }
      nextQuad = nil
      shots.files += shot.files
      shots.count += 1
      (shots.last, shots.shownUntil) = (shot, now + Self.showing)
      if let photo = shots.photo { settle(photo, as: .taken(shot.files.map(\.name))) }
      let names = shot.files.map { "\($0.name) \($0.width)×\($0.height)" }
      let how = shot.merged.map { ", merged from \($0.counted("shot"))" } ?? (merges ? ", of one shot only" : "")
      let left = shot.unclear.flatMap { $0 > MergeProgress.enough ? "; \((100 * $0).tenths) % stay under glare" : nil }
      message = .init(
        kind: .note,
        text: "saved \(names.joined(separator: ", ")) to \(shot.files.first?.folder ?? "")\(how)\(left ?? "")")
    case .failure(let sentence):
      nextQuad = nil
      readiness.fail()
      message = .init(kind: .trouble, text: sentence.text)
      if let photo = shots.photo { refused(photo, sentence) }
    }
    shots.photo = nil
  }

  private mutating func tick(_ time: Double) -> [LiveEffect] {
    now = time
    origin.silence = max(0, time - (frame?.time ?? 0))
    let age = now - messageTime
    if origin.hasEnded { return !origin.canRestart && age < Self.patience ? [.redraw] : [] }
    if message?.kind == .note, !shots.isBusy, age > Self.showing { message = nil }
    return []
  }
}
