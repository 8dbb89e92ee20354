import Foundation
import PeelRandomNumbers
import Testing

@testable import PeelImaging

struct DetectorTests {
  enum Fill: String, CaseIterable, Sendable {
    case black, white, noise, ramp, stripes

    func level(_ x: Int, _ y: Int, _ random: inout RandomNumbers) -> UInt8 {
      switch self {
      case .black: 0
      case .white: 255
      case .noise: UInt8.random(in: 0...255, using: &random)
      case .ramp: UInt8(truncatingIfNeeded: min(255, x / 2 + y / 3))
      case .stripes: (x / 9 + y / 13) % 2 == 0 ? 40 : 210
      }
    }
  }

  /// Photos without a print, of sizes down to one pixel, give a valid detection.
  @Test(
    arguments: Fill.allCases,
    [(1, 1), (2, 3), (7, 7), (8, 8), (9, 64), (400, 3), (333, 217), (640, 480)])
  func `any photo without a print gives a valid detection`(_ fill: Fill, _ size: (width: Int, height: Int)) {
    var random = RandomNumbers(seed: 7)
    let luma = Plane<UInt8>(width: size.width, height: size.height) { y, row in
      for x in 0..<size.width { row.append(fill.level(x, y, &random)) }
    }
    let half = ((size.width + 1) / 2, (size.height + 1) / 2)
    let blue = Plane<UInt8>(width: half.0, height: half.1) { _, row in
      for _ in 0..<half.0 { row.append(fill == .noise ? UInt8.random(in: 100...156, using: &random) : 128) }
    }
    for chroma in [nil, Chroma(blue: blue, red: blue, scale: (2, 2))] {
      for focalLength in [nil, Double(size.width)] {
        let detection = Detector().detect(in: Photo(luma: luma, chroma: chroma, focalLength: focalLength))
        #expect(keepsItsPromises(detection))
        #expect(detection.verdict != .sure)
      }
    }
  }

  /// Random overlapping rectangles give a valid detection, with or without prints.
  @Test(arguments: 0..<12)
  func `heaps of rectangles give a valid detection`(seed: Int) {
    var random = RandomNumbers(seed: UInt64(seed))
    var luma = Plane<UInt8>(width: 320, height: 240, filledWith: 128)
    for _ in 0..<30 {
      let (x, y) = (Int.random(in: -40..<320, using: &random), Int.random(in: -40..<240, using: &random))
      let (w, h) = (Int.random(in: 2..<160, using: &random), Int.random(in: 2..<160, using: &random))
      let level = UInt8.random(in: 0...255, using: &random)
      for row in max(0, y)..<max(0, min(240, y + h)) {
        for column in max(0, x)..<max(0, min(320, x + w)) { luma[column, row] = level }
      }
    }
    #expect(keepsItsPromises(Detector().detect(in: Photo(luma: luma))))
  }

