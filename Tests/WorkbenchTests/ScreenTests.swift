import Imaging
import Testing

@testable import Workbench

@Suite struct ScreenTests {
  @Test func dump() throws {
    func show(_ name: String, _ desk: Desk, _ c: Int, _ r: Int, _ g: Capabilities.Glyphs, _ d: Capabilities.Depth = .trueColour) {
      print("### \(name)"); print(desk.screen(columns: c, rows: r, depth: d, glyphs: g).text); print("### end")
    }
    var desk = Desk(columns: 60, rows: 16)
    show("photo utf", desk, 60, 16, .blocks)
    show("photo ascii", desk, 60, 16, .ascii)
    show("photo half", desk, 60, 16, .halfBlocks)
    show("photo mono", desk, 60, 16, .ascii, .monochrome)
    show("tiny", desk, 20, 6, .blocks)
    show("40", desk, 40, 12, .blocks)
    show("80", desk, 80, 24, .blocks)
    try desk.press("v")
    show("both", desk, 60, 16, .blocks)
    try desk.press("v")
    show("print", desk, 60, 16, .blocks)
    try desk.press("v3z")
    show("zoom", desk, 60, 16, .blocks)
    try desk.press("?")
    show("help", desk, 80, 24, .blocks)
    show("help ascii", desk, 80, 24, .ascii)
    show("help narrow", desk, 60, 16, .ascii)
    show("failed", Desk([nil]), 60, 8, .ascii)
    show("wide", Desk([Desk.sure, nil, Desk.nothing], names: ["a.jpg", "IMG_20240101_120000.jpg", "写真.jpg"]), 150, 14, .blocks)
    let d2 = Desk(columns: 200, rows: 60)
    let clock = ContinuousClock()
    let big = Photo(luma: Plane(width: 4032, height: 3024) { y, row in for x in 0..<4032 { row.append(UInt8(truncatingIfNeeded: x &* y >> 6)) } },
      chroma: Chroma(blue: Plane(width: 2016, height: 1512, filledWith: 100), red: Plane(width: 2016, height: 1512, filledWith: 140), scale: (2, 2)))
    var model = d2.model
    print("load", clock.measure { _ = model.update(.loaded(photo: 0, LoadedPhoto(big))) })
    for (c, r) in [(80, 24), (80, 36), (200, 60)] {
      for depth in [Capabilities.Depth.trueColour, .palette256, .palette16, .monochrome] {
        let t = clock.measure { for _ in 0..<5 { _ = model.screen(columns: c, rows: r, capabilities: Capabilities(depth: depth, glyphs: .blocks)) } }
        print(c, r, depth, t / 5)
      }
    }
  }
}
