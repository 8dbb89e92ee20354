import PeelImaging

/// Following the photos on disk.
extension Model {
  /// Takes changes on disk into the roll.
  ///
  /// - Parameter reason: why they were looked for; nil if they showed themselves.
  mutating func rolled(_ changes: RollChanges, for reason: Order.Reason?) {
    defer { if reason == .export { exportAllAccepted() } }
    for new in changes.new { roll.add(RollItem(new.id, title: new.name, kind: new.kind)) }
    let paired = roll.sorted(changes.paired.keys)
    for clip in paired { if let still = changes.paired[clip] { join(clip, to: still) } }
    if !changes.changed.isEmpty || !changes.gone.isEmpty || !changes.new.isEmpty {
      outdateBursts(changed: Set(changes.changed))
    }
    // A new photo may still be being written.
    let read = changes.changed.filter { roll[$0].version != nil || roll[$0].detected != nil }
    outdateFrames(of: changes.changed + changes.gone)
    outdateScans(of: changes.changed + changes.gone)
    outdateStereo(of: changes.changed + changes.gone)
    for photo in changes.changed + changes.decided {
      roll[photo].isGone = false
      outdate(photo)
    }
    for photo in changes.back {
      roll[photo].isGone = false
      if roll[photo].hasFailed { outdate(photo) }
      // What couldn't be saved while the photo was gone is saved now.
      if roll[photo].lost != nil { save(photo) }
    }
    for photo in changes.gone { roll[photo].isGone = true }
    for photo in changes.unexported { roll[photo].exported = nil }
    for (photo, outlines) in changes.exported { roll[photo].exported = outlines }
    func words(_ photos: [ItemID], _ change: String) -> String? {
      photos.first.map { photos.count == 1 ? "\(roll[$0].title) \(change)" : "\(photos.count.photos) \(change)" }
    }
    let news = changes.new.isEmpty ? nil : changes.new.count.counted("new photo")
    let all = [
      news, words(paired, "joined \(paired.count == 1 ? "its photo" : "their photos")"), words(read, "changed on disk"),
      words(changes.back, changes.back.count == 1 ? "is back" : "are back"),
      words(changes.gone, "deleted or moved away"),
      words(changes.unexported, "\(changes.unexported.count == 1 ? "has" : "have") other scans now, or none"),
    ]
    let text = all.compactMap(\.self).joined(separator: "; ")
    guard !text.isEmpty else {
      if reason == .person { message = note("nothing changed on disk") }
      return
    }
    message = changes.gone.contains(current) ? trouble(text) : note(text)
  }

  /// Makes a clip and its still one item: the still's. If the clip is shown, the still is from now on, and its frames are
  /// ranked with it among them.
  private mutating func join(_ clip: ItemID, to still: ItemID) {
    let isShown = page.frames?.item == clip
    outdateFrames(of: [clip])
    roll[clip].isGone = true
    roll[still].kind = .livePhoto
    if roll.marked.remove(clip) != nil { roll.marked.insert(still) }
    if current == clip { go(to: still) }
    if isShown { showFrames() }
  }

  /// Looks for changes on disk, and reads the photo again if it couldn't be read.
  mutating func reload() {
    if item.hasFailed { outdate(current) }
    ask(.rescan(.person))
  }

  /// Has an item's photo read and searched again.
  private mutating func outdate(_ photo: ItemID) {
    // A drag would go on with corners that weren't grabbed.
    if photo == current { desk.grip = nil }
    if isSearching(photo) { return jobs.doubt(.photo) { $0.itemOfSearch == photo } }
    if var former = roll[photo].known, !roll[photo].sheet.isAwaited {
      former.version = roll[photo].version
      roll[photo].former = former
    }
    // The preview shows the old photo, even if the corners are the same.
    if desk.proof.shown?.item == photo { (desk.proof.shown, desk.proof.result) = (nil, nil) }
    if desk.proof.measured?.item == photo { (desk.proof.measured, desk.proof.measure) = (nil, nil) }
    roll[photo].searchedAgain = nil
    (roll[photo].loading, roll[photo].detecting) = (.waiting, .waiting)
  }

