internal import PeelCodecs
package import PeelFiles
internal import PeelPlatform

/// Pictures of one scene: a Live Photo, a motion photo, a clip, or photos of a burst.
package struct FaceItem: Sendable, Equatable {
  /// The file that the item is named after.
  package let name: Path
  /// The stills, in the order in which they were given.
  package let stills: [Path]
  /// The clip that was taken with the still, or alone; nil for photos.
  package let clip: Clip?

  package init(name: Path, stills: [Path] = [], clip: Clip? = nil) {
    self.name = name
    self.stills = stills
    self.clip = clip
  }

  /// The items that some files make: each clip with its still is one, and the photos without a clip are one together.
  ///
  /// A still's clip is looked for beside it, even if it isn't named.
  package static func all(in files: [Path]) -> [FaceItem] {
    var clips = files.filter(\.hasClipExtension)
    var items: [FaceItem] = []
    var burst: [Path] = []
    for still in files where !still.hasClipExtension {
      if let clip = LivePair.clip(of: still, among: clips) {
        items.append(FaceItem(name: still, stills: [still], clip: clip))
        clips.removeAll { $0 == clip.file }
      } else {
        burst.append(still)
      }
    }
    items += clips.map { FaceItem(name: $0, clip: Clip(file: $0)) }
    if let first = burst.first { items.append(FaceItem(name: first, stills: burst)) }
    /// The place of an item's first file among those given.
    func place(_ item: FaceItem) -> Int { files.firstIndex(of: item.name) ?? files.count }
    return items.sorted { place($0) < place($1) }
  }
}

/// The clip of a Live Photo or motion photo.
enum LivePair {
  /// The most clips of a folder that are asked for their identifier: each takes a twentieth of a second.
  private static let mostClips = 100

  /// The clip that belongs to a still: within it, or beside it with its identifier, or else with its name.
  ///
  /// - Parameter named: clips that were named together with the still.
  static func clip(of still: Path, among named: [Path]) -> Clip? {
    guard let bytes = try? photoBytes(at: still) else { return nil }
    if let part = MotionPhoto.video(in: bytes) { return Clip(file: still, part: part) }
    let identifier = LivePhoto.contentIdentifier(in: bytes)
    let beside = ((try? names(in: still.folder)) ?? []).map { inSameFolder(still, $0) }.filter(\.hasClipExtension)
    let all = named + beside.filter { !named.contains($0) }.sorted { $0.text < $1.text }
    let namesakes = all.filter { $0.isNamesake(of: still) }
    guard let identifier else { return namesakes.first.map { Clip(file: $0) } }
    var strangers: Set<Path> = []
    for clip in (namesakes + all.filter { !namesakes.contains($0) }).prefix(mostClips) {
      let other = try? ClipFacts(of: Clip(file: clip)).identifier
      if other == identifier { return Clip(file: clip) }
      if other != nil { strangers.insert(clip) }
    }
    // A clip that was made anew may have lost its identifier.
    return namesakes.first { !strangers.contains($0) }.map { Clip(file: $0) }
  }

  /// The path of a file beside a photo, in the form in which the photo was named.
  private static func inSameFolder(_ still: Path, _ name: [UInt8]) -> Path {
    Path(bytes: still.bytes.dropLast(still.name.count) + name)
  }
}

extension Path {
  /// The file name extensions of clips, in lower case.
  package static let clipExtensions: Set<String> = ["mov", "mp4", "m4v", "3gp", "avi", "mkv", "webm", "mts", "mpg"]

  /// Whether the name ends like a clip's.
  package var hasClipExtension: Bool {
    Self.clipExtensions.contains(String(decoding: stemAndExtension.fileExtension, as: UTF8.self).lowercased())
  }

  /// Whether a clip has the name of a still: IMG_1.MOV, or IMG_1_HEVC.MOV, of IMG_1.HEIC.
  fileprivate func isNamesake(of still: Path) -> Bool {
    let (own, other) = (stemAndExtension.stem, still.stemAndExtension.stem)
    return own == other || own == other + Array("_HEVC".utf8)
  }
}
