import PeelImaging

/// A frame of the source, with the prints followed in it.
package struct LiveFrame: Equatable, Sendable {
  /// The frame, reduced for drawing.
  package var rendition: Rendition
  /// The frame's size, in pixels.
  package var width: Int
  package var height: Int
  package var prints: [TrackedPrint]
  /// The outlines of the prints in the frame that a shot would be made from now; empty until they keep still.
  package var still: [Quad]
  /// The mean sharpness within the prints, as `Plane.sharpness(in:)` measures it.
  package var sharpness: Double
  /// When the frame arrived, in seconds.
  package var time: Double
  /// The number of frames skipped so far.
  package var dropped: Int

  package init(
    rendition: Rendition, width: Int, height: Int, prints: [TrackedPrint], still: [Quad] = [], sharpness: Double,
    time: Double, dropped: Int
  ) {
    self.rendition = rendition
    self.width = width
    self.height = height
    self.prints = prints
    self.still = still
    self.sharpness = sharpness
    self.time = time
    self.dropped = dropped
  }
}

/// A shot whose scans are on disk.
package struct LiveShot: Equatable, Sendable {
  package var files: [ExportedFile]
  /// The first scan, reduced for drawing.
  package var rendition: Rendition
  /// The number of shots that it was merged from; nil if it was made from one.
  package var merged: Int?
  /// The share of the print that is under glare in all of these, 0…1; nil if it was made from one.
  package var unclear: Double?

  package init(files: [ExportedFile], rendition: Rendition, merged: Int? = nil, unclear: Double? = nil) {
    self.unclear = unclear
    self.files = files
    self.rendition = rendition
    self.merged = merged
  }
}

/// Everything that can happen to the live view.
package enum LiveAction: Equatable, Sendable {
  case shoot
  case toggleAutomatic
  case open
  case restart
  case toggleHelp
  case dismiss
  case redraw, suspend, leave

  case seen(LiveFrame)
  case shot(Result<LiveShot, Sentence>)
  /// A shot to be merged was taken.
  case collected(CollectedShot)
  /// The source has ended. The sentence says why if it failed.
  case ended(Sentence?)
  /// A message for the person.
  case told(Sentence)
  /// The time now, in seconds.
  case ticked(Double)
}

extension LiveAction {
  /// Whether a person asked for it.
  fileprivate var isOfPerson: Bool {
    switch self {
    case .shoot, .toggleAutomatic, .open, .restart, .toggleHelp, .dismiss, .redraw, .suspend, .leave: true
    case .seen, .shot, .collected, .ended, .told, .ticked: false
    }
  }
}

/// Work that the live view leaves to its caller.
package enum LiveEffect: Equatable, Sendable {
  /// Take the sharpest of the last steady frames: `.shot`.
  case shoot
  /// Take the sharpest of the last steady frames as a shot to be merged with others: `.collected`.
  case collect
  /// Merge the shots that were taken for that, and write the scan: `.shot`.
  case merge
  /// Forget the shots that were taken to be merged.
  case forget
  /// Open the last shot in the workbench.
  case open
  /// Read the source again, from its start if it has one.
  case restart
  case redraw, suspend, leave
}

