import PeelImaging

/// Everything that can happen to the workbench: a person's actions, and what comes of work.
package enum Action: Equatable, Sendable {
  /// A key, whose action depends on what the screen shows.
  case key(Key)
  case choose(Quad.Corner)
  case cycleCorner(by: Int)
  case cycleSide(by: Int)
  /// Moves the handle by steps of a photo pixel, or of a tenth while fine steps are on.
  case nudge(x: Int, y: Int)
  /// Moves the handle by tenths of a photo pixel.
  case nudgeFinely(x: Int, y: Int)
  /// Makes the next nudge fine.
  case fineStep
  /// Turns fine steps on or off.
  case toggleFineSteps
  /// Snaps the handle, or all four sides, to the nearest edges.
  case snap, snapAll
  case cycleOutline(by: Int)
  /// Adds the chosen candidate to the prints, or else a new outline.
  case addOutline
  /// Leaves the chosen print out.
  case leaveOut
  case toggleCandidates
  case detectAgain
  /// Looks for changes on disk, and reads a photo that couldn't be read again.
  case reload
  case turn
  case swapCrop
  case cycleFilm
  case cycleWhiteBalance
  /// Changes the clip by tenths of a percent.
  case changeClip(by: Int)
  case copySettings, pasteSettings
  case accept, acceptSure, revert
  case export, exportAccepted
  case goOn(by: Int)
  /// Goes to the next or previous item that needs review.
  case goToReview(by: Int)
  case goToFirst, goToLast
  case undo, redo
  case cycleShow
  case zoom(by: Int)
  case fit
  case toggleLoupe
  case filter
  case type(Character)
  case erase
  /// Delete all that was typed.
  case eraseAll, endTyping
  case showBursts, closeBursts
  case chooseShot(by: Int)
  case chooseBurst(by: Int)
  case takeShot
  /// Leaves the shot out of a merge, or takes it in again.
  case leaveShotOut
  case mergeShots, exportMerged, closeMerging
  case showStereo, exportStereo, closeStereo
  /// Shows the depth of the next photo that has one, or of a previous one.
  case goToDepth(by: Int)
  /// Shows a photo with depth in the next way, or a previous one.
  case cycleStereo(by: Int)
  /// Changes the shift by tenths of a percent.
  case changeShift(by: Int)
  /// Brings a nearer depth into the picture plane, or a farther one.
  case changeFocus(by: Int)
  case swapEyes, resetStereo
  case chooseFrame(by: Int)
  case keepFrame, closeFrames
  /// Marks the item or takes its mark away, and goes to the next.
  case mark
  /// Marks the items from the one marked last to the current one.
  case markRange
  case showHelp, showCommands, showWork
  case turnPage(by: Int)
  case closePanel
  /// Opens the item's scan, or else its photo, in the system's viewer.
  case view
  /// Asks for a new name of the photo.
  case askName
  /// Gives the photo the name that was typed.
  case rename
  /// Ask when the prints were taken.
  case askDate
  /// Date the prints as typed.
  case setDate
  /// Runs the command that is chosen in the panel.
  case runCommand
  case mouse(Mouse)
  /// Text was pasted into the terminal.
  case paste(String)
  case redraw, suspend, leave

  /// The terminal has a new size, in cells.
  case resized(columns: Int, rows: Int)
  /// Time passed. Wanted regularly while `isWobbling`.
  case ticked
  /// Photos changed on disk.
  case rolled(RollChanges)
  /// So many parts of the work are done, of `of` if that is known.
  case progressed(Ticket, done: Int, of: Int?)
  /// Work is done, or why it couldn't be.
  case answer(Ticket, Result<Answer, Sentence>)
}

extension Action {
  /// Whether a person caused the action, not the terminal or work that ended.
  var isOfPerson: Bool {
    switch self {
    case .resized, .ticked, .rolled, .progressed, .answer:
      false
    case .key, .choose, .cycleCorner, .cycleSide, .nudge, .nudgeFinely, .fineStep, .toggleFineSteps, .snap, .snapAll,
      .cycleOutline, .addOutline, .leaveOut, .toggleCandidates, .detectAgain, .reload, .turn, .swapCrop, .cycleFilm,
      .cycleWhiteBalance, .changeClip, .copySettings, .pasteSettings, .accept, .acceptSure, .revert, .export,
      .exportAccepted, .goOn, .goToReview, .goToFirst, .goToLast, .undo, .redo, .cycleShow, .zoom, .fit, .toggleLoupe,
      .filter, .type, .erase, .eraseAll, .endTyping, .showBursts, .closeBursts, .chooseShot, .chooseBurst, .takeShot,
      .leaveShotOut, .mergeShots, .exportMerged, .closeMerging, .showStereo, .exportStereo, .closeStereo, .goToDepth,
      .cycleStereo, .changeShift, .changeFocus, .swapEyes, .resetStereo, .chooseFrame, .keepFrame, .closeFrames, .mark,
      .markRange, .showHelp, .showCommands, .showWork, .turnPage, .closePanel, .view, .askName, .rename, .askDate,
      .setDate, .runCommand, .mouse, .paste, .redraw, .suspend, .leave:
      true
    }
  }
}

/// A message to the person.
package struct Sentence: Error, Equatable, Sendable {
  package var text: String

  package init(_ text: String) { self.text = text }
}

/// The scans of an item after an export.
package struct ExportedScans: Equatable, Sendable {
  package var files: [ExportedFile]
  /// The names of scans that an earlier export made, and this one didn't make again.
  package var leftovers: [String]

  package init(_ files: [ExportedFile], leftovers: [String] = []) {
    self.files = files
    self.leftovers = leftovers
  }
}

/// A file written by an export.
package struct ExportedFile: Equatable, Sendable {
  package var name: String
  package var folder: String
  /// The picture's size, in pixels.
  package var width: Int
  package var height: Int

  package init(name: String, folder: String, width: Int, height: Int) {
    self.name = name
    self.folder = folder
    self.width = width
    self.height = height
  }
}
