import PeelImaging

/// A decoded photo and its rendition for drawing.
package struct LoadedPhoto: Equatable, Sendable {
  package let photo: Photo
  package let rendition: Rendition
  /// What was ignored when the photo was read, in plain words.
  package let warnings: [String]
  /// The content of the file; nil if it isn't a file.
  package let version: PhotoVersion?
  /// Whether a clip was taken with it.
  package let hasClip: Bool
  /// Whether the file has a depth map, or a picture for each eye.
  package let hasDepth: Bool

  /// Reduces the photo for drawing. Slow: don't call it on the terminal's thread.
  package init(
    _ photo: Photo, warnings: [String] = [], version: PhotoVersion? = nil, hasClip: Bool = false,
    hasDepth: Bool = false
  ) {
    self.photo = photo
    (self.hasClip, self.hasDepth) = (hasClip, hasDepth)
    self.warnings = warnings
    self.version = version
    rendition = Rendition(photo)
  }
}

/// The prints found in a photo, or accepted in an earlier session.
package struct Detected: Equatable, Sendable {
  package var verdict: Detection.Verdict
  package var sheet: Sheet
  /// The photo's size, in pixels.
  package let width: Int
  package let height: Int
  /// The content of the file that was searched; nil if unknown.
  package var version: PhotoVersion?
  /// Whether the file has a depth map, or a picture for each eye; nil if it wasn't read for this.
  package var hasDepth: Bool?
  /// What was saved of the photo before its file changed; nil if nothing was, or it didn't.
  var outdated: Kept?

  package init(_ detection: Detection, in photo: Photo) {
    verdict = detection.verdict
    (width, height) = (photo.width, photo.height)
    sheet = Sheet(detection, width: width, height: height)
  }

  package init(_ kept: Kept) {
    verdict = kept.isOutdated ? .review : .sure
    (width, height) = (kept.width, kept.height)
    sheet = kept.isOutdated ? Sheet(outlines: kept.outlines) : Sheet(accepted: kept.outlines)
    sheet.isSetAside = kept.isSetAside
    if kept.isOutdated { outdated = kept } else { version = kept.version }
  }

  /// The same, without accepted prints, after another shot was taken.
  var setAside: Detected {
    var detected = self
    (detected.sheet.accepted, detected.sheet.isSetAside) = (nil, true)
    return detected
  }

  /// The same, found by a repeated search.
  func following(_ former: Detected) -> Detected {
    var detected = self
    detected.outdated = former.outdated
    return detected
  }
}

/// What a person decided about a photo, which is saved.
package struct Kept: Equatable, Sendable {
  /// The prints accepted.
  package var outlines: [Outline]
  /// The photo's size, in pixels; 0 if it hasn't been read.
  package var width: Int
  package var height: Int
  /// Whether another shot of the photo's burst was taken.
  package var isSetAside = false
  /// The content of the file that was looked at; nil if unknown.
  package var version: PhotoVersion?
  /// Whether the file has changed since, so that a person should look at the prints again.
  package var isOutdated = false

  /// Whether it tells only that another shot was taken, so that the prints have to be found.
  package var isWithoutPrints: Bool { isSetAside && outlines.isEmpty }

  package init(_ outlines: [Outline], width: Int, height: Int) {
    self.outlines = outlines
    self.width = width
    self.height = height
  }
}

/// What earlier sessions saved of a roll's items.
package struct Recalled: Equatable, Sendable {
  /// What a person decided.
  package var kept: [Int: Kept] = [:]
  /// What was changed and not accepted when a signal ended the session.
  package var unsaved: [Int: Unsaved] = [:]

  package init(kept: [Int: Kept] = [:], unsaved: [Int: Unsaved] = [:]) {
    self.kept = kept
    self.unsaved = unsaved
  }
}

