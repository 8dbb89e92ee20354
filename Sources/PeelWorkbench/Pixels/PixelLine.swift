import PeelImaging

/// A thin line over a picture, with smooth edges.
package struct PixelLine: Equatable, Sendable {
  /// The ends, in cells of the screen. (0, 0) is the top left corner of the screen's first cell.
  package var from: Point
  package var to: Point
  package var colour: Colour
  /// Whether the line has gaps, as those of candidates have.
  package var isDashed = false
  /// Whether each end is left out, so that a corner stays visible.
  package var sparesFrom = true
  package var sparesTo = true
}

/// The pixels of lines over a picture. Pixels without a line are transparent.
package struct LineCanvas: Equatable, Sendable {
  package let size: PixelSize
  /// The `width * height` pixels, row by row: red in the lowest byte, then green, blue and opacity.
  package private(set) var pixels: [UInt32]
  /// Whether each block of `block` × `block` pixels may have lines, row by row.
  private var isDrawn: [Bool]

  private static let block = 32

  private var blocksAcross: Int { (size.width + Self.block - 1) / Self.block }

  /// Creates a transparent canvas.
  package init(_ size: PixelSize) {
    self.size = size
    pixels = Array(repeating: 0, count: size.width * size.height)
    let blocks = ((size.width + Self.block - 1) / Self.block) * ((size.height + Self.block - 1) / Self.block)
    isDrawn = Array(repeating: false, count: blocks)
  }

  /// Whether a part may have lines.
  private func isDrawn(x: Int, y: Int, _ part: PixelSize) -> Bool {
    guard part.width > 0, part.height > 0 else { return false }
    return (y / Self.block...(y + part.height - 1) / Self.block).contains { row in
      (x / Self.block...(x + part.width - 1) / Self.block).contains { isDrawn[row * blocksAcross + $0] }
    }
  }

  /// Whether a part of two canvases of the same size differs.
  package func differs(from other: LineCanvas, x: Int, y: Int, _ part: PixelSize) -> Bool {
    guard isDrawn(x: x, y: y, part) || other.isDrawn(x: x, y: y, part) else { return false }
    return (y..<y + part.height).contains { row in
      (row * size.width + x..<row * size.width + x + part.width).contains { pixels[$0] != other.pixels[$0] }
    }
  }

  /// Whether a part has no line.
  package func isBlank(x: Int, y: Int, _ part: PixelSize) -> Bool {
    guard isDrawn(x: x, y: y, part) else { return true }
    return (y..<y + part.height).allSatisfy { row in
      (row * size.width + x..<row * size.width + x + part.width).allSatisfy { pixels[$0] == 0 }
    }
  }

  /// Draws a picture's lines on a canvas of the size of its area.
  package init(of picture: PlacedPicture, cell: PixelSize) {
    self.init(
      PixelSize(width: picture.area.columns * cell.width, height: picture.area.rows * cell.height))
    if let shade = picture.shade { darken(outside: shade, of: picture.area, cell) }
    for line in picture.lines {
      func pixel(_ p: Point) -> Point {
        Point(
          (p.x - Double(picture.area.column)) * Double(cell.width),
          (p.y - Double(picture.area.row)) * Double(cell.height))
      }
      draw(line, from: pixel(line.from), to: pixel(line.to), width: Self.width(for: cell))
    }
  }

  /// Darkens the pixels outside an outline, given in cells of the screen.
  private mutating func darken(outside outline: OutlinePath, of area: Area, _ cell: PixelSize) {
    let black = UInt32(Screen.shade * 255 + 0.5) << 24
    for y in 0..<size.height {
      let spans = outline.spans(at: Double(area.row) + (Double(y) + 0.5) / Double(cell.height))
      var x = 0
      for span in spans + [(from: Double.infinity, to: Double.infinity)] {
        func column(_ place: Double) -> Int {
          let pixel = (place - Double(area.column)) * Double(cell.width)
          return Int(min(max(pixel.rounded(), 0), Double(size.width)))
        }
        let dark = x..<max(x, column(span.from))
        for k in dark { pixels[y * size.width + k] = black }
        if let last = dark.last {
          for block in dark.lowerBound / Self.block...last / Self.block {
            isDrawn[y / Self.block * blocksAcross + block] = true
          }
        }
        x = max(dark.upperBound, column(span.to))
      }
    }
  }

  /// A line is one pixel wide; on screens with twice as many pixels, two.
  private static func width(for cell: PixelSize) -> Double { Double(max(1, (cell.height + 8) / 20)) }

  /// The length left free at both ends, as a multiple of the line's width.
  private static let spared = 5.0
  /// The length of a dash and of a gap, as a multiple of the line's width.
  private static let dash = 5.0
  /// The opacity of the dark edge on both sides of a line, which makes it visible on light ground.
  private static let shade = 0.4
  /// The distance beyond which an end isn't drawn, in pixels. Much larger than any screen.
  private static let farthest = 1e6

  private mutating func draw(_ line: PixelLine, from start: Point, to end: Point, width: Double) {
    guard start.isFinite, end.isFinite, max(abs(start.x), abs(start.y), abs(end.x), abs(end.y)) < Self.farthest else {
      return
    }
    let length = (end - start).length
    guard length > 0 else { return }
    let spared = min(Self.spared * width, length / 3)
    let step = (1 / length) * (end - start)
    let (from, to) = (
      line.sparesFrom ? start + spared * step : start, line.sparesTo ? end - spared * step : end
    )
    let isSteep = abs(step.y) > abs(step.x)
    // Along the longer axis, one pixel after another; across, those that the line touches.
    let (a, b) = isSteep ? ((from.y, from.x), (to.y, to.x)) : ((from.x, from.y), (to.x, to.y))
    let (first, last) = a.0 < b.0 ? (a, b) : (b, a)
    let slope = (last.1 - first.1) / max(last.0 - first.0, .leastNonzeroMagnitude)
    let speed = isSteep ? abs(step.y) : abs(step.x)
    let size =
      isSteep
      ? (along: self.size.height, across: self.size.width) : (along: self.size.width, across: self.size.height)
    let (core, reach) = (width / 2 / speed, (width / 2 + 1) / speed)
    let origin = isSteep ? from.y : from.x
    /// The pixels from one place to another that are within a length.
    func pixels(_ from: Double, _ to: Double, within length: Int) -> Range<Int> {
      let start = min(max(Int(from.rounded(.down)), 0), length)
      return start..<min(max(Int(to.rounded(.up)), start), length)
    }
    for along in pixels(first.0, last.0, within: size.along) {
      let middle = min(max(Double(along) + 0.5, first.0), last.0)
      if line.isDashed, Int(abs(middle - origin) / speed / (Self.dash * width)) % 2 == 1 { continue }
      let share = min(Double(along + 1), last.0) - max(Double(along), first.0)
      let place = first.1 + (middle - first.0) * slope
      for across in pixels(place - reach - 0.5, place + reach + 0.5, within: size.across) {
        let distance = abs(Double(across) + 0.5 - place)
        let cover = min(max(core + 0.5 - distance, 0), 1) * share
        let shade = min(max(reach + 0.5 - distance, 0), 1) * share * Self.shade
        let index = isSteep ? along * self.size.width + across : across * self.size.width + along
        blend(Colour(0, 0, 0), shade, at: index)
        blend(line.colour, cover, at: index)
      }
    }
  }

  /// Lays a colour over a pixel.
  private mutating func blend(_ colour: Colour, _ opacity: Double, at index: Int) {
    guard opacity > 0 else { return }
    isDrawn[index / size.width / Self.block * blocksAcross + index % size.width / Self.block] = true
    let below = pixels[index]
    let under = Double(below >> 24) / 255 * (1 - opacity)
    let total = opacity + under
    func channel(_ over: UInt8, _ shift: UInt32) -> UInt32 {
      UInt32((Double(over) * opacity + Double(below >> shift & 255) * under) / total + 0.5) << shift
    }
    pixels[index] =
      channel(colour.red, 0) | channel(colour.green, 8) | channel(colour.blue, 16) | UInt32(total * 255 + 0.5) << 24
  }
}
