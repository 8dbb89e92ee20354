import PeelWorkbench

/// Turns screens into the bytes that make a terminal show them.
///
/// It compares two screens and returns the bytes to send. It does no I/O.
struct CellPainter: Sendable {
  private let strings: ControlStrings
  /// The paint that the terminal writes with; nil if unknown.
  private var paint: Paint?
  /// The terminal's cursor; nil if unknown.
  private var cursor: (column: Int, row: Int)?

  init(_ strings: ControlStrings) { self.strings = strings }

  /// The bytes that make a terminal show `next`.
  ///
  /// - Parameter last: what the terminal shows, of the same size; nil to clear it and draw everything.
  mutating func bytes(from last: Screen?, to next: Screen) -> [UInt8] {
    var bytes: [UInt8] = []
    paint = nil
    cursor = nil
    if last == nil { bytes += strings.reset + strings.clear }
    for row in 0..<next.rows {
      for column in 0..<next.columns {
        let cell = next[column, row]
        guard last?[column, row] != cell, let glyph = cell.glyph else { continue }
        if strings.scrollsAtLastCell, row == next.rows - 1, column == next.columns - 1 { continue }
        if cursor.map({ $0 != (column, row) }) ?? true { bytes += strings.move(column, row) }
        append(cell.paint, to: &bytes)
        bytes += String(glyph).utf8
        // A wide glyph moves the cursor by two. Past the last column, terminals differ in where it is.
        let isWide = column + 1 < next.columns && next[column + 1, row].glyph == nil
        let following = column + (isWide ? 2 : 1)
        cursor = following < next.columns ? (following, row) : nil
      }
    }
    return bytes
  }

  /// The bytes that show some cells of a screen again.
  mutating func bytes(of cells: [(column: Int, row: Int)], in screen: Screen) -> [UInt8] {
    var bytes: [UInt8] = []
    paint = nil
    for (column, row) in cells {
      let cell = screen[column, row]
      guard let glyph = cell.glyph else { continue }
      bytes += strings.move(column, row)
      append(cell.paint, to: &bytes)
      bytes += String(glyph).utf8
    }
    return bytes
  }

  private mutating func append(_ next: Paint, to bytes: inout [UInt8]) {
    guard paint != next else { return }
    var current = paint ?? Paint()
    let losesColour =
      next.ink == .standard && current.ink != .standard || next.ground == .standard && current.ground != .standard
    if paint == nil || next.style != current.style || losesColour {
      bytes += strings.reset
      for (style, text) in strings.styles where next.style.contains(style) { bytes += text }
      current = Paint(style: next.style)
    }
    if next.ink != current.ink { bytes += colour(next.ink, strings.ink, Self.inkCode) }
    if next.ground != current.ground { bytes += colour(next.ground, strings.ground, Self.groundCode) }
    paint = next
  }

  /// The SGR parameters that set a 24-bit colour (ISO 8613-6), which terminfo has no capability for.
  private static let (inkCode, groundCode) = (38, 48)

  private func colour(_ ink: Ink, _ indexed: (UInt8) -> [UInt8], _ code: Int) -> [UInt8] {
    switch ink {
    case .standard: []
    case .colour(let colour): Array("\u{1B}[\(code);2;\(colour.red);\(colour.green);\(colour.blue)m".utf8)
    case .indexed(let number): indexed(number)
    }
  }
}
