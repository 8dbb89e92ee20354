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
    segments = Segment.joined(segments, limit: parameters.segments)
    let search = QuadSearch(segments, width: planes.width, height: planes.height, parameters: parameters)
    let hypotheses = search.quads(limit: parameters.hypotheses)
    let judge = Judge(photo, planes, edges, parameters)
    let judged = judge.scored(hypotheses)
    let refinement = Refinement(photo)
    let refined = judge.refined(judged, refinement)
    var detection = Choice(parameters).detection(of: refined)
    detection.refine { refinement.refined($0, Refinement.fine(scale: Double(planes.scale)))?.quad ?? $0 }
    detection.trace = Trace(
      scale: planes.scale, segments: segments, hypotheses: hypotheses.map(\.quad), judged: judged, refined: refined)
    return detection
  }
}
