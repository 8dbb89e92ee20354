import PeelWorkbench

/// Turns the pictures of screens into the bytes that make a terminal show them. It does no I/O.
///
/// The cells are sent first, and `covered` afterwards: some terminals draw pictures over text.
package struct PicturePainter: Sendable {
  /// What to send.
  package struct Painted {
    package var bytes: [UInt8] = []
    /// Cells with text that the bytes have drawn over.
    package var covered: [(column: Int, row: Int)] = []
    /// Whether the terminal answers that it shows the pictures.
    package var isAnswered = false
  }

  private var kitty = KittyPainter()
  private var tiles = TilePainter()

  package init() {}

  /// What makes a terminal show the pictures of `next`, after its cells.
  ///
  /// - Parameter isFresh: whether the terminal was cleared.
  package mutating func paint(
    _ next: Screen, isFresh: Bool, _ capabilities: Capabilities, _ ways: PaintingWays
  ) -> Painted {
    let cell = capabilities.cell ?? Graphics.usualCell
    switch capabilities.graphics {
    case .cells: return Painted()
    case .kitty: return kitty.paint(next, isFresh: isFresh, cell: cell, ways)
    case .sixel(let colours, let mostPictures):
      return tiles.paint(
        next, isFresh: isFresh, cell: cell, .sixel(colours: colours), isLimited: mostPictures != nil, move: ways.move)
    case .placeholders:
      return tiles.paint(next, isFresh: isFresh, cell: cell, .placeholders, isLimited: false, move: ways.move)
    case .iterm: return tiles.paint(next, isFresh: isFresh, cell: cell, .file, isLimited: false, move: ways.move)
    }
  }

  /// The bytes that remove all pictures that outlast the text over them.
  package func removal(_ graphics: Graphics) -> [UInt8] {
    graphics == .kitty ? KittyPainter.removal : tiles.removal
  }
}

/// What a painter needs of the terminal.
package struct PaintingWays {
  /// The bytes that move the cursor to a cell.
  let move: (_ column: Int, _ row: Int) -> [UInt8]
  /// Puts bytes into memory that the terminal reads, and returns its name; nil if it can't, so that they are sent.
  let share: (_ bytes: [UInt8]) -> String?

  package init(
    move: @escaping (_ column: Int, _ row: Int) -> [UInt8],
    share: @escaping (_ bytes: [UInt8]) -> String? = { _ in nil }
  ) {
    self.move = move
    self.share = share
  }
}

/// An area divided into tiles of whole cells, those at its right and lower edge smaller.
struct TileGrid: Equatable, Sendable {
  let area: Area
  /// The cells of a tile, across and down.
  let columns: Int
  let rows: Int

  private var across: Int { (area.columns + columns - 1) / columns }

  var count: Int { across * ((area.rows + rows - 1) / rows) }

  /// A tile's cells, by its number: row by row.
  func tile(_ number: Int) -> Area { cells(of: number...number) }

  /// The cells of tiles side by side.
  func cells(of tiles: ClosedRange<Int>) -> Area {
    let (column, row) = (tiles.lowerBound % across * columns, tiles.lowerBound / across * rows)
    return Area(
      column: area.column + column, row: area.row + row, columns: min(columns * tiles.count, area.columns - column),
      rows: min(rows, area.rows - row))
  }

  /// Groups tiles, whose numbers rise, by those side by side.
  func groups(of tiles: [Int]) -> [ClosedRange<Int>] {
    tiles.reduce(into: []) { groups, tile in
      if let last = groups.last, last.upperBound == tile - 1, !tile.isMultiple(of: across) {
        groups[groups.count - 1] = last.lowerBound...tile
      } else {
        groups.append(tile...tile)
      }
    }
  }

  /// The pixels of tiles side by side within the area: where they start, and how many they are.
  func pixels(_ tiles: ClosedRange<Int>, cell: PixelSize) -> (x: Int, y: Int, size: PixelSize) {
    let cells = cells(of: tiles)
    return (
      (cells.column - area.column) * cell.width, (cells.row - area.row) * cell.height,
      PixelSize(width: cells.columns * cell.width, height: cells.rows * cell.height)
    )
  }
}
