import PeelImaging

/// An item's outlines, and what a person decided about them. Undo restores sheets.
package struct Sheet: Equatable, Sendable {
  package var outlines: [Outline]
  /// The chosen outline, as an index of `outlines`; 0 if there are none.
  package var chosen: Int
  /// The prints that a person last accepted, which are saved; nil if none were accepted.
  package var accepted: [Outline]?
  /// Why the item is skipped; nil if it isn't.
  package var aside: SetAside?
  /// Settings pasted before the outlines were found.
  var pasted: ChosenSettings?
  /// Whether the outlines haven't been found yet.
  var isAwaited = false

  package init(outlines: [Outline] = [], chosen: Int = 0) {
    self.outlines = outlines
    self.chosen = chosen
  }

  /// Creates a sheet with the prints and candidates found.
  package init(_ detection: Detection) {
    let candidates = detection.candidates.prefix(Self.mostCandidates)
    self.init(outlines: detection.prints.map { Outline($0) } + candidates.map { Outline($0) })
  }

  /// Creates a sheet with prints that a person accepted in an earlier session.
  package init(accepted: [Outline]) {
    self.init(outlines: accepted)
    self.accepted = accepted
  }

  /// The sheet of an item whose prints haven't been looked for yet.
  static var awaited: Sheet {
    var sheet = Sheet()
    sheet.isAwaited = true
    return sheet
  }

  /// The sheet with the outlines that were found; unchanged if it isn't awaiting any.
  func filled(by found: Sheet) -> Sheet {
    guard isAwaited else { return self }
    var sheet = self
    (sheet.outlines, sheet.chosen, sheet.accepted) = (found.outlines, found.chosen, accepted ?? found.accepted)
    sheet.aside = sheet.aside ?? found.aside
    (sheet.pasted, sheet.isAwaited) = (nil, false)
    if let pasted { sheet.set(pasted) }
    return sheet
  }

  /// The most candidates shown. More would hide the photo.
  private static let mostCandidates = 12

  /// Whether it is merged with other shots, which are laid on it.
  var isMerged: Bool { aside?.isMerge ?? false }

  /// Whether the photo has no scan.
  package var isSetAside: Bool { aside != nil && !isMerged }

  package var outline: Outline? { outlines.indices.contains(chosen) ? outlines[chosen] : nil }

  /// The outlines that accepting saves and exporting writes.
  package var prints: [Outline] { outlines.filter(\.isTaken) }

  /// The first print whose corners are crossed; nil if all can be scanned.
  var crossed: Int? { outlines.firstIndex { $0.isTaken && !$0.quad.isConvex } }

  /// The candidates that aren't prints.
  var candidates: [Outline] { outlines.filter { $0.isCandidate } }

  mutating func choose(_ index: Int) { chosen = outlines.isEmpty ? 0 : min(max(index, 0), outlines.count - 1) }

  /// Gives all outlines the settings that a person chose, including those not found yet.
  mutating func set(_ chosen: ChosenSettings) {
    if isAwaited { pasted = pasted?.joined(by: chosen) ?? chosen }
    for index in outlines.indices { outlines[index].set(chosen) }
  }
}
