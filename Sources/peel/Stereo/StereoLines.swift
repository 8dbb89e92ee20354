import PeelFiles
import PeelMessages
import PeelOutput
import PeelScanning

extension StereoReport: PhotoReport {
  var warningTexts: [String] { warnings }

  var needsReview: Bool { false }

  var json: JSON {
    .object([
      "schema": .integer(1), "photo": .path(photo),
      "files": .array(
        pictures.map { file in
          .object([
            "file": .path(file.file), "width": file.size.map { .integer($0.width) } ?? .null,
            "height": file.size.map { .integer($0.height) } ?? .null,
          ])
        }), "depth": source.map(\.json) ?? .null, "error": .string(error.map { Complaint($0).reason }),
    ])
  }

  var files: [Path] { pictures.map(\.file) }

  var notes: [String] {
    guard case .aligned(let error)? = source else { return [] }
    return ["aligned; points differ by \(error.rounded(to: 1) ?? "") pixels in height"]
  }
}

extension StereoMaker.Source {
  fileprivate var json: JSON {
    switch self {
    case .pair: .object(["kind": .string("pair")])
    case .aligned(let error):
      .object(["kind": .string("aligned"), "heightError": .number(error, decimals: 3)])
    case .depth(let facts, let size, let focus):
      .object([
        "kind": .string(facts.kind.rawValue), "width": .integer(size.width), "height": .integer(size.height),
        "least": .number(facts.range?.lowerBound, decimals: 6), "most": .number(facts.range?.upperBound, decimals: 6),
        "focus": .number(focus, decimals: 4),
      ])
    }
  }
}
