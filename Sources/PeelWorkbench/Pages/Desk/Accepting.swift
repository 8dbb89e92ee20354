import PeelImaging

/// Accepting prints. Accepted prints are saved to disk, and can be exported together.
extension Model {
  /// Accepts the item's prints and goes to the next item, or accepts those of the marked items.
  mutating func accept() {
    guard roll.marked.isEmpty else {
      acceptMarked(for: .accept)
      return
    }
    if item.isGone {
      message = trouble("\(item.title) was deleted or moved away: nothing was accepted")
      return
    }
    if item.hasFailed { return go(by: 1) }
    guard item.detected != nil else {
      message = note(item.isClip ? RollItem.wordsForClip : "still looking for prints; accept again in a moment")
      return
    }
    guard item.photo != nil || !item.hasUnseenOutlines else {
      message = note("\(item.title) isn't shown yet; accept again in a moment")
      return
    }
    guard !hasCrossedPrint() else { return }
    let wasSetAside = item.sheet.isSetAside
    acceptPrints(of: [current], "accepted \(item.title)")
    let count = item.sheet.prints.count
    let accepted =
      (count == 0 ? "accepted \(item.title) without a print" : "accepted \(count.counted("print")) of \(item.title)")
      + (wasSetAside ? ", which is no longer set aside" : "")
    guard let next = item(by: 1) else {
      message = note("\(accepted); this is the last photo, and \(wordsForReview)")
      return
    }
    go(to: next)
    if message == nil { message = note(accepted) }
  }

  /// Accepts the prints of the marked items, as one undo step. If some of them need a look, asks first.
  ///
  /// - Parameter command: the command that the person gave.
  /// - Returns: the items accepted; nil if the person is asked.
  @discardableResult
  mutating func acceptMarked(for command: DeskCommand) -> [ItemID]? {
    let marked = roll.sorted(roll.marked).filter { !roll[$0].isGone }
    let ready = marked.filter { roll[$0].isAcceptable }
    let unclear = ready.count { roll[$0].hasUnseenOutlines }
    guard unclear == 0 || question == .desk(command) else {
      question = .desk(command)
      let key = keymaps.desk.keys(for: .desk(command)).first?.name(unicode: false) ?? "again"
      message = note(
        "\(unclear.grouped) of \(ready.count.counted("marked photo")) to review; \(key) again accepts them all the same"
      )
      return nil
    }
    question = nil
    acceptPrints(of: ready, "accepted \(ready.count.counted("marked photo"))")
    let rest = marked.count - ready.count
    let why = rest == 0 ? "" : "; \(rest.grouped) not: unread, set aside, or with crossed corners"
    message = note("accepted \(ready.count.counted("marked photo"))\(why); \(wordsForReview)")
    return ready
  }

  /// Whether a print of the item can't be scanned because its corners are crossed. It is then chosen, and a message says so.
  mutating func hasCrossedPrint() -> Bool {
    guard let crossed = item.sheet.crossed else { return false }
    roll[current].sheet.choose(crossed)
    message = trouble("not accepted: the corners of \(nameOfChosen) are crossed; move them, or leave it out with x")
    return true
  }

  /// The number of photos whose prints are accepted.
  package var acceptedPhotos: Int {
    roll.items.count { $0.sheet.accepted?.isEmpty == false && !$0.sheet.isSetAside && $0.lost == nil }
  }

  /// The number of items that need review, in words.
  private var wordsForReview: String {
    let left = reachable.count { roll[$0].needsReview && !roll[$0].isUnsearched }
    let unsearched = reachable.count { roll[$0].isUnsearched }
    let words =
      switch left {
      case 0: roll.filter == nil ? "no photo needs review" : "no other match needs review"
      case 1: "1 photo needs review (N)"
      default: "\(left.grouped) photos need review (N)"
      }
    return words + (unsearched == 0 ? "" : "; \(unsearched.grouped) not looked at yet")
  }

