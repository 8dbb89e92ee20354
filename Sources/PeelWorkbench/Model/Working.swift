import PeelImaging

/// The photos that are decoded, and what is read in vain.
struct Workload: Equatable, Sendable {
  /// Items whose photos are decoded in the model.
  var decoded: Set<Int> = []
  /// Items whose photos are being read or searched, and have changed on disk meanwhile.
  var outdated: Set<Int> = []
  /// Items whose photos are being read, and that were saved meanwhile, so that a sidecar that was read doesn't count.
  var unsure: Set<Int> = []

  /// The most photos decoded at once, including those being read or exported.
  static let mostDecoded = 3
  /// The most photos read or searched at once.
  static let mostBusy = 2
}

/// The preview of the chosen print, and its figures.
package struct Proof: Equatable, Sendable {
  /// The order that `result` is of.
  var shown: PreviewOrder?
  package var result: Result<Preview, Sentence>?
  /// The order that `measure` is of, or will be.
  var measured: PreviewOrder?
  package var measure: Measure?
}

/// Deciding what to read, search, develop and export next.
extension Model {
  /// The items whose photos are being read or searched for prints.
  private var searched: [Int] { jobs.orders.compactMap(\.itemOfSearch) }

  /// Whether an item's photo is being read or searched for prints.
  func isSearching(_ item: Int) -> Bool { jobs.contains { $0.itemOfSearch == item } }

  /// Whether what a person decided about an item is being saved.
  func isSaving(_ item: Int) -> Bool { jobs.contains { if case .keep(item, _, _) = $0 { true } else { false } } }

  /// The order that has a ticket; nil if it ended.
  package func order(of ticket: Ticket) -> Order? { jobs.running.first { $0.ticket == ticket }?.order }

  /// Has the work done that is needed now: the current photo first, then its neighbour, the preview, exports, and items
  /// ahead.
  mutating func askForNeededWork() {
    for place in [current, order.next(after: current)].compactMap(\.self) {
      guard searched.count < Workload.mostBusy, !isSearching(place) else { continue }
      // The neighbour waits until the current photo is read and searched.
      if place != current, isSearching(current) { break }
      if case .waiting = roll[place].loading {
        guard makeRoom() else { break }
        roll[place].loading = .running
        ask(.load(item: place))
      } else if roll[place].photo != nil, !roll[place].isClip, case .waiting = roll[place].detecting {
        roll[place].detecting = .running
        ask(.detect(item: place))
      }
    }
    askForNeededPreview()
    askForNeededFit()
    askForNeededCloseUp()
    askForNeededExport()
    askForNeededScout()
  }

  /// Makes room for one more decoded photo, if necessary by releasing the one farthest from the current item.
  ///
  /// - Returns: whether there is room.
  mutating func makeRoom() -> Bool {
    let others = jobs.orders.count { $0.itemOfReading != nil || $0.decodesApart }
    guard workload.decoded.count + others >= Workload.mostDecoded else { return true }
    let distant = workload.decoded.filter { $0 != current && $0 != order.next(after: current) }
    guard let place = distant.max(by: { distance(to: $0) < distance(to: $1) }) else { return false }
    workload.decoded.remove(place)
    roll[place].loading = .waiting
    return true
  }

  /// How many items further on, or back, an item is listed.
  private func distance(to item: Int) -> Int { abs(order[item] - order[current]) }

  /// Has the next item searched when nothing else is running: one whose export waits for that, else the first one ahead,
  /// and when all ahead are searched, the nearest one behind.
  private mutating func askForNeededScout() {
    guard searched.isEmpty, runningExport == nil, !isComparing else { return }
    func isNext(_ place: Int) -> Bool {
      guard place != current, roll[place].isUnsearched, case .waiting = roll[place].detecting else { return false }
      return true
    }
    let here = order[current]
    let next =
      exporting.waiting.first(where: isNext) ?? order.items[(here + 1)...].first(where: isNext)
      ?? order.items[..<here].last(where: isNext)
    guard let next, makeRoom() else { return }
    roll[next].detecting = .running
    ask(.scout(item: next))
  }

