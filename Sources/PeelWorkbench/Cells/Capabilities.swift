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

    package static func < (a: Glyphs, b: Glyphs) -> Bool { a.rawValue < b.rawValue }
  }

  package var depth: Depth
  package var glyphs: Glyphs

  package init(depth: Depth, glyphs: Glyphs) {
    self.depth = depth
    self.glyphs = glyphs
  }

  package var isUnicode: Bool { glyphs > .ascii }
}
