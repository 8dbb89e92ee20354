/// A turn by a multiple of 90°, clockwise as seen.
package struct QuarterTurns: Sendable, Hashable, CaseIterable, ExpressibleByIntegerLiteral {
  /// The number of quarter turns clockwise, 0 to 3.
  package let quarters: Int

  /// A turn by `quarters` · 90° clockwise. Negative numbers turn counterclockwise.
  package init(_ quarters: Int) { self.quarters = (quarters % 4 + 4) % 4 }

  /// A turn by an integer literal, as in `let turns: QuarterTurns = 3`.
  package init(integerLiteral quarters: Int) { self.init(quarters) }

  /// The four turns: 0°, 90°, 180° and 270°.
  package static var allCases: [QuarterTurns] { [0, 1, 2, 3] }

  /// The angle in degrees: 0, 90, 180 or 270.
  package var degrees: Int { 90 * quarters }

  /// Whether the turn exchanges width and height.
  package var swapsSides: Bool { quarters % 2 == 1 }

  /// The sum of two turns.
  package static func + (a: QuarterTurns, b: QuarterTurns) -> QuarterTurns { QuarterTurns(a.quarters + b.quarters) }

  /// The turn that undoes `turns`.
  package static prefix func - (turns: QuarterTurns) -> QuarterTurns { QuarterTurns(-turns.quarters) }
}

extension Quad {
  /// The same outline named from the corner with the smallest x + y: what outlines are like whose way up isn't known.
  package var standard: Quad {
    let first = corners.indices.min { corners[$0].x + corners[$0].y < corners[$1].x + corners[$1].y }
    return turned(by: QuarterTurns(first ?? 0))
  }

  /// The same outline named from another corner: `turned(by: 1)` begins at this one's second corner.
  package func turned(by turns: QuarterTurns) -> Quad {
    switch turns.quarters {
    case 1: Quad(self[.topRight], self[.bottomRight], self[.bottomLeft], self[.topLeft])
    case 2: Quad(self[.bottomRight], self[.bottomLeft], self[.topLeft], self[.topRight])
    case 3: Quad(self[.bottomLeft], self[.topLeft], self[.topRight], self[.bottomRight])
    case _: self
    }
  }
}

extension Rectangle {
  /// The rectangle's position after the picture that it lies in is turned.
  ///
  /// - Parameter size: the picture's size before it is turned.
  func turned(by turns: QuarterTurns, within size: (width: Double, height: Double)) -> Rectangle {
    switch turns.quarters {
    case 1: Rectangle(x: size.height - maxY, y: minX, width: height, height: width)
    case 2: Rectangle(x: size.width - maxX, y: size.height - maxY, width: width, height: height)
    case 3: Rectangle(x: minY, y: size.width - maxX, width: height, height: width)
    case _: self
    }
  }
}

extension Homography {
  /// The map from a turned scan, where this is the map from the scan of `width` × `height` before it is turned.
  func turned(by turns: QuarterTurns, width: Double, height: Double) -> Homography {
    switch turns.quarters {
    case 1: after(Homography(0, 1, 0, -1, 0, height, 0, 0, 1))
    case 2: after(Homography(-1, 0, width, 0, -1, height, 0, 0, 1))
    case 3: after(Homography(0, -1, width, 1, 0, 0, 0, 0, 1))
    case _: self
    }
  }
}

extension Plane {
  /// The plane turned clockwise.
  func turned(by turns: QuarterTurns) -> Plane {
    if turns == 0 { return self }
    let (width, height) = turns.swapsSides ? (self.height, self.width) : (self.width, self.height)
    return Plane(width: width, height: height) { y, output in
      for x in 0..<width {
        switch turns.quarters {
        case 1: output.append(self[y, width - 1 - x])
        case 2: output.append(self[width - 1 - x, height - 1 - y])
        case _: output.append(self[height - 1 - y, x])
        }
      }
    }
  }
}
