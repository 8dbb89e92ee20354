/// Changes that weren't accepted when a session was ended by a signal, as when the terminal is closed.
extension Model {
  /// What would be lost if the session ended now: for each item with unsaved changes, its prints; nil for an item whose
  /// changes of an earlier session are settled.
  ///
  /// - Parameter isInterrupted: whether a signal ends the session. A person who quits was asked.
  package func unsaved(isInterrupted: Bool) -> [Int: Kept?] {
    var all: [Int: Kept?] = [:]
    for item in settled { all.updateValue(nil, forKey: item) }
    guard isInterrupted else { return all }
    for (index, item) in roll.enumerated() where item.isAdjusted || item.lost != nil {
      guard let detected = item.detected, let version = item.version else { continue }
      var kept = Kept(item.sheet.prints, width: detected.width, height: detected.height)
      (kept.isSetAside, kept.version) = (item.sheet.isSetAside, version)
      all.updateValue(kept, forKey: index)
    }
    return all
  }

  /// Brings an item's unsaved changes of an earlier session back as one undo step, once its prints are known.
  mutating func bringBack(_ photo: Int) {
    guard let kept = unsaved[photo], let detected = roll[photo].detected, let version = roll[photo].version else {
      return
    }
    unsaved[photo] = nil
    settled.insert(photo)
    let before = roll[photo].sheet
    // Of another version of the photo, they could be anywhere.
    guard kept.version == version, (kept.width, kept.height) == (detected.width, detected.height),
      !kept.outlines.areSaved(as: before.prints)
    else { return }
    var after = before
    after.outlines = kept.outlines + before.outlines.asCandidates(beside: kept.outlines)
    after.choose(0)
    let title = "brought back changes of \(roll[photo].title)"
    let change = History.Change(item: photo, before: before, after: after)
    history.record(History.Step(title: title, place: photo, changes: [change]), at: time)
    roll[photo].sheet = after
    message = note("changes of \(roll[photo].title) that weren't accepted are back; u undoes them")
  }
}
