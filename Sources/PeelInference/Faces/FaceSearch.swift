package import PeelImaging
internal import PeelPlatform

/// A face in a picture: where it is, and how it looks.
package struct Face: Sendable {
  /// The smallest rectangle around the face's points, in pixels of the picture.
  package let box: Rectangle
  package let traits: FaceTraits
}

/// Finds the faces in pictures, and follows them from frame to frame.
package struct FaceSearch: Sendable {
  private var detector: FaceDetector
  private var reader: MeshReader
  private var blendshapes: BlendshapeReader
  /// The threads on which tiles are searched.
  private let threads: Int
  /// The faces to look for in the next frame.
  private(set) var followed: [Followed] = []
  private var isFirst = true
  /// The frames since the last key frame.
  private var sinceKey = 0

  /// The least presence of a face. Faces have 12 to 25, small and turned ones 7 and more, clutter usually less than 3.
  static let leastPresence = 5.0
  /// How much smaller than the picture the tiles are in which small faces are looked for. The detector finds faces from
  /// a sixth of its picture on.
  private static let tiles = [1.5, 2, 3]
  /// The same for the smallest faces, of a fortieth of the long side, which are looked for in stills and in key frames.
  private static let smallTiles = [4.5, 6.75]
  /// The share of the long side from which on a face is so large that the smallest ones beside it don't matter.
  private static let largeFace = 0.2
  /// Small faces are looked for again after so many frames.
  private static let keyInterval = 6
  /// How often a face is looked for where it was last.
  private static let patience = 12
  /// How far a face may move from one frame to the next, in sides of its square.
  private static let longestStep = 1.0
  /// From which share of the smaller one on two faces are one: an eye and its glasses may look like a face in a face.
  private static let sameFace = 0.5
  /// How near two squares are when they are of one face: the distance of their centres beside a side.
  static let nearSquares = 0.25
  /// The least cosine of the angle between them.
  private static let leastAlignment = 0.7

  /// - Parameter threads: how many are used where small faces are looked for.
  package init(_ models: FaceModels, threads: Int = 1) {
    detector = FaceDetector(models.detector)
    reader = MeshReader(models.landmarks)
    blendshapes = BlendshapeReader(models.blendshapes)
    self.threads = threads
  }

  /// The faces of a picture, the surest first.
  ///
  /// - Parameter isNext: whether the picture is a frame that follows the last one. Faces are then looked for where they
  ///   were, and other small ones only in some frames.
  package mutating func faces(in photo: Photo, isNext: Bool = false) -> [Face] {
    let picture = PictureLevels(photo)
    let unit = Double(max(photo.width, photo.height))
    let expected = isNext ? followed.map { $0.scaled(by: unit) } : []
    let seen = expected.filter { $0.missed == 0 }.map(\.square)
    // A hidden face may come back a little elsewhere.
    let lost = expected.filter { $0.missed > 0 }.flatMap { detector.faces(in: picture, $0.surroundings) }
    var squares = Self.distinct(detector.faces(in: picture, .around(picture)).map(\.square) + lost.map(\.square) + seen)
    var meshes = meshes(in: picture, squares, areFollowed: seen.count == squares.count)
    let isStill = !isNext || isFirst
    sinceKey = isStill ? 0 : sinceKey + 1
    let isKey = isStill || sinceKey >= Self.keyInterval
    if isKey || meshes.isEmpty || meshes.count < seen.count {
      let largest = meshes.map { max($0.box.width, $0.box.height) }.max() ?? 0
      let wantsSmall = isStill ? largest < Self.largeFace * unit : isKey && meshes.isEmpty
      let sizes = Self.tiles + (wantsSmall ? Self.smallTiles : [])
      if isKey { sinceKey = 0 }
      let more = Self.distinct(squares + smallSquares(in: picture, sizes)).dropFirst(squares.count)
      squares += more
      meshes = Self.distinct(meshes + self.meshes(in: picture, Array(more)))
    }
    isFirst = false
    let found = meshes.map(\.nextSquare)
    let missed = Self.missing(expected, found).filter { $0.missed < Self.patience }.map {
      Followed(square: $0.square, missed: $0.missed + 1)
    }
    followed = (found.map { Followed(square: $0) } + missed).map { $0.scaled(by: 1 / unit) }
    return meshes.map { Face(box: $0.box, traits: FaceTraits($0, blendshapes.blendshapes(of: $0))) }
  }

  /// A face that is looked for in the next frame.
  struct Followed {
    /// Where it was last.
    var square: FaceSquare
    /// The frames since then.
    var missed = 0

    func scaled(by factor: Double) -> Followed { Followed(square: square.scaled(by: factor), missed: missed) }

    /// Where a face that was hidden is looked for. The detector needs some space around a face.
    var surroundings: FaceSquare { FaceSquare(centre: square.centre, side: 2 * square.side) }
  }

  /// The expected faces that weren't found. Each found face is taken for the nearest expected one.
  private static func missing(_ expected: [Followed], _ found: [FaceSquare]) -> [Followed] {
    let pairs = expected.indices.flatMap { one in
      found.indices.map { other in
        (one, other, expected[one].square.centre.distance(to: found[other].centre) / expected[one].square.side)
      }
    }
    var (missing, free) = (Set(expected.indices), Set(found.indices))
    for (one, other, distance) in pairs.sorted(by: { $0.2 < $1.2 }) {
      guard distance < longestStep, missing.contains(one), free.contains(other) else { continue }
      missing.remove(one)
      free.remove(other)
    }
    return missing.sorted().map { expected[$0] }
  }

  /// The squares around small faces.
  private func smallSquares(in picture: PictureLevels, _ sizes: [Double]) -> [FaceSquare] {
    let tiles = FaceSquare.tiles(of: picture, sizes)
    // A thread takes every so manieth tile, so that the results can be put in the order of the tiles.
    let shares = onThreads(threads) { [detector, threads] first in
      var detector = detector
      return stride(from: first, to: tiles.count, by: threads).map { detector.faces(in: picture, tiles[$0]) }
    }
    return tiles.indices.flatMap { shares[$0 % threads][$0 / threads].map(\.square) }
  }

  /// The faces in some squares.
  ///
  /// - Parameter areFollowed: whether the squares are those of the last frame's faces.
  private mutating func meshes(
    in picture: PictureLevels, _ squares: [FaceSquare], areFollowed: Bool = false
  ) -> [FaceMesh] {
    let found = Self.distinct(
      squares.map { reader.mesh(in: picture, $0) }.filter { $0.presence > Self.leastPresence })
    // The detector's squares depend on the tile in which it looked; those around a mesh don't.
    return areFollowed
      ? found
      : Self.distinct(found.map { refined($0, in: picture) }).filter {
        detector.confirms($0.nextSquare, in: picture)
      }
  }

  /// The mesh of a face, read from the square around its own points.
  private mutating func refined(_ mesh: FaceMesh, in picture: PictureLevels) -> FaceMesh {
    (0..<Self.refinements).reduce(mesh) { mesh, _ in
      let next = reader.mesh(in: picture, mesh.nextSquare)
      return next.presence > Self.leastPresence ? next : mesh
    }
  }

  /// How often a mesh is read anew. The second time changes little.
  private static let refinements = 2

  /// One mesh for each face, the surest.
  static func distinct(_ meshes: [FaceMesh]) -> [FaceMesh] {
    meshes.sorted { $0.presence > $1.presence }.reduce(into: []) { kept, mesh in
      if !kept.contains(where: { $0.box.sharedPart(mesh.box) > sameFace }) { kept.append(mesh) }
    }
  }

  /// The squares that aren't near an earlier one.
  static func distinct(_ squares: [FaceSquare]) -> [FaceSquare] {
    squares.filter { $0.side >= 1 }.reduce(into: []) { kept, square in
      if !kept.contains(where: { areNear($0, square) }) { kept.append(square) }
    }
  }

  /// Whether two squares are of one face.
  private static func areNear(_ a: FaceSquare, _ b: FaceSquare) -> Bool {
    let side = min(a.side, b.side)
    return a.centre.distance(to: b.centre) < nearSquares * side
      && abs(a.side - b.side) < 2 * nearSquares * side && cos(a.angle - b.angle) > leastAlignment
  }
}

