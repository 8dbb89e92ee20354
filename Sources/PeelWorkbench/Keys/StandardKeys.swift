import PeelImaging

/// The default keys.
enum StandardKeys {
  private typealias Row = Keymap<Action>.Row

  private static let program = [
    Row(.program, "these keys", bar: (1, "help"), ("help", .showHelp, [.character("?")])),
    Row(.program, "commands by name", ("commands", .showCommands, [.character(":")])),
    Row(.program, "the work under way", ("work", .showWork, [.character("W")])),
    Row(.program, "redraw", ("redraw", .redraw, [.control("l")])),
    Row(.program, "suspend; fg resumes", ("suspend", .suspend, [.control("z")])),
    Row(.program, "quit", bar: (1, "quit"), ("leave", .leave, [.character("q"), .control("c")])),
  ]

  /// The keys while a photo is shown.
  static let desk = Keymap<Action>(
    rows: [
      Row(
        .photos, "accept, go to next", bar: (1, "accept"), ("accept", .accept, [.enter])),
      Row(
        .photos, "export; all accepted", bar: (2, "export"), ("export", .export, [.character("e")]),
        ("export-accepted", .exportAccepted, [.character("E")])),
      Row(
        .corners, "undo, redo", bar: (1, "undo"), ("undo", .undo, [.character("u")]),
        ("redo", .redo, [.control("r")])),
      Row(
        .corners, "next, previous", bar: (1, "corner"), ("next-corner", .cycleCorner(by: 1), [.tab]),
        ("previous-corner", .cycleCorner(by: -1), [.backTab])),
      Row(
        .corners, "choose a corner", ("corner-1", .choose(.topLeft), [.character("1")]),
        ("corner-2", .choose(.topRight), [.character("2")]),
        ("corner-3", .choose(.bottomRight), [.character("3")]),
        ("corner-4", .choose(.bottomLeft), [.character("4")])),
      Row(
        .corners, "choose a side", ("previous-side", .cycleSide(by: -1), [.character("[")]),
        ("next-side", .cycleSide(by: 1), [.character("]")])),
      Row(
        .corners, "move by 1 pixel", bar: (4, "move"), ("move-left", .nudge(x: -1, y: 0), [.left, .character("h")]),
        ("move-down", .nudge(x: 0, y: 1), [.down, .character("j")]),
        ("move-up", .nudge(x: 0, y: -1), [.up, .character("k")]),
        ("move-right", .nudge(x: 1, y: 0), [.right, .character("l")])),
      Row(
        .corners, "move by 10 pixels", ("move-left-10", .nudge(x: -10, y: 0), [.shiftLeft, .character("H")]),
        ("move-down-10", .nudge(x: 0, y: 10), [.shiftDown, .character("J")]),
        ("move-up-10", .nudge(x: 0, y: -10), [.shiftUp, .character("K")]),
        ("move-right-10", .nudge(x: 10, y: 0), [.shiftRight, .character("L")])),
      Row(
        .corners, "move by 0.1 pixels", ("move-left-0.1", .nudgeFinely(x: -1, y: 0), [.altLeft, .alt("h")]),
        ("move-down-0.1", .nudgeFinely(x: 0, y: 1), [.altDown, .alt("j")]),
        ("move-up-0.1", .nudgeFinely(x: 0, y: -1), [.altUp, .alt("k")]),
        ("move-right-0.1", .nudgeFinely(x: 1, y: 0), [.altRight, .alt("l")])),
      Row(
        .corners, "0.1 px once, always", ("fine-step", .fineStep, [.character(",")]),
        ("fine-steps", .toggleFineSteps, [.character(".")])),
      Row(
        .corners, "snap; snap all sides", bar: (1, "snap"), ("snap", .snap, [.character("s")]),
        ("snap-all", .snapAll, [.character("S")])),
      Row(
        .photos, "next, previous photo", bar: (2, "photo"),
        ("next-photo", .goOn(by: 1), [.character("n"), .pageDown]),
        ("previous-photo", .goOn(by: -1), [.character("p"), .pageUp])),
      Row(
        .photos, "next to review, back", bar: (1, "to review"),
        ("next-review", .goToReview(by: 1), [.character("N")]),
        ("previous-review", .goToReview(by: -1), [.character("P")])),
      Row(
        .prints, "next, previous print", bar: (1, "print"), ("next-outline", .cycleOutline(by: 1), [.character("c")]),
        ("previous-outline", .cycleOutline(by: -1), [.character("C")])),
      Row(
        .prints, "add a print", bar: (1, "add"), ("add-outline", .addOutline, [.character("a")])),
      Row(.prints, "leave this print out", bar: (1, "leave out"), ("leave-out", .leaveOut, [.character("x")])),
      Row(.prints, "candidates on, off", bar: (1, "candidates"), ("candidates", .toggleCandidates, [.character("i")])),
      Row(.prints, "search again", ("detect", .detectAgain, [.character("d")])),
      Row(.photos, "reload from disk", ("reload", .reload, [.character("r")])),
      Row(.view, "photo, both, scan", bar: (1, "scan"), ("show", .cycleShow, [.character("v")])),

      Row(.scan, "next film", bar: (1, "film"), ("film", .cycleFilm, [.character("f")])),
      Row(.scan, "turn clockwise", bar: (1, "turn"), ("turn", .turn, [.character("t")])),
      Row(.scan, "print or picture", ("crop", .swapCrop, [.character("m")])),
      Row(.scan, "next white balance", ("white-balance", .cycleWhiteBalance, [.character("w")])),
      Row(
        .scan, "clip more, less", ("more-clip", .changeClip(by: 1), [.character("+"), .character("=")]),
        ("less-clip", .changeClip(by: -1), [.character("-")])),
      Row(.scan, "date of the print", ("date", .askDate, [.character("T")])),
      Row(
        .scan, "copy, paste settings", ("copy", .copySettings, [.character("y")]),
        ("paste", .pasteSettings, [.character("Y")])),

      Row(
        .photos, "first, last photo", ("first-photo", .goToFirst, [.home]),
        ("last-photo", .goToLast, [.end])),
      Row(
        .photos, "mark; mark to here", bar: (1, "mark"), ("mark", .mark, [.character(" ")]),
        ("mark-range", .markRange, [.character("M")])),
      Row(.photos, "restore as accepted", ("revert", .revert, [.escape])),
      Row(.photos, "accept sure photos", ("accept-sure", .acceptSure, [.character("A")])),
      Row(.photos, "filter name or state", bar: (1, "filter"), ("filter", .filter, [.character("/")])),
      Row(.photos, "open in a viewer", ("view", .view, [.character("O")])),
      Row(.photos, "rename the photo", ("rename", .askName, [.character("R")])),
      Row(.photos, "depth: 3-D pictures", ("depth", .showStereo, [.character("D")])),
      Row(.photos, "merge bursts, frames", bar: (1, "bursts"), ("bursts", .showBursts, [.character("b")])),

      Row(
        .view, "zoom in, out", bar: (1, "zoom"), ("zoom-in", .zoom(by: 1), [.character("z")]),
        ("zoom-out", .zoom(by: -1), [.character("Z")])),
      Row(.view, "the whole photo", ("fit", .fit, [.character("0")])),
      Row(.view, "loupe on, off", ("loupe", .toggleLoupe, [.character("o")])),
    ] + program)

