import PeelImaging

/// The outlines of one photo, which of them is worked on, and what a person has decided. What undo brings back.
public struct Sheet: Equatable, Sendable {
  public var outlines: [Outline]
  /// An index of `outlines`; 0 while there are none.
  public var chosen: Int
  /// The prints as a person last accepted them, if ever: what is kept on disk.
  public var accepted: [Outline]?
  /// Another shot of its burst was taken: going through the roll passes it over.
  public var isSetAside = false
  /// For the outlines that are still to come.
  var pasted: Settings?
  /// Nobody has looked for its prints yet.
  var isAwaited = false

  public init(outlines: [Outline] = [], chosen: Int = 0) {
    self.outlines = outlines
    self.chosen = chosen
  }

  /// What was found, prints first; a rectangle to start from where that is nothing.
  public init(_ detection: Detection, width: Int, height: Int) {
    let candidates = detection.candidates.prefix(Self.mostCandidates)
    self.init(outlines: detection.prints.map { Outline($0) } + candidates.map { Outline($0) })
    if outlines.isEmpty { outlines = [.inset(inPhotoOf: width, height)] }
  }

  /// What a person accepted before.
  public init(accepted: [Outline]) {
    self.init(outlines: accepted)
    self.accepted = accepted
  }

  static var awaited: Sheet {
    var sheet = Sheet()
    sheet.isAwaited = true
    return sheet
  }

  /// With the outlines that it was waiting for; itself where it has them already.
  func filled(by found: Sheet) -> Sheet {
    guard isAwaited else { return self }
    var sheet = self
    (sheet.outlines, sheet.chosen, sheet.accepted) = (found.outlines, found.chosen, accepted ?? found.accepted)
    (sheet.pasted, sheet.isAwaited) = (nil, false)
    if let pasted { sheet.set(pasted) }
    return sheet
  }

  /// More would hide the photo.
  private static let mostCandidates = 12

  public var outline: Outline? { outlines.indices.contains(chosen) ? outlines[chosen] : nil }

  var taken: [Outline] { outlines.filter(\.isTaken) }

  public var isAccepted: Bool { accepted.map { $0 == taken } ?? false }

  /// The outlines an export writes: those taken, save that the chosen one stands in for any it competes with.
  public var prints: [Outline] {
    guard let outline, !outline.isTaken, outline.origin == .candidate else { return taken }
    return outlines.indices.filter { index in
      index == chosen || outlines[index].isTaken && !outlines[index].competes(with: outline)
    }.map { outlines[$0] }
  }

  /// Marks the chosen one for export in place of those it competes with.
  mutating func take() {
    guard let outline else { return }
    for index in outlines.indices where index != chosen && outlines[index].competes(with: outline) {
      outlines[index].isTaken = false
    }
    outlines[chosen].isTaken = true
  }

  mutating func choose(_ index: Int) { chosen = outlines.isEmpty ? 0 : min(max(index, 0), outlines.count - 1) }

  /// Of all prints, and those still to come.
  mutating func set(_ settings: Settings) {
    if isAwaited { pasted = settings }
    for index in outlines.indices { outlines[index].settings = settings }
  }
}
