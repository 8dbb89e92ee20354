/// Which samples of a page show the bed.
extension Bed {
  /// A sample that is looked at for the bed's colour.
  struct Place {
    var x: Int
    var y: Int
  }

  /// The distance of the samples that are looked at.
  private static let spacing = 4

  /// Some of the samples whose neighbours are alike.
  static func flat(_ page: PageColours, _ parameters: Parameters) -> [Place] {
    let (width, height) = (page.width, page.height)
    let limit = Int16(parameters.flat * Float(PageColours.unit))
    let samples = page.samples.span
    var flat: [Place] = []
    flat.reserveCapacity(width * height / (spacing * spacing))
    for y in stride(from: 0, to: height - 2, by: spacing) {
      for x in stride(from: 0, to: width - 2, by: spacing) {
        let here = samples[y * width + x]
        if here.difference(to: samples[y * width + x + 2]) < limit,
          here.difference(to: samples[(y + 2) * width + x]) < limit
        {
          flat.append(Place(x: x, y: y))
        }
      }
    }
    return flat
  }

  /// The flat samples without those of sheets on the bed.
  ///
  /// A bed's colour changes little by little, so that an edge parts it from a sheet on it, be the sheet ever so like it. What
  /// hangs together and is nowhere like the bed isn't bed.
  static func withoutSheets(
    _ page: PageColours, _ flat: [Place], on bed: SIMD4<Int16>, _ parameters: Parameters
  ) -> [Place] {
    let unit = Float(PageColours.unit)
    let near = Int16(parameters.patch.levels * unit)
    let columns = page.width / spacing + 1
    // The number of the sample in each cell of the grid that isn't in a patch yet.
    var cells = [Int32](repeating: -1, count: columns * (page.height / spacing + 1))
    func cell(_ place: Place) -> Int { place.y / spacing * columns + place.x / spacing }
    func colour(_ place: Place) -> SIMD4<Int16> { page.samples[place.y * page.width + place.x] }
    for (i, place) in flat.enumerated() { cells[cell(place)] = Int32(truncatingIfNeeded: i) }
    // Noise is no edge.
    let steps = zip(flat, flat.dropFirst()).enumerated().compactMap { i, pair in
      i % 8 == 0 && pair.1.x - pair.0.x == spacing ? colour(pair.0).difference(to: colour(pair.1)) : nil
    }.sorted()
    let usual = steps.isEmpty ? 0 : Float(steps[steps.count / 2])
    let step = Int16(max(parameters.edge.least * unit, parameters.edge.usual * usual))
    var kept: [Place] = []
    for start in flat where cells[cell(start)] >= 0 {
      var (patch, next, alike) = ([start], 0, 0)
      cells[cell(start)] = -1
      while next < patch.count {
        let (here, at, column) = (colour(patch[next]), cell(patch[next]), patch[next].x / spacing)
        next += 1
        if here.difference(to: bed) < near { alike += 1 }
        for (isInside, other) in [
          (column > 0, at - 1), (column < columns - 1, at + 1), (at >= columns, at - columns),
          (at + columns < cells.count, at + columns),
        ] where isInside && cells[other] >= 0 {
          let neighbour = flat[Int(cells[other])]
          guard here.difference(to: colour(neighbour)) < step else { continue }
          cells[other] = -1
          patch.append(neighbour)
        }
      }
      let isFragment = Double(patch.count) < parameters.patch.least * Double(flat.count)
      if isFragment || Double(alike) >= parameters.patch.share * Double(patch.count) { kept += patch }
    }
    return kept
  }

  /// The commonest colour of flat samples; those beside the border count more.
  static func commonest(
    _ page: PageColours, _ flat: [Place], _ number: Int, _ parameters: Parameters
  ) -> SIMD4<Int16>? {
    guard !flat.isEmpty else { return nil }
    let strip = max(2, Int(parameters.strip * Double(max(page.width, page.height))))
    // Bins of four levels of luma, and of as much difference.
    func bin(_ colour: SIMD4<Int16>) -> Int {
      let (b, r) = (min(63, max(0, (Int(colour.y) + 3072) / 96)), min(63, max(0, (Int(colour.z) + 3072) / 96)))
      return (min(63, Int(colour.x) >> 6) << 6 | b) << 6 | r
    }
    func colour(_ place: Place) -> SIMD4<Int16> { page.samples[place.y * page.width + place.x] }
    func weight(_ place: Place) -> Int32 {
      let isBeside = min(place.x, place.y, page.width - 1 - place.x, page.height - 1 - place.y) < strip
      return isBeside ? parameters.borderWeight : 1
    }
    var counts = [Int32](repeating: 0, count: 1 << 18)
    for place in flat { counts[bin(colour(place))] += weight(place) }
    // A bed's luma may spread over three bins.
    let step = 1 << 12
    var best = 0
    for turn in 0...number {
      var most: Int32 = 0
      for i in counts.indices where counts[i] > 0 {
        let sum = counts[i] + (i < step ? 0 : counts[i - step]) + (i + step < counts.count ? counts[i + step] : 0)
        if sum > most { (most, best) = (sum, i) }
      }
      guard most > 0 else { return nil }
      // The next bed differs by more than 16 levels.
      if turn < number {
        for i in counts.indices where abs(i >> 12 - best >> 12) <= 4 { counts[i] = 0 }
      }
    }
    return commonest(among: flat.filter { [best - step, best, best + step].contains(bin(colour($0))) }, colour, weight)
  }

  /// The mean colour around the commonest level, which a sheet of nearly the same level doesn't move.
  private static func commonest(
    among places: [Place], _ colour: (Place) -> SIMD4<Int16>, _ weight: (Place) -> Int32
  ) -> SIMD4<Int16> {
    func level(_ place: Place) -> Int { min(256, max(1, 1 + Int(colour(place).x) / Int(PageColours.unit))) }
    var levels = [Int32](repeating: 0, count: 258)
    for place in places { levels[level(place)] += weight(place) }
    func count(_ level: Int) -> Int32 { levels[level - 1] + levels[level] + levels[level + 1] }
    let best = (1...256).max { count($0) < count($1) } ?? 1
    let near = places.filter { abs(level($0) - best) <= 1 }
    let sum = near.reduce(SIMD4<Int32>.zero) { $0 &+ SIMD4<Int32>(truncatingIfNeeded: colour($1)) }
    return SIMD4<Int16>(truncatingIfNeeded: sum / Int32(max(1, near.count)))
  }
}
