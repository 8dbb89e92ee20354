/// Small pictures in rows, each with lines of text under it and rectangles drawn on it.
package struct FrameSheet {
  /// A picture of the sheet.
  package struct Entry {
    let picture: Picture
    let boxes: [Rectangle]
    let lines: [String]

    /// - Parameters:
    ///   - picture: a picture of any size.
    ///   - boxes: rectangles to draw, in pixels of the picture.
    ///   - lines: text in lower case.
    package init(_ picture: Picture, boxes: [Rectangle], lines: [String]) {
      let small = picture.reduced(toLongSide: FrameSheet.cell)
      let scale = Double(small.width) / Double(picture.width)
      self.picture = small
      self.boxes = boxes.map { $0.scaled(by: scale) }
      self.lines = lines
    }
  }

  /// The long side of a picture, the pictures in a row, and the space between them, in pixels.
  private static let (cell, columns, gap) = (320, 4, 8)

  /// The sheet.
  package static func picture(_ entries: [Entry]) -> Picture {
    let lines = entries.map(\.lines.count).max() ?? 0
    let lineHeight = Canvas.Text.height + 2 * Canvas.Text.margin
    let width = entries.map(\.picture.width).max() ?? cell
    let height = (entries.map(\.picture.height).max() ?? cell) + lines * lineHeight
    let across = min(columns, max(1, entries.count))
    let down = (entries.count + across - 1) / across
    var canvas = Canvas(
      width: across * (width + gap) + gap, height: down * (height + gap) + gap, colour: .black)
    for (index, entry) in entries.enumerated() {
      let (left, top) = (gap + index % across * (width + gap), gap + index / across * (height + gap))
      canvas.draw(entry.picture, x: left, y: top)
      for box in entry.boxes {
        let corner = Point(Double(left), Double(top))
        canvas.outline(
          Quad(x: box.minX, y: box.minY, width: box.width, height: box.height).map { corner + $0 },
          index == 0 ? .green : .amber)
      }
      canvas.window.x = left..<left + width
      for (number, line) in entry.lines.enumerated() {
        canvas.text(
          line, x: left + Canvas.Text.margin, y: top + entry.picture.height + Canvas.Text.margin + number * lineHeight,
          number == 0 ? .white : .amber)
      }
      canvas.window.x = 0..<canvas.width
    }
    return canvas.picture
  }
}

extension Canvas {
  /// Copies a picture, with its top left at (x, y).
  fileprivate mutating func draw(_ picture: Picture, x: Int, y: Int) {
    for row in 0..<picture.height {
      for column in 0..<picture.width {
        let index = 3 * (row * picture.width + column)
        blend(
          x + column, y + row,
          Colour(
            red: picture.samples[index], green: picture.samples[index + 1], blue: picture.samples[index + 2]), 1)
      }
    }
  }
}
