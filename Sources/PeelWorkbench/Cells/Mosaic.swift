/// Draws pictures with cells.
struct Mosaic {
  var capabilities: Capabilities
  /// The paint of cells outside the picture.
  var surround: Paint
  /// The luma shown as black and as white on monochrome terminals.
  private var tones = 0.0...255.0

  init(capabilities: Capabilities, surround: Paint) {
    self.capabilities = capabilities
    self.surround = surround
  }

  /// Draws `region` of the picture over the whole of `area`.
  ///
  /// A cell counts as twice as high as wide. `region` is stretched if its shape doesn't match the area's.
  func draw(_ rendition: Rendition, _ region: Region, into screen: inout Screen, at area: Area) {
    guard area.columns > 0, area.rows > 0 else { return }
    let tile = tile
    var field = rendition.averages(over: region, columns: area.columns * tile.columns, rows: area.rows * tile.rows)
    let stride = area.columns * tile.columns
    var drawn = self
    if capabilities.depth == .monochrome { drawn.tones = Self.tones(of: field) }
    for row in 0..<area.rows {
      for column in 0..<area.columns {
        let start = row * tile.rows * stride + column * tile.columns
        let cell =
          isOutside(field, start, stride, tile)
          ? Cell(paint: surround) : drawn.cell(&field, start, stride, tile, at: (column, row))
        screen[area.column + column, area.row + row] = cell
      }
    }
  }

  /// Draws a region as above, or copies the last drawing if nothing has changed since.
  func draw(
    _ rendition: Rendition, _ region: Region, into screen: inout Screen, at area: Area, remembering last: inout Drawn?
  ) {
    if let last, last.capabilities == capabilities, last.surround == surround, last.region == region,
      last.area == area, last.rendition == rendition
    {
      screen.put(last.cells, at: area)
      return
    }
    draw(rendition, region, into: &screen, at: area)
    last = Drawn(
      capabilities: capabilities, surround: surround, region: region, area: area, rendition: rendition,
      cells: screen.cells(of: area))
  }

  /// A drawing, and what it's of.
  struct Drawn: Sendable {
    fileprivate let capabilities: Capabilities
    fileprivate let surround: Paint
    fileprivate let region: Region
    fileprivate let area: Area
    fileprivate let rendition: Rendition
    fileprivate let cells: [Cell]
  }

  /// The number of samples in a cell, across and down.
  private typealias Tile = (columns: Int, rows: Int)

  private func isOutside(_ field: [SIMD4<Float>], _ start: Int, _ stride: Int, _ tile: Tile) -> Bool {
    (0..<tile.rows).allSatisfy { y in (0..<tile.columns).allSatisfy { x in field[start + y * stride + x].w == 0 } }
  }

  /// The samples taken for each cell.
  private var tile: Tile {
    switch (capabilities.depth, capabilities.glyphs) {
    case (_, .ascii): (1, 1)
    case (.trueColour, .blocks), (.palette256, .blocks): (BlockFit.columns, BlockFit.rows)
    case (.monochrome, .blocks): (2, 2)
    case (_, .halfBlocks), (.palette16, .blocks), (.palette8, .blocks): (1, 2)
    }
  }

  private func cell(
    _ field: inout [SIMD4<Float>], _ start: Int, _ stride: Int, _ tile: Tile, at place: (column: Int, row: Int)
  ) -> Cell {
    switch (capabilities.depth, capabilities.glyphs) {
    case (.trueColour, .blocks), (.palette256, .blocks):
      for y in 0..<tile.rows {
        for index in start + y * stride..<start + y * stride + tile.columns where field[index].w == 0 {
          field[index] = surroundValue
        }
      }
      let cell = BlockFit(field, from: start, stride: stride).cell
      return capabilities.depth == .trueColour ? cell : dithered(cell, at: place)
    case (.trueColour, _):
      return halves(samples(field, start, stride, tile).map { $0.map { Ink.colour($0) } ?? surround.ground })
    case (.palette256, _):
      return halves(dithered(samples(field, start, stride, tile), at: place))
    case (.palette16, _):
      return halves(dithered(samples(field, start, stride, tile), of: 16, at: place))
    case (.palette8, _):
      return halves(dithered(samples(field, start, stride, tile), of: 8, at: place))
    case (.monochrome, .ascii):
      return Cell(glyph: letter(samples(field, start, stride, tile)[0], at: place))
    case (.monochrome, _):
      let samples = samples(field, start, stride, tile)
      return Cell(glyph: blackAndWhite(samples, columns: tile.columns, at: place))
    }
  }

  /// The surround's colour as a sample.
  private var surroundValue: SIMD4<Float> {
    guard case .colour(let colour) = surround.ground else { return SIMD4(0, 0, 0, 1) }
    return SIMD4(Float(colour.red), Float(colour.green), Float(colour.blue), 1)
  }

