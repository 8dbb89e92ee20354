internal import PeelImaging
internal import PeelPlatform

/// What speaks for and against a face in a picture, each 0…1, but for the sharpness, which has no upper end.
package struct FaceTraits: Sendable, Equatable {
  /// How sharp the face is: the strength of its details beside that of all its differences in brightness.
  package var sharpness: Double
  package var light: Double
  package var eyes: Double
  package var expression: Double
  package var pose: Double
  /// Whether it is too bright rather than too dark, if the light is wrong.
  package var isBright: Bool
  /// Whether the mouth is open rather than the mood low, if the expression is wrong.
  package var isMouthOpen: Bool
}

extension FaceTraits {
  /// The numbers behind the traits. They were chosen on `WolfgangLanger_Pexels.mp4`, and on degraded frames.
  private enum Scale {
    /// How far closed eyes look half shut, and how quickly they then look shut. A hearty smile narrows them to 0.4.
    static let (blink, blinkSlope) = (0.45, 14.0)
    /// The expression of a face that does nothing, and what the best smile and the worst face change.
    static let (neutral, smile, displeasure) = (0.55, 0.45, 0.55)
    /// How much an open mouth, one that laughs, and lowered brows count beside a frown. In a smile, brows don't.
    static let (jaw, laugh, brow) = (0.6, 0.3, 0.5)
    /// From which effect on an open mouth is what is wrong.
    static let open = 0.1
    /// The mean level of a well-lit face, and how far from it the light is about a third as good.
    static let (level, levels) = (130.0, 70.0)
    /// Levels up to the first and from the second on are lost.
    static let (black, white): (Float, Float) = (8, 247)
    /// How much lost levels count: a tenth of the face takes a fifth of the light.
    static let lost = 2.5
    /// How far the head turns until the pose is about a third as good, in radians: sideways, up and down, and tilted.
    static let (turn, tilt) = (30 * Double.pi / 180, 60 * Double.pi / 180)
  }

  init(_ mesh: FaceMesh, _ shapes: Blendshapes) {
    let light = Light(mesh)
    let distance = (light.mean - Scale.level) / Scale.levels
    self.light = exp(-distance * distance - Scale.lost * light.lost)
    isBright = light.mean > Scale.level
    eyes = 1 / (1 + exp(Scale.blinkSlope * (shapes.blink - Scale.blink)))
    let smile = shapes.smile
    let frown = shapes.strongest(.mouthFrownLeft, .mouthFrownRight, .noseSneerLeft, .noseSneerRight)
    let open = shapes.strongest(.jawOpen) * (Scale.jaw * (1 - smile) + Scale.laugh * smile)
    let brow = Scale.brow * shapes.strongest(.browDownLeft, .browDownRight) * (1 - smile)
    expression = min(1, max(0, Scale.neutral + Scale.smile * smile - Scale.displeasure * max(frown, open, brow)))
    isMouthOpen = open > max(frown, brow, Scale.open)
    pose = Self.pose(mesh)
    sharpness = FaceSharpness(mesh).ratio
  }

  private static func pose(_ mesh: FaceMesh) -> Double {
    let (a, b) = mesh.axes
    let normal = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    let length = (normal * normal).sum().squareRoot()
    guard length > 0 else { return 0 }
    let (yaw, pitch) = (asin(normal.x / length) / Scale.turn, asin(normal.y / length) / Scale.turn)
    let roll = mesh.roll / Scale.tilt
    return exp(-yaw * yaw - pitch * pitch - roll * roll)
  }

  /// How bright a face is.
  private struct Light {
    let mean: Double
    /// The share of it that is black or white.
    let lost: Double

    init(_ mesh: FaceMesh) {
      var (sum, lost, count) = (Float(0), 0, 0)
      for (y, columns) in mesh.ellipse {
        let row = mesh.luma.row(y)
        for x in columns {
          sum += row[x]
          if row[x] < Scale.black || row[x] > Scale.white { lost += 1 }
        }
        count += columns.count
      }
      mean = count > 0 ? Double(sum) / Double(count) : 0
      self.lost = count > 0 ? Double(lost) / Double(count) : 1
    }
  }
}

extension FaceMesh {
  /// The columns of each row that lie within the ellipse that the points fill, two pixels from the border at least.
  var ellipse: [(y: Int, columns: Range<Int>)] {
    let (middleX, middleY) = ((extent.minX + extent.maxX) / 2, (extent.minY + extent.maxY) / 2)
    let inner = Self.border..<Self.side - Self.border
    return inner.compactMap { y in
      let height = (Double(y) + 0.5 - middleY) / (extent.height / 2)
      guard abs(height) < 1 else { return nil }
      let half = extent.width / 2 * (1 - height * height).squareRoot()
      let first = max(inner.lowerBound, Int(max(0, middleX - half)))
      let end = min(inner.upperBound, Int(max(0, min(Double(Self.side), middleX + half))))
      return first < end ? (y, first..<end) : nil
    }
  }

  /// The pixels at the border in which differences have no neighbours.
  static let border = 4
}
