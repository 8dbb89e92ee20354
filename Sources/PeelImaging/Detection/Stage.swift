extension Detector {
  /// The parts of a detection, in their order.
  public enum Stage: String, Sendable, CaseIterable {
    /// The photo is made small.
    case planes
    /// The places where it changes quickly are found,
    case edges
    /// and joined to straight segments,
    case segments
    /// and those to quads.
    case hypotheses
    /// The quads' pixels are looked at on the reduced grid,
    case judged
    /// and those of the best on the full-size photo.
    case refined
    /// Prints that sure ones cover are completed.
    case completed
    /// The prints are chosen, and laid on the photo to a part of a pixel.
    case chosen
  }
}
