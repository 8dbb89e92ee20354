import PeelImaging

/// A decoded photo and what it is drawn from.
public struct LoadedPhoto: Equatable, Sendable {
  public let photo: Photo
  public let rendition: Rendition
  /// What was dropped on reading it, in plain words.
  public let warnings: [String]

  /// Reduces the photo for drawing: to be done off the main thread.
  public init(_ photo: Photo, warnings: [String] = []) {
    self.photo = photo
    self.warnings = warnings
    rendition = Rendition(photo)
  }
}

/// What the detector says of a photo, or a person said of it before.
public struct Detected: Equatable, Sendable {
  public var verdict: Detection.Verdict
  public var sheet: Sheet
  /// Of the photo, in pixels.
  public let width: Int
  public let height: Int

  public init(_ detection: Detection, in photo: Photo) {
    verdict = detection.verdict
    (width, height) = (photo.width, photo.height)
    sheet = Sheet(detection, width: width, height: height)
  }

  public init(_ kept: Kept) {
    verdict = .sure
    (width, height) = (kept.width, kept.height)
    sheet = Sheet(accepted: kept.outlines)
  }
}

/// The prints of a photo as a person accepted them, and the photo's size in pixels.
public struct Kept: Equatable, Sendable {
  public var outlines: [Outline]
  public var width: Int
  public var height: Int

  public init(_ outlines: [Outline], width: Int, height: Int) {
    self.outlines = outlines
    self.width = width
    self.height = height
  }
}

/// A photo of the roll, and how far it has come.
public struct Item: Sendable {
  public enum Loading: Sendable {
    case waiting, running
    case done(LoadedPhoto)
    case failed(Sentence)
  }

  public enum Detecting: Sendable {
    case waiting, running
    case done(Detected)
  }

  public let name: String
  public var loading = Loading.waiting
  public var detecting = Detecting.waiting
  public var sheet = Sheet.awaited
  /// What the last export wrote.
  public var exported: [Outline]?
  /// Why its accepted prints are not on disk.
  var lost: Sentence?

  public init(name: String) { self.name = name }

  public var photo: LoadedPhoto? {
    if case .done(let photo) = loading { photo } else { nil }
  }

  public var detected: Detected? {
    if case .done(let detected) = detecting { detected } else { nil }
  }

  var hasFailed: Bool {
    if case .failed = loading { true } else { false }
  }

  /// Whether a person changed what was found, or accepted, and has not accepted that.
  public var isAdjusted: Bool {
    if let accepted = sheet.accepted { return !sheet.isAwaited && sheet.taken != accepted }
    return detected.map { $0.sheet.taken != sheet.taken } ?? false
  }

  /// How it stands, as roll and filter have it.
  public enum State: Equatable, Sendable {
    case toDo, nothing, adjusted, accepted, exported, failed, setAside
    /// The least sure print's confidence.
    case sure(Double?)
    case review(Double?)
  }

  public var state: State {
    if hasFailed { return .failed }
    if sheet.isSetAside { return .setAside }
    if let exported, exported == sheet.prints { return .exported }
    if isAdjusted || sheet.pasted != nil { return .adjusted }
    if sheet.accepted != nil { return .accepted }
    let confidence = sheet.taken.compactMap(\.confidence).min()
    return switch detected?.verdict {
    case nil: .toDo
    case .sure: .sure(confidence)
    case .review: .review(confidence)
    case .some(.none): .nothing
    }
  }

  /// Whether a person has said something about it.
  var isDecided: Bool {
    switch state {
    case .adjusted, .accepted, .exported, .setAside: true
    case .toDo, .nothing, .failed, .sure, .review: false
    }
  }

  /// Whether its prints lie where the detector is sure of them or a person accepted them; settings may have changed.
  var awaitsOnlyAssent: Bool {
    switch state {
    case .toDo, .nothing, .accepted, .exported, .failed, .setAside, .review: return false
    case .sure: return true
    case .adjusted:
      guard let detected, !sheet.isAwaited, sheet.accepted != nil || detected.verdict == .sure else { return false }
      return sheet.taken.map(\.quad) == (sheet.accepted ?? detected.sheet.taken).map(\.quad)
    }
  }

  /// Whether a person should have a look at it: not known to be well.
  var needsReview: Bool {
    switch state {
    case .toDo, .nothing, .adjusted, .review: true
    case .sure, .accepted, .exported, .failed, .setAside: false
    }
  }
}

extension Item.State {
  /// In few columns.
  public var words: String {
    switch self {
    case .toDo: "to do"
    case .nothing: "nothing"
    case .adjusted: "adjusted"
    case .accepted: "accepted"
    case .exported: "exported"
    case .failed: "failed"
    case .setAside: "set aside"
    case .sure(let confidence): confidence.map { "sure \($0.percent)" } ?? "sure"
    case .review(let confidence): confidence.map { "review \($0.percent)" } ?? "review"
    }
  }
}
