extension Tracker {
  /// Whether the whole frame should be searched now.
  var isSearchDue: Bool {
    let isFollowing = tracks.contains { $0.seen == time }
    let isUnsure = tracks.contains {
      $0.number == nil || $0.disputed > 0 || !$0.isWhole || $0.seen < time && time - $0.seen < parameters.lostTime
    }
    let pause = isFollowing && !isUnsure ? parameters.searchPause : parameters.shortPause
    return time - searched >= pause - Self.timeError
  }

  /// Searches the whole frame and updates the followed prints.
  mutating func search(_ frame: Photo, _ small: (plane: Plane<Int16>, scale: Double)) {
    searched = time
    let detection = detector.detect(in: frame)
    var found = Set<Int>()
    for print in detection.prints {
      guard let look = Look(print.quad.map { (1 / small.scale) * $0 }, in: small.plane) else { continue }
      if let index = tracks.indices.first(where: { isSame(print, look, tracks[$0]) }) {
        if found.insert(index).inserted { confirm(&tracks[index], print, look) }
      } else if print.confidence >= parameters.leastConfidence, isFree(print.quad) {
        if let (index, turns) = known(look), found.insert(index).inserted {
          tracks[index].print = print.turned(by: turns)
          tracks[index].restart(at: time)
        } else {
          tracks.append(Track(print: print, shown: print.quad, look: look, seen: time))
          found.insert(tracks.count - 1)
        }
      }
    }
    for index in tracks.indices where found.contains(index) && tracks[index].number == nil {
      tracks[index].finds += 1
      guard tracks[index].print.confidence >= parameters.sureConfidence || tracks[index].finds > 1 else { continue }
      tracks[index].number = next
      next += 1
    }
    for index in tracks.indices where !found.contains(index) {
      let quad = tracks[index].print.quad
      let isOffered = detection.candidates.contains {
        $0.quad.intersectionOverUnion(quad) > parameters.samePlace
      }
      tracks[index].unconfirmed = isOffered ? 0 : tracks[index].unconfirmed + 1
    }
    tracks.removeAll { $0.unconfirmed >= ($0.number == nil ? 1 : parameters.searchesMissed) && $0.seen == time }
  }

  /// Whether a found print is one that is followed, or was until a moment ago.
  private func isSame(_ print: Print, _ look: Look, _ track: Track) -> Bool {
    guard print.quad.intersectionOverUnion(track.print.quad) > parameters.samePlace else { return false }
    let turns = print.quad.turns(to: track.print.quad)
    return track.seen == time
      || time - track.seen <= parameters.patience
        && look.turned(by: turns).likeness(to: track.look) >= parameters.leastLikeness
  }

  /// Whether no followed print lies at an outline.
  private func isFree(_ quad: Quad) -> Bool {
    tracks.allSatisfy { track in
      track.seen < time
        || track.print.quad.intersectionArea(quad) < parameters.overlap * min(quad.area, track.print.quad.area)
    }
  }

  /// The lost print that looks most like this one, and the turn that gives this one's corners the same names; nil if no
  /// lost print looks like it.
  private func known(_ look: Look) -> (index: Int, turns: QuarterTurns)? {
    var best: (index: Int, turns: QuarterTurns, likeness: Float)?
    for index in tracks.indices where tracks[index].seen < time {
      for turns in QuarterTurns.allCases {
        let likeness = look.turned(by: turns).likeness(to: tracks[index].look)
        if likeness >= parameters.leastLikeness, likeness > best?.likeness ?? 0 { best = (index, turns, likeness) }
      }
    }
    return best.map { ($0.index, $0.turns) }
  }

  /// Updates a followed print with what a search found.
  private func confirm(_ track: inout Track, _ print: Print, _ look: Look) {
    let turns = print.quad.turns(to: track.print.quad)
    let look = print.isUpright ? look : look.turned(by: turns)
    let print = print.isUpright ? print : print.turned(by: turns)
    let wasSeen = track.seen == time
    if print.isUpright, turns != 0 {
      // The way up is now known, so the corners get new names.
      let back = -turns
      track.print.quad = track.print.quad.turned(by: back)
      track.shown = track.shown.turned(by: back)
      track.look = track.look.turned(by: back)
    }
    track.unconfirmed = 0
    let quad = track.print.quad
    if wasSeen, print.quad.distance(to: quad) < parameters.slip * quad.diagonal {
      track.disputed = 0
      // The result with the highest confidence is kept.
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

extension Track {
  /// Starts following the print from its current position.
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
  fileprivate func turned(by turns: QuarterTurns) -> Print {
    var print = self
    print.quad = quad.turned(by: turns)
    return print
  }
}

extension Quad {
  /// The turn that gives the corners the names of those of another quad in the same position.
  fileprivate func turns(to other: Quad) -> QuarterTurns {
    QuarterTurns.allCases.min { turned(by: $0).distance(to: other) < turned(by: $1).distance(to: other) } ?? 0
  }

  /// The largest distance between corners with the same name.
  fileprivate func distance(to other: Quad) -> Double {
    zip(corners, other.corners).map { $0.distance(to: $1) }.reduce(0, max)
  }
}
