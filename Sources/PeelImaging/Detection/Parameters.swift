extension Detector {
  /// What can be set of the search. Lengths are samples of the reduced grid unless they say otherwise.
  public struct Parameters: Sendable {
    /// Long side of the reduced planes at most, in samples.
    public var searchSize = 640
    /// Least change over a sample that makes an edge, in sixteenths of a level.
    public var edgeThreshold: Float = 14
    /// How many times a colour difference counts beside luma.
    public var colourGain: Float = 1.5
    /// Shorter segments are dropped.
    public var shortestSegment = 9.0
    /// How far an edge point may lie from its segment.
    public var straightness = 1.2
    /// Segments kept, the longest and strongest first.
    public var segments = 500
    /// Sine of the narrowest corner, in the photo.
    public var smallestCornerSine = 0.5
    /// How far an end may be from the corner it makes: samples, or a share of its segment, whichever is more.
    public var cornerReach = 12.0
    public var cornerReachShare = 0.5
    /// How far beyond the corner a segment may go on, as a share of its length.
    public var cornerOvershootShare = 0.3
    public var cornersPerEnd = 20
    /// Longest to shortest side at most: an Instax Mini at 45° has 2.2.
    public var greatestElongation = 2.6
    /// Shortest side of a print as a share of the photo's short side.
    public var smallestPrint = 0.08
    /// What speaks for a quad of segments beside the share of its sides that they cover: how far they go on beyond the
    /// corners, as shares of the sides (tiles and cloth do), whether all are brighter inside or all outside (1, else
    /// less), the root of the share of the photo (a picture lies in a print), and a side that had to be guessed. Fitted
    /// on pairs of quads in one place, one of them a true print.
    public var promise = (overhang: 3.0, agreement: 0.65, size: 0.65, guess: 0.15)
    /// Quads of segments that are ranked place by place, the most promising first: of tiles and cloth there may be tens
    /// of thousands.
    public var quads = 4800
    /// Of those, quads whose pixels are looked at.
    public var hypotheses = 400
    /// Of those, how many at most in one place.
    public var hypothesesInOnePlace = 16
    /// The best covered of them that may be pictures, whose prints are looked for around them.
    public var pictures = 80
    /// Share of a few places along such a print's sides that must have an edge for it to be looked at: up to 0.6 no
    /// print is lost.
    public var leastGlance = 0.6
    /// Promise of edges alone (about 0…2) below which a quad is not looked at.
    public var leastPromise = 0.55
    /// Quads whose pixels and frame are looked at.
    public var judged = 240
    /// Of those, how many at most in one place.
    public var judgedInOnePlace = 12
    /// What the evidence of the reduced grid counts, fitted on 127 photos with known prints: logistic regression with
    /// a ridge, true where the quad and a true print share 90 % of the area they cover.
    public var weights = Evidence.Weights(
      values: [
        8.37, -2.3, 14.71, -4.07, -2.21, 2.56, -1.5, -3.99, 10.79, -0.66, 4.3, 4.31, -0.4, 3.26, 2.08, 1.46, 0.02,
        -19.48,
      ], bias: -26.78)
    /// Least score, as if no film had such a frame, of quads whose frame is looked at: of 1629 that were true two had
    /// less, of all a sixth has.
    public var leastScoreUnframed = -8.5
    /// Hypotheses that are laid on the full-size photo.
    public var refined = 80
    /// Least score of those; of 209 true prints none had less than -0.7. The best few are laid whatever they score.
    public var leastScore = -2.5
    public var refinedAlways = 4
    public var refinedInOnePlace = 6
    /// The same with what the full-size photo adds, true from 95 %; pairs of quads in one place count too, so that the
    /// better of two outlines of one print wins. The bias is 0.8 lower than fitted: rather unsure than wrong.
    public var refinedWeights = Evidence.Weights(
      values: [
        4.72, -0.43, 6.61, -0.59, 0.27, 1.75, -3.09, -2.34, 17.45, -0.51, 3.12, 1.26, 5.72, 4.04, 5.8, -0.21, 1.89,
        -6.65, 11.47, -2.9, 0.17, -0.62, -11.22, 2.39, -4.09, -4.45, -1.93,
      ], bias: -33.82)
    /// The films that prints can be of.
    public var films = FilmFormat.all
    /// Prints at least as sure as this tell what they cover.
    public var leastConfidenceOfCover = 0.9
    /// Logarithm of the odds that what may lie beneath a cover is a print, before any of it is seen: of 565 placements
    /// laid on 111 photos 11 were.
    public var oddsOfCovered = -4.0
    /// By how much they rise for a print of its neighbour's film: of three Instax films one side is as long.
    public var oddsOfNeighboursFilm = 2.0
    /// Those of a print that is offered: none of 13 true ones had less than -1.1, and no other more than -3.5.
    public var leastOddsOfCovered = -3.0
    /// A covered print is never surer: 85 %.
    public var greatestOddsOfCovered = 1.73
    /// Prints completed in a photo at most.
    public var completed = 8
    /// Share of the smaller of two prints from which on one lies on the other.
    public var leastOverlap = 0.01
    /// Share of the smaller of two prints that may lie under the other.
    public var overlap = 0.15

    /// Prints chosen at most; 0 for all.
    public var mostPrints = 0
    /// Prints less sure than this are only offered.
    public var leastConfidence = 0.3
    /// The best quad of a photo that has none of these is a print for review from here on.
    public var leastConfidenceAlone = 0.03
    /// Others offered, and how sure they must be at least.
    public var candidates = 8
    public var leastConfidenceOffered = 0.01
    /// Least share of the picture's outline that must show before a film is named.
    public var leastPicture = 0.5
    /// By how much the best film, and the best way up, must lead.
    public var filmLead = 0.03
    public var uprightLead = 0.08

    public init() {}

    func shortestSide(in bounds: (width: Double, height: Double)) -> Double {
      smallestPrint * min(bounds.width, bounds.height)
    }
  }
}
