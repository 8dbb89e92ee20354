extension StandardKeys {
  /// The keys while a photo's depth is shown.
  static let depth = Keymap<Command>(
    rows: [
      Row(
        .view, "next, previous view", bar: (1, "view"),
        ("next-stereo", .depth(.cycleShow(by: 1)), [.tab, .character("v")]),
        ("previous-stereo", .depth(.cycleShow(by: -1)), [.backTab])),
      Row(
        .photos, "export what is shown", bar: (1, "export"),
        ("export-stereo", .depth(.export), [.enter, .character("e")])),
      Row(
        .photos, "back to the photo", bar: (1, "back"), ("close-stereo", .depth(.close), [.escape, .character("D")])),
      Row(
        .view, "less, more depth", bar: (2, "depth"),
        ("less-depth", .depth(.changeShift(by: -1)), [.left, .character("h"), .character("-")]),
        ("more-depth", .depth(.changeShift(by: 1)), [.right, .character("l"), .character("+")])),
      Row(
        .view, "the same, 5 times", ("less-depth-5", .depth(.changeShift(by: -5)), [.shiftLeft]),
        ("more-depth-5", .depth(.changeShift(by: 5)), [.shiftRight])),
      Row(
        .view, "picture plane nearer, farther", bar: (2, "plane"),
        ("plane-nearer", .depth(.changeFocus(by: 1)), [.up, .character("k")]),
        ("plane-farther", .depth(.changeFocus(by: -1)), [.down, .character("j")])),
      Row(.view, "exchange the eyes", bar: (1, "swap"), ("swap-eyes", .depth(.swapEyes), [.character("x")])),
      Row(.view, "usual depth and plane", bar: (1, "usual"), ("reset-stereo", .depth(.reset), [.character("0")])),
      Row(
        .photos, "next, previous photo with depth", bar: (2, "photo"),
        ("next-depth", .depth(.goOn(by: 1)), [.character("n"), .pageDown]),
        ("previous-depth", .depth(.goOn(by: -1)), [.character("p"), .pageUp])),
    ] + program)
}
