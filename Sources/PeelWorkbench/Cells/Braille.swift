/// A braille pattern: a cell of 2 × 4 dots.
struct Braille: Equatable {
  static let (columns, rows) = (2, 4)

  /// The lit dots as Unicode numbers them, dot 1 in the lowest bit.
  private var bits: UInt8 = 0

  /// The bit of each dot, row by row.
  private static let order: [UInt8] = [0, 3, 1, 4, 2, 5, 6, 7]
  /// The first pattern, which is blank.
  private static let first = 0x2800
  private static let patterns: [Character] = (0...UInt8.max).map { bits in
    Character(Unicode.Scalar(UInt32(first + Int(bits))) ?? " ")
  }

  init() {}

  /// Creates a pattern from its glyph; nil for other glyphs.
  init?(_ glyph: Character) {
    guard let bits = glyph.unicodeScalars.first.flatMap({ UInt8(exactly: Int($0.value) - Self.first) }) else {
      return nil
    }
    self.bits = bits
  }

  mutating func insert(x: Int, y: Int) { bits |= 1 << Self.order[y * Self.columns + x] }

  /// The pattern; a space if no dot is lit.
  var glyph: Character { bits == 0 ? " " : Self.patterns[Int(bits)] }
}
