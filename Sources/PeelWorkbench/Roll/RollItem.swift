import PeelImaging

/// An item of the roll: a photo, a burst, or a still with its clip, and the state of the work on it.
package struct RollItem: Sendable, Identifiable {
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

  package let id: ItemID
  package internal(set) var kind: Kind
  /// The name shown in the roll.
  package internal(set) var title: String
  /// The photo's folder, if other photos of the roll have the same name.
  var folder: String?
  package var loading = Loading.waiting
  package var detecting = Detecting.waiting
  package var sheet = Sheet.awaited
  /// The outlines that the last export wrote, and the title then, which the scans hold. No outlines if it is known only
  /// that they were others than those accepted.
  private var export: (outlines: [Outline], title: String)?
  /// Whether the last export failed.
  var hasFailedExport = false
  /// Whether changes of an earlier session were brought back and haven't been seen since.
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
  package init(_ id: ItemID, title: String, kind: Kind = .photo) {
    (self.id, self.title, self.kind) = (id, title, kind)
    if kind == .clip { sheet = Sheet() }
  }

  /// What marks photos with depth.
  static let depthMark = "3-D"

  /// What the roll shows beside its name.
  var mark: String? { hasDepth ? Self.depthMark : photo?.photo.page.map { _ in Self.pageMark } }

  /// What marks pages from a flatbed.
  static let pageMark = "flatbed"

  /// Whether it is a clip without a still.
  var isClip: Bool { kind == .clip }

  /// What to do with a clip.
  static let wordsForClip = "this is a clip: b shows its frames, and Enter there keeps one as a photo"

  /// The name with the folder, where that tells photos apart.
  var place: String { folder.map { "\($0)/\(title)" } ?? title }

  /// The outlines that the last export wrote; none if an earlier session exported others than those accepted.
  package var exported: [Outline]? {
    get { export?.outlines }
    set { export = newValue.map { ($0, title) } }
  }

  /// Whether it was renamed since the last export.
  var isRenamedSinceExport: Bool { export.map { $0.title != title } ?? false }

  package var photo: LoadedPhoto? {
    if case .done(let photo) = loading { photo } else { nil }
  }

  package var detected: Detected? {
    if case .done(let detected) = detecting { detected } else { nil }
  }

  /// Notes whether developing a print told which side is up.
  mutating func note(_ wayUp: WayUp, of print: Outline) {
    guard case .done(var detected) = detecting else { return }
    detected.note(wayUp, of: print)
    detecting = .done(detected)
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
    guard sheet.aside == wanted?.aside else { return false }
    let prints = wanted.flatMap { $0.isWithoutPrints ? nil : $0.outlines }
    guard let accepted = sheet.accepted, let prints else { return (sheet.accepted == nil) == (prints == nil) }
    return accepted.areSaved(as: prints)
  }

  func isAccepted(as prints: [Outline]) -> Bool { !prints.isEmpty && sheet.accepted?.areSaved(as: prints) ?? false }

  /// Whether the prints were changed since they were accepted, or else found.
  package var isAdjusted: Bool {
    guard !sheet.isAwaited, let before = sheet.accepted ?? known?.sheet.prints else { return false }
    return !sheet.prints.areSaved(as: before)
  }

  /// Whether quitting would lose work: changes that aren't accepted, or pasted settings.
  var hasUnacceptedChanges: Bool { isAdjusted || sheet.pasted != nil }
}
