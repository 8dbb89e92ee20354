import PeelImaging

/// How many photos are worked on at once.
enum Workload {
  /// The most photos decoded at once, including those being read or exported.
  static let mostDecoded = 3
  /// The most photos read or searched at once.
  static let mostBusy = 2
}

/// Deciding what to read, search, develop and export next, and taking what was read and found.
extension Model {
  /// The items whose photos are being read or searched for prints.
  private var searched: [ItemID] { jobs.orders.compactMap(\.itemOfSearch) }

  /// Whether an item's photo is being read or searched for prints.
  func isSearching(_ item: ItemID) -> Bool { jobs.contains { $0.itemOfSearch == item } }

  /// Whether what a person decided about an item is being saved.
  func isSaving(_ item: ItemID) -> Bool { jobs.contains { if case .keep(item, _, _) = $0 { true } else { false } } }

  /// Has the work done that is needed now: the current photo first, then its neighbour, the preview, exports, and items
  /// ahead.
  mutating func askForNeededWork() {
    for item in [current, roll.next].compactMap(\.self) {
      guard searched.count < Workload.mostBusy, !isSearching(item) else { continue }
      // The neighbour waits until the current photo is read and searched.
      if item != current, isSearching(current) { break }
      if case .waiting = roll[item].loading {
        guard makeRoom() else { break }
        roll[item].loading = .running
        ask(.load(item: item))
      } else if roll[item].photo != nil, !roll[item].isClip, case .waiting = roll[item].detecting {
        roll[item].detecting = .running
        ask(.detect(item: item))
      }
    }
    askForNeededPreview()
    askForNeededFit()
    askForNeededCloseUp()
    askForNeededScans()
    askForNeededExport()
    askForNeededScout()
    askForNeededWayUps()
  }

  /// Makes room for one more decoded photo, if necessary by releasing the one farthest from the current item.
  ///
  /// - Returns: whether there is room.
  mutating func makeRoom() -> Bool {
    let others = jobs.orders.count { $0.itemOfReading != nil || $0.decodesApart }
    let decoded = roll.items.filter { $0.photo != nil }.map(\.id)
    guard decoded.count + others >= Workload.mostDecoded else { return true }
    let distant = decoded.filter { $0 != current && $0 != roll.next }
    guard let item = distant.max(by: { roll.distance(to: $0) < roll.distance(to: $1) }) else { return false }
    roll[item].loading = .waiting
    return true
  }

  /// Has the next item searched when nothing else is running: one whose export waits for that, else the first one ahead,
  /// and when all ahead are searched, the nearest one behind.
  private mutating func askForNeededScout() {
    guard searched.isEmpty, runningExport == nil, !isComparing else { return }
    func isNext(_ item: RollItem) -> Bool {
      guard item.id != current, item.isUnsearched, case .waiting = item.detecting else { return false }
      return true
    }
    let here = roll.position(of: current)
    let next =
      exporting.waiting.first { isNext(roll[$0]) } ?? roll.items[(here + 1)...].first(where: isNext)?.id
      ?? roll.items[..<here].last(where: isNext)?.id
    guard let next, makeRoom() else { return }
    roll[next].detecting = .running
    ask(.scout(item: next))
  }

  mutating func loaded(_ loaded: LoadedPhoto, of photo: ItemID, _ kept: Kept?, _ doubt: Job.Doubt?) {
    if isOutdated(photo, doubt) { return }
    compareSaved(photo, with: kept, of: loaded.version, isOld: doubt == .sidecar)
    let known = roll[photo].version
    note(loaded.version, of: photo)
    if roll[photo].kind != .clip { roll[photo].kind = loaded.hasClip ? .livePhoto : .photo }
    roll[photo].hasDepth = loaded.hasDepth
    roll[photo].loading = roll.distance(to: photo) > 1 ? .waiting : .done(loaded)
    dropPrints(of: photo, ifNotOfSize: (loaded.photo.width, loaded.photo.height))
    if kept == nil, roll[photo].sheet.accepted == nil, roll[photo].sheet.aside == nil,
      let former = roll[photo].former, let version = loaded.version, known == version
    {
      // Nothing has changed.
      (roll[photo].former, roll[photo].detecting) = (nil, .done(former))
    }
    if let kept { adopt(kept, for: photo, of: loaded.version, known: known) }
    if photo == current, let warning = loaded.warnings.first { message = note(warning) }
    makeStereo()
  }

  /// Has prints that belong to a photo of another size searched again.
  private mutating func dropPrints(of photo: ItemID, ifNotOfSize size: (Int, Int)) {
    guard let known = roll[photo].detected ?? roll[photo].former, (known.width, known.height) != size else { return }
    if photo == current { desk.grip = nil }
    if roll[photo].sheet.accepted != nil || roll[photo].isAdjusted {
      message = trouble("\(roll[photo].title) is now a photo of another size: its prints are searched again")
    }
    history.forget(photo)
    (roll[photo].detecting, roll[photo].former, roll[photo].sheet) = (.waiting, nil, .awaited)
  }

