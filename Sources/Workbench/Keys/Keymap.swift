import Imaging

/// Which key does what. Keys, help and key bar are all drawn from this table.
public struct Keymap: Sendable {
  public struct Row: Sendable {
    public var group: Group
    public var bindings: [(key: Key, action: Action)]
    public var help: String
    /// What the key bar says, with how many of the keys it names; nil for what only help tells.
    public var bar: (keys: Int, label: String)?
  }

  public enum Group: String, Sendable, CaseIterable {
    case corners = "Corners"
    case outlines = "Outlines"
    case photos = "Photos"
    case view = "View"
    case shots = "Shots"
    case program = "Program"
  }

  public var rows: [Row]

  public func action(for key: Key) -> Action? {
    for row in rows {
      if let found = row.bindings.first(where: { $0.key == key }) { return found.action }
    }
    return nil
  }

  /// Where the key bar is narrow, it drops the last but two first: help and leave stay.
  public var barRows: [Row] { rows.filter { $0.bar != nil } }
}

extension Keymap {
  private static func row(
    _ group: Group, _ bindings: [(Key, Action)], _ help: String, bar: (Int, String)? = nil
  ) -> Row {
    Row(
      group: group, bindings: bindings.map { (key: $0.0, action: $0.1) }, help: help,
      bar: bar.map { (keys: $0.0, label: $0.1) })
  }

  /// In the key bar's order; help sorts them by group.
  public static let standard = Keymap(rows: [
    row(
      .corners, [(.tab, .cycleCorner(by: 1)), (.backTab, .cycleCorner(by: -1))], "next, previous corner",
      bar: (1, "corner")),
    row(
      .corners,
      [
        (.character("1"), .choose(.topLeft)), (.character("2"), .choose(.topRight)),
        (.character("3"), .choose(.bottomRight)), (.character("4"), .choose(.bottomLeft)),
      ], "choose a corner"),
    row(
      .corners, [(.character("["), .cycleSide(by: -1)), (.character("]"), .cycleSide(by: 1))],
      "choose a side"),
    row(
      .corners,
      [
        (.left, .nudge(x: -1, y: 0)), (.down, .nudge(x: 0, y: 1)), (.up, .nudge(x: 0, y: -1)),
        (.right, .nudge(x: 1, y: 0)), (.character("h"), .nudge(x: -1, y: 0)), (.character("j"), .nudge(x: 0, y: 1)),
        (.character("k"), .nudge(x: 0, y: -1)), (.character("l"), .nudge(x: 1, y: 0)),
      ], "move by one pixel", bar: (4, "move")),
    row(
      .outlines, [(.character("c"), .cycleOutline(by: 1)), (.character("C"), .cycleOutline(by: -1))],
      "next, previous one", bar: (1, "other")),
    row(.outlines, [(.character("a"), .addOutline)], "add an outline"),
    row(.outlines, [(.character("x"), .removeOutline)], "remove this outline"),
    row(.outlines, [(.character("t"), .turn)], "turn by a quarter"),
    row(.outlines, [(.character("f"), .cycleFilm)], "name the film"),

    row(.view, [(.character("v"), .cycleShow)], "photo, both, print", bar: (1, "print")),
    row(
      .photos, [(.character("e"), .export)], "export the prints", bar: (1, "export")),
    row(
      .photos,
      [
        (.character("n"), .goOn(by: 1)), (.character("p"), .goOn(by: -1)),
        (.pageDown, .goOn(by: 1)), (.pageUp, .goOn(by: -1)),
      ], "next, previous photo", bar: (2, "photo")),
    row(.photos, [(.home, .goToFirst), (.end, .goToLast)], "first, last photo"),
    row(.photos, [(.enter, .accept), (.character(" "), .accept)], "take it, and go on"),
    row(.photos, [(.character("b"), .showBursts)], "bursts, best first"),

    row(
      .corners,
      [
        (.character("H"), .nudge(x: -10, y: 0)), (.character("J"), .nudge(x: 0, y: 10)),
        (.character("K"), .nudge(x: 0, y: -10)), (.character("L"), .nudge(x: 10, y: 0)),
        (.shiftLeft, .nudge(x: -10, y: 0)), (.shiftDown, .nudge(x: 0, y: 10)),
        (.shiftUp, .nudge(x: 0, y: -10)), (.shiftRight, .nudge(x: 10, y: 0)),
      ], "move by ten", bar: (4, "by 10")),
    row(.corners, [(.character(","), .toggleFineSteps)], "steps of a tenth"),
    row(
      .corners, [(.character("u"), .undo), (.control("r"), .redo)], "undo, redo", bar: (1, "undo")),
    row(
      .view,
      [
        (.character("z"), .zoom(by: 1)), (.character("Z"), .zoom(by: -1)), (.character("+"), .zoom(by: 1)),
        (.character("-"), .zoom(by: -1)), (.character("="), .zoom(by: 1)),
      ], "closer, and back", bar: (1, "zoom")),
    row(.view, [(.character("0"), .fit)], "the whole photo"),
    row(.view, [(.character("o"), .toggleLoupe)], "loupe on, off"),

    row(.program, [(.character("?"), .toggleHelp)], "these keys", bar: (1, "keys")),
    row(.program, [(.escape, .dismiss)], "close help"),
    row(.program, [(.control("l"), .redraw)], "draw anew"),
    row(.program, [(.control("z"), .suspend)], "stop; fg comes back"),
    row(
      .program, [(.character("q"), .leave), (.control("c"), .leave)], "leave", bar: (1, "leave")),
  ])

  /// While the shots of a burst are looked at.
  public static let filmstrip = Keymap(rows: [
    row(
      .shots,
      [
        (.left, .chooseShot(by: -1)), (.right, .chooseShot(by: 1)), (.character("h"), .chooseShot(by: -1)),
        (.character("l"), .chooseShot(by: 1)), (.backTab, .chooseShot(by: -1)), (.tab, .chooseShot(by: 1)),
      ], "sharper, softer shot", bar: (2, "other shot")),
    row(
      .shots, [(.enter, .takeShot), (.character(" "), .takeShot)], "take it, others set aside",
      bar: (1, "take")),
    row(
      .shots,
      [
        (.up, .chooseBurst(by: -1)), (.down, .chooseBurst(by: 1)), (.character("k"), .chooseBurst(by: -1)),
        (.character("j"), .chooseBurst(by: 1)), (.character("p"), .chooseBurst(by: -1)),
        (.character("n"), .chooseBurst(by: 1)),
      ], "previous, next burst", bar: (2, "burst")),
    row(.shots, [(.escape, .closeBursts), (.character("b"), .closeBursts)], "back to the photo", bar: (1, "back")),
    row(.program, [(.control("l"), .redraw)], "draw anew"),
    row(.program, [(.control("z"), .suspend)], "stop; fg comes back"),
    row(.program, [(.character("?"), .toggleHelp)], "these keys", bar: (1, "keys")),
    row(
      .program, [(.character("q"), .leave), (.control("c"), .leave)], "leave", bar: (1, "leave")),
  ])
}
