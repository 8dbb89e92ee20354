import PeelImaging

/// A request to merge shots of a burst into one scan without glare.
package struct MergeOrder: Equatable, Sendable {
  package struct Shot: Equatable, Sendable {
    package let item: ItemID
    /// Its prints; nil if its files tell them.
    package let outlines: [Outline]?
    /// The content of the photo that the outlines are of; nil if unknown.
    package let version: PhotoVersion?

    package init(item: ItemID, outlines: [Outline]?, version: PhotoVersion?) {
      (self.item, self.outlines, self.version) = (item, outlines, version)
    }
  }

  package let shots: [Shot]

  package init(shots: [Shot]) { self.shots = shots }
}

/// Shots that were merged: what the scan will look like, and where it comes from.
package struct MergedBurst: Equatable, Sendable {
  package struct Used: Equatable, Sendable {
    package let item: ItemID
    /// The share of the print that comes from it, 0…1.
    package let share: Double
    /// Whether the photo shows other prints too.
    package let hasOtherPrints: Bool

    package init(item: ItemID, share: Double, hasOtherPrints: Bool = false) {
      (self.item, self.share, self.hasOtherPrints) = (item, share, hasOtherPrints)
    }
  }

  /// A shot that can't be used.
  package struct LeftOut: Equatable, Sendable {
    package let item: ItemID
    package let why: String
    /// Whether it is the same picture as another shot.
    package let isCopy: Bool

    package init(item: ItemID, why: String, isCopy: Bool = false) {
      (self.item, self.why, self.isCopy) = (item, why, isCopy)
    }
  }

  /// The scan of the shot that the others are laid on, the merged scan, and the latter in the colours of the shots.
  package let pictures: [Rendition]
  /// The shots that are used; the first is the one that the others are laid on.
  package let used: [Used]
  package let leftOut: [LeftOut]
  /// The share of the print that is under glare in every shot, 0…1; nil if one shot is used.
  package let unmended: Double?
  /// How the merge is remembered beside the photo that the others are laid on; nil if its shots are in several folders.
  package let merge: SetAside.Merge?

  package init(
    pictures: [Rendition], used: [Used], leftOut: [LeftOut] = [], unmended: Double? = nil, merge: SetAside.Merge? = nil
  ) {
    precondition(pictures.count == 3 && !used.isEmpty, "a reference, a merged scan and a map, from a shot at least")
    (self.pictures, self.used, self.leftOut, self.unmended) = (pictures, used, leftOut, unmended)
    self.merge = merge
  }

  /// The share of remaining glare that is too small to notice.
  static let hardlyAny = 0.0005
  /// The share from which the reference needs no other shot.
  static let nearlyAll = 0.995

  /// The colours of the used shots in the map. Colour-blind people can tell them apart (Okabe and Ito 2008). If there are more
  /// shots, they are used again.
  package static let colours = [
    Colour(0, 114, 178), Colour(230, 159, 0), Colour(0, 158, 115), Colour(204, 121, 167), Colour(86, 180, 233),
    Colour(213, 94, 0), Colour(240, 228, 66),
  ]

  /// The colour of what is under glare in every shot.
  package static let unclear = Colour(255, 255, 255)

  /// The colour of a used shot.
  package static func colour(_ number: Int) -> Colour { colours[number % colours.count] }
}

/// The view of shots that are merged, in place of the shots side by side.
package struct Merging: Equatable, Sendable {
  let order: MergeOrder
  /// nil while they are merged.
  package internal(set) var burst: MergedBurst?
  /// Whether a shot changed on disk since.
  var isOutdated = false
  /// Whether the merged scan was written.
  var isExported = false
}

extension Model {
  /// Leaves the chosen shot out when the burst is merged, or takes it in again.
  mutating func leaveShotOut() {
    guard let shown = page.bursts, let burst else { return }
    let item = burst.shots[shown.shot].item
    let isOut = page.bursts?.leftOut.remove(item) != nil
    if !isOut { page.bursts?.leftOut.insert(item) }
    message = note(
      isOut ? "m merges \(roll[item].title) with the others again" : "m merges the shots without \(roll[item].title)")
  }

  /// Has the burst's shots merged.
  mutating func mergeShots() {
    guard let shown = page.bursts, let burst else {
      page.bursts?.isMergeWanted = true
      message = note("the shots are merged once the burst is found")
      return
    }
    if exportedMerge != nil {
      message = note("the last merged scan is still being written")
      return
    }
    let items = burst.shots.map(\.item).filter {
      !shown.leftOut.contains($0) && !roll[$0].isGone && !roll[$0].hasFailed
    }
    guard items.count > 1 else {
      message = note("merging needs two shots; x takes one in that was left out")
      return
    }
    if let crossed = items.first(where: { roll[$0].sheet.crossed != nil }) {
      message = trouble(
        "\(roll[crossed].title) has a print with crossed corners; move them, or leave the shot out with x")
      return
    }
    let shots = roll.sorted(items).map { id in
      let item = roll[id]
      // What is saved is read again with the photo.
      let isOnDisk = !item.isAdjusted && !isSaving(id) && item.lost == nil
      return MergeOrder.Shot(
        item: id, outlines: isOnDisk || item.detected == nil ? nil : item.sheet.prints, version: item.version)
    }
    let order = MergeOrder(shots: shots)
    page.bursts?.merging = Merging(order: order)
    ask(.merge(order))
  }

