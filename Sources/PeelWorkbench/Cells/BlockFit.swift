/// Finds the block glyph and the two colours that best approximate a tile of samples, by least squares.
///
/// A glyph splits the tile into parts A and B. The best colours are the parts' means, and the error is smallest for the
/// glyph with the largest |sum A|² / |A| + |sum B|² / |B|.
struct BlockFit {
  /// The tile's size, in samples.
  static let columns = 4
  static let rows = 8

  let glyph: Character
  /// The colour of the glyph and of the rest of the cell.
  let ink: SIMD4<Float>
  let ground: SIMD4<Float>
  /// The glyph's share of the cell, 0…1.
  let share: Float

  /// Blocks that fill one, two and three quarters of the cell from the left.
  private static let leftBlocks: [Character] = ["▎", "▌", "▊"]
  /// Blocks that fill one to seven eighths of the cell from the bottom.
  private static let lowerBlocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]
  /// Blocks that fill the upper left, upper right, lower left and lower right quarter.
  private static let quarterBlocks: [Character] = ["▘", "▝", "▖", "▗"]
  /// The largest difference that counts as noise rather than an edge, in 1/255 per sample and channel.
  private static let evenness: Float = 1.5

  /// The sextants with an empty lower right sixth, by the sum of their lit sixths: 1 upper left, 2 upper right, 4 middle
  /// left, 8 middle right, 16 lower left. Unicode has no sextant of the left half.
  private static let sextants: [Character] = (0..<32).map { lit in
    switch lit {
    case 0: " "
    case leftHalf: "▌"
    default: Unicode.Scalar(firstSextant + UInt32(lit < leftHalf ? lit - 1 : lit - 2)).map { Character($0) } ?? " "
    }
  }
  private static let leftHalf = 21
  private static let firstSextant: UInt32 = 0x1FB00

  /// The share of a cell that a glyph covers, 0…1; nil for others than those of fits.
  static func share(of glyph: Character) -> Float? {
    if let index = lowerBlocks.firstIndex(of: glyph) { return Float(index + 1) / Float(rows) }
    if let index = leftBlocks.firstIndex(of: glyph) { return Float(index + 1) / Float(columns) }
    if let lit = sextants.firstIndex(of: glyph) { return Float(lit.nonzeroBitCount) / 6 }
    if quarterBlocks.contains(glyph) { return 1 / 4 }
    return glyph == "▚" || glyph == "▀" ? 1 / 2 : nil
  }

  /// An even cell.
  init(_ colour: SIMD4<Float>) { (glyph, ink, ground, share) = (" ", colour, colour, 0) }

  /// A cell with a colour in each half.
  init(upper: SIMD4<Float>, lower: SIMD4<Float>) { (glyph, ink, ground, share) = ("▀", upper, lower, 1 / 2) }

  /// The same cell in two halves if it's even.
  var split: BlockFit { share == 0 ? BlockFit(upper: ground, lower: ground) : self }

  /// The cell in true colour.
  var cell: Cell {
    let (ink, ground) = (Ink.colour(Colour(ink)), Ink.colour(Colour(ground)))
    return ink == ground || share == 0
      ? Cell(paint: Paint(ground: ground)) : Cell(glyph: glyph, paint: Paint(ink: ink, ground: ground))
  }

  /// Fits the tile whose first sample is at `start` of a field with rows of `stride` samples.
  init(_ field: [SIMD4<Float>], from start: Int, stride: Int, hasSextants: Bool) {
    var rowSums = InlineArray<8, SIMD4<Float>>(repeating: SIMD4())
    var columnSums = InlineArray<4, SIMD4<Float>>(repeating: SIMD4())
    var quarterSums = InlineArray<4, SIMD4<Float>>(repeating: SIMD4())
    var total = SIMD4<Float>()
    for y in 0..<Self.rows {
      for x in 0..<Self.columns {
        let value = field[start + y * stride + x]
        rowSums[y] += value
        columnSums[x] += value
        quarterSums[y / (Self.rows / 2) * 2 + x / (Self.columns / 2)] += value
      }
      total += rowSums[y]
    }
    let count = Float(Self.columns * Self.rows)
    let even = (total * total).sum() / count
    var best = (score: even + Self.evenness * Self.evenness * count, glyph: Character(" "), part: total, size: count)
    func offer(_ glyph: Character, _ part: SIMD4<Float>, _ size: Float) {
      let rest = total - part
      let score = (part * part).sum() / size + (rest * rest).sum() / (count - size)
      if score > best.score { best = (score, glyph, part, size) }
    }
    var part = SIMD4<Float>()
    for rows in 1..<Self.rows {
      part += rowSums[Self.rows - rows]
      offer(Self.lowerBlocks[rows - 1], part, Float(rows * Self.columns))
    }
    part = SIMD4()
    for columns in 1..<Self.columns {
      part += columnSums[columns - 1]
      offer(Self.leftBlocks[columns - 1], part, Float(columns * Self.rows))
    }
    for quarter in 0..<4 { offer(Self.quarterBlocks[quarter], quarterSums[quarter], count / 4) }
    offer("▚", quarterSums[0] + quarterSums[3], count / 2)
    if hasSextants {
      // A sixth is 2 2/3 samples high, so the third and the sixth row are divided.
      var sixths = InlineArray<6, SIMD4<Float>>(repeating: SIMD4())
      for y in 0..<Self.rows {
        let (third, rest) = (3 * y).quotientAndRemainder(dividingBy: Self.rows)
        let inNext = max(0, Float(rest + 3 - Self.rows) / 3)
        for x in 0..<Self.columns {
          let value = field[start + y * stride + x]
          let sixth = 2 * third + x / (Self.columns / 2)
          sixths[sixth] += (1 - inNext) * value
          if inNext > 0 { sixths[sixth + 2] += inNext * value }
        }
      }
      for lit in 1..<Self.sextants.count {
        var part = SIMD4<Float>()
        for sixth in 0..<5 where lit >> sixth & 1 == 1 { part += sixths[sixth] }
        offer(Self.sextants[lit], part, Float(lit.nonzeroBitCount) * count / 6)
      }
    }
    (glyph, share) = (best.glyph, best.glyph == " " ? 0 : best.size / count)
    ink = best.part / best.size
    ground = share > 0 ? (total - best.part) / (count - best.size) : ink
  }
}
