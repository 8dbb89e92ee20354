/// A card for a Holmes stereoscope, 7 × 3.5 inches: two pictures with rounded tops, and a caption between them.
package struct StereoCard: Sendable {
  /// Pixels per inch.
  package var ppi: Double
  /// The caption; empty for none. Only letters, digits and a few signs are drawn.
  package var caption: String

  package init(ppi: Double = 300, caption: String = "") {
    self.ppi = ppi
    self.caption = caption
  }

  /// The card's size, as commercial cards have had since 1879, in inches.
  package static let size = (width: 7.0, height: 3.5)
  /// A picture's size in inches.
  private static let window = (width: 3.05, height: 3.0)
  /// The distance between the pictures' middles in inches, a little less than the lenses' of a stereoscope.
  private static let separation = 3.12
  /// The distance of the pictures from the card's upper edge in inches.
  private static let top = 0.2
  /// How far the rounded top falls to the sides, in inches.
  private static let arch = 0.45
  private static let mount = Canvas.Colour(red: 226, green: 209, blue: 176)
  private static let ink = Canvas.Colour(red: 84, green: 66, blue: 44)
  /// A dot of the caption's letters, in inches.
  private static let dot = 0.012

  /// The card of both eyes' pictures, which are cropped to its windows about their middle.
  package func callAsFunction(_ left: Picture, _ right: Picture) -> Picture {
    func pixels(_ inches: Double) -> Int { Int((inches * ppi).rounded()) }
    let (width, height) = (pixels(Self.window.width), pixels(Self.window.height))
    let size = (width: pixels(Self.size.width), height: pixels(Self.size.height))
    var canvas = Canvas(width: size.width, height: size.height, colour: Self.mount)
    for (picture, side) in [(left, -0.5), (right, 0.5)] {
      let shown = picture.scaled(Self.middle(of: picture, width: width, height: height), width: width, height: height)
      let x = size.width / 2 + pixels(side * Self.separation) - width / 2
      draw(shown, on: &canvas, x: x, y: pixels(Self.top), arch: Self.arch * ppi)
    }
    let dot = max(pixels(Self.dot), 1)
    canvas.lettering(
      caption.lowercased(), middle: (size.width / 2, (pixels(Self.top + Self.window.height) + size.height) / 2),
      dot: dot,
      Self.ink)
    return canvas.picture
  }

  /// The largest part of a picture with the proportions of a window.
  private static func middle(of picture: Picture, width: Int, height: Int) -> (x: Range<Int>, y: Range<Int>) {
    let across = min(picture.width, max(picture.height * width / height, 1))
    let down = min(picture.height, max(picture.width * height / width, 1))
    let (x, y) = ((picture.width - across) / 2, (picture.height - down) / 2)
    return (x..<x + across, y..<y + down)
  }

  private func draw(_ picture: Picture, on canvas: inout Canvas, x: Int, y: Int, arch: Double) {
    // The circle through both ends and the middle of the arch.
    let half = Double(picture.width) / 2
    let radius = (half * half + arch * arch) / (2 * arch)
    for column in 0..<picture.width {
      let across = Double(column) + 0.5 - half
      let start = radius - (radius * radius - across * across).squareRoot()
      for row in 0..<picture.height {
        let i = 3 * (row * picture.width + column)
        let colour = Canvas.Colour(
          red: picture.samples[i], green: picture.samples[i + 1], blue: picture.samples[i + 2])
        canvas.blend(x + column, y + row, colour, Double(row) + 1 - start)
      }
    }
  }
}

extension Canvas {
  /// Writes a line of text without a ground, centred on a point.
  ///
  /// - Parameter dot: the size of a dot of a glyph, in pixels.
  mutating func lettering(_ text: String, middle: (x: Int, y: Int), dot: Int, _ colour: Colour) {
    lettering(
      text, left: middle.x - (Text.dots.across + 1) * dot * text.count / 2, top: middle.y - Text.dots.down * dot / 2,
      dot: dot, colour)
  }

  /// Writes a line of text without a ground, with its top left at a point.
  ///
  /// - Parameter dot: the size of a dot of a glyph, in pixels.
  mutating func lettering(_ text: String, left: Int, top: Int, dot: Int, _ colour: Colour) {
    let advance = (Text.dots.across + 1) * dot
    for (number, letter) in text.enumerated() {
      Self.forEachDot(of: letter) { column, row in
        for y in 0..<dot {
          for x in 0..<dot {
            blend(left + advance * number + dot * column + x, top + dot * row + y, colour, 1)
          }
        }
      }
    }
  }
}
