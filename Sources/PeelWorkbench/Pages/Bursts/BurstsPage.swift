import PeelImaging

package struct RankedShot: Equatable, Sendable {
  package var item: ItemID
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
    item: ItemID, thumbnail: Rendition, edges: Rendition, score: Double, relative: Double, why: String, detail: Point
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

/// The bursts of the roll.
struct KnownBursts: Sendable {
  /// nil if the roll wasn't sorted into bursts.
  var ranked: [RankedBurst]?
  /// Whether photos changed since.
  var isOutdated = false
}

/// The shots of a burst side by side.
package struct BurstsPage: Equatable, Sendable {
  /// An index of the bursts; 0 while they are unknown.
  package var burst = 0
  /// An index of the burst's shots.
  package var shot = 0
  /// The items that aren't merged with the others.
  package var leftOut: Set<ItemID> = []
  /// Whether the burst is merged as soon as it is known.
  var isMergeWanted = false
  /// The parts of the burst's shots at full size; nil for a photo that can't be read any more.
  var closeUps: [CloseUpOrder: CloseUp?] = [:]
  /// The shots being merged, or merged, which are shown in place of the shots side by side; nil if none are.
  package internal(set) var merging: Merging?

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
  package var bursts: [RankedBurst] { memory.bursts.ranked ?? [] }

  /// Whether the roll is being sorted into bursts.
  var isComparing: Bool { jobs.contains { $0.isRank } }

  /// The burst shown, if any.
  var burst: RankedBurst? {
    page.bursts.flatMap { bursts.indices.contains($0.burst) ? bursts[$0.burst] : nil }
  }

  mutating func apply(_ command: BurstsCommand) {
    switch command {
    case .close: closeBursts()
    case .chooseShot(let step): chooseShot(by: step)
    case .chooseBurst(let step): chooseBurst(by: step)
    case .takeShot: takeShot()
    case .leaveShotOut: leaveShotOut()
    case .merge: mergeShots()
    case .exportMerged: exportMerged()
    case .closeMerging: closeMerging()
    }
  }

  /// The photos that were searched, and what was found. What a person accepted is read again with the photo.
  package var searchedPhotos: [MergeOrder.Shot] {
    roll.items.compactMap { item in
      guard let found = item.detected?.sheet, found.accepted == nil else { return nil }
      return MergeOrder.Shot(item: item.id, outlines: found.prints, version: item.version)
    }
  }

  /// Shows the frames of the item's clip, or else the bursts.
  mutating func showBursts() {
    if item.kind != .photo, !item.isGone { return showFrames() }
    guard memory.bursts.ranked == nil else { return openBursts() }
    page = .bursts(BurstsPage())
    if !isComparing { ask(.rank(searchedPhotos)) }
  }

  /// Has the roll sorted anew before bursts are shown again, because photos changed.
  mutating func outdateBursts(changed: Set<ItemID>) {
    if memory.bursts.ranked != nil || isComparing { memory.bursts.isOutdated = true }
    let isShown = bursts.contains { burst in burst.shots.contains { changed.contains($0.item) } }
    if isShown, page.bursts?.merging != nil {
      // A key that was meant for this view must not act on the photo.
      page.bursts?.merging?.isOutdated = true
    } else if page.bursts == nil || isShown {
      closeBursts()
    }
  }

  mutating func ranked(_ bursts: [RankedBurst]) {
    memory.bursts.ranked = bursts
    guard let isMergeWanted = page.bursts?.isMergeWanted else { return forgetOutdatedBursts() }
    if memory.bursts.isOutdated {
      forgetOutdatedBursts()
      showBursts()
      page.bursts?.isMergeWanted = isMergeWanted
      return
    }
    openBursts()
    guard isMergeWanted, page.bursts != nil else { return }
    message = nil
    mergeShots()
  }

  private mutating func forgetOutdatedBursts() {
    if memory.bursts.isOutdated, memory.bursts.ranked != nil { memory.bursts = KnownBursts() }
  }

  /// Opens the page at the current item's burst, or else at the first burst without a taken shot.
  private mutating func openBursts() {
    guard !bursts.isEmpty else {
      closeBursts()
      message = note("no bursts: no two photos show the same print, and this one has no clip")
      return
    }
    let own = bursts.firstIndex { $0.shots.contains { $0.item == current } }
    let open = bursts.firstIndex { !$0.shots.contains { roll[$0.item].sheet.aside != nil } }
    page = .bursts(BurstsPage(burst: own ?? open ?? 0))
  }

  mutating func closeBursts() {
    closeMerging()
    page.bursts = nil
    forgetOutdatedBursts()
  }

  private mutating func chooseShot(by step: Int) {
    guard let shown = page.bursts, let burst else { return }
    page.bursts?.shot = min(max(shown.shot + step, 0), burst.shots.count - 1)
  }

  private mutating func chooseBurst(by step: Int) {
    guard let shown = page.bursts, !bursts.isEmpty else { return }
    let next = shown.burst + step
    guard bursts.indices.contains(next) else {
      message = note(next < 0 ? "this is the first burst" : "this is the last burst")
      return
    }
    page = .bursts(BurstsPage(burst: next))
  }

  /// Takes the chosen shot and sets aside the others of its burst.
  private mutating func takeShot() {
    guard let shown = page.bursts, let burst else { return }
    let taken = roll[burst.shots[shown.shot].item]
    guard !taken.isGone, !taken.hasFailed else {
      message = trouble(
        "\(taken.title) \(taken.isGone ? "was deleted or moved away" : "can't be read"): take another shot")
      return
    }
    record(
      "took a shot of a burst",
      burst.shots.map { shot in
        var sheet = roll[shot.item].sheet
        sheet.aside = shot.item == taken.id ? nil : .otherShot
        return History.Change(item: shot.item, before: roll[shot.item].sheet, after: sheet)
      })
    closeBursts()
    go(to: taken.id)
    let others = burst.shots.map(\.item).filter { $0 != taken.id }
    message = note(
      "chose \(item.title); \(others.count.counted("other shot")) set aside"
        + (item.sheet.accepted == nil ? "; Enter accepts this one" : "") + scansThatStay(of: others))
  }

  /// Says which of some photos have scans. These stay when a photo is set aside.
  func scansThatStay(of photos: [ItemID]) -> String {
    let names = photos.filter { roll[$0].exported != nil }.map { roll[$0].title }
    return names.isEmpty ? "" : "; the scans of \(names.firstFew) stay"
  }
}
