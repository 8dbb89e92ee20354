import PeelImaging

/// The keys before a person changes them, a table for each context.
enum StandardKeys {
  private typealias Row = Keymap<Action>.Row

  private static let program = [
    Row(.program, "these keys", bar: (1, "keys"), ("help", .showHelp, [.character("?")])),
    Row(.program, "draw anew", ("redraw", .redraw, [.control("l")])),
    Row(.program, "stop; fg comes back", ("suspend", .suspend, [.control("z")])),
    Row(.program, "leave", bar: (1, "leave"), ("leave", .leave, [.character("q"), .control("c")])),
  ]

  /// While a photo is shown.
  static let desk = Keymap<Action>(
    rows: [
      Row(
        .corners, "next, previous one", bar: (1, "corner"), ("next-corner", .cycleCorner(by: 1), [.tab]),
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
        .corners, "move by one pixel", bar: (4, "move"), ("move-left", .nudge(x: -1, y: 0), [.left, .character("h")]),
        ("move-down", .nudge(x: 0, y: 1), [.down, .character("j")]),
        ("move-up", .nudge(x: 0, y: -1), [.up, .character("k")]),
        ("move-right", .nudge(x: 1, y: 0), [.right, .character("l")])),
      Row(
        .corners, "move by ten", ("move-left-10", .nudge(x: -10, y: 0), [.shiftLeft, .character("H")]),
        ("move-down-10", .nudge(x: 0, y: 10), [.shiftDown, .character("J")]),
        ("move-up-10", .nudge(x: 0, y: -10), [.shiftUp, .character("K")]),
        ("move-right-10", .nudge(x: 10, y: 0), [.shiftRight, .character("L")])),
      Row(
        .corners, "move by a tenth", ("move-left-0.1", .nudgeFinely(x: -1, y: 0), [.altLeft, .alt("h")]),
        ("move-down-0.1", .nudgeFinely(x: 0, y: 1), [.altDown, .alt("j")]),
        ("move-up-0.1", .nudgeFinely(x: 0, y: -1), [.altUp, .alt("k")]),
        ("move-right-0.1", .nudgeFinely(x: 1, y: 0), [.altRight, .alt("l")])),
      Row(
        .corners, "next step, all: 0.1", ("fine-step", .fineStep, [.character(",")]),
        ("fine-steps", .toggleFineSteps, [.character(".")])),
      Row(
        .corners, "snap to edge; all", bar: (1, "snap"), ("snap", .snap, [.character("s")]),
        ("snap-all", .snapAll, [.character("S")])),
      Row(
        .photos, "accept, go to next", bar: (1, "accept"),
        ("accept", .accept, [.enter, .character(" ")])),
      Row(
        .photos, "next, previous photo", bar: (1, "next"),
        ("next-photo", .goOn(by: 1), [.character("n"), .pageDown]),
        ("previous-photo", .goOn(by: -1), [.character("p"), .pageUp])),
      Row(.view, "photo, both, print", bar: (1, "print"), ("show", .cycleShow, [.character("v")])),
      Row(
        .photos, "export; all accepted", bar: (2, "export"), ("export", .export, [.character("e")]),
        ("export-accepted", .exportAccepted, [.character("E")])),
      Row(
        .corners, "undo, redo", bar: (1, "undo"), ("undo", .undo, [.character("u")]),
        ("redo", .redo, [.control("r")])),
      Row(
        .outlines, "next, previous one", bar: (1, "other"), ("next-outline", .cycleOutline(by: 1), [.character("c")]),
        ("previous-outline", .cycleOutline(by: -1), [.character("C")])),
      Row(.outlines, "add an outline", ("add-outline", .addOutline, [.character("a")])),
      Row(.outlines, "remove this outline", ("remove-outline", .removeOutline, [.character("x")])),
      Row(.outlines, "look for prints anew", ("detect", .detectAnew, [.character("d")])),

      Row(.scan, "name the film", bar: (1, "film"), ("film", .cycleFilm, [.character("f")])),
      Row(.scan, "turn by a quarter", bar: (1, "turn"), ("turn", .turn, [.character("t")])),
      Row(.scan, "print or picture", ("crop", .swapCrop, [.character("m")])),
      Row(.scan, "white balance", ("white-balance", .cycleWhiteBalance, [.character("w")])),
      Row(
        .scan, "clip more, less", ("more-clip", .changeClip(by: 1), [.character("+"), .character("=")]),
        ("less-clip", .changeClip(by: -1), [.character("-")])),
      Row(
        .scan, "copy, paste settings", ("copy", .copySettings, [.character("y")]),
        ("paste", .pasteSettings, [.character("Y")])),

      Row(
        .photos, "first, last photo", ("first-photo", .goToFirst, [.home]),
        ("last-photo", .goToLast, [.end])),
      Row(.photos, "back to accepted", ("revert", .revert, [.escape])),
      Row(.photos, "accept the sure ones", ("accept-sure", .acceptSure, [.character("A")])),
      Row(.photos, "filter name or state", bar: (1, "filter"), ("filter", .filter, [.character("/")])),
      Row(.photos, "bursts, best first", ("bursts", .showBursts, [.character("b")])),

      Row(
        .view, "closer, and back", bar: (1, "zoom"), ("zoom-in", .zoom(by: 1), [.character("z")]),
        ("zoom-out", .zoom(by: -1), [.character("Z")])),
      Row(.view, "the whole photo", ("fit", .fit, [.character("0")])),
      Row(.view, "loupe on, off", ("loupe", .toggleLoupe, [.character("o")])),
    ] + program)

