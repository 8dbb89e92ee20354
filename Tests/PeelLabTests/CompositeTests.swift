import Foundation
import PeelFiles
import PeelImaging
import PeelTestSupport
import Testing

@testable import peel_lab

@Suite struct CompositeTests {
  private static let black = Canvas.Colour(0, 128, 128, 0)
  private static let white = Canvas.Colour(255, 128, 128, 0)

  private static func sources() throws -> CompositeSources {
    var truth = TruePhoto(path: Path(Samples.url.appending(path: "rocket-tilted.jpg").path()), prints: [])
    truth.source = "example.org/someone"
    return try CompositeSources([truth])
  }

  @Test func aNumberGivesTheSamePhotoEachTime() throws {
    let sources = try Self.sources()
    for number in 0..<4 {
      let (first, second) = (Composite(sources, number: number), Composite(sources, number: number))
      #expect(first.photo == second.photo && first.truth == second.truth)
      #expect(first.photo != Composite(sources, number: number + 100).photo)
    }
  }

  /// Prints lie whole within the photo, and none that counts lies on another one.
  @Test func printsThatCountAreWholeAndVisible() throws {
    let sources = try Self.sources()
    var prints = 0
    for number in 0..<30 {
      let composite = Composite(sources, number: number)
      let (width, height) = (Double(composite.photo.width), Double(composite.photo.height))
      let quads = composite.truth.prints.map(\.quad)
      prints += quads.count
      for (i, quad) in quads.enumerated() {
        #expect(
          quad.isConvex && quad.corners.allSatisfy { $0.x > -1 && $0.y > -1 && $0.x < width + 1 && $0.y < height + 1 })
        for other in quads[..<i] { #expect(quad.intersectionArea(other) < 0.05 * min(quad.area, other.area)) }
      }
    }
    #expect(prints > 30)
  }

  /// A white print on black covers its quad, and no more.
  @Test func aPrintCoversItsQuad() throws {
    let quad = try #require(Quad([Point(20, 30), Point(150, 20), Point(170, 120), Point(35, 140)]))
    var canvas = Canvas(width: 200, height: 160, filledWith: Self.black)
    var covered = 0
    canvas.lay(
      Canvas(width: 30, height: 40, filledWith: Self.white), on: quad, .flat, light: 1
    ) { x, y in
      covered += 1
      #expect(quad.contains(Point(Double(x) + 0.5, Double(y) + 0.5)))
    }
    #expect(abs(Double(covered) - quad.area) < 0.02 * quad.area)
    #expect(canvas[90, 80] == Self.white && canvas[5, 80] == Self.black && canvas[185, 80] == Self.black)
  }

  @Test func aTiltedPlaneFallsAway() throws {
    let level = View(tilt: 0, direction: 1, focalLength: 500, centre: Point(100, 50))
    let place = try #require(level(Point(30, -20)))
    #expect(abs(place.x - 130) < 1e-9 && abs(place.y - 30) < 1e-9)
    let tilted = View(tilt: 0.5, direction: 0, focalLength: 500, centre: Point(0, 0))
    let (near, far, middle) = try (
      #require(tilted(Point(-100, 0))), #require(tilted(Point(100, 0))), #require(tilted(Point(0, 100)))
    )
    #expect(-near.x > far.x && far.x > 0 && abs(middle.y - 100) < 1e-9)
    #expect(View(tilt: 0.9, direction: 0, focalLength: 100, centre: Point(0, 0))(Point(-200, 0)) == nil)
  }

  @Test func aPartIsPastedAtAnotherSize() {
    var source = Canvas(width: 64, height: 64, filledWith: Self.black)
    source.fill(Rectangle(x: 32, y: 0, width: 32, height: 64), Self.white)
    var canvas = Canvas(width: 20, height: 20, filledWith: Self.black)
    canvas.paste(source, Rectangle(x: 0, y: 0, width: 64, height: 64), into: Rectangle(x: 4, y: 4, width: 8, height: 8))
    #expect(canvas[4, 5] == Self.black && canvas[11, 11] == Self.white && canvas[12, 11] == Self.black)
    #expect(abs(canvas.mean.x - 255 * 32 / 400) < 8)
  }

  /// A pen is as long as its line and round at both ends, and its colour depends on the distance from the line.
  @Test func aLineIsFilledAroundIt() {
    var canvas = Canvas(width: 120, height: 60, filledWith: Self.black)
    canvas.fill(alongLineFrom: Point(30, 30), to: Point(90, 30), radius: 10) {
      $0 < 0.5 ? Self.white : Canvas.Colour(100, 128, 128, 0)
    }
    #expect(canvas[60, 30] == Self.white && canvas[60, 37].x == 100 && canvas[60, 42] == Self.black)
    #expect(canvas[22, 30].x == 100 && canvas[18, 30] == Self.black && canvas[22, 22] == Self.black)
    var covered = 0
    canvas.change { _, _, colour in
      covered += colour.x > 50 ? 1 : 0
      return colour
    }
    #expect(abs(Double(covered) - (20 * 60 + Double.pi * 100)) < 40)
  }

  @Test func anOutlineHasTwoColours() {
    var canvas = Canvas(width: 40, height: 30, filledWith: Self.black)
    let grey = Canvas.Colour(90, 128, 128, 0)
    canvas.outline(Rectangle(x: 5, y: 6, width: 30, height: 20), width: 2, Self.white, grey)
    #expect(canvas[20, 6] == Self.white && canvas[6, 15] == Self.white)
    #expect(canvas[20, 25] == grey && canvas[34, 15] == grey)
    #expect(canvas[20, 15] == Self.black && canvas[20, 4] == Self.black && canvas[36, 15] == Self.black)
  }

  /// Fingers cover a print's side, but never most of it.
  @Test func fingersLeaveMostOfAPrint() throws {
    let quad = try #require(Quad([Point(60, 50), Point(240, 60), Point(230, 200), Point(50, 190)]))
    var covered: [Double] = []
    for seed in 0..<20 {
      var pencil = Pencil(sources: try Self.sources(), random: Chance(seed: seed))
      var canvas = Canvas(width: 300, height: 250, filledWith: Self.black)
      pencil.drawFingers(holding: quad, on: &canvas)
      var pixels = 0
      canvas.change { x, y, colour in
        pixels += colour.x > 20 && quad.contains(Point(Double(x) + 0.5, Double(y) + 0.5)) ? 1 : 0
        return colour
      }
      covered.append(Double(pixels) / quad.area)
    }
    #expect(covered.allSatisfy { $0 < 0.3 })
    #expect(covered.count { $0 > 0.005 } > 15)
  }

  /// What is written can be read as photos with known corners.
  @Test func theyAreWrittenToLookAt() throws {
    let folder = try Folder()
    let run = try Program.lab(["composites", "--write", folder.path, "--count", "3", Samples.url.path()])
    #expect(run.status == 0, "\(run.error)")
    let photos = try truePhotos(in: Path(folder.path))
    #expect(photos.count == 3)
    for photo in photos { #expect(exists(photo.path)) }
  }
}
