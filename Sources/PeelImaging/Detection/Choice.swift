internal import PeelPlatform

/// Chooses the prints among refined quads: the best one, then each next one that doesn't overlap those chosen before.
struct Choice {
  struct Parameters: Sendable {
    /// Greatest fraction of the smaller of two prints that may lie under the other.
    var overlap = 0.15
    /// Greatest logarithm of the odds of a print that is partly covered, or in a photo that doesn't surely show one: 85 %,
    /// which is below `Detection.sureConfidence`.
    var greatestUnsureOdds = 1.73
    /// Least intersection over union of two outlines of which only one is offered.
    var sameCandidate = 0.97
    /// What makes a print unsure: another outline that shares this much of the covered area, whose odds are lower by less
    /// than this, as a logarithm. In 6 sets of photos, 4 of 23 wrong sure prints have one, and 12 of 756 right ones.
    var rival = (overlap: 0.8...0.965, lead: 1.0)
    /// The visible part of a covered print: the least fraction of it inside the print, and its greatest area relative to the
    /// print's.
    var piece = (within: 0.9, share: 0.9)
    /// Least `FilmFit.evidence` and `FilmFit.clean` for naming a film. 476 of 492 outlines of prints of known films have
    /// both, and none of 77 of playing cards and papers.
    var leastEvidence = 0.5
    var leastClean = 0.75
    /// Greatest error of the proportions for naming a film, as a logarithm. 99 % of 709 outlines of films that were named
    /// rightly have less; playing cards that were named pack film had 0.09.
    var greatestRatioError = 0.06
    /// The least lead of the best film, and of the best way up, over the next in `FilmFit.evidence`.
    var filmLead = 0.03
    var uprightLead = 0.08
    /// The odds that a photo shows a print at all are those of its best print, changed by what else is known. People fill
    /// the photo with what they want scanned, so the logarithm grows by `slope` times that of the share of the photo that
    /// all its prints cover, relative to `usualShare`, up to `greatestShare`. Few other things have a frame that tells
    /// which side is up; it adds `upright`. In photos that didn't train, with as many reports where there is no print,
    /// this raises the mean intersection over union of a photo's prints from 0.85 to 0.88.
    var presence = (slope: 2.0, usualShare: 0.2, greatestShare: 0.6, upright: 3.0)
    /// Prints that stand out from even ground are likelier than trees and network say: this is added to the logarithm of
    /// their odds if they are likelier than a silhouette alone makes them. In 320 drawn photos of borderless prints, 950 of
    /// 1360 prints are sure and right instead of 734, and 2 are sure and wrong instead of 1; in 448 real photos without a
    /// print, 2 are sure as before.
    var standingOut = 1.5
    /// Prints that lie alone on even ground are what the photo was taken of: the logarithm of the odds grows by up to `most`
    /// if more than `from` of what lies besides them is ground. With it, 120 of 127 drawn photos of borderless prints have a
    /// report instead of 107, 108 of 113 real photos with prints as before, and 42 of 448 real photos without instead of 38.
    var alone = (most: 1.6, from: 0.9)
  }

  /// The greatest confidence of a print that needs review.
  var greatestUnsure: Double { Self.confidence(parameters.greatestUnsureOdds) }

  private let limits: Detector.Parameters
  private let parameters: Parameters
  private let photoArea: Double
  private let ground: Ground
  /// Photo pixels along one sample of the reduced grid.
  private let scale: Double

  /// - Parameters:
  ///   - photoArea: in pixels.
  ///   - ground: the even ground around the prints.
  ///   - scale: photo pixels along one sample of the reduced grid.
  init(_ parameters: Detector.Parameters, photoArea: Double, ground: Ground = Ground(), scale: Double = 1) {
    limits = parameters
    self.parameters = parameters.choice
    (self.photoArea, self.ground, self.scale) = (photoArea, ground, scale)
  }

  /// The prints of a photo, however many and of whatever films are asked for; none if it isn't likely to show one.
  ///
  /// - Parameter refined: best first.
  func prints(of refined: [ScoredQuad]) -> [Print] {
    let prints = places(among: refined, completed: []).places.map(\.print)
    return (presence(of: prints).map(isLikely) ?? false) ? prints : []
  }

  /// - Parameters:
  ///   - refined: best first.
  ///   - completed: prints that others cover; they become candidates.
  ///   - isCovered: whether the second quad lies on the first; a covered print is never sure.
  func detection(
    of refined: [ScoredQuad], completed: [ScoredQuad] = [], isCovered: (Quad, Quad) -> Bool = { _, _ in false }
  ) -> Detection {
    var (places, others) = places(among: refined, completed: completed)
    // What is asked for decides neither whether the photo shows a print nor which prints are covered.
    let presence = presence(of: places.map(\.print))
    let isUnsure = presence.map { Self.confidence($0) < Detection.sureConfidence } ?? false
    let most = greatestUnsure
    let quads = places.map(\.print.quad)
    for i in places.indices where places[i].print.confidence > most {
      let isCovered = quads.indices.contains { $0 != i && isCovered(quads[i], quads[$0]) }
      if isUnsure || isCovered || hasRival(places[i].scored, among: others) { places[i].print.confidence = most }
    }
    places.sort { $0.print.confidence > $1.print.confidence }
    let isPresent = presence.map(isLikely) ?? false
    var prints: [Print] = []
    for place in places {
      let isOneTooMany = limits.mostPrints > 0 && prints.count >= limits.mostPrints
      if isPresent, !isOneTooMany, isAskedFor(place.print) {
        prints.append(place.print)
      } else {
        others.append(place.scored)
      }
    }
    let isSure = completed.isEmpty && prints.allSatisfy { $0.confidence >= Detection.sureConfidence }
    var detection = Detection(
      verdict: prints.isEmpty ? .none : isSure ? .sure : .review, prints: prints,
      candidates: candidates(
        among: completed, others, besides: prints.map(\.quad), greatestConfidence: isUnsure ? most : 1))
    detection.presence = presence
    return detection
  }

