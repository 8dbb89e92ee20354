/// A print followed over many frames.
package struct TrackedPrint: Sendable, Hashable {
  /// The print's number. It stays the same from frame to frame, also if the print was hidden for a short time. No other
  /// print has it.
  package var number: Int
  /// The detector's best result for the print, with the corners of this frame.
  package var print: Print
  /// The mean speed of the print's corners, in diagonals per second.
  package var speed: Double
  /// Whether the print has been still long enough for a shot.
  package var isSteady: Bool

  /// A print in a frame.
  package init(number: Int, print: Print, speed: Double, isSteady: Bool) {
    self.number = number
    self.print = print
    self.speed = speed
    self.isSteady = isSteady
  }
}

/// What a tracker knows about a print.
struct Track: Sendable {
  /// The print's number; nil until the print is sure.
  var number: Int?
  /// The number of searches that have found it.
  var finds = 0
  /// The print. Its quad is the last measured one, before smoothing.
  var print: Print
  /// The smoothed quad.
  var shown: Quad
  var look: Look
  /// The speed of its centre, in photo pixels per second.
  var velocity = Point(0, 0)
  var speed = Double.infinity
  /// The time at which it was last seen, in seconds.
  var seen: Double
  /// Whether all its sides were seen at that time.
  var isWhole = true
  /// The time since which it has been still, in seconds; nil if it moves.
  var stillSince: Double?
  /// The number of searches in a row, up to the last one, that didn't find it.
  var unconfirmed = 0
  /// The number of searches in a row, up to the last one, that found it elsewhere.
  var disputed = 0
}

extension Tracker {
  /// How prints are followed. Times are in seconds.
  package struct Parameters: Sendable {
    /// The most samples along the long side of the small plane on which motion is measured.
    package var motionSize = 320
    /// How far a frame's motion may be off the motion predicted from earlier frames, in samples of that plane.
    package var motionReach = 6
    /// The surroundings of a print that are compared along with it, as a share of its diagonal.
    package var motionMargin = 0.1
    /// How far from the predicted position the sides are searched for, in photo pixels. With a smaller value, other edges
    /// are less often taken for sides.
    package var reach = 3.0
    /// The addition to `reach` for rotation and zoom, as a share of the diagonal.
    package var reachShare = 0.004
    /// The addition to `reach` for motion blur, as a share of the motion.
    package var reachMotion = 0.25
    /// The addition to `reach` if the print was covered or one of its sides wasn't seen, as a share of the diagonal.
    package var reachDoubt = 0.012
    /// The stations on each side in the rough and in the fine pass.
    var roughStations = 20
    var fineStations = 40
    /// How far the fine pass searches, as a share of the rough one's reach, and the least reach, in photo pixels.
    var fineReach = 0.4
    var leastFineReach = 3.0
    /// The least share of a side that must be visible for the side to count.
    package var leastVisible = 0.5
    /// The least share of a visible side's stations that must lie on a line for the side to count.
    package var leastSideSupport = 0.4
    /// The least sum of these shares over the four sides for the print to count as seen.
    package var leastSupport = 1.8
    /// How far a corner may move relative to the others, beyond a pixel, as a share of the diagonal.
    package var shapeChange = 0.004
    /// The addition to `shapeChange`, as a share of the motion.
    package var shapeMotion = 0.25
    /// The least correlation of the print's content with its previous content.
    package var leastLikeness: Float = 0.7
    /// The share of the look that each frame renews.
    package var renewal: Float = 0.05

    /// The seconds without being seen after which a print is no longer reported.
    package var patience = 0.1
    /// The seconds for which a lost print is recognised again.
    package var memory = 5.0

    /// The seconds between two searches of the whole frame while all prints are followed.
    package var searchPause = 1.0
    /// The seconds between two searches otherwise: if no print is followed, one isn't seen whole, or a search disputed
    /// one.
    package var shortPause = 0.1
    /// The seconds after a print was lost for which `shortPause` applies.
    package var lostTime = 1.0
    /// The least confidence of a new print.
    package var leastConfidence = 0.4
    /// The confidence from which a single search is enough to number a print.
    package var sureConfidence = Detection.sureConfidence
    /// The intersection over union from which a found print and a followed one are the same.
    package var samePlace = 0.6
    /// The greatest share of the smaller of two prints that may lie under the other.
    package var overlap = 0.15
    /// The difference, as a share of the diagonal, from which a search disputes the followed position.
    package var slip = 0.012
    /// The least confidence of a disputing search, relative to the print's best one.
    package var doubt = 0.9
    /// The disputing searches in a row from which the new position is believed.
    package var searchesDisputed = 2
    /// The searches in a row that must miss a followed print before it is dropped.
    package var searchesMissed = 3

    /// The share of a change of shape that each frame takes over. Tilt changes slowly, and most of the measured change
    /// is noise.
    package var shapeGain = 0.25
    /// The speed, in diagonals per second, from which each frame takes over all of the motion.
    package var fullSpeed = 0.06
    /// The share of the motion of a print at rest that each frame takes over.
    package var restGain = 0.25

    /// The share of the difference by which the speed follows the last measurement.
    package var speedGain = 0.3
    /// The greatest speed of a steady print, in diagonals per second.
    package var steadySpeed = 0.2
    /// The seconds for which a print must be that slow to be steady.
    package var steadyTime = 0.15

    /// The parameters that `peel live` uses.
    package init() {}
  }
}
