internal import PeelImaging
internal import PeelPlatform

/// Finds faces with BlazeFace (Bazarevsky et al. 2019, short range).
struct FaceDetector {
  private var interpreter: Interpreter

  /// The pixels along a side of its input.
  static let side = 128
  /// The places that are asked for a face.
  static let anchors = cells.reduce(0) { $0 + $1.across * $1.across * $1.each }
  /// The numbers for each place: the box's centre and size, then six points.
  static let numbers = 16

  /// The cells along a side, and the answers of each.
  private static let cells = [(across: 16, each: 2), (across: 8, each: 6)]
  /// The centres of the places, in pixels of the input.
  private static let centres: [Point] = cells.flatMap { cells in
    let size = Double(side) / Double(cells.across)
    return (0..<cells.across).flatMap { y in
      (0..<cells.across).flatMap { x in
        [Point](repeating: Point((Double(x) + 0.5) * size, (Double(y) + 0.5) * size), count: cells.each)
      }
    }
  }

  /// The least score, as MediaPipe has it. A score is a probability.
  private static let leastScore = 0.5
  /// From which overlap on two boxes are of one face, as MediaPipe has it.
  private static let sameFace = 0.3
  /// Scores are not told apart beyond this logit.
  private static let mostLogit: Float = 80

  init(_ network: consuming Network) { interpreter = Interpreter(network) }

  /// The upright faces in a square.
  mutating func faces(in picture: PictureLevels, _ square: FaceSquare) -> [DetectedFace] {
    let outputs = interpreter.outputs { input in
      picture.write(square, side: Self.side, range: -1...1, into: &input)
    }
    return Self.faces(outputs, square)
  }

  /// The faces in a square that are upright after some quarter turns of it.
  mutating func turnedFaces(in picture: PictureLevels, _ square: FaceSquare) -> [DetectedFace] {
    var pixels = [Float](repeating: 0, count: 3 * Self.side * Self.side)
    var input = pixels.mutableSpan
    picture.write(square, side: Self.side, range: -1...1, into: &input)
    return QuarterTurns.allCases.flatMap { turns in
      if turns != 0 { pixels = Self.turned(pixels) }
      return Self.faces(interpreter.outputs(of: pixels), square.turned(by: turns))
    }
  }

  /// Whether a face is seen in a square also by looks around it, at the same place and size wherever it was found.
  mutating func confirms(_ square: FaceSquare, in picture: PictureLevels) -> Bool {
    let scores = Self.confirmingSizes.map { size in
      let around = FaceSquare(centre: square.centre, side: size * square.side, angle: square.angle)
      let near = faces(in: picture, around).filter {
        $0.centre.distance(to: square.centre) < FaceSearch.nearSquares * square.side
      }
      return near.map(\.score).max() ?? 0
    }
    return scores.reduce(0, +) / Double(scores.count) > Self.leastConfirmation
  }

  /// The squares of those looks, in sides of the face's, and the least mean of their scores. On 20 photos, faces had 0.83 and
  /// more, clutter 0.55 and less.
  private static let (confirmingSizes, leastConfirmation) = ([1.0, 2.0], 0.65)

  /// The pixels of a square as one sees them that is turned clockwise by a quarter.
  private static func turned(_ pixels: [Float]) -> [Float] {
    var turned: [Float] = []
    turned.reserveCapacity(pixels.count)
    for v in 0..<side {
      for u in 0..<side {
        let pixel = 3 * (u * side + side - 1 - v)
        for channel in 0..<3 { turned.append(pixels[pixel + channel]) }
      }
    }
    return turned
  }

  private static func faces(_ outputs: [[Float]], _ square: FaceSquare) -> [DetectedFace] {
    let scale = square.side / Double(side)
    var faces: [DetectedFace] = []
    for (index, logit) in outputs[1].enumerated() {
      let score = 1 / (1 + exp(-Double(min(max(logit, -mostLogit), mostLogit))))
      guard score > leastScore else { continue }
      let numbers = outputs[0][index * Self.numbers..<(index + 1) * Self.numbers].map(Double.init)
      /// A point of the answer, which is counted from the place's centre.
      func point(_ first: Int) -> Point {
        let place = centres[index] + Point(numbers[first], numbers[first + 1])
        return square.place(place.x * scale, place.y * scale)
      }
      faces.append(
        DetectedFace(
          score: score, centre: point(0), size: Point(numbers[2] * scale, numbers[3] * scale),
          eyes: (point(4), point(6))))
    }
    return DetectedFace.distinct(faces, overlap: sameFace)
  }
}

/// A face as the detector sees it, in pixels of the picture.
struct DetectedFace {
  var score: Double
  var centre: Point
  /// Width and height.
  var size: Point
  /// The eye on the left of the picture, and the one on the right.
  var eyes: (Point, Point)

  var box: Rectangle {
    Rectangle(x: centre.x - size.x / 2, y: centre.y - size.y / 2, width: size.x, height: size.y)
  }

  /// The square in which the mesh is looked for: one and a half times the box, with level eyes.
  var square: FaceSquare {
    let line = eyes.1 - eyes.0
    return FaceSquare(centre: centre, side: 1.5 * max(size.x, size.y), angle: atan2(line.y, line.x))
  }

  /// One face for each group that overlaps: the mean of its boxes, weighted by their scores.
  static func distinct(_ faces: [DetectedFace], overlap: Double) -> [DetectedFace] {
    var rest = faces.sorted { $0.score > $1.score }
    var distinct: [DetectedFace] = []
    while let best = rest.first {
      let same = rest.filter { $0.box.intersectionOverUnion(best.box) > overlap }
      rest.removeAll { $0.box.intersectionOverUnion(best.box) > overlap }
      // A box without an area overlaps nothing, not even itself.
      if same.isEmpty { rest.removeFirst() }
      let total = same.reduce(0) { $0 + $1.score }
      guard total > 0 else { continue }
      func mean(_ point: (DetectedFace) -> Point) -> Point {
        same.reduce(Point(0, 0)) { $0 + ($1.score / total) * point($1) }
      }
      distinct.append(
        DetectedFace(
          score: best.score, centre: mean(\.centre), size: mean(\.size), eyes: (mean(\.eyes.0), mean(\.eyes.1))))
    }
    return distinct
  }
}
