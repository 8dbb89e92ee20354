import PeelFiles

/// What isn't read in folders.
package struct LeftOut {
  /// The files that aren't photos.
  package var files: Set<Path> = []
  /// The inner folders that hold scans.
  package var outputs: [Path] = []
  /// The inner folders in which servers and systems keep small copies and deleted files.
  package var housekeeping: [Path] = []
  /// The scans beside their photos.
  package var scans: Set<Path> = []
  /// The photos that were named again, by themselves or with their folders.
  package var repeated: Set<Path> = []
  /// The sheets and albums that peel made.
  package var sheets: [Path] = []
  /// The pictures among scans that aren't scans.
  package var unlisted: [Path] = []

  package init() {}

  /// The most kinds that are named.
  private static let mostKinds = 8

  /// The messages about them.
  package var lines: [String] {
    [
      Self.named(outputs).map { "left out \($0); \(Self.adviceOnOutputs)" }, lineOnHousekeeping, lineOnScans,
      lineOnSheets, lineOnUnlisted,
      lineOnFiles, lineOnRepeated,
    ].compactMap(\.self)
  }

  /// What to do about folders that hold scans.
  package static let adviceOnOutputs = "to read one, name it"

  /// The folders that hold scans, such as "a, which holds scans"; nil if there are none.
  package static func named(_ outputs: [Path]) -> String? {
    guard let first = outputs.first else { return nil }
    let others = outputs.count - 1
    let all = others == 0 ? "" : others == 1 ? " and another folder" : " and \(others) other folders"
    return "\(first.text)\(all), which \(others == 0 ? "holds" : "hold") scans"
  }

  /// How many files there are and of what kinds, such as "3 files left out: .mov, .psd"; nil if there are none.
  private var lineOnFiles: String? {
    if files.isEmpty { return nil }
    let kinds = Set(files.map { Self.kind($0) }).sorted()
    let named = kinds.prefix(Self.mostKinds) + (kinds.count > Self.mostKinds ? ["others"] : [])
    return "\(files.count) file\(files.count == 1 ? "" : "s") left out: \(named.joined(separator: ", "))"
  }

  private var lineOnHousekeeping: String? {
    guard let first = housekeeping.first else { return nil }
    let others = housekeeping.count - 1
    let all = others == 0 ? "a folder" : others == 1 ? "and another folder" : "and \(others) other folders"
    return "left out \(first.text)\(others == 0 ? "," : "") \(all) of the system or a server; \(Self.adviceOnOutputs)"
  }

  private var lineOnScans: String? { scans.isEmpty ? nil : Self.ignored(scans: scans.count) }

  /// The message about scans that aren't read as photos.
  package static func ignored(scans: Int) -> String { "ignored \(scans) scan\(scans == 1 ? "" : "s") of earlier runs" }

  private var lineOnSheets: String? { Self.named(sheets: sheets).map { "left out \($0)" } }

  /// The sheets and albums, such as "a.jpg, a sheet or album that peel made"; nil if there are none.
  package static func named(sheets: [Path]) -> String? {
    guard let first = sheets.first else { return nil }
    let others = sheets.count - 1
    let all = others == 0 ? "" : others == 1 ? " and another one" : " and \(others) others"
    return "\(first.text)\(all), \(others == 0 ? "a sheet or album" : "sheets or albums") that peel made"
  }

  private var lineOnUnlisted: String? {
    guard let first = unlisted.first else { return nil }
    let others = unlisted.count - 1
    if others == 0 { return "left out \(first.text), which isn't a scan; to show it, name it" }
    let all = others == 1 ? "another picture" : "\(others) other pictures"
    return "left out \(first.text) and \(all), which aren't scans; to show them, name them"
  }

  private var lineOnRepeated: String? {
    switch repeated.count {
    case 0: nil
    case 1: "a photo is named more than once; it is read once"
    case let count: "\(count) photos are named more than once; each is read once"
    }
  }

  private static func kind(_ path: Path) -> String {
    let fileExtension = path.stemAndExtension.fileExtension
    return fileExtension.isEmpty
      ? "without extension" : "." + String(decoding: fileExtension, as: UTF8.self).lowercased()
  }
}