  /// A quad that was chosen.
  private struct Place {
    var print: Print
    let scored: ScoredQuad
  }

  /// The best quads that don't overlap, and the others.
  ///
  /// An outline without a film has its place even if a film is asked for. Otherwise a worse outline of the same thing
  /// could be chosen because it fits some film.
  private func places(
    among refined: [ScoredQuad], completed: [ScoredQuad]
  ) -> (places: [Place], others: [ScoredQuad]) {
    var (places, others): ([Place], [ScoredQuad]) = ([], [])
    for one in refined {
      let print = named(one)
      let least = places.isEmpty ? limits.leastConfidenceOfBest : limits.leastConfidence
      let isApart = places.allSatisfy { place in
        let quad = place.print.quad
        return quad.intersectionArea(one.quad) < parameters.overlap * min(one.quad.area, quad.area)
      }
      if print.confidence >= least, isApart, !completed.contains(where: { isPiece(one, of: $0) }) {
        places.append(Place(print: print, scored: one))
      } else {
        others.append(one)
      }
    }
    return (places, others)
  }

  /// Whether another outline of a print is nearly as likely, but lies on other edges.
  private func hasRival(_ one: ScoredQuad, among others: [ScoredQuad]) -> Bool {
    others.contains {
      $0.score > one.score - parameters.rival.lead
        && parameters.rival.overlap.contains($0.quad.intersectionOverUnion(one.quad))
    }
  }

  private func isAskedFor(_ print: Print) -> Bool {
    let needsFilm = limits.isFilmRequired || limits.films.count < FilmFormat.all.count
    return print.confidence >= limits.leastReported && (print.film != nil || !needsFilm)
  }

  private func candidates(
    among completed: [ScoredQuad], _ others: [ScoredQuad], besides prints: [Quad], greatestConfidence: Double
  ) -> [Candidate] {
    var candidates: [Candidate] = []
    // Covered prints first, since other outlines of the prints on top may be more likely.
    for one in completed + others.sorted(by: { odds(of: $0) > odds(of: $1) }) {
      let known = prints + candidates.map(\.quad)
      guard candidates.count < limits.candidates, Self.confidence(odds(of: one)) >= limits.leastConfidenceOffered,
        !known.contains(where: { $0.intersectionOverUnion(one.quad) > parameters.sameCandidate })
      else { continue }
      var candidate = Candidate(
        quad: one.quad.standard, confidence: min(Self.confidence(odds(of: one)), greatestConfidence))
      candidate.print = named(one)
      candidates.append(candidate)
    }
    return candidates.sorted { $0.confidence > $1.confidence }
  }

  /// Whether a photo with these odds is likely enough to show a print.
  private func isLikely(_ presence: Double) -> Bool { Self.confidence(presence) >= limits.leastPresence }

  /// The logarithm of the odds that a photo with these outlines shows a print at all; nil if there are none.
  private func presence(of prints: [Print]) -> Double? {
    let (presence, alone) = (parameters.presence, parameters.alone)
    let odds = prints.map { print in
      log(print.confidence / (1 - print.confidence)) + (print.isUpright ? presence.upright : 0)
    }
    guard let best = odds.max() else { return nil }
    let share = prints.reduce(0) { $0 + $1.quad.area } / photoArea
    let rest = ground.share(besides: prints.map { print in print.quad.map { (1 / scale) * $0 } })
    return best + presence.slope * log(min(share, presence.greatestShare) / presence.usualShare)
      + alone.most * max(0, rest - alone.from) / (1 - alone.from)
  }

  /// The logarithm of the odds that a quad is a print.
  private func odds(of one: ScoredQuad) -> Double {
    let isLikelier = one.evidence.standsOut && one.score > limits.refining.silhouetteOdds
    return one.score + (isLikelier ? parameters.standingOut : 0)
  }

  /// Whether a quad is the visible part of a covered print rather than a print.
  private func isPiece(_ one: ScoredQuad, of completed: ScoredQuad) -> Bool {
    let piece = parameters.piece
    return one.score < completed.score && one.quad.area < piece.share * completed.quad.area
      && one.quad.intersectionArea(completed.quad) > piece.within * one.quad.area
  }

  /// The probability for a logarithm of odds.
  private static func confidence(_ odds: Double) -> Double { 1 / (1 + exp(-odds)) }

  /// A print with its film and way up; each is left unknown unless the best fit leads the others clearly.
  private func named(_ one: ScoredQuad) -> Print {
    let standard = one.quad.standard
    let confidence = Self.confidence(odds(of: one))
    guard let best = one.fits.first, best.evidence > parameters.leastEvidence, best.clean > parameters.leastClean,
      abs(best.ratioError) < parameters.greatestRatioError
    else {
      return Print(quad: standard, confidence: confidence, tilt: one.tilt)
    }
    func lead(over isOther: (FilmFit) -> Bool) -> Double {
      best.evidence - (one.fits.dropFirst().filter(isOther).map(\.evidence).max() ?? 0)
    }
    let isUpright = lead(over: { $0.top != best.top }) > parameters.uprightLead
    let isNamed = lead(over: { $0.film != best.film }) > parameters.filmLead
    return Print(
      quad: isUpright ? one.quad.turned(by: QuarterTurns(best.top)) : standard,
      confidence: confidence, film: isNamed ? best.film : nil, isUpright: isUpright, tilt: one.tilt)
  }
}
