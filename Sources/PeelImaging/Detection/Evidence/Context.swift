internal import PeelPlatform

/// How a quad lies among the others of its photo: alone in its place, within a better one, or one of many alike.
package struct Context: Sendable {
  /// What counts as lying near, around or within, and as being alike.
  private enum Limits {
    /// Least intersection over union of two outlines of one print.
    static let near = 0.85
    /// Greatest fraction of the smaller of two quads that overlaps if they lie apart.
    static let apart = 0.05
    /// Least fraction of a quad that lies within another, and their least ratio of areas.
    static let within = 0.97
    static let larger = 1.1
    /// The least ratio of the areas of an outline and one around it that lies on other edges.
    static let otherEdge = 1.015
    /// Greatest ratio of areas, and greatest difference of the elongations, of quads alike.
    static let alike = (area: 1.33, elongation: 0.12)
    /// Greatest difference of the logarithms of the sides of quads of one size.
    static let size = 0.025
    /// The least number of prints alike that tell how large this one should be.
    static let leastAlike: Float = 0.5
    /// Stands for the score of a quad that there is none of.
    static let none: Float = -9
  }

  /// The scores of: this quad; the best near it, around it, within it, across it, and apart from it; the best and the third
  /// best of those alike. Then the expected number of prints alike and within, and the number of better ones alike. Then
  /// the scores of the best just around it or farther, and just within it or farther, and the part of it that the best
  /// prints within cover, each as far as it is likely: prints that touch have an outline together. Then the expected number
  /// of prints of its size, and how much larger those alike are, as a mean of the logarithms of their areas.
  package let values: [Float]

  package static let none = Context(values: Array(repeating: 0, count: 16))

  private init(values: [Float]) { self.values = values }

  /// A quad with the score it has alone.
  package struct Member: Sendable {
    let quad: Quad
    let area: Double
    let box: Rectangle
    let elongation: Double
    let score: Float
    /// The logarithms of the long and of the short side, each the mean of two.
    private let sides: SIMD2<Double>

    package init(_ quad: Quad, elongation: Double, score: Double) {
      (self.quad, self.elongation, self.score) = (quad, elongation, Float(score))
      area = quad.area
      box = Rectangle(around: quad)
      let across = log(quad.length(of: .top) + quad.length(of: .bottom))
      let down = log(quad.length(of: .left) + quad.length(of: .right))
      sides = SIMD2(max(across, down), min(across, down))
    }

    fileprivate func hasSize(of other: Member) -> Bool {
      let difference = sides - other.sides
      return max(abs(difference.x), abs(difference.y)) < Limits.size
    }

    /// The probability of a print.
    fileprivate var chance: Float { 1 / (1 + exp(-score)) }

    /// The part that quads within cover, the likeliest first, without those that overlap them.
    fileprivate func covered(by inside: [Member]) -> Float {
      var chosen: [Member] = []
      for member in inside.sorted(by: { $0.score > $1.score })
      where chosen.allSatisfy({ member.quad.intersectionArea($0.quad) < Limits.apart * min(member.area, $0.area) }) {
        chosen.append(member)
      }
      return chosen.reduce(0) { $0 + $1.chance * Float($1.area / area) }
    }
  }

  /// The context of each of some quads.
  package static func contexts(of members: [Member]) -> [Context] {
    members.indices.map { Context(of: $0, in: members) }
  }

  private init(of index: Int, in members: [Member]) {
    let own = members[index]
    var (near, around, within, across, apart) = (Limits.none, Limits.none, Limits.none, Limits.none, Limits.none)
    var alike: [Float] = []
    var (printsAlike, printsWithin): (Float, Float) = (0, 0)
    var (outer, inner) = (Limits.none, Limits.none)
    var inside: [Member] = []
    var (printsOfSize, growth): (Float, Float) = (0, 0)
    for (k, other) in members.enumerated() where k != index {
      let shared = own.box.intersectionOverUnion(other.box) > 0 ? own.quad.intersectionArea(other.quad) : 0
      if shared > Limits.within * own.area, other.area > Limits.otherEdge * own.area { outer = max(outer, other.score) }
      if shared > Limits.within * other.area, own.area > Limits.otherEdge * other.area {
        inner = max(inner, other.score)
      }
      if shared < Limits.apart * min(own.area, other.area) {
        apart = max(apart, other.score)
        let ratio = other.area / own.area
        if max(ratio, 1 / ratio) < Limits.alike.area, abs(other.elongation - own.elongation) < Limits.alike.elongation {
          alike.append(other.score)
          printsAlike += other.chance
          growth += other.chance * Float(log(ratio))
          if own.hasSize(of: other) { printsOfSize += other.chance }
        }
      } else if shared > Limits.within * own.area, other.area > Limits.larger * own.area {
        around = max(around, other.score)
      } else if shared > Limits.within * other.area, own.area > Limits.larger * other.area {
        within = max(within, other.score)
        printsWithin += other.chance
        inside.append(other)
      } else if shared >= Limits.near * (own.area + other.area - shared) {
        near = max(near, other.score)
      } else {
        across = max(across, other.score)
      }
    }
    alike.sort(by: >)
    values = [
      own.score, near, around, within, across, apart, alike.first ?? Limits.none,
      alike.count > 2 ? alike[2] : Limits.none, printsAlike, printsWithin, Float(alike.count { $0 > own.score }), outer,
      inner, own.covered(by: inside),
      printsOfSize, growth / max(Limits.leastAlike, printsAlike),
    ]
  }
}
