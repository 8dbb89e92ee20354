extension StandardKeys {
  /// The keys while bursts are shown.
  static let bursts = Keymap<Command>(
    rows: [
      Row(
        .shots, "sharper, softer shot", bar: (2, "shot"),
        ("sharper-shot", .bursts(.chooseShot(by: -1)), [.left, .character("h"), .backTab]),
        ("softer-shot", .bursts(.chooseShot(by: 1)), [.right, .character("l"), .tab])),
      Row(
        .shots, "take, set aside rest", bar: (1, "take"), ("take-shot", .bursts(.takeShot), [.enter, .character(" ")])),
      Row(.shots, "merge the shots", bar: (1, "merge"), ("merge", .bursts(.merge), [.character("m")])),
      Row(
        .shots, "leave out, take in", bar: (1, "leave out"),
        ("leave-shot-out", .bursts(.leaveShotOut), [.character("x")])),
      Row(
        .shots, "previous, next burst", bar: (2, "burst"),
        ("previous-burst", .bursts(.chooseBurst(by: -1)), [.up, .character("k"), .character("p")]),
        ("next-burst", .bursts(.chooseBurst(by: 1)), [.down, .character("j"), .character("n")])),
      Row(
        .shots, "back to the photo", bar: (1, "back"), ("close-bursts", .bursts(.close), [.escape, .character("b")])),
    ] + program)

  /// The keys while shots are merged.
  static let merging = Keymap<Command>(
    rows: [
      Row(
        .shots, "export, set shots aside", bar: (1, "export"),
        ("export-merged", .bursts(.exportMerged), [.enter, .character("e"), .character(" ")])),
      Row(
        .shots, "back to the shots", bar: (1, "back"),
        ("close-merging", .bursts(.closeMerging), [.escape, .character("b"), .character("m")])),
    ] + program)
}
