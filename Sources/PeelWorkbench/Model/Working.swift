import PeelImaging

/// The photos that lie open, and who works on them.
struct Workload: Equatable, Sendable {
  /// Decoded, in the model.
  var decoded: Set<Int> = []
  /// Being read or looked at by the detector.
  var busy: Set<Int> = []
  /// Of those, the ones that are read and not decoded in the model.
  var reading: Set<Int> = []
  /// Whose outlines make room for those that will be found.
  var anew: Set<Int> = []

  /// Photos that may be decoded at a time, in the model and outside.
  static let mostDecoded = 3
  /// Photos read or looked at, at the same time.
  static let mostBusy = 2
  /// Photos after the one in hand that are looked at before a person comes to them.
  static let lookahead = 12
}

/// The corrected print beside the photo, and what is known of it.
public struct Proof: Equatable, Sendable {
  /// What is under way.
  var ordered: PreviewOrder?
  /// What `result` shows.
  var shown: PreviewOrder?
  public var result: Result<Preview, Sentence>?
  /// What `measure` is about.
  var measured: PreviewOrder?
  public var measure: Measure?
}

/// What is read, looked at and made, and when.
extension Model {
  /// What is missing, most urgent first, and not under way: the photo in hand, its prints, its preview, its neighbours.
  mutating func neededWork() -> [Effect] {
    var effects: [Effect] = []
    for place in [current, current + 1] where roll.indices.contains(place) {
      guard workload.busy.count < Workload.mostBusy, !workload.busy.contains(place) else { continue }
      // Neighbours wait until the photo in hand is there whole.
      if place != current, workload.busy.contains(current) { break }
      if case .waiting = roll[place].loading {
        guard makeRoom() else { break }
        roll[place].loading = .running
        workload.reading.insert(place)
        workload.busy.insert(place)
        effects.append(.load(photo: place))
      } else if roll[place].photo != nil, case .waiting = roll[place].detecting {
        roll[place].detecting = .running
        workload.busy.insert(place)
        effects.append(.detect(photo: place))
      }
    }
    return effects + neededPreview() + neededExport() + neededScout()
  }

  /// Lets go of the farthest photo that is neither in hand nor next, if there are too many.
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

  /// When all else is done, the photos ahead are looked at, so that Enter knows which of them need a person.
  private mutating func neededScout() -> [Effect] {
    guard workload.busy.isEmpty, !exporting.isUnderWay, comparing != .running else { return [] }
    let ahead = current + 2..<max(current + 2, min(current + 2 + Workload.lookahead, roll.count))
    for place in ahead where roll[place].sheet.isAwaited && !roll[place].hasFailed {
      guard case .waiting = roll[place].detecting, makeRoom() else { continue }
      roll[place].detecting = .running
      workload.reading.insert(place)
      workload.busy.insert(place)
      return [.scout(photo: place)]
    }
    return []
  }

  mutating func take(_ loaded: LoadedPhoto, as photo: Int, _ kept: Kept?) {
    workload.busy.remove(photo)
    workload.reading.remove(photo)
    if abs(photo - current) > 1 {
      roll[photo].loading = .waiting
    } else {
      workload.decoded.insert(photo)
      roll[photo].loading = .done(loaded)
    }
    if let known = roll[photo].detected, (known.width, known.height) != (loaded.photo.width, loaded.photo.height) {
      // Adjustments that were recalled are of another photo.
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
    record([History.Change(photo: photo, before: roll[photo].sheet, after: sheet)])
    if photo == current { message = note("looked anew; u brings back what was") }
  }

  // MARK: the corrected print

  /// One preview at a time; when it comes and is no longer what is wanted, the newest is ordered. When it is, and the
  /// person rests, the scan is measured as it would be written.
  private mutating func neededPreview() -> [Effect] {
    let layout = layout
    guard show != .photo || layout.inspector != nil, item.photo != nil, item.detected != nil, let outline else {
      return []
    }
    let longSide = max(layout.print.columns * BlockFit.columns, layout.print.rows * BlockFit.rows)
    let sides = show == .photo ? Self.sidesOfPreview.lowerBound : Self.sidesOfPreview.upperBound
    let wanted = PreviewOrder(
      photo: current, outline: outline, longSide: min(max(longSide, Self.sidesOfPreview.lowerBound), sides))
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

  /// Pixels; with the fewest, histograms are still smooth.
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
