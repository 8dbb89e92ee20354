import PeelImaging

/// A shot of a burst in the filmstrip.
package struct RankedShot: Equatable, Sendable {
  /// An index of the roll.
  package var item: Int
  /// A reduced picture of the print, and one of its edges.
  package var thumbnail: Rendition
  package var edges: Rendition
  package var score: Double
  /// The share of the best shot's score, 0…1.
  package var relative: Double
  /// Why the shot isn't the best, in a few words; empty for the best.
  package var why: String
  /// The place to compare with the burst's other shots, in photo pixels.
  package var detail: Point

  package init(
    item: Int, thumbnail: Rendition, edges: Rendition, score: Double, relative: Double, why: String, detail: Point
  ) {
    self.item = item
    self.thumbnail = thumbnail
    self.edges = edges
    self.score = score
    self.relative = relative
    self.why = why
    self.detail = detail
  }
}

/// At least two shots of one print, best first.
package struct RankedBurst: Equatable, Sendable {
  package var shots: [RankedShot]

  package init(shots: [RankedShot]) {
    precondition(shots.count >= 2, "a burst has at least two shots")
    self.shots = shots
  }
}

/// The position in the view of bursts.
package struct Filmstrip: Equatable, Sendable {
  /// An index of the bursts; 0 while they are unknown.
  package var burst = 0
  /// An index of the burst's shots.
  package var shot = 0
  /// The items that aren't merged with the others.
  package var leftOut: Set<Int> = []
  /// Whether the burst is merged as soon as it is known.
  var isMergeWanted = false

  /// The shots to compare at full size, of `count`: the chosen one, the best one, and those beside the chosen one.
  func compared(of count: Int, atMost most: Int) -> [Int] {
    var shots: [Int] = []
    for index in [shot, 0, shot + 1, shot - 1] + (0..<count) {
      if shots.count < most, (0..<count).contains(index), !shots.contains(index) {
        shots.append(index)
      }
    }
    return shots.sorted()
  }
}

extension Model {
  package var bursts: [RankedBurst] { knownBursts ?? [] }

  /// Whether the roll is being sorted into bursts.
  var isComparing: Bool { jobs.contains { $0 == .rank } }

  /// The burst shown, if any.
  var burst: RankedBurst? {
    filmstrip.flatMap { bursts.indices.contains($0.burst) ? bursts[$0.burst] : nil }
  }

  /// Shows the frames of the item's clip, or else the bursts.
  mutating func showBursts() {
    if item.kind != .photo, !item.isGone { return showFrames() }
    guard knownBursts == nil else { return openFilmstrip() }
    filmstrip = Filmstrip()
    if !isComparing { ask(.rank) }
  }

  /// Has the roll sorted anew before bursts are shown again, because photos changed.
  mutating func outdateBursts(changed: Set<Int>) {
    if knownBursts != nil || isComparing { areBurstsOutdated = true }
    let isShown = bursts.contains { burst in burst.shots.contains { changed.contains($0.item) } }
    if isShown, merging != nil {
      // A key that was meant for this view must not act on the photo.
      merging?.isOutdated = true
    } else if filmstrip == nil || isShown {
      closeBursts()
    }
  }

  mutating func ranked(_ bursts: [RankedBurst]) {
    knownBursts = bursts
    closeUps = CloseUps()
    guard let isMergeWanted = filmstrip?.isMergeWanted else {
      if areBurstsOutdated { (areBurstsOutdated, knownBursts) = (false, nil) }
      return
    }
    if areBurstsOutdated {
      (areBurstsOutdated, knownBursts) = (false, nil)
      showBursts()
      filmstrip?.isMergeWanted = isMergeWanted
      return
    }
    openFilmstrip()
    guard isMergeWanted, filmstrip != nil else { return }
    message = nil
    mergeShots()
  }

  /// Opens the filmstrip at the current item's burst, or else at the first burst without a taken shot.
  private mutating func openFilmstrip() {
    guard !bursts.isEmpty else {
      closeBursts()
      message = note("no bursts: no two photos show the same print, and this one has no clip")
      return
    }
    let own = bursts.firstIndex { $0.shots.contains { $0.item == current } }
    let open = bursts.firstIndex { !$0.shots.contains { roll[$0.item].sheet.isSetAside } }
    filmstrip = Filmstrip(burst: own ?? open ?? 0)
  }

  mutating func closeBursts() {
    closeMerging()
    filmstrip = nil
    closeUps = CloseUps()
    if areBurstsOutdated, knownBursts != nil { (areBurstsOutdated, knownBursts) = (false, nil) }
  }

  mutating func chooseShot(by step: Int) {
    guard let strip = filmstrip, let burst else { return }
    filmstrip?.shot = min(max(strip.shot + step, 0), burst.shots.count - 1)
  }

  mutating func chooseBurst(by step: Int) {
    guard let strip = filmstrip, !bursts.isEmpty else { return }
    let next = strip.burst + step
    guard bursts.indices.contains(next) else {
      message = note(next < 0 ? "this is the first burst" : "this is the last burst")
      return
    }
    filmstrip = Filmstrip(burst: next)
    closeUps = CloseUps()
  }

  /// Takes the chosen shot and sets aside the others of its burst.
  mutating func takeShot() {
    guard let strip = filmstrip, let burst else { return }
    let taken = roll[burst.shots[strip.shot].item]
    guard !taken.isGone, !taken.hasFailed else {
      message = trouble(
        "\(taken.title) \(taken.isGone ? "was deleted or moved away" : "can't be read"): take another shot")
      return
    }
    record(
      "took a shot of a burst",
      burst.shots.enumerated().map { index, shot in
        var sheet = roll[shot.item].sheet
        sheet.isSetAside = index != strip.shot
        return History.Change(item: shot.item, before: roll[shot.item].sheet, after: sheet)
      })
    closeBursts()
    go(to: burst.shots[strip.shot].item)
    let others = burst.shots.count - 1
    message = note(
      "chose \(item.title); \(others.counted("other shot")) set aside"
        + (item.sheet.accepted == nil ? "; Enter accepts this one" : ""))
  }
}
