import PeelImaging

/// What a person changed in an item and didn't accept.
package enum Unsaved: Equatable, Sendable {
  /// The item's prints.
  case prints(Kept)
  /// Settings pasted before the item's prints were found.
  case settings(ChosenSettings)
}

/// Changes that weren't accepted when a session was ended by a signal, as when the terminal is closed.
extension Model {
  /// What would be lost if the session ended now: the changes of each item that has some; nil for an item whose changes of
  /// an earlier session are settled.
  ///
  /// - Parameter isInterrupted: whether a signal ends the session. A person who quits was asked.
  package func unsaved(isInterrupted: Bool) -> [ItemID: Unsaved?] {
    var all: [ItemID: Unsaved?] = [:]
    for item in roll.settled { all.updateValue(nil, forKey: item) }
    guard isInterrupted else { return all }
    for item in roll.items {
      if let pasted = item.sheet.pasted {
        all.updateValue(.settings(pasted), forKey: item.id)
      } else if item.isAdjusted || item.lost != nil, let known = item.known, let version = item.version {
        var kept = Kept(item.sheet.prints, width: known.width, height: known.height)
        (kept.aside, kept.version) = (item.sheet.aside, version)
        all.updateValue(.prints(kept), forKey: item.id)
      }
    }
    return all
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
      // Outlines of a different version of the photo may not fit this one.
      if kept.version == version, (kept.width, kept.height) == (detected.width, detected.height),
        !kept.outlines.areSaved(as: before.prints)
      {
        after.outlines = kept.outlines + before.outlines.asCandidates(beside: kept.outlines)
        after.choose(0)
      }
    }
    roll.unsaved[photo] = nil
    roll.settled.insert(photo)
    guard after != before else { return }
    roll[photo].sheet = after
    roll[photo].hasUnseenChanges = photo != current
    let back = roll.settled.count { roll[$0].hasUnsavedWork }
    let photos = back == 1 ? roll[photo].title : back.photos
    message = note("changes of \(photos) that weren't accepted are back; Esc drops those of the photo shown")
  }
}
