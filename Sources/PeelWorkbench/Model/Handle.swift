import PeelImaging

/// The part of an outline that moves: a corner, or a side with both its corners.
package enum Handle: Equatable, Sendable {
  case corner(Quad.Corner)
  case side(Quad.Side)

  var corners: [Quad.Corner] {
    switch self {
    case .corner(let corner): [corner]
    case .side(let side): [Self.corner(side.rawValue), Self.corner(side.rawValue + 1)]
    }
  }

  /// The point that the loupe and the zoomed view show.
  func focus(of quad: Quad) -> Point {
    switch self {
    case .corner(let corner): quad[corner]
    case .side(let side): quad[side].from.mixed(with: quad[side].to, 0.5)
    }
  }

  /// The next corner; from a side, one of its ends.
  func nextCorner(by step: Int) -> Handle {
    switch self {
    case .corner(let corner): .corner(Self.corner(corner.rawValue + step))
    case .side(let side): .corner(Self.corner(side.rawValue + (step > 0 ? 1 : 0)))
    }
  }

  /// The next side; from a corner, the side that starts or ends there.
  func nextSide(by step: Int) -> Handle {
    switch self {
    case .corner(let corner): .side(Self.side(corner.rawValue + (step > 0 ? 0 : -1)))
    case .side(let side): .side(Self.side(side.rawValue + step))
    }
  }

  private static func corner(_ number: Int) -> Quad.Corner {
    Quad.Corner.allCases[(number % 4 + 4) % 4]
  }

  private static func side(_ number: Int) -> Quad.Side {
    Quad.Side.allCases[(number % 4 + 4) % 4]
  }

  var title: String {
    switch self {
    case .corner(.topLeft): "1 top left"
    case .corner(.topRight): "2 top right"
    case .corner(.bottomRight): "3 bottom right"
    case .corner(.bottomLeft): "4 bottom left"
    case .side(.top): "top side"
    case .side(.right): "right side"
    case .side(.bottom): "bottom side"
    case .side(.left): "left side"
    }
  }
}
