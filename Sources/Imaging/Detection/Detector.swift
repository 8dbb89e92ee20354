#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Finds instant prints in a photo.
public struct Detector: Sendable {
  public var parameters: Parameters

  public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

  public func detect(in photo: Photo) -> Detection {
    guard photo.width >= 8, photo.height >= 8 else { return Detection(verdict: .none) }
    let planes = ReducedPlanes(photo, longSide: parameters.searchSize)
    let edges = EdgePoints(planes, threshold: parameters.edgeThreshold, colourGain: parameters.colourGain)
    var segments = edges.segments(
      minimumLength: parameters.shortestSegment, tolerance: parameters.straightness)
    segments.sort { $0.length * $0.strength.squareRoot() > $1.length * $1.strength.squareRoot() }
    segments = Array(segments.prefix(parameters.segments))
    let search = QuadSearch(segments, width: planes.width, height: planes.height, parameters: parameters)
    let hypotheses = search.quads(limit: parameters.hypotheses)
    let judge = Judge(photo, planes, edges, parameters)
    let scored = judge.scored(hypotheses)
    let k = Double(planes.scale)
    let refinement = Refinement(photo)
    var prints: [Print] = []
    var candidates: [Candidate] = []
    for one in scored.prefix(40) {
      let rough = one.quad.map { k * $0 }
      let confidence = 1 / (1 + exp(-one.score))
      let quad = refinement.refined(rough, reach: 1.5 * k + 2)?.quad ?? rough
      let isApart = prints.allSatisfy { $0.quad.intersectionArea(quad) < parameters.overlap * min(quad.area, $0.quad.area) }
      if one.score > 0, isApart {
        prints.append(Print(quad: quad, confidence: confidence, film: one.fit?.film))
      } else if candidates.count < 8 {
        candidates.append(Candidate(quad: quad, confidence: confidence))
      }
    }
    return Detection(
      verdict: prints.isEmpty ? .none : .review, prints: prints, candidates: candidates, scored: scored)
  }
}