  /// Goes to the next item that needs review or was changed since it was exported, or to the previous one. After the last
  /// item, the first follows.
  mutating func goToReview(by step: Int) {
    let wanted = reachable.filter { roll[$0].needsReview || roll[$0].hasOutdatedScans }
    let before = wanted.filter { roll.isListed($0, before: current) }
    let after = wanted.filter { roll.isListed(current, before: $0) }
    let next = step > 0 ? after.first : before.last
    let other = step > 0 ? before.first : after.last
    guard let item = next ?? other else {
      message = note(
        self.item.needsReview
          ? "only this photo needs review"
          : self.item.hasOutdatedScans ? "only this photo was changed since its export" : wordsForReview)
      return
    }
    go(to: item)
    if next == nil {
      let turn = step > 0 ? "continued at the first photo" : "continued at the last photo"
      message = note(turn + (message.map { "; \($0.text)" } ?? ""))
    }
  }

  /// Accepts every item whose prints are sure, or every marked one, once all of them are searched. Asked again meanwhile,
  /// accepts those found so far.
  mutating func acceptSure() {
    let marked = roll.sorted(roll.marked).filter { !roll[$0].isGone && !roll[$0].sheet.isSetAside }
    let wanted = roll.marked.isEmpty ? reachable : marked
    if roll.acceptingSure == nil, wanted.contains(where: { roll[$0].isUnsearched }) {
      roll.acceptingSure = Set(wanted)
      message = note("accepting the sure photos when all are looked at; A again accepts now, Esc cancels")
      return
    }
    let asked = roll.acceptingSure.map { roll.sorted($0).filter { !roll[$0].isGone } } ?? wanted
    let kind = roll.acceptingSure == nil && !roll.marked.isEmpty ? "marked photo" : "photo"
    roll.acceptingSure = nil
    let sure = asked.filter { roll[$0].isSure }
    acceptPrints(of: sure, "accepted \(sure.count.counted(kind))")
    message = note(
      (sure.isEmpty ? "no sure \(kind) to accept" : "accepted \(sure.count.counted(kind))") + "; \(wordsForReview)")
  }

  /// Accepts the sure items if the person waits for that and all are searched.
  mutating func acceptSureIfAllAreSearched() {
    guard let awaited = roll.acceptingSure, !awaited.contains(where: { roll[$0].isUnsearched }) else { return }
    acceptSure()
  }

  /// Ends what was begun last: a filter that is typed, the view of candidates, the wait for sure photos, the filter, or the
  /// marks. It changes no print.
  mutating func clear() {
    if let filter = roll.filter, filter.isTyping || filter.isDuringWait && roll.acceptingSure != nil {
      if filter.isTyping { cancelFilter() } else { roll.filter = nil }
      message = note(
        "all \(photosThere.photos)" + (roll.acceptingSure == nil ? "" : "; still waiting to accept the sure ones"))
    } else if desk.showsCandidates {
      toggleCandidates()
      message = note("candidates hidden")
    } else if roll.acceptingSure != nil {
      roll.acceptingSure = nil
      message = note("nothing accepted")
    } else if roll.filter != nil {
      roll.filter = nil
      message = note("all \(photosThere.photos)")
    } else if !roll.marked.isEmpty {
      roll.marked = []
      message = note("no photo marked")
    } else if item.isAdjusted {
      message = note("nothing to close; U drops your changes to \(item.title)")
    }
  }

  /// Restores the prints that were accepted, or else found, if asked twice.
  mutating func revert() {
    guard item.isAdjusted, let found = item.detected?.sheet else {
      message = note("nothing was changed since the prints were \(item.sheet.accepted == nil ? "found" : "accepted")")
      return
    }
    guard question == .desk(.revert) else {
      question = .desk(.revert)
      message = note("this drops your changes to \(item.title): U again does it")
      return
    }
    question = nil
    let title = item.sheet.accepted == nil ? "restored as found" : "restored as accepted"
    record(title) { sheet in
      guard let accepted = sheet.accepted else {
        sheet.outlines = found.outlines
        return sheet.choose(found.chosen)
      }
      sheet.outlines = accepted + found.outlines.asCandidates(beside: accepted)
      sheet.choose(sheet.chosen)
    }
    message = note("\(title); u brings your changes back")
  }

