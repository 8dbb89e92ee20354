extension CurlFit {
  /// Why a print doesn't count as curled.
  enum Refusal: Sendable {
    /// Its sides are straight, or nearly so.
    case straight
    /// Edges are missing along a side, or too far from a smooth curve.
    case unclear
    /// Its sides are curved, but not as a sheet's are that curls about one axis; or a lens that bends lines explains them
    /// better.
    case bentOtherwise
  }

  /// The likeliest curl of a print, and why it isn't taken.
  struct Judgement: Sendable {
    /// nil if none could be fitted.
    var finding: Finding?
    /// nil if the curl is taken.
    var refusal: Refusal?
    /// Whether the print's sides clearly bow by `Limits.bent` or more.
    var isBowedMuch = false

    /// The print's curl, and where its corners are then; nil if it is flat, or bent otherwise.
    var curled: Finding? { refusal == nil ? finding : nil }
    /// Whether a scan of the print will be bent.
    var isBent: Bool { (refusal == .bentOtherwise || refusal == .unclear) && isBowedMuch }
  }
}
