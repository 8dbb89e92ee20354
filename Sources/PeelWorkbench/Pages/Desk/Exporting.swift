import PeelImaging

/// A request to export an item's prints.
package struct ExportOrder: Equatable, Sendable {
  package var item: ItemID
  package var outlines: [Outline]
  /// The content of the photo that the outlines are of; nil if unknown.
  package var version: PhotoVersion?
  /// Whether the shots that its sidecar names are merged with it.
  package var isMerged: Bool

  package init(item: ItemID, outlines: [Outline], version: PhotoVersion? = nil, isMerged: Bool = false) {
    (self.item, self.outlines, self.version, self.isMerged) = (item, outlines, version, isMerged)
  }
}

/// The export queue. Items are exported one after another: what of each is accepted when its turn comes.
package struct Exporting: Equatable, Sendable {
  var waiting: [ItemID] = []
  /// The number of exports that ended since the queue was last empty, and the scans they wrote, by item.
  var done = 0
  var written: [ItemID: ExportedScans] = [:]
  /// The exports that failed, in their order.
  var failures: [Failure] = []
  /// Whether all accepted prints were asked for.
  var isOfAccepted = false

  /// A photo whose export failed, and why.
  struct Failure: Equatable, Sendable {
    var title: String
    var reason: Sentence
  }
}

extension Model {
  /// The export of an item's prints that is running; nil if none is.
  var runningExport: ExportOrder? {
    for case .export(let order) in jobs.orders { return order }
    return nil
  }

  /// Whether the queue has something to do.
  package var isExporting: Bool { runningExport != nil || !exporting.waiting.isEmpty }

  /// Whether all accepted prints are exported once the disk was looked at.
  var isExportAsked: Bool { jobs.contains { $0 == .rescan(.export) } }

  /// Whether an item is being exported, or waits for that.
  func isExporting(_ item: ItemID) -> Bool { runningExport?.item == item || exporting.waiting.contains(item) }

  mutating func export() {
    guard roll.marked.isEmpty else { return exportMarked() }
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
    guard !hasCrossedPrint() else { return }
    // `peel scan` should write the same, and it follows the sidecar.
    acceptPrints(of: [current], "accepted \(item.title) for export")
    message = note("accepted and exporting \(prints.count.counted("print"))")
    enqueue([current])
  }

  /// Accepts and exports the prints of the marked items.
  private mutating func exportMarked() {
    guard let accepted = acceptMarked(for: .export) else { return }
    let items = accepted.filter { !roll[$0].sheet.prints.isEmpty }
    enqueue(items)
    let prints = items.reduce(0) { $0 + roll[$1].sheet.prints.count }
    let rest = roll.marked.count - items.count
    message = note(
      "accepted and exporting \(prints.counted("print")) of \(items.count.counted("marked photo"))"
        + (rest == 0 ? "" : "; \(rest.grouped) without a print, or not to be accepted"))
  }

  /// Exports all accepted prints that aren't exported yet, after a look whether the exported ones are still there.
  mutating func exportAccepted() {
    ask(.rescan(.export))
  }

  /// Exports all accepted prints.
  mutating func exportAllAccepted() {
    let items = roll.ids.filter { item in
      roll[item].isToExport && !exporting.waiting.contains(item)
        && runningExport.map { $0.item != item || !roll[item].isAccepted(as: $0.outlines) } ?? true
    }
    enqueue(items)
    let rest = wordsForOldScans(of: roll.ids) + wordsForRest
    guard !items.isEmpty else {
      let hasExported = roll.items.contains { $0.isExported }
      let words =
        hasExported
        ? "all accepted photos are exported" : "no accepted prints to export; Enter accepts those of a photo"
      message = note(([words] + rest).joined(separator: "; "))
      return
    }
    exporting.isOfAccepted = true
    let prints = items.reduce(0) { $0 + (roll[$1].sheet.accepted?.count ?? 0) }
    message = note(
      (["exporting \(prints.counted("print")) of \(items.count.photos)"] + rest).joined(separator: "; "))
  }

  private mutating func enqueue(_ items: [ItemID]) {
    guard !items.isEmpty else { return }
    if !isExporting { exporting = Exporting() }
    exporting.waiting += items.filter { !exporting.waiting.contains($0) }
  }

  /// Starts the next export. Items of which nothing is accepted any more are passed over.
  mutating func askForNeededExport() {
    guard runningExport == nil, !isComparing, let item = exporting.waiting.first(where: isReady), makeRoom() else {
      return
    }
    exporting.waiting.removeAll { $0 == item }
    if let lost = roll[item].lost {
      exporting.done += 1
      exporting.failures.append(Exporting.Failure(title: roll[item].title, reason: lost))
    } else if let accepted = roll[item].sheet.accepted, !accepted.isEmpty, !roll[item].sheet.isSetAside,
      !roll[item].isGone
    {
      let isMerged = roll[item].sheet.isMerged
      ask(.export(ExportOrder(item: item, outlines: accepted, version: roll[item].version, isMerged: isMerged)))
      return
    }
    endExportsIfDone()
    askForNeededExport()
  }

  /// Whether it's known what is accepted of an item, under its name: it is saved, renamed and read.
  private func isReady(_ item: ItemID) -> Bool {
    !isSaving(item) && renaming(item) == nil && !roll[item].isUnsearched
  }

  mutating func exported(_ result: Result<ExportedScans, Sentence>, for order: ExportOrder) {
    exporting.done += 1
    switch result {
    case .success(let scans):
      roll[order.item].hasFailedExport = false
      // The photo may have changed on disk meanwhile.
      if order.version == nil || roll[order.item].version == order.version {
        roll[order.item].exported = order.outlines
      }
      exporting.written[order.item] = scans
    case .failure(let sentence):
      roll[order.item].hasFailedExport = true
      exporting.failures.append(Exporting.Failure(title: roll[order.item].title, reason: sentence))
    }
    endExportsIfDone()
  }

