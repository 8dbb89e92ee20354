/// Follows the prints of a video from frame to frame. The whole frame is searched only now and then; in between each
/// print is taken where the picture about it has moved, and its sides are laid on the edges there, as the detector does.
public struct Tracker: Sendable {
  public var parameters: Parameters
  private let detector: Detector

  private var tracks: [Track] = []
  private var small: (plane: Plane<Int16>, scale: Double)?
  private var size = (width: 0, height: 0)
  private var time = 0.0
  private var searched = -Double.infinity
  private var next = 1

  public init(_ detector: Detector = Detector(), _ parameters: Parameters = Parameters()) {
    self.detector = detector
    self.parameters = parameters
  }

  /// The prints of the next frame, first those that are known longest.
  ///
  /// - Parameter time: of the frame, in seconds, later than that of the one before.
  public mutating func track(_ frame: Photo, at time: Double) -> [TrackedPrint] {
    if (frame.width, frame.height) != size { forget() }
    size = (frame.width, frame.height)
    let small = Self.small(frame, parameters.motionSize)
    let pause = min(max(time - self.time, 1e-3), 1)
    self.time = time
    if let before = self.small {
      let motion = Motion(from: before.plane, to: small.plane, scale: small.scale, parameters, pause: pause)
      let refinement = Refinement(frame)
      for i in tracks.indices { follow(&tracks[i], motion, refinement, small) }
      dropDoubles()
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
    var level = 0
    while max(frame.width, frame.height) >> level > longSide { level += 1 }
    return (frame.luma.reduced(across: level, down: level), Double(1 << level))
  }

  // MARK: from frame to frame

  private func follow(
    _ track: inout Track, _ motion: Motion, _ refinement: Refinement, _ small: (plane: Plane<Int16>, scale: Double)
  ) {
    let isHidden = track.seen < time - 2 * motion.pause - 1e-6
    let shift = isHidden ? motion.ofAll : motion.of(track)
    let predicted = track.print.quad.map { $0 + shift }
    // Where a side was only guessed at, the others may have led it astray.
    let doubt = isHidden || !track.isWhole ? parameters.reachDoubt * predicted.diagonal : 0
    guard
      let measured = measured(predicted, moved: shift.length, doubt: doubt, refinement, small, track.look)
    else {
      // Where the table goes, what is hidden on it goes too.
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
    track.velocity = (1 / motion.pause) * (measured.quad.center - track.print.quad.center)
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

  /// What took the place of a print while it was covered goes when that is seen again.
  private mutating func dropDoubles() {
    for i in tracks.indices.reversed() where tracks[i].seen == time {
      let quad = tracks[i].print.quad
      if tracks[..<i].contains(where: {
        $0.seen == time && $0.print.quad.intersectionOverUnion(quad) > parameters.samePlace
      }) {
        tracks.remove(at: i)
      }
    }
  }

  /// The sides' own place near a predicted one; nil where they do not show, or where something else is within.
  ///
  /// - Parameters:
  ///   - moved: how far the picture has, in pixels.
  ///   - doubt: how much more the prediction may be off than such a motion makes it, in pixels.
  private func measured(
    _ predicted: Quad, moved: Double, doubt: Double, _ refinement: Refinement,
    _ small: (plane: Plane<Int16>, scale: Double), _ look: Look
  ) -> (quad: Quad, look: Look, isWhole: Bool)? {
    let diagonal = predicted.diagonal
    let reach = parameters.reach + parameters.reachShare * diagonal + parameters.reachMotion * moved + doubt
    let passes = [
      Refinement.Pass(reach: reach, stations: 20, taps: 2, bend: .none),
      Refinement.Pass(reach: max(3, 0.4 * reach), stations: 40, taps: 4, bend: .arch),
    ]
    guard diagonal > 1, let refined = refinement.refined(predicted, passes) else { return nil }
    let sides = Quad.Side.allCases.map { side in
      let (visible, support) = (refined.visible[side.rawValue], refined.support[side.rawValue])
      return visible >= parameters.leastVisible && support >= parameters.leastSideSupport ? support : 0
    }
    let change = 1 + parameters.shapeChange * diagonal + parameters.shapeMotion * moved + doubt
    guard let quad = assembled(refined.quad, near: predicted, sides, change: change) else { return nil }
    guard let seen = Look(quad.map { (1 / small.scale) * $0 }, in: small.plane),
      seen.likeness(to: look) >= parameters.leastLikeness
    else { return nil }
    return (quad, seen, sides.allSatisfy { $0 > 0 })
  }

  /// Of the sides that were found, with those predicted in place of others; nil where too few are left, or where they
  /// make another shape.
  ///
  /// - Parameters:
  ///   - support: of each side, 0 where it was not found.
  ///   - change: that is let pass of a corner beside the others, in pixels.
  private func assembled(
    _ found: Quad, near predicted: Quad, _ support: [Double], change limit: Double
  ) -> Quad? {
    /// How much the shape changes with it.
    func quad(with sides: [Int]) -> (quad: Quad, change: Double)? {
      guard sides.reduce(0, { $0 + support[$1] }) >= parameters.leastSupport else { return nil }
      // Where the corners between sides that were found have gone, the other sides have, too.
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
    // One of them may have been taken in by a finger, or by another edge beside it.
    let best = sides.compactMap { side in quad(with: sides.filter { $0 != side }) }.min { $0.change < $1.change }
    return best.flatMap { $0.change <= limit ? $0.quad : nil }
  }

  /// Motion as a whole is followed at once, but for what a print at rest seems to move by; changes of shape slowly.
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

  // MARK: searching the whole frame

  private var isSearchDue: Bool {
    let isFollowing = tracks.contains { $0.seen == time }
    let isUnsure = tracks.contains {
      $0.number == nil || $0.disputed > 0 || !$0.isWhole || $0.seen < time && time - $0.seen < parameters.lostTime
    }
    let pause = isFollowing && !isUnsure ? parameters.searchPause : parameters.shortPause
    return time - searched >= pause - 1e-6
  }

  private mutating func search(_ frame: Photo, _ small: (plane: Plane<Int16>, scale: Double)) {
    searched = time
    let detection = detector.detect(in: frame)
    var found = Set<Int>()
    for print in detection.prints {
      guard let look = Look(print.quad.map { (1 / small.scale) * $0 }, in: small.plane) else { continue }
      if let place = tracks.indices.first(where: { isSame(print, look, tracks[$0]) }) {
        if found.insert(place).inserted { confirm(&tracks[place], print, look) }
      } else if print.confidence >= parameters.leastConfidence, isFree(print.quad) {
        if let (place, turn) = known(look), found.insert(place).inserted {
          tracks[place].print = print.turned(by: turn)
          tracks[place].restart(at: time)
        } else {
          tracks.append(Track(print: print, shown: print.quad, look: look, seen: time))
          found.insert(tracks.count - 1)
        }
      }
    }
    for place in tracks.indices where found.contains(place) && tracks[place].number == nil {
      tracks[place].sightings += 1
      guard tracks[place].print.confidence >= parameters.sureConfidence || tracks[place].sightings > 1 else { continue }
      tracks[place].number = next
      next += 1
    }
    for place in tracks.indices where !found.contains(place) {
      let quad = tracks[place].print.quad
      let isOffered = detection.candidates.contains {
        $0.quad.intersectionOverUnion(quad) > parameters.samePlace
      }
      tracks[place].unconfirmed = isOffered ? 0 : tracks[place].unconfirmed + 1
    }
    tracks.removeAll { $0.unconfirmed >= ($0.number == nil ? 1 : parameters.searchesMissed) && $0.seen == time }
  }

  /// Whether a print that was found is one that is followed, or was a moment ago.
  private func isSame(_ print: Print, _ look: Look, _ track: Track) -> Bool {
    guard print.quad.intersectionOverUnion(track.print.quad) > parameters.samePlace else { return false }
    let turn = print.quad.quarters(to: track.print.quad)
    return track.seen == time
      || time - track.seen <= parameters.patience
        && look.turned(by: turn).likeness(to: track.look) >= parameters.leastLikeness
  }

  /// Whether no followed print lies there.
  private func isFree(_ quad: Quad) -> Bool {
    tracks.allSatisfy { track in
      track.seen < time
        || track.print.quad.intersectionArea(quad) < parameters.overlap * min(quad.area, track.print.quad.area)
    }
  }

  /// A print that was lost and looks like this, and how this one is turned beside it.
  private func known(_ look: Look) -> (place: Int, turn: Int)? {
    var best: (place: Int, turn: Int, likeness: Float)?
    for place in tracks.indices where tracks[place].seen < time {
      for turn in 0..<4 {
        let likeness = look.turned(by: turn).likeness(to: tracks[place].look)
        if likeness >= parameters.leastLikeness, likeness > best?.likeness ?? 0 { best = (place, turn, likeness) }
      }
    }
    return best.map { ($0.place, $0.turn) }
  }

  /// What a search says of a print that is followed.
  private func confirm(_ track: inout Track, _ print: Print, _ look: Look) {
    let turn = print.quad.quarters(to: track.print.quad)
    let look = print.isUpright ? look : look.turned(by: turn)
    let print = print.isUpright ? print : print.turned(by: turn)
    let wasSeen = track.seen == time
    if print.isUpright, turn != 0 {
      // It is now known which side is up: name the corners anew.
      let back = (4 - turn) % 4
      track.print.quad = track.print.quad.turned(by: back)
      track.shown = track.shown.turned(by: back)
      track.look = track.look.turned(by: back)
    }
    track.unconfirmed = 0
    let quad = track.print.quad
    if wasSeen, print.quad.distance(to: quad) < parameters.slip * quad.diagonal {
      track.disputed = 0
      // What was once seen well stays known.
      guard print.confidence >= track.print.confidence else { return }
      track.print = print
      track.print.quad = quad
    } else if !wasSeen || print.confidence >= parameters.doubt * track.print.confidence {
      track.disputed += 1
      guard !wasSeen || track.disputed >= parameters.searchesDisputed else { return }
      track.print = print
      track.look = look
      track.restart(at: time)
    }
  }
}

extension Photo {
  /// A print laid on the photo's own edges to a part of a pixel, as the detector leaves one; the same where those make
  /// no print. Its place has to be known to `reach` pixels.
  public func settled(_ print: Print, reach: Double) -> Print {
    var settled = print
    let refined = Refinement(self).refined(print.quad, Refinement.fine(scale: max(0, (reach - 2) / 1.5)))
    if let refined { settled.quad = refined.quad }
    return settled
  }
}

extension Track {
  /// From where its print now is.
  fileprivate mutating func restart(at time: Double) {
    shown = print.quad
    velocity = Point(0, 0)
    speed = .infinity
    stillSince = nil
    seen = time
    isWhole = true
    unconfirmed = 0
    disputed = 0
  }
}

extension Print {
  fileprivate func turned(by quarters: Int) -> Print {
    var print = self
    print.quad = quad.turned(by: quarters)
    return print
  }
}

extension Quad {
  var diagonal: Double { max(corners[0].distance(to: corners[2]), corners[1].distance(to: corners[3])) }

  /// How often it has to be turned for its corners to have the names of those of another quad in the same place.
  fileprivate func quarters(to other: Quad) -> Int {
    (0..<4).min { turned(by: $0).distance(to: other) < turned(by: $1).distance(to: other) } ?? 0
  }

  /// Of corners of one name, at most.
  fileprivate func distance(to other: Quad) -> Double {
    zip(corners, other.corners).map { $0.distance(to: $1) }.reduce(0, max)
  }
}

/// How the picture has moved since the frame before, in photo pixels.
private struct Motion {
  let pause: Double
  private let shift: Shift
  private let size: (width: Double, height: Double)
  private let scale: Double
  private let reach: Int
  private let surroundings: Double

  init(
    from before: Plane<Int16>, to now: Plane<Int16>, scale: Double, _ parameters: Tracker.Parameters, pause: Double
  ) {
    self.pause = pause
    self.scale = scale
    reach = parameters.motionReach
    surroundings = parameters.motionMargin
    shift = Shift(from: before, to: now)
    size = (Double(now.width), Double(now.height))
  }

  var ofAll: Point {
    let all = Box(around: Quad(x: 0, y: 0, width: size.width, height: size.height))
    return scale * (shift(all, around: Point(0, 0), reach: reach) ?? Point(0, 0))
  }

  /// Of a print and what lies about it.
  func of(_ track: Track) -> Point {
    let guess = (pause / scale) * track.velocity
    let small = track.print.quad.map { (1 / scale) * $0 }
    let margin = surroundings * small.diagonal
    var box = Box(around: small)
    (box.minX, box.minY, box.maxX, box.maxY) = (
      box.minX - margin, box.minY - margin, box.maxX + margin, box.maxY + margin
    )
    return scale * (shift(box, around: guess, reach: reach) ?? guess)
  }
}
