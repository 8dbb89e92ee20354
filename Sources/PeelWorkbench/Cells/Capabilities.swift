/// What a terminal can show.
public struct Capabilities: Equatable, Sendable {
  public enum Depth: Equatable, Sendable, CaseIterable { case trueColour, palette256, palette16, palette8, monochrome }

  /// Ordered: each has all that the one before has.
  public enum Glyphs: Int, Equatable, Sendable, CaseIterable, Comparable {
    /// Without UTF-8.
    case ascii
    /// Lines and half blocks, as in the Linux console's font.
    case halfBlocks
    /// Quarter and eighth blocks, arrows.
    case blocks

    public static func < (a: Glyphs, b: Glyphs) -> Bool { a.rawValue < b.rawValue }
  }

  public var depth: Depth
  public var glyphs: Glyphs

  public init(depth: Depth, glyphs: Glyphs) {
    self.depth = depth
    self.glyphs = glyphs
  }

  public var isUnicode: Bool { glyphs > .ascii }
}
