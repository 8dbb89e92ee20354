import Imaging

/// What the workbench wants done outside of it. Each answers with an action, sooner or later.
public enum Effect: Equatable, Sendable {
  /// Read and decode a photo of the roll: `.loaded` or `.failed`.
  case load(photo: Int)
  /// Look for prints in a loaded photo: `.detected`.
  case detect(photo: Int)
  /// Make a small corrected print: `.developed`.
  case preview(PreviewOrder)
  /// Write the corrected prints: `.exported`.
  case export(ExportOrder)
  /// Sort the photos of the roll into bursts: `.ranked`.
  case rank
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
  /// Pixels to an inch of the full-size scan, where the film is known.
  public var ppi: Double?

  public init(rendition: Rendition, ppi: Double? = nil) {
    self.rendition = rendition
    self.ppi = ppi
  }
}