/// An item of the roll: a photo, a burst, or a still with its clip, and the state of the work on it.
///
/// An item isn't a file: it has one or more shots and shows the first. The rest of the workbench refers to an item by
/// its index in the roll, however many shots it has.
package struct RollItem: Sendable {
  /// A photo of the item's prints.
  package struct Shot: Equatable, Sendable {
    /// The file's name.
    package let name: String

    /// Creates a shot.
    package init(name: String) { self.name = name }
  }

  package enum Loading: Sendable {
    case waiting, running
    case done(LoadedPhoto)
    case failed(Sentence)
  }

  package enum Detecting: Sendable {
    case waiting, running
    case done(Detected)
  }

  /// What an item consists of.
  package enum Kind: Equatable, Sendable {
    case photo
    /// A still with the clip that was taken with it.
    case livePhoto
    /// A clip without a still. It shows one of its frames, but has no prints.
    case clip
  }

  package internal(set) var kind: Kind
  /// The name shown in the roll.
  package internal(set) var title: String
  /// The photo's folder, if other photos of the roll have the same name.
  var folder: String?
  /// The item's photos; at least one.
  package let shots: [Shot]
  package var loading = Loading.waiting
  package var detecting = Detecting.waiting
  package var sheet = Sheet.awaited
  /// The outlines that the last export wrote.
  package var exported: [Outline]? { didSet { exportedTitle = title } }
  /// The title at that export, which the scans hold.
  private(set) var exportedTitle: String?
  /// Whether changes of an earlier session were brought back, and nobody has looked at them since.
  var hasUnseenChanges = false
  /// Why the accepted prints couldn't be saved; nil if they could.
  package internal(set) var lost: Sentence?
  /// The content of the photo that was read; nil if it wasn't read.
  var version: PhotoVersion?
  /// What was found in the photo before it changed on disk, until it's searched again.
  var former: Detected?
  /// What was found in the photo before a repeated search, until that ends.
  var searchedAgain: Detected?
  /// Whether the photo was deleted or moved away.
  package var isGone = false
  /// Whether the photo has a depth map, or a picture for each eye, as far as it was read.
  package internal(set) var hasDepth = false

  /// Creates an item whose photo hasn't been read yet.
  package init(title: String, shots: [Shot], kind: Kind = .photo) {
    precondition(!shots.isEmpty, "an item has at least one shot")
    self.title = title
    self.shots = shots
    self.kind = kind
    if kind == .clip { sheet = Sheet() }
  }

  /// Creates the item of a single photo, or of a clip.
  package init(photo name: String, kind: Kind = .photo) {
    self.init(title: name, shots: [Shot(name: name)], kind: kind)
  }

  /// What marks photos with depth.
  static let depthMark = "3-D"

  /// Whether it is a clip without a still.
  var isClip: Bool { kind == .clip }

  /// What to do with a clip.
  static let wordsForClip = "this is a clip: b shows its frames, and Enter there keeps one as a photo"

  /// The name with the folder, where that tells photos apart.
  var place: String { folder.map { "\($0)/\(title)" } ?? title }

  package var photo: LoadedPhoto? {
    if case .done(let photo) = loading { photo } else { nil }
  }

  package var detected: Detected? {
    if case .done(let detected) = detecting { detected } else { nil }
  }

  /// What was found in the photo, or until it's searched again, what was found before.
  var known: Detected? { detected ?? searchedAgain ?? former }

  var hasFailed: Bool {
    if case .failed = loading { true } else { false }
  }

  /// Whether what is in its sidecar is what was saved of it.
  ///
  /// - Parameter kept: what is in the sidecar; nil if there is none.
  func isSaved(as kept: Kept?) -> Bool {
    let wanted = kept?.isOutdated == true ? nil : kept
    guard sheet.isSetAside == wanted?.isSetAside ?? false else { return false }
    let prints = wanted.flatMap { $0.isWithoutPrints ? nil : $0.outlines }
    guard let accepted = sheet.accepted, let prints else { return (sheet.accepted == nil) == (prints == nil) }
    return accepted.areSaved(as: prints)
  }

  /// Whether its accepted prints are these.
  func isAccepted(as prints: [Outline]) -> Bool { sheet.accepted?.areSaved(as: prints) ?? false }

  /// Whether the prints were changed since they were accepted, or else found.
  package var isAdjusted: Bool {
    guard !sheet.isAwaited, let before = sheet.accepted ?? known?.sheet.prints else { return false }
    return !sheet.prints.areSaved(as: before)
  }

  /// Whether quitting would lose work: changes that aren't accepted, or pasted settings.
  var hasUnsavedWork: Bool { isAdjusted || sheet.pasted != nil }

  /// The item's state in the roll and for the filter.
  package enum State: Equatable, Sendable {
    case toDo, nothing, adjusted, accepted, exported, failed, setAside, gone, unsaved, clip
    /// With the confidence of the least sure print.
    case sure(Double?)
    case review(Double?)
  }

  package var state: State {
    if isGone { return .gone }
    if lost != nil { return .unsaved }
    if hasFailed { return .failed }
    if sheet.isSetAside { return .setAside }
    if isClip { return .clip }
    if let exported, isAccepted(as: exported), exportedTitle == title, sheet.prints.areSaved(as: exported) {
      return .exported
    }
    if former != nil { return .toDo }
    if isAdjusted || sheet.pasted != nil { return .adjusted }
    if sheet.accepted != nil { return .accepted }
    if detected != nil, sheet.prints.isEmpty { return .nothing }
    let confidence = sheet.prints.compactMap(\.confidence).min()
    return switch detected?.verdict {
    case nil: .toDo
    case .sure: .sure(confidence)
    case .review: .review(confidence)
    case .some(.none): .nothing
    }
  }

  /// Whether a person has changed, accepted, exported or set aside the item.
  var isDecided: Bool {
    switch state {
    case .adjusted, .accepted, .exported, .setAside: true
    case .toDo, .nothing, .failed, .sure, .review, .gone, .unsaved, .clip: false
    }
  }

  /// Whether its corners are as the detector is sure of them, or as a person accepted them, and it isn't accepted as it
  /// is. Its settings may differ, if a person chose them in this session or has looked at them since.
  var isSure: Bool {
    if hasUnseenChanges { return false }
    switch state {
    case .toDo, .nothing, .accepted, .exported, .failed, .setAside, .gone, .unsaved, .review, .clip: return false
    case .sure: return true
    case .adjusted:
      guard let detected, !sheet.isAwaited, sheet.accepted != nil || detected.verdict == .sure else { return false }
      return sheet.prints.map(\.quad) == (sheet.accepted ?? detected.sheet.prints).map(\.quad) && sheet.crossed == nil
    }
  }

  /// Why a person should look at the item although each of its prints is sure; nil otherwise.
  var reasonForReview: String? {
    guard case .review(let confidence) = state else { return nil }
    if detected?.outdated != nil { return "changed since it was accepted" }
    return confidence ?? 0 >= Detection.sureConfidence ? "a print may be covered" : nil
  }

  /// Whether a person should look at the item.
  var needsReview: Bool {
    switch state {
    case .toDo, .nothing, .adjusted, .review, .unsaved: true
    case .sure, .accepted, .exported, .failed, .setAside, .gone, .clip: false
    }
  }
}

extension RollItem.State {
  /// The state in a few words.
  package var words: String {
    switch self {
    case .toDo: "to do"
    case .nothing: "nothing"
    case .adjusted: "adjusted"
    case .accepted: "accepted"
    case .exported: "exported"
    case .failed: "failed"
    case .setAside: "set aside"
    case .gone: "deleted"
    case .unsaved: "not saved"
    case .clip: "clip"
    case .sure(let confidence): confidence.map { "sure \($0.percent)" } ?? "sure"
    case .review(let confidence): confidence.map { "review \($0.percent)" } ?? "review"
    }
  }
}