extension Rectangle {
  /// The shared area beside that of the smaller rectangle, 0…1.
  func sharedPart(_ other: Rectangle) -> Double {
    let shared =
      max(0, min(maxX, other.maxX) - max(minX, other.minX)) * max(0, min(maxY, other.maxY) - max(minY, other.minY))
    let smaller = min(width * height, other.width * other.height)
    return smaller > 0 ? shared / smaller : 0
  }
}

extension FaceSquare {
  func scaled(by factor: Double) -> FaceSquare {
    FaceSquare(centre: factor * centre, side: factor * side, angle: angle)
  }

  /// The smallest square that contains a picture.
  static func around(_ picture: PictureLevels) -> FaceSquare {
    FaceSquare(
      centre: Point(Double(picture.width) / 2, Double(picture.height) / 2),
      side: Double(max(picture.width, picture.height)))
  }

  /// Squares that cover a picture and overlap by half, for each of some sizes.
  fileprivate static func tiles(of picture: PictureLevels, _ divisors: [Double]) -> [FaceSquare] {
    let (width, height) = (Double(picture.width), Double(picture.height))
    /// The centres of the tiles along one side.
    func centres(_ length: Double, _ side: Double) -> [Double] {
      guard length > side else { return [length / 2] }
      let count = Int((2 * (length - side) / side).rounded(.up))
      return (0...count).map { side / 2 + (length - side) * Double($0) / Double(count) }
    }
    return divisors.flatMap { divisor in
      let side = max(width, height) / divisor
      return centres(height, side).flatMap { y in
        centres(width, side).map { FaceSquare(centre: Point($0, y), side: side) }
      }
    }
  }
}
