/// The luma of a picture's samples reduced to a few levels: black and white, or the letters from dark to light.
struct BlackAndWhite {
  /// The samples per row.
  private let stride: Int
  /// The levels from 0, row by row; 0 outside the picture.
  private let levels: [Int]
  /// The tones between black and white, 0…1, row by row; nil outside the picture.
  private let tones: [Float?]

  /// Letters from dark to light, as they look in most fonts.
  private static let ramp: [Character] = [" ", ".", ":", "-", "=", "+", "*", "#", "%", "@"]
  /// Halves by the sum of those that are lit: 1 upper, 2 lower.
  private static let halves: [Character] = [" ", "▀", "▄", "█"]

  /// Reduces samples to black and white, or to as many levels as there are letters.
  ///
  /// - Parameters:
  ///   - field: the samples as in `Rendition.averages(over:columns:rows:)`, row by row.
  ///   - stride: the samples per row.
  ///   - hasLetters: whether the cells become letters.
  init(_ field: [SIMD4<Float>], stride: Int, hasLetters: Bool) {
    self.stride = stride
    let lumas = field.map { $0.w > 0 ? Float(Colour($0).luma) : nil }
    let range = Self.tones(of: lumas)
    tones = lumas.map { luma in
      luma.map { min(max(($0 - range.lowerBound) / (range.upperBound - range.lowerBound), 0), 1) }
    }
    let most = Float(hasLetters ? Self.ramp.count - 1 : 1)
    var diffusion = Diffusion(columns: stride)
    var levels: [Int] = []
    levels.reserveCapacity(field.count)
    for (index, tone) in tones.enumerated() {
      let column = index % stride
      if column == 0, index > 0 { diffusion.endRow() }
      guard let tone else {
        levels.append(0)
        continue
      }
      let wanted = most * tone + diffusion[column].x
      let level = min(max(wanted.rounded(), 0), most)
      // Letters have levels enough, and a letter that stands out is taken for a detail.
      if !hasLetters { diffusion.carry(SIMD4(repeating: wanted - level), from: column) }
      levels.append(Int(level))
    }
    self.levels = levels
  }

  /// A cell of the picture: a letter for a sample, a block for two or dots for 2 × 4.
  func cell(column: Int, row: Int, _ glyphs: Capabilities.Glyphs) -> Cell {
    switch glyphs {
    case .ascii: Cell(glyph: Self.ramp[levels[row * stride + column]])
    case .halfBlocks:
      Cell(glyph: Self.halves[levels[2 * row * stride + column] + 2 * levels[(2 * row + 1) * stride + column]])
    case .blocks, .sextants: dots(column: column, row: row)
    }
  }

  /// Light dots on black, or black dots on light if most of the cell is light: dots don't touch, so that light ones
  /// alone are never white.
  private func dots(column: Int, row: Int) -> Cell {
    let first = row * Braille.rows * stride + column * Braille.columns
    var (light, dark, sum) = (Braille(), Braille(), Float(0))
    for y in 0..<Braille.rows {
      for x in 0..<Braille.columns {
        let index = first + y * stride + x
        if levels[index] > 0 { light.insert(x: x, y: y) } else { dark.insert(x: x, y: y) }
        sum += tones[index] ?? 0
      }
    }
    guard 2 * sum > Float(Braille.rows * Braille.columns) else { return Cell(glyph: light.glyph) }
    return dark.glyph == " " ? Cell(glyph: "█") : Cell(glyph: dark.glyph, paint: Paint(style: .reverse))
  }

  /// The share of samples that become black, and the share that become white.
  private static let clip: Float = 0.03
  /// The least range of luma that is stretched to black and white. A smaller range is mostly noise.
  private static let leastSpread: Float = 48

  /// The range of luma to stretch to black and white.
  private static func tones(of lumas: [Float?]) -> ClosedRange<Float> {
    let lumas = lumas.compactMap(\.self).sorted()
    guard let last = lumas.indices.last else { return 0...255 }
    let clipped = Int(clip * Float(last))
    let (low, high) = (lumas[clipped], lumas[last - clipped])
    return high - low < leastSpread ? 0...255 : low...high
  }
}
