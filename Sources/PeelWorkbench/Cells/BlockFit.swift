/// Finds the block glyph and the two colours that best approximate a tile of samples, by least squares.
///
/// A glyph splits the tile into parts A and B. The best colours are the parts' means, and the error is smallest for the
/// glyph with the largest |sum A|² / |A| + |sum B|² / |B|.
struct BlockFit {
  /// The tile's size, in samples.
  static let columns = 4
  static let rows = 8

  let cell: Cell

  /// Blocks that fill one, two and three quarters of the cell from the left.
  private static let leftBlocks: [Character] = ["▎", "▌", "▊"]
  /// Blocks that fill one to seven eighths of the cell from the bottom.
  private static let lowerBlocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]
  /// Blocks that fill the upper left, upper right, lower left and lower right quarter.
  private static let quarterBlocks: [Character] = ["▘", "▝", "▖", "▗"]
  /// The largest difference that counts as noise rather than an edge, in 1/255 per sample and channel.
  private static let evenness: Float = 1.5

  /// Fits the tile whose first sample is at `start` of a field with rows of `stride` samples.
  init(_ field: [SIMD4<Float>], from start: Int, stride: Int) {
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
    guard best.glyph != " " else {
      cell = Cell(paint: Paint(ground: Self.ink(total / count)))
      return
    }
    let rest = (total - best.part) / (count - best.size)
    cell = Cell(glyph: best.glyph, paint: Paint(ink: Self.ink(best.part / best.size), ground: Self.ink(rest)))
  }

  private static func ink(_ mean: SIMD4<Float>) -> Ink { .colour(Colour(mean)) }
}
