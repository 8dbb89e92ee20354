import PeelImaging

/// What a person changed in an item and hasn't accepted.
package enum Draft: Equatable, Sendable {
  /// The item's prints.
  case prints(Kept)
  /// Settings pasted before the item's prints were found.
  case settings(ChosenSettings)
}

/// Drafts are kept on disk while a person works, and when they quit, for the next session: the terminal may be closed, or the
/// machine fail.
extension Model {
  /// The drafts that are to be on disk after the session; nil for an item whose draft there is settled.
  package var finalDrafts: [ItemID: Draft?] {
    var all: [ItemID: Draft?] = [:]
    for item in drafts.keys { all.updateValue(nil, forKey: item) }
    for (item, draft) in newestDrafts { all.updateValue(draft, forKey: item) }
    return all
  }

  /// The draft of each item that has one.
  var newestDrafts: [ItemID: Draft] {
    var all: [ItemID: Draft] = [:]
    guard keepsDrafts else { return all }
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

  /// Has the drafts kept that aren't on disk yet, and those forgotten that are settled.
  mutating func keepDrafts() {
    let newest = newestDrafts
    var new: [ItemID: Draft?] = newest.filter { drafts[$0.key] != $0.value }
    for item in drafts.keys where newest[item] == nil { new.updateValue(nil, forKey: item) }
    drafts = newest
    if !new.isEmpty { ask(.keepDrafts(new)) }
  }

  /// Notes that drafts couldn't be kept. They are asked for again with the next change.
  mutating func notKept(_ refused: [ItemID: Draft?], _ sentence: Sentence) {
    for item in refused.keys { drafts[item] = nil }
    if draftFault != sentence { message = trouble(sentence.text) }
    draftFault = sentence
  }

  /// Brings back an item's draft of an earlier session: prints once the item's are known, settings at once. That is no undo
  /// step, since it may happen while a person works on another photo.
  mutating func bringBack(_ photo: ItemID) {
    let before = roll[photo].sheet
    var after = before
    switch roll.formerDrafts[photo] {
    case nil: return
    case .settings(let chosen): after.set(chosen)
    case .prints(let kept):
      guard let detected = roll[photo].detected, let version = roll[photo].version else { return }
      // Outlines of a different version of the photo may not fit this one. They stay on disk.
      guard kept.version == version, (kept.width, kept.height) == (detected.width, detected.height) else {
        roll.formerDrafts[photo] = nil
        message = note(
          "\(roll[photo].title) changed on disk: what you changed before and didn't accept doesn't fit it any more")
        return
      }
      if !kept.outlines.areSaved(as: before.prints) {
        after.outlines = kept.outlines + before.outlines.asCandidates(beside: kept.outlines)
        after.choose(0)
      }
    }
    drafts[photo] = roll.formerDrafts.removeValue(forKey: photo)
    guard after != before else { return }
    roll[photo].sheet = after
    roll[photo].hasUnseenChanges = photo != current
    let back = drafts.keys.count { roll[$0].hasUnacceptedChanges }
    let photos = back == 1 ? roll[photo].title : back.photos
    message = note("changes of \(photos) that weren't accepted are back; U drops those of the photo shown")
  }
}