  /// The merged scan that is being written; nil if none is.
  private var exportedMerge: MergedBurst? {
    for case .exportMerged(_, let burst) in jobs.orders { return burst }
    return nil
  }

  mutating func merged(_ burst: MergedBurst, for order: MergeOrder) {
    guard isAwaited(order) else { return }
    page.bursts?.merging?.burst = burst
    let first = roll[burst.used[0].item].title
    if burst.used.count < 2 {
      message = note("only \(first) can be used: nothing to merge")
    } else if burst.used[0].share > MergedBurst.nearlyAll {
      message = note("\(first) is clear everywhere, so merging adds nothing")
    }
  }

  mutating func notMerged(_ order: MergeOrder, _ sentence: Sentence) {
    guard isAwaited(order) else { return }
    page.bursts?.merging = nil
    message = trouble(sentence.text)
  }

  /// Whether the merge is still shown. What is merged for a view that was closed is forgotten.
  private mutating func isAwaited(_ order: MergeOrder) -> Bool {
    if page.bursts?.merging == nil, exportedMerge == nil { ask(.forgetMerge) }
    return page.bursts?.merging?.order == order
  }

  /// Goes back to the shots side by side.
  mutating func closeMerging() {
    guard let known = page.bursts?.merging else { return }
    page.bursts?.merging = nil
    if exportedMerge == nil { ask(.forgetMerge) }
    if known.isOutdated || known.isExported { closeBursts() }
    if known.isExported, roll[current].sheet.aside != nil, let next = item(by: 1) ?? item(by: -1) { go(to: next) }
  }

  /// Has the merged scan written.
  mutating func exportMerged() {
    guard let merging = page.bursts?.merging, let burst = merging.burst, exportedMerge == nil else { return }
    guard !merging.isExported else {
      message = note("the merged scan is exported; Esc goes back to the photos")
      return
    }
    guard !merging.isOutdated else {
      message = note("a shot changed on disk; go back with Esc, and merge the burst again")
      return
    }
    guard burst.used.count > 1 else {
      message = note("only \(roll[burst.used[0].item].title) can be used; Esc and Enter take it")
      return
    }
    message = note("exporting the merged scan…")
    ask(.exportMerged(merging.order, burst))
  }

  /// Why a shot of a merge has no scan of its own.
  private func aside(_ item: ItemID, in burst: MergedBurst) -> SetAside {
    let reference = burst.used[0].item
    if item != reference { return burst.merge == nil ? .otherShot : .inMerge(of: roll[reference].title) }
    return burst.merge.map { .merged($0) } ?? .otherShot
  }

  /// Sets aside the shots of which a merged scan was written. What was merged is remembered beside the first. A photo of other prints, too, stays as it is.
  mutating func exported(_ scans: ExportedScans, of burst: MergedBurst, for order: MergeOrder) {
    let copies = burst.leftOut.filter(\.isCopy).map(\.item)
    let done = (burst.used.filter { !$0.hasOtherPrints }.map(\.item) + copies).filter { !roll[$0].isGone }
    let outlines = Dictionary(order.shots.map { ($0.item, $0.outlines) }, uniquingKeysWith: { first, _ in first })
    let name = scans.files.first?.name ?? roll[burst.used[0].item].title
    record(
      "merged \(burst.used.count) shots",
      done.map { item in
        var sheet = roll[item].sheet
        sheet.aside = aside(item, in: burst)
        // The corners that made the scan are kept with it.
        if let used = outlines[item], let used { sheet.accepted = used }
        if sheet.isMerged, sheet.accepted == nil, !sheet.prints.isEmpty { sheet.accepted = sheet.prints }
        return History.Change(item: item, before: roll[item].sheet, after: sheet)
      })
    // The name is the merged scan's now.
    let reference = burst.used[0].item
    roll[reference].exported = roll[reference].sheet.isMerged ? roll[reference].sheet.accepted : nil
    // Another Enter must not accept the next photo.
    if page.bursts?.merging?.order == order { page.bursts?.merging?.isExported = true }
    let folder = scans.files.last.map { " to \($0.folder)" } ?? ""
    let others = burst.used.count(where: \.hasOtherPrints)
    let glare = burst.unmended.flatMap { $0 < MergedBurst.hardlyAny ? nil : ", \((100 * $0).tenths) % under glare" }
    message = note(
      "exported \(name)\(folder)\(glare ?? ""); \(done.count.counted("shot")) set aside"
        + (others == 0 ? "" : ", \(others) with other prints not")
        // That of the shot that the others are laid on was replaced.
        + scansThatStay(of: burst.used.dropFirst().map(\.item)))
  }
}
