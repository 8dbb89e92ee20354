internal import PeelImaging
internal import PeelInference

extension FrameSheet.Entry {
  /// The most faces of a picture whose scores are written under it.
  private static let mostLines = 3

  /// A ranked picture, with its faces and scores.
  init(_ ranked: RankedFrames.Ranked, rank: Int, _ picture: Picture) {
    self.init(
      picture, boxes: ranked.frame.faces.map(\.face.box),
      lines: ["\(rank): \(ranked.words)"] + ranked.frame.faces.prefix(Self.mostLines).map(\.brief))
  }
}

extension RankedFrames.Ranked {
  /// The score, the frame and the fault.
  fileprivate var words: String {
    let place =
      switch source {
      case .photo: "still"
      case .clip(let number, let time): "\(number) \(time.rounded(to: 2) ?? "") s"
      }
    let fault = frame.fault.map { " " + $0.rawValue } ?? ""
    return "\(frame.score.rounded(to: 2) ?? "") \(place)\(fault)"
  }
}

extension FaceRanking.JudgedFace {
  /// The sub-scores in percent: focus, light, eyes, expression and pose.
  fileprivate var brief: String {
    let parts = [
      ("f", focus), ("l", face.traits.light), ("e", face.traits.eyes), ("x", face.traits.expression),
      ("p", face.traits.pose),
    ]
    return parts.map { "\($0.0) \((100 * $0.1).rounded(to: 0) ?? "")" }.joined(separator: " ")
  }
}
