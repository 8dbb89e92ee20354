/// Rectangles laid on the page's edges.
extension PageSplitter {
  /// - Returns: nil for a part without area.
  func island(_ samples: [Int32]) -> Island? {
    guard let hull = solid.hull(of: samples), let around = PageRectangle(leastAround: hull) else { return nil }
    return Island(samples: samples, hull: hull, whole: candidate(around))
  }

  /// A rectangle of the reduced page laid on the edges of the full-size one; nil if it can't be a print.
  func candidate(_ rectangle: PageRectangle) -> PageCandidate? {
    guard isPlausible(rectangle) else { return nil }
    let fitted = fitted(rectangle, reach: fit.shadow + 1.5 * page.scale + 1, .rough)
    return isPlausible(fitted.rectangle) ? candidate(at: fitted.rectangle, support: fitted.support) : nil
  }

  /// A rectangle whose sides are lines that were found, which needn't be searched for; nil if it can't be a print.
  func candidate(onLines rectangle: PageRectangle) -> PageCandidate? {
    isPlausible(rectangle) ? candidate(at: snapped(rectangle), support: SIMD4(repeating: 1)) : nil
  }

  private func candidate(at rectangle: PageRectangle, support: SIMD4<Double>) -> PageCandidate {
    PageCandidate(
      rectangle: rectangle, sides: reader.sides(rectangle), support: support, bed: area(ofBedIn: rectangle))
  }

  private func isPlausible(_ rectangle: PageRectangle) -> Bool {
    rectangle.shortSide >= parameters.shortest * millimetre
      && rectangle.longSide <= parameters.elongation * rectangle.shortSide
      && rectangle.area >= parameters.leastArea * millimetre * millimetre
      && !bare.contains { rectangle.depth(of: $0) > 0 }
  }

  /// - Parameters:
  ///   - rectangle: in samples, as is the result.
  ///   - reach: in pixels.
  private func fitted(
    _ rectangle: PageRectangle, reach: Double, _ density: EdgeReader.Density
  ) -> RectangleFit.Finding {
    let start = snapped(rectangle)
    let outside = Quad.Side.allCases.map { side -> EdgeReader.Outside in
      let seen = reader.side(start[side])
      return EdgeReader.Outside(
        isBorder: seen.isBorder, isBed: SideEvidence.share(seen.clear & ~seen.rim) > 0.7, room: seen.room * page.scale)
    }
    var finding = fit.fitted(start.scaled(by: page.scale), reach: reach, density, outside: outside)
    finding.rectangle = finding.rectangle.scaled(by: 1 / page.scale)
    return finding
  }

  /// A rectangle whose sides lie on the page's border, where they are near it.
  private func snapped(_ rectangle: PageRectangle) -> PageRectangle {
    var moves = SIMD4<Double>.zero
    for side in Quad.Side.allCases where reader.isOnBorder(rectangle[side]) {
      let (middle, along, _) = rectangle[side]
      let normal = along.perpendicular
      // The border lies to the left of the side's direction, which is outside.
      let distance =
        abs(normal.x) > abs(normal.y)
        ? (normal.x > 0 ? middle.x : Double(page.width) - middle.x)
        : (normal.y > 0 ? middle.y : Double(page.height) - middle.y)
      moves[side.rawValue] = -distance
    }
    return rectangle.moved(inwards: moves)
  }

  private func area(ofBedIn rectangle: PageRectangle) -> Double {
    let step = 4.0
    let (columns, rows) = (max(1, Int(rectangle.width / step)), max(1, Int(rectangle.height / step)))
    var count = 0
    for j in 0..<rows {
      for i in 0..<columns {
        let p =
          rectangle.centre + (rectangle.width * ((Double(i) + 0.5) / Double(columns) - 0.5)) * rectangle.across
          + (rectangle.height * ((Double(j) + 0.5) / Double(rows) - 0.5)) * rectangle.down
        if !solid[Int(p.x.rounded(.down)), Int(p.y.rounded(.down))] { count += 1 }
      }
    }
    return Double(count) / Double(columns * rows) * rectangle.area
  }

  /// Whether an island of so many samples is one rectangle.
  func isRectangle(_ candidate: PageCandidate, area: Int) -> Bool {
    Double(area) >= parameters.clean.cover * candidate.rectangle.area
      && candidate.bed < 0.04 * candidate.rectangle.area
      && candidate.sides.allSatisfy { SideEvidence.share($0.edges) >= parameters.clean.edges }
  }

  /// Whether bed shows outside of all sides.
  func isFree(_ candidate: PageCandidate) -> Bool {
    candidate.sides.allSatisfy { SideEvidence.share($0.clear) >= parameters.clean.outside }
  }

  /// The print that a rectangle is, or a row of prints that only looks like one.
  func prints(_ candidate: PageCandidate, isCovered: Bool = false, isDivided: Bool = false) -> [PagePrint] {
    let fine = fitted(candidate.rectangle, reach: fit.shadow + 0.5 * page.scale, .fine)
    let isCommon = hasScale && PageScale.isCommon(fine.rectangle.scaled(by: 1 / millimetre))
    let row = seams?.row(in: fine.rectangle) ?? []
    let parts = isCommon || isCovered ? [] : row.compactMap { self.candidate($0) }
    if parts.count > 1, parts.count == row.count { return parts.flatMap { prints($0) } }
    return [
      PagePrint(
        rectangle: fine.rectangle.scaled(by: page.scale), support: fine.support, sides: candidate.sides,
        isCovered: isCovered, isDivided: isDivided || !row.isEmpty, isCommon: isCommon)
    ]
  }
}