  /// A cell's samples, row by row; nil outside the picture.
  private func samples(_ field: [SIMD4<Float>], _ start: Int, _ stride: Int, _ tile: Tile) -> [Colour?] {
    (0..<tile.rows).flatMap { y in
      (0..<tile.columns).map { x in
        let value = field[start + y * stride + x]
        return value.w == 0 ? nil : Colour(value)
      }
    }
  }

  /// A cell filled with one ink, or with one in its upper and one in its lower half.
  private func halves(_ inks: [Ink]) -> Cell {
    guard inks.count == 2, inks[0] != inks[1] else { return Cell(paint: Paint(ground: inks[0])) }
    return Cell(glyph: "▀", paint: Paint(ink: inks[0], ground: inks[1]))
  }

  // MARK: few colours

  /// The thresholds of a 4 × 4 Bayer matrix, in sixteenths.
  private static let thresholds: [[Int]] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]

  /// A cell's dither threshold, between -1/2 and 1/2.
  private func threshold(x: Int, y: Int) -> Double { (Double(Self.thresholds[y & 3][x & 3]) + 0.5) / 16 - 0.5 }

  /// The dither's range, in levels: about the distance between the palette's colours.
  private static let spread = 96.0

  private func dithered(_ samples: [Colour?], of count: Int, at place: (column: Int, row: Int)) -> [Ink] {
    samples.indices.map { index in
      guard let colour = samples[index] else { return surround.ground }
      let lift = Self.spread * threshold(x: place.column, y: place.row * samples.count + index)
      func lifted(_ value: UInt8) -> UInt8 { UInt8(min(max(Double(value) + lift, 0), 255)) }
      let raised = Colour(lifted(colour.red), lifted(colour.green), lifted(colour.blue))
      return .indexed(Palette.nearest(raised, of: count))
    }
  }

  private func dithered(_ samples: [Colour?], at place: (column: Int, row: Int)) -> [Ink] {
    samples.indices.map { index in
      samples[index].map { .indexed(dithered($0, x: place.column, y: place.row * samples.count + index)) }
        ?? surround.ground
    }
  }

  private func dithered(_ colour: Colour, x: Int, y: Int) -> UInt8 {
    Palette.ditheredOf256(colour, threshold: 0.5 + threshold(x: x, y: y))
  }

  private func dithered(_ cell: Cell, at place: (column: Int, row: Int)) -> Cell {
    func dithered(_ ink: Ink) -> Ink {
      guard case .colour(let colour) = ink else { return ink }
      return .indexed(self.dithered(colour, x: place.column, y: place.row))
    }
    return Cell(
      glyph: cell.glyph, paint: Paint(ink: dithered(cell.paint.ink), ground: dithered(cell.paint.ground)))
  }

  /// Blocks by the sum of their lit quarters: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
  private static let quarters: [Character] = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]

  private func blackAndWhite(_ samples: [Colour?], columns: Int, at place: (column: Int, row: Int)) -> Character {
    var lit = 0
    for (index, sample) in samples.enumerated() {
      let (x, y) = (index % columns, index / columns)
      guard let sample, isLit(sample, x: place.column * columns + x, y: place.row * 2 + y) else { continue }
      lit |= columns == 2 ? 1 << index : 3 << (2 * index)
    }
    return Self.quarters[lit]
  }

  private func isLit(_ colour: Colour, x: Int, y: Int) -> Bool {
    tone(colour) > 0.5 + Self.strength * threshold(x: x, y: y)
  }

  /// The dither's range in black and white, as a share of the tones. Below 1, so that nearly black and nearly white
  /// areas stay plain.
  private static let strength = 0.7

  /// A colour's luma within `tones`, 0…1.
  private func tone(_ colour: Colour) -> Double {
    min(max((Double(colour.luma) - tones.lowerBound) / (tones.upperBound - tones.lowerBound), 0), 1)
  }

  /// The share of samples that become black, and the share that become white.
  private static let clip = 0.03
  /// The least range of luma that is stretched to black and white. A smaller range is mostly noise.
  private static let leastSpread = 48.0

  /// The range of luma to stretch to black and white.
  private static func tones(of field: [SIMD4<Float>]) -> ClosedRange<Double> {
    let lumas = field.filter { $0.w > 0 }.map { Colour($0).luma }.sorted()
    guard let last = lumas.indices.last else { return 0...255 }
    let (low, high) = (Double(lumas[Int(clip * Double(last))]), Double(lumas[last - Int(clip * Double(last))]))
    return high - low < leastSpread ? 0...255 : low...high
  }

  /// Letters from dark to light, as they look in most fonts.
  private static let ramp: [Character] = [" ", ".", ":", "-", "=", "+", "*", "#", "%", "@"]

  private func letter(_ sample: Colour?, at place: (column: Int, row: Int)) -> Character {
    guard let sample else { return " " }
    let level = tone(sample) * Double(Self.ramp.count - 1)
    let dithered = level + 0.5 * threshold(x: place.column, y: place.row) + 0.5
    return Self.ramp[min(max(Int(dithered), 0), Self.ramp.count - 1)]
  }
}
