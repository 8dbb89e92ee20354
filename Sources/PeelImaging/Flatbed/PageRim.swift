/// A lid's rims, which are straight bands along whole sides of the page.
extension PageMask {
  private enum Rim {
    /// The greatest share of a side where nothing is set, and the least where a band ends within reach.
    static let (open, ends) = (0.1, 0.25)
    /// The least share of places with the breadth of a place a little further along, give or take a sample.
    static let straight = 0.8
    static let step = 8
    /// How far levels lie at most from a rim's common one, and the least share of its places where they do.
    static let (level, even): (Int, Double) = (12, 0.8)
    /// The greatest share of places with other levels, if no print covers the rim.
    static let covered = 0.25
  }

  /// The mask without rims.
  ///
  /// - Parameters:
  ///   - page: what the mask was made of.
  ///   - reach: the greatest breadth of one, in samples.
  func withoutRims(of page: PageColours, within reach: Int) -> PageMask {
    var output = samples
    for side in Quad.Side.allCases {
      for (along, breadth) in rim(along: side, page, reach).enumerated() {
        for depth in 0..<breadth { output[index(side, along, depth)] = 0 }
      }
    }
    return PageMask(width: width, height: height, samples: output)
  }

  /// How broad a rim along one side is, at each place along it; empty if there is none.
  private func rim(along side: Quad.Side, _ page: PageColours, _ reach: Int) -> [Int] {
    guard reach < min(width, height) else { return [] }
    let length = side == .top || side == .bottom ? width : height
    // What another side's rim may hide is left out.
    let hidden = min(reach, length / 4)
    let places = hidden..<(length - hidden)
    let breadths = (0..<length).map { along in
      (0...reach).first { samples[index(side, along, $0)] == 0 }
    }
    let inner = breadths[places]
    let ends = inner.compactMap(\.self).filter { $0 > 0 }
    guard Double(inner.count { $0 == 0 }) <= Rim.open * Double(places.count),
      Double(ends.count) >= Rim.ends * Double(places.count)
    else { return [] }
    let pairs = zip(ends, ends.dropFirst(Rim.step))
    guard Double(pairs.count { abs($0 - $1) <= 1 }) >= Rim.straight * Double(ends.count - Rim.step) else { return [] }
    var rim = breadths.map { $0 ?? 0 }
    // Beside a print that touches it, a rim is as broad as before. A print may cover it, too.
    let usual = ends.sorted()[ends.count / 2]
    func level(_ along: Int) -> Int { Int(page.samples[index(side, along, usual / 2)].x / PageColours.unit) }
    let shown = breadths.indices.filter { rim[$0] > 0 }
    let common = shown.map(level).sorted()[shown.count / 2]
    func isUnlike(_ along: Int) -> Bool { abs(level(along) - common) > Rim.level }
    guard Double(shown.count { !isUnlike($0) }) >= Rim.even * Double(shown.count) else { return [] }
    var start = 0
    while start < length {
      let end = breadths[start...].firstIndex { $0 != nil } ?? length
      let differ = (start..<end).count(where: isUnlike)
      if Double(differ) <= Rim.covered * Double(end - start) {
        for along in start..<end { rim[along] = start > 0 ? rim[start - 1] : usual }
      }
      start = end + 1
    }
    return rim
  }

  private func index(_ side: Quad.Side, _ along: Int, _ depth: Int) -> Int {
    switch side {
    case .top: depth * width + along
    case .right: along * width + width - 1 - depth
    case .bottom: (height - 1 - depth) * width + along
    case .left: along * width + depth
    }
  }
}
