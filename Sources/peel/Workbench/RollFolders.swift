import PeelFiles
import PeelScanning

/// The folders that a person gave, whose new photos join the roll.
struct RollFolders: Sendable {
  let folders: [Path]
  /// Whether the photos of inner folders count too.
  let isRecursive: Bool

  /// The photos and clips that are in the folders now.
  var files: [Path] {
    folders.flatMap { folder in
      ((try? PeelScanning.photos(in: folder, isRecursive: isRecursive, includesClips: true)) ?? [])
        .compactMap { try? $0.get() }
    }
  }
}
