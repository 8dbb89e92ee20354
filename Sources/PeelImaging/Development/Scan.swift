/// A flat, upright picture of a print with corrected colours.
@dynamicMemberLookup
package struct Scan: Sendable {
  /// The pixels.
  package var picture: Picture
  /// The picture's samples with 16 bits each, stretched between the same levels; nil if the photo has only 8 bits.
  package var deepSamples: [UInt16]?
  /// What is known about the scan besides its pixels.
  package var facts: ScanFacts

  /// A fact about the scan, as in `scan.width`.
  package subscript<Fact>(dynamicMember fact: KeyPath<ScanFacts, Fact>) -> Fact { facts[keyPath: fact] }
}

/// What is known about a scan besides its pixels.
public struct ScanFacts: Sendable {
  /// The scan's width in pixels.
  public var width: Int
  /// The scan's height in pixels.
  public var height: Int
  /// The print's film; nil if it isn't known.
  public var film: FilmFormat?
  /// The scan's pixels per inch of the real print; nil if the film isn't known.
  public var ppi: Double?
  /// The counts of red, green and blue over the whole print without `Developer.Limits.inset` of each side, as in the
  /// photo.
  package var before: [Histogram]
  /// The counts of the same pixels as in the scan.
  package var after: [Histogram]
  /// The variance of the 3 × 3 Laplacian of the scan's luma.
  public var sharpness: Double
  /// The share of the scan that lies beyond the photo's edge and was filled, 0…1.
  package var outside: Double
  /// How the print's way up is known.
  package var wayUp: WayUp
  /// The print's true shape and tilt, and how they were found.
  package var pose: Pose
  /// The part of the print that the scan shows: `.print` if `.picture` was asked for but not found.
  public var crop: Crop
  /// How the colours were corrected: `.frame` or `.endsIn` if the choice was left to the print. Whether a frame served as
  /// white depends on `frame`.
  public var whiteBalance: WhiteBalance
  /// How far from neutral a white frame, border or paper is in the scan, in ΔE00; nil if there is none, or it
  /// wasn't looked for.
  public var whiteDifference: Double?
  /// The frame's colour; nil unless the white balance needed it. Only a white frame serves as white.
  package var frame: Frame?
  /// How the print curled, which the scan doesn't show; nil for a flat one.
  public var curl: Curl?
  /// Whether the print's fading was undone instead of the white balance; nil if that wasn't asked for.
  package var isRestored: Bool?
}

/// What a scan shows where the print reaches beyond the photo.
public enum Fill: String, Sendable, CaseIterable {
  /// The photo's outermost pixels, repeated.
  case edge
  /// White.
  case white
}

/// How a print's way up is known.
package enum WayUp: Sendable, Hashable {
  /// The caller stated that the quad begins at the print's own top left.
  case given
  /// The picture's position in the frame shows it; the scan was turned by this much.
  case found(QuarterTurns)
  /// The picture itself shows it, as by faces; the scan was turned by this much.
  case shown(QuarterTurns)
  /// The way up isn't known.
  case unknown
}

/// The part of a print that a scan shows.
public enum Crop: String, Sendable, CaseIterable {
  /// The whole print with its frame.
  case print
  /// The picture only.
  case picture
}
