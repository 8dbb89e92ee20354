import Testing

@testable import PeelImaging

@Suite struct PoseTests {
  static let size = (width: 4000, height: 3000)

  /// A camera's view of a rectangle tilted about an axis in its plane.
  ///
  /// - Parameters:
  ///   - axis: the direction of the axis, as a unit vector in the rectangle's plane.
  ///   - turn: the cosine and sine of the rectangle's rotation within its plane.
  static func view(
    ratio: Double, focalLength: Double, tilt: (cos: Double, sin: Double), axis: (x: Double, y: Double) = (0.6, 0.8),
    turn: (cos: Double, sin: Double) = (0.96, 0.28), centre: Point = Point(2000, 1500)
  ) -> Quad {
    let distance = 3.0
    func seen(_ u: Double, _ v: Double) -> Point {
      let x = turn.cos * u - turn.sin * v
      let y = turn.sin * u + turn.cos * v
      // Rodrigues' formula for an axis in the plane.
      let along = axis.x * x + axis.y * y
      let across = axis.x * y - axis.y * x
      let p = (
        x: along * axis.x - tilt.cos * across * axis.y, y: along * axis.y + tilt.cos * across * axis.x,
        z: tilt.sin * across
      )
      let depth = distance + p.z
      return Point(centre.x + focalLength * p.x / depth, centre.y + focalLength * p.y / depth)
    }
    let (w, h) = (ratio / 2, 0.5)
    return Quad(seen(-w, -h), seen(w, -h), seen(w, h), seen(-w, h))
  }

  /// The cosine and sine of 0, 22.6, 36.9 and 45.0 degrees; the first three are Pythagorean triples and so exact.
  static let tilts: [(cos: Double, sin: Double, degrees: Double)] = [
    (1, 0, 0), (12.0 / 13, 5.0 / 13, 22.6199), (0.8, 0.6, 36.8699), (696.0 / 985, 697.0 / 985, 45.0411),
  ]

  @Test(arguments: tilts.indices, [0.628, 0.8224, 1.0, 1.27])
  func `the focal length gives shape and tilt exactly`(tilt: Int, ratio: Double) throws {
    let t = Self.tilts[tilt]
    let quad = Self.view(ratio: ratio, focalLength: 3100, tilt: (t.cos, t.sin))
    let pose = try #require(Pose(quad: quad, photoSize: Self.size, focalLength: 3100))
    #expect(abs(pose.ratio / ratio - 1) < 1e-9)
    #expect(abs((pose.tilt ?? .nan) - t.degrees) < 1e-3)
    #expect(pose.source == .focalLength)
    #expect(pose.focalLength == 3100)
  }

  @Test(arguments: [2400.0, 3100, 4500])
  func `vanishing points give the focal length`(focalLength: Double) throws {
    let quad = Self.view(ratio: 0.8224, focalLength: focalLength, tilt: (0.8, 0.6))
    var exact = Pose.Assumptions()
    exact.cornerError = 0.0004
    let pose = try #require(Pose(quad: quad, photoSize: Self.size, focalLength: nil, assuming: exact))
    #expect(pose.source == .vanishingPoints)
    #expect(abs((pose.focalLength ?? .nan) / focalLength - 1) < 0.01)
    #expect(abs(pose.ratio / 0.8224 - 1) < 0.003)
    // With the corners of real prints, the usual lenses count more.
    let real = try #require(Pose(quad: quad, photoSize: Self.size, focalLength: nil))
    #expect(real.source == .vanishingPoints)
    #expect(abs((real.focalLength ?? .nan) / focalLength - 1) < 0.02)
    #expect(abs(real.ratio / 0.8224 - 1) < 0.003)
  }

  /// A curled print in a square cut of a photo: corners that are some pixels off must not turn its shape.
  @Test func `corners that are a little off give nearly the same shape`() throws {
    func ratio(shift: Double) throws -> Double {
      let quad = Quad(
        Point(761 + shift, 397), Point(976 + shift, 395), Point(924 + shift, 683), Point(712 + shift, 663))
      return try #require(Pose(quad: quad, photoSize: (1170, 1156), focalLength: nil)).ratio
    }
    let ratios = try [-5.0, 0, 5].map { try ratio(shift: $0) }
    #expect(ratios.allSatisfy { $0 < 1 }, "\(ratios)")
  }

