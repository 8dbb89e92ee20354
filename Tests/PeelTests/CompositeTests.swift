import Foundation
import PeelFiles
import PeelImaging
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
