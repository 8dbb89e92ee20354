import PeelImaging

/// The photos that are decoded, read or searched.
struct Workload: Equatable, Sendable {
  /// Items whose photos are decoded in the model.
  var decoded: Set<Int> = []
  /// Items whose photos are being read or searched for prints.
  var busy: Set<Int> = []
  /// The items in `busy` whose photos are being read.
  var reading: Set<Int> = []
  /// Items that are searched again, so that the prints found replace their outlines.
  var searchedAgain: Set<Int> = []

  /// The most photos decoded at once, including those being read or exported.
  static let mostDecoded = 3
  /// The most photos read or searched at once.
  static let mostBusy = 2
  /// The number of items searched ahead of the current one.
  static let lookahead = 12
}

/// The preview of the chosen print, and its figures.
package struct Proof: Equatable, Sendable {
  /// The preview being developed; nil if there is none.
  var ordered: PreviewOrder?
  /// The order that `result` is of.
  var shown: PreviewOrder?
  package var result: Result<Preview, Sentence>?
  /// The order that `measure` is of, or will be.
  var measured: PreviewOrder?
  package var measure: Measure?
}

/// Deciding what to read, search, develop and export next.
extension Model {
  /// The work to start now: the current photo first, then its neighbour, the preview, exports, and items ahead.
  mutating func neededWork() -> [Effect] {
    var effects: [Effect] = []
    for place in [current, current + 1] where roll.indices.contains(place) {
      guard workload.busy.count < Workload.mostBusy, !workload.busy.contains(place) else { continue }
      // The neighbour waits until the current photo is read and searched.
      if place != current, workload.busy.contains(current) { break }
      if case .waiting = roll[place].loading {
        guard makeRoom() else { break }
        roll[place].loading = .running
        workload.reading.insert(place)
        workload.busy.insert(place)
        effects.append(.load(item: place))
      } else if roll[place].photo != nil, case .waiting = roll[place].detecting {
        roll[place].detecting = .running
        workload.busy.insert(place)
        effects.append(.detect(item: place))
      }
    }
    return effects + neededPreview() + neededExport() + neededScout()
  }

  /// Makes room for one more decoded photo, if necessary by releasing the one farthest from the current item.
  ///
  /// - Returns: whether there is room.
  private mutating func makeRoom() -> Bool {
    var count: Int { workload.decoded.count + workload.reading.count + (exporting.isRunning ? 1 : 0) }
    guard count >= Workload.mostDecoded else { return true }
    let others = workload.decoded.filter { $0 != current && $0 != current + 1 }
    guard let place = others.max(by: { abs($0 - current) < abs($1 - current) }) else { return false }
    workload.decoded.remove(place)
    roll[place].loading = .waiting
    return true
  }

  private mutating func neededExport() -> [Effect] {
    guard let order = exporting.orders.first, !exporting.isRunning, comparing != .running, makeRoom() else { return [] }
    exporting.isRunning = true
    return [.export(order)]
  }

  /// The next item ahead to search when nothing else is running, so that `accept` knows which items need review.
  private mutating func neededScout() -> [Effect] {
    guard workload.busy.isEmpty, !exporting.isUnderWay, comparing != .running else { return [] }
    let ahead = current + 2..<max(current + 2, min(current + 2 + Workload.lookahead, roll.count))
    for place in ahead where roll[place].sheet.isAwaited && !roll[place].hasFailed {
      guard case .waiting = roll[place].detecting, makeRoom() else { continue }
      roll[place].detecting = .running
      workload.reading.insert(place)
      workload.busy.insert(place)
      return [.scout(item: place)]
    }
    return []
  }

  mutating func take(_ loaded: LoadedPhoto, of photo: Int, _ kept: Kept?) {
    workload.busy.remove(photo)
    workload.reading.remove(photo)
    if abs(photo - current) > 1 {
      roll[photo].loading = .waiting
    } else {
      workload.decoded.insert(photo)
      roll[photo].loading = .done(loaded)
    }
    if let known = roll[photo].detected, (known.width, known.height) != (loaded.photo.width, loaded.photo.height) {
      // The saved prints belong to a photo of another size.
      (roll[photo].detecting, roll[photo].sheet) = (.waiting, .awaited)
    }
    if let kept, roll[photo].sheet.isAwaited { fill(photo, Detected(kept)) }
    if photo == current, let warning = loaded.warnings.first { message = note(warning) }
  }

  mutating func fail(_ photo: Int, _ sentence: Sentence) {
    workload.busy.remove(photo)
    workload.reading.remove(photo)
    roll[photo].loading = .failed(sentence)
  }

  mutating func take(_ detected: Detected, of photo: Int) {
    workload.busy.remove(photo)
    workload.reading.remove(photo)
    guard workload.searchedAgain.remove(photo) != nil else { return fill(photo, detected) }
    roll[photo].detecting = .done(detected)
    var sheet = roll[photo].sheet
    (sheet.outlines, sheet.chosen) = (detected.sheet.outlines, detected.sheet.chosen)
    record([History.Change(item: photo, before: roll[photo].sheet, after: sheet)])
    if photo == current { message = note("searched again; press u to undo") }
  }

  // MARK: preview

  /// The preview to develop, one at a time. Once the newest is shown, the measurement of its scan.
  private mutating func neededPreview() -> [Effect] {
    let layout = layout
    guard show != .photo || layout.inspector != nil, item.photo != nil, item.detected != nil, let outline else {
      return []
    }
    let samples = capabilities.samples
    let longSide = max(layout.print.columns * samples.width, layout.print.rows * samples.height)
    let sides = show == .photo ? Self.sidesOfPreview.lowerBound : Self.sidesOfPreview.upperBound
    let wanted = PreviewOrder(
      item: current, outline: outline, longSide: min(max(longSide, Self.sidesOfPreview.lowerBound), sides))
    guard proof.ordered == nil else { return [] }
    if wanted != proof.shown {
      proof.ordered = wanted
      return [.preview(wanted)]
    }
    guard layout.inspector != nil, proof.measured != wanted else { return [] }
    proof.measured = wanted
    proof.measure = nil
    return [.measure(wanted)]
  }

  /// The range of a preview's long side, in pixels. Histograms of the smallest preview are still smooth.
  private static let sidesOfPreview = 256...1600

  mutating func take(_ result: Result<Preview, Sentence>, for order: PreviewOrder) {
    if proof.ordered == order { proof.ordered = nil }
    proof.shown = order
    proof.result = result
  }

  mutating func take(_ measure: Measure?, for order: PreviewOrder) {
    if proof.measured == order { proof.measure = measure }
  }
}
