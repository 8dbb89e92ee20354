/// Which key does what while the camera is watched. Keys, help and key bar are all drawn from this table.
struct LiveKey: Sendable {
  var keys: [Key]
  var action: LiveAction
  var help: String
  /// What the key bar says; nil for what only help tells.
  var bar: String?

  static let all = [
    LiveKey(keys: [.character(" ")], action: .shoot, help: "take the sharpest of the last still frames", bar: "shot"),
    LiveKey(
      keys: [.character("A"), .character("a")], action: .toggleAutomatic,
      help: "take each new print by itself, on and off", bar: "automatic"),
    LiveKey(keys: [.enter], action: .open, help: "open the last shot in the workbench", bar: "open"),
    LiveKey(keys: [.character("r")], action: .restart, help: "begin anew what has ended or stalls"),
    LiveKey(keys: [.escape], action: .dismiss, help: "put the shot and messages away"),
    LiveKey(keys: [.control("l")], action: .redraw, help: "draw anew"),
    LiveKey(keys: [.control("z")], action: .suspend, help: "stop; fg comes back"),
    LiveKey(keys: [.character("?")], action: .toggleHelp, help: "these keys", bar: "keys"),
    LiveKey(keys: [.character("q"), .control("c")], action: .leave, help: "leave", bar: "leave"),
  ]
}

extension LiveModel {
  public func action(for key: Key) -> LiveAction? { LiveKey.all.first { $0.keys.contains(key) }?.action }
}
