import PeelImaging

/// What the workbench wants done outside of it. Each but the last four answers with an action, sooner or later.
public enum Effect: Equatable, Sendable {
  /// Read and decode a photo of the roll: `.loaded` or `.failed`.
  case load(photo: Int)
  /// Look for prints in a loaded photo: `.detected`.
  case detect(photo: Int)
  /// Read a photo, look for its prints, and let it go: `.detected` or `.failed`.
  case scout(photo: Int)
  /// Make a small corrected print: `.developed`.
  case preview(PreviewOrder)
  /// Find out about the scan as it would be written: `.measured`.
  case measure(PreviewOrder)
  /// Write the corrected prints: `.exported`.
  case export(ExportOrder)
  /// Put the accepted prints of a photo on disk, or with nil take them off: `.kept`.
  case keep(photo: Int, Kept?)
  /// Find the accepted prints of all photos: `.recalled`.
  case recall
  /// Sort the photos of the roll into bursts: `.ranked`.
  case rank
  /// Begin at this photo the next time.
  case remember(photo: Int)
  case redraw
  case suspend
  case leave
}

/// One corrected print, to look at.
public struct PreviewOrder: Equatable, Sendable {
  public var photo: Int
  public var outline: Outline
  /// Most pixels along the longer side.
  public var longSide: Int

  public init(photo: Int, outline: Outline, longSide: Int) {
    self.photo = photo
    self.outline = outline
    self.longSide = longSide
  }
}

/// The prints of one photo, to be written to files.
public struct ExportOrder: Equatable, Sendable {
  public var photo: Int
  public var outlines: [Outline]

  public init(photo: Int, outlines: [Outline]) {
    self.photo = photo
    self.outlines = outlines
  }
}

/// A corrected print, small, and what is known of it.
public struct Preview: Equatable, Sendable {
  public var rendition: Rendition
  public var pose: Pose
  /// `.print` where the picture was asked for and is not to be found.
  public var crop: Crop
  /// Of red, green and blue over the print, as the photo has them and as the scan has them.
  public var before: [Histogram]
  public var after: [Histogram]
}

extension Preview {
  public init(_ scan: Scan) {
    self.init(
      rendition: Rendition(scan.picture), pose: scan.pose, crop: scan.crop, before: scan.before, after: scan.after)
  }
}

/// What is known of a scan as it would be written.
public struct Measure: Equatable, Sendable {
  /// In pixels.
  public var width: Int
  public var height: Int
  /// Pixels to an inch, where the film is known.
  public var ppi: Double?
  /// Variance of the Laplacian.
  public var sharpness: Double

  public init(width: Int, height: Int, ppi: Double?, sharpness: Double) {
    self.width = width
    self.height = height
    self.ppi = ppi
    self.sharpness = sharpness
  }
}
