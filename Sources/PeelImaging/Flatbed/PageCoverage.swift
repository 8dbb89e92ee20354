/// What prints leave of a page.
extension PageSplitter {
  /// The share of what isn't bed that lies in prints whose sides all show.
  func share(explainedBy prints: [PagePrint]) -> Double {
    let (all, rest) = coverage(of: prints.filter { $0.weakest > 0.6 })
    return all.count == 0 ? 0 : 1 - Double(rest.count) / Double(all.count)
  }

  /// Whether something lies on the page that is as large as a print, and in none of these.
  func hasMore(than prints: [PagePrint]) -> Bool {
    // What is narrower than the narrowest print is a lid's rim, or its shadow.
    let narrowest = parameters.shortest * millimetre / Double(2 * Self.coverageStep)
    let least = max(1, least / (Self.coverageStep * Self.coverageStep))
    return !coverage(of: prints).rest.opened(by: Int(narrowest)).parts(least: least).isEmpty
  }

  private static var coverageStep: Int { 4 }

  /// Every fourth sample that isn't bed, across and down, and those of them that no print covers.
  private func coverage(of prints: [PagePrint]) -> (all: PageMask, rest: PageMask) {
    let step = Self.coverageStep
    let rectangles = prints.map { $0.rectangle.scaled(by: 1 / page.scale) }
    let (width, height) = ((page.width + step - 1) / step, (page.height + step - 1) / step)
    let all = PageMask(width: width, height: height) { x, y in solid[step * x, step * y] }
    let rest = PageMask(width: width, height: height) { x, y in
      let p = Point(Double(step * x) + 0.5, Double(step * y) + 0.5)
      return all[x, y] && !rectangles.contains { $0.depth(of: p) > -2 }
    }
    return (all, rest)
  }
}
