/// The results of every stage of a detection, for `peel explain`, fitting weights, and tests.
package struct Trace: Sendable {
  /// Photo pixels along one sample of the reduced grid, on which edges, segments, hypotheses and judged quads lie.
  package var scale: Double
  package var edges: EdgePoints
  package var segments: [Segment]
  /// The most promising first.
  package var hypotheses: [Hypothesis]
  /// On the reduced grid, best first.
  package var judged: [ScoredQuad]
  /// In photo pixels, best first.
  package var refined: [ScoredQuad]
  /// Partly covered prints, in photo pixels, the uppermost first.
  package var completed: [ScoredQuad]
  package var patches: PatchSource
}

extension Detector {
  /// The stages of a detection, in their order.
  package enum Stage: String, Sendable, CaseIterable {
    /// Reducing the photo to small planes.
    case planes
    /// Finding edge points.
    case edges
    /// Joining edge points into straight segments.
    case segments
    /// Combining segments into quads.
    case hypotheses
    /// Scoring the quads by their pixels on the reduced grid.
    case judged
    /// Laying the best of them on the full-size photo, and scoring them again.
    case refined
    /// Completing prints that likely ones cover.
    case completed
    /// Choosing the prints, and refining them to a fraction of a pixel.
    case chosen
  }
}
