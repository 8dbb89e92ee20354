internal import PeelFiles
internal import PeelImaging
internal import PeelInference

extension FrameSheet.Entry {
  /// The most faces of a picture whose scores are written under it.
  private static let mostFaces = 3

  /// A ranked picture, with its faces and scores.
  init(_ ranked: RankedFrames.Ranked, rank: Int, _ picture: Picture) {
    self.init(
      picture, boxes: ranked.frame.faces.map(\.face.box),
      lines: ["\(rank): \(ranked.words)", ranked.frame.fault?.words ?? ""]
        + ranked.frame.faces.prefix(Self.mostFaces).flatMap(\.lines))
  }
}

extension RankedFrames.Ranked {
  /// The score, and the frame or the photo.
  fileprivate var words: String {
    let place =
      switch source {
      case .photo(let path): Path(bytes: path.name).text.lowercased()
      case .clip(let number, let time): "frame \(number) at \(time.rounded(to: 2) ?? "-") s"
      }
    return "\(frame.score.rounded(to: 2) ?? "-") \(place)"
  }
}

extension FaceRanking.JudgedFace {
  /// The sub-scores in a line.
  private static let scoresInLine = 3

  /// The sub-scores in percent.
  fileprivate var lines: [String] {
    let words = parts.map { "\($0.name) \((100 * $0.score).rounded(to: 0) ?? "-")" }
    return [words.prefix(Self.scoresInLine), words.dropFirst(Self.scoresInLine)].map { $0.joined(separator: "  ") }
  }
}
