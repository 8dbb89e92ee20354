import PeelImaging

/// What a person can have done: by a key, by its name, or by the mouse.
package enum Command: Equatable, Sendable {
  case desk(DeskCommand)
  case bursts(BurstsCommand)
  case depth(DepthCommand)
  case frames(FramesCommand)
  case table(TableCommand)
  case panel(PanelCommand)
  case program(ProgramCommand)

  /// Whether a person who sees nothing can want it.
  var needsNoScreen: Bool {
    switch self {
    case .program(.redraw), .program(.suspend), .program(.leave): true
    case .desk, .bursts, .depth, .frames, .table, .panel, .program: false
    }
  }

  /// Whether the command changes no sheet, and neither the current item nor the handle.
  var concernsOnlyView: Bool {
    switch self {
    case .desk(.cycleShow), .desk(.zoom), .desk(.fit), .desk(.toggleLoupe), .desk(.toggleFigures),
      .panel(.turnPage), .panel(.close),
      .program(.showHelp), .program(.showCommands), .program(.showWork), .program(.redraw), .program(.suspend):
      true
    case .desk, .bursts, .depth, .frames, .table, .panel, .program: false
    }
  }
}

/// Commands while the current photo is shown.
package enum DeskCommand: Equatable, Sendable {
  case choose(Handle)
  case cycleCorner(by: Int)
  case cycleSide(by: Int)
  /// Moves the handle by steps of a photo pixel, or of a tenth while fine steps are on.
  case nudge(x: Int, y: Int)
  /// Moves the handle by tenths of a photo pixel.
  case nudgeFinely(x: Int, y: Int)
  /// Moves the handle by cells of the screen.
  case nudgeByCells(x: Int, y: Int)
  /// Makes the next nudge fine.
  case fineStep
  /// Turns fine steps on or off.
  case toggleFineSteps
  /// Frees the corners of a rectangle, or makes a rectangle of the outline.
  case toggleRectangle
  /// Opens the rulers whose letters place corners.
  case openRulers
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
  case accept, acceptSure
  /// Ends what was begun last, such as a filter. It changes no print.
  case clear
  /// Drops what was changed since the prints were accepted, or else found.
  case revert
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
  /// Shows the chosen outline's figures, or hides them.
  case toggleFigures
  case filter
  case endFilter
  case showBursts, showDepth
  /// Shows the scans of all listed photos.
  case showTable
  /// Marks the item or takes its mark away, and goes to the next.
  case mark
  /// Marks the items from the one marked last to the current one.
  case markRange
  /// Opens the item's scan, or else its photo, in the system's viewer.
  case view
  /// Asks for a new name of the photo.
  case askName
  /// Asks when the prints were taken, what they show, or by which keywords they are found.
  case askDate, askCaption, askKeywords
  /// Undoes the fading of the prints, or leaves it.
  case toggleRestoration
  /// Takes the chosen print for curled, or for flat.
  case toggleCurl
}

/// Commands while bursts are shown, or shots of one are merged.
package enum BurstsCommand: Equatable, Sendable {
  case close
  case chooseShot(by: Int)
  case chooseBurst(by: Int)
  case takeShot
  /// Leaves the shot out of a merge, or takes it in again.
  case leaveShotOut
  case merge, exportMerged, closeMerging
}

/// Commands while a photo's depth is shown.
package enum DepthCommand: Equatable, Sendable {
  case export, close
  /// Shows the depth of the next photo that has one, or of a previous one.
  case goOn(by: Int)
  /// Shows the photo in the next way, or a previous one.
  case cycleShow(by: Int)
  /// Changes the shift by tenths of a percent.
  case changeShift(by: Int)
  /// Brings a nearer depth into the picture plane, or a farther one.
  case changeFocus(by: Int)
  case swapEyes, reset
}

/// Commands while a clip's frames are shown.
package enum FramesCommand: Equatable, Sendable {
  case choose(by: Int)
  case keep, close
}

/// Commands while scans are shown side by side.
package enum TableCommand: Equatable, Sendable {
  case move(across: Int, down: Int)
  case turnPage(by: Int)
  /// Shows the current photo's scans, or all.
  case toggleItem
  /// Moves the chosen scan by places, for a sheet.
  case shift(by: Int)
  /// Asks for the name of a sheet of the scans.
  case askSheet
  case close
}

/// Commands while a panel is open, or text is typed.
package enum PanelCommand: Equatable, Sendable {
  case type(Character)
  case erase
  /// Deletes all that was typed.
  case eraseAll
  case turnPage(by: Int)
  case close
  /// Runs the command that is chosen.
  case run
  /// Takes the line that was typed.
  case enter
}

/// Commands wherever a person is.
package enum ProgramCommand: Equatable, Sendable {
  case showHelp, showCommands, showWork
  case redraw, suspend, leave
}
