import PeelImaging

/// Exports under way, one item after another.
package struct Exporting: Equatable, Sendable {
  /// The exports to do. The first is under way if `isRunning`.
  var orders: [ExportOrder] = []
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
        case (.failed, _): "this photo cannot be read, so there is nothing to export"
        case (_, .done): "no print yet: move the corners to one, or take the outline with Enter"
        case (_, .waiting), (_, .running): "still looking for prints: export again in a moment"
        }
      message = trouble(reason)
      return
    }
    message = note("exporting \(prints.count == 1 ? "the print" : "\(prints.count) prints")")
    order([ExportOrder(item: current, outlines: prints)])
  }

  /// Exports everything accepted that the last export didn't write.
  mutating func exportAccepted() {
    let orders = roll.indices.compactMap { photo -> ExportOrder? in
      guard let accepted = roll[photo].sheet.accepted, !accepted.isEmpty, roll[photo].exported != accepted else {
        return nil
      }
      return ExportOrder(item: photo, outlines: accepted)
    }.filter { !exporting.orders.contains($0) }
    guard !orders.isEmpty else {
      let isAll = roll.contains { $0.sheet.accepted != nil }
      message = note(isAll ? "everything accepted is exported" : "nothing is accepted yet; Enter accepts a photo")
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
      message = trouble(exporting.done == 1 ? last.text : "\(written) exported, \(failed) not: \(last.text)")
    } else if exporting.done > 1 {
      message = note("\(written) photos exported")
    }
  }
}
