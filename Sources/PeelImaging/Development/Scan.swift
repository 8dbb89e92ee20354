/// A flat, upright picture of a print with its colours set right.
@dynamicMemberLookup
public struct Scan: Sendable {
  /// The pixels.
  public var picture: Picture
  /// The picture's samples with 16 bits each, stretched between the same levels; nil if the photo has only 8 bits.
  public var deepSamples: [UInt16]?
  /// What is known about the scan besides its pixels.
  public var facts: ScanFacts

  /// A fact about the scan, as in `scan.width`.
  public subscript<Fact>(dynamicMember fact: KeyPath<ScanFacts, Fact>) -> Fact { facts[keyPath: fact] }
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
  /// The counts of red, green and blue over the whole print without 2.5 % of each side, as in the photo.
  public var before: [Histogram]
  /// The counts of the same pixels as in the scan.
  public var after: [Histogram]
  /// The variance of the 3 × 3 Laplacian of the scan's luma.
  public var sharpness: Double
  /// The share of the scan that lies beyond the photo's edge and was filled, 0…1.
  public var outside: Double
  /// What is known about which end of the print is up.
  public var wayUp: WayUp
  /// The print's true shape and tilt, and how they were found.
  public var pose: Pose
  /// What the scan shows: `.print` if `.picture` was asked for but the picture wasn't found.
  public var crop: Crop
  /// The white balance asked for. `frame` tells whether the frame served as white.
  public var whiteBalance: WhiteBalance
  /// The frame's colour, if it was looked at. Only a white frame serves as white.
  public var frame: Frame?
}

/// What a scan shows where the print reaches beyond the photo.
public enum Fill: String, Sendable, CaseIterable {
  /// The photo's outermost pixels, repeated.
  case edge
  /// White.
  case white
}

/// What is known about which end of a print is up.
public enum WayUp: Sendable, Hashable {
  /// The quad was said to begin at the print's own top left.
  case given
  /// The picture's position in the frame told it, and the scan was turned accordingly.
  case found(QuarterTurns)
  /// Nothing is known.
  case unknown
}

/// What a scan shows of a print.
public enum Crop: String, Sendable, CaseIterable {
  /// The whole print with its frame.
  case print
  /// The picture only.
  case picture
}
