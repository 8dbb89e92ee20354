/// Finds instant prints in a photo.
///
/// A detection goes through the stages of `Stage`. Each makes a value from those of the stages before.
public struct Detector: Sendable {
  /// What to look for, and how much of it to report.
  public var parameters: Parameters
  /// What it has learned.
  package var model = Model.embedded
  /// The number of threads to use; results don't depend on it.
  public var threads = 1

  /// A detector that uses one thread.
  public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// Finds the prints in a photo. Photos of less than 8 × 8 pixels have none.
  public func detect(in photo: Photo) -> Detection { detect(in: photo) { _ in } }

  /// Least width and height of a photo to search, in pixels.
  private static let leastSide = 8

  /// Finds the prints in a photo, and reports each stage.
  ///
  /// - Parameter end: called once at the end of each stage, in their order. Not called if the photo is too small, or a page
  ///   from a flatbed.
  package func detect(in photo: Photo, observing end: (Stage) -> Void) -> Detection {
    guard photo.width >= Self.leastSide, photo.height >= Self.leastSide else { return Detection(verdict: .none) }
    if let page = FlatbedPage(photo, parameters.flatbed) { return detection(on: page, of: photo) }
    let planes = ReducedPlanes(photo, size: parameters.searchSize)
    let scale = planes.scale
    end(.planes)
    let edges = EdgePoints(planes, parameters.edges)
    end(.edges)
    let segments = Segment.joined(edges.segments(parameters.segments), limit: parameters.segments.limit)
    end(.segments)
    let shortest = parameters.smallestPrint * Double(min(planes.width, planes.height))
    let split = Segment.split(segments, shortest: shortest, limit: parameters.segments.pieces)
    let cornered = QuadSearch(
      split, width: planes.width, height: planes.height, smallestPrint: parameters.smallestPrint, parameters.quads
    ).quads()
    let regions = RegionQuads(smallestPrint: parameters.smallestPrint, parameters.regions).found(planes)
    let border = PhotoBorder(width: Double(photo.width) / scale, height: Double(photo.height) / scale)
    let hypotheses = ([border.hypothesis] + (regions.islands + regions.regions).map(\.hypothesis) + cornered)
      .map { $0.snapped(to: border, reach: parameters.borderReach) }
    end(.hypotheses)
    let search = SearchContext(
      camera: GridCamera(photo, scale: scale), colours: ColourGrid(planes), edges: edges, border: border,
      parameters: parameters, model: model, threads: threads)
    let judge = Judge(search: search, regions: regions)
    let judged = judge.judged(hypotheses)
    end(.judged)
    let refinement = Refinement(photo)
    let patches = PatchSource(planes, search.colours, border)
    let refinedJudge = RefinedJudge(search: search, judge: judge, refinement: refinement, patches: patches)
    let refined = refinedJudge.refined(judged)
    end(.refined)
    let choice = Choice(
      parameters, photoArea: Double(photo.width * photo.height), ground: regions.ground, scale: scale)
    let completion = Completion(search: search, judge: judge, refinedJudge: refinedJudge)
    let completed = completion.completed(beneath: choice.prints(of: refined), segments)
    end(.completed)
    var detection = choice.detection(
      of: refined, completed: completed.map(\.scored), isCovered: completion.isCovered)
    let chosen = detection.prints.map(\.quad)
    detection.refine(threads: threads, greatestUnsure: choice.greatestUnsure) { quad in
      let covers = completed.first { $0.scored.quad == quad }?.covers ?? .none
      guard let refined = refinement.refined(judged: quad, scale: scale, beneath: covers) else { return nil }
      guard chosen.contains(quad) else { return refined }
      return refinement.framed(refined, besides: chosen.filter { $0 != quad })
    } curl: { print, refined in
      parameters.findsCurl ? refinement.curlFit(of: print, at: refined.quad, in: photo)?.judgement(of: refined) : nil
    }
    detection.prints = detection.prints.inReadingOrder
    end(.chosen)
    detection.trace = Trace(
      scale: planes.scale, edges: edges, segments: segments, hypotheses: hypotheses, judged: judged, refined: refined,
      completed: completed.map(\.scored), patches: patches)
    return detection
  }
}
