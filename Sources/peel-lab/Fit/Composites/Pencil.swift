import PeelImaging

/// Draws what composites are made of, each time with other choices.
struct Pencil {
  let sources: CompositeSources
  var random: Chance

  /// The long side of a drawn print, in samples.
  static let side = 440.0

  /// A grey of this luma.
  func grey(_ level: Double) -> Canvas.Colour { Canvas.Colour(Float(level), 128, 128, 0) }

  /// Any colour.
  mutating func colour() -> Canvas.Colour {
    Canvas.Colour(
      Float(random.number(20, 240)), Float(128 + random.normal(28)), Float(128 + random.normal(28)), 0)
  }

  /// Any grey as often as any colour.
  mutating func anyColour() -> Canvas.Colour { random.isTrue(0.5) ? colour() : grey(random.number(5, 250)) }

  /// Mostly white or cream.
  mutating func paper() -> Canvas.Colour {
    guard random.isTrue(0.75) else { return colour() }
    let yellow = Float(random.number(0, 12))
    return Canvas.Colour(Float(random.number(200, 255)), 128 - yellow, 128 + yellow / 3, 0)
  }

  /// Mostly dark.
  mutating func ink(on paper: Canvas.Colour) -> Canvas.Colour {
    guard random.isTrue(0.7) else { return colour() }
    return grey(Double(paper.x) * random.number(0, 0.5))
  }

  func canvas(ratio: Double, _ colour: Canvas.Colour) -> Canvas {
    Canvas(
      width: Int(Self.side * min(1, ratio)), height: Int(Self.side * min(1, 1 / ratio)), filledWith: colour)
  }

  /// Fills an area with a part of some photo.
  mutating func drawPicture(_ area: Rectangle, on canvas: inout Canvas) {
    guard area.width >= 2, area.height >= 2, let picture = random.element(of: sources.pictures) else { return }
    canvas.paste(picture, picture.part(ratio: area.width / area.height, size: 0.3...1, &random), into: area)
  }

  /// Faintly, a small part of a photo.
  mutating func drawTexture(on canvas: inout Canvas) {
    guard let photo = random.element(of: sources.grounds) else { return }
    var texture = canvas
    let area = Rectangle(x: 0, y: 0, width: Double(canvas.width), height: Double(canvas.height))
    texture.paste(photo, photo.part(ratio: canvas.ratio, size: 0.1...0.4, &random), into: area)
    let (mean, contrast) = (texture.mean, Float(random.number(0.1, 0.6)))
    canvas.change { x, y, colour in colour + contrast * (texture[x, y] - mean) }
  }
}

extension Canvas {
  /// A part of random size and place.
  ///
  /// - Parameter size: relative to the largest part of this ratio.
  func part(ratio: Double, size: ClosedRange<Double>, _ random: inout Chance) -> Rectangle {
    let partWidth = min(Double(width), Double(height) * ratio) * random.number(size.lowerBound, size.upperBound)
    let partHeight = partWidth / ratio
    return Rectangle(
      x: random.number(0, max(0, Double(width) - partWidth)), y: random.number(0, max(0, Double(height) - partHeight)),
      width: partWidth, height: partHeight)
  }
}