  private func keepsItsPromises(_ detection: Detection) -> Bool {
    let quads = detection.prints.map(\.quad) + detection.candidates.map(\.quad)
    let areSound = quads.allSatisfy { $0.isConvex && $0.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite } }
    let confidences = detection.prints.map(\.confidence) + detection.candidates.map(\.confidence)
    let parameters = Detector.Parameters()
    let areApart = detection.prints.indices.allSatisfy { i in
      detection.prints.indices.allSatisfy { j in
        let (a, b) = (detection.prints[i].quad, detection.prints[j].quad)
        return i == j || a.intersectionArea(b) < (parameters.choice.overlap + 0.05) * min(a.area, b.area)
      }
    }
    return areSound && areApart && confidences.allSatisfy { (0...1).contains($0) }
      && (detection.verdict == .none) == detection.prints.isEmpty
  }

  /// A drawn print of every film, seen at an angle with a known focal length, is found to a pixel, named, and upright.
  @Test(arguments: FilmFormat.all.indices)
  func `every film is found`(index: Int) throws {
    let film = FilmFormat.all[index]
    let drawn = DrawnPrint(film, turn: 0.35 * Double(index), slant: 0.12 * Double(index % 4) + 0.1)
    let detection = Detector().detect(in: drawn.photo)
    let print = try #require(detection.prints.first)
    #expect(detection.prints.count == 1)
    let worst = zip(print.quad.turned(by: QuarterTurns(drawn.offset(of: print.quad))).corners, drawn.quad.corners)
      .map { $0.distance(to: $1) }.max()
    #expect(try #require(worst) < 1)
    #expect(print.film == film)
    // Pack film has equal borders above and below, so its way up is unknown.
    let borders = (film.picture.top, film.height - film.picture.top - film.picture.height)
    #expect(print.isUpright == (abs(borders.0 - borders.1) > 1))
    #expect(!print.isUpright || drawn.offset(of: print.quad) == 0)
    #expect(abs(try #require(print.tilt) - drawn.tilt) < 2)
  }

  /// A print is named and sure only if its film is among those to look for.
  @Test(arguments: FilmFormat.all)
  func `only the given films are named and sure`(film: FilmFormat) throws {
    let drawn = DrawnPrint(FilmFormat.all[3], turn: 0.2, slant: 0.3)
    var parameters = Detector.Parameters()
    parameters.films = [film]
    let print = Detector(parameters).detect(in: drawn.photo).prints.first
    let isRight = film == FilmFormat.all[3]
    #expect(print?.film == (isRight ? film : nil))
    #expect((print?.confidence ?? 0 >= Detection.sureConfidence) == isRight)
  }

  /// A white sheet is a print unless only films are wanted; then it is a candidate.
  @Test func `a sheet is no film`() throws {
    let sheet = Quad(Point(150, 100), Point(480, 120), Point(470, 400), Point(130, 380))
    var random = RandomNumbers(seed: 5)
    let luma = Plane<UInt8>(width: 640, height: 480) { y, row in
      for x in 0..<640 {
        let level = sheet.contains(Point(Double(x) + 0.5, Double(y) + 0.5)) ? 220 : 60
        row.append(UInt8(level + Int.random(in: -8...8, using: &random)))
      }
    }
    var parameters = Detector.Parameters()
    let print = try #require(Detector(parameters).detect(in: Photo(luma: luma)).prints.first)
    #expect(print.quad.intersectionOverUnion(sheet) > 0.99)
    #expect(print.film == nil)
    parameters.isFilmRequired = true
    let detection = Detector(parameters).detect(in: Photo(luma: luma))
    #expect(detection.prints.isEmpty && detection.verdict == .none)
    #expect(detection.candidates.contains { $0.quad.intersectionOverUnion(sheet) > 0.99 })
  }

  /// Where films are asked for, a likelier outline without a film is a candidate, and doesn't count as the one print.
  @Test func `a film is chosen before a likelier sheet`() throws {
    let drawn = DrawnPrint(FilmFormat.all[3], turn: 0.2, slant: 0.3)
    let film = try #require(Detector().detect(in: drawn.photo).trace?.refined.first)
    var sheet = film
    (sheet.fits, sheet.score) = ([], film.score + 1)
    sheet.quad = film.quad.map { $0 + Point(2000, 0) }
    var parameters = Detector.Parameters()
    parameters.mostPrints = 1
    #expect(Choice(parameters, photoArea: Self.photoArea).detection(of: [sheet, film]).prints.map(\.film) == [nil])
    parameters.isFilmRequired = true
    let detection = Choice(parameters, photoArea: Self.photoArea).detection(of: [sheet, film])
    #expect(detection.prints.map(\.film) == [FilmFormat.all[3]])
    #expect(detection.candidates.map(\.quad) == [sheet.quad.standard])
    // The sheet still counts for whether the photo shows a print.
    #expect(
      detection.presence
        == Choice(Detector.Parameters(), photoArea: Self.photoArea).detection(of: [sheet, film]).presence)
    // A worse outline of the same sheet isn't chosen in its place.
    var inside = film
    inside.quad = sheet.quad
    #expect(Choice(parameters, photoArea: Self.photoArea).detection(of: [sheet, inside]).prints.isEmpty)
  }

  /// A card whose picture lies like a film's, but whose proportions are others, isn't named: its scan would be stretched.
  @Test func `a film is named only with its proportions`() throws {
    let drawn = DrawnPrint(FilmFormat.all[3], turn: 0.2, slant: 0.3)
    var card = try #require(Detector().detect(in: drawn.photo).trace?.refined.first)
    let choice = Choice(Detector.Parameters(), photoArea: Self.photoArea)
    #expect(choice.detection(of: [card]).prints.map(\.film) == [FilmFormat.all[3]])
    card.fits[0].ratioError = -0.07
    #expect(choice.detection(of: [card]).prints.map(\.film) == [nil])
  }

  /// Large enough for the outlines of `DrawnPrint`.
  private static let photoArea = 1e6

  /// A photo whose best outline is unlikely has no prints, but the same candidates.
  @Test func `an unlikely best print is a candidate`() throws {
    let drawn = DrawnPrint(FilmFormat.all[3], turn: 0.2, slant: 0.3)
    var parameters = Detector.Parameters()
    let confidence = try #require(Detector(parameters).detect(in: drawn.photo).prints.first?.confidence)
    (parameters.leastConfidence, parameters.leastConfidenceOfBest) = (confidence + 1e-9, confidence + 1e-9)
    let detection = Detector(parameters).detect(in: drawn.photo)
    #expect(detection.prints.isEmpty && detection.verdict == .none)
    #expect(detection.candidates.first?.confidence == confidence)
  }

  /// A small print that lies alone on even ground is what the photo was taken of.
  @Test func `a print alone on even ground needs less`() throws {
    var found = try #require(
      Detector().detect(in: DrawnPrint(FilmFormat.all[3], turn: 0.2, slant: 0.3).photo).trace?.refined.first)
    (found.fits, found.score) = ([], -1)
    let width = Int(found.quad.corners.map(\.x).max() ?? 0) + 400
    let height = Int(found.quad.corners.map(\.y).max() ?? 0) + 400
    let steps = [UInt8](repeating: 3, count: (width + 1) * (height + 2))
    let ground = Ground(steps, of: 3, width: width, height: height, stride: width + 1)
    func prints(_ ground: Ground) -> Int {
      Choice(Detector.Parameters(), photoArea: found.quad.area / 0.1, ground: ground).detection(of: [found]).prints
        .count
    }
    #expect(prints(ground) == 1)
    #expect(prints(Ground()) == 0)
  }

  /// The same likely outline is a print if it fills the photo, and a candidate if it is small, unless any presence will do.
  @Test func `a small print must be likelier than a large one`() throws {
    let drawn = DrawnPrint(FilmFormat.all[3], turn: 0.2, slant: 0.3)
    var card = try #require(Detector().detect(in: drawn.photo).trace?.refined.first)
    (card.fits, card.score) = ([], 0)
    var parameters = Detector.Parameters()
    func detection(share: Double) -> Detection {
      Choice(parameters, photoArea: card.quad.area / share).detection(of: [card])
    }
    #expect(detection(share: 0.5).prints.map(\.confidence) == [0.5])
    #expect(detection(share: 0.01).prints.isEmpty && detection(share: 0.01).verdict == .none)
    #expect(detection(share: 0.01).candidates.map(\.confidence) == [0.5])
    parameters.leastPresence = 0
    #expect(detection(share: 0.01).prints.map(\.confidence) == [0.5])
    // A print is sure only if the photo surely shows one, and left out if that is less than what is asked for.
    card.score = 3
    #expect(detection(share: 0.5).prints.map { $0.confidence > 0.95 } == [true])
    #expect(detection(share: 0.05).prints.map { (0.8..<0.9).contains($0.confidence) } == [true])
    parameters.leastReported = 0.9
    #expect(detection(share: 0.5).prints.count == 1)
    #expect(detection(share: 0.05).prints.isEmpty && detection(share: 0.05).candidates.count == 1)
  }

  /// An outline on other edges that is nearly as likely leaves open which one is right.
  @Test func `a print with a rival isn't sure`() throws {
    let drawn = DrawnPrint(FilmFormat.all[3], turn: 0.2, slant: 0.3)
    var card = try #require(Detector().detect(in: drawn.photo).trace?.refined.first)
    (card.fits, card.score) = ([], 3)
    func isSure(besides share: Double, lead: Double) -> Bool {
      var other = card
      let centre = card.quad.centre
      (other.quad, other.score) = (card.quad.map { centre + share.squareRoot() * ($0 - centre) }, 3 - lead)
      let choice = Choice(Detector.Parameters(), photoArea: card.quad.area / 0.5)
      return choice.detection(of: [card, other]).verdict == .sure
    }
    #expect(!isSure(besides: 0.9, lead: 0.5))
    #expect(isSure(besides: 0.9, lead: 1.5))
    #expect(isSure(besides: 0.98, lead: 0.5))
    #expect(isSure(besides: 0.5, lead: 0.5))
  }

  /// What is asked for changes no print's confidence: the sheet on top still covers the film, and all prints count for
  /// what they cover.
  @Test func `limits change no confidence`() throws {
    let drawn = DrawnPrint(FilmFormat.all[3], turn: 0.2, slant: 0.3)
    var film = try #require(Detector().detect(in: drawn.photo).trace?.refined.first)
    film.score = 3
    var sheet = film
    (sheet.fits, sheet.score) = ([], 4)
    sheet.quad = film.quad.map { $0 + Point(2000, 0) }
    let area = film.quad.area / 0.05
    func prints(_ parameters: Detector.Parameters, covered: Bool) -> [Print] {
      Choice(parameters, photoArea: area).detection(of: [sheet, film]) { quad, _ in
        covered && quad != sheet.quad.standard
      }
      .prints
    }
    for covered in [false, true] {
      let all = prints(Detector.Parameters(), covered: covered)
      #expect(all.map { $0.confidence > 0.9 } == [true, !covered])
      var parameters = Detector.Parameters()
      parameters.isFilmRequired = true
      #expect(prints(parameters, covered: covered) == all.filter { $0.film != nil })
      parameters = Detector.Parameters()
      parameters.leastReported = all[0].confidence
      #expect(prints(parameters, covered: covered) == [all[0]])
      parameters = Detector.Parameters()
      parameters.mostPrints = 1
      #expect(prints(parameters, covered: covered) == [all[0]])
    }
  }

  /// A print is found in a photo turned by 90°.
  @Test func `a print is found in a turned photo`() throws {
    let drawn = DrawnPrint(FilmFormat.all[4], turn: 0.2, slant: 0.3)
    let luma = drawn.photo.luma
    let turned = Plane<UInt8>(width: luma.height, height: luma.width) { y, row in
      for x in 0..<luma.height { row.append(luma[y, luma.height - 1 - x]) }
    }
    let photo = Photo(luma: turned, focalLength: drawn.photo.focalLength)
    let print = try #require(Detector().detect(in: photo).prints.first)
    let expected = drawn.quad.map { Point(Double(luma.height) - $0.y, $0.x) }
    #expect(print.quad.intersectionOverUnion(expected) > 0.99)
    #expect(print.film == FilmFormat.all[4])
  }

  /// A print whose left side lies outside the photo is judged by its visible sides and completed.
  @Test func `a print that leaves the photo is found`() throws {
    let drawn = DrawnPrint(FilmFormat.all[4], turn: 0.05, slant: 0)
    let cut = Int(max(drawn.quad[.topLeft].x, drawn.quad[.bottomLeft].x)) + 2
    let luma = Plane<UInt8>(width: drawn.photo.width - cut, height: drawn.photo.height) { y, row in
      for x in cut..<drawn.photo.width { row.append(drawn.photo.luma[x, y]) }
    }
    let detection = Detector().detect(in: Photo(luma: luma))
    let print = try #require(detection.prints.first)
    #expect(print.quad.intersectionOverUnion(drawn.quad.map { $0 - Point(Double(cut), 0) }) > 0.98)
    #expect(print.confidence > 0.3)
    let evidence = try #require(detection.trace?.refined.first).evidence
    #expect(evidence[.beyondPhoto] > 0.2)
    #expect(min(evidence[.edges], evidence[.leastEdges], evidence[.support], evidence[.leastSupport]) > 0.9)
  }

  /// The edges panel is bright at the print's side and dark inside its frame; the choice panel shows the outline in green.
  @Test func `an explanation shows edges and the choice`() throws {
    let drawn = DrawnPrint(FilmFormat.all[4], turn: 0.2, slant: 0.3)
    let sheet = Explanation()(drawn.photo, Detector().detect(in: drawn.photo))
    #expect((sheet.width, sheet.height) == (3 * 480 + 4, 3 * 400 + 4))
    let side = drawn.quad[.left]
    let middle = side.from.mixed(with: side.to, 0.5)
    func levels(_ place: Point, column: Double, row: Double) -> [[UInt8]] {
      (-2...2).map { dx in
        let i = 3 * (Int(place.y + 402 * row) * sheet.width + Int(place.x + 482 * column) + dx)
        return Array(sheet.samples[i..<i + 3])
      }
    }
    #expect(levels(middle, column: 2, row: 0).contains { $0.allSatisfy { $0 > 200 } })
    let inside = middle.mixed(with: drawn.quad.centre, 0.07)
    #expect(levels(inside, column: 2, row: 0).allSatisfy { $0 == [0, 0, 0] })
    #expect(levels(middle, column: 2, row: 2).contains { $0[1] > $0[0] &+ 60 })
  }

  /// Each station lies on its side, in the side's middle nine tenths, where the edge is.
  @Test func `stations lie on their side and at its edge`() throws {
    let drawn = DrawnPrint(FilmFormat.all[4], turn: 0.2, slant: 0.3)
    let sides = try #require(Refinement(drawn.photo).sides(drawn.quad, Refinement.fine(scale: 1)))
    for (side, seen) in zip(Quad.Side.allCases, sides) {
      let (from, to) = drawn.quad[side]
      let line = try #require(Line(through: from, to))
      #expect(seen.stations.count > 40)
      #expect(seen.residual < 0.2)
      for (position, residual) in seen.stations {
        #expect(abs(line.distance(to: position)) < 0.5)
        #expect((0.04...0.96).contains((position - from).dot((to - from).normalized) / from.distance(to: to)))
        #expect(abs(residual) < 1)
      }
    }
  }

  @Test func `each stage is reported once, in order`() {
    var stages: [Detector.Stage] = []
    _ = Detector().detect(in: DrawnPrint(FilmFormat.all[0], turn: 0.1, slant: 0.2).photo) { stages.append($0) }
    #expect(stages == Detector.Stage.allCases)
    _ = Detector().detect(in: Photo(luma: Plane(width: 7, height: 9, filledWith: 0))) { _ in
      Issue.record("there is nothing to search")
    }
  }

  @Test func `prints don't depend on the number of candidates`() {
    let photo = DrawnPrint(FilmFormat.all[0], turn: 0.1, slant: 0.2).photo
    var detector = Detector()
    let offering = detector.detect(in: photo)
    detector.parameters.candidates = 0
    let silent = detector.detect(in: photo)
    #expect(!offering.candidates.isEmpty && silent.candidates.isEmpty)
    #expect(!silent.prints.isEmpty && silent.prints == offering.prints)
  }

  /// A side beside a step from dark to bright at column 80, of full or half height, is moved onto it.
  @Test(arguments: [150, 75], [1, 2, 3]) func `a side is moved onto the edge beside it`(length: Int, reach: Int) {
    let luma = Plane<UInt8>(width: 200, height: 150) { y, row in
      for x in 0..<200 { row.append(x >= 80 && y < length ? 200 : 40) }
    }
    let planes = ReducedPlanes(Photo(luma: luma), longSide: 200)
    let edges = EdgePoints(planes, EdgePoints.Parameters(colourGain: 1))
    let gap = 0.4 * Double(reach)
    let side = edges.aligned(from: Point(80 + gap, 20), to: Point(80 - gap, 130), reach: reach)
    #expect(side.visible == 1)
    #expect(abs(side.share - (length == 150 ? 1 : 0.5)) < 0.06)
    #expect(side.beyond == (length == 150 ? 1 : 0.5))
    #expect(abs(side.from.x - 80) < 0.05)
    // With half an edge, the other end is extrapolated.
    #expect(abs(side.to.x - 80) < (length == 150 ? 0.05 : 0.3))
    // The reversed side gives the same result reversed.
    let back = edges.aligned(from: Point(80 - gap, 130), to: Point(80 + gap, 20), reach: reach)
    #expect(abs(back.share - side.share) < 1e-9 && back.from.distance(to: side.to) < 1e-3)
    let nowhere = edges.aligned(from: Point(120, 20), to: Point(120, 130), reach: reach)
    #expect(nowhere.share == 0 && nowhere.from == Point(120, 20) && nowhere.visible == 1)
    // The greatest angle that the reach allows.
    let askew = edges.aligned(
      from: Point(80 + 0.9 * Double(reach), 10), to: Point(80 - 0.9 * Double(reach), 140), reach: reach)
    #expect(length == 75 || askew.share == 1 && abs(askew.from.x - 80) < 0.05 && abs(askew.to.x - 80) < 0.05)
    let beyond = edges.aligned(from: Point(80, -60), to: Point(80, 60), reach: reach)
    #expect(abs(beyond.visible - 0.5) < 0.06 && abs(beyond.share - 1) < 1e-9)
  }

  /// A diagonal edge has several cells beside each position of the side.
  @Test func `each position of a side counts once`() {
    let luma = Plane<UInt8>(width: 200, height: 150) { y, row in
      for x in 0..<200 { row.append(x + y > 170 ? 200 : 40) }
    }
    let edges = EdgePoints(ReducedPlanes(Photo(luma: luma), longSide: 200), EdgePoints.Parameters(colourGain: 1))
    let side = edges.aligned(from: Point(150, 21), to: Point(40, 131), reach: 2)
    #expect(side.share == 1 && side.beyond == 1)
  }

  @Test func `the trace holds every stage`() throws {
    let drawn = DrawnPrint(FilmFormat.all[0], turn: 0.1, slant: 0.2)
    let trace = try #require(Detector().detect(in: drawn.photo).trace)
    #expect(trace.segments.count >= 8)
    #expect(!trace.hypotheses.isEmpty)
    #expect(trace.judged.count >= trace.refined.count)
    #expect(zip(trace.refined, trace.refined.dropFirst()).allSatisfy { $0.score >= $1.score })
    #expect(trace.refined.allSatisfy { $0.evidence.features.allSatisfy(\.isFinite) })
    let (parameters, model) = (Detector.Parameters(), Detector.Model.embedded)
    for one in trace.judged {
      #expect(one.score == one.evidence.score(parameters.weights, model.judgedTrees))
    }
    var values: [Double] = []
    for one in trace.refined {
      var alone = one.evidence
      alone.context = .none
      let score = alone.score(parameters.refinedWeights, model.refinedTrees)
      #expect(Float(score) == one.evidence.context.values[0])
      let amongOthers = score + model.contextTrees.value(one.evidence.features)
      let (appearance, certainty) = (parameters.refining.appearance, parameters.refining.certainty)
      guard amongOthers > appearance.leastScore else {
        #expect(one.score == certainty * amongOthers)
        continue
      }
      let patch = try #require(trace.patches.patch(of: one.quad.map { (1 / trace.scale) * $0 }))
      let value = model.network.value(of: patch)
      values.append(value)
      let looks = appearance.weight * min(max(value, -appearance.most), appearance.most)
      #expect(one.score == certainty * (amongOthers + looks))
    }
    #expect(values.contains { abs($0) > parameters.refining.appearance.most })
  }
}

