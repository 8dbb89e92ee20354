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
    // The columns of a square that isn't turned are the same in each row.
    let columns = square.angle == 0 ? (0..<side).map { near.across(corner.x + Double($0) * stepX.x) } : []
    let farColumns =
      square.angle == 0 ? (0..<side).map { far.across(0.5 * (corner.x + Double($0) * stepX.x)) } : []
    var index = 0
    for v in 0..<side {
      let start = corner + Double(v) * stepY
      let (row, farRow) = (near.down(start.y), far.down(0.5 * start.y))
      for u in 0..<side {
        var colour: SIMD3<Float>
        if columns.isEmpty {
          let place = start + Double(u) * stepX
          colour = near.colour(near.across(place.x), near.down(place.y))
          if share > 0 {
            let other = far.colour(far.across(0.5 * place.x), far.down(0.5 * place.y))
            colour += share * (other - colour)
          }
        } else {
          colour = near.colour(columns[u], row)
          if share > 0 { colour += share * (far.colour(farColumns[u], farRow) - colour) }
        }
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

  /// The square, turned clockwise about its centre.
  func turned(by turns: QuarterTurns) -> FaceSquare {
    FaceSquare(centre: centre, side: side, angle: angle + Double(turns.quarters) * .pi / 2)
  }

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
  // Not static, because a static constant is looked up each time.
  private let neutral = Float(BT601.neutral)
  private let redTint = Float(BT601.redTint)
  private let blueTint = Float(BT601.blueTint)
  private let greenLessBlue = Float(BT601.greenTintLessBlue)
  private let greenLessRed = Float(BT601.greenTintLessRed)

  /// A place along one axis: two neighbouring samples and the share of the second.
  struct Tap {
    let (first, second): (Int, Int)
    let share: Float

    /// - Parameters:
    ///   - place: the place; the centre of a sample is a whole number.
    ///   - count: the samples along the axis.
    @inline(__always)
    init(_ place: Double, of count: Int) {
      let low = Int(place + 1) - 1
      share = Float(place - Double(low))
      (first, second) = (min(max(low, 0), count - 1), min(max(low + 1, 0), count - 1))
    }
  }

  /// A place along one axis in all planes.
  struct Place {
    let isInside: Bool
    let luma: Tap
    let chroma: Tap
  }

  /// The samples of a plane.
  private struct Samples {
    let width: Int
    let height: Int
    let numbers: [UInt8]

    init(_ plane: Plane<UInt8>) { (width, height, numbers) = (plane.width, plane.height, plane.samples) }

    /// The sample at a place, mixed from the four around it.
    @inline(__always)
    subscript(x: Tap, y: Tap) -> Float {
      let (above, below) = (y.first * width, y.second * width)
      let upper = Float(numbers[above + x.first]) * (1 - x.share) + Float(numbers[above + x.second]) * x.share
      let lower = Float(numbers[below + x.first]) * (1 - x.share) + Float(numbers[below + x.second]) * x.share
      return upper * (1 - y.share) + lower * y.share
    }
  }

  init(_ photo: Photo) {
    luma = Samples(photo.luma)
    chroma = photo.chroma.map { chroma in
      (
        Samples(chroma.blue), Samples(chroma.red), Point(1 / Double(chroma.scale.x), 1 / Double(chroma.scale.y)),
        Point(Double(chroma.origin.x), Double(chroma.origin.y))
      )
    }
  }

  /// A place across the photo, in pixels from its left side.
  @inline(__always)
  func across(_ x: Double) -> Place {
    let inside = min(max(x, 0), Double(luma.width))
    let own = Tap(inside - 0.5, of: luma.width)
    let other = chroma.map { Tap((inside - $0.origin.x) * $0.scale.x - 0.5, of: $0.blue.width) }
    return Place(isInside: x > 0 && x < Double(luma.width), luma: own, chroma: other ?? own)
  }

  /// A place down the photo, in pixels from its top.
  @inline(__always)
  func down(_ y: Double) -> Place {
    let inside = min(max(y, 0), Double(luma.height))
    let own = Tap(inside - 0.5, of: luma.height)
    let other = chroma.map { Tap((inside - $0.origin.y) * $0.scale.y - 0.5, of: $0.blue.height) }
    return Place(isInside: y > 0 && y < Double(luma.height), luma: own, chroma: other ?? own)
  }

  /// Red, green and blue, 0…255, or black outside the photo.
  @inline(__always)
  func colour(_ column: Place, _ row: Place) -> SIMD3<Float> {
    guard column.isInside, row.isInside else { return .zero }
    let y = luma[column.luma, row.luma]
    guard let chroma else { return SIMD3(repeating: y) }
    let blue = chroma.blue[column.chroma, row.chroma] - neutral
    let red = chroma.red[column.chroma, row.chroma] - neutral
    let colour = SIMD3(y + redTint * red, y - greenLessBlue * blue - greenLessRed * red, y + blueTint * blue)
    return colour.replacing(with: 0, where: colour .< 0).replacing(with: 255, where: colour .> 255)
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
