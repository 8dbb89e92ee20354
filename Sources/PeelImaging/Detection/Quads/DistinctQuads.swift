/// When two quads count as the same, or as being in one place. All values were chosen on photos of many prints.
private enum Distinctness {
  /// Least shared area over covered area of two bounding boxes in one place, and of those that may be the same quad.
  static let onePlace = 0.5
  static let same = 0.85
  /// Greatest difference of two corners' coordinates in the same quad: samples, or a fraction of its size if that is
  /// larger.
  static let slack = (least: 1.0, share: 0.015)
}

extension Array {
  /// The first elements whose quads differ, with at most `most` in one place.
  ///
  /// A photo may hold many prints, and one busy place must not crowd out the others.
  func distinct(inOnePlace most: Int, limit: Int, quad: (Element) -> Quad) -> [Element] {
    var kept: [Element] = []
    var boxes: [Rectangle] = []
    next: for element in self where kept.count < limit {
      let here = quad(element)
      let box = Rectangle(around: here)
      var neighbours = 0
      for (i, other) in boxes.enumerated() {
        let shared = other.intersectionOverUnion(box)
        if shared > Distinctness.onePlace { neighbours += 1 }
        if neighbours == most || (shared > Distinctness.same && quad(kept[i]).isSame(as: here)) { continue next }
      }
      kept.append(element)
      boxes.append(box)
    }
    return kept
  }
}

extension Quad {
  /// Whether the corners agree, whichever corner is named first.
  fileprivate func isSame(as other: Quad) -> Bool {
    let slack = Swift.max(Distinctness.slack.least, Distinctness.slack.share * size)
    return (0..<4).contains { k in
      let turned = other.turned(by: QuarterTurns(k))
      return Corner.allCases.allSatisfy {
        let d = self[$0] - turned[$0]
        return abs(d.x) < slack && abs(d.y) < slack
      }
    }
  }
}
