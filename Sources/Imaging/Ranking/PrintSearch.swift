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
  /// Of the prints in a photo, how many are compared with the reference.
  private static let most = 6

  private let detector: Detector

  public init(_ detector: Detector = Detector()) { self.detector = detector }

  /// The surest print, or with a reference the one most like it; nil where there is none.
  ///
  /// Between the shots of a burst a print hardly moves: where the reference's outline fits this photo's edges, and what
  /// lies within looks like the reference, the search is spared.
  public func callAsFunction(_ photo: Photo, like reference: Reference? = nil) -> FlatPrint? {
    if let reference, let print = again(reference, in: photo) { return print }
    let found = detector.detect(in: photo).prints
    guard let reference, found.count > 1 else { return found.lazy.compactMap { FlatPrint($0, in: photo) }.first }
    let flat = found.prefix(Self.most).compactMap { FlatPrint($0, in: photo) }
    return flat.max { likeness($0, reference) < likeness($1, reference) }
  }

  private func likeness(_ print: FlatPrint, _ reference: Reference) -> Float {
    reference.likeness.correlation(with: Likeness(print.proof.luma)).value
  }

  private func again(_ reference: Reference, in photo: Photo) -> FlatPrint? {
    guard (photo.width, photo.height) == reference.photoSize else { return nil }
    let refinement = Refinement(photo)
    // As far as two samples of the grid that prints are first looked for on.
    let reach = 2 * Double(max(photo.width, photo.height)) / Double(detector.parameters.searchSize)
    guard let rough = refinement.refined(reference.print.quad, Refinement.rough(scale: reach)),
      let fine = refinement.refined(rough.quad, Refinement.fine(scale: reach / 2)),
      let print = FlatPrint(fine.quad, confidence: reference.print.confidence, in: photo),
      likeness(print, reference) >= Self.found
    else { return nil }
    return print
  }
}
