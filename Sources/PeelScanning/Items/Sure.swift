package import PeelImaging

extension Print {
  /// The confidence from which a print needs no review.
  package static let sureConfidence = 0.9
  package var isSure: Bool { confidence >= Self.sureConfidence }
}
