package import PeelImaging
internal import Synchronization

/// Finds out by the faces in a picture how it must be turned to be upright.
package struct UprightSearch: Sendable {
  private var detector: FaceDetector
  /// nil until a face was seen: loading its network takes longer than looking for faces.
  private var reader: MeshReader?

  /// The most faces that are asked for the way up.
  private static let mostFaces = 4
  /// How far a face that tells the way up may be turned from it, in quarter turns.
  private static let mostSlant = 0.4
  /// The share of the faces, by their sizes, that must have the same way up.
  private static let leastMajority = 0.67

  /// Searches that aren't in use. They keep the memory that their networks need.
  private static let idle = Mutex<[UprightSearch]>([])

  private init() throws(FaceModelsError) { detector = FaceDetector(try FaceModel.detector.loaded.get()) }

  /// The turn that sets a picture upright.
  ///
  /// Only faces from a sixth of the picture's long side on are found. A print without a face takes four looks of the
  /// detector.
  ///
  /// - Returns: nil if there is no face, or if faces disagree.
  package static func turns(of photo: Photo) throws(FaceModelsError) -> QuarterTurns? {
    var search = if let idle = idle.withLock({ $0.popLast() }) { idle } else { try UprightSearch() }
    defer { idle.withLock { $0.append(search) } }
    return try search.turns(of: photo)
  }

  private mutating func turns(of photo: Photo) throws(FaceModelsError) -> QuarterTurns? {
    let picture = PictureLevels(photo)
    let seen = detector.turnedFaces(in: picture, .around(picture))
    let distinct = FaceSearch.distinct(seen.sorted { $0.score > $1.score }.map(\.square)).prefix(Self.mostFaces)
    // Clutter seldom looks like a face twice, and a mesh takes as long as five looks.
    let squares = distinct.filter { detector.confirms($0, in: picture) }
    guard !squares.isEmpty else { return nil }
    if reader == nil { reader = MeshReader(try FaceModel.landmarks.loaded.get()) }
    let faces = squares.compactMap { reader?.mesh(in: picture, $0) }.filter { $0.presence > FaceSearch.leastPresence }
    var weights = [Double](repeating: 0, count: QuarterTurns.allCases.count)
    for face in FaceSearch.distinct(faces) {
      let quarters = face.roll / (.pi / 2)
      guard abs(quarters - quarters.rounded()) < Self.mostSlant else { continue }
      weights[QuarterTurns(Int(quarters.rounded())).quarters] += max(face.box.width, face.box.height)
    }
    guard let best = weights.indices.max(by: { weights[$0] < weights[$1] }), weights[best] > 0 else { return nil }
    return weights[best] > Self.leastMajority * weights.reduce(0, +) ? -QuarterTurns(best) : nil
  }
}
