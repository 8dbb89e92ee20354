/// Finds the print that a burst is about in each of its shots.
public struct PrintSearch: Sendable {
  /// The print of an earlier shot and what the photo was like.
  public struct Reference: Sendable {
    public let print: FlatPrint
    fileprivate let photoSize: (width: Int, height: Int)
    fileprivate let likeness: Likeness

    public init(_ print: FlatPrint, in photo: Photo) {
      self.print = print
      photoSize = (photo.width, photo.height)
      likeness = Likeness(print.proof.luma)
    }
  }

  /// Correlation from which on a print found near where the reference had it is taken for found.
  private static let found: Float = 0.97
  /// How far a corner may move beside the others, in parts of the longest side.
  private static let shapeChange = 0.01
  /// Of the prints in a photo, how many are compared with the reference.
  private static let most = 6

  private let detector: Detector

  public init(_ detector: Detector = Detector()) { self.detector = detector }

  /// The surest print, or with a reference the one most like it; nil where there is none.
  ///
  /// Between the shots of a burst a print hardly moves: where what lies about the reference's outline looks like the
  /// reference, the search is spared. A blurred shot is found more surely so than by itself.
  ///
  /// - Parameter known: the photo's prints, where a person has said where they are.
  public func callAsFunction(
    _ photo: Photo, like reference: Reference? = nil, among known: [Print]? = nil
  ) -> FlatPrint? {
    if known == nil, let reference, let print = again(reference, in: photo) { return print }
    var best: (print: FlatPrint, likeness: Float)?
    for print in (known ?? detector.detect(in: photo).prints).prefix(Self.most) {
      let flat = FlatPrint(print.quad, confidence: print.confidence, in: photo, level: reference?.print.level)
      guard let flat else { continue }
      guard let reference else { return flat }
      let likeness = likeness(flat, reference)
      if best.map({ likeness > $0.likeness }) ?? true { best = (flat, likeness) }
    }
    return best?.print
  }

  private func likeness(_ print: FlatPrint, _ reference: Reference) -> Float {
    reference.likeness.correlation(with: Likeness(print.proof.luma)).value
  }

  /// Where the reference's outline leads: laid on this photo's edges, or where those have another shape, moved as a
  /// whole. Should the reference be amiss, all shots are at least compared in the same part.
  private func again(_ reference: Reference, in photo: Photo) -> FlatPrint? {
    guard (photo.width, photo.height) == reference.photoSize else { return nil }
    let refinement = Refinement(photo)
    // As far as two samples of the grid that prints are first looked for on.
    let reach = 2 * Double(max(photo.width, photo.height)) / Double(detector.parameters.searchSize)
    let known = reference.print.quad
    let rough = refinement.refined(known, Refinement.rough(scale: reach))
    let fine = rough.flatMap { refinement.refined($0.quad, Refinement.fine(scale: reach / 2)) }?.quad ?? known
    let shifts = zip(fine.corners, known.corners).map { $0 - $1 }
    let shift = Self.common(shifts)
    let isWhole = shifts.allSatisfy { $0.distance(to: shift) < Self.shapeChange * reference.print.side }
    let print = FlatPrint(
      isWhole ? fine : known.map { $0 + shift }, confidence: reference.print.confidence, in: photo,
      level: reference.print.level)
    return print.flatMap { likeness($0, reference) >= Self.found ? $0 : nil }
  }

  /// The mean of the two that lie closest together.
  private static func common(_ shifts: [Point]) -> Point {
    let pairs = shifts.indices.flatMap { a in shifts[..<a].map { (shifts[a], $0) } }
    let closest = pairs.min { $0.0.distance(to: $0.1) < $1.0.distance(to: $1.1) }
    return closest.map { $0.0.mixed(with: $0.1, 0.5) } ?? Point(0, 0)
  }
}
