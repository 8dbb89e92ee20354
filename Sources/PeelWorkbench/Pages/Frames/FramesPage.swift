import PeelImaging

/// A clip's frames side by side.
package struct FramesPage: Equatable, Sendable {
  /// More pictures than any clip has.
  static let most = 10_000

  /// The item whose clip it is.
  package let item: ItemID
  /// The request that ranks them.
  let ranking: Ticket
  /// Whether the pictures are still searched for faces.
  package internal(set) var isReading = true
  /// The pictures, best first; empty while they are read.
  package internal(set) var frames: [RankedFrame] = []
  /// An index of `frames`.
  package internal(set) var chosen = 0
  /// The index of the picture that the item's photo is; nil if it is none of them.
  package internal(set) var kept: Int?
}

extension Model {
  mutating func apply(_ command: FramesCommand) {
    switch command {
    case .choose(let step): chooseFrame(by: step)
    case .keep: keepFrame()
    case .close: closeFrames()
    }
  }

  /// Shows the frames of the current item's clip. They are ranked once.
  mutating func showFrames() {
    if let known = memory.frames, known.item == current {
      page = .frames(known)
      return
    }
    memory.frames = nil
    page = .frames(FramesPage(item: current, ranking: ask(.rankFrames(item: current))))
  }

  /// Closes the frames. Their ranking stops.
  private mutating func closeFrames() {
    if let shown = page.frames, jobs.end(shown.ranking) != nil {
      ask(.stopFrames)
      message = note("stopped looking for faces")
    }
    page.frames = nil
  }

  /// Has an item's frames ranked anew when they are shown next, because its files changed.
  mutating func outdateFrames(of items: [ItemID]) {
    if let item = page.frames?.item, items.contains(item) { closeFrames() }
    if let item = memory.frames?.item, items.contains(item) { memory.frames = nil }
  }

  mutating func framesRanked(_ ranking: FrameRanking) {
    guard var shown = page.frames else { return }
    (shown.isReading, shown.frames) = (false, ranking.frames)
    shown.kept = ranking.frames.firstIndex { $0.source == ranking.kept }
    if case .frame? = ranking.kept { shown.chosen = shown.kept ?? 0 }
    (page.frames, memory.frames) = (shown, shown)
    if let text = ranking.trouble {
      message = trouble(text)
    } else if ranking.frames.allSatisfy(\.faces.isEmpty) {
      message = note("no face found, so no frame is better than another")
    }
    if ranking.frames.isEmpty { page.frames = nil }
  }

  private mutating func chooseFrame(by step: Int) {
    guard let shown = page.frames, !shown.frames.isEmpty else { return }
    page.frames?.chosen = min(max(shown.chosen + step, 0), shown.frames.count - 1)
  }

  /// Has the chosen frame saved as a photo. No other frame is kept until that is done.
  private mutating func keepFrame() {
    guard let shown = page.frames, shown.frames.indices.contains(shown.chosen) else { return }
    let isKeeping = jobs.contains { if case .keepFrame(shown.item, _) = $0 { true } else { false } }
    guard !isKeeping else { return }
    let source = shown.frames[shown.chosen].source
    message = note("keeping \(source.words)…")
    ask(.keepFrame(item: shown.item, source))
  }

  /// Takes a frame that was saved into the roll, after its item, which is set aside.
  mutating func frameKept(_ kept: KeptFrame, of item: ItemID) {
    let isNew = !roll.contains(kept.item)
    if isNew {
      roll.add(RollItem(kept.item, title: kept.name, kind: .livePhoto), after: item)
      roll.addToFilter(kept.item)
      outdateBursts(changed: [])
    }
    var changes: [History.Change] = []
    func set(_ item: ItemID, aside: SetAside?, from before: SetAside?) {
      var change = History.Change(item: item, before: roll[item].sheet, after: roll[item].sheet)
      (change.before.aside, change.after.aside) = (before, aside)
      changes.append(change)
    }
    // Undo sets the frame aside: its file stays.
    set(kept.item, aside: nil, from: isNew ? .otherShot : roll[kept.item].sheet.aside)
    let others = Set(kept.others + [item]).subtracting([kept.item]).filter(roll.contains)
    for other in roll.sorted(others) {
      set(other, aside: .otherShot, from: roll[other].sheet.aside)
    }
    let title = roll[item].title
    record("kept \(kept.name) in place of \(title)", changes)
    if page.frames?.item == item { page.frames = nil }
    if current == item { go(to: kept.item) }
    message = note(
      kept.item == item
        ? "\(title) stays the photo" : "kept \(kept.name); \(title) is set aside, and u brings it back")
  }
}
