/// How a terminal shows pictures.
package enum Graphics: Equatable, Sendable {
  /// With block glyphs, which every terminal has.
  case cells
  /// kitty's graphics protocol: pictures stay in the terminal and are placed under the text.
  case kitty
  /// kitty's graphics protocol through tmux: text stands for parts of pictures.
  case placeholders
  /// Sixels: six rows of pixels a character, in a palette of `colours`.
  ///
  /// - Parameter mostPictures: the most pictures that the terminal keeps at once; nil if it's not limited.
  case sixel(colours: Int, mostPictures: Int?)
  /// iTerm2's inline images: picture files of any size, which fill whole cells.
  case iterm

  /// What to tell the person when the terminal refuses pictures.
  package static let loss = "this terminal refuses pictures; they are drawn with text instead"

  /// The cell of a VT340, in pixels, which terminals that don't tell theirs often have.
  package static let usualCell = PixelSize(width: 10, height: 20)
}

/// A size, in pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
