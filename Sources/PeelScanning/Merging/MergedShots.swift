internal import PeelFiles
internal import PeelImaging

/// Shots that were read and laid on each other.
struct MergedShots: Sendable {
  /// The shot that the others are laid on, and its print; nil if no shot shows a print.
  let reference: (shot: ShotFile, wanted: WantedPrint)?
  let fusion: Fusion?
  let facts: MergeFacts

  /// The farthest that a corner of one outline lies from another's, as a share of the longest side.
  private static let sameOutline = 0.004

  init(_ read: [Result<ShotFile, PhotoError>], paths: [Path], threads: Int) {
    var facts = MergeFacts()
    var shown: [(shot: ShotFile, wanted: WantedPrint)] = []
    for (path, result) in zip(paths, read) {
      switch result {
      case .failure(let error):
        facts.errors.append(error)
        facts.leftOut.append(.init(photo: path, reason: .unreadable))
      case .success(let shot):
        // Among several prints, the one that is most like the first shot's.
        let wanted = shown.first.map { shot.print(like: $0.wanted.print, in: $0.shot) } ?? shot.prints.first
        if let wanted {
          shown.append((shot, wanted))
        } else {
          facts.leftOut.append(.init(photo: path, reason: .noPrint))
        }
      }
    }
    fusion = Fusion(of: shown.map { PrintShot($0.shot.file.photo, $0.wanted.print.quad) }, threads: threads)
    guard let fusion else {
      facts.leftOut += shown.map { .init(photo: $0.shot.path, reason: .noPrint) }
      (reference, self.facts) = (nil, facts)
      return
    }
    var reference = shown[fusion.reference]
    // Shots that agree on the outline are as sure of it as the surest.
    let agreed = fusion.used.filter { $0.outlineError < Self.sameOutline }.map {
      shown[$0.shot].wanted.print.confidence
    }
    reference.wanted.print.confidence = agreed.reduce(reference.wanted.print.confidence, max)
    self.reference = reference
    facts.used = fusion.used.map { .init(photo: shown[$0.shot].shot.path, share: $0.share) }
    facts.leftOut += fusion.excluded.map {
      .init(photo: shown[$0.shot].shot.path, reason: MergeFacts.Reason($0.exclusion))
    }
    facts.unmended = fusion.unmended
    self.facts = facts
  }
}

extension ShotFile {
  /// The print that is most like another shot's; nil if there is none.
  fileprivate func print(like other: Print, in shot: ShotFile) -> WantedPrint? {
    guard prints.count > 1, let other = FlatPrint(other, in: shot.file.photo) else { return prints.first }
    let likenesses = prints.map { wanted in
      FlatPrint(wanted.print, in: file.photo).map { $0.likeness(to: other) } ?? -1
    }
    return prints.indices.max { likenesses[$0] < likenesses[$1] }.map { prints[$0] }
  }
}

extension MergeFacts.Reason {
  fileprivate init(_ exclusion: Fusion.Exclusion) {
    switch exclusion {
    case .otherPrint: self = .otherPrint
    case .blurred: self = .blurred
    case .colourless: self = .colourless
    }
  }
}
