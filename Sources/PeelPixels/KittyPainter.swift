import PeelWorkbench

/// Shows pictures by kitty's graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
///
/// A picture is sent once for each part of it that's shown. Its lines lie above it in transparent tiles, of which only
/// those that change are sent. Pictures hide the ground of cells and not their glyphs. So where text covers a picture, its
/// ground is drawn by a picture of one pixel, stretched over the cells.
struct KittyPainter: Sendable {
  /// What the terminal shows of a picture.
  private struct Shown {
    var picture: PlacedPicture
    var cell: PixelSize
    var depth: Int
    /// The number of the picture without lines.
    var number: Int
    var canvas: LineCanvas
    /// The numbers of the tiles with lines.
    var tiles: [Int: Int] = [:]
  }

  private var shown: [PlacedPicture.Slot: Shown] = [:]
  /// The grounds drawn over pictures, and the numbers of their pictures.
  private var grounds: [Ground: Int] = [:]
  private var last = 0
  private var isAnswered = false

  /// Removes all pictures on the screen and frees their memory.
  static let removal = Array("\u{1B}_Ga=d,d=A,q=2\u{1B}\\".utf8)
  /// The depth of the first picture. Those after it and their lines are above it, and grounds above all. Text is above
  /// what has a negative depth.
  private static let deepest = -1000
  private static let depthOfGrounds = -1
  /// The cells of a tile with lines.
  private static let tile = (columns: 8, rows: 4)
  /// The bytes from which on a picture's pixels are shared, or sent as a file, which is smaller than their plain bytes deflated.
  private static let leastLarge = 1 << 14
  /// The most pixels of a picture. The terminal stretches one with fewer.
  private static let mostPixels = 4_000_000

  mutating func paint(
    _ next: Screen, isFresh: Bool, cell: PixelSize, _ ways: PaintingWays
  ) -> PicturePainter.Painted {
    var bytes: [UInt8] = []
    if isFresh {
      if last > 0 { bytes += Self.removal }
      (shown, grounds) = ([:], [:])
    }
    let slots = Set(next.pictures.map(\.slot))
    for (slot, old) in shown where !slots.contains(slot) {
      remove([old.number] + old.tiles.values.sorted(), &bytes)
      shown[slot] = nil
    }
    let wasAnswered = isAnswered
    for (order, picture) in next.pictures.enumerated() {
      show(picture, depth: Self.deepest + 2 * order, cell: Self.density(cell, picture.area), ways, &bytes)
    }
    cover(next, ways, &bytes)
    return PicturePainter.Painted(bytes: bytes, isAnswered: isAnswered && !wasAnswered)
  }

  /// Cells of one ground that cover a picture.
  private struct Ground: Hashable {
    var area: Area
    var colour: Colour
  }

  /// Draws the grounds of cells that cover pictures.
  private mutating func cover(_ next: Screen, _ ways: PaintingWays, _ bytes: inout [UInt8]) {
    let wanted = Self.grounds(of: next)
    for (ground, number) in grounds where !wanted.contains(ground) {
      remove([number], &bytes)
      grounds[ground] = nil
    }
    for ground in wanted where grounds[ground] == nil {
      let colour = ground.colour
      grounds[ground] = send(
        [colour.red, colour.green, colour.blue], isOpaque: true, PixelSize(width: 1, height: 1), ground.area,
        Self.depthOfGrounds, ways, &bytes)
    }
  }

  /// The cells within pictures that show their glyphs, as rectangles of one ground, row by row.
  private static func grounds(of screen: Screen) -> [Ground] {
    var isWithin = Array(repeating: false, count: screen.columns * screen.rows)
    for picture in screen.pictures {
      for row in picture.area.row..<picture.area.row + picture.area.rows {
        for column in picture.area.column..<picture.area.column + picture.area.columns {
          isWithin[row * screen.columns + column] = !screen[column, row].isPicture
        }
      }
    }
    var grounds: [Ground] = []
    /// The rectangles that end in the row above, by their first column.
    var open: [Int: Int] = [:]
    for row in 0..<screen.rows {
      var next: [Int: Int] = [:]
      var column = 0
      while column < screen.columns {
        guard isWithin[row * screen.columns + column] else {
          column += 1
          continue
        }
        let (start, colour) = (column, screen[column, row].paint.ground.shown)
        while column < screen.columns, isWithin[row * screen.columns + column],
          screen[column, row].paint.ground.shown == colour
        { column += 1 }
        if let above = open[start], grounds[above].colour == colour, grounds[above].area.columns == column - start {
          grounds[above].area.rows += 1
          next[start] = above
        } else {
          next[start] = grounds.count
          grounds.append(
            Ground(area: Area(column: start, row: row, columns: column - start, rows: 1), colour: colour))
        }
      }
      open = next
    }
    return grounds
  }

