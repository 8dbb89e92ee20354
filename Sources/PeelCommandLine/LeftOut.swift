import PeelFiles

/// The files in folders that aren't read as photos.
struct LeftOut {
  var files: Set<Path> = []

  /// The most kinds that are named.
  private static let mostKinds = 8

  /// How many there are and of what kinds, such as "3 files left out: .mov, .psd"; nil if there are none.
  var line: String? {
    if files.isEmpty { return nil }
    let kinds = Set(files.map { Self.kind($0) }).sorted()
    let named = kinds.prefix(Self.mostKinds) + (kinds.count > Self.mostKinds ? ["others"] : [])
    return "\(files.count) file\(files.count == 1 ? "" : "s") left out: \(named.joined(separator: ", "))"
  }

  private static func kind(_ path: Path) -> String {
    let fileExtension = path.stemAndExtension.fileExtension
    return fileExtension.isEmpty
      ? "without extension" : "." + String(decoding: fileExtension, as: UTF8.self).lowercased()
  }
}
