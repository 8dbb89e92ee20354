import PeelImaging

/// How well the prints of photos with known corners were found.
struct Ledger: Equatable {
  /// The least intersection over union of a print's outline and the true one for the print to count as found.
  static let found = 0.95
  /// The least intersection over union for the print to count as well found.
  static let wellFound = 0.98
  /// An outline with less intersection over union with every print is a false alarm.
  static let apart = 0.5
  /// The least confidence of a sure report.
  static let sure = Detection.sureConfidence

  /// A number of hits, and the number of cases.
  struct Share: Equatable {
    var hits = 0
    var of = 0

    /// Adds a case.
    mutating func count(_ isHit: Bool) {
      of += 1
      hits += isHit ? 1 : 0
    }
  }

  /// The number of photos.
  private(set) var photos = 0
  /// The number of photos that could not be read.
  private(set) var failed = 0
  /// True prints that were found.
  private(set) var found95 = Share()
  /// True prints that were well found.
  private(set) var found98 = Share()
  /// True prints that were found, or that a candidate finds.
  private(set) var offered95 = Share()
  /// True prints that were well found, or that a candidate finds well.
  private(set) var offered98 = Share()
  /// The greatest corner error of each print whose overlap is at least `apart`, in pixels.
  private(set) var cornerErrors: [Double] = []
  /// Sure reports that are right.
  private(set) var sure = Share()
  /// All reports, by confidence.
  private(set) var calibration = Calibration()
  /// The number of reports that lie on no print.
  private(set) var falseAlarms = 0
  /// Recognised films that are right.
  private(set) var film = Share()
  /// Prints reported as upright that are.
  private(set) var upright = Share()
  /// The mean intersection over union of each photo's prints with the outlines found.
  private(set) var overlaps: [Double] = []
  /// Photos without a print in which one is reported nonetheless.
  private(set) var emptyReported = Share()
  /// Photos without a print whose verdict is sure nonetheless.
  private(set) var emptySure = Share()
  /// Found prints, by tag of the photo or the print.
  private(set) var tags: [String: Share] = [:]

  /// Adds a photo.
  ///
  /// - Parameter detection: nil if the photo could not be read.
  mutating func add(_ truth: TruePhoto, _ detection: Detection?) {
    photos += 1
    if detection == nil { failed += 1 }
    let prints = detection?.prints ?? []
    let outlines = prints.map(\.quad)
    let quads = truth.prints.map(\.quad)
    let chosen = Match(quads, with: outlines)
    let offered = Match(quads, with: outlines + (detection?.candidates ?? []).map(\.quad))
    if quads.isEmpty {
      emptyReported.count(!prints.isEmpty)
      emptySure.count(detection?.verdict == .sure)
    } else {
      overlaps.append(chosen.overlaps.reduce(0, +) / Double(quads.count))
    }
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

  /// The mean of `overlaps`; nil if no photo has a print.
  var meanOverlap: Double? { overlaps.isEmpty ? nil : overlaps.reduce(0, +) / Double(overlaps.count) }
  /// The median of the corner errors, in pixels.
  var cornerMedian: Double? { cornerErrors.quantile(0.5) }
  /// The 95th percentile of the corner errors, in pixels.
  var corner95: Double? { cornerErrors.quantile(0.95) }
}

extension Quad {
  /// Whether the quad overlaps the region by enough to be about the same thing.
  fileprivate func lies(on region: Quad) -> Bool {
    intersectionOverUnion(region) >= 0.4 || intersectionArea(region) >= 0.8 * area
  }
}

extension [Double] {
  /// A quantile, linearly interpolated between the two nearest values as in numpy; nil if there are no values.
  ///
  /// - Parameter share: 0 for the least value, 0.5 for the median, 1 for the greatest.
  func quantile(_ share: Double) -> Double? {
    let sorted = sorted()
    guard let last = sorted.indices.last else { return nil }
    let place = share * Double(last)
    let below = Int(place)
    let above = Swift.min(below + 1, last)
    return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
  }
}
