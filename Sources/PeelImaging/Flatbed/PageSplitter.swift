/// Finds every print on a page from a flatbed: rectangles, which together explain all that isn't bed.
///
/// An island of the page that is one clean rectangle is a print. In any other, all rectangles that straight lines enclose are
/// candidates, and the set that explains the island is chosen.
struct PageSplitter: Sendable {
  /// Lengths are millimetres unless stated otherwise.
  struct Parameters: Sendable {
    /// The long side of the reduced page, in samples.
    var longSide = 1280
    /// The gaps of what isn't bed that are closed, and the breadth of what is ignored: dust and hairs.
    var (gap, hair) = (0.6, 1.5)
    /// The greatest breadth of a lid's rim.
    var rim = 9.0
    /// The least side and the least area of a print, and its greatest elongation.
    var (shortest, leastArea, elongation) = (14.0, 400.0, 6.0)
    /// How far shadows reach, and how deep a deckled side is.
    var (shadow, raggedness) = (0.9, 0.9)
    /// How near to the page's border a side lies on it.
    var border = 0.3
    /// The least share of a clean island's rectangle that the island covers, and the least shares of its sides that show an
    /// edge, and bed outside.
    var clean = (cover: 0.965, edges: 0.35, outside: 0.85)
    /// The least long side of two prints that touch, and how surely a seam divides them.
    var two = (long: 110.0, seam: 0.85)
    /// How broad a frame may be that looks like the bed.
    var frame = (least: 1.2, most: 30.0)
    /// The share of an island that prints whose sides all show must cover to explain it.
    var explained = 0.95
    /// How far lines may lie outside an island, and the most directions of lines in one.
    var (margin, angles) = (8.0, 4)
  }

  let photo: Photo
  let parameters: Parameters
  let page: PageColours
  let bed: Bed
  /// What isn't bed, and that without holes, gaps and hairs.
  let mask: PageMask
  var solid: PageMask
  /// The same with its gaps.
  let unclosed: PageMask
  /// The least area of a print, and the breadth of what is ignored, in samples.
  let (least, hair): (Int, Int)
  /// The large holes that were filled, and a sample in each that is bare bed, which no print covers.
  let holes: [[Int32]]
  var bare: [Point] = []
  /// In samples.
  let millimetre: Double
  /// Whether that is known and not guessed.
  let hasScale: Bool
  var reader: SideReader
  var fit: RectangleFit

  /// - Parameters:
  ///   - dpi: the photo's pixels per inch; nil if it isn't known.
  ///   - number: 0 for the likeliest bed, 1 for the next one.
  /// - Returns: nil if no part of the page is flat enough to be a bed.
  init?(_ photo: Photo, dpi: Double?, bed number: Int = 0, _ parameters: Parameters = Parameters()) {
    (self.photo, self.parameters) = (photo, parameters)
    page = PageColours(photo, longSide: parameters.longSide)
    let smooth = page.smoothed
    guard let bed = Bed(smooth, number: number) else { return nil }
    self.bed = bed
    mask = PageMask(smooth, besides: bed)
    let pixel = dpi.map { $0 / 25.4 } ?? Double(max(photo.width, photo.height)) / PageScale.usualLongSide
    millimetre = pixel / page.scale
    hasScale = dpi != nil
    func samples(_ length: Double, _ millimetre: Double) -> Int { max(1, Int((length * millimetre).rounded())) }
    hair = samples(parameters.hair, millimetre)
    // A print beside a rim isn't joined to it.
    let rimless = mask.withoutRims(of: smooth, within: samples(parameters.rim, millimetre))
    let closed = rimless.closed(by: samples(parameters.gap, millimetre))
    let filled = closed.filled
    solid = filled.opened(by: hair)
    unclosed = rimless.filled.opened(by: hair)
    least = Int(parameters.leastArea * millimetre * millimetre)
    holes = filled.without(closed).parts(least: least).filter { bed.isBare($0, on: smooth) }
    reader = SideReader(
      page: page, mask: mask, rimless: rimless, solid: solid, noise: page.noise(besides: mask),
      tolerance: min(2, samples(0.5, millimetre)), borderReach: max(1.2, parameters.border * millimetre))
    let edges = EdgeReader(
      pixels: PagePixels(photo), noise: reader.noise / 16 * Float(page.scale), bed: bed, scale: page.scale)
    fit = RectangleFit(
      reader: edges, shadow: max(2.5, parameters.shadow * pixel), raggedness: max(2, parameters.raggedness * pixel))
  }

  /// The share of the page's border that is bed, or of a line as far within as a lid's rim may reach.
  var borderShare: Double {
    let rim = 0.03 * Double(max(page.width, page.height))
    return [2, Int(rim / 2), Int(rim)].map(share(ofBedAt:)).max() ?? 0
  }

  /// The share of a line around the page that is bed, at a depth in samples.
  func share(ofBedAt depth: Int) -> Double {
    let (right, bottom) = (page.width - 1 - depth, page.height - 1 - depth)
    guard depth < right, depth < bottom else { return 0 }
    let across = (depth...right).count { !mask[$0, depth] } + (depth...right).count { !mask[$0, bottom] }
    let down = (depth...bottom).count { !mask[depth, $0] } + (depth...bottom).count { !mask[right, $0] }
    return Double(across + down) / Double(2 * (right + bottom - 2 * depth + 2))
  }

