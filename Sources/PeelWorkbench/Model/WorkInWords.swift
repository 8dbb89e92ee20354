/// The work under way, in words.
extension Model {
  /// Whether no work is under way or waits.
  package var isIdle: Bool {
    !jobs.contains { words(for: $0) != nil } && exporting.waiting.isEmpty && !roll.items.contains { $0.isUnsearched }
  }

  /// The work under way and the work that waits, a line each.
  package var workInWords: [String] {
    var lines = jobs.orders.compactMap(words)
    lines += exporting.waiting.map { "waiting to export \(words(for: roll[$0].sheet.accepted ?? [], of: $0))" }
    let unsearched = roll.items.count(where: \.isUnsearched)
    if unsearched > 0 { lines.append("\(unsearched.photos) not looked at yet") }
    if roll.acceptingSure != nil { lines.append("waiting to accept the sure photos") }
    return lines.isEmpty ? ["no work under way"] : lines
  }

  private func words(for prints: [Outline], of item: ItemID) -> String {
    "\(prints.count.counted("print")) of \(roll[item].title)"
  }

  /// Work under way in words; nil for what only refines the screen while a person rests.
  private func words(for order: Order) -> String? {
    switch order {
    case .load(let item), .scout(let item): "reading \(roll[item].title)"
    case .detect(let item): "finding the prints of \(roll[item].title)"
    case .developScans(let order): "developing the scans of \(roll[order.item].title)"
    case .snap(let order): "snapping an outline of \(roll[order.item].title)"
    case .preview(let order): "developing a print of \(roll[order.item].title)"
    case .export(let order): "exporting \(words(for: order.outlines, of: order.item))"
    case .keep(let item, _, _): "saving what you accepted of \(roll[item].title)"
    case .recall: "reading what was saved before"
    case .view(let item): "opening \(roll[item].title) in another program"
    case .rename(let order): "renaming \(roll[order.item].title)"
    case .rescan: "looking for changes on disk"
    case .rank: "looking for bursts in \(photosThere.photos)"
    case .merge(let order): "merging \(order.shots.count.counted("shot"))"
    case .exportMerged(_, let burst): "exporting a scan merged from \(burst.used.count.counted("shot"))"
    case .makeStereo(let order): "making stereo pictures of \(roll[order.item].title)"
    case .exportStereo(let order): "exporting the \(order.show.rawValue) of \(roll[order.item].title)"
    case .makeSheet(let order): "making \(order.name) of \(order.scans.count.counted("scan"))"
    case .rankFrames(let item): "looking for faces in \(roll[item].title)"
    case .keepFrame(let item, let source): "keeping \(source.words) of \(roll[item].title)"
    case .closeUp(let order): "reading a part of \(roll[order.item].title)"
    case .fit, .measure, .keepDrafts, .took, .forgetMerge, .forgetStereo, .stopFrames, .remember, .redraw, .suspend,
      .leave:
      nil
    }
  }
}
