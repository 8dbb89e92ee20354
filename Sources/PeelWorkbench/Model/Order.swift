import PeelImaging

/// Work that the workbench leaves to its caller. `item` is an index of the roll.
package enum Order: Equatable, Sendable {
  /// Read and decode an item's photo: `.loaded`.
  case load(item: Int)
  /// Find the prints in a loaded photo: `.detected`.
  case detect(item: Int)
  /// Read an item's photo, find its prints and release it: `.detected`.
  case scout(item: Int)
  /// Snap sides of an outline to the nearest edges: `.snapped`.
  case snap(SnapOrder)
  /// Find the edges that a snap would take: `.snapped`.
  case fit(SnapOrder)
  /// Develop a small scan: `.developed`.
  case preview(PreviewOrder)
  /// Measure the scan that an export would write: `.measured`.
  case measure(PreviewOrder)
  /// Write scans: `.exported`.
  case export(ExportOrder)
  /// Save an item's accepted prints, or remove those saved if nil: `.kept`. `insists` tells whether the person decided
  /// again after that had failed.
  case keep(item: Int, Kept?, insists: Bool)
  /// Read what earlier sessions saved of all items: `.recalled`.
  case recall
  /// Open an item's scan, or else its photo, in the system's viewer: `.done`.
  case view(item: Int)
  /// Give an item's photo another name: `.renamed`.
  case rename(RenameOrder)
  /// Look for changes on disk: `.rolled`.
  case rescan(Reason)
  /// Sort the items into bursts: `.ranked`.
  case rank
  /// Merge shots and keep the result: `.merged`.
  case merge(MergeOrder)
  /// Write the scan of the shots that were merged last: `.exported`.
  case exportMerged(MergeOrder, MergedBurst)
  /// Make stereo pictures of an item's photo: `.stereoMade`.
  case makeStereo(StereoOrder)
  /// Write stereo pictures: `.stereoExported`.
  case exportStereo(StereoOrder)
  /// Rank the frames of an item's clip, with an `Action.progressed` after each: `.framesRanked`.
  case rankFrames(item: Int)
  /// Save a frame beside the item's files, where it joins the roll: `.frameKept`.
  case keepFrame(item: Int, RankedFrame.Source)
  /// Read the part of a photo around a point: `.enlarged`.
  case closeUp(CloseUpOrder)

  /// The workbench has taken what was read last of an item: its sidecar, too, may be replaced from now on.
  case took(item: Int)
  /// Forget what was merged last.
  case forgetMerge
  /// Forget what was read of the depth of the photo shown last.
  case forgetStereo
  /// Stop ranking frames.
  case stopFrames
  /// Remember this item as the one to start with next time.
  case remember(item: Int)

  /// Draw the whole screen again.
  case redraw
  /// Restore the terminal and stop the process until it's continued.
  case suspend
  /// Quit.
  case leave

  /// Why changes on disk are looked for.
  package enum Reason: Equatable, Sendable {
    /// A person asked, who is told if nothing changed.
    case person
    /// All accepted prints are to be exported then.
    case export
  }
}

/// Where an order is carried out.
package enum Lane: Equatable, Sendable {
  /// By the terminal's loop. Not answered.
  case redraw, suspend, leave
  /// At once. Not answered.
  case atOnce
  /// One after another, of which only the newest waits. Not answered.
  case bookmarks
  /// On a thread of its own.
  case ownThread
  /// In a task, with the decoded photo of an item.
  case compute(item: Int)
  /// The same, once the screen is drawn.
  case drawn(item: Int)
  /// The same, once the person rests. A newer order of the same kind replaces it.
  case rest(item: Int)
  /// One after another.
  case exports, keeping, looks
  /// As a look, in its turn among `keeping`.
  case keepingAndLooks
  /// As a look, once it is prepared on a thread of its own.
  case preparedLooks
}

extension Order {
  package var lane: Lane {
    switch self {
    case .redraw: .redraw
    case .suspend: .suspend
    case .leave: .leave
    case .took, .forgetMerge, .forgetStereo, .stopFrames: .atOnce
    case .remember: .bookmarks
    case .load, .scout, .recall, .view, .rank, .merge, .rankFrames, .closeUp: .ownThread
    // ffmpeg may hang, which must not hold up looks. A look must not find the new file first.
    case .keepFrame: .preparedLooks
    case .detect(let item): .compute(item: item)
    case .snap(let order): .compute(item: order.item)
    case .makeStereo(let order): .compute(item: order.item)
    case .preview(let order): .drawn(item: order.item)
    case .fit(let order): .rest(item: order.item)
    case .measure(let order): .rest(item: order.item)
    case .export, .exportMerged, .exportStereo: .exports
    case .keep: .keeping
    // The sidecar is renamed too, so it has to be saved first, and what is saved afterwards is saved under the new name. A
    // look must not come between.
    case .rename: .keepingAndLooks
    case .rescan: .looks
    }
  }

  /// Whether an answer comes.
  var isAnswered: Bool {
    switch lane {
    case .redraw, .suspend, .leave, .atOnce, .bookmarks: false
    case .ownThread, .compute, .drawn, .rest, .exports, .keeping, .looks, .keepingAndLooks, .preparedLooks: true
    }
  }

  /// What quitting waits for, in words; nil for work that may be lost.
  var wordsForWaiting: String? {
    switch self {
    case .exportMerged: "exporting the merged scan"
    case .exportStereo(let order): "exporting the \(order.show.rawValue)"
    case .keepFrame: "keeping the frame"
    case .rename: "renaming the photo"
    case .keep: "saving what you accepted"
    case .load, .detect, .scout, .snap, .fit, .preview, .measure, .export, .recall, .view, .rescan, .rank, .merge,
      .makeStereo, .rankFrames, .closeUp, .took, .forgetMerge, .forgetStereo, .stopFrames, .remember, .redraw, .suspend,
      .leave:
      nil
    }
  }

  /// Whether it saves what a person decided.
  package var isSave: Bool { if case .keep = self { true } else { false } }

  /// Whether the item's photo is decoded meanwhile, beside those that the model holds.
  var decodesApart: Bool {
    if case .export = self { return true }
    if case .closeUp = self { return true }
    return false
  }

  /// The item whose photo is read; nil for other work.
  var itemOfReading: Int? {
    if case .load(let item) = self { return item }
    if case .scout(let item) = self { return item }
    return nil
  }

  /// The item whose photo is read or searched; nil for other work.
  var itemOfSearch: Int? {
    if case .detect(let item) = self { return item }
    return itemOfReading
  }
}

/// A request to give a photo another name.
package struct RenameOrder: Equatable, Sendable {
  let rename: History.Rename
  package let name: String
  /// Whether an undo or a redo asks for it.
  let isAgain: Bool

  package var item: Int { rename.item }
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
