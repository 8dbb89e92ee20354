import PeelImaging

/// Prints on pages from a flatbed are rectangles, since a flatbed has no perspective. They are edited as such: a corner moves
/// the two sides that meet there, and a side moves across itself.
extension Model {
  /// The corners that moving the handle leaves: those of a rectangle if the outline is edited as one.
  func shaped(_ quad: Quad, moving handle: Handle) -> Quad {
    guard isRectangle, let outline else { return quad }
    return quad.rectangle(moving: handle, of: outline.quad)
  }

  /// Whether the chosen outline is edited as a rectangle.
  var isRectangle: Bool {
    guard let outline, item.photo?.photo.page != nil else { return false }
    return !outline.isFree && outline.quad.isRectangle
  }

  /// Frees the corners of a rectangle, or makes a rectangle of the outline.
  mutating func toggleRectangle() {
    guard canChange(), let outline else { return }
    guard item.photo?.photo.page != nil else {
      message = note("only prints on pages from a flatbed are rectangles; these corners are free")
      return
    }
    if isRectangle {
      change("freed the corners") { $0.isFree = true }
      message = note("each corner moves alone now; 6 makes a rectangle of them again")
    } else {
      let rectangle = outline.quad.rectangle(moving: .outline, of: outline.quad)
      change("made a rectangle") { ($0.quad, $0.isFree) = (rectangle, false) }
      message = note("a rectangle: a corner moves the two sides that meet there")
    }
  }
}

extension Quad {
  /// The rectangle that a move of some corners leaves.
  ///
  /// The sides at the handle go through its corners, and the others stay. The angle stays too, unless all corners moved.
  ///
  /// - Parameters:
  ///   - handle: what was moved.
  ///   - old: the rectangle before.
  func rectangle(moving handle: Handle, of old: Quad) -> Quad {
    let across = (handle == .outline ? self : old).direction
    let down = across.perpendicular
    /// How far a side lies along the axis across it.
    func place(_ side: Side, _ axis: Point) -> Double {
      let isMoved = handle.sides.contains(side)
      let corners = Corner.allCases.filter { $0.sides.contains(side) && (!isMoved || handle.corners.contains($0)) }
      return corners.reduce(0) { $0 + (isMoved ? self : old)[$1].dot(axis) } / Double(corners.count)
    }
    let (top, right, bottom, left) = (
      place(.top, down), place(.right, across), place(.bottom, down), place(.left, across)
    )
    var rectangle = Quad(
      left * across + top * down, right * across + top * down, right * across + bottom * down,
      left * across + bottom * down)
    // Rounding moves no corner.
    for corner in Corner.allCases where rectangle[corner].distance(to: self[corner]) < 1e-6 {
      rectangle[corner] = self[corner]
    }
    return rectangle
  }

  /// Whether it is a rectangle, as near as an outline is exact.
  var isRectangle: Bool {
    let rectangle = rectangle(moving: .outline, of: self)
    return Corner.allCases.allSatisfy { self[$0].distance(to: rectangle[$0]) < 0.05 }
  }

  /// The direction of the top side, to which all four sides contribute by their length.
  private var direction: Point {
    func run(_ side: Side) -> Point { self[side].to - self[side].from }
    let upwards = run(.left) - run(.right)
    return (run(.top) - run(.bottom) + upwards.perpendicular).normalized
  }
}
