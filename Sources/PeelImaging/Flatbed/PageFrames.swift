/// Frames that look like the bed: the print around a picture.
extension PageSplitter {
  /// The instant print around a picture of its film's size, if edges show at two or more of its sides.
  ///
  /// - Parameter others: rectangles that the print mustn't overlap.
  func filmed(_ picture: PageCandidate, besides others: [PageRectangle]) -> PageCandidate? {
    guard hasScale else { return nil }
    var best: (edges: Double, candidate: PageCandidate)?
    for rectangle in OuterFrame.films(around: picture.rectangle, millimetre: millimetre) {
      guard
        !others.contains(where: {
          $0.quad.intersectionArea(rectangle.quad) > 0.04 * min($0.area, rectangle.area)
        })
      else { continue }
      let start = rectangle.scaled(by: page.scale)
      let outside = Quad.Side.allCases.map { side -> EdgeReader.Outside in
        EdgeReader.Outside(isBorder: reader.isOnBorder(rectangle[side]))
      }
      let fitted = fit.fitted(start, reach: 1.2 * millimetre * page.scale, .rough, outside: outside)
      var candidate = picture
      candidate.rectangle = rectangle
      // Sides without edges stay where the film has them.
      if fitted.support.min() > 0.3 { candidate.rectangle = fitted.rectangle.scaled(by: 1 / page.scale) }
      (candidate.support, candidate.sides) = (fitted.support, reader.sides(candidate.rectangle))
      let edges = candidate.sides.map { SideEvidence.share($0.edges) }.sorted()
      guard edges[2] > 0.7, edges.reduce(0, +) > 2.4 else { continue }
      if edges.reduce(0, +) > best?.edges ?? 0 { best = (edges.reduce(0, +), candidate) }
    }
    return best?.candidate
  }

  /// The print around a picture, if its paper looks like the bed.
  func framed(_ picture: PageCandidate) -> PageCandidate? {
    // A print of a common size is whole.
    if hasScale, PageScale.isCommon(picture.rectangle.scaled(by: 1 / millimetre)) { return nil }
    let most = min(parameters.frame.most * millimetre, 0.4 * picture.rectangle.shortSide)
    let least = max(3, Int(parameters.frame.least * millimetre))
    guard Int(most) > least else { return nil }
    // A rim's edges are no frame's.
    let rims = mask.without(reader.rimless)
    let frame = OuterFrame(page: page, solid: solid.with(rims), distances: least...Int(most))
    guard let distances = frame.distances(around: picture.rectangle) else { return nil }
    var candidate = picture
    candidate.rectangle = picture.rectangle.moved(inwards: -1 * distances)
    let start = candidate.rectangle.scaled(by: page.scale)
    let outside = [EdgeReader.Outside](repeating: .init(), count: 4)
    let fitted = fit.fitted(start, reach: 1.5 * page.scale + 1, .rough, outside: outside)
    if fitted.support.min() > 0.3 { candidate.rectangle = fitted.rectangle.scaled(by: 1 / page.scale) }
    candidate.support = fitted.support
    candidate.sides = reader.sides(candidate.rectangle)
    return isFree(candidate) ? candidate : nil
  }
}
