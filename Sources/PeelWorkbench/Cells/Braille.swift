/// A braille pattern: a cell of 2 × 4 dots.
struct Braille: Equatable {
  static let (columns, rows) = (2, 4)

  /// The lit dots as Unicode numbers them, dot 1 in the lowest bit.
  private var bits: UInt8 = 0

  /// The bit of each dot, row by row.
  private static let order: [UInt8] = [0, 3, 1, 4, 2, 5, 6, 7]
  /// The patterns from U+2800 on.
  private static let patterns: [Character] = (0...UInt8.max).map { bits in
    Character(Unicode.Scalar(0x2800 + UInt32(bits)) ?? " ")
  }

  mutating func insert(x: Int, y: Int) { bits |= 1 << Self.order[y * Self.columns + x] }

  /// The pattern; a space if no dot is lit.
  var glyph: Character { bits == 0 ? " " : Self.patterns[Int(bits)] }
}