  /// The keys while the filmstrip is open.
  static let filmstrip = Keymap<Action>(
    rows: [
      Row(
        .shots, "sharper, softer shot", bar: (2, "shot"),
        ("sharper-shot", .chooseShot(by: -1), [.left, .character("h"), .backTab]),
        ("softer-shot", .chooseShot(by: 1), [.right, .character("l"), .tab])),
      Row(
        .shots, "take, set aside rest", bar: (1, "take"), ("take-shot", .takeShot, [.enter, .character(" ")])),
      Row(.shots, "merge the shots", bar: (1, "merge"), ("merge", .mergeShots, [.character("m")])),
      Row(
        .shots, "leave out, take in", bar: (1, "leave out"),
        ("leave-shot-out", .leaveShotOut, [.character("x")])),
      Row(
        .shots, "previous, next burst", bar: (2, "burst"),
        ("previous-burst", .chooseBurst(by: -1), [.up, .character("k"), .character("p")]),
        ("next-burst", .chooseBurst(by: 1), [.down, .character("j"), .character("n")])),
      Row(.shots, "back to the photo", bar: (1, "back"), ("close-bursts", .closeBursts, [.escape, .character("b")])),
    ] + program)

  /// The keys while shots are merged.
  static let merging = Keymap<Action>(
    rows: [
      Row(
        .shots, "export, set shots aside", bar: (1, "export"),
        ("export-merged", .exportMerged, [.enter, .character("e"), .character(" ")])),
      Row(
        .shots, "back to the shots", bar: (1, "back"),
        ("close-merging", .closeMerging, [.escape, .character("b"), .character("m")])),
    ] + program)

