import PeelFiles
import PeelScanning

/// The folders that a person gave, whose new photos join the roll.
package struct RollFolders: Sendable {
  let folders: [Path]
  /// Whether the photos of inner folders count too.
  let isRecursive: Bool

  package init(folders: [Path], isRecursive: Bool) {
    self.folders = folders
    self.isRecursive = isRecursive
  }

  /// The folders, and with `isRecursive` those in them. Links aren't followed.
  var all: [Path] {
    guard isRecursive else { return folders }
    func inner(_ folder: Path) -> [Path] {
      let names = ((try? PeelFiles.names(in: folder)) ?? []).filter { $0.first != UInt8(ascii: ".") }
      return [folder] + names.map { folder.appending($0) }.filter(isFolderItself).flatMap(inner)
    }
    return folders.flatMap(inner)
  }

  private func isFolderItself(_ path: Path) -> Bool {
    (try? Descriptor(readingItself: path).status())?.kind == .folder
  }

  /// The photos and clips that are in the folders now.
  var files: [Path] {
    folders.flatMap { folder in
      ((try? PeelScanning.photos(in: folder, isRecursive: isRecursive, includesClips: true)) ?? [])
        .compactMap { try? $0.get() }
    }
  }
}
