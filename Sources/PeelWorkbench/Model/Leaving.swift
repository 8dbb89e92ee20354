/// Quitting without losing work.
extension Model {
  /// Quits. If something would be lost, asks first; asked twice, quits at once.
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
    let adjusted = roll.items.filter(\.hasUnacceptedChanges)
    let lost = roll.items.count { $0.lost != nil }
    let outdated = roll.items.filter(\.hasOutdatedScans)
    var reasons: [String] = []
    if lost > 0 { reasons.append("accepted prints of \(lost.photos) could not be saved") }
    if let first = adjusted.first {
      let which = adjusted.count > 1 ? " to \(adjusted.count.photos)" : roll.count > 1 ? " to \(first.place)" : ""
      reasons.append("your changes\(which) would be lost")
    }
    if isExporting || isExportAsked {
      reasons.append("an export is still running")
    } else if let first = outdated.first {
      reasons.append(
        outdated.count == 1
          ? "\(first.place) was changed since it was exported; E exports it again"
          : "\(outdated.count.photos) were changed since they were exported; E exports them again")
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
