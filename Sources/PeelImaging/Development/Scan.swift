/// A print off the photo: flat, upright and with its colours set right.
@dynamicMemberLookup
public struct Scan: Sendable {
  public var picture: Picture
  /// The picture's samples with 16 bits each, stretched between the same levels, where the photo has more than 8 bits.
  public var deepSamples: [UInt16]?
  public var facts: ScanFacts

  public subscript<Fact>(dynamicMember fact: KeyPath<ScanFacts, Fact>) -> Fact { facts[keyPath: fact] }
}

/// What is known of a scan beside its pixels.
public struct ScanFacts: Sendable {
  /// Of the scan, in pixels.
  public var width: Int
  public var height: Int
  public var film: FilmFormat?
  /// Pixels to an inch of the real print, when the film tells its size.
  public var ppi: Double?
  /// Red, green and blue over the whole print, inset by 2.5 % of each side, as the photo has them.
  public var before: [Histogram]
  /// The same pixels as the scan has them.
  public var after: [Histogram]
  /// Variance of the Laplacian of the scan's luma.
  public var sharpness: Double
  /// Share of the scan's pixels that lie beyond the photo's edge and were filled, 0…1.
  public var outside: Double
  /// Whether it stands on its thick border.
  public var wayUp: WayUp
  /// True shape and tilt, and what they rest on.
  public var pose: Pose
  /// What was cut: `.print` where `.picture` was asked for and the picture was not found.
  public var crop: Crop
  /// What was asked for. Whether the frame served as white, `frame` says.
  public var whiteBalance: WhiteBalance
  /// The frame's colour, when it was looked at. Only a white frame has served as white.
  public var frame: Frame?
}

/// What a scan shows where the print reaches beyond the photo.
public enum Fill: String, Sendable, CaseIterable {
  /// The photo's outermost pixels, repeated.
  case edge
  case white
}

/// What is known of which end of a print is up.
public enum WayUp: Sendable, Hashable {
  /// The quad was said to begin at the print's own top left.
  case given
  /// The picture's position in the frame told it, and the scan was turned accordingly.
  case found(QuarterTurns)
  case unknown
}

/// What of a print a scan shows.
public enum Crop: String, Sendable, CaseIterable {
  /// All of it, with its frame.
  case print
  /// The picture alone.
  case picture
}
