/// What the scans of each photo of a batch are called: the photo's name without its ending (one that photos have, such as
/// .jpg), and where two photos share that, what tells them apart: the ending, then the folders they lie in.
struct ScanNames {
  /// A name has at most 255 bytes; this leaves room for `-12-picture.jpeg`.
  static let longestStem = 230

  /// One for each photo, no two alike.
  let stems: [[UInt8]]

  /// - Parameter known: what scans of some photos are called already.
  init(of photos: [Path], known: [Path: [UInt8]] = [:]) {
    var stems = photos.map { Self.short($0.looksLikePhoto ? $0.stemAndEnding.stem : $0.name) }
    for index in Self.clashes(stems, in: photos.map(\.folder)) {
      let (stem, ending) = photos[index].stemAndEnding
      stems[index] = Self.short(Self.joined([stem, ending].filter { !$0.isEmpty }))
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

  /// - Parameters:
  ///   - number: of the print in its photo, from 1.
  ///   - isPictureOfBoth: the picture alone, where the whole print has a file too.
  static func file(_ stem: [UInt8], number: Int, isPictureOfBoth: Bool, ending: String) -> [UInt8] {
    stem + Array("-\(number)\(isPictureOfBoth ? "-picture" : "").\(ending)".utf8)
  }

  /// Where entries are alike, in the same group if there are groups.
  private static func clashes(_ stems: [[UInt8]], in groups: [Path]? = nil) -> [Int] {
    struct Place: Hashable {
      let stem: [UInt8]
      let group: Path?
    }
    let places = stems.indices.map { Place(stem: stems[$0], group: groups?[$0]) }
    let counts = Dictionary(places.map { ($0, 1) }, uniquingKeysWith: +)
    return places.indices.filter { counts[places[$0], default: 0] > 1 }
  }

  private static func joined(_ parts: [[UInt8]]) -> [UInt8] { Array(parts.joined(separator: Array("-".utf8))) }

  private static func short(_ stem: [UInt8]) -> [UInt8] {
    // The end tells more than the beginning, which for a long name is a path of folders.
    var kept = stem.suffix(longestStem)
    if kept.count < stem.count { kept = kept.drop { $0 & 0b1100_0000 == 0b1000_0000 } }
    return Array(kept)
  }
}
