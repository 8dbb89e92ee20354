import Foundation
import PeelImaging
import PeelTestSupport
import Testing

/// Partly covered prints in fans and piles, in rendered photos kept beside the repository.
@Suite struct CoveredTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/photos/hard").standardizedFileURL
  private static var isPresent: Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "truth.json").path)
  }

  private struct Truth: Decodable {
    struct Image: Decodable {
      var file: String
      /// The partly covered prints.
      var ignoreQuads: [[[Double]]]?
    }
    var images: [Image]
  }

  private struct Answer: Decodable {
    struct Outline: Decodable {
      var corners: [[Double]]
      var confidence: Double
    }
    var prints: [Outline]
    var candidates: [Outline]
  }

  private static func quad(_ corners: [[Double]]) -> Quad? { Quad(corners.map { Point($0[0], $0[1]) }) }

  /// 12 of 20 are offered; the others lie in a fan without a sure print, or too little of them shows.
  @Test(.enabled(if: isPresent, "needs ../shared/photos/hard"))
  func coveredPrintsAreOfferedAndNeverSure() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let truth = try decoder.decode(Truth.self, from: Data(contentsOf: Self.folder.appending(path: "truth.json")))
    let piles = truth.images.filter { $0.ignoreQuads?.isEmpty == false }
    let paths = piles.map { Self.folder.appending(path: $0.file).path }
    let run = try Program.run(["detect", "--json"] + paths)
    let answers = try run.lines.map { try JSONDecoder().decode(Answer.self, from: Data($0.utf8)) }
    #expect(answers.count == piles.count)
    var (covered, offered) = (0, 0)
    for (pile, answer) in zip(piles, answers) {
      for quad in (pile.ignoreQuads ?? []).compactMap(Self.quad) {
        let right = (answer.prints + answer.candidates).filter { outline in
          Self.quad(outline.corners).map { $0.intersectionOverUnion(quad) >= 0.95 } ?? false
        }
        covered += 1
        offered += right.isEmpty ? 0 : 1
        #expect(right.allSatisfy { $0.confidence < Detection.sureConfidence }, "\(pile.file)")
      }
    }
    #expect(covered == 20)
    #expect(offered >= 12)
  }
}
