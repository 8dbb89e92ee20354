extension StandardKeys {
  /// The keys while a clip's frames are shown.
  static let frames = Keymap<Command>(
    rows: [
      Row(
        .shots, "better, worse frame", bar: (2, "other frame"),
        ("better-frame", .frames(.choose(by: -1)), [.left, .character("h"), .backTab]),
        ("worse-frame", .frames(.choose(by: 1)), [.right, .character("l"), .tab])),
      Row(
        .shots, "best, worst frame", ("best-frame", .frames(.choose(by: -FramesPage.most)), [.home]),
        ("worst-frame", .frames(.choose(by: FramesPage.most)), [.end])),
      Row(
        .shots, "keep as a photo beside the clip", bar: (1, "keep"),
        ("keep-frame", .frames(.keep), [.enter, .character(" ")])),
      Row(
        .shots, "stop; back to the photo", bar: (1, "back"),
        ("close-frames", .frames(.close), [.escape, .character("b")])),
    ] + program)
}
