import PeelImaging

/// A request for a corrected print to show.
package struct PreviewOrder: Equatable, Sendable {
  package var item: ItemID
  package var outline: Outline
  /// The greatest length of the longer side, in pixels.
  package var longSide: Int
}

/// A small corrected print and its figures.
package struct Preview: Equatable, Sendable {
  package var rendition: Rendition
  package var pose: Pose
  /// What the scan shows: `.print` if no picture was found within the print.
  package var crop: Crop
  /// How it is known which side is up.
  package var wayUp = WayUp.unknown
  /// The print's histograms of red, green and blue, in the photo (`before`) and in the scan (`after`).
  package var before: [Histogram]
  package var after: [Histogram]
}

extension Preview {
  package init(_ scan: Scan) {
    self.init(
      rendition: Rendition(scan.picture), pose: scan.pose, crop: scan.crop, wayUp: scan.wayUp, before: scan.before,
      after: scan.after)
  }
}

/// The figures of the scan that an export would write.
package struct Measure: Equatable, Sendable {
  /// The scan's size, in pixels.
  package var width: Int
  package var height: Int
  /// Pixels per inch; nil if the film is unknown.
  package var ppi: Double?
  /// The variance of the Laplacian.
  package var sharpness: Double

  package init(_ scan: Scan) {
    self.init(width: scan.width, height: scan.height, ppi: scan.ppi, sharpness: scan.sharpness)
  }

  package init(width: Int, height: Int, ppi: Double?, sharpness: Double) {
    self.width = width
    self.height = height
    self.ppi = ppi
    self.sharpness = sharpness
  }
}
