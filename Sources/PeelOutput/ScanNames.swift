package import PeelFiles

/// The names of the scans of a batch's photos.
///
/// A stem is the name of the photo without its extension. If two photos share that, the extension tells them apart,
/// then the names of the folders that contain them.
package struct ScanNames {
  /// The longest stem, in bytes. File names have at most 255; this leaves room for `-12-picture.jpeg`.
  package static let longestStem = 230

  /// The most folders between the one for scans and a scan.
  package static let mostFolders = 8

  /// The stem of scans of a photo on standard input.
  private static let standardInput = Array("stdin".utf8)

  /// A stem for each photo, all different.
  package let stems: [[UInt8]]

  /// - Parameters:
  ///   - known: the stems that some photos' scans already have.
  ///   - folding: how the scans' folder tells names apart.
  package init(of photos: [Path], known: [Path: [UInt8]] = [:], folding: NameFolding = .exact) {
    var stems = photos.map { photo in
      if photo == .standardInput { return Self.standardInput }
      return Self.short(photo.hasPhotoExtension ? photo.stemAndExtension.stem : photo.name)
    }
    for index in Self.clashes(stems, in: photos.map(\.folder), folding) {
      let (stem, fileExtension) = photos[index].stemAndExtension
      stems[index] = Self.short(Self.joined([stem, fileExtension].filter { !$0.isEmpty }))
    }
    // Folders can't tell names apart that differ in case alone.
    var seen: Set<Entry> = []
    for index in photos.indices {
      stems[index] = Self.numbered(stems[index]) {
        seen.insert(Entry(stem: folding($0), group: photos[index].folder)).inserted
      }
    }
    let plain = stems
    var depth = 1
    while true {
      let folders = photos.map { Array($0.folderNames.suffix(depth)) }
      let clashes = Self.clashes(stems, folding).filter { folders[$0].count == depth }
      if clashes.isEmpty { break }
      for index in clashes { stems[index] = Self.short(Self.joined(folders[index] + [plain[index]])) }
      depth += 1
    }
    let kept = photos.map { known[$0] }
    var taken = Set(kept.compactMap(\.self).map { folding($0) })
    self.stems = zip(stems, kept).map { stem, kept in
      kept ?? Self.numbered(stem) { taken.insert(folding($0)).inserted }
    }
  }

  /// The stem, with the first number that makes it free: `_2`, `_3` and so on.
  package static func numbered(_ stem: [UInt8], isFree: ([UInt8]) -> Bool) -> [UInt8] {
    var free = stem
    var count = 1
    while !isFree(free) {
      count += 1
      free = stem + Array("_\(count)".utf8)
    }
    return free
  }

  /// The beginning of the name of a print's scan.
  ///
  /// - Parameter number: the print's number in its photo, from 1.
  package static func numbered(_ stem: [UInt8], _ number: Int) -> [UInt8] { stem + Array("-\(number)".utf8) }

  /// The stem in a name that may be a scan's, without its extension; nil if it can't be.
  package static func stem(ofScanNamed name: [UInt8]) -> [UInt8]? {
    let picture = Array("-picture".utf8)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let numbered = name.suffix(picture.count).elementsEqual(picture) ? name.dropLast(picture.count) : name[...]
    let number = numbered.reversed().prefix(while: digits.contains).count
    let stem = numbered.dropLast(number)
    return number > 0 && stem.count > 1 && stem.last == UInt8(ascii: "-") ? Array(stem.dropLast()) : nil
  }

  /// The beginning of the name of the scan of a print's back.
  ///
  /// - Parameter front: the beginning of the name of its front's scan.
  package static func back(of front: [UInt8]) -> [UInt8] { front + Array("-back".utf8) }

  /// The name of a scan's file.
  ///
  /// - Parameters:
  ///   - beginning: the beginning of the names of a print's scans.
  ///   - isPictureOfBoth: whether the scan shows the picture alone and the whole print has a file too.
  package static func file(_ beginning: [UInt8], isPictureOfBoth: Bool, fileExtension: String) -> [UInt8] {
    beginning + Array("\(isPictureOfBoth ? "-picture" : "").\(fileExtension)".utf8)
  }

  /// Whether a name read from a journal is that of a file in the folder for scans, or in one below it.
  package static func isSafe(_ name: [UInt8]) -> Bool {
    let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return (1...mostFolders + 1).contains(parts.count) && !name.contains(0) && !parts.contains([])
      && parts.dropLast().allSatisfy { $0.first != UInt8(ascii: ".") }
      && ![".", ".."].contains { parts.last?.elementsEqual($0.utf8) == true }
  }

  private struct Entry: Hashable {
    let stem: NameFolding.Key
    let group: Path?
  }

  /// The indices of stems that occur more than once, within a group if there are groups.
  private static func clashes(
    _ stems: [[UInt8]], in groups: [Path]? = nil, _ folding: NameFolding
  ) -> [Int] {
    let entries = stems.indices.map { Entry(stem: folding(stems[$0]), group: groups?[$0]) }
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
