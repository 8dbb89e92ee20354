package import PeelCodecs
internal import PeelFiles
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

  package let item: FaceItem
  package let frames: [Ranked]
  package let errors: [FaceError]
  /// What is known about the clip.
  let facts: ClipFacts

  /// Reads and ranks an item. Photos without a clip are divided into bursts, by the times at which they were taken.
  ///
  /// - Parameter look: called with each picture while it is read; false ends the reading.
  package static func all(
    in item: FaceItem, _ choice: FrameChoice, _ models: () throws(FaceModelsError) -> FaceModels,
    limits: DecodingLimits = DecodingLimits(), look: (FaceFrames.Look) -> Bool = { _ in true }
  ) throws(FaceModelsError) -> [RankedFrames] {
    let read = try FaceFrames(item, choice, models, limits: limits, look: look)
    let bursts = item.clip == nil ? Burst.all(takenAt: read.times).map(\.shots) : [Array(read.sources.indices)]
    if bursts.isEmpty { return [RankedFrames(item, read, [], read.errors)] }
    return bursts.enumerated().map { number, pictures in
      let stills = pictures.compactMap { read.sources[$0].photo }
      let burst = FaceItem(
        name: item.clip == nil ? stills.first ?? item.name : item.name, stills: stills, clip: item.clip)
      return RankedFrames(burst, read, pictures, number == 0 ? read.errors : [])
    }
  }

  /// Ranks some of the pictures that were read.
  private init(_ item: FaceItem, _ read: FaceFrames, _ pictures: [Int], _ errors: [FaceError]) {
    self.item = item
    self.errors = errors
    facts = read.facts
    let sources = pictures.map { read.sources[$0] }
    let judged = FaceRanking(pictures.map { read.faces[$0] }, longSides: pictures.map { read.longSides[$0] }).frames
    let best = judged.map(\.score).max() ?? 0
    // Of equally good frames, a still comes first, and then the earlier one.
    let order = judged.indices.sorted { a, b in
      if judged[a].score != judged[b].score { return judged[a].score > judged[b].score }
      let (first, second) = (sources[a].photo != nil, sources[b].photo != nil)
      return first == second ? a < b : first
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