  @Test func `the sides give the shape of a print seen from above`() throws {
    let quad = Quad(x: 900, y: 500, width: 880, height: 1070).turned(by: 0)
    let pose = try #require(Pose(quad: quad, photoSize: Self.size, focalLength: nil))
    #expect(pose.source == .sides)
    #expect(abs(pose.ratio - 88.0 / 107) < 1e-12)
    #expect(pose.focalLength == nil)
    #expect((pose.tilt ?? 90) < 0.01)
  }

  /// One pair of sides stays parallel: Zhang and He's equation has no solution there.
  @Test func `the usual lens is assumed for a print tilted about a side`() throws {
    let quad = Self.view(ratio: 0.8224, focalLength: 3100, tilt: (0.8, 0.6), axis: (1, 0), turn: (1, 0))
    let pose = try #require(Pose(quad: quad, photoSize: Self.size, focalLength: nil))
    #expect(pose.source == .usualLens)
    #expect(abs(pose.ratio / 0.8224 - 1) < 0.001)
    #expect(pose.tilt == nil)
  }

  @Test(arguments: FilmFormat.all) func `a film gives its own ratio either way up`(film: FilmFormat) throws {
    for (ratio, expected) in [(film.ratio, film.ratio), (1 / film.ratio, 1 / film.ratio)] {
      let quad = Self.view(ratio: ratio, focalLength: 3100, tilt: (0.8, 0.6))
      let pose = try #require(Pose(quad: quad, photoSize: Self.size, focalLength: 3000, film: film))
      #expect(pose.source == .film)
      #expect(pose.ratio == expected || film.name == "polaroid-spectra")
    }
  }

  @Test(arguments: [
    Quad(Point(0, 0), Point(1, 1), Point(2, 2), Point(3, 3)),
    Quad(Point(0, 0), Point(10, 10), Point(10, 0), Point(0, 10)),
    Quad(Point(0, 0), Point(10, 0), Point(2, 2), Point(0, 10)),
    Quad(Point(0, 0), Point(0, 10), Point(10, 10), Point(10, 0)),
    Quad(Point(0, 0), Point(.nan, 0), Point(10, 10), Point(0, 10)),
    Quad(Point(0, 0), Point(.infinity, 0), Point(10, 10), Point(0, 10)),
    Quad(Point(5, 5), Point(5, 5), Point(5, 5), Point(5, 5)),
  ])
  func `quads that aren't views of rectangles have no pose`(quad: Quad) {
    #expect(Pose(quad: quad, photoSize: Self.size, focalLength: 3100) == nil)
    #expect(Pose(quad: quad, photoSize: Self.size, focalLength: nil) == nil)
  }

  @Test(arguments: [0, -5, Double.nan, .infinity]) func `an impossible focal length is ignored`(focalLength: Double) {
    let quad = Self.view(ratio: 0.8224, focalLength: 3100, tilt: (0.8, 0.6))
    let without = Pose(quad: quad, photoSize: Self.size, focalLength: nil)
    #expect(Pose(quad: quad, photoSize: Self.size, focalLength: focalLength) == without)
    #expect(Pose(quad: quad, photoSize: (0, 0), focalLength: focalLength) == nil)
  }

  @Test(.enabled(if: Scenes.arePresent, "needs ../shared/photos/scenes"))
  func `prints in rendered photos get their true shape`() throws {
    var errors: [String: [Double]] = [:]
    var tiltErrors: [Double] = []
    for scene in try Scenes.truth() {
      for print in scene.prints {
        let size = (scene.width, scene.height)
        for (name, focalLength) in [("file", scene.exifFocalLength), ("none", nil)] {
          if name == "file", focalLength == nil { continue }
          let pose = try #require(Pose(quad: print.quad, photoSize: size, focalLength: focalLength))
          errors[name, default: []].append(100 * abs(pose.ratio / print.ratio - 1))
          if name == "file", scene.prints.count == 1 { tiltErrors.append(abs((pose.tilt ?? 90) - scene.tiltDeg)) }
        }
      }
    }
    let file = try #require(errors["file"])
    let none = try #require(errors["none"])
    #expect(file.median < 0.1 && (file.max() ?? 100) < 1)
    #expect(none.median < 0.3 && none.sorted()[none.count * 9 / 10] < 1.2)
    #expect(tiltErrors.median < 1)
  }
}
