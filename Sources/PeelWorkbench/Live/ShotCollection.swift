import PeelImaging

/// How far the shots of a glossy print are from a scan without glare.
package struct MergeProgress: Equatable, Sendable {
  /// The shots that can be merged.
  package let shots: Int
  /// The share of the print that is under glare in every shot, 0…1; nil if one shot is used, which doesn't tell.
  package let unclear: Double?
  /// The share of the print that comes from other shots than the one that they are laid on: where that has glare.
  package let mended: Double
  /// The scan that they give, reduced for drawing, with the parts marked that are under glare in every shot.
  package let rendition: Rendition

  package init(shots: Int, unclear: Double?, mended: Double, rendition: Rendition) {
    (self.shots, self.unclear, self.mended, self.rendition) = (shots, unclear, mended, rendition)
  }

  /// The share of a print under glare that is too small to notice.
  static let enough = 0.002
  /// The share from which glare was seen to move. If none moved, it isn't known whether there is any.
  private static let leastMended = 0.01

  /// Whether glare lies elsewhere in the shots.
  var hasMoved: Bool { mended >= Self.leastMended }

  /// Whether every part of the print was seen clear.
  var isClear: Bool { hasMoved && unclear.map { $0 <= Self.enough } ?? false }
}

/// What became of a shot that was taken to be merged with others.
package enum CollectedShot: Equatable, Sendable {
  case added(MergeProgress)
  /// It doesn't show the print of the other shots, or not enough of it. It isn't added.
  case otherPrint
  /// It isn't added for another reason.
  case failed(Sentence)
}

/// The shots of one print that are collected while the camera moves.
package struct ShotCollection: Equatable, Sendable {
  /// The outlines of the print in the shots' frames.
  var places: [Quad] = []
  /// nil until the first shot was looked at.
  package internal(set) var progress: MergeProgress?
  /// Whether a shot is being taken or looked at.
  var isBusy = false
  /// Whether the last shot showed another print.
  var isOtherInSight = false

  static let most = 10
  /// How far the farthest corner must have moved since each other shot, as a share of the print's longest side. Glare moves
  /// about as far.
  private static let leastMove = 0.08

  /// The number of shots in words.
  var shots: String { (progress?.shots ?? 1).counted("shot") }

  /// Whether the print lies elsewhere than in the shots so far.
  func isNew(_ quad: Quad) -> Bool {
    let side = Quad.Side.allCases.map { quad.length(of: $0) }.reduce(0, max)
    return places.allSatisfy { place in
      zip(place.corners, quad.corners).contains { $0.distance(to: $1) > Self.leastMove * side }
    }
  }
}
