extension StandardKeys {
  /// The keys of the live view.
  ///
  /// - Parameters:
  ///   - merges: whether several shots of a print are merged into one scan.
  ///   - isCollecting: whether some are collected.
  ///   - hasList: whether there is a list of photos: if the source is a folder.
  static func live(merges: Bool, isCollecting: Bool, hasList: Bool) -> Keymap<LiveAction> {
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
      ]
        + (hasList
          ? [Row(.view, "what was taken, and what was not", bar: (1, "list"), ("list", .toggleList, [.character("l")]))]
          : []) + [
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