  /// The keys while a photo's depth is shown.
  static let stereo = Keymap<Action>(
    rows: [
      Row(
        .view, "next, previous view", bar: (1, "view"), ("next-stereo", .cycleStereo(by: 1), [.tab, .character("v")]),
        ("previous-stereo", .cycleStereo(by: -1), [.backTab])),
      Row(
        .photos, "export what is shown", bar: (1, "export"),
        ("export-stereo", .exportStereo, [.enter, .character("e")])),
      Row(
        .photos, "back to the photo", bar: (1, "back"), ("close-stereo", .closeStereo, [.escape, .character("D")])),
      Row(
        .view, "less, more depth", bar: (2, "depth"),
        ("less-depth", .changeShift(by: -1), [.left, .character("h"), .character("-")]),
        ("more-depth", .changeShift(by: 1), [.right, .character("l"), .character("+")])),
      Row(
        .view, "the same, 5 times", ("less-depth-5", .changeShift(by: -5), [.shiftLeft]),
        ("more-depth-5", .changeShift(by: 5), [.shiftRight])),
      Row(
        .view, "picture plane nearer, farther", bar: (2, "plane"),
        ("plane-nearer", .changeFocus(by: 1), [.up, .character("k")]),
        ("plane-farther", .changeFocus(by: -1), [.down, .character("j")])),
      Row(.view, "exchange the eyes", bar: (1, "swap"), ("swap-eyes", .swapEyes, [.character("x")])),
      Row(.view, "usual depth and plane", bar: (1, "usual"), ("reset-stereo", .resetStereo, [.character("0")])),
      Row(
        .photos, "next, previous photo with depth", bar: (2, "photo"),
        ("next-depth", .goToDepth(by: 1), [.character("n"), .pageDown]),
        ("previous-depth", .goToDepth(by: -1), [.character("p"), .pageUp])),
    ] + program)

  /// The keys while a clip's frames are shown.
  static let frames = Keymap<Action>(
    rows: [
      Row(
        .shots, "better, worse frame", bar: (2, "other frame"),
        ("better-frame", .chooseFrame(by: -1), [.left, .character("h"), .backTab]),
        ("worse-frame", .chooseFrame(by: 1), [.right, .character("l"), .tab])),
      Row(
        .shots, "best, worst frame", ("best-frame", .chooseFrame(by: -FrameStrip.most), [.home]),
        ("worst-frame", .chooseFrame(by: FrameStrip.most), [.end])),
      Row(
        .shots, "keep as a photo beside the clip", bar: (1, "keep"),
        ("keep-frame", .keepFrame, [.enter, .character(" ")])),
      Row(
        .shots, "stop; back to the photo", bar: (1, "back"),
        ("close-frames", .closeFrames, [.escape, .character("b")])),
    ] + program)

  /// The keys while help is open.
  static let help = Keymap<Action>(
    rows: [
      Row(
        .program, "next, previous page", bar: (2, "page"),
        ("next-page", .turnPage(by: 1), [.character("j"), .down, .pageDown, .character("?"), .character(" ")]),
        ("previous-page", .turnPage(by: -1), [.character("k"), .up, .pageUp])),
      Row(
        .program, "find a command and run it", bar: (1, "find and run"),
        ("commands", .showCommands, [.character("/"), .character(":")])),
      Row(.program, "close", bar: (1, "close"), ("close", .closePanel, [.escape, .character("q"), .enter])),
    ] + always)

  /// The keys while commands are searched. Characters add to the text.
  static let commands = Keymap<Action>(
    rows: [
      Row(.program, "run the command", bar: (1, "run"), ("run", .runCommand, [.enter])),
      Row(
        .program, "next, previous command", bar: (2, "choose"), ("next-command", .turnPage(by: 1), [.down, .tab]),
        ("previous-command", .turnPage(by: -1), [.up, .backTab])),
      Row(.program, "delete the last letter", ("erase", .erase, [.backspace])),
      Row(.program, "delete all", ("erase-all", .eraseAll, [.control("u")])),
      Row(.program, "close", bar: (1, "close"), ("close", .closePanel, [.escape])),
    ] + always)

