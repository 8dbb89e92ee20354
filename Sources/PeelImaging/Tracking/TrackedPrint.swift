/// A print as it is known over many frames.
public struct TrackedPrint: Sendable, Hashable {
  /// The same from frame to frame, and once it comes back soon after it was hidden; another for each other print.
  public var number: Int
  /// As the detector saw it best, with the corners of this frame.
  public var print: Print
  /// Mean way of its corners, as a share of its diagonal in a second.
  public var speed: Double
  /// Whether it has kept still long enough for a shot.
  public var isSteady: Bool

  public init(number: Int, print: Print, speed: Double, isSteady: Bool) {
    self.number = number
    self.print = print
    self.speed = speed
    self.isSteady = isSteady
  }
}

/// What a tracker knows of a print.
struct Track: Sendable {
  /// nil until it is sure to be a print.
  var number: Int?
  /// Searches that found it until then.
  var sightings = 0
  /// Its quad is what was last measured, before smoothing.
  var print: Print
  /// What is told.
  var shown: Quad
  var look: Look
  /// Photo pixels a second, of its middle.
  var velocity = Point(0, 0)
  var speed = Double.infinity
  /// When it was last seen.
  var seen: Double
  /// Whether all its sides were seen then.
  var isWhole = true
  /// Since when it keeps still.
  var stillSince: Double?
  /// Searches in a row that did not find it.
  var unconfirmed = 0
  /// Searches in a row that found it elsewhere.
  var disputed = 0
}

extension Tracker {
  public struct Parameters: Sendable {
    /// Long side of the small plane on which motion between frames is looked for, in samples at most.
    public var motionSize = 320
    /// How far a frame may lie off from where the last ones lead, in samples of that plane.
    public var motionReach = 6
    /// How much of what lies around a print is looked at with it, as a share of its diagonal.
    public var motionMargin = 0.1
    /// How far the sides are looked for from where the motion leads: in photo pixels, as a share of the diagonal, which
    /// turns and zoom take, and as a share of the motion, which blurs. The nearer, the less another edge is taken for one.
    public var reach = 3.0
    public var reachShare = 0.004
    public var reachMotion = 0.25
    /// As a share of the diagonal, how much farther when it was covered or one of its sides did not show.
    public var reachDoubt = 0.012
    /// Share of a side that has to show, and the share of its stations there that have to lie on a line, for the side to
    /// count; and the sum of these shares over the four sides, from which on a print counts as seen.
    public var leastVisible = 0.5
    public var leastSideSupport = 0.4
    public var leastSupport = 1.8
    /// How far a corner may move beside the others, beside a pixel: as a share of the diagonal, and of the motion.
    public var shapeChange = 0.004
    public var shapeMotion = 0.25
    /// Least correlation of what is in the print with what was there.
    public var leastLikeness: Float = 0.7
    /// Share of the look that each frame renews.
    public var renewal: Float = 0.05

    /// Seconds without being seen after which a print is no longer shown.
    public var patience = 0.1
    /// Seconds for which a print that is gone is known again.
    public var memory = 5.0

    /// Seconds between two searches of the whole frame while prints are followed; and while none is, one of them does
    /// not show whole or a search disputed it, and for some seconds after one was lost.
    public var searchPause = 1.0
    public var shortPause = 0.1
    public var lostTime = 1.0
    /// How sure the detector has to be of a new print, and from where on one search will do.
    public var leastConfidence = 0.4
    public var sureConfidence = Detection.sureConfidence
    /// Shared area of a print found by a search and one that was followed, from which on they are one.
    public var samePlace = 0.6
    /// Share of the smaller of two prints that may lie under the other, as of those of one photo.
    public var overlap = 0.15
    /// Share of the diagonal by which a search must differ from what was followed to dispute it; how sure it has to be
    /// beside the best it was before, and how often in a row it has to say so until it is believed.
    public var slip = 0.012
    public var doubt = 0.9
    public var searchesDisputed = 2
    /// Searches in a row that have to miss a followed print before it is given up.
    public var searchesMissed = 3

    /// Share of a change of shape that is taken over in a frame: tilt changes slowly, and what is measured of it is
    /// mostly noise.
    public var shapeGain = 0.25
    /// Speed, as a share of the diagonal in a second, above which motion is taken over whole; at rest, the share of it
    /// that is taken over.
    public var fullSpeed = 0.06
    public var restGain = 0.25

    /// Share of the difference by which the speed follows what was measured last.
    public var speedGain = 0.3
    /// Speed up to which a print counts as steady, as a share of its diagonal in a second, and for how long it has to.
    public var steadySpeed = 0.2
    public var steadyTime = 0.15

    public init() {}
  }
}