  /// The pixels to send for a cell: fewer than it has if the area has too many.
  private static func density(_ cell: PixelSize, _ area: Area) -> PixelSize {
    var cell = cell
    while cell.width > 1, cell.height > 1, cell.width * cell.height * area.columns * area.rows > mostPixels {
      cell = PixelSize(width: cell.width / 2, height: cell.height / 2)
    }
    return cell
  }

  private mutating func show(
    _ picture: PlacedPicture, depth: Int, cell: PixelSize, _ ways: PaintingWays, _ bytes: inout [UInt8]
  ) {
    let old = shown[picture.slot]
    let isInPlace = old.map { $0.picture.area == picture.area && $0.cell == cell && $0.depth == depth } ?? false
    let grid = TileGrid(area: picture.area, columns: Self.tile.columns, rows: Self.tile.rows)
    guard let old, isInPlace else {
      let number = add(picture, depth, cell, ways, &bytes)
      var new = Shown(
        picture: picture, cell: cell, depth: depth, number: number, canvas: LineCanvas(of: picture, cell: cell))
      for tile in 0..<grid.count { addLines(tile, of: grid, &new, ways, &bytes) }
      shown[picture.slot] = new
      if let old { remove([old.number] + old.tiles.values.sorted(), &bytes) }
      return
    }
    var new = old
    new.picture = picture
    if !old.picture.hasSameGround(as: picture) {
      new.number = add(picture, depth, cell, ways, &bytes)
      remove([old.number], &bytes)
    }
    if old.picture.lines != picture.lines {
      new.canvas = LineCanvas(of: picture, cell: cell)
      for tile in 0..<grid.count {
        let (x, y, size) = grid.pixels(tile...tile, cell: cell)
        guard new.canvas.differs(from: old.canvas, x: x, y: y, size) else { continue }
        new.tiles[tile] = nil
        addLines(tile, of: grid, &new, ways, &bytes)
        if let number = old.tiles[tile] { remove([number], &bytes) }
      }
    }
    shown[picture.slot] = new
  }

  private mutating func add(
    _ picture: PlacedPicture, _ depth: Int, _ cell: PixelSize, _ ways: PaintingWays, _ bytes: inout [UInt8]
  ) -> Int {
    let size = PixelSize(width: picture.area.columns * cell.width, height: picture.area.rows * cell.height)
    return send(picture.ground(cell: cell), isOpaque: true, size, picture.area, depth, ways, &bytes)
  }

  private mutating func addLines(
    _ tile: Int, of grid: TileGrid, _ shown: inout Shown, _ ways: PaintingWays, _ bytes: inout [UInt8]
  ) {
    let (x, y, size) = grid.pixels(tile...tile, cell: shown.cell)
    guard !shown.canvas.isBlank(x: x, y: y, size) else { return }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(4 * size.width * size.height)
    for row in y..<y + size.height {
      for column in x..<x + size.width {
        let pixel = shown.canvas.pixels[row * shown.canvas.size.width + column]
        for shift: UInt32 in [0, 8, 16, 24] { pixels.append(UInt8(truncatingIfNeeded: pixel >> shift)) }
      }
    }
    shown.tiles[tile] = send(pixels, isOpaque: false, size, grid.tile(tile), shown.depth + 1, ways, &bytes)
  }

  /// Sends pixels and places them; their number.
  private mutating func send(
    _ pixels: [UInt8], isOpaque: Bool, _ size: PixelSize, _ area: Area, _ depth: Int, _ ways: PaintingWays,
    _ bytes: inout [UInt8]
  ) -> Int {
    last += 1
    bytes += ways.move(area.column, area.row)
    // The first picture is answered whether it's shown; those after it only if they aren't.
    let answers = isAnswered ? 1 : 0
    isAnswered = true
    let place = "a=T,i=\(last),c=\(area.columns),r=\(area.rows),z=\(depth),C=1,q=\(answers)"
    let raw = "\(place),f=\(isOpaque ? 24 : 32),s=\(size.width),v=\(size.height)"
    if !isOpaque || pixels.count < Self.leastLarge {
      append(Deflated(pixels, .runs).bytes, raw + ",o=z", answers, &bytes)
    } else if let name = ways.share(pixels) {
      append(Array(name.utf8), raw + ",t=s", answers, &bytes)
    } else {
      append(PNGFile(pixels, size).bytes, place + ",f=100", answers, &bytes)
    }
    return last
  }

  private func append(_ data: [UInt8], _ keys: String, _ answers: Int, _ bytes: inout [UInt8]) {
    for command in KittyCommand.bytes(data, keys, repeated: "q=\(answers)") { bytes += command }
  }

  private func remove(_ numbers: [Int], _ bytes: inout [UInt8]) {
    for number in numbers { bytes += "\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\".utf8 }
  }
}
