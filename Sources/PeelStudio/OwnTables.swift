import PeelFiles
import PeelScanning
import PeelWorkbench

extension Keymaps {
  /// The standard keys with the changes from the person's own table, and the first mistake in it.
  package static func ofPerson() -> (Keymaps, mistake: String?) {
    var keymaps = Keymaps()
    let mistake = readConfiguration("keys") { keymaps.change(by: $0) }
    return (keymaps, mistake)
  }
}

extension ThemeColours {
  /// The colours for the terminal's ground with the changes from the person's own theme, and the first mistake in it.
  package static func ofPerson() -> (ThemeColours, mistake: String?) {
    var colours = CurrentProcess.hasLightGround ? ThemeColours.light : .dark
    let mistake = readConfiguration("theme") { colours.change(by: $0) }
    return (colours, mistake)
  }
}

extension CurrentProcess {
  /// Whether COLORFGBG says that the terminal's ground is white, as rxvt and Konsole write it: `0;15`.
  fileprivate static var hasLightGround: Bool {
    let ground = environment("COLORFGBG")?.text.split(separator: ";").last
    return ground == "7" || ground == "15"
  }
}

/// The largest file of keys or colours, in bytes.
private let configurationLimit = 1 << 16

/// Reads a file of the configuration folder, if it exists.
///
/// - Returns: the first mistake in it, in words.
private func readConfiguration(_ name: String, _ take: (String) -> [Keymaps.Mistake]) -> String? {
  guard let file = PersonalFolder.configuration?.appending(name), exists(file) else { return nil }
  guard let bytes = try? Descriptor(reading: file).bytes(limit: configurationLimit) else {
    return "\(file.shown) cannot be read"
  }
  let mistakes = take(String(decoding: bytes, as: UTF8.self))
  let more = mistakes.count > 1 ? ", and \(mistakes.count - 1) more" : ""
  return mistakes.first.map { "\(file.shown), line \($0.line): \($0.text)\(more)".escapingControls }
}
