import PeelImaging

/// The part of an outline that keys and the mouse move: a corner, a side with both its corners, or all of it.
package enum Handle: Equatable, Sendable {
  case corner(Quad.Corner)
  case side(Quad.Side)
  case outline

  var corners: [Quad.Corner] {
    switch self {
    case .corner(let corner): [corner]
    case .side(let side): [Self.corner(side.rawValue), Self.corner(side.rawValue + 1)]
    case .outline: Quad.Corner.allCases
    }
  }

  /// The sides that are laid anew where it is.
  var sides: Set<Quad.Side> {
    switch self {
    case .corner(let corner): corner.sides
    case .side(let side): [side]
    case .outline: Set(Quad.Side.allCases)
    }
  }

  /// The point that the loupe and the zoomed view are centred on.
  func focus(of quad: Quad) -> Point {
    switch self {
    case .corner(let corner): quad[corner]
    case .side(let side): quad[side].from.mixed(with: quad[side].to, 0.5)
    case .outline: quad.centre
    }
  }

  /// The corner `step` corners on. From a side, the nearer of its two ends in that direction; from all, the first or last.
  func nextCorner(by step: Int) -> Handle {
    switch self {
    case .corner(let corner): .corner(Self.corner(corner.rawValue + step))
    case .side(let side): .corner(Self.corner(side.rawValue + (step > 0 ? 1 : 0)))
    case .outline: .corner(Self.corner(step > 0 ? 0 : -1))
    }
  }

  /// The side `step` sides on. From a corner, the side that starts or ends there; from all, the first or last.
  func nextSide(by step: Int) -> Handle {
    switch self {
    case .corner(let corner): .side(Self.side(corner.rawValue + (step > 0 ? 0 : -1)))
    case .side(let side): .side(Self.side(side.rawValue + step))
    case .outline: .side(Self.side(step > 0 ? 0 : -1))
    }
  }

  private static func corner(_ number: Int) -> Quad.Corner {
    Quad.Corner.allCases[number.cycled(in: Quad.Corner.allCases.count)]
  }

  private static func side(_ number: Int) -> Quad.Side {
    Quad.Side.allCases[number.cycled(in: Quad.Side.allCases.count)]
  }

  /// The handle in a sentence: `corner 2`, `the top side`.
  var name: String {
    switch self {
    case .corner(let corner): "corner \(corner.rawValue + 1)"
    case .side, .outline: "the \(title)"
    }
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
    case .outline: "outline"
    }
  }
}

extension Int {
  /// The number modulo `count`, never negative: indices past either end continue at the other.
  func cycled(in count: Int) -> Int { (self % count + count) % count }
}
