#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Chooses the prints among judged quads: the best first, then whatever does not lie on one chosen before.
struct Choice {
  private let parameters: Detector.Parameters

  init(_ parameters: Detector.Parameters) { self.parameters = parameters }

  func detection(of refined: [Scored]) -> Detection {
    var prints: [Print] = []
    var candidates: [Candidate] = []
    for one in refined {
      let confidence = 1 / (1 + exp(-one.score))
      let isApart = prints.allSatisfy {
        $0.quad.intersectionArea(one.quad) < parameters.overlap * min(one.quad.area, $0.quad.area)
      }
      let least = prints.isEmpty ? parameters.leastConfidenceAlone : parameters.leastConfidence
      let isWanted = parameters.mostPrints == 0 || prints.count < parameters.mostPrints
      if confidence >= least, isApart, isWanted {
        prints.append(named(one, confidence))
      } else if candidates.count < parameters.candidates, confidence >= parameters.leastConfidenceOffered,
        !candidates.contains(where: { $0.quad.intersectionOverUnion(one.quad) > 0.97 }),
        !prints.contains(where: { $0.quad.intersectionOverUnion(one.quad) > 0.97 })
      {
        candidates.append(Candidate(quad: one.quad, confidence: confidence))
      }
    }
    let verdict: Detection.Verdict =
      prints.isEmpty ? .none : prints.allSatisfy { $0.confidence >= 0.9 } ? .sure : .review
    return Detection(verdict: verdict, prints: prints, candidates: candidates)
  }

  /// The film and the way up, where the best fit stands clear of the others.
  private func named(_ one: Scored, _ confidence: Double) -> Print {
    let standard = one.quad.turned(by: Self.first(of: one.quad))
    guard let best = one.fits.first, best.picture > parameters.leastPicture else {
      return Print(quad: standard, confidence: confidence, tilt: one.tilt)
    }
    func lead(over isOther: (FilmFit) -> Bool) -> Double {
      best.evidence - (one.fits.dropFirst().filter(isOther).map(\.evidence).max() ?? 0)
    }
    let isUpright = lead(over: { $0.top != best.top }) > parameters.uprightLead
    let isNamed = lead(over: { $0.film != best.film }) > parameters.filmLead
    return Print(
      quad: isUpright ? one.quad.turned(by: best.top) : standard, confidence: confidence,
      film: isNamed ? best.film : nil, isUpright: isUpright, tilt: one.tilt)
  }

  /// The corner nearest the photo's top left, by x + y.
  private static func first(of quad: Quad) -> Int {
    (0..<4).min { quad.corners[$0].x + quad.corners[$0].y < quad.corners[$1].x + quad.corners[$1].y } ?? 0
  }
}
