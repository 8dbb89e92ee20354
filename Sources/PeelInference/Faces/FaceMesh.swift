package import PeelImaging
internal import PeelPlatform

/// The points of a face, from Face Mesh V2.
package struct FaceMesh: Sendable {
  /// The pixels along a side of the network's input.
  static let side = 256
  /// The points of the mesh; the last ten are the irises'.
  static let points = 478

  /// Points of the mesh that have names.
  enum Landmark {
    static let (forehead, chin, rightCheek, leftCheek) = (10, 152, 234, 454)
    static let (rightEye, leftEye) = ((outer: 33, inner: 133), (outer: 263, inner: 362))
  }

  /// The points in pixels of the picture.
  package let points: [Point]
  /// How sure the network is to see a face, as a logit: 12 to 25 for faces, below 3 for clutter.
  package let presence: Double
  /// Across the face from its right to its left, and from its chin to its forehead, in units of its size, with the
  /// third axis away from the camera.
  let axes: (across: SIMD3<Double>, up: SIMD3<Double>)
  /// Where the network looked.
  let square: FaceSquare
  /// What the network saw: luma, 0…255, and the rectangle in which the points lie, in its pixels.
  let (luma, extent): (Plane<Float>, Rectangle)

  /// The square in which the face should be looked for in the next frame.
  package var nextSquare: FaceSquare {
    let box = box
    return FaceSquare(
      centre: Point((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2),
      side: Self.margin * max(box.width, box.height),
      angle: roll)
  }

  /// How far the line through the eyes is turned clockwise, in radians.
  var roll: Double {
    let (right, left) = (Landmark.rightEye, Landmark.leftEye)
    let line = middle(left.outer, left.inner) - middle(right.outer, right.inner)
    return atan2(line.y, line.x)
  }

  /// The size of the square around a face's points. The detector's boxes end at the brows, those of points at the
  /// forehead.
  private static let margin = 1.4

  private func middle(_ a: Int, _ b: Int) -> Point { points[a].mixed(with: points[b], 0.5) }

  /// The smallest rectangle that contains all points.
  package var box: Rectangle { Rectangle(around: points) }
}

/// Reads meshes.
struct MeshReader {
  private var interpreter: Interpreter

  init(_ network: consuming Network) { interpreter = Interpreter(network) }

  /// The mesh of the face in a square, if there is one or not.
  mutating func mesh(in picture: PictureLevels, _ square: FaceSquare) -> FaceMesh {
    var luma = Plane<Float>(width: FaceMesh.side, height: FaceMesh.side, filledWith: 0)
    let outputs = interpreter.outputs { input in
      picture.write(square, side: FaceMesh.side, range: 0...1, into: &input)
      let samples = (0..<FaceMesh.side * FaceMesh.side).map { index in
        255
          * (Float(BT601.lumaOfRed) * input[3 * index] + Float(BT601.lumaOfGreen) * input[3 * index + 1]
            + Float(BT601.lumaOfBlue) * input[3 * index + 2])
      }
      luma = Plane(width: FaceMesh.side, height: FaceMesh.side, samples: samples)
    }
    let numbers = outputs[0].map(Double.init)
    let scale = square.side / Double(FaceMesh.side)
    func vector(_ point: Int) -> SIMD3<Double> {
      SIMD3(numbers[3 * point], numbers[3 * point + 1], numbers[3 * point + 2])
    }
    return FaceMesh(
      points: (0..<FaceMesh.points).map { square.place(numbers[3 * $0] * scale, numbers[3 * $0 + 1] * scale) },
      presence: Double(outputs[1][0]),
      axes: (
        vector(FaceMesh.Landmark.leftCheek) - vector(FaceMesh.Landmark.rightCheek),
        vector(FaceMesh.Landmark.forehead) - vector(FaceMesh.Landmark.chin)
      ),
      square: square, luma: luma,
      extent: Rectangle(around: (0..<FaceMesh.points).map { Point(numbers[3 * $0], numbers[3 * $0 + 1]) }))
  }
}
