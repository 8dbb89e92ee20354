import PeelImaging

/// The export queue. Items are exported one after another.
package struct Exporting: Equatable, Sendable {
  /// The exports to do, the running one first.
  var orders: [ExportOrder] = []
  /// Whether the first order is running.
  var isRunning = false
  /// The number of items exported since the queue was last empty.
  var done = 0
  var failures: [Sentence] = []

  package var isUnderWay: Bool { !orders.isEmpty }
  /// The number of items exported and to export.
  var count: Int { done + orders.count }
}

extension Model {
  mutating func export() {
    let prints = item.sheet.prints
    guard item.detected != nil, !prints.isEmpty else {
      let reason =
        switch (item.loading, item.detecting) {
        case (.failed, _): "nothing to export: this photo cannot be read"
        case (_, .done): "no print to export: move the corners to one, or press Enter to accept"
        case (_, .waiting), (_, .running): "still looking for prints; export again in a moment"
        }
      message = trouble(reason)
      return
    }
    message = note("exporting \(prints.count == 1 ? "the print" : "\(prints.count) prints")")
    order([ExportOrder(item: current, outlines: prints)])
  }

  /// Exports all accepted prints that aren't exported yet.
  mutating func exportAccepted() {
    let orders = roll.indices.compactMap { photo -> ExportOrder? in
      guard let accepted = roll[photo].sheet.accepted, !accepted.isEmpty, roll[photo].exported != accepted else {
        return nil
      }
      return ExportOrder(item: photo, outlines: accepted)
    }.filter { !exporting.orders.contains($0) }
    guard !orders.isEmpty else {
      let hasAccepted = roll.contains { $0.sheet.accepted != nil }
      message = note(
        hasAccepted ? "all accepted photos are exported" : "no photo accepted yet; press Enter to accept one")
      return
    }
    order(orders)
  }

  private mutating func order(_ orders: [ExportOrder]) {
    if !exporting.isUnderWay { exporting = Exporting() }
    exporting.orders += orders
  }

  mutating func take(_ result: Result<[ExportedFile], Sentence>, of order: ExportOrder) {
    exporting.isRunning = false
    exporting.orders.removeAll { $0 == order }
    exporting.done += 1
    switch result {
    case .success(let files):
      roll[order.item].exported = order.outlines
      guard exporting.count == 1 else { break }
      let names = files.map { "\($0.name) \($0.width)×\($0.height)" }
      message = note("exported \(names.joined(separator: ", ")) to \(files.first?.folder ?? "")")
    case .failure(let sentence): exporting.failures.append(sentence)
    }
    guard !exporting.isUnderWay else { return }
    let (failed, written) = (exporting.failures.count, exporting.done - exporting.failures.count)
    if let last = exporting.failures.last {
      message = trouble(exporting.done == 1 ? last.text : "\(written) exported, \(failed) failed: \(last.text)")
    } else if exporting.done > 1 {
      message = note("\(written) photos exported")
    }
  }
}
