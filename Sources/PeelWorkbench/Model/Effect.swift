import PeelImaging

/// What the workbench wants done outside of it. All but the last four are answered by an action, sooner or later.
///
/// `item` is an index of the roll.
package enum Effect: Equatable, Sendable {
  /// Read and decode an item's photo: `.loaded` or `.failed`.
  case load(item: Int)
  /// Find the prints in a loaded photo: `.detected`.
  case detect(item: Int)
  /// Read an item's photo, find its prints and release it: `.detected` or `.failed`.
  case scout(item: Int)
  /// Lay sides of an outline on the nearest edges: `.snapped`.
  case snap(SnapOrder)
  /// Develop a small scan: `.developed`.
  case preview(PreviewOrder)
  /// Measure the scan as it would be written: `.measured`.
  case measure(PreviewOrder)
  /// Write scans: `.exported`.
  case export(ExportOrder)
  /// Write an item's accepted prints to disk, or remove them if nil: `.kept`.
  case keep(item: Int, Kept?)
  /// Read the accepted prints of all items: `.recalled`.
  case recall
  /// Sort the items into bursts: `.ranked`.
  case rank
  /// Start with this item the next time.
  case remember(item: Int)
  /// Draw the whole screen again.
  case redraw
  /// Give the terminal back and stop until continued.
  case suspend
  /// End the workbench.
  case leave
}

/// Sides of an outline to lay on the nearest edges.
package struct SnapOrder: Equatable, Sendable {
  /// An index of the roll.
  package let item: Int
  /// The corner or side in hand; nil for all four sides.
  package let handle: Handle?
  /// The outline's corners, in photo pixels.
  package let quad: Quad

  /// The corners after snapping; nil if there is no edge near enough. Takes as long as refining a print.
  package func result(in photo: Photo) -> Quad? {
    let sides: Set<Quad.Side> =
      switch handle {
      case .corner(let corner): Set(corner.sides)
      case .side(let side): [side]
      case nil: Set(Quad.Side.allCases)
      }
    guard let laid = Detector().snapped(quad, sides, in: photo), laid.isConvex else { return nil }
    var result = quad
    for corner in handle?.corners ?? Quad.Corner.allCases { result[corner] = laid[corner] }
    return result
  }
}

extension Quad.Corner {
  /// The two sides that meet there.
  fileprivate var sides: [Quad.Side] {
    let sides = Quad.Side.allCases
    return [sides[rawValue], sides[(rawValue + 3) % 4]]
  }
}

/// A corrected print to show.
package struct PreviewOrder: Equatable, Sendable {
  /// An index of the roll.
  package var item: Int
  package var outline: Outline
  /// The most pixels along the longer side.
  package var longSide: Int

  package init(item: Int, outline: Outline, longSide: Int) {
    self.item = item
    self.outline = outline
    self.longSide = longSide
  }
}

/// An item's prints to write to files.
package struct ExportOrder: Equatable, Sendable {
  /// An index of the roll.
  package var item: Int
  package var outlines: [Outline]

  package init(item: Int, outlines: [Outline]) {
    self.item = item
    self.outlines = outlines
  }
}

/// A small corrected print and its figures.
package struct Preview: Equatable, Sendable {
  package var rendition: Rendition
  package var pose: Pose
  /// `.print` if the picture was wanted but not found.
  package var crop: Crop
  /// The histograms of red, green and blue over the print, in the photo and in the scan.
  package var before: [Histogram]
  package var after: [Histogram]
}

extension Preview {
  package init(_ scan: Scan) {
    self.init(
      rendition: Rendition(scan.picture), pose: scan.pose, crop: scan.crop, before: scan.before, after: scan.after)
  }
}

/// The figures of a scan as it would be written.
package struct Measure: Equatable, Sendable {
  /// In pixels.
  package var width: Int
  package var height: Int
  /// Pixels per inch; nil if the film is unknown.
  package var ppi: Double?
  /// The variance of the Laplacian.
  package var sharpness: Double

  package init(width: Int, height: Int, ppi: Double?, sharpness: Double) {
    self.width = width
    self.height = height
    self.ppi = ppi
    self.sharpness = sharpness
  }
}
