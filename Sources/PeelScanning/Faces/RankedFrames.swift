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

  /// Reads and ranks an item.
  package init(
    _ item: FaceItem, _ choice: FrameChoice, _ models: FaceModels, limits: DecodingLimits = DecodingLimits()
  ) {
    let read = FaceFrames(item, choice, models, limits: limits)
    self.item = item
    errors = read.errors
    facts = read.facts
    let judged = FaceRanking(read.faces, longSides: read.longSides).frames
    let best = judged.map(\.score).max() ?? 0
    // Of equally good frames, a still comes first, and then the earlier one.
    let order = judged.indices.sorted { a, b in
      if judged[a].score != judged[b].score { return judged[a].score > judged[b].score }
      let (first, second) = (read.sources[a].isPhoto, read.sources[b].isPhoto)
      return first == second ? a < b : first
    }
    frames = order.map { index in
      Ranked(
        source: read.sources[index], frame: judged[index], relative: best > 0 ? judged[index].score / best : 0)
    }
  }
}

extension FrameSource {
  var isPhoto: Bool {
    switch self {
    case .photo: true
    case .clip: false
    }
  }
}

extension RankedFrames.Ranked {
  /// The object for `--json`.
  package func json(of item: FaceItem) -> JSON {
    let (photo, number, time): (JSON, JSON, JSON) =
      switch source {
      case .photo(let path): (.path(path), .null, .null)
      case .clip(let number, let time): (.null, .integer(number), .number(time, decimals: 3))
      }
    return .object([
      "schema": .integer(1), "item": .path(item.name), "photo": photo, "frame": number, "time": time,
      "score": .number(frame.score, decimals: 4), "why": .string(frame.fault?.rawValue),
      "faces": .array(frame.faces.map(\.json)),
    ])
  }
}

extension FaceRanking.JudgedFace {
  fileprivate var json: JSON {
    let box = face.box
    let numbers = [box.minX, box.minY, box.width, box.height].map { JSON.number($0, decimals: 1) }
    return .object([
      "box": .array(numbers), "score": .number(score, decimals: 4), "focus": .number(focus, decimals: 4),
      "light": .number(face.traits.light, decimals: 4), "eyes": .number(face.traits.eyes, decimals: 4),
      "expression": .number(face.traits.expression, decimals: 4), "pose": .number(face.traits.pose, decimals: 4),
    ])
  }
}
