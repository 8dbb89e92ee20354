extension Detector {
  /// What a detector looks for, and how much of it to report.
  public struct Parameters: Sendable {
    /// The films that prints can be of. With fewer than all, only prints of these are reported.
    public var films = FilmFormat.all
    /// Whether only prints of a recognised film are reported; others become candidates.
    public var isFilmRequired = false
    /// Least side of a print, as a fraction of the photo's short side, 0.02…1.
    public var smallestPrint = 0.08
    /// Maximum number of prints, most confident first; 0 for no limit.
    public var mostPrints = 0
    /// Least confidence of a print, 0…1; others become candidates. None of 10 prints beside others with 0.1 to 0.15 was
    /// right.
    public var leastConfidence = 0.15
    /// Least confidence of the best print of a photo, 0…1. If it has less, all outlines become candidates.
    package var leastConfidenceOfBest = 0.02
    /// Least confidence of a print to report, 0…1. Those with less become candidates, but still count for whether the photo
    /// shows a print at all.
    package var leastReported = 0.0
    /// Least probability, 0…1, that a photo shows a print at all; with less, all its prints become candidates.
    package var leastPresence = 0.25
    /// Maximum number of candidates.
    package var candidates = 12
    /// Least confidence of a candidate, 0…1.
    package var leastConfidenceOffered = 0.01

    /// Whether photos are taken for pages from a flatbed.
    public var flatbed = FlatbedChoice.auto

    /// Whether prints that curl are recognised; otherwise all are flat.
    public var findsCurl = true

    /// The long side of the reduced grid, in samples; smaller photos have one of their own size.
    package var searchSize = 512
    /// Sides of hypotheses within this distance of the photo's border lie on it, in samples of the reduced grid.
    var borderReach = 2.5
    var edges = EdgePoints.Parameters()
    var segments = Segment.Parameters()
    var quads = QuadSearch.Parameters()
    var regions = RegionQuads.Parameters()
    var judging = Judge.Parameters()
    var refining = RefinedJudge.Parameters()
    var alike = AlikePrints.Parameters()
    var touching = TouchingPrints.Parameters()
    var covered = Completion.Parameters()
    var choice = Choice.Parameters()

    /// The weights of the evidence on the reduced grid.
    ///
    /// Fitted on 127 rendered photos by logistic regression with a ridge. A quad counts as true if it shares 90 % of the
    /// covered area with a true print.
    package var weights = Evidence.Weights(
      bias: -26.78,
      [
        .edges: 8.37,
        .leastEdges: -2.3,
        .separated: 14.71,
        .leastSeparated: -4.07,
        .unevenness: -2.21,
        .outsideUnevenness: 2.56,
        .frameSpread: -1.5,
        .beyondCorners: -3.99,
        .picture: 10.79,
        .leastPicture: -0.66,
        .clean: 4.3,
        .ratioError: 4.31,
        .misproportion: -0.4,
        .misplacement: 3.26,
        .size: 2.08,
        .contrast: 1.46,
        .polarity: 0.02,
        .beyondPhoto: -19.48,
      ])

    /// The weights of the evidence with what the full-size photo adds.
    ///
    /// Fitted like `weights`, with 95 % of the covered area. Pairs of quads in one place also count, so that the better of
    /// two outlines of one print wins. The bias is 0.8 lower than fitted, to err on the unsure side.
    package var refinedWeights = Evidence.Weights(
      bias: -33.82,
      [
        .edges: 4.72,
        .leastEdges: -0.43,
        .separated: 6.61,
        .leastSeparated: -0.59,
        .unevenness: 0.27,
        .outsideUnevenness: 1.75,
        .frameSpread: -3.09,
        .beyondCorners: -2.34,
        .picture: 17.45,
        .leastPicture: -0.51,
        .clean: 3.12,
        .ratioError: 1.26,
        .misproportion: 5.72,
        .misplacement: 4.04,
        .size: 5.8,
        .contrast: -0.21,
        .polarity: 1.89,
        .beyondPhoto: -6.65,
        .support: 11.47,
        .leastSupport: -2.9,
        .residual: 0.17,
        .disorder: -0.62,
        .strangeShape: -11.22,
        .aroundEdges: 2.39,
        .aroundPicture: -4.09,
        .printWithin: -4.45,
        .printAcross: -1.93,
      ])

    /// Whether prints are left out that are reported by default.
    package var isSelective: Bool {
      let usual = Self()
      return isFilmRequired || films.count < usual.films.count || smallestPrint > usual.smallestPrint
        || leastConfidence > usual.leastConfidence || leastReported > usual.leastReported
        || leastConfidenceOfBest > usual.leastConfidenceOfBest || leastPresence > usual.leastPresence
    }

    /// The parameters the package was measured with.
    public init() {}
  }
}
