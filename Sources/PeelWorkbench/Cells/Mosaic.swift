/// Draws pictures with cells.
struct Mosaic {
  var capabilities: Capabilities
  /// The paint of cells outside the picture.
  var surround: Paint

  /// Draws `region` of the picture over the whole of `area`.
  ///
  /// A cell counts as twice as high as wide. `region` is stretched if its shape doesn't match the area's.
  func draw(_ rendition: Rendition, _ region: Region, into screen: inout Screen, at area: Area) {
    guard area.columns > 0, area.rows > 0 else { return }
    let (tile, stride) = (tile, area.columns * tile.columns)
    var field = rendition.averages(over: region, columns: stride, rows: area.rows * tile.rows)
    let monochrome =
      capabilities.depth == .monochrome
      ? BlackAndWhite(field, stride: stride, hasLetters: !capabilities.isUnicode) : nil
    var diffusion = Diffusion(columns: area.columns)
    for row in 0..<area.rows {
      for column in 0..<area.columns {
        let start = row * tile.rows * stride + column * tile.columns
        screen[area.column + column, area.row + row] =
          if isOutside(field, start, stride, tile) {
            Cell(paint: surround)
          } else if let monochrome {
            monochrome.cell(column: column, row: row, capabilities.glyphs)
          } else {
            cell(of: fit(&field, start, stride, tile), at: column, &diffusion)
          }
      }
      diffusion.endRow()
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
    case (_, .halfBlocks), (.palette16, _), (.palette8, _): (1, 2)
    case (.trueColour, _), (.palette256, _): (BlockFit.columns, BlockFit.rows)
    case (.monochrome, _): (Braille.columns, Braille.rows)
    }
  }

  /// The glyph and the two colours that are most like a cell's samples.
  private func fit(_ field: inout [SIMD4<Float>], _ start: Int, _ stride: Int, _ tile: Tile) -> BlockFit {
    for y in 0..<tile.rows {
      for index in start + y * stride..<start + y * stride + tile.columns where field[index].w == 0 {
        field[index] = surroundValue
      }
    }
    return switch tile.rows {
    case 1: BlockFit(field[start])
    case 2: BlockFit(upper: field[start], lower: field[start + stride])
    default: BlockFit(field, from: start, stride: stride, hasSextants: capabilities.glyphs >= .sextants)
    }
  }

  /// The surround's colour as a sample beyond the picture.
  private var surroundValue: SIMD4<Float> { capabilities.colour(of: surround.ground).levels }

  // MARK: few colours

  /// The cell in the terminal's colours. What they lack goes to the cells drawn later.
  private func cell(of fit: BlockFit, at column: Int, _ diffusion: inout Diffusion) -> Cell {
    guard capabilities.depth != .trueColour else { return fit.cell }
    // An even cell is split, so that two of the palette's colours can mix in it.
    let fit = capabilities.isUnicode ? fit.split : fit
    let carried = diffusion[column]
    // The smaller part's error goes to the larger part, and that one's to other cells. Equal halves take turns, so that
    // the pattern has no stripes.
    let isInkSmaller = fit.share == 1 / 2 ? column.isMultiple(of: 2) : fit.share < 1 / 2
    let (smaller, share) = isInkSmaller ? (fit.ink, fit.share) : (fit.ground, 1 - fit.share)
    let first = shown(smaller, carried)
    let second = shown(isInkSmaller ? fit.ground : fit.ink, carried + share / (1 - share) * first.error)
    diffusion.carry((1 - share) * second.error, from: column)
    let (ink, ground) = isInkSmaller ? (first.ink, second.ink) : (second.ink, first.ink)
    return ink == ground || fit.share == 0
      ? Cell(paint: Paint(ground: ground)) : Cell(glyph: fit.glyph, paint: Paint(ink: ink, ground: ground))
  }

  /// The palette's colour for a part of a cell, and the error to carry on.
  private func shown(_ part: SIMD4<Float>, _ carried: SIMD4<Float>) -> (ink: Ink, error: SIMD4<Float>) {
    // The part is beyond the picture.
    guard part.w > 0 else { return (surround.ground, carried) }
    switch capabilities.depth {
    case .palette16: return nearest(part + carried, of: 16)
    case .palette8: return nearest(part + carried, of: 8)
    case .palette256, .trueColour, .monochrome:
      // One of the two colours that are most like the part. The nearest to the sum would add specks of other hues.
      let mixture = Palette.mixtureOf256(Colour(part))
      let wanted = (mixture.mean + carried).clamped(lowerBound: SIMD4(), upperBound: Self.white)
      let errors = (wanted - mixture.levels.0, wanted - mixture.levels.1)
      let isFirst =
        (errors.0 * errors.0 * Palette.weights).sum() <= (errors.1 * errors.1 * Palette.weights).sum()
      return isFirst ? (.indexed(mixture.numbers.0), errors.0) : (.indexed(mixture.numbers.1), errors.1)
    }
  }

  private static let white = SIMD4<Float>(repeating: 255)

  /// The nearest of the palette's first `count` colours, and what it lacks.
  private func nearest(_ wanted: SIMD4<Float>, of count: Int) -> (ink: Ink, error: SIMD4<Float>) {
    let wanted = wanted.clamped(lowerBound: SIMD4(), upperBound: Self.white)
    let ink = Ink.indexed(Palette.nearest(Colour(wanted), of: count))
    return (ink, wanted - ink.shown.levels)
  }
}