  /// Searches the photo again. The prints found join those that a person decided about.
  mutating func detectAgain() {
    guard item.photo != nil, let detected = item.detected else { return }
    roll[current].searchedAgain = detected
    roll[current].detecting = .waiting
    message = note("searching again…")
  }

  /// Stores the outlines of a repeated search. Prints that a person decided about stay; those found beside them are added.
  mutating func refill(_ photo: ItemID, _ before: Detected, with detected: Detected) {
    roll[photo].detecting = .done(before)
    var sheet = roll[photo].sheet
    let decided = sheet.prints.filter { roll[photo].isDecided($0) }
    let found = detected.sheet.outlines.filter { one in
      // Beside prints, the outline to start from isn't needed.
      one.origin == .byHand ? decided.isEmpty : !decided.contains { $0.competes(with: one) }
    }
    let others = detected.sheet.outlines.filter { $0.origin != .byHand && !found.contains($0) }.asCandidates(beside: [])
    roll[photo].detecting = .done(detected.following(before))
    let chosen = sheet.outline
    sheet.outlines = decided + found + others
    sheet.choose(chosen.flatMap { sheet.outlines.firstIndex(of: $0) } ?? 0)
    if photo == current { desk.grip = nil }
    record("searched again", [History.Change(item: photo, before: roll[photo].sheet, after: sheet)])
    guard photo == current else { return }
    let new = found.count(where: \.isTaken)
    message = note(
      "found \(new == 0 ? "no other print" : new.counted("print"))"
        + (decided.isEmpty ? "" : ", kept yours: \(decided.count)") + "; u brings back what was there")
  }

  /// Notes that an item's accepted prints were saved.
  mutating func kept(_ photo: ItemID, _ sentence: Sentence?) {
    doubtWhatIsRead(of: photo)
    roll[photo].lost = nil
    if let sentence { message = note(sentence.text) }
  }

  mutating func notKept(_ photo: ItemID, _ sentence: Sentence) {
    doubtWhatIsRead(of: photo)
    roll[photo].lost = sentence
    message = trouble(sentence.text)
  }

  /// Notes that what is being read may be the sidecar from before a save.
  private mutating func doubtWhatIsRead(of photo: ItemID) {
    jobs.doubt(roll[photo].former == nil ? .sidecar : .photo) { $0.itemOfReading == photo }
  }

  /// Restores what was decided in earlier sessions. Items that were read meanwhile have theirs.
  mutating func recalled(_ recalled: Recalled) {
    roll.formerDrafts = recalled.drafts
    for photo in roll.formerDrafts.keys { bringBack(photo) }
    for (photo, kept) in recalled.kept where roll[photo].version == nil && roll[photo].sheet.accepted == nil {
      // A clip awaits no prints, but a frame of it may have been kept.
      guard roll[photo].sheet.isAwaited || roll[photo].kind == .clip else { continue }
      ask(.took(item: photo))
      if kept.isWithoutPrints {
        roll[photo].sheet.aside = kept.aside
      } else {
        fill(photo, Detected(kept))
        note(recalled.versions[photo], of: photo)
      }
    }
    for (photo, outlines) in recalled.exported where roll[photo].exported == nil { roll[photo].exported = outlines }
    if let trouble = recalled.trouble { message = self.trouble(trouble.text) }
  }

  /// Stores the outlines found in an item.
  mutating func fill(_ photo: ItemID, _ detected: Detected) {
    roll[photo].detecting = .done(detected)
    roll[photo].sheet = roll[photo].sheet.filled(by: detected.sheet)
    history.fill(photo, detected.sheet)
    note(detected.version, of: photo)
    bringBack(photo)
    roll.addToFilter(photo)
  }
}

extension [Outline] {
  /// The outlines that don't compete with `prints`, none of them a print.
  func asCandidates(beside prints: [Outline]) -> [Outline] {
    filter { one in !prints.contains { $0.competes(with: one) } }.map { one in
      var one = one
      one.isTaken = false
      return one
    }
  }
}

extension RollItem {
  /// Whether its prints haven't been looked for yet.
  var isUnsearched: Bool { (sheet.isAwaited || former != nil) && !hasFailed && !isGone }
}
