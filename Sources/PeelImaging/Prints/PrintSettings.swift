/// What may be chosen of one print. Where a value is nil, the one that is chosen for all prints applies.
public struct PrintSettings: Hashable, Sendable {
  /// The film, which gives the true shape; nil if it isn't known, or may be any.
  public var film: FilmFormat?
  /// Quarters clockwise in addition to the turn of all prints, 0…3.
  public var turn = 0
  /// The part of the print to show.
  public var crop: Crop?
  /// How colours are corrected.
  public var whiteBalance: WhiteBalance?
  /// The share of pixels that become black, and that become white, in percent: at least 0 and less than 50.
  public var clip: Double?
  /// When the print was taken; without it, a scan has the photo's date.
  public var taken: PartialDate?
  /// What the print shows; without it, a scan has the photo's description.
  public var caption: Caption?
  /// The keywords by which scans are found. The film's name becomes one too.
  public var keywords: [Keyword]?
  /// Whether the fading of prints is undone, instead of the white balance. A print without a white or black frame is
  /// balanced as usual.
  public var restoresFading: Bool?

  /// Settings that choose nothing but the values that are given.
  public init(
    film: FilmFormat? = nil, turn: Int = 0, crop: Crop? = nil, whiteBalance: WhiteBalance? = nil, clip: Double? = nil,
    taken: PartialDate? = nil, caption: Caption? = nil, keywords: [Keyword]? = nil, restoresFading: Bool? = nil
  ) {
    self.film = film
    self.turn = turn
    self.crop = crop
    self.whiteBalance = whiteBalance
    self.clip = clip
    self.taken = taken
    self.caption = caption
    self.keywords = keywords
    self.restoresFading = restoresFading
  }

  /// The settings for all prints unless others are chosen.
  package static let standard = PrintSettings(whiteBalance: .auto, clip: 1)

  /// One of the settings. The raw value is its key in sidecars.
  package enum Key: String, CaseIterable, CodingKey, Sendable {
    case film, turn, crop, whiteBalance, clip, taken, caption, keywords, restore
  }

  /// These settings; those that choose nothing are as in others. The film and the turn are kept.
  package func following(_ others: PrintSettings) -> PrintSettings {
    var all = self
    // A white balance that is chosen for this print is chosen instead of restoring it.
    if whiteBalance != nil { all.restoresFading = restoresFading ?? false }
    for key in Key.allCases where key != .film && key != .turn && key.setting.value(all) == nil {
      key.setting.copy(others, &all)
    }
    return all
  }

  /// Takes settings from others.
  package mutating func adopt(_ keys: Set<Key>, from others: PrintSettings) {
    for key in keys { key.setting.copy(others, &self) }
  }
}

/// Settings that a person chose for a print, to be given to others.
package struct ChosenSettings: Hashable, Sendable {
  /// Those that weren't chosen are as in `PrintSettings()`.
  package private(set) var settings: PrintSettings
  /// Those that were chosen. The film that was chosen may be any, and the turn none.
  package private(set) var keys: Set<PrintSettings.Key>

  package init(_ settings: PrintSettings, keys: Set<PrintSettings.Key>) {
    self.settings = PrintSettings()
    self.keys = keys
    self.settings.adopt(keys, from: settings)
  }

  package var isEmpty: Bool { keys.isEmpty }

  /// These settings with others, which count where both have one.
  package func joined(by others: ChosenSettings?) -> ChosenSettings {
    guard let others else { return self }
    return ChosenSettings(others.applied(to: settings), keys: keys.union(others.keys))
  }

  /// A print's settings with those that the person chose.
  package func applied(to old: PrintSettings) -> PrintSettings {
    var new = old
    new.adopt(keys, from: settings)
    return new
  }

  /// The settings in words: `film polaroid-go, white balance frame`.
  package var words: String {
    PrintSettings.Key.allCases.filter(keys.contains).map { $0.setting.words(settings) }.joined(separator: ", ")
  }
}

/// A print and how a person wants it scanned.
package struct WantedPrint: Sendable, Hashable {
  /// The print's corners in photo pixels, clockwise; from its own top left if `isUpright`.
  package var quad: Quad
  /// The probability that the outline is right, 0…1; 1 if a person accepted it.
  package var confidence: Double
  /// Whether `quad` begins at the print's own top left.
  package var isUpright: Bool
  /// How the print curls; nil if it is flat.
  package var curl: Curl?
  /// What is chosen for this print, with its film.
  package var settings: PrintSettings

  /// A print that was found.
  package init(_ print: Print) {
    self.init(
      quad: print.quad, confidence: print.confidence, isUpright: print.isUpright, curl: print.curl,
      PrintSettings(film: print.film))
  }

  /// The print as it was found or accepted.
  package var print: Print {
    Print(quad: quad, confidence: confidence, film: settings.film, isUpright: isUpright, curl: curl)
  }

  package init(
    quad: Quad, confidence: Double = 1, isUpright: Bool = false, curl: Curl? = nil,
    _ settings: PrintSettings = PrintSettings()
  ) {
    self.quad = quad
    self.confidence = confidence
    self.isUpright = isUpright
    self.curl = curl
    self.settings = settings
  }
}
