package import PeelInference

extension FaceFault {
  /// The reason in a few words.
  package var words: String {
    switch self {
    case .noFace: "no face"
    case .hidden: "a face is hidden or turned away"
    case .eyesShut: "eyes shut"
    case .eyesNarrow: "eyes less open"
    case .blurred: "blurred"
    case .softer: "less sharp"
    case .lookingAway: "looking away"
    case .dark: "too dark"
    case .bright: "too bright"
    case .mouthOpen: "mouth open"
    case .expression: "less of a smile"
    }
  }
}

extension FaceRanking.JudgedFace {
  /// The sub-scores with their names.
  package var parts: [(name: String, score: Double)] {
    [
      ("focus", focus), ("light", face.traits.light), ("eyes", face.traits.eyes),
      ("expression", face.traits.expression), ("pose", face.traits.pose),
    ]
  }
}
