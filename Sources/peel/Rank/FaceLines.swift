import PeelFiles
import PeelImaging
import PeelInference
import PeelMessages
import PeelOutput
import PeelScanning

extension RankedFrames.Ranked {
  /// Writes the photo's name, or the clip's with the frame's number and its time in seconds, separated by tabs.
  func writeName(of item: FaceItem) {
    switch source {
    case .photo(let path): StandardStream.output.write(line: path)
    case .clip(let number, let time):
      StandardStream.output.write(
        line: item.clip?.file ?? item.name, cells: ["\(number)", time.rounded(to: 3) ?? "-"])
    }
  }

  /// The line for standard output, with its newline.
  func line(rank: Int, in item: FaceItem) -> String {
    let place =
      switch source {
      case .photo(let path): path.shown
      case .clip(let number, let time):
        "\((item.clip?.file ?? item.name).shown) frame \(number) at \(time.rounded(to: 2) ?? "-") s"
      }
    // From left to right, so that each is found in the picture.
    let ordered = frame.faces.sorted { $0.face.box.minX < $1.face.box.minX }
    let faces = zip(1..., ordered).map { number, face in (ordered.count > 1 ? "face \(number): " : "") + face.words }
      .joined(separator: "; ")
    let percent = "\((100 * relative).rounded(to: 0) ?? "-") %"
    let cells = [
      "\(rank)", frame.score.rounded(to: 2) ?? "-", percent, place, faces, frame.fault?.words ?? "",
    ]
    return cells.joined(separator: "\t") + "\n"
  }

  /// The object for `--json`.
  func json(of item: FaceItem) -> JSON {
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
  fileprivate var words: String {
    parts.map { "\($0.name) \($0.score.rounded(to: 2) ?? "-")" }.joined(separator: " ")
  }

  fileprivate var json: JSON {
    let box = face.box
    let numbers = [box.minX, box.minY, box.width, box.height].map { JSON.number($0, decimals: 1) }
    let scores = parts.map { (key: $0.name, value: JSON.number($0.score, decimals: 4)) }
    return .object([("box", .array(numbers)), ("score", .number(score, decimals: 4))] + scores)
  }
}