  /// The keys while the work under way is listed.
  static let work = Keymap<Action>(
    rows: [
      Row(
        .program, "next, previous line", bar: (2, "scroll"), ("next-line", .turnPage(by: 1), [.character("j"), .down]),
        ("previous-line", .turnPage(by: -1), [.character("k"), .up])),
      Row(
        .program, "close", bar: (1, "close"),
        ("close", .closePanel, [.escape, .character("q"), .enter, .character("W")])),
    ] + always)

  /// The keys while a new name is typed. Characters add to it.
  static let name = Keymap<Action>(
    rows: [
      Row(.program, "rename the photo", bar: (1, "rename"), ("rename", .rename, [.enter])),
      Row(.program, "delete the last letter", ("erase", .erase, [.backspace])),
      Row(.program, "delete all", ("erase-all", .eraseAll, [.control("u")])),
      Row(.program, "keep the name", bar: (1, "keep the name"), ("close", .closePanel, [.escape])),
    ] + always)

  /// The keys while a date is typed. Characters add to it.
  static let date = Keymap<Action>(
    rows: [
      Row(.program, "date the print", bar: (1, "set"), ("set", .setDate, [.enter])),
      Row(.program, "delete the last letter", ("erase", .erase, [.backspace])),
      Row(.program, "delete all", bar: (1, "delete all"), ("erase-all", .eraseAll, [.control("u")])),
      Row(.program, "keep the date", bar: (1, "keep the date"), ("close", .closePanel, [.escape])),
    ] + always)

  /// Keys that act whatever is open.
  private static let always = [
    Row(.program, "redraw", ("redraw", .redraw, [.control("l")])),
    Row(.program, "suspend; fg resumes", ("suspend", .suspend, [.control("z")])),
    Row(.program, "quit", ("leave", .leave, [.control("c")])),
  ]

  /// The keys while a filter is typed. Characters add to its text.
  static let filter = Keymap<Action>(
    rows: [
      Row(.photos, "keep the filter", bar: (1, "keep"), ("keep-filter", .endTyping, [.enter, .tab])),
      Row(.photos, "show all photos", bar: (1, "all photos"), ("revert", .revert, [.escape])),
      Row(
        .photos, "next, previous photo", bar: (2, "photo"), ("next-photo", .goOn(by: 1), [.down]),
        ("previous-photo", .goOn(by: -1), [.up])),
      Row(.photos, "delete the last letter", ("erase", .erase, [.backspace])),
      Row(.program, "delete all", ("erase-all", .eraseAll, [.control("u")])),
    ] + always)

  /// The keys of the live view.
  ///
  /// - Parameters:
  ///   - merges: whether several shots of a print are merged into one scan.
  ///   - isCollecting: whether some are collected.
  static func live(merges: Bool, isCollecting: Bool) -> Keymap<LiveAction> {
    typealias Row = Keymap<LiveAction>.Row
    return Keymap(
      rows: [
        Row(
          .shots,
          merges ? "begin to collect shots of a print; merge them" : "take the sharpest of the last still frames",
          bar: (1, merges ? isCollecting ? "merge" : "begin" : "shot"), ("shoot", .shoot, [.character(" ")])),
        Row(
          .shots, "take each new print automatically, on or off", bar: (1, "automatic"),
          ("automatic", .toggleAutomatic, [.character("A"), .character("a")])),
        Row(.shots, "open the last shot in the workbench", bar: (1, "open"), ("open", .open, [.enter])),
        Row(.program, "restart a source that ended or stalled", ("restart", .restart, [.character("r")])),
        Row(
          .view, merges ? "drop the collected shots; close the message" : "close the shot and the message",
          bar: isCollecting ? (1, "drop") : nil, ("dismiss", .dismiss, [.escape])),
        Row(.program, "redraw", ("redraw", .redraw, [.control("l")])),
        Row(.program, "suspend; fg resumes", ("suspend", .suspend, [.control("z")])),
        Row(.program, "these keys", bar: (1, "keys"), ("help", .toggleHelp, [.character("?")])),
        Row(.program, "quit", bar: (1, "quit"), ("leave", .leave, [.character("q"), .control("c")])),
      ])
  }
}
