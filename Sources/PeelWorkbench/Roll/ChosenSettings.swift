import PeelImaging

extension RollItem {
  /// The settings that a person chose for an outline, as far as can be told: the film and the turn that it wasn't found
  /// with, and all others that it has.
  func chosenSettings(of outline: Outline) -> ChosenSettings {
    let found = detected?.sheet.outlines.filter { $0.origin != .byHand } ?? []
    // The corners may have been moved since.
    let own = found.max { $0.quad.intersectionOverUnion(outline.quad) < $1.quad.intersectionOverUnion(outline.quad) }
    let isOwn = outline.origin != .byHand && own.map { $0.isSamePrint(as: outline) } ?? false
    let original = isOwn ? own?.settings : nil
    let settings = outline.settings
    let chosen = PrintSettings.Key.allCases.filter { key in
      switch key {
      case .film: outline.isFilmChosen || settings.film != original?.film
      case .turn: settings.turn != 0 || settings.turn != original?.turn ?? 0
      case .crop, .whiteBalance, .clip, .taken, .caption, .keywords, .restore: key.setting.value(settings) != nil
      }
    }
    return ChosenSettings(settings, keys: Set(chosen))
  }
}

extension Outline {
  /// Gives the outline settings that a person chose.
  mutating func set(_ chosen: ChosenSettings) {
    settings = chosen.applied(to: settings)
    if chosen.keys.contains(.film) { isFilmChosen = true }
  }
}
