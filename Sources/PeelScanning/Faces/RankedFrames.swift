package import PeelCodecs
package import PeelFiles
internal import PeelImaging
package import PeelInference

/// The pictures of an item, the one in which people look best first.
package struct RankedFrames: Sendable {
  package struct Ranked: Sendable {
    package let source: FrameSource
    package let frame: FaceRanking.Frame
    /// The score as a share of the best one's, 0…1.
    package let relative: Double
  }

  package private(set) var item: FaceItem
  package private(set) var frames: [Ranked]
  package let errors: [FaceError]
  /// What is known about the clip.
  let facts: ClipFacts
  /// How the clip's frames were found.
  let way: ClipFrames.Way
  /// Whether the clip's frames are known by their numbers whichever way they are found.
  let isCounted: Bool
  /// The clip's file when it was ranked.
  private let clipStatus: Descriptor.Status?

  /// Whether the clip is still the one that was ranked.
  package var isClipUnchanged: Bool {
    guard let clip = item.clip, let clipStatus else { return true }
    // A file that was renamed or linked meanwhile is the same.
    guard let now = Descriptor.Status(of: clip.file) else { return false }
    return now.size == clipStatus.size && now.changed == clipStatus.changed
  }

  /// The same pictures after a file of the item was renamed.
  package func renamed(from old: Path, to new: Path) -> RankedFrames {
    var renamed = self
    renamed.item = item.renamed(from: old, to: new)
    renamed.frames = frames.map { frame in
      guard frame.source.photo == old else { return frame }
      return Ranked(source: .photo(new), frame: frame.frame, relative: frame.relative)
    }
    return renamed
  }

  /// The share of the best frame's score that is enough for a still.
  private static let nearTie = 0.99

  /// Reads and ranks an item. Photos without a clip are divided into bursts, by the times at which they were taken.
  ///
  /// - Parameters:
  ///   - isWanted: whether the ranking is still wanted, which is asked while ffmpeg is waited for.
  ///   - look: called with each picture while it is read; false ends the reading.
  package static func all(
    in item: FaceItem, _ choice: FrameChoice, _ models: () throws(FaceModelsError) -> FaceModels,
    limits: DecodingLimits = DecodingLimits(), isWanted: @escaping @Sendable () -> Bool = { true },
    look: (FaceFrames.Look) -> Bool = { _ in true }
  ) throws(FaceModelsError) -> [RankedFrames] {
    let read = try FaceFrames(item, choice, models, limits: limits, isWanted: isWanted, look: look)
    let bursts = item.clip == nil ? bursts(takenAt: read.times) : [Array(read.sources.indices)]
    if bursts.isEmpty { return [RankedFrames(item, read, [], read.errors)] }
    return bursts.enumerated().map { number, pictures in
      let stills = pictures.compactMap { read.sources[$0].photo }
      let burst = FaceItem(
        name: item.clip == nil ? stills.first ?? item.name : item.name, stills: stills, clip: item.clip)
      return RankedFrames(burst, read, pictures, number == 0 ? read.errors : [])
    }
  }

  /// The photos that were taken one after another. A photo without a date stands alone.
  private static func bursts(takenAt times: [Double?]) -> [[Int]] {
    let timed = times.indices.filter { times[$0] != nil }
    let alone = times.indices.filter { times[$0] == nil }.map { [$0] }
    let bursts = Burst.all(takenAt: timed.map { times[$0] }).map { burst in burst.shots.map { timed[$0] } }
    return (bursts + alone).sorted { ($0.first ?? 0) < ($1.first ?? 0) }
  }

  /// Ranks some of the pictures that were read.
  private init(_ item: FaceItem, _ read: FaceFrames, _ pictures: [Int], _ errors: [FaceError]) {
    self.item = item
    self.errors = errors
    (facts, way, isCounted, clipStatus) = (read.facts, read.way, read.isCounted, read.clipStatus)
    let sources = pictures.map { read.sources[$0] }
    let judged = FaceRanking(pictures.map { read.faces[$0] }, longSides: pictures.map { read.longSides[$0] }).frames
    let best = judged.map(\.score).max() ?? 0
    /// The score by which a picture is placed: a still of a clip, which has more detail, wins unless it is clearly worse.
    func place(_ index: Int) -> Double {
      item.clip != nil && sources[index].photo != nil ? judged[index].score / Self.nearTie : judged[index].score
    }
    let order = judged.indices.sorted { a, b in
      place(a) == place(b) ? a < b : place(a) > place(b)
    }
    frames = order.map { index in
      Ranked(source: sources[index], frame: judged[index], relative: best > 0 ? judged[index].score / best : 0)
    }
  }
}

extension FrameSource {
  /// The photo; nil for a frame.
  package var photo: Path? {
    switch self {
    case .photo(let path): path
    case .clip: nil
    }
  }
}
