import PeelImaging

extension StandardKeys {
  /// The keys while a photo is shown.
  static let desk = Keymap<Command>(
    rows: [
      Row(
        .photos, "accept, go to next", bar: (1, "accept"), ("accept", .desk(.accept), [.enter])),
      Row(
        .photos, "export; all accepted", bar: (1, "export"), ("export", .desk(.export), [.character("e")]),
        ("export-accepted", .desk(.exportAccepted), [.character("E")])),
      Row(
        .corners, "undo, redo", bar: (1, "undo"), ("undo", .desk(.undo), [.character("u")]),
        ("redo", .desk(.redo), [.control("r")])),
      Row(
        .corners, "next, previous", bar: (1, "corner"), ("next-corner", .desk(.cycleCorner(by: 1)), [.tab]),
        ("previous-corner", .desk(.cycleCorner(by: -1)), [.backTab])),
      Row(
        .corners, "choose a corner", ("corner-1", .desk(.choose(.corner(.topLeft))), [.character("1")]),
        ("corner-2", .desk(.choose(.corner(.topRight))), [.character("2")]),
        ("corner-3", .desk(.choose(.corner(.bottomRight))), [.character("3")]),
        ("corner-4", .desk(.choose(.corner(.bottomLeft))), [.character("4")])),
      Row(.corners, "choose all corners", ("outline", .desk(.choose(.outline)), [.character("5")])),
      Row(.corners, "rectangle or free", ("rectangle", .desk(.toggleRectangle), [.character("6")])),
      Row(.corners, "place by letters", ("rulers", .desk(.openRulers), [.character("7")])),
      Row(
        .corners, "choose a side", ("previous-side", .desk(.cycleSide(by: -1)), [.character("[")]),
        ("next-side", .desk(.cycleSide(by: 1)), [.character("]")])),
      Row(
        .corners, "move by 1 pixel", bar: (4, "move"),
        ("move-left", .desk(.nudge(x: -1, y: 0)), [.left, .character("h")]),
        ("move-down", .desk(.nudge(x: 0, y: 1)), [.down, .character("j")]),
        ("move-up", .desk(.nudge(x: 0, y: -1)), [.up, .character("k")]),
        ("move-right", .desk(.nudge(x: 1, y: 0)), [.right, .character("l")])),
      Row(
        .corners, "move by a cell",
        ("move-left-cell", .desk(.nudgeByCells(x: -1, y: 0)), [.shiftLeft, .character("H")]),
        ("move-down-cell", .desk(.nudgeByCells(x: 0, y: 1)), [.shiftDown, .character("J")]),
        ("move-up-cell", .desk(.nudgeByCells(x: 0, y: -1)), [.shiftUp, .character("K")]),
        ("move-right-cell", .desk(.nudgeByCells(x: 1, y: 0)), [.shiftRight, .character("L")])),
      Row(
        .corners, "move by 0.1 pixels", ("move-left-0.1", .desk(.nudgeFinely(x: -1, y: 0)), [.altLeft, .alt("h")]),
        ("move-down-0.1", .desk(.nudgeFinely(x: 0, y: 1)), [.altDown, .alt("j")]),
        ("move-up-0.1", .desk(.nudgeFinely(x: 0, y: -1)), [.altUp, .alt("k")]),
        ("move-right-0.1", .desk(.nudgeFinely(x: 1, y: 0)), [.altRight, .alt("l")])),
      Row(
        .corners, "0.1 px once, always", ("fine-step", .desk(.fineStep), [.character(",")]),
        ("fine-steps", .desk(.toggleFineSteps), [.character(".")])),
      Row(
        .corners, "snap; snap all sides", bar: (1, "snap"), ("snap", .desk(.snap), [.character("s")]),
        ("snap-all", .desk(.snapAll), [.character("S")])),
      Row(
        .photos, "next, previous photo", bar: (2, "photo"),
        ("next-photo", .desk(.goOn(by: 1)), [.character("n"), .pageDown]),
        ("previous-photo", .desk(.goOn(by: -1)), [.character("p"), .pageUp])),
      Row(
        .photos, "next to review, back", bar: (1, "review"),
        ("next-review", .desk(.goToReview(by: 1)), [.character("N")]),
        ("previous-review", .desk(.goToReview(by: -1)), [.character("P")])),
      Row(
        .prints, "next, previous print", bar: (1, "print"),
        ("next-outline", .desk(.cycleOutline(by: 1)), [.character("c")]),
        ("previous-outline", .desk(.cycleOutline(by: -1)), [.character("C")])),
      Row(
        .prints, "add a print", bar: (1, "add"), ("add-outline", .desk(.addOutline), [.character("a")])),
      Row(.prints, "leave this print out", bar: (1, "leave out"), ("leave-out", .desk(.leaveOut), [.character("x")])),
      Row(
        .prints, "candidates on, off", bar: (1, "candidates"),
        ("candidates", .desk(.toggleCandidates), [.character("i")])),
      Row(.prints, "search again", ("detect", .desk(.detectAgain), [.character("d")])),
      Row(.photos, "reload from disk", ("reload", .desk(.reload), [.character("r")])),
      Row(.view, "photo, both, scan", bar: (1, "scan"), ("show", .desk(.cycleShow), [.character("v")])),

      Row(.scan, "next film", bar: (1, "film"), ("film", .desk(.cycleFilm), [.character("f")])),
      Row(.scan, "turn clockwise", bar: (1, "turn"), ("turn", .desk(.turn), [.character("t")])),
      Row(.scan, "curled or flat", ("curl", .desk(.toggleCurl), [.character("B")])),
      Row(.scan, "print or picture", ("crop", .desk(.swapCrop), [.character("m")])),
      Row(.scan, "next white balance", ("white-balance", .desk(.cycleWhiteBalance), [.character("w")])),
      Row(
        .scan, "clip more, less", ("more-clip", .desk(.changeClip(by: 1)), [.character("+"), .character("=")]),
        ("less-clip", .desk(.changeClip(by: -1)), [.character("-")])),
      Row(.scan, "date of the print", ("date", .desk(.askDate), [.character("T")])),
      Row(
        .scan, "caption; keywords", ("caption", .desk(.askCaption), [.character("\"")]),
        ("keywords", .desk(.askKeywords), [.character("#")])),
      Row(.scan, "undo fading on, off", ("restore", .desk(.toggleRestoration), [.character("F")])),
      Row(
        .scan, "copy, paste settings", ("copy", .desk(.copySettings), [.character("y")]),
        ("paste", .desk(.pasteSettings), [.character("Y")])),

      Row(
        .photos, "first, last photo", ("first-photo", .desk(.goToFirst), [.home]),
        ("last-photo", .desk(.goToLast), [.end])),
      Row(
        .photos, "mark; mark to here", bar: (1, "mark"), ("mark", .desk(.mark), [.character(" ")]),
        ("mark-range", .desk(.markRange), [.character("M")])),
      Row(.prints, "drop changes", ("revert", .desk(.revert), [.character("U")])),
      Row(.view, "unmark, show all", ("clear", .desk(.clear), [.escape])),
      Row(.photos, "accept sure photos", ("accept-sure", .desk(.acceptSure), [.character("A")])),
      Row(.photos, "filter name or state", bar: (1, "filter"), ("filter", .desk(.filter), [.character("/")])),
      Row(.photos, "open in a viewer", ("view", .desk(.view), [.character("O")])),
      Row(.photos, "rename the photo", ("rename", .desk(.askName), [.character("R")])),
      Row(.photos, "depth: 3-D pictures", ("depth", .desk(.showDepth), [.character("D")])),
      Row(.photos, "all scans", bar: (1, "scans"), ("scans", .desk(.showTable), [.character("g")])),
      Row(.photos, "merge bursts, frames", bar: (1, "bursts"), ("bursts", .desk(.showBursts), [.character("b")])),

      Row(
        .view, "zoom in, out", bar: (1, "zoom"), ("zoom-in", .desk(.zoom(by: 1)), [.character("z")]),
        ("zoom-out", .desk(.zoom(by: -1)), [.character("Z")])),
      Row(.view, "the whole photo", ("fit", .desk(.fit), [.character("0")])),
      Row(.view, "loupe on, off", ("loupe", .desk(.toggleLoupe), [.character("o")])),
      Row(.view, "facts on, off", ("facts", .desk(.toggleFigures), [.character("I")])),
    ] + program)

  /// The keys while a filter is typed. Characters add to its text.
  static let filter = Keymap<Command>(
    rows: [
      Row(.photos, "keep the filter", bar: (1, "keep"), ("keep-filter", .desk(.endFilter), [.enter, .tab])),
      Row(.photos, "show all photos", bar: (1, "all photos"), ("clear", .desk(.clear), [.escape])),
      Row(
        .photos, "next, previous photo", bar: (2, "photo"), ("next-photo", .desk(.goOn(by: 1)), [.down]),
        ("previous-photo", .desk(.goOn(by: -1)), [.up])),
      Row(.photos, "delete the last letter", ("erase", .panel(.erase), [.backspace])),
      Row(.program, "delete all", ("erase-all", .panel(.eraseAll), [.control("u")])),
    ] + always)
}
