/// A print on a page.
struct PagePrint: Sendable {
  /// In photo pixels.
  var rectangle: PageRectangle
  /// How well the page's edges lie on each side, as in `RectangleFit.Finding`.
  var support: SIMD4<Double>
  /// In the order of `Quad.Side`.
  var sides: [SideEvidence]
  /// Whether another print lies on it.
  var isCovered: Bool

  /// The probability that the rectangle is right, by how much of its weakest side shows.
  var confidence: Double {
    let shown = zip(0..., sides).map { k, side in
      side.isBorder ? 1 : (SideEvidence.share(side.edges) + support[k]) / 2
    }
    let least = shown.min() ?? 0
    let confidence = least > 0.8 ? 0.97 : least > 0.6 ? 0.91 : least > 0.4 ? 0.75 : 0.5
    return isCovered ? min(confidence, 0.8) : confidence
  }
}
