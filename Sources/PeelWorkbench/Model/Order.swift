import PeelImaging

/// Work that the workbench leaves to its caller.
package enum Order: Equatable, Sendable {
  /// Read and decode an item's photo: `.loaded`.
  case load(item: ItemID)
  /// Find the prints in a loaded photo: `.detected`.
  case detect(item: ItemID)
  /// Read an item's photo, find its prints and release it: `.detected`.
  case scout(item: ItemID)
  /// Snap sides of an outline to the nearest edges: `.snapped`.
  case snap(SnapOrder)
  /// Find the edges that a snap would take: `.fitted`.
  case fit(SnapOrder)
  /// Develop a small scan: `.developed`.
  case preview(PreviewOrder)
  /// Measure the scan that an export would write: `.measured`.
  case measure(PreviewOrder)
  /// Write scans: `.exported`.
  case export(ExportOrder)
  /// Save an item's accepted prints, or remove those saved if nil: `.kept`. `insists` tells whether the person decided
  /// again after that had failed.
  case keep(item: ItemID, Kept?, insists: Bool)
  /// Keep drafts for the next session, or forget an item's if nil: `.draftsKept`.
  case keepDrafts([ItemID: Draft?])
  /// Read what earlier sessions saved of all items: `.recalled`.
  case recall
  /// Open an item's scan, or else its photo, in the system's viewer: `.viewed`.
  case view(item: ItemID)
  /// Give an item's photo another name: `.renamed`.
  case rename(RenameOrder)
  /// Look for changes on disk: `.rolled`.
  case rescan(Reason)
  /// Sort the items into bursts, given what was found in them, with an `Action.progressed` after each: `.ranked`.
  case rank([MergeOrder.Shot])
  /// Merge shots and keep the result: `.merged`.
  case merge(MergeOrder)
  /// Write the scan of the shots that were merged last: `.mergedExported`.
  case exportMerged(MergeOrder, MergedBurst)
  /// Make stereo pictures of an item's photo: `.stereoMade`.
  case makeStereo(StereoOrder)
  /// Write stereo pictures: `.stereoExported`.
  case exportStereo(StereoOrder)
  /// Rank the frames of an item's clip, with an `Action.progressed` after each: `.framesRanked`.
  case rankFrames(item: ItemID)
  /// Develop small scans of an item's prints: `.scansDeveloped`.
  case developScans(ScansOrder)
  /// Make a sheet of scans: `.sheetMade`.
  case makeSheet(SheetOrder)
  /// Save a frame beside the item's files, where it joins the roll: `.frameKept`.
  case keepFrame(item: ItemID, RankedFrame.Source)
  /// Read the part of a photo around a point: `.enlarged`.
  case closeUp(CloseUpOrder)

  /// The workbench has taken what was read last of an item: its sidecar, too, may be replaced from now on.
  case took(item: ItemID)
  /// Forget what was merged last.
  case forgetMerge
  /// Forget what was read of the depth of the photo shown last.
  case forgetStereo
  /// Stop ranking frames.
  case stopFrames
  /// Remember this item as the one to start with next time.
  case remember(item: ItemID)

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
  case compute(item: ItemID)
  /// The same, once the screen is drawn.
  case drawn(item: ItemID)
  /// The same, once the person rests. A newer order of the same kind replaces it.
  case rest(item: ItemID)
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
    case .developScans(let order): .compute(item: order.item)
    case .makeStereo(let order): .compute(item: order.item)
    case .preview(let order): .drawn(item: order.item)
    case .fit(let order): .rest(item: order.item)
    case .measure(let order): .rest(item: order.item)
    case .export, .exportMerged, .exportStereo, .makeSheet: .exports
    case .keep, .keepDrafts: .keeping
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
    case .makeSheet(let order): "making \(order.name)"
    case .keepFrame: "keeping the frame"
    case .rename: "renaming the photo"
    case .keep: "saving what you accepted"
    case .load, .detect, .scout, .snap, .fit, .preview, .measure, .export, .keepDrafts, .recall, .view, .rescan, .rank,
      .merge, .makeStereo, .rankFrames, .closeUp, .developScans, .took, .forgetMerge, .forgetStereo, .stopFrames,
      .remember, .redraw, .suspend, .leave:
      nil
    }
  }

  /// Whether it saves what a person decided.
  package var isSave: Bool { if case .keep = self { true } else { false } }

  /// Whether it sorts the items into bursts.
  package var isRank: Bool { if case .rank = self { true } else { false } }

  /// Whether the item's photo is decoded meanwhile, beside those that the model holds.
  var decodesApart: Bool {
    if case .export = self { return true }
    if case .closeUp = self { return true }
    if case .developScans = self { return true }
    return false
  }

  /// The item whose photo is read; nil for other work.
  var itemOfReading: ItemID? {
    if case .load(let item) = self { return item }
    if case .scout(let item) = self { return item }
    return nil
  }

  /// The item whose photo is read or searched; nil for other work.
  var itemOfSearch: ItemID? {
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

  package var item: ItemID { rename.item }
}
