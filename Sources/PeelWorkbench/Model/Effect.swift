import PeelImaging

/// Work that the workbench leaves to its caller. Each effect but `took` and the last four is answered by an action.
///
/// `item` is an index of the roll.
package enum Effect: Equatable, Sendable {
  /// Read and decode an item's photo: `.loaded` or `.failed`.
  case load(item: Int)
  /// Find the prints in a loaded photo: `.detected`.
  case detect(item: Int)
  /// Read an item's photo, find its prints and release it: `.detected` or `.failed`.
  case scout(item: Int)
  /// Snap sides of an outline to the nearest edges: `.snapped`.
  case snap(SnapOrder)
  /// Find the edges that a snap would take, unless a newer order comes meanwhile: `.fitted`.
  case fit(SnapOrder)
  /// Develop a small scan: `.developed`.
  case preview(PreviewOrder)
  /// Measure the scan that an export would write: `.measured`.
  case measure(PreviewOrder)
  /// Write scans: `.exported`.
  case export(ExportOrder)
  /// The workbench has taken what was read last of an item: its sidecar, too, may be replaced from now on.
  case took(item: Int)
  /// Save an item's accepted prints, or remove those saved if nil: `.kept`. `insists` tells whether the person decided
  /// again after that had failed.
  case keep(item: Int, Kept?, insists: Bool)
  /// Read what earlier sessions saved of all items: `.recalled`.
  case recall
  /// Open an item's scan, or else its photo, in the system's viewer: `.viewed`.
  case view(item: Int)
  /// Give an item's photo another name: `.renamed`. `isAgain` if an undo or a redo asks for it.
  case rename(item: Int, String, isAgain: Bool)
  /// Look for changes on disk: `.rolled`. `isAsked` tells whether a person asked.
  case rescan(isAsked: Bool)
  /// Sort the items into bursts: `.ranked`.
  case rank
  /// Merge shots and keep the result: `.merged`.
  case merge(MergeOrder)
  /// Forget what was merged last.
  case forgetMerge
  /// Write the scan of the shots that were merged last: `.mergedExported`.
  case exportMerged(MergeOrder)
  /// Make stereo pictures of an item's photo: `.stereoMade`.
  case makeStereo(StereoOrder)
  /// Forget what was read of the depth of the photo shown last.
  case forgetStereo
  /// Write stereo pictures: `.stereoExported`.
  case exportStereo(StereoOrder)
  /// Rank the frames of an item's clip: `.framesRead` after each, then `.framesRanked`.
  case rankFrames(FrameOrder)
  /// Stop ranking frames.
  case stopFrames
  /// Save a frame beside the item's files, where it joins the roll: `.frameKept`.
  case keepFrame(FrameOrder, RankedFrame.Source)
  /// Read the part of a photo around a point: `.enlarged`.
  case closeUp(CloseUpOrder)
  /// Remember this item as the one to start with next time.
  case remember(item: Int)
  /// Draw the whole screen again.
  case redraw
  /// Restore the terminal and stop the process until it's continued.
  case suspend
  /// Quit.
  case leave
}

/// A request to snap sides of an outline to the nearest edges.
package struct SnapOrder: Equatable, Sendable {
  /// An index of the roll.
  package let item: Int
  /// The corner or side to snap; nil for all four sides.
  package let handle: Handle?
  /// The outline's corners, in photo pixels.
  package let quad: Quad

  /// The corners after snapping; nil if no edge is near enough. Slow: don't call it on the terminal's thread.
  package func result(in photo: Photo) -> Quad? {
    guard let edges = edges(in: photo), edges.isConvex else { return nil }
    var result = quad
    for corner in handle?.corners ?? Quad.Corner.allCases { result[corner] = edges[corner] }
    return result
  }

  /// The outline with its sides, or those at the handle, on the nearest edges; nil if no edge is near enough. Slow: don't
  /// call it on the terminal's thread.
  package func edges(in photo: Photo) -> Quad? {
    let sides: Set<Quad.Side> =
      switch handle {
      case .corner(let corner): Set(corner.sides)
      case .side(let side): [side]
      case nil: Set(Quad.Side.allCases)
      }
    return Detector().snapped(quad, sides, in: photo)
  }
}

extension Quad.Corner {
  /// The two sides that meet at the corner.
  fileprivate var sides: [Quad.Side] {
    let sides = Quad.Side.allCases
    return [sides[rawValue], sides[(rawValue + sides.count - 1) % sides.count]]
  }
}

/// A request for a corrected print to show.
package struct PreviewOrder: Equatable, Sendable {
  /// An index of the roll.
  package var item: Int
  package var outline: Outline
  /// The greatest length of the longer side, in pixels.
  package var longSide: Int

  package init(item: Int, outline: Outline, longSide: Int) {
    self.item = item
    self.outline = outline
    self.longSide = longSide
  }
}

/// A request to export an item's prints.
package struct ExportOrder: Equatable, Sendable {
  /// An index of the roll.
  package var item: Int
  package var outlines: [Outline]
  /// The content of the photo that the outlines are of; nil if unknown.
  package var version: PhotoVersion?

  package init(item: Int, outlines: [Outline], version: PhotoVersion? = nil) {
    self.item = item
    self.outlines = outlines
    self.version = version
  }
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

  package init(width: Int, height: Int, ppi: Double?, sharpness: Double) {
    self.width = width
    self.height = height
    self.ppi = ppi
    self.sharpness = sharpness
  }
}
