/// An upright rectangle in pixels of a scan.
struct Rectangle: Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var maxX: Double { x + width }
  var maxY: Double { y + height }

  /// Smaller by so much on each side.
  func inset(by margin: Double) -> Rectangle {
    Rectangle(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
  }

  func scaled(by factor: Double) -> Rectangle {
    Rectangle(x: factor * x, y: factor * y, width: factor * width, height: factor * height)
  }

  func contains(_ p: Point) -> Bool { p.x >= x && p.x < maxX && p.y >= y && p.y < maxY }

  /// The same place when the whole, of the given size, is turned clockwise.
  func turned(quarters: Int, within size: (width: Double, height: Double)) -> Rectangle {
    switch (quarters % 4 + 4) % 4 {
    case 1: Rectangle(x: size.height - maxY, y: x, width: height, height: width)
    case 2: Rectangle(x: size.width - maxX, y: size.height - maxY, width: width, height: height)
    case 3: Rectangle(x: y, y: size.width - maxX, width: height, height: width)
    case _: self
    }
  }
}
