/// Finds instant prints in a photo.
public struct Detector: Sendable {
  public var parameters: Parameters

  public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

  public func detect(in photo: Photo) -> Detection {
    let planes = ReducedPlanes(photo, longSide: parameters.searchSize)
    let edges = EdgePoints(planes, threshold: parameters.edgeThreshold, colourGain: parameters.colourGain)
    var segments = edges.segments(
      minimumLength: parameters.shortestSegment, tolerance: parameters.straightness)
    segments.sort { $0.length * $0.strength.squareRoot() > $1.length * $1.strength.squareRoot() }
    segments = Array(segments.prefix(parameters.segments))
    let search = QuadSearch(segments, width: planes.width, height: planes.height, parameters: parameters)
    let hypotheses = search.quads(limit: parameters.hypotheses)
    let k = Double(planes.scale)
    return Detection(
      verdict: .review,
      candidates: hypotheses.map { Candidate(quad: $0.quad.map { k * $0 }, confidence: $0.coverage) })
  }
}
