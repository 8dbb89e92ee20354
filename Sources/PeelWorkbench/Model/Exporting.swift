import PeelImaging

/// The export queue. Items are exported one after another.
package struct Exporting: Equatable, Sendable {
  /// Whether to export all accepted prints once the disk was looked at.
  var isAsked = false
  /// The exports to do, the running one first.
  var orders: [ExportOrder] = []
  /// Whether the first order is running.
  var isRunning = false
  /// The number of items exported since the queue was last empty, and of scans written.
  var done = 0
  var scans = 0
  var failures: [Sentence] = []
  /// Whether all accepted prints were asked for.
  var isOfAccepted = false
  /// The folder that the last scan went to.
  var folder = ""

  package var isUnderWay: Bool { !orders.isEmpty }
  /// The number of items exported and to export.
  var count: Int { done + orders.count }
}

extension Model {
  mutating func export() {
    let prints = item.sheet.prints
    if item.isGone {
      message = trouble("\(item.title) was deleted or moved away: nothing to export")
      return
    }
    if item.isClip {
      message = note(RollItem.wordsForClip)
      return
    }
    guard item.detected != nil, !prints.isEmpty else {
      let reason =
        switch (item.loading, item.detecting) {
        case (.failed, _): "nothing to export: this photo cannot be read"
        case (_, .done): "no print to export; a adds one"
        case (_, .waiting), (_, .running): "still looking for prints; export again in a moment"
        }
      message = trouble(reason)
      return
    }
    // `peel scan` should write the same, and it follows the sidecar.
    acceptPrints("accepted \(item.title) for export")
    message = note("accepted and exporting \(prints.count.counted("print"))")
    order([ExportOrder(item: current, outlines: prints, version: item.version)])
  }

  /// Exports all accepted prints that aren't exported yet, after a look whether the exported ones are still there.
  mutating func exportAccepted() {
    exporting.isAsked = true
    wishes.append(.rescan(isAsked: false))
  }

  /// Exports all accepted prints if that was asked for.
  mutating func exportIfAsked() {
    guard exporting.isAsked else { return }
    exporting.isAsked = false
    let orders = roll.indices.compactMap { photo -> ExportOrder? in
      guard let accepted = roll[photo].sheet.accepted, !accepted.isEmpty, roll[photo].exported != accepted,
        !roll[photo].sheet.isSetAside, !roll[photo].isGone, roll[photo].lost == nil,
        roll[photo].former == nil
      else { return nil }
      return ExportOrder(item: photo, outlines: accepted, version: roll[photo].version)
    }.filter { !exporting.orders.contains($0) }
    guard !orders.isEmpty else {
      let hasAccepted = roll.contains { $0.exported != nil && $0.exported == $0.sheet.accepted }
      message = note(
        (hasAccepted
          ? "all accepted photos are exported" : "no accepted prints to export; Enter accepts those of a photo")
          + wordsForRest)
      return
    }
    let prints = orders.reduce(0) { $0 + $1.outlines.count }
    message = note("exporting \(prints.counted("print")) of \(orders.count.photos)\(wordsForRest)")
    order(orders)
    exporting.isOfAccepted = true
  }

  /// What an export of the accepted photos leaves out, and why; empty if it leaves nothing out.
  private var wordsForRest: String {
    let counts = Dictionary(roll.compactMap { $0.omission.map { ($0, 1) } }, uniquingKeysWith: +)
    let words = Omission.allCases.compactMap { one in counts[one].map { "\($0.grouped) \(one.rawValue)" } }
    let older = roll.count(where: \.isExportedAsAccepted)
    func left(_ items: [RollItem], _ why: String) -> String {
      guard let first = items.first else { return "" }
      return "; scans of \(items.count == 1 ? first.title : items.count.photos) \(why) are still there"
    }
    return left(roll.filter { $0.sheet.isSetAside && $0.exported != nil }, "set aside")
      + left(
        roll.filter { !$0.sheet.isSetAside && $0.sheet.accepted == nil && $0.exported != nil }, "no longer accepted")
      + (older == 0 ? "" : "; \(older.grouped) as last accepted, without later changes")
      + (words.isEmpty ? "" : "; left out: \(words.joined(separator: ", "))")
  }

  private mutating func order(_ orders: [ExportOrder]) {
    if !exporting.isUnderWay { exporting = Exporting() }
    exporting.orders += orders
  }

  mutating func take(_ result: Result<ExportedScans, Sentence>, of order: ExportOrder) {
    exporting.isRunning = false
    exporting.orders.removeAll { $0 == order }
    exporting.done += 1
    switch result {
    case .success(let scans):
      let files = scans.files
      // The photo may have changed on disk meanwhile.
      if order.version == nil || roll[order.item].version == order.version {
        roll[order.item].exported = order.outlines
      }
      exporting.scans += files.count
      exporting.folder = files.first?.folder ?? exporting.folder
      guard exporting.count == 1 else { break }
      let what = files.count == 1 ? files.map { "\($0.name) \($0.width)×\($0.height)" }[0] : files.count.counted("scan")
      let old = scans.leftovers.joined(separator: ", ")
      let rest = old.isEmpty ? "" : "; left over from before: \(old)"
      message = note(
        "exported \(what) to \(exporting.folder)\(rest)" + (exporting.isOfAccepted ? wordsForRest : ""))
    case .failure(let sentence): exporting.failures.append(sentence)
    }
    guard !exporting.isUnderWay else { return }
    let (failed, written) = (exporting.failures.count, exporting.done - exporting.failures.count)
    let scans = "\(exporting.scans.counted("scan")) from \(written.photos)"
    if let last = exporting.failures.last {
      message = trouble(exporting.done == 1 ? last.text : "\(scans) exported, \(failed) failed: \(last.text)")
    } else if exporting.done > 1 {
      message = note("exported \(scans) to \(exporting.folder)\(wordsForRest)")
    }
  }
}

/// Why an export of the accepted photos leaves an item out.
private enum Omission: String, CaseIterable {
  case notAccepted = "not accepted"
  case unsearched = "not looked at"
  case empty = "without a print"
  case setAside = "set aside"
  case failed = "unreadable"
  case gone = "deleted"
  case lost = "not saved"
}

extension RollItem {
  /// Why an export leaves the item out; nil if its prints are exported now, or were before.
  fileprivate var omission: Omission? {
    if isGone { return .gone }
    if lost != nil { return .lost }
    if hasFailed { return .failed }
    if sheet.isSetAside { return .setAside }
    if isClip { return nil }
    if isUnsearched { return .unsearched }
    guard let accepted = sheet.accepted else { return .notAccepted }
    return accepted.isEmpty ? .empty : nil
  }

  /// Whether the accepted prints are exported, and not what was changed since.
  fileprivate var isExportedAsAccepted: Bool {
    omission == nil && sheet.accepted?.isEmpty == false && isAdjusted
  }
}
