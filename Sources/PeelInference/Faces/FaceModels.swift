internal import PeelModels

/// The three networks that read faces: where they are, what shape they have, and what they do.
package struct FaceModels: Sendable {
  /// BlazeFace, short range: from a picture of 128 × 128 pixels.
  let detector: Network
  /// Face Mesh V2: from a face of 256 × 256 pixels.
  let landmarks: Network
  /// Blendshape V2: from 146 points of the mesh.
  let blendshapes: Network

  /// The models that are part of the program. They are loaded when first used, which takes 30 ms.
  package static var bundled: FaceModels {
    get throws(FaceModelsError) { try loaded.get() }
  }

  private static let loaded = Result { () throws(FaceModelsError) in
    try FaceModels(archive: EmbeddedModels.faces)
  }

  /// Reads the models from a bundle as MediaPipe publishes it: a ZIP archive of stored files.
  package init(archive: [UInt8]) throws(FaceModelsError) {
    let files = try StoredArchive(archive)
    func network(_ name: String, input: Int, outputs: [Int]) throws(FaceModelsError) -> Network {
      guard let bytes = try files[name + ".tflite"] else { throw .missing(name) }
      let network: Network
      do throws(NetworkError) { network = try Network(tensorFlowLite: bytes) } catch { throw .network(name, error) }
      guard network.input.count == input, network.outputs.map(\.count) == outputs else {
        throw .network(name, .damaged("it has other inputs and outputs"))
      }
      return network
    }
    detector = try network(
      "face_detector", input: 3 * FaceDetector.side * FaceDetector.side,
      outputs: [FaceDetector.anchors * FaceDetector.numbers, FaceDetector.anchors])
    landmarks = try network(
      "face_landmarks_detector", input: 3 * FaceMesh.side * FaceMesh.side, outputs: [3 * FaceMesh.points, 1, 1])
    blendshapes = try network(
      "face_blendshapes", input: 2 * Blendshapes.points.count, outputs: [Blendshapes.count])
  }
}

/// Why the face models can't be used.
package enum FaceModelsError: Error, Equatable {
  /// The bundle isn't a ZIP archive of stored files, or part of it is missing.
  case notABundle
  /// A file of the bundle differs from its checksum. The value is its name.
  case damaged(String)
  /// The bundle lacks a model. The value is its name.
  case missing(String)
  /// A model can't be used. The first value is its name.
  case network(String, NetworkError)
}

extension FaceModelsError: CustomStringConvertible {
  /// The message, to be printed on its own.
  package var description: String {
    switch self {
    case .notABundle: "the face models are damaged: they are not a bundle of models"
    case .damaged(let name): "the face models are damaged: \(name) differs from its checksum"
    case .missing(let name): "the face models lack \(name)"
    case .network(let name, let error): "the face model \(name) can't be used: \(error)"
    }
  }
}
