import PeelImaging

/// The settings that a person chose for a print, to be given to others. What was found with the print isn't among them.
package struct ChosenSettings: Equatable, Sendable {
  /// Those that weren't chosen have no meaning.
  package private(set) var settings: Settings
  /// Whether the person chose the film, which may be any, and the turn, which may be none.
  package private(set) var hasFilm: Bool
  package private(set) var hasTurn: Bool

  package init(_ settings: Settings, hasFilm: Bool, hasTurn: Bool) {
    (self.settings, self.hasFilm, self.hasTurn) = (settings, hasFilm, hasTurn)
  }

  /// The settings of a print that differ from those it was found with, or was accepted with in an earlier session.
  ///
  /// - Parameter found: nil if a person made the print's outline.
  init(_ settings: Settings, found: Settings?) {
    self.settings = settings
    hasFilm = settings.isFilmChosen || settings.film != found?.film
    // Nothing but a person turns a scan.
    hasTurn = settings.turn != 0 || settings.turn != found?.turn ?? 0
  }

  var isEmpty: Bool { words.isEmpty }

  /// These settings with others, which count where both have one.
  func joined(by others: ChosenSettings?) -> ChosenSettings {
    guard let others else { return self }
    var all = self
    all.settings = others.applied(to: settings)
    (all.hasFilm, all.hasTurn) = (hasFilm || others.hasFilm, hasTurn || others.hasTurn)
    return all
  }

  /// A print's settings with those that the person chose.
  func applied(to old: Settings) -> Settings {
    var new = old
    if hasFilm { (new.film, new.isFilmChosen) = (settings.film, true) }
    if hasTurn { new.turn = settings.turn }
    new.crop = settings.crop ?? old.crop
    new.whiteBalance = settings.whiteBalance ?? old.whiteBalance
    new.clip = settings.clip ?? old.clip
    new.taken = settings.taken ?? old.taken
    return new
  }

  /// The settings in words: `film polaroid-go, white balance frame`.
  var words: String {
    let all = [
      hasFilm ? "film \(settings.film?.name ?? "any")" : nil,
      hasTurn ? "turn \(90 * settings.turn)°" : nil,
      settings.crop.map { $0.words },
      settings.whiteBalance.map { "white balance \($0.rawValue)" },
      settings.clip.map { "clip \($0.tenths) %" },
      settings.taken.map { "date \($0.text)" },
    ]
    return all.compactMap(\.self).joined(separator: ", ")
  }
}

extension RollItem {
  /// The settings that a person chose for an outline, as far as can be told.
  func chosenSettings(of outline: Outline) -> ChosenSettings {
    let found = detected?.sheet.outlines.filter { $0.origin != .byHand } ?? []
    // The corners may have been moved since.
    let own = found.max { $0.quad.intersectionOverUnion(outline.quad) < $1.quad.intersectionOverUnion(outline.quad) }
    let isOwn = own.map { $0.isSamePrint(as: outline) } ?? false
    return ChosenSettings(outline.settings, found: isOwn && outline.origin != .byHand ? own?.settings : nil)
  }
}

extension Crop {
  var words: String {
    switch self {
    case .print: "the whole print"
    case .picture: "the picture"
    }
  }
}
