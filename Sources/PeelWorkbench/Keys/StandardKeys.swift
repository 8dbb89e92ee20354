import PeelImaging

extension Keymap {
  private static func row(
    _ group: Group, _ help: String, bar: (Int, String)? = nil, _ commands: (String, Action, [Key])...
  ) -> Row {
    Row(
      group: group, commands: commands.map { Command(name: $0.0, action: $0.1, keys: $0.2) }, help: help,
      bar: bar.map { (keys: $0.0, label: $0.1) })
  }

  private static let program = [
    row(.program, "these keys", bar: (1, "keys"), ("help", .showHelp, [.character("?")])),
    row(.program, "draw anew", ("redraw", .redraw, [.control("l")])),
    row(.program, "stop; fg comes back", ("suspend", .suspend, [.control("z")])),
    row(.program, "leave", bar: (1, "leave"), ("leave", .leave, [.character("q"), .control("c")])),
  ]

  /// In the key bar's order; help sorts them by group.
  static let desk = Keymap(
    rows: [
      row(
        .corners, "next, previous one", bar: (1, "corner"), ("next-corner", .cycleCorner(by: 1), [.tab]),
        ("previous-corner", .cycleCorner(by: -1), [.backTab])),
      row(
        .corners, "choose a corner", ("corner-1", .choose(.topLeft), [.character("1")]),
        ("corner-2", .choose(.topRight), [.character("2")]),
        ("corner-3", .choose(.bottomRight), [.character("3")]),
        ("corner-4", .choose(.bottomLeft), [.character("4")])),
      row(
        .corners, "choose a side", ("previous-side", .cycleSide(by: -1), [.character("[")]),
        ("next-side", .cycleSide(by: 1), [.character("]")])),
      row(
        .corners, "move by one pixel", bar: (4, "move"), ("move-left", .nudge(x: -1, y: 0), [.left, .character("h")]),
        ("move-down", .nudge(x: 0, y: 1), [.down, .character("j")]),
        ("move-up", .nudge(x: 0, y: -1), [.up, .character("k")]),
        ("move-right", .nudge(x: 1, y: 0), [.right, .character("l")])),
      row(
        .corners, "move by ten", ("move-left-10", .nudge(x: -10, y: 0), [.shiftLeft, .character("H")]),
        ("move-down-10", .nudge(x: 0, y: 10), [.shiftDown, .character("J")]),
        ("move-up-10", .nudge(x: 0, y: -10), [.shiftUp, .character("K")]),
        ("move-right-10", .nudge(x: 10, y: 0), [.shiftRight, .character("L")])),
      row(
        .corners, "move by a tenth", ("move-left-0.1", .nudgeFinely(x: -1, y: 0), [.altLeft, .alt("h")]),
        ("move-down-0.1", .nudgeFinely(x: 0, y: 1), [.altDown, .alt("j")]),
        ("move-up-0.1", .nudgeFinely(x: 0, y: -1), [.altUp, .alt("k")]),
        ("move-right-0.1", .nudgeFinely(x: 1, y: 0), [.altRight, .alt("l")])),
      row(
        .corners, "next step, all: 0.1", ("fine-step", .fineStep, [.character(",")]),
        ("fine-steps", .toggleFineSteps, [.character(".")])),
      row(
        .corners, "snap to edge; all", bar: (1, "snap"), ("snap", .snap, [.character("s")]),
        ("snap-all", .snapAll, [.character("S")])),
      row(
        .photos, "accept, go to next", bar: (1, "accept"),
        ("accept", .accept, [.enter, .character(" ")])),
      row(
        .photos, "next, previous photo", bar: (1, "next"),
        ("next-photo", .goOn(by: 1), [.character("n"), .pageDown]),
        ("previous-photo", .goOn(by: -1), [.character("p"), .pageUp])),
      row(.view, "photo, both, print", bar: (1, "print"), ("show", .cycleShow, [.character("v")])),
      row(
        .photos, "export; all accepted", bar: (2, "export"), ("export", .export, [.character("e")]),
        ("export-accepted", .exportAccepted, [.character("E")])),
      row(
        .corners, "undo, redo", bar: (1, "undo"), ("undo", .undo, [.character("u")]),
        ("redo", .redo, [.control("r")])),
      row(
        .outlines, "next, previous one", bar: (1, "other"), ("next-outline", .cycleOutline(by: 1), [.character("c")]),
        ("previous-outline", .cycleOutline(by: -1), [.character("C")])),
      row(.outlines, "add an outline", ("add-outline", .addOutline, [.character("a")])),
      row(.outlines, "remove this outline", ("remove-outline", .removeOutline, [.character("x")])),
      row(.outlines, "look for prints anew", ("detect", .detectAnew, [.character("d")])),

      row(.scan, "name the film", bar: (1, "film"), ("film", .cycleFilm, [.character("f")])),
      row(.scan, "turn by a quarter", bar: (1, "turn"), ("turn", .turn, [.character("t")])),
      row(.scan, "print or picture", ("crop", .swapCrop, [.character("m")])),
      row(.scan, "white balance", ("white-balance", .cycleWhiteBalance, [.character("w")])),
      row(
        .scan, "clip more, less", ("more-clip", .changeClip(by: 1), [.character("+"), .character("=")]),
        ("less-clip", .changeClip(by: -1), [.character("-")])),
      row(
        .scan, "copy, paste settings", ("copy", .copySettings, [.character("y")]),
        ("paste", .pasteSettings, [.character("Y")])),

      row(
        .photos, "first, last photo", ("first-photo", .goToFirst, [.home]),
        ("last-photo", .goToLast, [.end])),
      row(.photos, "back to accepted", ("revert", .revert, [.escape])),
      row(.photos, "accept the sure ones", ("accept-sure", .acceptSure, [.character("A")])),
      row(.photos, "filter name or state", bar: (1, "filter"), ("filter", .filter, [.character("/")])),
      row(.photos, "bursts, best first", ("bursts", .showBursts, [.character("b")])),

      row(
        .view, "closer, and back", bar: (1, "zoom"), ("zoom-in", .zoom(by: 1), [.character("z")]),
        ("zoom-out", .zoom(by: -1), [.character("Z")])),
      row(.view, "the whole photo", ("fit", .fit, [.character("0")])),
      row(.view, "loupe on, off", ("loupe", .toggleLoupe, [.character("o")])),
    ] + program)

  /// While the shots of a burst are looked at.
  static let filmstrip = Keymap(
    rows: [
      row(
        .shots, "sharper, softer shot", bar: (2, "other shot"),
        ("sharper-shot", .chooseShot(by: -1), [.left, .character("h"), .backTab]),
        ("softer-shot", .chooseShot(by: 1), [.right, .character("l"), .tab])),
      row(
        .shots, "take, set aside rest", bar: (1, "take"), ("take-shot", .takeShot, [.enter, .character(" ")])),
      row(
        .shots, "previous, next burst", bar: (2, "burst"),
        ("previous-burst", .chooseBurst(by: -1), [.up, .character("k"), .character("p")]),
        ("next-burst", .chooseBurst(by: 1), [.down, .character("j"), .character("n")])),
      row(.shots, "back to the photo", bar: (1, "back"), ("close-bursts", .closeBursts, [.escape, .character("b")])),
    ] + program)
}
