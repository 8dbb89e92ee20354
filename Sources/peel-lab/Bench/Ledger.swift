import PeelImaging

/// How well the prints of photos with known corners were found.
struct Ledger: Equatable {
  /// A print is found when its outline shares this much of the covered area with the true one, and well found.
  static let found = 0.95
  static let wellFound = 0.98
  /// Below this overlap an outline belongs to no print.
  static let apart = 0.5
  /// Reports with this confidence claim to be right.
  static let sure = Detection.sureConfidence

  struct Share: Equatable {
    var hits = 0
    var of = 0

    mutating func count(_ isHit: Bool) {
      of += 1
      hits += isHit ? 1 : 0
    }
  }

  private(set) var photos = 0
  /// Photos without an answer.
  private(set) var failed = 0
  private(set) var found95 = Share()
  private(set) var found98 = Share()
  /// With the candidates.
  private(set) var offered95 = Share()
  private(set) var offered98 = Share()
  /// Greatest corner error of each print that was roughly found, in pixels.
  private(set) var cornerErrors: [Double] = []
  /// Of the reports that claim to be right, those that are.
  private(set) var sure = Share()
  /// All reports by how sure they were.
  private(set) var calibration = Calibration()
  /// Reports that lie on no print.
  private(set) var falseAlarms = 0
  /// Of the films that were named, those named right.
  private(set) var film = Share()
  private(set) var upright = Share()
  /// Of the photos without a print, those said to have one for sure.
  private(set) var emptySure = Share()
  /// Found prints by tag of the photo or the print.
  private(set) var tags: [String: Share] = [:]

  /// - Parameter detection: nil when there was none.
  mutating func add(_ truth: TruePhoto, _ detection: Detection?) {
    photos += 1
    if detection == nil { failed += 1 }
    let prints = detection?.prints ?? []
    let outlines = prints.map(\.quad)
    let quads = truth.prints.map(\.quad)
    let chosen = Match(quads, with: outlines)
    let offered = Match(quads, with: outlines + (detection?.candidates ?? []).map(\.quad))
    if quads.isEmpty { emptySure.count(detection?.verdict == .sure) }
    for (index, print) in truth.prints.enumerated() {
      found95.count(chosen.overlaps[index] >= Self.found)
      found98.count(chosen.overlaps[index] >= Self.wellFound)
      offered95.count(offered.overlaps[index] >= Self.found)
      offered98.count(offered.overlaps[index] >= Self.wellFound)
      for tag in Set(truth.tags + print.tags) {
        tags[tag, default: Share()].count(chosen.overlaps[index] >= Self.found)
      }
      if let number = chosen.found[index], chosen.overlaps[index] >= Self.apart { add(print, found: prints[number]) }
    }
    for print in prints { add(report: print, truth) }
  }

  private mutating func add(_ truth: TruePrint, found print: Print) {
    let error = print.quad.cornerError(to: truth.quad, hidden: truth.hidden)
    cornerErrors.append(error.pixels)
    if let film = print.film, let trueFilm = truth.film { self.film.count(film == trueFilm) }
    if print.isUpright, truth.isUpright { upright.count(error.isFirstFirst) }
  }

  private mutating func add(report print: Print, _ truth: TruePhoto) {
    let overlap = truth.prints.map { $0.quad.clockwise.intersectionOverUnion(print.quad.clockwise) }.max() ?? 0
    if overlap < Self.found, truth.ignored.contains(where: { print.quad.clockwise.lies(on: $0.clockwise) }) { return }
    if overlap < Self.apart { falseAlarms += 1 }
    if print.confidence >= Self.sure { sure.count(overlap >= Self.found) }
    calibration.count(confidence: print.confidence, isRight: overlap >= Self.found)
  }

  var cornerMedian: Double? { cornerErrors.quantile(0.5) }
  var corner95: Double? { cornerErrors.quantile(0.95) }
}

extension Quad {
  fileprivate func lies(on region: Quad) -> Bool {
    intersectionOverUnion(region) >= 0.4 || intersectionArea(region) >= 0.8 * area
  }
}

extension [Double] {
  /// Between the two nearest values in proportion, as numpy has it; nil when there are none.
  func quantile(_ share: Double) -> Double? {
    let sorted = sorted()
    guard let last = sorted.indices.last else { return nil }
    let place = share * Double(last)
    let below = Int(place)
    let above = Swift.min(below + 1, last)
    return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
  }
}
