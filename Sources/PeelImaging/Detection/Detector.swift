/// Finds instant prints in a photo.
public struct Detector: Sendable {
  public var parameters: Parameters
  /// On which quads are looked at; what is found is the same on any number.
  public var threads = 1

  public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// - Parameter end: Called when a stage has ended; all of them, in their order, unless the photo is too small to search.
  public func detect(in photo: Photo, observing end: (Stage) -> Void = { _ in }) -> Detection {
    guard photo.width >= 8, photo.height >= 8 else { return Detection(verdict: .none) }
    let planes = ReducedPlanes(photo, longSide: parameters.searchSize)
    end(.planes)
    let edges = EdgePoints(planes, threshold: parameters.edgeThreshold, colourGain: parameters.colourGain)
    end(.edges)
    var segments = edges.segments(
      minimumLength: parameters.shortestSegment, tolerance: parameters.straightness)
    segments = Segment.joined(segments, limit: parameters.segments)
    end(.segments)
    let search = QuadSearch(segments, width: planes.width, height: planes.height, parameters: parameters)
    let hypotheses = search.quads()
    end(.hypotheses)
    let judge = Judge(photo, planes, edges, parameters, threads: threads)
    let judged = judge.scored(hypotheses)
    end(.judged)
    let refinement = Refinement(photo)
    let refined = judge.refined(judged, refinement)
    end(.refined)
    let choice = Choice(parameters)
    var detection = choice.detection(of: refined)
    let completion = Completion(judge, edges, refinement, scale: Double(planes.scale), parameters)
    let completed = completion.completed(beneath: detection.prints, segments)
    end(.completed)
    if detection.prints.count > 1 || !completed.isEmpty {
      detection = choice.detection(
        of: refined, completed: completed.map(\.scored), isCovered: completion.isCovered)
    }
    detection.refine(threads: threads) { quad in
      let covers = completed.first { $0.scored.quad == quad }?.covers ?? .none
      return refinement.refined(quad, Refinement.fine(scale: Double(planes.scale)), beneath: covers)?.quad ?? quad
    }
    end(.chosen)
    detection.trace = Trace(
      scale: planes.scale, edges: edges, segments: segments, hypotheses: hypotheses.map(\.quad), judged: judged,
      refined: refined, completed: completed.map(\.scored))
    return detection
  }
}
