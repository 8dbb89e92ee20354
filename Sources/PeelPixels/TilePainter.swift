import PeelImaging
import PeelWorkbench

/// Shows pictures in terminals that draw them over the text, tile by tile. Only tiles that change are sent.
struct TilePainter: Sendable {
  /// What a tile is sent as.
  enum Form: Sendable {
    case sixel(colours: Int)
    /// A file in iTerm2's protocol (https://iterm2.com/documentation-images.html).
    case file
    /// A picture past tmux, with text for its cells.
    case placeholders
  }

  /// What the terminal shows of a picture.
  private struct Shown: Sendable {
    var picture: PlacedPicture
    var cell: PixelSize
    let grid: TileGrid
    /// The pixels without lines.
    var ground: [UInt8]
    var canvas: LineCanvas
    /// Whether the terminal has each tile as it is now.
    var isCurrent: [Bool]
    var palette: SixelPalette?
    /// The numbers of the tiles' pictures; empty unless they have placeholders.
    var numbers: [Int] = []
  }

  private var shown: [PlacedPicture.Slot: Shown] = [:]
  /// The picture that each cell showed last.
  private var slots: [PlacedPicture.Slot?] = []
  /// The numbers of pictures that the terminal doesn't have.
  private var free = Array((0..<Placeholder.count).reversed())

  /// The cells of a tile.
  private static let tile = (columns: 8, rows: 4)

  /// - Parameter isLimited: whether the terminal keeps few pictures, so that tiles must be few and large.
  mutating func paint(
    _ next: Screen, isFresh: Bool, cell: PixelSize, _ form: Form, isLimited: Bool,
    move: (_ column: Int, _ row: Int) -> [UInt8]
  ) -> PicturePainter.Painted {
    let kept = Set(next.pictures.map(\.slot))
    var painted = PicturePainter.Painted()
    for (slot, old) in shown where isFresh || !kept.contains(slot) {
      painted.bytes += release(old.numbers)
      shown[slot] = nil
    }
    let owners = next.shownPictures()
    let slots = owners.map { $0.map { next.pictures[$0].slot } }
    var isDamaged = slots.indices.map { isFresh || !self.slots.indices.contains($0) || self.slots[$0] != slots[$0] }
    self.slots = slots
    var covered: Set<Int> = []
    for (index, picture) in next.pictures.enumerated() {
      var new = update(picture, cell, form, isLimited)
      if case .placeholders = form, new.numbers.isEmpty {
        painted.bytes += release(shown[picture.slot]?.numbers ?? [])
        new.numbers = Array(free.suffix(new.grid.count))
        free.removeLast(new.numbers.count)
      }
      var wanted: [Int] = []
      for tile in 0..<new.grid.count {
        let area = new.grid.tile(tile)
        let cells = (area.row..<area.row + area.rows).flatMap { row in
          (area.column..<area.column + area.columns).map { row * next.columns + $0 }
        }
        let own = cells.filter { owners[$0] == index }
        if own.contains(where: { isDamaged[$0] }) { new.isCurrent[tile] = false }
        guard !own.isEmpty, !new.isCurrent[tile] else { continue }
        new.isCurrent[tile] = true
        wanted.append(tile)
        for cell in cells where owners[cell] != index {
          isDamaged[cell] = true
          if owners[cell] == nil { covered.insert(cell) }
        }
      }
      let sent = new
      let groups = isLimited || !new.numbers.isEmpty ? wanted.map { $0...$0 } : new.grid.groups(of: wanted)
      let tiles = onThreads(groups.count) { Self.bytes(groups[$0], of: sent, form) }
      for (group, bytes) in zip(groups, tiles) {
        let area = new.grid.cells(of: group)
        guard case .placeholders = form else {
          painted.bytes += move(area.column, area.row) + bytes
          continue
        }
        painted.bytes +=
          bytes + Self.text(group.lowerBound, of: new, move) { owners[$1 * next.columns + $0] == index }
      }
      shown[picture.slot] = new
    }
    painted.covered = covered.sorted().map { ($0 % next.columns, $0 / next.columns) }
    return painted
  }

  /// Removes pictures that aren't needed any more.
  private mutating func release(_ numbers: [Int]) -> [UInt8] {
    free += numbers
    return numbers.flatMap { Placeholder(number: $0).removal }
  }

  /// Removes all pictures that outlast the text over them.
  var removal: [UInt8] { shown.values.flatMap(\.numbers).flatMap { Placeholder(number: $0).removal } }

  /// A picture with the tiles that aren't current any more.
  private func update(_ picture: PlacedPicture, _ cell: PixelSize, _ form: Form, _ isLimited: Bool) -> Shown {
    let grid = Self.grid(of: picture, isLimited: isLimited)
    let old = shown[picture.slot]
    guard var new = old, let old, old.picture.hasSameGround(as: picture), old.cell == cell, old.grid == grid else {
      var palette: SixelPalette?
      if case .sixel(let colours) = form {
        palette =
          old.flatMap { $0.picture.rendition == picture.rendition ? $0.palette : nil }
          ?? SixelPalette(
            picture.rendition.colours(), fixed: PlacedPicture.lineColours + [picture.surround], count: colours)
      }
      return Shown(
        picture: picture, cell: cell, grid: grid, ground: picture.ground(cell: cell),
        canvas: LineCanvas(of: picture, cell: cell), isCurrent: Array(repeating: false, count: grid.count),
        palette: palette, numbers: old.flatMap { $0.grid.count == grid.count ? $0.numbers : nil } ?? [])
    }
    guard old.picture.lines != picture.lines else { return new }
    new.picture = picture
    new.canvas = LineCanvas(of: picture, cell: cell)
    for tile in 0..<grid.count {
      let (x, y, size) = grid.pixels(tile...tile, cell: cell)
      if new.canvas.differs(from: old.canvas, x: x, y: y, size) { new.isCurrent[tile] = false }
    }
    return new
  }

