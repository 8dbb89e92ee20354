import PeelImaging

extension PlacedPicture {
  /// The picture's pixels without its lines, row by row: red, green and blue of each.
  package func ground(cell: PixelSize) -> [UInt8] {
    rendition.pixels(
      of: region, PixelSize(width: area.columns * cell.width, height: area.rows * cell.height), surround: surround)
  }
}

extension Rendition {
  /// The colours of a coarse version, for choosing a palette.
  package func colours() -> [Colour] {
    let all = Region(x: 0, y: 0, width: Double(width), height: Double(height))
    return averages(over: all, columns: Self.coarse, rows: Self.coarse).filter { $0.w > 0 }.map { Colour($0) }
  }

  /// The colours along each side of the coarse version.
  private static let coarse = 56

  /// A region stretched to a size: red, green and blue of each pixel, row by row.
  ///
  /// Several samples per pixel are averaged, and fewer interpolated. Chroma has half the resolution, as in most photos.
  func pixels(of region: Region, _ size: PixelSize, surround: Colour) -> [UInt8] {
    // An even number of rows per strip, as two rows share their chroma.
    let step = max((size.height / Self.strips + 1) & ~1, 2)
    let tops = Array(stride(from: 0, to: size.height, by: step))
    return onThreads(tops.count) { index in
      let height = min(step, size.height - tops[index])
      let scale = region.height / Double(max(size.height, 1))
      let part = Region(
        x: region.x, y: region.y + scale * Double(tops[index]), width: region.width, height: scale * Double(height))
      return strip(of: part, PixelSize(width: size.width, height: height), surround: surround)
    }.flatMap { $0 }
  }

  /// The parts that a picture is divided into, to use several cores.
  private static let strips = 8

  private func strip(of region: Region, _ size: PixelSize, surround: Colour) -> [UInt8] {
    func isInside(_ index: Int, _ count: Int, _ start: Double, _ length: Double, _ limit: Int) -> Bool {
      (0..<Double(limit)).contains(start + (Double(index) + 0.5) * length / Double(count))
    }
    let columns = (0..<size.width).filter { isInside($0, size.width, region.x, region.width, width) }
    let inside = (columns.first ?? 0)..<((columns.last ?? -1) + 1)
    let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
    // Half as many pixels, over as much of the picture as the whole ones cover.
    let wider = Region(
      x: region.x, y: region.y, width: region.width * Double(2 * half.width) / Double(max(size.width, 1)),
      height: region.height * Double(2 * half.height) / Double(max(size.height, 1)))
    var first = channels[0].scaled(region, size)
    var others = channels.dropFirst().map { isDifference ? $0.scaled(wider, half) : $0.scaled(region, size) }
    return unsafe [UInt8](unsafeUninitializedCapacity: 3 * size.width * size.height) { buffer, count in
      count = 3 * size.width * size.height
      for y in 0..<size.height {
        let isWithin = !inside.isEmpty && isInside(y, size.height, region.y, region.height, height)
        let shown = isWithin ? inside : 0..<0
        var row = unsafe PixelRow(
          UnsafeMutableBufferPointer(rebasing: buffer[3 * y * size.width..<3 * (y + 1) * size.width]))
        unsafe row.fill(surround, 0..<shown.lowerBound)
        unsafe row.fill(surround, shown.upperBound..<size.width)
        guard isWithin else { continue }
        first.move(to: y)
        for index in others.indices { others[index].move(to: isDifference ? y / 2 : y) }
        switch (others.count, isDifference) {
        case (2, true): unsafe row.fill(first.row, others[0].row, others[1].row, shown)
        case (2, false): unsafe row.copy(first.row, others[0].row, others[1].row, shown)
        case (_, _): unsafe row.copy(first.row, first.row, first.row, shown)
        }
      }
    }
  }
}

/// A row of pixels to fill: red, green and blue of each.
@unsafe private struct PixelRow {
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { unsafe self.bytes = bytes }

  mutating func fill(_ colour: Colour, _ pixels: Range<Int>) {
    for x in pixels { unsafe put(x, colour.red, colour.green, colour.blue) }
  }

  /// Levels, 0…255.
  mutating func copy(_ red: [Float], _ green: [Float], _ blue: [Float], _ pixels: Range<Int>) {
    for x in pixels { unsafe put(x, UInt8(red[x] + 0.5), UInt8(green[x] + 0.5), UInt8(blue[x] + 0.5)) }
  }

  /// Full-range BT.601, as in JFIF, with chroma of half the width.
  mutating func fill(_ luma: [Float], _ blues: [Float], _ reds: [Float], _ pixels: Range<Int>) {
    let redTint = Float(BT601.redTint)
    let (greenBlue, greenRed) = (Float(BT601.greenTintLessBlue), Float(BT601.greenTintLessRed))
    let blueTint = Float(BT601.blueTint)
    func level(_ value: Float) -> UInt8 { UInt8(min(max(value + 0.5, 0), 255)) }
    for x in pixels {
      let (light, blue, red) = (luma[x], blues[x / 2] - 128, reds[x / 2] - 128)
      unsafe put(
        x, level(light + redTint * red), level(light - greenBlue * blue - greenRed * red),
        level(light + blueTint * blue))
    }
  }