/// The state of the live view.
package struct LiveModel: Sendable {
  package internal(set) var frame: LiveFrame?
  package internal(set) var readiness = Readiness()
  package internal(set) var isAutomatic: Bool
  package internal(set) var isHelping = false
  /// Whether several shots of a print are merged into one scan.
  package let merges: Bool
  /// The shots that are collected to be merged; nil if none are.
  package internal(set) var collection: ShotCollection?
  /// The number of shots taken.
  package internal(set) var count = 0
  /// The scans of all shots, oldest first.
  package internal(set) var files: [ExportedFile] = []
  package internal(set) var message: Model.Message?
  package internal(set) var hasEnded = false
  /// Seconds since the last frame.
  package internal(set) var silence = 0.0
  /// The source's name to show.
  package let source: String
  /// Whether the source sends frames continuously: a camera or a video, not a folder.
  package let isSteadySource: Bool
  /// Whether the source can be opened again. Standard input can't; the program that writes to it may also write to this
  /// terminal.
  let canRestart: Bool

  /// The arrival times of the last frames, in seconds.
  private var times: [Double] = []
  private var isShooting = false
  /// What the person was asked to do again; nil if they did something else since.
  private var question: LiveAction?
  /// Where the next print lies whose first shot is taken while the last one's shots are merged; nil if none is.
  private var nextPlace: Quad?
  private var lastShot: LiveShot?
  /// The screen's colours.
  package var colours = ThemeColours.dark
  /// The time until which the last shot is shown, in seconds.
  private var showsShotUntil = -Double.infinity
  private var now = 0.0
  /// When the message appeared, in seconds.
  private var messageTime = 0.0

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
    self.merges = merges
    self.source = source
    self.isSteadySource = isSteadySource
    self.canRestart = canRestart
    readiness = Readiness(isSteadySource ? Readiness.Parameters() : .ofPhotos)
    self.isAutomatic = isAutomatic
  }

  /// Frames per second; nil if unknown.
  package var rate: Double? {
    guard isSteadySource, let first = times.first, let last = times.last, last > first else { return nil }
    return Double(times.count - 1) / (last - first)
  }

  package var isStalled: Bool { isSteadySource && !hasEnded && silence >= Self.patience }

  /// The shot shown over the picture; nil if there is none.
  package var shownShot: LiveShot? { now <= showsShotUntil ? lastShot : nil }

  /// The action that a key is bound to; nil if there is none.
  package func action(for key: Key) -> LiveAction? { keymap.action(for: key) }

  var keymap: Keymap<LiveAction> { StandardKeys.live(merges: merges, isCollecting: collection != nil) }

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
    case .shot(let result): take(result)
    case .collected(let result): return take(result)
    case .open:
      if let collection {
        message = .init(kind: .note, text: "\(collection.shots) to merge: Space merges, Esc drops")
        return []
      }
      if lastShot?.merged != nil {
        message = .init(kind: .note, text: "a merged scan can't be opened in the workbench")
        return []
      }
      if count > 0 { return [.open] }
      message = .init(kind: .note, text: "no shot yet; press Space to take one")
    case .restart:
      guard canRestart, hasEnded || isStalled else { break }
      (hasEnded, silence, message) = (false, 0, nil)
      times = []
      return [.restart]
    case .toggleHelp: isHelping.toggle()
    case .dismiss:
      isHelping = false
      showsShotUntil = -.infinity
      message = nil
      if collection != nil, !isShooting {
        let wasAutomatic = isAutomatic
        (collection, isAutomatic) = (nil, false)
        message = .init(
          kind: .note, text: "the shots were dropped" + (wasAutomatic ? "; automatic is off" : ""))
        return [.forget]
      }
    case .ended(let sentence):
      hasEnded = true
      message = .init(
        kind: sentence == nil ? .note : .trouble,
        text: (sentence?.text ?? "the stream has ended")
          + (collection.map { "; Space merges \($0.shots), Esc drops them" }
            ?? (count == 0 ? "" : "; the shots are saved")))
    case .told(let sentence): message = .init(kind: .trouble, text: sentence.text)
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
    times.append(frame.time)
    times.removeAll { frame.time - $0 > Self.rateTime }
    if isStalled { message = nil }
    silence = 0
    if collection != nil { return collect(frame) }
    return isAutomatic && isWanted ? shoot() : []
  }

  private mutating func shoot() -> [LiveEffect] {
    guard !isShooting else { return [] }
    if merges { return beginOrMerge() }
    isShooting = true
    readiness.take()
    message = .init(kind: .note, text: "taking the shot…")
    return [.shoot]
  }

  private mutating func take(_ result: Result<LiveShot, Sentence>) {
    isShooting = false
    switch result {
    case .success(let shot):
      collection = nextPlace.map { ShotCollection(places: [$0], isBusy: true) }
      nextPlace = nil
      files += shot.files
      lastShot = shot
      count += 1
      showsShotUntil = now + Self.showing
      let names = shot.files.map { "\($0.name) \($0.width)×\($0.height)" }
      let how = shot.merged.map { ", merged from \($0.counted("shot"))" } ?? (merges ? ", of one shot only" : "")
      let left = shot.unclear.flatMap { $0 > MergeProgress.enough ? "; \((100 * $0).tenths) % stay under glare" : nil }
      message = .init(
        kind: .note,
        text: "saved \(names.joined(separator: ", ")) to \(shot.files.first?.folder ?? "")\(how)\(left ?? "")")
    case .failure(let sentence):
      nextPlace = nil
      readiness.fail()
      message = .init(kind: .trouble, text: sentence.text)
    }
  }

  // MARK: merging

  /// Begins to collect shots or, if some are collected, has them merged.
  private mutating func beginOrMerge() -> [LiveEffect] {
    guard let collection else {
      guard let frame, frame.still.count == 1 else {
        let why = (frame?.still.count ?? 0) > 1 ? "merging needs one print in sight" : "keep the print still first"
        message = .init(kind: .note, text: why)
        return []
      }
      (self.collection, message) = (ShotCollection(), nil)
      return collect(frame)
    }
    guard !collection.isBusy, !isShooting, let progress = collection.progress else { return [] }
    guard progress.shots > 1 || question == .shoot else {
      question = .shoot
      message = .init(
        kind: .trouble, text: "only one shot so far, so its glare stays; Space again writes it, Esc drops it")
      return []
    }
    question = nil
    return merge(isInSight: !collection.isOtherInSight)
  }

  /// Takes a shot if the print lies elsewhere in the frame than in the shots so far.
  private mutating func collect(_ frame: LiveFrame) -> [LiveEffect] {
    guard let known = collection, !known.isBusy, !isShooting, frame.prints.count == 1, frame.still.count == 1,
      known.isNew(frame.still[0])
    else { return [] }
    collection?.places.append(frame.still[0])
    collection?.isBusy = true
    return [.collect]
  }

  private mutating func take(_ shot: CollectedShot) -> [LiveEffect] {
    guard let known = collection, known.isBusy else { return [] }
    collection?.isBusy = false
    switch shot {
    case .added(let progress):
      collection?.progress = progress
      collection?.isOtherInSight = false
      (question, message) = (nil, nil)
      return progress.isClear || known.places.count >= ShotCollection.most ? merge() : []
    case .otherPrint:
      (question, message) = (nil, nil)
      guard isAutomatic, known.progress != nil else {
        collection?.isOtherInSight = true
        return []
      }
      // The next print was put down. Its first shot is taken again, to be the first of the next scan.
      nextPlace = known.places.last
      return merge(isInSight: false) + [.collect]
    case .failed(let sentence):
      message = .init(kind: .trouble, text: sentence.text)
      // Without a first shot there is nothing to add to.
      if known.progress == nil { collection = nil }
      return []
    }
  }

  /// Quits. If shots aren't merged yet, asks first.
  private mutating func leave() -> [LiveEffect] {
    guard let collection, !isShooting, question != .leave else { return [.leave] }
    question = .leave
    message = .init(kind: .trouble, text: "not merged yet: \(collection.shots); Space merges, q again quits")
    return []
  }

  /// Has the shots merged.
  ///
  /// - Parameter isInSight: whether their print is still in sight.
  private mutating func merge(isInSight: Bool = true) -> [LiveEffect] {
    isShooting = true
    if isInSight { readiness.take() }
    message = .init(kind: .note, text: "merging the shots…")
    return [.merge]
  }

  private mutating func tick(_ time: Double) -> [LiveEffect] {
    now = time
    silence = max(0, time - (frame?.time ?? 0))
    let age = now - messageTime
    if hasEnded { return !canRestart && age < Self.patience ? [.redraw] : [] }
    if message?.kind == .note, !isShooting, age > Self.showing { message = nil }
    return []
  }
}
