extension StandardKeys {
  /// The keys while the light table is shown: those that move about it, and the desk's for what can be done there.
  static let table = Keymap<Command>(
    rows: [
      Row(
        .photos, "choose a scan", bar: (4, "choose"),
        ("scan-left", .table(.move(across: -1, down: 0)), [.left, .character("h")]),
        ("scan-below", .table(.move(across: 0, down: 1)), [.down, .character("j")]),
        ("scan-above", .table(.move(across: 0, down: -1)), [.up, .character("k")]),
        ("scan-right", .table(.move(across: 1, down: 0)), [.right, .character("l")])),
      Row(
        .photos, "next, previous screen", ("next-scans", .table(.turnPage(by: 1)), [.pageDown]),
        ("previous-scans", .table(.turnPage(by: -1)), [.pageUp])),
      Row(
        .photos, "all photos or this one", bar: (1, "one photo"),
        ("scans-of-photo", .table(.toggleItem), [.character("v")])),
      Row(
        .photos, "move the scan back; move it on",
        ("scan-back", .table(.shift(by: -1)), [.shiftLeft, .character("H")]),
        ("scan-on", .table(.shift(by: 1)), [.shiftRight, .character("L")])),
      Row(
        .photos, "make a sheet of the exported scans, in this order", bar: (1, "sheet"),
        ("sheet", .table(.askSheet), [.character("S")])),
      Row(
        .photos, "back to the photo", bar: (1, "photo"),
        ("close-scans", .table(.close), [.escape, .character("g")])),
    ] + desk.rows.filter { $0.commands.allSatisfy { isForTable($0.action) } } + program)

  private static func isForTable(_ command: Command) -> Bool {
    guard case .desk(let command) = command else { return false }
    return switch command {
    case .accept, .acceptSure, .export, .exportAccepted, .undo, .redo, .leaveOut, .turn, .swapCrop, .cycleFilm,
      .cycleWhiteBalance, .changeClip, .askDate, .askCaption, .askKeywords, .toggleRestoration, .copySettings,
      .pasteSettings, .mark, .markRange, .filter, .goToReview, .goToFirst, .goToLast, .view, .reload:
      true
    default: false
    }
  }
}
