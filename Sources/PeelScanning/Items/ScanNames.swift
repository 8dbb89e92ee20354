package import PeelFiles

/// The names of the scans of a batch's items.
///
/// A stem is the name of the item's photo without its extension. If two photos share that, the extension tells them apart,
/// then the names of the folders that contain them.
package struct ScanNames {
  /// The longest stem, in bytes. File names have at most 255; this leaves room for `-12-picture.jpeg`.
  package static let longestStem = 230

  /// A stem for each item, all different.
  package let stems: [[UInt8]]

  /// - Parameter known: the stems that some photos' scans already have.
  package init(of items: [Item], known: [Path: [UInt8]] = [:]) {
    let photos = items.map(\.photo)
    var stems = photos.map { Self.short($0.hasPhotoExtension ? $0.stemAndExtension.stem : $0.name) }
    for index in Self.clashes(stems, in: photos.map(\.folder)) {
      let (stem, fileExtension) = photos[index].stemAndExtension
      stems[index] = Self.short(Self.joined([stem, fileExtension].filter { !$0.isEmpty }))
    }
    let plain = stems
    var depth = 1
    while true {
      let folders = photos.map { Array($0.folderNames.suffix(depth)) }
      let clashes = Self.clashes(stems).filter { folders[$0].count == depth }
      if clashes.isEmpty { break }
      for index in clashes { stems[index] = Self.short(Self.joined(folders[index] + [plain[index]])) }
      depth += 1
    }
    let kept = photos.map { known[$0] }
    var taken = Set(kept.compactMap(\.self))
    self.stems = zip(stems, kept).map { stem, kept in
      if let kept { return kept }
      var free = stem
      var count = 2
      while !taken.insert(free).inserted {
        free = stem + Array("_\(count)".utf8)
        count += 1
      }
      return free
    }
  }

  /// The name of a scan's file.
  ///
  /// - Parameters:
  ///   - number: the print's number in its photo, from 1.
  ///   - isPictureOfBoth: whether the scan shows the picture alone and the whole print has a file too.
  package static func file(
    _ stem: [UInt8], number: Int, isPictureOfBoth: Bool, fileExtension: String
  ) -> [UInt8] {
    stem + Array("-\(number)\(isPictureOfBoth ? "-picture" : "").\(fileExtension)".utf8)
  }

  /// The indices of stems that occur more than once, within a group if there are groups.
  private static func clashes(_ stems: [[UInt8]], in groups: [Path]? = nil) -> [Int] {
    struct Entry: Hashable {
      let stem: [UInt8]
      let group: Path?
    }
    let entries = stems.indices.map { Entry(stem: stems[$0], group: groups?[$0]) }
    let counts = Dictionary(entries.map { ($0, 1) }, uniquingKeysWith: +)
    return entries.indices.filter { counts[entries[$0], default: 0] > 1 }
  }

  private static func joined(_ parts: [[UInt8]]) -> [UInt8] { Array(parts.joined(separator: Array("-".utf8))) }

  private static func short(_ stem: [UInt8]) -> [UInt8] {
    // The end tells more than the beginning, which in a long name is a path of folders.
    var kept = stem.suffix(longestStem)
    if kept.count < stem.count { kept = kept.drop { $0 & 0b1100_0000 == 0b1000_0000 } }
    return Array(kept)
  }
}
