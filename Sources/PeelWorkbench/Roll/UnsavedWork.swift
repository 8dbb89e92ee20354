import PeelImaging

/// What a person changed in an item and hasn't accepted.
package enum Unsaved: Equatable, Sendable {
  /// The item's prints.
  case prints(Kept)
  /// Settings pasted before the item's prints were found.
  case settings(ChosenSettings)
}

/// Changes that aren't accepted. They are kept on disk while a person works, in case the session doesn't end well: the
/// terminal is closed, or the machine fails.
extension Model {
  /// What is to be on disk after the session: the changes of each item that has some; nil for an item whose changes there
  /// are settled.
  ///
  /// - Parameter isInterrupted: whether a signal ends the session. A person who quits was asked.
  package func unsaved(isInterrupted: Bool) -> [ItemID: Unsaved?] {
    var all: [ItemID: Unsaved?] = [:]
    for item in drafts.keys { all.updateValue(nil, forKey: item) }
    if isInterrupted { for (item, changes) in changes { all.updateValue(changes, forKey: item) } }
    return all
  }

  /// The changes of each item that has some.
  private var changes: [ItemID: Unsaved] {
    var all: [ItemID: Unsaved] = [:]
    for item in roll.items {
      if let pasted = item.sheet.pasted {
        all[item.id] = .settings(pasted)
      } else if item.isAdjusted || item.lost != nil, let known = item.known, let version = item.version {
        var kept = Kept(item.sheet.prints, width: known.width, height: known.height)
        (kept.aside, kept.version) = (item.sheet.aside, version)
        all[item.id] = .prints(kept)
      }
    }
    return all
  }

  /// Has the changes kept that aren't on disk yet, and those forgotten that are settled.
  mutating func keepDrafts() {
    let changes = changes
    var new: [ItemID: Unsaved?] = changes.filter { drafts[$0.key] != $0.value }
    for item in drafts.keys where changes[item] == nil { new.updateValue(nil, forKey: item) }
    drafts = changes
    if !new.isEmpty { ask(.draft(new)) }
  }

  /// Brings an item's unsaved changes of an earlier session back once its prints are known; settings at once. They are no
  /// undo step, since that may happen while a person works on another photo.
  mutating func bringBack(_ photo: ItemID) {
    let before = roll[photo].sheet
    var after = before
    switch roll.unsaved[photo] {
    case nil: return
    case .settings(let chosen): after.set(chosen)
    case .prints(let kept):
      guard let detected = roll[photo].detected, let version = roll[photo].version else { return }
      // Outlines of a different version of the photo may not fit this one. They stay on disk.
      guard kept.version == version, (kept.width, kept.height) == (detected.width, detected.height) else {
        roll.unsaved[photo] = nil
        message = note(
          "\(roll[photo].title) changed on disk: what you changed before and didn't accept doesn't fit it any more")
        return
      }
      if !kept.outlines.areSaved(as: before.prints) {
        after.outlines = kept.outlines + before.outlines.asCandidates(beside: kept.outlines)
        after.choose(0)
      }
    }
    drafts[photo] = roll.unsaved.removeValue(forKey: photo)
    guard after != before else { return }
    roll[photo].sheet = after
    roll[photo].hasUnseenChanges = photo != current
    let back = drafts.keys.count { roll[$0].hasUnsavedWork }
    let photos = back == 1 ? roll[photo].title : back.photos
    message = note("changes of \(photos) that weren't accepted are back; U drops those of the photo shown")
  }
}
