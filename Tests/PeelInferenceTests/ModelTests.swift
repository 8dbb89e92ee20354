import Foundation
import PeelRandomNumbers
import Testing

@testable import PeelInference

/// The face models, beside what LiteRT computes (`Recorded/record.py`).
struct ModelTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let bundle = folder.appending(path: "../../Sources/CPeelModels/faces/face_landmarker.task")

  private static func archive() throws -> [UInt8] { try [UInt8](Data(contentsOf: bundle)) }

  private static func model(_ name: String) throws -> [UInt8] {
    try #require(try StoredArchive(archive())[name + ".tflite"])
  }

  private struct Recording: Decodable {
    struct Sample: Decodable {
      let tensor: Int
      /// Places and numbers.
      let numbers: [[Double]]
    }
    let seed: UInt64
    let tensors: [Sample]
  }

  /// Every tensor that an operator computes equals LiteRT's within 1/1000 of its greatest number.
  @Test(arguments: ["face_detector", "face_landmarks_detector", "face_blendshapes"])
  func computesAsLiteRT(_ name: String) throws {
    let recording = try JSONDecoder().decode(
      Recording.self, from: Data(contentsOf: Self.folder.appending(path: "Recorded/\(name).json")))
    var graph = try Graph(tensorFlowLite: Self.model(name))
    let ends = graph.outputs
    graph.outputs = recording.tensors.map(\.tensor)
    var random = RandomNumbers(seed: recording.seed)
    let count = graph.tensors[graph.inputs[0]].count
    let input = (0..<count).map { _ in Float(random.next() >> 40) / 0x1p24 }
    var whole = Interpreter(try Network(graph))
    let results = whole.outputs(of: input)
    for (sample, numbers) in zip(recording.tensors, results) {
      let scale = numbers.map { abs(Double($0)) }.max() ?? 0
      for entry in sample.numbers {
        let difference = abs(Double(numbers[Int(entry[0])]) - entry[1])
        #expect(difference <= 1e-3 * max(scale, 1e-3), "tensor \(sample.tensor), number \(entry[0])")
        // Points lie within 0.05 pixels.
        if name == "face_landmarks_detector", ends.contains(sample.tensor) { #expect(difference < 0.05) }
      }
    }
    // Joining operations and sharing memory changes nothing.
    graph.outputs = ends
    var joined = Interpreter(try Network(graph))
    #expect(joined.memory.count < whole.memory.count)
    for (end, numbers) in zip(ends, joined.outputs(of: input)) {
      let same = try #require(recording.tensors.firstIndex { $0.tensor == end })
      #expect(zip(numbers, results[same]).allSatisfy { abs($0 - $1) <= 1e-5 * max(1, abs($1)) })
    }
    // A second run finds nothing left from the first.
    let again = joined.outputs(of: input)
    #expect(again == joined.outputs(of: input))
  }

  @Test func bundledModelsAreThePublishedOnes() throws {
    let bytes = try Self.archive()
    #expect(bytes.count == 3_758_596)
    let program = Process()
    program.executableURL = URL(filePath: "/usr/bin/sha256sum")
    program.arguments = [Self.bundle.path(percentEncoded: false)]
    let output = Pipe()
    program.standardOutput = output
    try program.run()
    let line = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(line.hasPrefix("64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff"))
    _ = try FaceModels.bundled
  }

  @Test func damagedBundlesSaySo() throws {
    let bytes = try Self.archive()
    var flipped = bytes
    flipped[1_000_000] ^= 1
    #expect(throws: FaceModelsError.damaged("face_landmarks_detector.tflite")) { try FaceModels(archive: flipped) }
    #expect(throws: FaceModelsError.notABundle) { try FaceModels(archive: Array(bytes.dropLast(1000))) }
    #expect(throws: FaceModelsError.notABundle) { try FaceModels(archive: []) }
  }

  /// Changed, removed, repeated and cut-off bytes give a network that runs, or a typed error.
  @Test func mutatedModelsNeverCrash() throws {
    let original = try Self.model("face_detector")
    var random = RandomNumbers(seed: 7)
    var (networks, errors) = (0, 0)
    for round in 0..<600 {
      // The description of the tensors and operators is at both ends; numbers fill the middle.
      let bytes = original.mutated(atMost: 8, places: Self.structure(of: original, round), &random)
      do throws(NetworkError) {
        let network = try Network(tensorFlowLite: bytes)
        networks += 1
        guard networks.isMultiple(of: 16) else { continue }
        var interpreter = Interpreter(network)
        let results = interpreter.outputs(of: [Float](repeating: 0.5, count: network.input.count))
        #expect(results.count == network.outputs.count)
      } catch {
        errors += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(networks > 20 && errors > 100, "\(networks) networks, \(errors) errors")
  }

  private static func structure(of bytes: [UInt8], _ round: Int) -> Range<Int> {
    let part = 40_000
    return round.isMultiple(of: 2) ? 0..<part : bytes.count - part..<bytes.count
  }

  /// Sizes that would take too much memory or time are refused before any is taken.
  @Test func enormousNetworksAreRefused() {
    func network(_ shape: [Int], _ kind: PeelInference.Operation.Kind, _ constants: [Tensor], to output: [Int]) throws
      -> Network
    {
      try Network(
        Graph(
          tensors: [Tensor(shape: shape)] + constants + [Tensor(shape: output)],
          operations: [
            PeelInference.Operation(kind: kind, inputs: Array(0...constants.count), output: constants.count + 1)
          ],
          inputs: [0], outputs: [constants.count + 1]))
    }
    #expect(!Tensor.isAllowed([1 << 13, 1 << 13]))
    #expect(!Tensor.isAllowed([Int.max, Int.max]))
    #expect(!Tensor.isAllowed([0]) && !Tensor.isAllowed([-1]))
    let window = PeelInference.Operation.Window(isPadded: true, stepX: 1, stepY: 1)
    #expect(throws: NetworkError.self) {
      try network(
        [1, 1000, 1000, 1], .convolution(window),
        [Tensor(shape: [1, 1000, 1000, 1], content: .numbers([Float](repeating: 0, count: 1_000_000)))],
        to: [1, 1000, 1000, 1])
    }
    for side in [1 << 40, 1 << 24] {
      #expect(throws: NetworkError.self) {
        try network([1, 4096, 4096, 1], .greatest(window, width: side, height: side), [], to: [1, 4096, 4096, 1])
      }
    }
    // More channels out than in would write beyond the memory.
    #expect(throws: NetworkError.damaged("a window doesn't fit its tensors")) {
      try network([1, 4, 4, 1], .greatest(window, width: 2, height: 2), [], to: [1, 4, 4, 64])
    }
    #expect(throws: NetworkError.self) {
      try network([1, 4, 4, 1], .greatest(window, width: 1 << 40, height: 1), [], to: [1, 4, 4, 1])
    }
  }
}