  mutating func loaded(_ loaded: LoadedPhoto, of photo: Int, _ kept: Kept?) {
    if endWork(on: photo) { return }
    compareSaved(photo, with: kept, of: loaded.version)
    let known = roll[photo].version
    note(loaded.version, of: photo)
    if roll[photo].kind != .clip { roll[photo].kind = loaded.hasClip ? .livePhoto : .photo }
    roll[photo].hasDepth = loaded.hasDepth
    if distance(to: photo) > 1 {
      roll[photo].loading = .waiting
    } else {
      workload.decoded.insert(photo)
      roll[photo].loading = .done(loaded)
    }
    if let known = roll[photo].detected ?? roll[photo].former,
      (known.width, known.height) != (loaded.photo.width, loaded.photo.height)
    {
      // The saved prints belong to a photo of another size.
      if photo == current { grip = nil }
      if roll[photo].sheet.accepted != nil || roll[photo].isAdjusted {
        message = trouble("\(roll[photo].title) is now a photo of another size: its prints are searched again")
      }
      history.forget(photo)
      (roll[photo].detecting, roll[photo].former, roll[photo].sheet) = (.waiting, nil, .awaited)
    }
    if let former = roll[photo].former, kept == nil, roll[photo].sheet.accepted == nil, !roll[photo].sheet.isSetAside,
      let version = loaded.version,
      known == version
    {
      // Nothing has changed.
      (roll[photo].former, roll[photo].detecting) = (nil, .done(former))
    }
    if let kept {
      if let former = roll[photo].former, let version = loaded.version, !kept.isOutdated,
        (kept.version ?? version) == version
      {
        var detected = Detected(kept)
        if kept.isWithoutPrints { detected = former.setAside }
        detected.version = version
        replace(former, of: photo, by: detected, isSamePhoto: (known ?? version) == version)
        acceptSureIfAllAreSearched()
      } else if roll[photo].sheet.isAwaited, kept.isWithoutPrints {
        roll[photo].sheet.isSetAside = true
      } else if roll[photo].sheet.isAwaited {
        fill(photo, Detected(kept))
      }
    }
    if photo == current, let warning = loaded.warnings.first { message = note(warning) }
    makeStereo()
  }

  /// Has the prints of an unchanged photo replaced if its sidecar isn't the one that was saved: another program may have
  /// written it without an event. After a refused save, the person decides which of both stays.
  private mutating func compareSaved(_ photo: Int, with kept: Kept?, of version: PhotoVersion?) {
    let item = roll[photo]
    if workload.unsure.remove(photo) != nil { return }
    if item.former == nil, var former = item.detected, let version, version == item.version, !item.isSaved(as: kept) {
      guard item.lost == nil else { return }
      former.version = version
      (roll[photo].former, roll[photo].detecting) = (former, .waiting)
    }
    ask(.took(item: photo))
  }

  mutating func failed(_ photo: Int, _ sentence: Sentence) {
    if endWork(on: photo) { return }
    roll[photo].loading = .failed(sentence)
    if stereo?.order.item == photo, stereo?.made == nil { stereo?.trouble = sentence.text }
    acceptSureIfAllAreSearched()
  }

  mutating func detected(_ detected: Detected, in photo: Int) {
    if endWork(on: photo) { return }
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
    guard show != .photo || layout.inspector != nil, item.photo != nil, item.detected != nil, let outline,
      !isDeveloping
    else { return }
    let samples = capabilities.samples
    let longSide = max(layout.print.columns * samples.width, layout.print.rows * samples.height)
    let most = show == .photo ? Self.sidesOfPreview.lowerBound : Self.sidesOfPreview.upperBound
    let magnification = show == .print ? Viewport.magnification(scanZoom) : 1
    let side = Int(min(Double(longSide) * magnification, Double(most)))
    let wanted = PreviewOrder(item: current, outline: outline, longSide: max(side, Self.sidesOfPreview.lowerBound))
    guard wanted == proof.shown else {
      ask(.preview(wanted))
      return
    }
    guard layout.inspector != nil, proof.measured != wanted else { return }
    proof.measured = wanted
    proof.measure = nil
    ask(.measure(wanted))
  }

  /// The range of a preview's long side, in pixels. Histograms of the smallest preview are still smooth. The largest one
  /// takes 38 MB.
  private static let sidesOfPreview = 256...3072

  mutating func developed(_ result: Result<Preview, Sentence>, for order: PreviewOrder) {
    proof.shown = order
    proof.result = result
  }
  mutating func measured(_ measure: Measure?, for order: PreviewOrder) {
    if proof.measured == order { proof.measure = measure }
  }
}