/// A white print with a dark picture on a grey table, seen by a pinhole camera.
struct DrawnPrint {
  let photo: Photo
  /// The outline, from the print's own top left.
  let quad: Quad
  /// The tilt in degrees.
  let tilt: Double

  /// - Parameters:
  ///   - turn: the rotation about the camera's axis, in radians.
  ///   - slant: the angle between the camera's axis and the print's normal, in radians.
  init(_ film: FilmFormat, turn: Double, slant: Double) {
    let (width, height, focal) = (480, 400, 460.0)
    let (s, c, ss, cs) = (sin(turn), cos(turn), sin(slant), cos(slant))
    let distance = focal * max(film.width, film.height) / 230
    func project(_ x: Double, _ y: Double) -> Point {
      let (u, v) = (x - film.width / 2, y - film.height / 2)
      let (a, b) = (c * u - s * v, s * u + c * v)
      let depth = distance + ss * b
      return Point(240 + focal * a / depth, 200 + focal * cs * b / depth)
    }
    quad = Quad(
      project(0, 0), project(film.width, 0), project(film.width, film.height), project(0, film.height))
    tilt = slant * 180 / .pi
    let back = Homography(rectangleOf: film.width, film.height, to: quad)?.inverse ?? .identity
    let (outline, picture) = (Quad(x: 0, y: 0, width: film.width, height: film.height), film.pictureOutline)
    let luma = Plane<UInt8>(width: width, height: height) { y, row in
      for x in 0..<width {
        var sum = 0
        for k in 0..<9 {
          let p = back(Point(Double(x) + (Double(k % 3) + 0.5) / 3, Double(y) + (Double(k / 3) + 0.5) / 3))
          let shade = 60 + Int(p.x + p.y) % 40
          sum += picture.contains(p) ? shade : outline.contains(p) ? 225 : 130
        }
        row.append(UInt8(sum / 9))
      }
    }
    photo = Photo(luma: luma, focalLength: focal)
  }

  /// The index of the other quad's corner that is this one's first.
  func offset(of other: Quad) -> Int {
    (0..<4).min { quad.corners[0].distance(to: other.corners[$0]) < quad.corners[0].distance(to: other.corners[$1]) }
      ?? 0
  }
}
