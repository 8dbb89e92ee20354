import PeelImaging
import PeelRandomNumbers
import Testing

@testable import PeelWorkbench

@Suite struct PropertyTests {
  private static let detections: [Detection?] = [TestDesk.sure, TestDesk.nothing, nil, TestDesk.sure]

  /// Presses 2,000 random keys on screens of random sizes. Corners must stay finite and near the photo, and undoing
  /// everything must restore the prints found.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func randomKeysKeepTheModelValid(seed: UInt64) throws { try pressRandomKeys(seed, in: TestDesk(Self.detections)) }

  /// The same, with a Live Photo and a clip, whose frames are kept.
  @Test(arguments: [7, 8, 9] as [UInt64])
  func randomKeysKeepClipsValid(seed: UInt64) throws {
    try pressRandomKeys(seed, in: TestDesk(Self.detections, kinds: [.livePhoto, .clip, .photo, .photo]))
  }

  private func pressRandomKeys(_ seed: UInt64, in desk: TestDesk) throws {
    var dice = RandomNumbers(seed: seed)
    var desk = desk
    let keys = desk.model.keymap.rows.flatMap(\.keys) + [.enter, .character("Q"), .pageUp, .backspace]
    let depths = Capabilities.Depth.allCases
    for count in 0..<2000 {
      desk.press([try #require(keys.randomElement(using: &dice))])
      if Int.random(in: 0..<8, using: &dice) == 0 { desk.time += 1 }
      if Int.random(in: 0..<4, using: &dice) == 0 {
        let kinds = [Mouse.Kind.press, .drag, .drag, .release, .wheelUp, .wheelDown]
        desk.update(
          .mouse(
            Mouse(
              try #require(kinds.randomElement(using: &dice)), column: Int.random(in: -1...200, using: &dice),
              row: Int.random(in: -1...60, using: &dice))))
      }
      #expect(desk.model.roll.items.count { $0.photo != nil } <= 3)
      #expect(desk.model.roll.ids.map { desk.model.roll.position(of: $0) } == Array(0..<desk.model.roll.count))
      for outline in desk.model.item.sheet.outlines {
        for p in outline.quad.corners {
          #expect(p.x.isFinite && (-400...800).contains(p.x) && p.y.isFinite && (-300...600).contains(p.y))
        }
      }
      guard count % 20 == 0 else { continue }
      let size = (Int.random(in: 0...200, using: &dice), Int.random(in: 0...60, using: &dice))
      desk.update(.resized(columns: size.0, rows: size.1))
      let screen = desk.screen(
        columns: size.0, rows: size.1, depth: try #require(depths.randomElement(using: &dice)),
        glyphs: try #require(Capabilities.Glyphs.allCases.randomElement(using: &dice)))
      #expect(screen.cells.count == size.0 * size.1)
    }
    // Where nothing is seen, keys do nothing.
    desk.update(.resized(columns: 80, rows: 24))
    // Close the panel, the filter and the bursts.
    try desk.press("<Esc><Esc><Esc><Esc><Esc>")
    var steps = 0
    repeat {
      try desk.press("u")
      steps += 1
    } while desk.model.message?.text != "nothing to undo" && steps < 10_000
    for photo in desk.model.roll.items {
      guard let detected = photo.detected else { continue }
      #expect(photo.sheet.outlines == detected.sheet.outlines && photo.sheet.accepted == nil)
    }
  }

  /// The handle is within the view at any zoom, and in the middle of the loupe.
  @Test(arguments: [5, 6] as [UInt64])
  func theViewFollowsTheHandle(seed: UInt64) {
    var dice = RandomNumbers(seed: seed)
    for _ in 0..<500 {
      let area = Area(
        column: 3, row: 2, columns: Int.random(in: 10...120, using: &dice), rows: Int.random(in: 5...50, using: &dice))
      let focus = Point(Double.random(in: -400...800, using: &dice), Double.random(in: -300...600, using: &dice))
      let isInside = (0...400).contains(focus.x) && (0...300).contains(focus.y)
      let zoom = Int.random(in: Viewport.zooms, using: &dice)
      let viewport = Viewport(photoWidth: 400, 300, in: area, zoom: zoom, focus: focus)
      let place = viewport(focus)
      if isInside {
        #expect((3 - 1e-6...3 + Double(area.columns) + 1e-6).contains(place.x))
        #expect((2 - 1e-6...2 + Double(area.rows) + 1e-6).contains(place.y))
      }
      let loupe = Viewport(around: focus, scale: 0.5, in: area)
      #expect(loupe(focus) == Point(3 + Double(area.columns) / 2, 2 + Double(area.rows) / 2))
    }
  }

  /// `region` starts where `callAsFunction` places the area's corner.
  @Test func regionAndPlacesAgree() {
    let area = Area(column: 7, row: 4, columns: 40, rows: 11)
    for zoom in Viewport.zooms {
      let viewport = Viewport(photoWidth: 400, 300, in: area, zoom: zoom, focus: Point(123.4, 56.7))
      let corner = viewport(Point(viewport.region.x, viewport.region.y))
      #expect(abs(corner.x - 7) < 1e-6 && abs(corner.y - 4) < 1e-6)
    }
  }
}