  /// Takes the prints of a sidecar that was read with its photo.
  private mutating func adopt(_ kept: Kept, for photo: ItemID, of version: PhotoVersion?, known: PhotoVersion?) {
    if let former = roll[photo].former, let version, !kept.isOutdated, (kept.version ?? version) == version {
      var detected = Detected(kept)
      if kept.isWithoutPrints { detected = former.setAside(kept.aside) }
      detected.version = version
      replace(former, of: photo, by: detected, isSamePhoto: (known ?? version) == version)
      acceptSureIfAllAreSearched()
    } else if roll[photo].sheet.isAwaited, kept.isWithoutPrints {
      roll[photo].sheet.aside = kept.aside
    } else if roll[photo].sheet.isAwaited {
      fill(photo, Detected(kept))
    }
  }

  /// Has the prints of an unchanged photo replaced if its sidecar isn't the one that was saved: another program may have
  /// written it without an event. After a refused save, the person decides which of both stays.
  ///
  /// - Parameter isOld: whether the sidecar may have been read before a save.
  private mutating func compareSaved(
    _ photo: ItemID, with kept: Kept?, of version: PhotoVersion?, isOld: Bool
  ) {
    let item = roll[photo]
    if isOld { return }
    if item.former == nil, var former = item.detected, let version, version == item.version, !item.isSaved(as: kept) {
      guard item.lost == nil else { return }
      former.version = version
      (roll[photo].former, roll[photo].detecting) = (former, .waiting)
    }
    ask(.took(item: photo))
  }

  mutating func failed(_ photo: ItemID, _ sentence: Sentence, _ doubt: Job.Doubt?) {
    if isOutdated(photo, doubt) { return }
    roll[photo].loading = .failed(sentence)
    if page.depth?.order.item == photo, page.depth?.made == nil { page.depth?.trouble = sentence.text }
    acceptSureIfAllAreSearched()
  }

  mutating func detected(_ detected: Detected, in photo: ItemID, _ doubt: Job.Doubt?) {
    if isOutdated(photo, doubt) { return }
    if let hasDepth = detected.hasDepth { roll[photo].hasDepth = hasDepth }
    ask(.took(item: photo))
    if let former = roll[photo].former {
      let version = detected.version ?? roll[photo].version
      let isSamePhoto = version != nil && version == former.version
      replace(former, of: photo, by: detected, isSamePhoto: isSamePhoto)
    } else if let before = roll[photo].searchedAgain {
      roll[photo].searchedAgain = nil
      return refill(photo, before, with: detected)
    } else {
      fill(photo, detected)
    }
    acceptSureIfAllAreSearched()
  }

  // MARK: preview

  /// Has the preview developed, one at a time, and once the newest is shown, its scan measured.
  private mutating func askForNeededPreview() {
    let layout = layout
    let isDeveloping = jobs.contains { if case .preview = $0 { true } else { false } }
    guard page.isDesk, show != .photo || layout.inspector != nil, item.photo != nil, item.detected != nil, let outline,
      !isDeveloping
    else { return }
    let samples = display.capabilities.samples
    let longSide = max(layout.print.columns * samples.width, layout.print.rows * samples.height)
    let most = show == .photo ? Self.sidesOfPreview.lowerBound : Self.sidesOfPreview.upperBound
    let magnification = show == .print ? Viewport.magnification(desk.scanZoom) : 1
    let side = Int(min(Double(longSide) * magnification, Double(most)))
    let wanted = PreviewOrder(item: current, outline: outline, longSide: max(side, Self.sidesOfPreview.lowerBound))
    guard wanted == desk.proof.shown else {
      ask(.preview(wanted))
      return
    }
    guard layout.inspector != nil, desk.proof.measured != wanted else { return }
    (desk.proof.measured, desk.proof.measure) = (wanted, nil)
    ask(.measure(wanted))
  }

  /// The range of a preview's long side, in pixels. Histograms of the smallest preview are still smooth. The largest one
  /// takes 38 MB.
  private static let sidesOfPreview = 256...3072

  mutating func developed(_ result: Result<Preview, Sentence>, for order: PreviewOrder) {
    (desk.proof.shown, desk.proof.result) = (order, result)
    if case .success(let preview) = result { roll[order.item].note(preview.wayUp, of: order.outline) }
  }

  mutating func measured(_ measure: Measure?, for order: PreviewOrder) {
    if desk.proof.measured == order { desk.proof.measure = measure }
  }
}
