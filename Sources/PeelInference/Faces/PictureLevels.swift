package import PeelImaging
internal import PeelPlatform

/// A photo, and copies of it at a half, a quarter and so on, so that parts can be read at any size.
package struct PictureLevels: Sendable {
  /// Each is half as large as the one before.
  private var levels: [Photo]

  package var width: Int { levels[0].width }
  package var height: Int { levels[0].height }

  /// - Parameter least: the pixels along the long side below which no copy is made.
  package init(_ photo: Photo, least: Int = 128) {
    levels = [photo]
    while let last = levels.last, max(last.width, last.height) >= 2 * least { levels.append(last.halved()) }
  }

  /// Writes red, green and blue of each pixel of a square, row by row. What lies outside the photo is black.
  ///
  /// - Parameters:
  ///   - square: the square, in pixels of the photo.
  ///   - side: the pixels along a side.
  ///   - range: what levels 0 and 255 become.
  package func write(
    _ square: FaceSquare, side: Int, range: ClosedRange<Float>, into output: inout MutableSpan<Float>
  ) {
    precondition(output.count == 3 * side * side, "three numbers a pixel")
    let step = square.side / Double(side)
    // Between two copies, so that a face that grows from frame to frame doesn't suddenly look sharper or softer.
    let position = min(log2(max(1, step)), Double(levels.count - 1))
    let level = min(Int(position), max(0, levels.count - 2))
    let share = Float(position - Double(level))
    let (near, far) = (Sampler(levels[level]), Sampler(levels[min(level + 1, levels.count - 1)]))
    let scale = pow(2, -Double(level))
    let gain = (range.upperBound - range.lowerBound) / 255
    let (stepX, stepY) = (scale * square.across(step), scale * square.down(step))
    let corner = scale * square.place(0.5 * step, 0.5 * step)
    var index = 0
    for v in 0..<side {
      let row = corner + Double(v) * stepY
      for u in 0..<side {
        let place = row + Double(u) * stepX
        var colour = near.colour(at: place)
        if share > 0 { colour += share * (far.colour(at: 0.5 * place) - colour) }
        output[index] = range.lowerBound + gain * colour.x
        output[index + 1] = range.lowerBound + gain * colour.y
        output[index + 2] = range.lowerBound + gain * colour.z
        index += 3
      }
    }
  }
}

/// A square of a photo, turned by an angle, of which a network sees every part at the same size.
package struct FaceSquare: Sendable, Hashable {
  package var centre: Point
  /// The length of a side in pixels of the photo.
  package var side: Double
  /// How far it is turned clockwise, in radians.
  package var angle = 0.0

  /// The vector of a length along the square's top side.
  func across(_ length: Double) -> Point { Point(length * cos(angle), length * sin(angle)) }
  /// The vector of a length along its left side.
  func down(_ length: Double) -> Point { Point(-length * sin(angle), length * cos(angle)) }

  /// The place in the photo of a point in the square, in pixels of the photo from its top left corner.
  package func place(_ x: Double, _ y: Double) -> Point {
    centre + across(x - side / 2) + down(y - side / 2)
  }
}

/// Reads the colours of a photo between its pixels.
private struct Sampler {
  private let luma: Samples
  private let chroma: (blue: Samples, red: Samples, scale: Point, origin: Point)?

  /// The samples of a plane.
  private struct Samples {
    let width: Int
    let height: Int
    let numbers: [UInt8]

    init(_ plane: Plane<UInt8>) { (width, height, numbers) = (plane.width, plane.height, plane.samples) }

    /// The sample at a place, whose centre is a whole number, mixed from the four around it.
    @inline(__always)
    subscript(x: Double, y: Double) -> Float {
      let (left, top) = (Int(x + 1) - 1, Int(y + 1) - 1)
      let (across, down) = (Float(x - Double(left)), Float(y - Double(top)))
      let columns = (min(max(left, 0), width - 1), min(max(left + 1, 0), width - 1))
      let rows = (min(max(top, 0), height - 1) * width, min(max(top + 1, 0), height - 1) * width)
      let upper = Float(numbers[rows.0 + columns.0]) * (1 - across) + Float(numbers[rows.0 + columns.1]) * across
      let lower = Float(numbers[rows.1 + columns.0]) * (1 - across) + Float(numbers[rows.1 + columns.1]) * across
      return upper * (1 - down) + lower * down
    }
  }

  private static let neutral = Float(BT601.neutral)
  private static let (redTint, blueTint) = (Float(BT601.redTint), Float(BT601.blueTint))
  private static let (greenLessBlue, greenLessRed) = (Float(BT601.greenTintLessBlue), Float(BT601.greenTintLessRed))

  init(_ photo: Photo) {
    luma = Samples(photo.luma)
    chroma = photo.chroma.map { chroma in
      (
        Samples(chroma.blue), Samples(chroma.red), Point(1 / Double(chroma.scale.x), 1 / Double(chroma.scale.y)),
        Point(Double(chroma.origin.x), Double(chroma.origin.y))
      )
    }
  }

  /// Red, green and blue, 0…255, or black outside the photo.
  @inline(__always)
  func colour(at point: Point) -> SIMD3<Float> {
    guard point.x > 0, point.y > 0, point.x < Double(luma.width), point.y < Double(luma.height) else { return .zero }
    let y = luma[point.x - 0.5, point.y - 0.5]
    guard let chroma else { return SIMD3(repeating: y) }
    let x = (point.x - chroma.origin.x) * chroma.scale.x - 0.5
    let row = (point.y - chroma.origin.y) * chroma.scale.y - 0.5
    let (blue, red) = (chroma.blue[x, row] - Self.neutral, chroma.red[x, row] - Self.neutral)
    let colour = SIMD3(
      y + Self.redTint * red, y - Self.greenLessBlue * blue - Self.greenLessRed * red, y + Self.blueTint * blue)
    return colour.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
  }
}

extension Photo {
  /// The photo at half its size.
  fileprivate func halved() -> Photo {
    Photo(
      luma: luma.halved(),
      chroma: chroma.map { chroma in
        // Chroma stays until luma is as small.
        func halves(_ plane: Plane<UInt8>) -> Plane<UInt8> { plane.halved() }
        if chroma.scale.x > 1, chroma.scale.y > 1 {
          return Chroma(
            blue: chroma.blue, red: chroma.red, scale: (chroma.scale.x / 2, chroma.scale.y / 2),
            origin: (chroma.origin.x / 2, chroma.origin.y / 2))
        }
        return Chroma(
          blue: halves(chroma.blue), red: halves(chroma.red), scale: chroma.scale,
          origin: (chroma.origin.x / 2, chroma.origin.y / 2))
      })
  }
}
