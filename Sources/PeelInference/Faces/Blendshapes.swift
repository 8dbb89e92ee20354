internal import PeelImaging

/// How strongly a face does each of 52 movements, 0…1, from Blendshape V2.
struct Blendshapes: Sendable, Equatable {
  let strengths: [Float]

  static let count = 52
  /// The points of the mesh that the network reads (MediaPipe, `kLandmarksSubsetIdxs`).
  static let points = [
    0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65, 66, 67, 70, 78, 80, 81,
    82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136, 144, 145, 146, 148, 149, 150, 152, 153, 154,
    155, 157, 158, 159, 160, 161, 162, 163, 168, 172, 173, 176, 178, 181, 185, 191, 195, 197, 234, 246, 249, 251, 263,
    267, 269, 270, 276, 282, 283, 284, 285, 288, 291, 293, 295, 296, 297, 300, 308, 310, 311, 312, 314, 317, 318, 321,
    323, 324, 332, 334, 336, 338, 356, 361, 362, 365, 373, 374, 375, 377, 378, 379, 380, 381, 382, 384, 385, 386, 387,
    388, 389, 390, 397, 398, 400, 402, 405, 409, 415, 454, 466, 468, 469, 470, 471, 472, 473, 474, 475, 476, 477,
  ]

  /// The movements that count, by their numbers in the network's output.
  enum Movement: Int {
    case browDownLeft = 1
    case browDownRight = 2
    case eyeBlinkLeft = 9
    case eyeBlinkRight = 10
    case jawOpen = 25
    case mouthFrownLeft = 30
    case mouthFrownRight = 31
    case mouthSmileLeft = 44
    case mouthSmileRight = 45
    case noseSneerLeft = 50
    case noseSneerRight = 51
  }

  /// The strength of the stronger of some movements.
  func strongest(_ movements: Movement...) -> Double { movements.map { Double(strengths[$0.rawValue]) }.max() ?? 0 }

  /// How far the eye that is more closed is closed.
  var blink: Double { strongest(.eyeBlinkLeft, .eyeBlinkRight) }
  /// How much the mouth smiles.
  var smile: Double {
    Double(strengths[Movement.mouthSmileLeft.rawValue] + strengths[Movement.mouthSmileRight.rawValue]) / 2
  }
}

/// Reads blendshapes.
struct BlendshapeReader {
  private var interpreter: Interpreter

  init(_ network: Network) { interpreter = Interpreter(network) }

  /// What the face of a mesh does.
  mutating func blendshapes(of mesh: FaceMesh) -> Blendshapes {
    let numbers = Blendshapes.points.flatMap { [Float(mesh.points[$0].x), Float(mesh.points[$0].y)] }
    return Blendshapes(strengths: interpreter.outputs(of: numbers)[0])
  }
}
