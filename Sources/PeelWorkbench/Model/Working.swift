import PeelImaging

/// The photos that are decoded, and the work on them.
struct Workload: Equatable, Sendable {
  /// Items whose photos are decoded in the model.
  var decoded: Set<Int> = []
  /// Items whose photos are being read or searched for prints.
  var busy: Set<Int> = []
  /// The items in `busy` whose photos are being read.
  var reading: Set<Int> = []
  /// Items whose outlines will be replaced by those that are found.
  var anew: Set<Int> = []

  /// The most photos decoded at once, in the model and outside.
  static let mostDecoded = 3
  /// The most photos read or searched at once.
  static let mostBusy = 2
  /// The number of items after the one in hand that are searched ahead.
  static let lookahead = 12
}

/// The corrected print beside the photo, and its figures.
package struct Proof: Equatable, Sendable {
  /// The order under way; nil if none.
  var ordered: PreviewOrder?
  /// The order that `result` answers.
  var shown: PreviewOrder?
  package var result: Result<Preview, Sentence>?
  /// The order that `measure` answers.
  var measured: PreviewOrder?
  package var measure: Measure?
}

/// What to read, search and develop, and when.
extension Model {
  /// The work to start now, most urgent first: the photo in hand, its prints, its preview, its neighbours.
  mutating func neededWork() -> [Effect] {
    var effects: [Effect] = []
    for place in [current, current + 1] where roll.indices.contains(place) {
      guard workload.busy.count < Workload.mostBusy, !workload.busy.contains(place) else { continue }
      // Neighbours wait until the photo in hand is complete.
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

  /// Releases the farthest photo that is neither in hand nor next, if there are too many. Returns whether there is
  /// room.
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

  /// The next item ahead to search, once everything else is done, so that Enter knows which items need a person.
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
      // The recalled adjustments are of another photo.
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
    guard workload.anew.remove(photo) != nil else { return fill(photo, detected) }
    roll[photo].detecting = .done(detected)
    var sheet = roll[photo].sheet
    (sheet.outlines, sheet.chosen) = (detected.sheet.outlines, detected.sheet.chosen)
    record([History.Change(item: photo, before: roll[photo].sheet, after: sheet)])
    if photo == current { message = note("looked anew; u brings back what was") }
  }

  // MARK: the corrected print

  /// The preview to order: one at a time, the newest wanted. Once it's shown and the
  /// person pauses, the scan is measured as it would be written.
  private mutating func neededPreview() -> [Effect] {
    let layout = layout
    guard show != .photo || layout.inspector != nil, item.photo != nil, item.detected != nil, let outline else {
      return []
    }
    let longSide = max(layout.print.columns * BlockFit.columns, layout.print.rows * BlockFit.rows)
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

  /// The long side of a preview, in pixels. With the fewest, histograms are still smooth.
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
