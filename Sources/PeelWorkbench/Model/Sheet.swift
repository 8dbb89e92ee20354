import PeelImaging

/// An item's outlines, which of them is in hand, and what a person has decided. Undo restores sheets.
package struct Sheet: Equatable, Sendable {
  package var outlines: [Outline]
  /// The outline in hand, as an index of `outlines`; 0 if there are none.
  package var chosen: Int
  /// The prints that a person last accepted and that are kept on disk; nil if never.
  package var accepted: [Outline]?
  /// Whether another shot of its burst was taken. Such an item is skipped.
  package var isSetAside = false
  /// Settings for the outlines that haven't been found yet.
  var pasted: Settings?
  /// Whether its prints haven't been looked for yet.
  var isAwaited = false

  package init(outlines: [Outline] = [], chosen: Int = 0) {
    self.outlines = outlines
    self.chosen = chosen
  }

  /// The prints and candidates that were found, or a rectangle to start from.
  package init(_ detection: Detection, width: Int, height: Int) {
    let candidates = detection.candidates.prefix(Self.mostCandidates)
    self.init(outlines: detection.prints.map { Outline($0) } + candidates.map { Outline($0) })
    if outlines.isEmpty { outlines = [.inset(inPhotoOf: width, height)] }
  }

  /// The prints that a person accepted before.
  package init(accepted: [Outline]) {
    self.init(outlines: accepted)
    self.accepted = accepted
  }

  static var awaited: Sheet {
    var sheet = Sheet()
    sheet.isAwaited = true
    return sheet
  }

  /// The sheet with the outlines that were found; unchanged if it has outlines already.
  func filled(by found: Sheet) -> Sheet {
    guard isAwaited else { return self }
    var sheet = self
    (sheet.outlines, sheet.chosen, sheet.accepted) = (found.outlines, found.chosen, accepted ?? found.accepted)
    (sheet.pasted, sheet.isAwaited) = (nil, false)
    if let pasted { sheet.set(pasted) }
    return sheet
  }

  /// The most candidates shown. More would hide the photo.
  private static let mostCandidates = 12

  package var outline: Outline? { outlines.indices.contains(chosen) ? outlines[chosen] : nil }

  var taken: [Outline] { outlines.filter(\.isTaken) }

  package var isAccepted: Bool { accepted.map { $0 == taken } ?? false }

  /// The outlines an export writes: those taken, with the chosen candidate in place of those it competes with.
  package var prints: [Outline] {
    guard let outline, !outline.isTaken, outline.origin == .candidate else { return taken }
    return outlines.indices.filter { index in
      index == chosen || outlines[index].isTaken && !outlines[index].competes(with: outline)
    }.map { outlines[$0] }
  }

  /// Marks the chosen outline for export in place of those it competes with.
  mutating func take() {
    guard let outline else { return }
    for index in outlines.indices where index != chosen && outlines[index].competes(with: outline) {
      outlines[index].isTaken = false
    }
    outlines[chosen].isTaken = true
  }

  mutating func choose(_ index: Int) { chosen = outlines.isEmpty ? 0 : min(max(index, 0), outlines.count - 1) }

  /// Sets the settings of all prints, including those not found yet.
  mutating func set(_ settings: Settings) {
    if isAwaited { pasted = settings }
    for index in outlines.indices { outlines[index].settings = settings }
  }
}