  /// Says what was exported once the queue is empty. What isn't accepted as it was exported doesn't count.
  private mutating func endExportsIfDone() {
    guard !isExporting, exporting.done > 0 else { return }
    let isOfAll = exporting.isOfAccepted
    let old = wordsForOldScans(of: isOfAll ? roll.ids : roll.sorted(exporting.written.keys))
    let written = exporting.written.filter { roll[$0.key].isExported }.map(\.value)
    let files = written.flatMap(\.files)
    let scans = "\(files.count.counted("scan")) from \(written.count.photos)"
    if !exporting.failures.isEmpty {
      let exported = files.isEmpty ? "nothing" : scans
      let words = exporting.done == 1 ? exporting.failures[0].reason.text : wordsForFailures(beside: exported)
      message = trouble(([words] + old + (isOfAll ? wordsForRest : [])).joined(separator: "; "))
      return
    }
    var words: [String] = []
    if exporting.done == 1, !written.isEmpty {
      let what =
        files.count == 1 ? "\(files[0].name) \(files[0].width)×\(files[0].height)" : files.count.counted("scan")
      words.append("exported \(what)\(place(of: files))")
    } else if !written.isEmpty {
      words.append("exported \(scans)\(place(of: files))")
    }
    let leftovers = written.flatMap(\.leftovers)
    if !leftovers.isEmpty { words.append("old scans still there: \(leftovers.firstFew)") }
    words += old + (isOfAll ? wordsForRest : [])
    // A photo that changed on disk meanwhile has its own message.
    if !words.isEmpty { message = note(words.joined(separator: "; ")) }
  }

  /// What was exported, which photos failed, and why the last one did.
  private func wordsForFailures(beside exported: String) -> String {
    let failures = exporting.failures
    let names = failures.count == 1 ? "" : " (\(failures.map(\.title).firstFew))"
    let reason = failures.last.map { ": \($0.reason.text)" } ?? ""
    return "\(exported) exported, \(failures.count) failed\(names)\(reason)"
  }

  /// The folder that scans went to, in a sentence.
  private func place(of files: [ExportedFile]) -> String { files.last.map { " to \($0.folder)" } ?? "" }

  /// Which of some items have scans that aren't of the prints accepted now, and why.
  private func wordsForOldScans(of items: [ItemID]) -> [String] {
    func name(_ items: [ItemID]) -> String { items.count == 1 ? roll[items[0]].title : items.count.photos }
    func left(_ items: [ItemID], _ why: String) -> [String] {
      items.isEmpty ? [] : ["scans of \(name(items)) \(why) are still there"]
    }
    let changed = items.filter {
      roll[$0].isToExport && (roll[$0].exported != nil || exporting.written[$0] != nil) && !isExporting($0)
    }
    let again =
      changed.count == 1 ? "was changed since; E exports it again" : "were changed since; E exports them again"
    let old = items.filter { roll[$0].exported != nil }
    return (changed.isEmpty ? [] : ["\(name(changed)) \(again)"])
      + left(old.filter { roll[$0].sheet.isSetAside }, "set aside")
      + left(
        old.filter { !roll[$0].sheet.isSetAside && roll[$0].sheet.accepted?.isEmpty ?? true }, "no longer accepted")
  }

  /// What an export of the accepted photos leaves out, and why.
  private var wordsForRest: [String] {
    let counts = Dictionary(roll.items.compactMap { $0.omission.map { ($0, 1) } }, uniquingKeysWith: +)
    let words = Omission.allCases.compactMap { one in counts[one].map { "\($0.grouped) \(one.rawValue)" } }
    let older = roll.items.count(where: \.isExportedAsAccepted)
    return (older == 0 ? [] : ["\(older.grouped) as last accepted, without later changes"])
      + (words.isEmpty ? [] : ["left out: \(words.joined(separator: ", "))"])
  }
}

extension [String] {
  /// The names, or the first one and how many more there are.
  var firstFew: String {
    count > 3 ? "\(self[0]) and \(count - 1) more" : joined(separator: ", ")
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
  /// Why an export leaves the item out; nil if its prints are exported now, or were before, or aren't missed.
  fileprivate var omission: Omission? {
    if isGone { return sheet.accepted?.isEmpty == false && !isExported ? .gone : nil }
    if lost != nil { return .lost }
    if hasFailed { return .failed }
    if sheet.isSetAside { return .setAside }
    if isClip { return nil }
    if isUnsearched { return .unsearched }
    guard let accepted = sheet.accepted else { return .notAccepted }
    return accepted.isEmpty ? .empty : nil
  }

  /// Whether its scans are of the prints accepted now, as far as is known.
  fileprivate var isExported: Bool {
    exported.map(isAccepted) ?? false && !isRenamedSinceExport && !sheet.isSetAside && former == nil
  }

  /// Whether there are accepted prints to export.
  var isToExport: Bool { omission == nil && sheet.accepted?.isEmpty == false && !isExported }

  /// Whether prints were accepted since the scans were exported, so that those are of other prints.
  var hasOutdatedScans: Bool { isToExport && exported.map { !isAccepted(as: $0) } ?? false }

  /// Whether the accepted prints are exported, and not what was changed since.
  fileprivate var isExportedAsAccepted: Bool {
    omission == nil && sheet.accepted?.isEmpty == false && isAdjusted
  }
}