  private func put(_ x: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    unsafe bytes[3 &* x] = red
    unsafe bytes[3 &* x &+ 1] = green
    unsafe bytes[3 &* x &+ 2] = blue
  }
}

extension Channel {
  /// A region stretched to a size, whose rows are computed one after another.
  fileprivate func scaled(_ region: Region, _ size: PixelSize) -> ScaledRows {
    let step = (x: region.width / Double(max(size.width, 1)), y: region.height / Double(max(size.height, 1)))
    let level = level(for: step)
    return ScaledRows(
      plane: level.plane,
      across: SampleWeights(
        count: size.width, from: (region.x - origin.x) / level.scale.x, step: step.x / level.scale.x,
        of: level.plane.width),
      down: SampleWeights(
        count: size.height, from: (region.y - origin.y) / level.scale.y, step: step.y / level.scale.y,
        of: level.plane.height))
  }
}

/// The rows of a scaled plane.
private struct ScaledRows {
  let plane: Plane<UInt8>
  let across: SampleWeights
  let down: SampleWeights
  /// The current row.
  private(set) var row: [Float]
  private var current = -1
  /// Rows of the plane that are scaled across, by their numbers.
  private var kept: [(number: Int, row: [Float])] = []

  init(plane: Plane<UInt8>, across: SampleWeights, down: SampleWeights) {
    self.plane = plane
    self.across = across
    self.down = down
    row = Array(repeating: 0, count: across.starts.count)
  }

  /// Makes row `y` the current one. The numbers must not fall.
  mutating func move(to y: Int) {
    guard y != current else { return }
    current = y
    let start = down.starts[y]
    kept.removeAll { $0.number < start }
    for number in start..<start + down.taps where !kept.contains(where: { $0.number == number }) {
      kept.append((number, across.sums(along: plane.row(number))))
    }
    for x in row.indices { row[x] = 0 }
    for (number, values) in kept where number < start + down.taps {
      let weight = down.weights[y * down.taps + number - start]
      guard weight > 0 else { continue }
      for x in row.indices { row[x] += weight * values[x] }
    }
  }
}

/// The samples that each pixel along an axis is made of, with their weights.
private struct SampleWeights {
  /// The number of samples per pixel.
  let taps: Int
  /// The index of each pixel's first sample.
  private(set) var starts: [Int] = []
  /// `taps` weights for each pixel. Their sum is 1.
  private(set) var weights: [Float] = []

  /// Computes the weights of `count` pixels, each `step` samples long, in a row of `size` samples.
  ///
  /// - Parameter from: where the first pixel starts, in samples.
  init(count: Int, from: Double, step: Double, of size: Int) {
    // A pixel averages over its own length, or over a sample's if that's longer, which interpolates.
    let length = max(step, 1)
    taps = min(Int(length.rounded(.up)) + 1, size)
    starts.reserveCapacity(count)
    weights.reserveCapacity(count * taps)
    for index in 0..<count {
      let middle = min(max(from + (Double(index) + 0.5) * step, 0), Double(size))
      let (low, high) = (middle - length / 2, middle + length / 2)
      let start = min(max(Int(low.rounded(.down)), 0), size - taps)
      starts.append(start)
      let covered = (start..<start + taps).map { max(min(Double($0 + 1), high) - max(Double($0), low), 0) }
      let total = covered.reduce(0, +)
      weights.append(contentsOf: covered.map { Float(total > 0 ? $0 / total : 1 / Double(taps)) })
    }
  }

  /// The weighted sum of each pixel's samples.
  func sums(along row: Span<UInt8>) -> [Float] {
    var sums: [Float] = []
    sums.reserveCapacity(starts.count)
    switch taps {
    case 2:
      for (index, start) in starts.enumerated() {
        let place = 2 &* index
        sums.append(weights[place] * Float(row[start]) + weights[place &+ 1] * Float(row[start &+ 1]))
      }
    case 3:
      for (index, start) in starts.enumerated() {
        let place = 3 &* index
        let two = weights[place] * Float(row[start]) + weights[place &+ 1] * Float(row[start &+ 1])
        sums.append(two + weights[place &+ 2] * Float(row[start &+ 2]))
      }
    case _:
      for (index, start) in starts.enumerated() {
        var sum: Float = 0
        for tap in 0..<taps { sum += weights[index &* taps &+ tap] * Float(row[start &+ tap]) }
        sums.append(sum)
      }
    }
    return sums
  }
}
