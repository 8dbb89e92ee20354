extension [Print] {
  /// The prints row by row from the top, and each row from the left, as they are numbered.
  ///
  /// Prints beside each other are of one row if half of the lower one's height is beside the other. A row may rise or fall.
  package var inReadingOrder: [Print] {
    var rest = map { (print: $0, box: Rectangle(around: $0.quad)) }.sorted { $0.box.minY < $1.box.minY }
    var ordered: [Print] = []
    while !rest.isEmpty {
      var row = [rest.removeFirst()]
      // A print below one of the row is of another row, though it may be beside a tall one.
      while let next = rest.firstIndex(where: { one in
        row.contains { $0.box.isBeside(one.box) } && !row.contains { $0.box.isAbove(one.box) }
      }) { row.append(rest.remove(at: next)) }
      ordered += row.sorted { $0.box.minX + $0.box.maxX < $1.box.minX + $1.box.maxX }.map(\.print)
    }
    return ordered
  }
}

extension Rectangle {
  /// Whether half of the lower one's height lies beside the other.
  fileprivate func isBeside(_ other: Rectangle) -> Bool {
    min(maxY, other.maxY) - max(minY, other.minY) > 0.5 * min(height, other.height)
  }

  /// Whether the other lies below, as far as half of the narrower one's width.
  fileprivate func isAbove(_ other: Rectangle) -> Bool {
    min(maxX, other.maxX) - max(minX, other.minX) > 0.5 * min(width, other.width)
  }
}
