/// Follows the prints of a video from frame to frame.
///
/// The whole frame is searched only from time to time. In between, each print's position is predicted from the motion of
/// the picture around it, and its sides are fitted to the edges there, as the detector does.
package struct Tracker: Sendable {
  /// How prints are followed.
  package var parameters: Parameters
  let detector: Detector

  /// The range that the seconds between two frames are clamped to, in case a clock jumps.
  private static let pauses = 1e-3...1
  /// The most by which rounding changes a time, in seconds.
  static let timeError = 1e-6
  /// The profiles averaged at a station in the rough and in the fine pass.
  private static let taps = (rough: 2, fine: 4)
  /// The least diagonal of a print that is followed, in photo pixels.
  private static let leastDiagonal = 1.0
  /// How far a corner may move relative to the others in any print, in photo pixels.
  private static let leastShapeChange = 1.0

  var tracks: [Track] = []
  /// The last frame's small plane, on which motion is measured, and the photo pixels per sample.
  private var small: (plane: Plane<Int16>, scale: Double)?
  private var size = (width: 0, height: 0)
  /// The last frame's time, in seconds.
  var time = 0.0
  /// The time of the last search, in seconds.
  var searched = -Double.infinity
  /// The number of the next new print.
  var next = 1

  /// A tracker before its first frame.
  ///
  /// - Parameters:
  ///   - detector: the detector that searches whole frames.
  ///   - parameters: how prints are followed.
  package init(_ detector: Detector = Detector(), _ parameters: Parameters = Parameters()) {
    self.detector = detector
    self.parameters = parameters
  }

  /// Finds the prints of the next frame.
  ///
  /// - Parameters:
  ///   - frame: the frame.
  ///   - time: the frame's time in seconds, later than that of the previous one.
  /// - Returns: The prints, those known longest first.
  package mutating func track(_ frame: Photo, at time: Double) -> [TrackedPrint] {
    if (frame.width, frame.height) != size { forget() }
    size = (frame.width, frame.height)
    let small = Self.small(frame, parameters.motionSize)
    let pause = min(max(time - self.time, Self.pauses.lowerBound), Self.pauses.upperBound)
    self.time = time
    if let before = self.small {
      let motion = Motion(from: before.plane, to: small.plane, scale: small.scale, parameters, pause: pause)
      let refinement = Refinement(frame)
      for i in tracks.indices { follow(&tracks[i], motion, refinement, small) }
      dropDuplicates()
    }
    self.small = small
    if isSearchDue { search(frame, small) }
    tracks.removeAll { time - $0.seen > ($0.number == nil ? parameters.patience : parameters.memory) }
    return tracks.compactMap { track in
      guard let number = track.number, time - track.seen <= parameters.patience else { return nil }
      var print = track.print
      print.quad = track.shown
      let isSteady = track.stillSince.map { time - $0 >= parameters.steadyTime } ?? false
      return TrackedPrint(
        number: number, print: print, speed: track.speed, isSteady: isSteady && track.seen == time)
    }
  }

  private mutating func forget() {
    tracks = []
    small = nil
    searched = -.infinity
  }

  private static func small(_ frame: Photo, _ longSide: Int) -> (plane: Plane<Int16>, scale: Double) {
    let level = frame.halvings(toLongSide: longSide)
    return (frame.luma.reduced(across: level, down: level), Double(1 << level))
  }

  // MARK: From frame to frame

  private func follow(
    _ track: inout Track, _ motion: Motion, _ refinement: Refinement, _ small: (plane: Plane<Int16>, scale: Double)
  ) {
    let isHidden = track.seen < time - 2 * motion.pause - Self.timeError
    let shift = isHidden ? motion.overall : motion(of: track)
    let predicted = track.print.quad.map { $0 + shift }
    // A side that was only predicted may be off, because the others predicted it.
    let doubt = isHidden || !track.isWhole ? parameters.reachDoubt * predicted.diagonal : 0
    guard
      let measured = measured(predicted, moved: shift.length, doubt: doubt, refinement, small, track.look)
    else {
      // A hidden print moves with the table it lies on.
      track.print.quad = predicted
      track.shown = track.shown.map { $0 + shift }
      track.stillSince = nil
      return
    }
    if isHidden {
      track.shown = measured.quad
      track.speed = .infinity
    }
    let last = track.shown
    track.velocity = (1 / motion.pause) * (measured.quad.centre - track.print.quad.centre)
    track.print.quad = measured.quad
    track.look.follow(measured.look, by: parameters.renewal)
    track.shown = smoothed(measured.quad, after: last, pause: motion.pause)
    track.seen = time
    track.isWhole = measured.isWhole
    let way = zip(track.shown.corners, last.corners).reduce(0) { $0 + $1.0.distance(to: $1.1) / 4 }
    let speed = way / last.diagonal / motion.pause
    track.speed = track.speed.isFinite ? track.speed + parameters.speedGain * (speed - track.speed) : speed
    track.stillSince = track.speed > parameters.steadySpeed ? nil : track.stillSince ?? time
  }

  /// Drops each print that lies where a longer known one is seen again: it was taken for a new print while that one was
  /// covered.
  private mutating func dropDuplicates() {
    for i in tracks.indices.reversed() where tracks[i].seen == time {
      let quad = tracks[i].print.quad
      if tracks[..<i].contains(where: {
        $0.seen == time && $0.print.quad.intersectionOverUnion(quad) > parameters.samePlace
      }) {
        tracks.remove(at: i)
      }
    }
  }

  /// Fits the sides near a predicted position; nil if they aren't visible or the content is different.
  ///
  /// - Parameters:
  ///   - predicted: the predicted outline, in photo pixels.
  ///   - moved: how far the picture has moved, in pixels.
  ///   - doubt: how much more the prediction may be off, in pixels.
  ///   - refinement: fits sides to the frame's edges.
  ///   - small: the frame's small plane.
  ///   - look: the print's previous look.
  private func measured(
    _ predicted: Quad, moved: Double, doubt: Double, _ refinement: Refinement,
    _ small: (plane: Plane<Int16>, scale: Double), _ look: Look
  ) -> (quad: Quad, look: Look, isWhole: Bool)? {
    let diagonal = predicted.diagonal
    let reach = parameters.reach + parameters.reachShare * diagonal + parameters.reachMotion * moved + doubt
    let passes = [
      Refinement.Pass(
        reach: reach, Refinement.Density(stations: parameters.roughStations, taps: Self.taps.rough), bend: .none),
      Refinement.Pass(
        reach: max(parameters.leastFineReach, parameters.fineReach * reach),
        Refinement.Density(stations: parameters.fineStations, taps: Self.taps.fine), bend: .arch),
    ]
    guard diagonal > Self.leastDiagonal, let refined = refinement.refined(predicted, passes) else { return nil }
    let sides = Quad.Side.allCases.map { side in
      let (visible, support) = (refined.visible[side.rawValue], refined.support[side.rawValue])
      return visible >= parameters.leastVisible && support >= parameters.leastSideSupport ? support : 0
    }
    let change = Self.leastShapeChange + parameters.shapeChange * diagonal + parameters.shapeMotion * moved + doubt
    guard let quad = assembled(refined.quad, near: predicted, sides, change: change) else { return nil }
    guard let seen = Look(quad.map { (1 / small.scale) * $0 }, in: small.plane),
      seen.likeness(to: look) >= parameters.leastLikeness
    else { return nil }
    return (quad, seen, sides.allSatisfy { $0 > 0 })
  }

  /// The quad from the sides that were found, with predicted sides for the rest; nil if too few were found or the shape
  /// changes too much.
  ///
  /// - Parameters:
  ///   - found: the outline with the sides that were found.
  ///   - predicted: the predicted outline.
  ///   - support: each side's support, 0 if the side wasn't found.
  ///   - limit: how far a corner may move relative to the others, in pixels.
  private func assembled(
    _ found: Quad, near predicted: Quad, _ support: [Double], change limit: Double
  ) -> Quad? {
    /// The quad with some of the found sides, and how much its shape changes.
    func quad(with sides: [Int]) -> (quad: Quad, change: Double)? {
      guard sides.reduce(0, { $0 + support[$1] }) >= parameters.leastSupport else { return nil }
      // If the corners between found sides have moved, the other sides have moved too.
      let known = (0..<4).filter { sides.contains($0) && sides.contains(($0 + 3) % 4) }
      let moved = known.reduce(Point(0, 0)) { $0 + found.corners[$1] - predicted.corners[$1] }
      let shift = (1 / Double(max(1, known.count))) * moved
      let lines = Quad.Side.allCases.map { side in
        let (from, to) = sides.contains(side.rawValue) ? found[side] : predicted.map { $0 + shift }[side]
        return Line(through: from, to)
      }
      guard let quad = Quad(crossingSides: lines), quad.isConvex else { return nil }
      let same = Similarity(from: predicted, to: quad)
      return (quad, zip(predicted.corners, quad.corners).map { same($0).distance(to: $1) }.reduce(0, max))
    }
    let sides = support.indices.filter { support[$0] > 0 }
    if let all = quad(with: sides), all.change <= limit { return all.quad }
    // One side may have been fitted to a finger, or to another edge beside it.
    let best = sides.compactMap { side in quad(with: sides.filter { $0 != side }) }.min { $0.change < $1.change }
    return best.flatMap { $0.change <= limit ? $0.quad : nil }
  }

  /// Smooths an outline. Motion as a whole is followed at once, except for the jitter of a print at rest; changes of
  /// shape are followed slowly.
  private func smoothed(_ measured: Quad, after last: Quad, pause: Double) -> Quad {
    let motion = Similarity(from: last, to: measured)
    let moved = last.map { motion($0) }
    let way = zip(moved.corners, last.corners).reduce(0) { $0 + $1.0.distance(to: $1.1) / 4 }
    let speed = way / last.diagonal / pause
    let gain = min(1, parameters.restGain + (1 - parameters.restGain) * speed / parameters.fullSpeed)
    return Quad(
      zip(zip(last.corners, moved.corners), measured.corners).map { corners, measured in
        corners.0 + gain * (corners.1 - corners.0) + parameters.shapeGain * (measured - corners.1)
      }) ?? measured
  }
}

extension Photo {
  /// The print with its sides, and its curl if it has one, fitted to the photo's edges to a fraction of a pixel, as the
  /// detector does; unchanged if they don't form a convex quad.
  ///
  /// - Parameters:
  ///   - print: the print.
  ///   - reach: how far its sides may be off, in pixels.
  package func settled(_ print: Print, reach: Double) -> Print {
    var settled = print
    let refinement = Refinement(self)
    guard let refined = refinement.refined(print.quad, Refinement.fine(reach: reach)) else { return print }
    settled.quad = refined.quad
    if print.curl != nil,
      let found = refinement.curlFit(of: print, at: refined.quad, in: self)?.judgement(of: refined).curled
    {
      (settled.quad, settled.curl) = (found.quad, found.curl)
    }
    return settled
  }
}

extension Quad {
  /// The length of the longer diagonal.
  var diagonal: Double { max(corners[0].distance(to: corners[2]), corners[1].distance(to: corners[3])) }
}