  /// Whether what was read or found of an item is of no use, because the photo changed on disk meanwhile. It is then read
  /// and searched again.
  mutating func isOutdated(_ photo: ItemID, _ doubt: Job.Doubt?) -> Bool {
    // A sidecar that was read may be older than the one that is being saved.
    guard doubt == .photo || isSaving(photo) else { return false }
    outdate(photo)
    return true
  }

  /// Notes the content that was read, and brings back what was changed of it. If it isn't the one known, the photo is
  /// searched again.
  mutating func note(_ version: PhotoVersion?, of photo: ItemID) {
    guard let version, version != roll[photo].version else { return }
    if roll[photo].version != nil {
      roll[photo].exported = nil
      if roll[photo].former == nil, var former = roll[photo].detected {
        former.version = roll[photo].version
        (roll[photo].former, roll[photo].detecting) = (former, .waiting)
      }
    }
    roll[photo].version = version
    bringBack(photo)
  }

  /// Stores the outlines of a photo that was read again: those of its sidecar, or those found in it.
  ///
  /// If the photo has the same size as before, undo brings back the former outlines, to be accepted again if the photo is
  /// another one.
  ///
  /// - Parameter isSamePhoto: whether the photo's file has the same content as before.
  mutating func replace(_ former: Detected, of photo: ItemID, by detected: Detected, isSamePhoto: Bool) {
    var before = roll[photo].sheet
    let after = detected.sheet
    // The sidecar has accepted prints only.
    let isUndecided = after.accepted == nil && before.accepted == nil && after.aside == before.aside
    let isSaved =
      switch (after.accepted, before.accepted) {
      case (let after?, let before?): after.areSaved(as: before)
      case (let after, let before): after == nil && before == nil
      }
    if isSamePhoto, isUndecided || isSaved && after.aside == before.aside {
      (roll[photo].former, roll[photo].detecting) = (nil, .done(former))
      return
    }
    let isOfSidecar = isSamePhoto && (after.accepted != nil || after.aside != nil)
    let hadChanges = before.prints != (before.accepted ?? former.sheet.prints)
    let hadWork = before.accepted != nil || before.prints != former.sheet.prints
    // Undo brings back what a person did here, but it takes nothing back that another program saved.
    if !isSamePhoto || isOfSidecar {
      before.accepted = isSamePhoto ? after.accepted : nil
      history.accept(before.accepted, of: photo)
    }
    if photo == current { desk.grip = nil }
    let canUndo = (former.width, former.height) == (detected.width, detected.height)
    if canUndo {
      let title =
        isOfSidecar
        ? "took in another program's prints of \(roll[photo].title)"
        : "searched \(roll[photo].title)\(isSamePhoto ? " again" : ", which had changed")"
      history.record(
        History.Step(
          title: title, current: photo,
          work: .changes([History.Change(item: photo, before: before, after: after)])),
        at: time)
    } else {
      history.forget(photo)
    }
    (roll[photo].former, roll[photo].detecting, roll[photo].sheet) = (nil, .done(detected), after)
    roll[photo].lost = nil
    if !isSamePhoto { roll[photo].exported = nil }
    roll[photo].version = detected.version ?? roll[photo].version
    if isOfSidecar {
      message = note(
        "another program changed the sidecar of \(roll[photo].title): "
          + (hadChanges
            ? "its prints replace your changes, which u brings back" : "its prints were taken in; u brings yours back")
          + (roll[photo].hasOutdatedScans ? "; E exports it again" : "")
      )
    } else if hadWork {
      let what =
        isSamePhoto
        ? "the sidecar of \(roll[photo].title) is gone or can't be read" : "\(roll[photo].title) changed on disk"
      let undo = canUndo ? ", and u brings back the former ones" : ""
      message = trouble("\(what): its prints were searched again; check and accept them\(undo)")
    }
  }
}
