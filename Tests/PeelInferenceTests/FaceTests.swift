import Foundation
import PeelCodecs
import PeelRandomNumbers
import Testing

@testable import PeelImaging
@testable import PeelInference

/// Faces in the samples, of which three show one, and in pictures made from them.
struct FaceTests {
  private static let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Samples")

  static func sample(_ name: String) throws -> Photo {
    try PhotoFile(decoding: [UInt8](Data(contentsOf: samples.appending(path: name)))).photo
  }

  /// The astronaut's head: 900 × 900 pixels around a face 340 wide.
  private static let portrait = Result {
    try sample("astronaut-on-blue.jpg").part(around: Point(1784, 1302), width: 900, height: 900).photo
  }

  private func search() throws -> FaceSearch { FaceSearch(try FaceModels.bundled) }

  @Test(arguments: [
    ("astronaut-on-blue.jpg", Point(1784, 1302)), ("astronaut-on-grass.jpg", Point(2230, 1190)),
    ("astronaut-with-glare.jpg", Point(1498, 1075)),
  ])
  func findsTheAstronaut(_ name: String, _ place: Point) throws {
    var search = try search()
    let faces = search.faces(in: try Self.sample(name))
    #expect(faces.count == 1)
    let box = try #require(faces.first).box
    #expect(Point((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2).distance(to: place) < 0.2 * box.width)
    #expect(faces[0].traits.eyes > 0.9 && faces[0].traits.expression > 0.8)
  }

  @Test(arguments: ["rocket-tilted.jpg", "cat-curled.jpg", "six-on-checked-cloth.jpg"])
  func findsNoFaceWhereThereIsNone(_ name: String) throws {
    var search = try search()
    #expect(search.faces(in: try Self.sample(name)).isEmpty)
  }

  @Test(arguments: QuarterTurns.allCases) func tellTheWayUp(_ turns: QuarterTurns) throws {
    let turned = Photo(luma: try Self.portrait.get().luma.turned(by: turns))
    #expect(try UprightSearch.turns(of: turned) == -turns)
  }

  @Test func tellNoWayUpIfTheyDisagree() throws {
    let sample = try Self.sample("astronaut-on-blue.jpg")
    let face = sample.part(around: Point(1784, 1302), width: 600, height: 600).photo.luma
    let over = face.turned(by: 2)
    let both = Plane<UInt8>(width: 1200, height: 600) { y, output in
      for x in 0..<1200 { output.append(x < 600 ? face[x, y] : over[x - 600, y]) }
    }
    #expect(try UprightSearch.turns(of: Photo(luma: both)) == nil)
    #expect(try UprightSearch.turns(of: try Self.sample("cat-curled.jpg")) == nil)
  }

  /// Faces of a twelfth of the picture's width, which the detector overlooks without tiles.
  @Test func findsSmallFacesOfAGroup() throws {
    let small = try Self.portrait.get().resampled(to: 150)
    var group = Photo(luma: Plane(width: 900, height: 600, filledWith: 128))
    for (x, y) in [(60, 80), (380, 300), (700, 120)] {
      for row in 0..<small.height {
        for column in 0..<small.width { group.luma[x + column, y + row] = small.luma[column, row] }
      }
    }
    var search = try search()
    let faces = search.faces(in: group).map(\.box).sorted { $0.minX < $1.minX }
    #expect(faces.count == 3)
    for (box, place) in zip(faces, [(60, 80), (380, 300), (700, 120)]) {
      #expect(box.minX > Double(place.0) && box.maxX < Double(place.0 + 150) && box.minY > Double(place.1))
    }
    // They are followed when all move a little.
    let moved = Photo(
      luma: Plane(width: 900, height: 600) { y, output in
        for x in 0..<900 { output.append(group.luma[max(0, x - 9), y]) }
      })
    #expect(search.faces(in: moved, isNext: true).count == 3)
  }

