import Foundation
import PeelRandomNumbers
import Testing

@testable import PeelImaging

@Suite struct DetectorModelTests {
  /// Any numbers, as a fit may leave them.
  private static func model(_ random: inout RandomNumbers) throws -> Detector.Model {
    func trees(_ bias: Double, _ count: Int) throws -> BoostedTrees {
      let nodes = (0..<count).flatMap { _ -> [BoostedTrees.Node] in
        let numbers = (0..<3).map { _ in Float.random(in: -9...9, using: &random) }
        return [.init(feature: 79, threshold: numbers[0], right: 2), .init(leaf: numbers[1]), .init(leaf: numbers[2])]
      }
      return try #require(BoostedTrees(bias: bias, nodes: nodes))
    }
    let numbers = (0..<PatchNetwork.count).map { _ in Float.random(in: -0.01...0.01, using: &random) }
    return try Detector.Model(
      judgedTrees: trees(0, 3), refinedTrees: trees(-0.1, 0), contextTrees: trees(.pi, 2),
      network: PatchNetwork(numbers: numbers))
  }

  private static func file(seed: UInt64 = 1) throws -> [UInt8] {
    var random = RandomNumbers(seed: seed)
    return try model(&random).file
  }

  @Test func `a model is read as it was written`() throws {
    var random = RandomNumbers(seed: 5)
    let model = try Self.model(&random)
    let read = try Detector.Model(file: model.file.span)
    #expect(read == model)
    #expect(read.file == model.file)
  }

  /// The build takes the file as it is, and a fit that found the same numbers would write the same file.
  @Test func `the embedded model is the file in Sources`() throws {
    let path = URL(filePath: #filePath).appending(path: "../../../Sources/CPeelModels/detector.bin").standardized
    #expect(try Detector.Model.embedded.file == Array(Data(contentsOf: path)))
  }

  /// The format, byte by byte, up to the first node.
  @Test func `a file begins with its format`() throws {
    let file = try Self.file()
    #expect(String(decoding: file[..<8], as: UTF8.self) == "peel-det")
    #expect(file[8..<12] == [1, 0, 0, 0])
    #expect(String(decoding: file[12..<16], as: UTF8.self) == "judg")
    // The bias, and three trees of three nodes.
    #expect(file[16..<20] == [8 + 9 * 12, 0, 0, 0])
    #expect(file[20..<28] == [0, 0, 0, 0, 0, 0, 0, 0])
    #expect(file[28..<32] == [79, 0, 0, 0] && file[36..<40] == [2, 0, 0, 0])
    #expect(file[40..<44] == [255, 255, 255, 255])
  }

  /// A change of a file that makes it unusable.
  struct Damage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let error: ModelError
    let change: @Sendable (inout [UInt8]) -> Void

    init(_ description: String, _ error: ModelError, _ change: @escaping @Sendable (inout [UInt8]) -> Void) {
      (testDescription, self.error, self.change) = (description, error, change)
    }

    static let all = [
      Damage("nothing", .notAModel) { $0 = [] },
      Damage("another magic", .notAModel) { $0[0] = 0 },
      Damage("no version", .notAModel) { $0.removeLast($0.count - 11) },
      Damage("a later version", .otherVersion(258)) { ($0[8], $0[9]) = (2, 1) },
      Damage("no section", .damaged("judg")) { $0.removeLast($0.count - 12) },
      Damage("another section", .damaged("judg")) { $0[12] = 0 },
      Damage("a section that is too large", .damaged("judg")) { $0[19] = 255 },
      Damage("a feature there is none of", .damaged("judg")) { $0[28] = 120 },
      Damage("a right branch elsewhere", .damaged("judg")) { $0[36] = 3 },
      Damage("a branch without a leaf", .damaged("judg")) { file in for i in 124..<128 { file[i] = 0 } },
      Damage("no last number", .damaged("netw")) { $0.removeLast() },
      Damage("one more number", .tooLong) { $0.append(0) },
    ]
  }

  @Test(arguments: Damage.all)
  func `a damaged file is refused`(_ damage: Damage) throws {
    var file = try Self.file()
    damage.change(&file)
    #expect(throws: damage.error) { try Detector.Model(file: file.span) }
  }
}
