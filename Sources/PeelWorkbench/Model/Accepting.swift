/// What a person accepts: it's kept on disk and exported together.
extension Model {
  /// Accepts the prints, including the chosen one, and goes to the next item that needs review.
  mutating func accept() {
    if item.hasFailed { return go(by: 1) }
    guard item.detected != nil else {
      message = note("still looking for prints: accept in a moment")
      return
    }
    record { sheet in
      sheet.take()
      sheet.accepted = sheet.taken
    }
    let places = places
    if let next = places.first(where: { $0 > current && roll[$0].needsReview }) ?? place(by: 1) {
      let passed = places.count { $0 > current && $0 < next }
      go(to: next)
      if passed > 0, message == nil {
        message = note("accepted; \(passed) passed over that \(passed == 1 ? "is" : "are") sure or done")
      }
    } else {
      let left = places.count { roll[$0].needsReview }
      message = note(left == 0 ? "accepted; nothing is left to review" : "accepted; this is the last photo")
    }
  }

  /// Accepts all items whose prints are sure.
  mutating func acceptSure() {
    let sure = places.filter { roll[$0].awaitsOnlyAssent }
    record(
      sure.map { photo in
        var sheet = roll[photo].sheet
        sheet.accepted = sheet.taken
        return History.Change(item: photo, before: roll[photo].sheet, after: sheet)
      })
    let unseen = places.count { roll[$0].sheet.isAwaited && !roll[$0].hasFailed }
    message = note(
      (sure.isEmpty
        ? "no photo is sure and not accepted" : "\(sure.count == 1 ? "1 photo" : "\(sure.count) photos") accepted")
        + (unseen == 0 ? "" : "; \(unseen) more \(unseen == 1 ? "was" : "were") not looked at yet"))
  }

  /// Closes help or the filter, or restores the prints as they were accepted or found.
  mutating func revert() {
    if helpPage != nil {
      helpPage = nil
    } else if filter != nil {
      filter = nil
      message = note("all \(roll.count) photos")
    } else if item.isAdjusted, let found = item.detected?.sheet {
      record { sheet in
        guard let accepted = sheet.accepted else {
          sheet.outlines = found.outlines
          return sheet.choose(found.chosen)
        }
        let others = found.outlines.filter { other in !accepted.contains { $0.competes(with: other) } }
        sheet.outlines =
          accepted
          + others.map { other in
            var other = other
            other.isTaken = false
            return other
          }
        sheet.choose(sheet.chosen)
      }
      message = note(item.sheet.accepted == nil ? "as it was found" : "as it was accepted")
    }
  }

  /// Looks for prints again, in place of the present outlines.
  mutating func detectAnew() {
    guard item.photo != nil, item.detected != nil else { return }
    workload.anew.insert(current)
    roll[current].detecting = .waiting
  }

  mutating func take(_ result: Result<Sentence?, Sentence>, ofKeeping photo: Int) {
    switch result {
    case .success(let sentence):
      roll[photo].lost = nil
      if let sentence { message = note(sentence.text) }
    case .failure(let sentence):
      roll[photo].lost = sentence
      message = trouble(sentence.text)
    }
  }

  /// Takes what was accepted in earlier sessions for items that weren't opened in this one.
  mutating func recall(_ kept: [Int: Kept]) {
    for (photo, kept) in kept where roll[photo].sheet.isAwaited && roll[photo].sheet.accepted == nil {
      fill(photo, Detected(kept))
    }
  }

  /// Takes the outlines found in an item.
  mutating func fill(_ photo: Int, _ detected: Detected) {
    roll[photo].detecting = .done(detected)
    roll[photo].sheet = roll[photo].sheet.filled(by: detected.sheet)
    history.fill(photo, detected.sheet)
  }
}