  /// One person is hidden in some frames and comes back, while others stay in view.
  @Test func findsAFaceThatWasHidden() throws {
    let small = try Self.portrait.get().resampled(to: 150)
    func frame(hides: Bool) -> Photo {
      var photo = Photo(luma: Plane(width: 900, height: 600, filledWith: 128))
      for (x, y) in [(60, 80), (380, 300)] + (hides ? [] : [(700, 120)]) {
        for row in 0..<small.height {
          for column in 0..<small.width { photo.luma[x + column, y + row] = small.luma[column, row] }
        }
      }
      return photo
    }
    let hidden = [false, true, true, true, false, false]
    var search = try search()
    let counts = hidden.map { search.faces(in: frame(hides: $0), isNext: true).count }
    #expect(counts == hidden.map { $0 ? 2 : 3 })
    // A person who wasn't seen in the first frame is noticed soon.
    var other = try self.search()
    let later = (0..<8).map { other.faces(in: frame(hides: $0 == 0), isNext: true).count }
    #expect(later.last == 3, "\(later)")
  }

  /// Nothing is lost when faces move by a third of their sides from frame to frame.
  @Test func followsFacesThatMove() throws {
    let small = try Self.portrait.get().resampled(to: 150)
    var search = try search()
    for step in 0..<6 {
      var photo = Photo(luma: Plane(width: 1200, height: 600, filledWith: 128))
      for (x, y) in [(60 + 40 * step, 80), (780 - 40 * step, 300)] {
        for row in 0..<small.height {
          for column in 0..<small.width { photo.luma[x + column, y + row] = small.luma[column, row] }
        }
      }
      #expect(search.faces(in: photo, isNext: true).count == 2)
      #expect(search.followed.allSatisfy { $0.missed == 0 }, "in frame \(step)")
    }
  }

  /// Faces of a thirtieth of the picture's width, wherever they are, and no others.
  @Test func findsFacesOfLargeGroups() throws {
    let small = try Self.portrait.get().resampled(to: 220)
    let places = [(60, 80), (1020, 610), (1900, 1200), (1650, 130), (415, 1050)]
    for wide in [2400, 2700] {
      var group = Photo(luma: Plane(width: wide, height: 1600, filledWith: 128))
      for (x, y) in places {
        for row in 0..<small.height {
          for column in 0..<small.width { group.luma[x + column, y + row] = small.luma[column, row] }
        }
      }
      var search = try search()
      let faces = search.faces(in: group)
      #expect(faces.count == places.count)
      for (x, y) in places {
        let found = faces.first { abs($0.box.minX - Double(x)) < 220 && abs($0.box.minY - Double(y)) < 220 }
        #expect(found.map { $0.box.minX > Double(x) && $0.box.maxX < Double(x + 220) } == true)
      }
    }
  }

  /// The scores of a face don't depend on what surrounds it.
  @Test func bordersDoNotMatter() throws {
    let small = try Self.portrait.get().resampled(to: 300)
    let traits = try [330, 500, 800, 1300].map { side in
      var photo = Photo(luma: Plane(width: side, height: side, filledWith: 128))
      for row in 0..<300 {
        for column in 0..<300 {
          photo.luma[(side - 300) / 2 + column, (side - 300) / 2 + row] = small.luma[column, row]
        }
      }
      var search = try search()
      return try #require(search.faces(in: photo).first).traits
    }
    for (name, values) in [
      ("sharpness", traits.map { $0.sharpness / traits[0].sharpness }), ("light", traits.map(\.light)),
      ("eyes", traits.map(\.eyes)), ("expression", traits.map(\.expression)), ("pose", traits.map(\.pose)),
    ] {
      #expect((values.max() ?? 0) - (values.min() ?? 0) < 0.05, "\(name): \(values)")
    }
  }

  private enum Harm: String, CaseIterable {
    case blur, motion, dark, bright, noise, tilt

    /// The picture, harmed a little and much.
    func pictures(of photo: Photo) -> [Photo] {
      switch self {
      case .blur: [photo.blurred(1.5, 1.5), photo.blurred(3, 3)]
      case .motion: [photo.moved(9), photo.moved(21)]
      case .dark: [photo.lit(0.35), photo.lit(0.15)]
      case .bright: [photo.lit(1.6), photo.lit(2.2)]
      case .noise: [photo.noisy(8), photo.noisy(20)]
      case .tilt: [photo.tilted(25), photo.tilted(40)]
      }
    }