  /// How much of what isn't bed was so without filling holes, 0…1.
  var density: Double {
    var (set, all) = (0, 0)
    for i in solid.samples.indices where solid.samples[i] != 0 {
      all += 1
      set += Int(mask.samples[i])
    }
    return all == 0 ? 0 : Double(set) / Double(all)
  }

  /// The prints, in no order.
  func prints() -> [PagePrint] {
    let islands = solid.parts(least: least)
    let found = islands.flatMap { ring($0) ?? prints(in: $0) }.sorted { $0.rectangle.area > $1.rectangle.area }
    // What is written on a print is no print.
    return found.enumerated().filter { i, print in
      !found[..<i].contains { $0.rectangle.quad.intersectionArea(print.rectangle.quad) > 0.8 * print.rectangle.area }
    }.map(\.element)
  }

  /// All rectangles that may be prints, in photo pixels, for drawing.
  var rectangles: [PageRectangle] {
    solid.parts(least: least).compactMap(island).flatMap { island in
      candidates(in: island).map { $0.rectangle.scaled(by: page.scale) }
    }
  }

  func prints(in part: [Int32]) -> [PagePrint] {
    if let prints = apart(part) ?? divided(part) { return prints }
    guard let island = island(part) else { return [] }
    let single = island.whole.flatMap { isRectangle($0, area: part.count) && isFree($0) ? $0 : nil }
    // Two prints that touch seldom make one rectangle of a common size, or a small one.
    if let single, !mayBeTwo(single.rectangle.scaled(by: 1 / millimetre)) { return prints(alone: single) }
    let candidates = candidates(in: island)
    if let single, candidates[0].seam < parameters.two.seam {
      return prints(alone: single, isDivided: candidates[0].line >= parameters.two.seam)
    }
    let step = max(3, Int((Double(part.count) / 4000).squareRoot()))
    let choice = PageChoice(
      candidates, cells: cells(of: part, step: step), cell: Double(step * step), millimetre: millimetre)
    let chosen = choice.best
    return chosen.flatMap { one in
      let others = chosen.filter { $0.index != one.index }.map { candidates[$0.index].rectangle }
      let candidate = self.candidate(candidates[one.index].rectangle) ?? candidates[one.index]
      return prints(
        filmed(candidate, besides: others) ?? candidate, isCovered: one.isCovered,
        isDivided: candidates[one.index].seam >= parameters.two.seam)
    }
  }

  /// The prints of an island whose gaps aren't closed; nil unless they are several clean rectangles.
  private func apart(_ part: [Int32]) -> [PagePrint]? {
    let gapped = unclosed.within(part)
    let parts = gapped.parts(least: least)
    guard parts.count > 1 else { return nil }
    var open = self
    (open.solid, open.reader.solid) = (gapped, gapped)
    let areClean = parts.allSatisfy { part in
      open.island(part)?.whole.map { open.isRectangle($0, area: part.count) } ?? false
    }
    return areClean ? parts.flatMap { open.prints(in: $0) } : nil
  }

  /// The print, or the prints, of a rectangle that nothing touches.
  ///
  /// - Parameter isDivided: whether a line divides it, so that it may be two.
  private func prints(alone whole: PageCandidate, isDivided: Bool = false) -> [PagePrint] {
    prints(filmed(whole, besides: []) ?? framed(whole) ?? whole, isDivided: isDivided)
  }

  /// Whether a rectangle, in millimetres, may be two prints that touch.
  private func mayBeTwo(_ rectangle: PageRectangle) -> Bool {
    hasScale && rectangle.longSide > parameters.two.long && !PageScale.isCommon(rectangle)
  }

  /// Finds seams between prints; nil if the scale isn't known.
  var seams: Seams? {
    hasScale ? Seams(pixels: fit.reader.pixels, bed: bed, scale: page.scale, pixel: millimetre * page.scale) : nil
  }

  /// The rectangles that may be prints in an island, with how surely a line divides each.
  ///
  /// The one around the island comes first.
  private func candidates(in island: Island) -> [PageCandidate] {
    var candidates = island.whole.map { [$0] } ?? []
    for angle in solid.angles(of: island.samples, limit: parameters.angles) {
      let lines = PageLines(
        page, mask, noise: reader.noise, angle: angle, around: island.hull, margin: parameters.margin * millimetre)
      let found = LineRectangles(
        lines, shortest: Int(parameters.shortest * millimetre), bounds: (Double(page.width), Double(page.height)))
      for rectangle in found.rectangles {
        guard let one = candidate(onLines: rectangle), one.bed < 0.4 * one.rectangle.area else { continue }
        let quad = one.rectangle.quad
        if !candidates.contains(where: { $0.rectangle.quad.intersectionOverUnion(quad) > 0.975 }) {
          candidates.append(one)
        }
      }
    }
    guard let seams else { return candidates }
    return candidates.map { candidate in
      var candidate = candidate
      (candidate.line, candidate.seam) = seams.shares(in: candidate, among: candidates)
      return candidate
    }
  }

  /// Every `step`-th of an island's samples, across and down.
  func cells(of part: [Int32], step: Int) -> [Point] {
    part.filter { Int($0) % page.width % step == 0 && Int($0) / page.width % step == 0 }.map(place)
  }

  func place(of sample: Int32) -> Point {
    let (y, x) = Int(sample).quotientAndRemainder(dividingBy: page.width)
    return Point(Double(x) + 0.5, Double(y) + 0.5)
  }
}
