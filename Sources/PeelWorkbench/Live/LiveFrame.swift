import PeelImaging

/// A frame of the source, with the prints followed in it.
package struct LiveFrame: Equatable, Sendable {
  /// The name of the photo that it is; nil for a frame of a camera or a video.
  package var photo: String?
  /// The frame, reduced for drawing.
  package var rendition: Rendition
  /// The frame's size, in pixels.
  package var width: Int
  package var height: Int
  package var prints: [TrackedPrint]
  /// The outlines of the prints in the frame that a shot would be made from now; empty until they keep still.
  package var still: [Quad]
  /// The mean sharpness within the prints, as `Plane.sharpness(in:)` measures it.
  package var sharpness: Double
  /// When the frame arrived, in seconds.
  package var time: Double
  /// The number of frames skipped so far.
  package var dropped: Int

  package init(
    photo: String? = nil, rendition: Rendition, width: Int, height: Int, prints: [TrackedPrint], still: [Quad] = [],
    sharpness: Double, time: Double, dropped: Int
  ) {
    self.photo = photo
    self.rendition = rendition
    self.width = width
    self.height = height
    self.prints = prints
    self.still = still
    self.sharpness = sharpness
    self.time = time
    self.dropped = dropped
  }
}

/// A shot whose scans are on disk.
package struct LiveShot: Equatable, Sendable {
  package var files: [ExportedFile]
  /// The first scan, reduced for drawing.
  package var rendition: Rendition
  /// The number of shots that it was merged from; nil if it was made from one.
  package var merged: Int?
  /// The share of the print that is under glare in all of these, 0…1; nil if it was made from one.
  package var unclear: Double?

  package init(files: [ExportedFile], rendition: Rendition, merged: Int? = nil, unclear: Double? = nil) {
    self.unclear = unclear
    self.files = files
    self.rendition = rendition
    self.merged = merged
  }
}