  /// The tiles of a terminal that keeps 16 pictures and none of more than 1000 pixels, as xterm: nine for the photo, four
  /// for a print, and one for each other picture.
  private static func grid(of picture: PlacedPicture, isLimited: Bool) -> TileGrid {
    guard isLimited else { return TileGrid(area: picture.area, columns: tile.columns, rows: tile.rows) }
    let side =
      switch picture.slot {
      case .photo: 3
      case .print: 2
      case .loupe, .shot, .thumbnail, .edges, .closeUp: 1
      }
    func share(_ cells: Int) -> Int { max(1, (cells + side - 1) / side) }
    return TileGrid(area: picture.area, columns: share(picture.area.columns), rows: share(picture.area.rows))
  }

  /// What shows tiles side by side.
  private static func bytes(_ tiles: ClosedRange<Int>, of shown: Shown, _ form: Form) -> [UInt8] {
    switch form {
    case .sixel: return sixel(tiles, of: shown)
    case .file: return file(tiles, of: shown)
    case .placeholders:
      let number = tiles.lowerBound
      guard shown.numbers.indices.contains(number) else { return [] }
      let (pixels, size) = pixels(tiles, of: shown)
      let area = shown.grid.cells(of: tiles)
      return Placeholder(number: shown.numbers[number]).picture(pixels, size, columns: area.columns, rows: area.rows)
    }
  }

  /// The text of a tile's cells.
  ///
  /// - Parameter isShown: whether a cell of the screen shows the picture.
  private static func text(
    _ tile: Int, of shown: Shown, _ move: (_ column: Int, _ row: Int) -> [UInt8],
    isShown: (_ column: Int, _ row: Int) -> Bool
  ) -> [UInt8] {
    guard shown.numbers.indices.contains(tile) else { return [] }
    let (area, placeholder) = (shown.grid.tile(tile), Placeholder(number: shown.numbers[tile]))
    var bytes = placeholder.ink
    for row in 0..<area.rows {
      var isThere = false
      for column in 0..<area.columns {
        guard isShown(area.column + column, area.row + row) else {
          isThere = false
          continue
        }
        if !isThere { bytes += move(area.column + column, area.row + row) }
        isThere = true
        bytes += placeholder.text(column: column, row: row)
      }
    }
    return bytes
  }

  private static func sixel(_ tiles: ClosedRange<Int>, of shown: Shown) -> [UInt8] {
    guard let palette = shown.palette else { return [] }
    let (left, top, size) = shown.grid.pixels(tiles, cell: shown.cell)
    let stride = shown.canvas.size.width
    var numbers = [UInt8](repeating: 0, count: size.width * size.height)
    var place = 0
    for y in top..<top + size.height {
      let dither = palette.dither(row: y)
      for x in left..<left + size.width {
        let index = y * stride + x
        let line = shown.canvas.pixels[index]
        let pixel = blended(shown.ground, index, line)
        numbers[place] = palette.number(pixel.0, pixel.1, pixel.2, lift: line == 0 ? dither[x & 3] : 0)
        place += 1
      }
    }
    return Sixel(numbers, size, palette.definitions).bytes
  }

  /// The red, green and blue of tiles side by side, row by row.
  private static func pixels(_ tiles: ClosedRange<Int>, of shown: Shown) -> ([UInt8], PixelSize) {
    let (left, top, size) = shown.grid.pixels(tiles, cell: shown.cell)
    let stride = shown.canvas.size.width
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * size.width * size.height)
    for y in top..<top + size.height {
      for x in left..<left + size.width {
        let pixel = blended(shown.ground, y * stride + x, shown.canvas.pixels[y * stride + x])
        pixels.append(pixel.0)
        pixels.append(pixel.1)
        pixels.append(pixel.2)
      }
    }
    return (pixels, size)
  }

  private static func file(_ tiles: ClosedRange<Int>, of shown: Shown) -> [UInt8] {
    let (pixels, size) = pixels(tiles, of: shown)
    let area = shown.grid.cells(of: tiles)
    let png = PNGFile(pixels, size).bytes
    let keys = "inline=1;size=\(png.count);width=\(area.columns);height=\(area.rows);preserveAspectRatio=0"
    var bytes = Array("\u{1B}]1337;File=\(keys);doNotMoveCursor=1:".utf8)
    bytes.append(base64: png[...])
    bytes.append(0x07)
    return bytes
  }

  /// A pixel of the ground under a line's.
  private static func blended(_ ground: [UInt8], _ index: Int, _ line: UInt32) -> (UInt8, UInt8, UInt8) {
    let pixel = (ground[3 &* index], ground[3 &* index &+ 1], ground[3 &* index &+ 2])
    guard line != 0 else { return pixel }
    let opacity = line >> 24
    func mixed(_ below: UInt8, _ shift: UInt32) -> UInt8 {
      UInt8((UInt32(below) * (255 - opacity) + (line >> shift & 255) * opacity + 127) / 255)
    }
    return (mixed(pixel.0, 0), mixed(pixel.1, 8), mixed(pixel.2, 16))
  }
}
