import PeelImaging
import PeelWorkbench

/// The colours that a picture is drawn with in sixels, and the nearest of them to any colour.
///
/// All parts of a picture share a palette, and a pixel's colour depends only on its own value and place, so that parts
/// drawn at different times fit together.
struct SixelPalette: Sendable {
  let colours: [Colour]
  /// What tells the terminal each colour.
  let definitions: [[UInt8]]
  /// The number of the nearest colour to each colour of 5 bits per channel.
  private let nearest: [UInt8]
  /// The range of the dither, in levels: about the distance between neighbouring colours.
  private let spread: Int

  /// Chooses colours by halving the box with the most pixels at its median (Heckbert 1982).
  ///
  /// - Parameters:
  ///   - samples: colours of the picture.
  ///   - fixed: colours that are in the palette exactly.
  ///   - count: the most colours.
  init(_ samples: [Colour], fixed: [Colour], count: Int) {
    var boxes = [samples]
    var widths = [Self.widest(samples)]
    while boxes.count < count - fixed.count {
      func weight(_ index: Int) -> Int { widths[index].length * boxes[index].count }
      guard let index = boxes.indices.max(by: { weight($0) < weight($1) }), weight(index) > 0 else { break }
      let channel = widths[index].channel
      let sorted = boxes[index].sorted { Self.level($0, channel) < Self.level($1, channel) }
      let halves = (Array(sorted[..<(sorted.count / 2)]), Array(sorted[(sorted.count / 2)...]))
      (boxes[index], widths[index]) = (halves.0, Self.widest(halves.0))
      boxes.append(halves.1)
      widths.append(Self.widest(halves.1))
    }
    var colours = Array(fixed.prefix(count))
    for box in boxes where !box.isEmpty && colours.count < count {
      func mean(_ channel: Int) -> UInt8 { UInt8(box.reduce(0) { $0 + Self.level($1, channel) } / box.count) }
      let colour = Colour(mean(0), mean(1), mean(2))
      if !colours.contains(colour) { colours.append(colour) }
    }
    self.colours = colours
    definitions = colours.enumerated().map { Sixel.definition(of: $0, $1) }
    let distances = colours.indices.map { a in
      colours.indices.lazy.filter { $0 != a }.map { Self.distance(colours[a], colours[$0]) }.min() ?? 0
    }
    let mean = distances.isEmpty ? 0 : distances.reduce(0) { $0 + Double($1).squareRoot() } / Double(distances.count)
    spread = Int(mean)
    nearest = Self.nearest(colours)
  }

  private static func level(_ colour: Colour, _ channel: Int) -> Int {
    Int(channel == 0 ? colour.red : channel == 1 ? colour.green : colour.blue)
  }

  private static func widest(_ box: [Colour]) -> (channel: Int, length: Int) {
    let ranges = (0..<3).map { channel in
      let levels = box.map { level($0, channel) }
      return (channel: channel, length: (levels.max() ?? 0) - (levels.min() ?? 0))
    }
    return ranges.max { $0.length < $1.length } ?? (0, 0)
  }

  private static func distance(_ a: Colour, _ b: Colour) -> Int {
    let (red, green, blue) = (Int(a.red) - Int(b.red), Int(a.green) - Int(b.green), Int(a.blue) - Int(b.blue))
    return red * red + green * green + blue * blue
  }

  /// A Bayer matrix of 4 × 4, in sixteenths.
  private static let thresholds: [Int] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  /// What is added to the levels of a row's pixels, in turn, so that neighbours take different colours.
  func dither(row: Int) -> InlineArray<4, Int> {
    InlineArray { (2 * Self.thresholds[(row & 3) << 2 | $0] - 15) * spread / 32 }
  }

  /// The number of the colour of a pixel, whose levels are lifted.
  func number(_ red: UInt8, _ green: UInt8, _ blue: UInt8, lift: Int) -> UInt8 {
    func step(_ level: UInt8) -> Int { min(max(Int(level) + lift, 0), 255) >> 3 }
    return nearest[step(red) << 10 | step(green) << 5 | step(blue)]
  }

  /// The table of the nearest colours.
  private static func nearest(_ colours: [Colour]) -> [UInt8] {
    let levels = colours.map { SIMD4(Int32($0.red), Int32($0.green), Int32($0.blue), 0) }
    return onThreads(32) { red in
      (0..<1 << 10).map { index in
        /// The middle of the levels that share their five highest bits.
        func level(_ bits: Int) -> Int32 { Int32((bits & 31) << 3 | 4) }
        let colour = SIMD4(level(red), level(index >> 5), level(index), 0)
        var best = (distance: Int32.max, number: 0)
        for number in levels.indices {
          let difference = levels[number] &- colour
          let distance = (difference &* difference).wrappedSum()
          if distance < best.distance { best = (distance, number) }
        }
        return UInt8(best.number)
      }
    }.flatMap { $0 }
  }
}