  /// While the shots of a burst are compared.
  static let filmstrip = Keymap<Action>(
    rows: [
      Row(
        .shots, "sharper, softer shot", bar: (2, "other shot"),
        ("sharper-shot", .chooseShot(by: -1), [.left, .character("h"), .backTab]),
        ("softer-shot", .chooseShot(by: 1), [.right, .character("l"), .tab])),
      Row(
        .shots, "take, set aside rest", bar: (1, "take"), ("take-shot", .takeShot, [.enter, .character(" ")])),
      Row(
        .shots, "previous, next burst", bar: (2, "burst"),
        ("previous-burst", .chooseBurst(by: -1), [.up, .character("k"), .character("p")]),
        ("next-burst", .chooseBurst(by: 1), [.down, .character("j"), .character("n")])),
      Row(.shots, "back to the photo", bar: (1, "back"), ("close-bursts", .closeBursts, [.escape, .character("b")])),
    ] + program)

  /// While a filter is typed; letters add to it.
  static let filter = Keymap<Action>(
    rows: [
      Row(.photos, "keep the filter", bar: (1, "keep"), ("keep-filter", .endTyping, [.enter, .tab])),
      Row(.photos, "all photos", bar: (1, "all photos"), ("revert", .revert, [.escape])),
      Row(
        .photos, "next, previous photo", bar: (2, "photo"), ("next-photo", .goOn(by: 1), [.down]),
        ("previous-photo", .goOn(by: -1), [.up])),
      Row(.photos, "delete the last letter", ("erase", .erase, [.backspace])),
      Row(.program, "draw anew", ("redraw", .redraw, [.control("l")])),
      Row(.program, "stop; fg comes back", ("suspend", .suspend, [.control("z")])),
      Row(.program, "leave", ("leave", .leave, [.control("c")])),
    ])

  /// While a camera, a video or a folder is watched.
  static let live: Keymap<LiveAction> = {
    typealias Row = Keymap<LiveAction>.Row
    return Keymap(
      rows: [
        Row(
          .shots, "take the sharpest of the last still frames", bar: (1, "shot"), ("shoot", .shoot, [.character(" ")])),
        Row(
          .shots, "take each new print by itself, on and off", bar: (1, "automatic"),
          ("automatic", .toggleAutomatic, [.character("A"), .character("a")])),
        Row(.shots, "open the last shot in the workbench", bar: (1, "open"), ("open", .open, [.enter])),
        Row(.program, "begin anew what has ended or stalls", ("restart", .restart, [.character("r")])),
        Row(.view, "put the shot and messages away", ("dismiss", .dismiss, [.escape])),
        Row(.program, "draw anew", ("redraw", .redraw, [.control("l")])),
        Row(.program, "stop; fg comes back", ("suspend", .suspend, [.control("z")])),
        Row(.program, "these keys", bar: (1, "keys"), ("help", .toggleHelp, [.character("?")])),
        Row(.program, "leave", bar: (1, "leave"), ("leave", .leave, [.character("q"), .control("c")])),
      ])
  }()
}
