extension Evidence {
  /// A figure of about 0…1 that tells prints from other quads.
  ///
  /// The order is that of the sum in `score(_:)`.
  package enum Feature: Int, CaseIterable, Sendable {
    /// Fraction of the sides' length with an edge along it: the mean of the four sides, and the least.
    case edges, leastEdges
    /// Fraction of the positions along the sides where inside and outside differ: the mean of the four sides, and the
    /// least.
    case separated, leastSeparated
    /// How uneven the colour is along the sides just inside (1: 10 levels or more) and just outside (1: 20 or more).
    case unevenness, outsideUnevenness
    /// How much the sides' inner colours differ (1: 40 levels or more).
    case frameSpread
    /// Fraction of the sides' continuation beyond the corners that also has edges.
    case beyondCorners
    /// Fraction of the picture's outline that shows where the best film has it: the mean of the four sides, and the least.
    case picture, leastPicture
    /// Fraction of the frame without strong edges.
    case clean
    /// Difference of the true proportions from the best film's (1: a fifth or more, or no film).
    case ratioError
    /// The same on a finer scale (1: 4 % or more, or no film).
    case misproportion
    /// Distance of the picture from where the best film has it (1: 6 mm or more, or no film).
    case misplacement
    /// Square root of the fraction of the photo that the quad covers.
    case size
    /// Difference between inside and outside (1: 40 levels or more).
    case contrast
    /// 1 if all sides are brighter inside, or all are darker; 0 if two are.
    case polarity
    /// Fraction of the sides outside the photo.
    case beyondPhoto

    // The following are known only for refined quads.

    /// Fraction of the stations inside the full-size photo that lie on the refined sides: the mean of the four sides, and
    /// the least.
    case support, leastSupport
    /// Mean distance of these stations from the sides (1: a quarter of a sample of the reduced grid or more).
    case residual
    /// Unevenness inside sides that have gaps, as on cloth and tiles. A print's frame may be uneven in a shadow, but its
    /// sides are sharp.
    case disorder
    /// `misproportion` times `picture`: a frame like a film's around other proportions. Framed pictures on walls and shelves
    /// can have any shape.
    case strangeShape
    /// `edges` and `picture` of a quad that lies around this one as a frame lies around its picture; 0 without such a quad.
    case aroundEdges, aroundPicture
    /// How much the best of the much smaller quads inside this one looks like a print. Prints lie on cloth, tiles and
    /// tables, but not within a print.
    case printWithin
    /// The same for quads that cross it. A pattern has many outlines, a print seldom more than its own.
    case printAcross

    // The trees use the following, the weights don't.

    /// Intersection over union with the nearest quad around a region.
    case regionOverlap
    /// The logarithm of the number of such quads, plus 1, that overlap this one by 90 % and by 96 %.
    case regions, closeRegions
    /// How much the best region among those differs from what borders on it (1: 100 levels).
    case regionContrast

    /// The logarithm of the longer over the shorter side of the rectangle that the quad is a view of, and the angle
    /// between its normal and the camera's axis (1: a right angle); known only for refined quads.
    case elongation, tilt
  }

  /// One number for each feature.
  ///
  /// The size is `Feature.allCases.count`; a test checks it.
  typealias Values = InlineArray<33, Double>

  /// The weight of each feature, and a bias: their sum is the logarithm of the odds that a quad is a print.
  package struct Weights: Sendable {
    private var values: Values
    package let bias: Double

    /// - Parameter weights: features that aren't named have weight 0.
    package init(bias: Double, _ weights: KeyValuePairs<Feature, Double>) {
      self.bias = bias
      values = Values(repeating: 0)
      for (feature, weight) in weights { values[feature.rawValue] = weight }
    }

    package subscript(feature: Feature) -> Double { values[feature.rawValue] }
  }

  /// The logarithm of the odds that the quad is a print.
  func score(_ weights: Weights) -> Double {
    var sum = weights.bias
    for feature in Feature.allCases { sum += self[feature] * weights[feature] }
    return sum
  }
}
