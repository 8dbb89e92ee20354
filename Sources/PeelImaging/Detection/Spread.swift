extension Array {
  /// The first of the elements, but none that lies where a former one does to a sample or so, and of those that share
  /// most of a place only `each`: a photo may hold many prints, and one busy place must not crowd out the others.
  func spread(each: Int, limit: Int, quad: (Element) -> Quad) -> [Element] {
    var kept: [Element] = []
    var boxes: [Rectangle] = []
    next: for element in self where kept.count < limit {
      let here = quad(element)
      let box = Rectangle(around: here)
      var there = 0
      for (i, other) in boxes.enumerated() {
        let shared = other.intersectionOverUnion(box)
        if shared > 0.5 { there += 1 }
        if there == each || (shared > 0.85 && quad(kept[i]).isNear(here)) { continue next }
      }
      kept.append(element)
      boxes.append(box)
    }
    return kept
  }
}

extension Quad {
  /// Whether each corner has one of the other's within a sample, or 1.5 % of the size where that is more.
  fileprivate func isNear(_ other: Quad) -> Bool {
    let slack = Swift.max(1, 0.015 * size)
    return (0..<4).contains { k in
      let turned = other.turned(by: QuarterTurns(k))
      return Corner.allCases.allSatisfy {
        let d = self[$0] - turned[$0]
        return abs(d.x) < slack && abs(d.y) < slack
      }
    }
  }
}
