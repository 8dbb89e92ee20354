/// Quitting without losing work.
extension Model {
  /// Quits. If something would be lost or is left undone, asks first; asked twice, quits at once.
  mutating func leave() {
    guard question != .program(.leave) else {
      ask(.leave)
      return
    }
    if let workToWaitFor {
      (isLeaving, question) = (true, .program(.leave))
      message = note("\(workToWaitFor); press q again not to wait")
      return
    }
    let reasons = reasonsToStay
    guard !reasons.isEmpty else {
      ask(.leave)
      return
    }
    question = .program(.leave)
    message = trouble("\(reasons.joined(separator: "; ")); press q again to quit")
  }

  /// What quitting would lose or leave undone, in words.
  private var reasonsToStay: [String] {
    let drafts = draftFault == nil ? newestDrafts : [:]
    let unsaved = roll.items.filter { $0.lost != nil }
    let adjusted = roll.items.filter { $0.lost == nil && $0.hasUnacceptedChanges }
    // What an earlier session left undone isn't this one's.
    let outdated = roll.items.filter { $0.hasOutdatedScans && $0.exported != [] }
    let failed = roll.items.filter { $0.hasFailedExport && $0.isToExport && !$0.hasOutdatedScans }
    func which(_ items: [RollItem]) -> String {
      items.count > 1 ? " to \(items.count.photos)" : roll.count > 1 ? " to \(items[0].place)" : ""
    }
    func isKept(_ item: RollItem) -> Bool { drafts[item.id] != nil }
    var reasons: [String] = []
    if !unsaved.isEmpty {
      let end = unsaved.allSatisfy(isKept) ? "; they are kept for the next time, but peel scan doesn't know them" : ""
      reasons.append("accepted prints of \(unsaved.count.photos) could not be saved\(end)")
    }
    let (kept, lost) = (adjusted.filter(isKept), adjusted.filter { !isKept($0) })
    if !lost.isEmpty { reasons.append("your changes\(which(lost)) would be lost") }
    if !kept.isEmpty {
      reasons.append("your changes\(which(kept)) aren't accepted; they are kept for the next time")
    }
    if isExporting || isExportAsked {
      reasons.append("an export is still running, and ends with this photo")
    } else {
      if !failed.isEmpty {
        reasons.append(
          "the export of \(failed.count == 1 ? failed[0].place : failed.count.photos) failed; E tries again")
      }
      if let first = outdated.first {
        reasons.append(
          outdated.count == 1
            ? "\(first.place) was changed since it was exported; E exports it again"
            : "\(outdated.count.photos) were changed since they were exported; E exports them again")
      }
    }
    if roll.acceptingSure != nil { reasons.append("the sure photos aren't accepted yet") }
    return reasons
  }

  /// What quitting waits for, in words; nil if all that a person did is on disk, as far as it can be.
  private var workToWaitFor: String? { jobs.orders.compactMap(\.wordsForWaiting).first }

  /// Doesn't quit when the work that quitting waits for is done: it failed, and the person sees why.
  mutating func stay() {
    isLeaving = false
    if question == .program(.leave) { question = nil }
  }

  /// Quits if that waited only for work that is done now.
  mutating func leaveIfAllIsSaved() {
    guard isLeaving, workToWaitFor == nil else { return }
    (isLeaving, question) = (false, nil)
    leave()
  }
}
