/// A coarse picture of a print's inside, for recognising it in any light: brightness on a grid, with mean and contrast
/// removed.
struct Look: Sendable, Equatable {
  /// The grid's cells across and down.
  private static let side = 12
  /// The share of the print left out on each side, because the frames of all prints look alike.
  private static let margin = 0.16
  /// The standard deviation, in sixteenths of a level, below which a print counts as even.
  private static let evenness: Float = 40
  /// One over the share of the grid that may lie outside the plane.
  private static let outsideDivisor = 3

  /// Brightness as a vector of length 1; empty if the print is even.
  private var values: [Float]

  /// - Parameters:
  ///   - quad: the print's outline in samples of `plane`.
  ///   - plane: the frame.
  /// - Returns: nil if a third or more of the print lies outside the plane.
  init?(_ quad: Quad, in plane: Plane<Int16>) {
    guard let map = Homography(unitSquareTo: quad) else { return nil }
    var values: [Float] = []
    values.reserveCapacity(Self.side * Self.side)
    var outside = 0
    for k in 0..<Self.side * Self.side {
      func part(_ index: Int) -> Double {
        Self.margin + (1 - 2 * Self.margin) * (Double(index) + 0.5) / Double(Self.side)
      }
      let p = map(Point(part(k % Self.side), part(k / Self.side)))
      guard p.x >= 0, p.y >= 0, p.x < Double(plane.width), p.y < Double(plane.height) else {
        outside += 1
        values.append(.nan)
        continue
      }
      values.append(Float(plane[Int(p.x), Int(p.y)]))
    }
    guard Self.outsideDivisor * outside < values.count else { return nil }
    let seen = values.filter { !$0.isNaN }
    let mean = seen.reduce(0, +) / Float(seen.count)
    self.values = values.map { $0.isNaN ? 0 : $0 - mean }
    let length = Self.length(self.values)
    let isEven = length < Self.evenness * Float(seen.count).squareRoot()
    self.values = isEven ? [] : self.values.map { $0 / length }
  }

  private static func length(_ values: [Float]) -> Float { values.reduce(0) { $0 + $1 * $1 }.squareRoot() }

  /// The normalised cross-correlation, −1…1. It is 1 for two even prints, and 0 for an even print and a picture.
  func likeness(to other: Look) -> Float {
    if values.isEmpty || other.values.isEmpty { return values.isEmpty && other.values.isEmpty ? 1 : 0 }
    return zip(values, other.values).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// Moves this look towards another one by a share of 0…1, because prints develop and light changes.
  mutating func follow(_ other: Look, by share: Float) {
    guard !values.isEmpty, !other.values.isEmpty else {
      values = other.values
      return
    }
    values = zip(values, other.values).map { $0 + share * ($1 - $0) }
    let length = Self.length(values)
    if length > 0 { values = values.map { $0 / length } }
  }

  /// The look after the quad's corners are renamed by `Quad.turned(by:)`.
  func turned(by turns: QuarterTurns) -> Look {
    guard !values.isEmpty else { return self }
    var look = self
    look.values = Plane(width: Self.side, height: Self.side, samples: values).turned(by: -turns).samples
    return look
  }
}
