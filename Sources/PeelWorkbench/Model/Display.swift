/// The screen, as the workbench knows it.
package struct Display: Sendable {
  /// Its size, in cells.
  var columns = 80
  var rows = 24
  /// What it can show.
  package var capabilities = Capabilities(depth: .trueColour, glyphs: .blocks)
  package var colours = ThemeColours.dark
  /// Whether it is too small to show anything. Keys that act on what isn't seen then do nothing.
  var isTooSmall: Bool { columns < Layout.leastColumns || rows < Layout.leastRows }
  /// Whether what lies outside the chosen print is darker.
  package var dims = true
}
