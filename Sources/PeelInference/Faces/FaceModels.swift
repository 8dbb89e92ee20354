internal import PeelModels

/// The three networks that read faces: where they are, what shape they have, and what they do.
package struct FaceModels: Sendable {
  let detector: Network
  let landmarks: Network
  let blendshapes: Network

  /// The models that are part of the program. They are loaded when first used, which takes 30 ms.
  package static var bundled: FaceModels {
    get throws(FaceModelsError) { try FaceModels { (model) throws(FaceModelsError) in try model.bundled } }
  }

  /// Reads the models from a bundle as MediaPipe publishes it: a ZIP archive of stored files.
  package init(archive: [UInt8]) throws(FaceModelsError) {
    let files = try StoredArchive(archive)
    try self.init { (model) throws(FaceModelsError) in try model.network(in: files) }
  }

  private init(_ network: (FaceModel) throws(FaceModelsError) -> Network) throws(FaceModelsError) {
    detector = try network(.detector)
    landmarks = try network(.landmarks)
    blendshapes = try network(.blendshapes)
  }
}

/// A network that reads faces, by its name in the bundle.
enum FaceModel: String {
  /// BlazeFace, short range: from a picture of 128 × 128 pixels.
  case detector = "face_detector"
  /// Face Mesh V2: from a face of 256 × 256 pixels.
  case landmarks = "face_landmarks_detector"
  /// Blendshape V2: from 146 points of the mesh.
  case blendshapes = "face_blendshapes"

  /// The numbers that it reads, and those of each of its outputs.
  private var sizes: (input: Int, outputs: [Int]) {
    switch self {
    case .detector:
      (3 * FaceDetector.side * FaceDetector.side, [FaceDetector.anchors * FaceDetector.numbers, FaceDetector.anchors])
    case .landmarks: (3 * FaceMesh.side * FaceMesh.side, [3 * FaceMesh.points, 1, 1])
    case .blendshapes: (2 * Blendshapes.points.count, [Blendshapes.count])
    }
  }

  /// Reads the network from a bundle.
  func network(in files: StoredArchive) throws(FaceModelsError) -> Network {
    guard let bytes = try files[rawValue + ".tflite"] else { throw .missing(rawValue) }
    let network: Network
    do throws(NetworkError) { network = try Network(tensorFlowLite: bytes) } catch { throw .network(rawValue, error) }
    guard network.input.count == sizes.input, network.outputs.map(\.count) == sizes.outputs else {
      throw .network(rawValue, .damaged("it has other inputs and outputs"))
    }
    return network
  }

  /// The network that is part of the program.
  var bundled: Network {
    get throws(FaceModelsError) {
      switch self {
      case .detector: try Self.bundledDetector.get()
      case .landmarks: try Self.bundledLandmarks.get()
      case .blendshapes: try Self.bundledBlendshapes.get()
      }
    }
  }

  private static let bundledDetector = FaceModel.detector.loaded
  private static let bundledLandmarks = FaceModel.landmarks.loaded
  private static let bundledBlendshapes = FaceModel.blendshapes.loaded

  /// The network, owned by the caller alone.
  var loaded: Result<Network, FaceModelsError> {
    Result { () throws(FaceModelsError) in try network(in: StoredArchive(EmbeddedModels.faces)) }
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
