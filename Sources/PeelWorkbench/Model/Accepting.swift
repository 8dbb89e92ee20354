/// Accepting prints. Accepted prints are saved to disk, and can be exported together.
extension Model {
  /// Accepts the item's prints, including the chosen outline, and goes to the next item that needs review.
  mutating func accept() {
    if item.hasFailed { return go(by: 1) }
    guard item.detected != nil else {
      message = note("still looking for prints; accept again in a moment")
      return
    }
    record { sheet in
      sheet.take()
      sheet.accepted = sheet.taken
    }
    let places = places
    if let next = places.first(where: { $0 > current && roll[$0].needsReview }) ?? place(by: 1) {
      let skipped = places.count { $0 > current && $0 < next }
      go(to: next)
      if skipped > 0, message == nil {
        message = note("accepted; skipped \(skipped.photos), sure or done")
      }
    } else {
      let left = places.count { roll[$0].needsReview }
      message = note(left == 0 ? "accepted; no photo left to review" : "accepted; this is the last photo")
    }
  }

  /// Accepts every item whose prints are sure.
  mutating func acceptSure() {
    let sure = places.filter { roll[$0].isSure }
    record(
      sure.map { photo in
        var sheet = roll[photo].sheet
        sheet.accepted = sheet.taken
        return History.Change(item: photo, before: roll[photo].sheet, after: sheet)
      })
    let unsearched = places.count { roll[$0].sheet.isAwaited && !roll[$0].hasFailed }
    message = note(
      (sure.isEmpty ? "no sure photo to accept" : "\(sure.count.photos) accepted")
        + (unsearched == 0 ? "" : "; \(unsearched) not searched yet"))
  }

  /// Closes help or the filter. If neither is open, restores the prints that were accepted, or else found.
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
      message = note(item.sheet.accepted == nil ? "restored as found" : "restored as accepted")
    }
  }

  /// Searches the photo again. The prints found replace its outlines.
  mutating func detectAgain() {
    guard item.photo != nil, item.detected != nil else { return }
    workload.searchedAgain.insert(current)
    roll[current].detecting = .waiting
  }

  /// Notes whether an item's accepted prints were saved.
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

  /// Restores the prints accepted in earlier sessions, for items without outlines.
  mutating func recall(_ kept: [Int: Kept]) {
    for (photo, kept) in kept where roll[photo].sheet.isAwaited && roll[photo].sheet.accepted == nil {
      fill(photo, Detected(kept))
    }
  }

  /// Stores the outlines found in an item.
  mutating func fill(_ photo: Int, _ detected: Detected) {
    roll[photo].detecting = .done(detected)
    roll[photo].sheet = roll[photo].sheet.filled(by: detected.sheet)
    history.fill(photo, detected.sheet)
  }
}
