internal import PeelPlatform

/// Chooses the prints among judged quads: the best first, then whatever does not lie on one chosen before.
struct Choice {
  private let parameters: Detector.Parameters

  init(_ parameters: Detector.Parameters) { self.parameters = parameters }

  /// - Parameters:
  ///   - completed: Prints that others cover: they are only offered.
  ///   - isCovered: Whether a quad partly lies beneath another: such a print is never sure.
  func detection(
    of refined: [Scored], completed: [Scored] = [], isCovered: (Quad, Quad) -> Bool = { _, _ in false }
  ) -> Detection {
    var prints: [Print] = []
    var others: [Scored] = []
    for one in refined {
      let confidence = Self.confidence(one.score)
      let isApart = prints.allSatisfy {
        $0.quad.intersectionArea(one.quad) < parameters.overlap * min(one.quad.area, $0.quad.area)
      }
      let least = prints.isEmpty ? parameters.leastConfidenceAlone : parameters.leastConfidence
      let isWanted = parameters.mostPrints == 0 || prints.count < parameters.mostPrints
      if confidence >= least, isApart, isWanted, !completed.contains(where: { Self.isPiece(one, of: $0) }) {
        prints.append(named(one, confidence))
      } else {
        others.append(one)
      }
    }
    let quads = prints.map(\.quad)
    let most = Self.confidence(parameters.greatestOddsOfCovered)
    for i in prints.indices where prints[i].confidence > most {
      if quads.contains(where: { isCovered(quads[i], $0) }) { prints[i].confidence = most }
    }
    prints.sort { $0.confidence > $1.confidence }
    var candidates: [Candidate] = []
    for one in (others + completed).sorted(by: { $0.score > $1.score }) {
      let isThere = quads + candidates.map(\.quad)
      guard candidates.count < parameters.candidates, Self.confidence(one.score) >= parameters.leastConfidenceOffered,
        !isThere.contains(where: { $0.intersectionOverUnion(one.quad) > 0.97 })
      else { continue }
      candidates.append(Candidate(quad: one.quad, confidence: Self.confidence(one.score)))
    }
    let verdict: Detection.Verdict =
      prints.isEmpty ? .none : completed.isEmpty && prints.allSatisfy { $0.confidence >= 0.9 } ? .sure : .review
    return Detection(verdict: verdict, prints: prints, candidates: candidates)
  }

  /// Of what shows of a covered print: share of it that lies within that print, at least, and of the print, at most.
  private static let piece = (within: 0.9, share: 0.9)

  /// Whether a quad is rather what shows of a covered print than a print.
  private static func isPiece(_ one: Scored, of completed: Scored) -> Bool {
    one.score < completed.score && one.quad.area < piece.share * completed.quad.area
      && one.quad.intersectionArea(completed.quad) > piece.within * one.quad.area
  }

  private static func confidence(_ odds: Double) -> Double { 1 / (1 + exp(-odds)) }

  /// The film and the way up, where the best fit stands clear of the others.
  private func named(_ one: Scored, _ confidence: Double) -> Print {
    let standard = one.quad.turned(by: QuarterTurns(Self.first(of: one.quad)))
    guard let best = one.fits.first, best.picture > parameters.leastPicture else {
      return Print(quad: standard, confidence: confidence, tilt: one.tilt)
    }
    func lead(over isOther: (FilmFit) -> Bool) -> Double {
      best.evidence - (one.fits.dropFirst().filter(isOther).map(\.evidence).max() ?? 0)
    }
    let isUpright = lead(over: { $0.top != best.top }) > parameters.uprightLead
    let isNamed = lead(over: { $0.film != best.film }) > parameters.filmLead
    return Print(
      quad: isUpright ? one.quad.turned(by: QuarterTurns(best.top)) : standard, confidence: confidence,
      film: isNamed ? best.film : nil, isUpright: isUpright, tilt: one.tilt)
  }

  /// The corner nearest the photo's top left, by x + y.
  private static func first(of quad: Quad) -> Int {
    (0..<4).min { quad.corners[$0].x + quad.corners[$0].y < quad.corners[$1].x + quad.corners[$1].y } ?? 0
  }
}