    var faults: Set<FaceFault> {
      switch self {
      case .blur, .motion, .noise: [.blurred]
      case .dark: [.dark]
      case .bright: [.bright]
      case .tilt: [.lookingAway, .blurred]
      }
    }
  }

  /// The picture as it was is the best, and the more it is harmed, the worse it ranks.
  @Test(arguments: Harm.allCases) private func harmedPicturesRankBelow(_ harm: Harm) throws {
    let portrait = try Self.portrait.get()
    let photos = [portrait] + harm.pictures(of: portrait)
    var search = try search()
    let faces = photos.map { search.faces(in: $0) }
    let ranking = FaceRanking(faces, longSides: photos.map { Double($0.width) })
    let scores = ranking.frames.map(\.score)
    #expect(scores[0] > scores[1] && scores[1] > scores[2], "\(scores)")
    let fault = ranking.frames[2].fault
    #expect(harm == .noise || fault.map(harm.faults.contains) == true, "\(String(describing: fault))")
  }

  /// Enlarged for the network, the noise of small faces is smooth, and looks more like details.
  @Test(arguments: [600, 400, 300]) func noiseOfSmallFacesIsNoDetail(_ side: Int) throws {
    let portrait = try Self.portrait.get().resampled(to: side)
    let photos = [portrait, portrait.noisy(8), portrait.noisy(20)]
    var search = try search()
    let faces = photos.map { search.faces(in: $0) }
    let scores = FaceRanking(faces, longSides: photos.map { Double($0.width) }).frames.map(\.score)
    #expect(scores[0] > scores[1] && scores[1] > scores[2], "\(scores)")
  }
}

extension Photo {
  fileprivate func luma(_ level: (_ x: Int, _ y: Int) -> Double) -> Photo {
    Photo(
      luma: Plane(width: width, height: height) { y, output in
        for x in 0..<width { output.append(UInt8(max(0, min(255, level(x, y).rounded())))) }
      })
  }

  /// The level at a place, or that of the nearest pixel.
  private func level(_ x: Int, _ y: Int) -> Double {
    Double(luma[max(0, min(width - 1, x)), max(0, min(height - 1, y))])
  }

  fileprivate func resampled(to side: Int) -> Photo {
    let part = width / side
    return Photo(
      luma: Plane(width: side, height: side) { y, output in
        for x in 0..<side {
          var sum = 0
          for row in 0..<part { for column in 0..<part { sum += Int(luma[x * part + column, y * part + row]) } }
          output.append(UInt8(sum / (part * part)))
        }
      })
  }

  fileprivate func blurred(_ x: Double, _ y: Double) -> Photo { weighted(x, across: true).weighted(y, across: false) }

  private func weighted(_ deviation: Double, across: Bool) -> Photo {
    let reach = Int(3 * deviation)
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = weights.reduce(0, +)
    return luma { x, y in
      zip(-reach...reach, weights).reduce(0) { total, step in
        total + step.1 / sum * level(across ? x + step.0 : x, across ? y : y + step.0)
      }
    }
  }

  fileprivate func moved(_ length: Int) -> Photo {
    luma { x, y in (0..<length).reduce(0) { $0 + level(x + $1 - length / 2, y) } / Double(length) }
  }

  fileprivate func lit(_ factor: Double) -> Photo { luma { x, y in factor * level(x, y) } }

  fileprivate func noisy(_ deviation: Double) -> Photo {
    var random = RandomNumbers(seed: 11)
    return luma { x, y in
      // Twelve uniform numbers add up to a variance of 1.
      level(x, y) + deviation * ((0..<12).reduce(0) { sum, _ in sum + Double.random(in: 0...1, using: &random) } - 6)
    }
  }

  fileprivate func tilted(_ degrees: Double) -> Photo {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    let middle = Double(width) / 2
    return luma { x, y in
      let (dx, dy) = (Double(x) - middle, Double(y) - middle)
      let (u, v) = (c * dx - s * dy + middle, s * dx + c * dy + middle)
      let (left, top) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
      let (a, b) = (u - Double(left), v - Double(top))
      return (1 - b) * ((1 - a) * level(left, top) + a * level(left + 1, top))
        + b * ((1 - a) * level(left, top + 1) + a * level(left + 1, top + 1))
    }
  }
}
