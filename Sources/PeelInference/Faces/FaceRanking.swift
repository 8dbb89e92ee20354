internal import PeelImaging
internal import PeelPlatform

/// Frames of one scene, judged by how good their people look.
package struct FaceRanking: Sendable {
  /// A face beside the same person's faces in the other frames.
  package struct JudgedFace: Sendable {
    package let face: Face
    /// The person, from 0. Faces of one person have one number.
    package let person: Int
    /// How sharp it is beside the person's sharpest face, 0…1.
    package let focus: Double
    /// How good it is, 0…1.
    package let score: Double
  }

  package struct Frame: Sendable {
    /// The largest first.
    package let faces: [JudgedFace]
    /// How good the frame is, 0…1.
    package let score: Double
    /// Why it isn't the best; nil for the best, and for those that are as good.
    package fileprivate(set) var fault: FaceFault?
  }

  /// The frames in the order in which they were given.
  package private(set) var frames: [Frame]

  /// How strongly light and pose count beside the other traits.
  static let (lightPower, posePower) = (0.5, 0.7)
  /// How far a person moves between frames at most, in sizes of the face, and how much larger or smaller it gets.
  fileprivate static let (reach, growth) = (1.2, 1.8)
  /// The share of the frames with faces in which a person must be, for its absence to count.
  fileprivate static let usualShare = 0.5

  /// - Parameters:
  ///   - frames: the faces of each frame, in the order in which the frames were taken.
  ///   - longSides: the long side of each frame in pixels, so that frames of different sizes can be compared.
  package init(_ frames: [[Face]], longSides: [Double]) {
    let persons = Persons(frames, longSides)
    var sharpest = [Double](repeating: 0, count: persons.count)
    for (faces, numbers) in zip(frames, persons.numbers) {
      for (face, person) in zip(faces, numbers) { sharpest[person] = max(sharpest[person], face.traits.sharpness) }
    }
    self.frames = zip(frames, persons.numbers).map { faces, numbers in
      let judged = zip(faces, numbers).map { face, person in
        let focus = sharpest[person] > 0 ? face.traits.sharpness / sharpest[person] : 1
        return JudgedFace(face: face, person: person, focus: focus, score: Self.score(face.traits, focus: focus))
      }
      let missing = persons.usual.filter { person in !numbers.contains(person) }
      let losses = judged.map { persons.weight($0.person) * (1 - $0.score) } + missing.map { persons.weight($0) }
      let largestFirst = judged.sorted {
        $0.face.box.width * $0.face.box.height > $1.face.box.width * $1.face.box.height
      }
      return Frame(faces: largestFirst, score: judged.isEmpty ? 0 : 1 - (losses.max() ?? 0))
    }
    guard let best = self.frames.indices.max(by: { self.frames[$0].score < self.frames[$1].score }) else { return }
    self.frames[best].fault = FaceFault(ofBest: self.frames[best])
    for index in self.frames.indices where index != best || self.frames[index].faces.isEmpty {
      self.frames[index].fault = FaceFault(of: self.frames[index], beside: self.frames[best], persons)
    }
  }

  private static func score(_ traits: FaceTraits, focus: Double) -> Double {
    focus * pow(traits.light, lightPower) * traits.eyes * traits.expression * pow(traits.pose, posePower)
  }

  /// Which faces are of one person.
  struct Persons {
    /// The person of each face of each frame.
    private(set) var numbers: [[Int]] = []
    /// Those who are in most frames with faces.
    private(set) var usual: [Int] = []
    private var sizes: [Double] = []

    var count: Int { sizes.count }

    /// How much a person counts, 0…1: its size beside the largest person's.
    func weight(_ person: Int) -> Double { sizes[person] / (sizes.max() ?? 1) }

    init(_ frames: [[Face]], _ longSides: [Double]) {
      var last: [Rectangle] = []
      var seen: [[Double]] = []
      for (faces, longSide) in zip(frames, longSides) {
        let boxes = faces.map { $0.box.scaled(by: 1 / longSide) }
        var taken = [Int?](repeating: nil, count: boxes.count)
        let pairs = boxes.indices.flatMap { face in last.indices.map { (face: face, person: $0) } }
        let near = pairs.map { ($0, boxes[$0.face].distance(to: last[$0.person])) }.filter { $0.1 < FaceRanking.reach }
        for (pair, _) in near.sorted(by: { $0.1 < $1.1 })
        where taken[pair.face] == nil && !taken.contains(pair.person) {
          taken[pair.face] = pair.person
        }
        numbers.append(
          boxes.indices.map { face in
            let person = taken[face] ?? last.count
            if person == last.count {
              last.append(boxes[face])
              seen.append([])
            }
            last[person] = boxes[face]
            seen[person].append(boxes[face].size)
            return person
          })
      }
      sizes = seen.map { $0.sorted()[$0.count / 2] }
      let filled = frames.filter { !$0.isEmpty }.count
      usual = seen.indices.filter { Double(seen[$0].count) > FaceRanking.usualShare * Double(filled) }
    }
  }
}

extension Rectangle {
  fileprivate var size: Double { (width * height).squareRoot() }

  /// How far another face is, in sizes of the smaller one; infinite if one is much larger.
  fileprivate func distance(to other: Rectangle) -> Double {
    guard max(size, other.size) < FaceRanking.growth * min(size, other.size) else { return .infinity }
    let way = Point((minX + maxX - other.minX - other.maxX) / 2, (minY + maxY - other.minY - other.maxY) / 2)
    return way.length / min(size, other.size)
  }
}
