import PeelImaging
import PeelPlatform

extension Pencil {
  /// What prints lie on: a real photo, a small part of one, or a drawn table.
  mutating func ground(width: Int, height: Int) -> Canvas {
    enum Kind { case photo, part, drawn }
    let area = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
    let kind = random.one(Kind.photo, 0.4, (.part, 0.3), (.drawn, 0.3))
    guard kind != .drawn, let photo = random.element(of: sources.grounds) else {
      return table(width: width, height: height)
    }
    var ground = Canvas(width: width, height: height, filledWith: .zero)
    ground.paste(
      photo, photo.part(ratio: area.width / area.height, size: kind == .photo ? 0.6...1 : 0.08...0.3, &random),
      into: area)
    guard kind == .part else { return ground }
    // Most tables have less contrast than photos.
    let contrast = Float(random.number(0.2, 1))
    let shift = random.isTrue(0.3) ? tint(25) : .zero
    let mean = ground.mean
    ground.change { _, _, colour in mean + contrast * (colour - mean) + shift }
    return ground
  }

  private mutating func tint(_ deviation: Double) -> Canvas.Colour {
    Canvas.Colour(
      Float(random.normal(deviation)), Float(random.normal(deviation / 2)), Float(random.normal(deviation / 2)), 0)
  }

  /// A plain colour with grain, which may have a direction.
  mutating func table(width: Int, height: Int) -> Canvas {
    let base = Canvas.Colour(Float(240 * random.number(0, 1)), 128, 128, 0) + (random.isTrue(0.7) ? tint(18) : .zero)
    var table = Canvas(width: width, height: height, filledWith: base)
    if random.isTrue(0.7) {
      var (long, wide) = (random.number(1, 60), random.number(1, 6))
      if random.isTrue(0.5) { swap(&long, &wide) }
      var grain = Canvas(width: Int(Double(width) / long), height: Int(Double(height) / wide), filledWith: .zero)
      grain.change { _, _, _ in Canvas.Colour(Float(128 + random.normal(40)), 128, 128, 0) }
      let strength = Float(random.number(0.03, 0.35))
      table.change { x, y, colour in
        let place = Point((Double(x) + 0.5) / long, (Double(y) + 0.5) / wide)
        return colour + strength * (grain.colour(at: place) - Canvas.Colour(128, 128, 128, 0))
      }
    }
    return table
  }
}
