/// Finds the print that a burst shows in each of its shots.
package struct PrintSearch: Sendable {
  /// The print of an earlier shot, and the size of its photo.
  package struct Reference: Sendable {
    /// The print of the earlier shot.
    package let print: FlatPrint
    fileprivate let photoSize: (width: Int, height: Int)
    fileprivate let likeness: Likeness

    /// A reference for the shots that follow.
    package init(_ print: FlatPrint, in photo: Photo) {
      self.print = print
      photoSize = (photo.width, photo.height)
      likeness = Likeness(print.proof.luma)
    }
  }

  /// The correlation from which a print near the reference's position counts as found.
  private static let found: Float = 0.97
  /// How far a side may lie from the reference's, in samples of the detector's reduced grid.
  private static let reach = 2.0
  /// How far a corner may move relative to the others, as a share of the longest side.
  private static let shapeChange = 0.01
  /// The most prints of a photo that are compared with the reference.
  private static let most = 6

  private let detector: Detector

  /// A search that uses a detector if the reference doesn't help.
  package init(_ detector: Detector = Detector()) { self.detector = detector }

  /// Finds the largest sure print, or else the most confident one, or with a reference the one most like it; nil if the
  /// photo has no print.
  ///
  /// Which of several sure prints is the most confident differs from shot to shot; which is the largest hardly does.
  ///
  /// A print hardly moves between the shots of a burst. If the photo looks like the reference near the reference's
  /// outline, the whole photo isn't searched. That also finds a blurred shot more reliably.
  ///
  /// - Parameters:
  ///   - photo: the shot.
  ///   - reference: the print of an earlier shot.
  ///   - known: the photo's prints, if a person has marked them.
  package func callAsFunction(
    _ photo: Photo, like reference: Reference? = nil, among known: [Print]? = nil
  ) -> FlatPrint? {
    if known == nil, let reference, let print = again(reference, in: photo) { return print }
    var best: (print: FlatPrint, likeness: Float)?
    let prints = known ?? detector.detect(in: photo).prints
    let sure = prints.filter { $0.confidence >= Detection.sureConfidence }.sorted { $0.quad.area > $1.quad.area }
    let others = prints.filter { $0.confidence < Detection.sureConfidence }
    for print in (sure + others).prefix(Self.most) {
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

  /// The print near the reference's outline; nil if the photo doesn't look like the reference there.
  ///
  /// The outline is fitted to this photo's edges, or moved as a whole if the edges have another shape. Even if the
  /// reference is wrong, all shots are then compared in the same place.
  private func again(_ reference: Reference, in photo: Photo) -> FlatPrint? {
    guard (photo.width, photo.height) == reference.photoSize else { return nil }
    let refinement = Refinement(photo)
    let reach = Self.reach * Double(max(photo.width, photo.height)) / Double(detector.parameters.searchSize)
    let known = reference.print.quad
    let fine = refinement.refined(known, scale: reach)?.quad ?? known
    let shifts = zip(fine.corners, known.corners).map { $0 - $1 }
    let shift = Self.common(shifts)
    let isWhole = shifts.allSatisfy { $0.distance(to: shift) < Self.shapeChange * reference.print.side }
    let print = FlatPrint(
      isWhole ? fine : known.map { $0 + shift }, confidence: reference.print.confidence, in: photo,
      level: reference.print.level)
    return print.flatMap { likeness($0, reference) >= Self.found ? $0 : nil }
  }

  /// The mean of the two shifts that lie closest together.
  private static func common(_ shifts: [Point]) -> Point {
    let pairs = shifts.indices.flatMap { a in shifts[..<a].map { (shifts[a], $0) } }
    let closest = pairs.min { $0.0.distance(to: $0.1) < $1.0.distance(to: $1.1) }
    return closest.map { $0.0.mixed(with: $0.1, 0.5) } ?? Point(0, 0)
  }
}
