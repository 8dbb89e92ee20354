internal import PeelCodecs
package import PeelFiles
package import PeelImaging
internal import PeelOutput
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
    var identifiers = LivePair.Identifiers()
    var items: [FaceItem] = []
    var burst: [Path] = []
    for still in files where !still.hasClipExtension && Interruption.signal == nil {
      if let clip = LivePair.clip(of: still, among: clips, &identifiers) {
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

extension FaceItem {
  /// The item after one of its files was renamed.
  package func renamed(from old: Path, to new: Path) -> FaceItem {
    FaceItem(
      name: name == old ? new : name, stills: stills.map { $0 == old ? new : $0 },
      clip: clip?.renamed(from: old, to: new))
  }

  /// A still with its clip; nil if it has none.
  package init?(live still: Path) {
    var identifiers = LivePair.Identifiers()
    guard let clip = LivePair.clip(of: still, among: [], &identifiers) else { return nil }
    self.init(name: still, stills: [still], clip: clip)
  }

  /// How long a picture that only stands for a clip is waited for.
  private static let posterPatience = Duration.seconds(10)

  /// A clip with the still beside it that it was taken with, if there is one.
  package init(clipWithStill clip: Path) {
    let photos = ((try? names(in: clip.folder)) ?? []).map { Path(bytes: clip.bytes.dropLast(clip.name.count) + $0) }
    let stills = photos.filter { $0.hasPhotoExtension && clip.stillStems.contains($0.stemAndExtension.stem) }
    let live = stills.sorted { $0.text < $1.text }.firstResult { still in
      FaceItem(live: still).flatMap { $0.clip == Clip(file: clip) ? $0 : nil }
    }
    self = live ?? FaceItem(name: clip, clip: Clip(file: clip))
  }

  /// A picture of a clip to stand for it, from its middle.
  package static func poster(of clip: Path) throws(FaceError) -> Photo {
    do throws(StreamError) {
      let waiting = Waiting(patience: posterPatience)
      let facts = try ClipFacts(of: Clip(file: clip), listsFrames: false, waiting)
      var frames = ClipFrames(of: Clip(file: clip), [(facts.frames ?? 0) / 2], facts, nil, waiting)
      guard let frame = try frames.next() else { throw .video(.empty) }
      return frame.photo
    } catch {
      throw .clip(clip, error)
    }
  }
}

/// The clip of a Live Photo or motion photo.
package enum LivePair {
  /// The most clips of a folder that are asked for their identifier: each takes a twentieth of a second.
  private static let mostClips = 100

  /// Whether a still probably has a clip: within it, or beside it with its name.
  package static func hasClip(_ still: Path, _ bytes: [UInt8]) -> Bool {
    MotionPhoto.video(in: bytes) != nil || clips(beside: still).contains { $0.isNamesake(of: still) }
  }

  /// The clips beside a still that have its name, and none of another photo, with their names if the still had another.
  package static func clips(of still: Path, renamedTo new: Path) -> [(old: Path, new: Path)] {
    let stem = still.stemAndExtension.stem
    let photos = ((try? names(in: still.folder)) ?? []).map { Path(bytes: $0) }.filter(\.hasPhotoExtension)
    guard photos.allSatisfy({ $0.bytes == still.name || $0.stemAndExtension.stem != stem }) else { return [] }
    return clips(beside: still).filter { $0.isNamesake(of: still) }.map { clip in
      (clip, inSameFolder(new, new.stemAndExtension.stem + clip.name.dropFirst(stem.count)))
    }
  }

  /// Files without the clips that have the name of a photo among them: those belong to that photo.
  package static func withoutPaired(_ files: [Path]) -> [Path] {
    let stills = Set(
      files.filter { !$0.hasClipExtension }.map { Namesake(folder: $0.folder, stem: $0.stemAndExtension.stem) })
    return files.filter { file in
      !file.hasClipExtension
        || !file.stillStems.contains { stills.contains(Namesake(folder: file.folder, stem: $0)) }
    }
  }

  /// The photo that a clip belongs to by its name; nil if none of them is it.
  package static func still(of clip: Path, among photos: [Path]) -> Path? {
    photos.first { $0.folder == clip.folder && clip.isNamesake(of: $0) }
  }

  /// The identifiers of clips, each of which is asked for it once.
  struct Identifiers {
    private var known: [Path: String?] = [:]

    mutating func identifier(of clip: Path) -> String? {
      if let identifier = known[clip] { return identifier }
      let identifier = try? ClipFacts(of: Clip(file: clip), listsFrames: false).identifier
      known[clip] = .some(identifier)
      return identifier
    }
  }

  private struct Namesake: Hashable {
    let folder: Path
    let stem: [UInt8]
  }

  /// The clips in a still's folder.
  private static func clips(beside still: Path) -> [Path] {
    ((try? names(in: still.folder)) ?? []).map { inSameFolder(still, $0) }.filter(\.hasClipExtension)
  }

  /// The clip that belongs to a still: within it, or beside it with its identifier, or else with its name.
  ///
  /// - Parameter named: clips that were named together with the still.
  static func clip(of still: Path, among named: [Path], _ known: inout Identifiers) -> Clip? {
    guard let bytes = try? photoBytes(at: still) else { return nil }
    if let part = MotionPhoto.video(in: bytes) { return Clip(file: still, part: part) }
    // A file of another kind has no clip, whatever lies beside it.
    guard still.hasPhotoExtension else { return nil }
    let identifier = LivePhoto.contentIdentifier(in: bytes)
    let all = named + clips(beside: still).filter { !named.contains($0) }.sorted { $0.text < $1.text }
    let namesakes = all.filter { $0.isNamesake(of: still) }
    guard let identifier else { return namesakes.first.map { Clip(file: $0) } }
    var strangers: Set<Path> = []
    for clip in (namesakes + all.filter { !namesakes.contains($0) }).prefix(mostClips) {
      if Interruption.signal != nil { return nil }
      let other = known.identifier(of: clip)
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
  package static let clipExtensions: Set<String> = [
    "mov", "mp4", "m4v", "3gp", "avi", "mkv", "webm", "mts", "m2ts", "mpg", "mpeg", "wmv", "flv",
  ]

  /// Whether the name ends like a clip's.
  package var hasClipExtension: Bool {
    Self.clipExtensions.contains(String(decoding: stemAndExtension.fileExtension, as: UTF8.self).lowercased())
  }

  /// Whether a clip has the name of a still.
  fileprivate func isNamesake(of still: Path) -> Bool { stillStems.contains(still.stemAndExtension.stem) }

  /// The names, without an ending, that a clip's still may have: IMG_1 for IMG_1.MOV, and for IMG_1_HEVC.MOV.
  fileprivate var stillStems: [[UInt8]] {
    let (stem, ending) = (stemAndExtension.stem, Array("_HEVC".utf8))
    return stem.suffix(ending.count).elementsEqual(ending) ? [stem, Array(stem.dropLast(ending.count))] : [stem]
  }
}
