extension Bed {
  /// Whether some samples of a page have the bed's colour on average, which white parts of prints seldom have.
  func isBare(_ samples: [Int32], on page: PageColours) -> Bool {
    let sum = samples.reduce(SIMD4<Float>.zero) { sum, i in
      let (y, x) = Int(i).quotientAndRemainder(dividingBy: page.width)
      return sum + SIMD4<Float>(page.samples[Int(i)]) - colour(Place(x: x, y: y))
    }
    let (mean, most) = (sum / Float(samples.count), 0.5 * limit)
    return all(mean .< most) && all(mean .> -most)
  }
}

/// Prints that enclose bare bed.
extension PageSplitter {
  /// The prints of an island that lie around bare bed; nil if they don't explain it, so that its holes are parts of a print.
  func ring(_ part: [Int32]) -> [PagePrint]? {
    if holes.isEmpty { return nil }
    let island = solid.only(part)
    let within = holes.filter { island.samples[Int($0[$0.count / 2])] != 0 }
    if within.isEmpty { return nil }
    var open = self
    open.solid = island.without(mask.only(within.flatMap(\.self)))
    open.bare = within.map { place(of: $0[$0.count / 2]) }
    open.reader.solid = open.solid
    let prints = open.solid.parts(least: least).flatMap(open.prints)
    return prints.count > 1 && open.share(explainedBy: prints) >= parameters.explained ? prints : nil
  }
}
