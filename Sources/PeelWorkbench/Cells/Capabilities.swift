/// What a terminal can show.
package struct Capabilities: Equatable, Sendable {
  /// The colours that a terminal can show.
  package enum Depth: Equatable, Sendable, CaseIterable { case trueColour, palette256, palette16, palette8, monochrome }

  /// A set of glyphs, which includes the one before.
  package enum Glyphs: Int, Equatable, Sendable, CaseIterable, Comparable {
    /// ASCII only.
    case ascii
    /// ASCII, lines and half blocks, as in the Linux console's font.
    case halfBlocks
    /// All that `halfBlocks` has, quarter and eighth blocks, and arrows.
    case blocks
    /// All that `blocks` has, and the sextants of Unicode 13: cells of 2 × 3 blocks. Few fonts have them; some terminals
    /// draw them themselves.
    case sextants

    package static func < (a: Glyphs, b: Glyphs) -> Bool { a.rawValue < b.rawValue }
  }

  package var depth: Depth
  package var glyphs: Glyphs
  /// How the terminal shows the pixels of pictures.
  package var graphics: Graphics
  /// The size of a cell, in pixels; nil if unknown.
  package var cell: PixelSize?
  /// The terminal's own colour behind text; nil if unknown.
  package var background: Colour?

  package init(depth: Depth, glyphs: Glyphs, graphics: Graphics = .cells, cell: PixelSize? = nil) {
    self.depth = depth
    self.glyphs = glyphs
    self.graphics = graphics
    self.cell = cell
  }

  func colour(of ink: Ink) -> Colour { ink == .standard ? background ?? ink.shown : ink.shown }

  package var isUnicode: Bool { glyphs > .ascii }

  /// Whether outlines are thin lines of dots, which end before the corners. On braille pictures they couldn't be told from
  /// the picture, and the colours of small palettes are the user's.
  var hasDottedLines: Bool {
    graphics == .cells && glyphs >= .blocks && (depth == .trueColour || depth == .palette256)
  }

  /// How many times as high as wide a cell is.
  var cellShape: Double { cell.map { Double($0.height) / Double($0.width) } ?? Self.usualCellShape }

  static let usualCellShape = 2.0

  /// The samples of a picture that a cell shows, across and down.
  package var samples: PixelSize {
    graphics == .cells
      ? PixelSize(width: BlockFit.columns, height: BlockFit.rows) : cell ?? Graphics.usualCell
  }
}
