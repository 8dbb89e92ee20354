/// A print that a photo shows, as one of the shots to merge.
package struct PrintShot: Sendable {
  package var photo: Photo
  /// The print's outline in photo pixels.
  package var quad: Quad

  package init(_ photo: Photo, _ quad: Quad) { (self.photo, self.quad) = (photo, quad) }
}

/// One shot's print, drawn flat at a size that all shots of a fusion share.
struct FlatShot: Sendable {
  /// The size of a flat print and of its cells, in pixels.
  struct Size: Sendable, Equatable {
    /// The pixels along the longer side. A print in a photo of 12 MP has about twice as many.
    static let longSide = 1280.0
    /// The pixels along each side of a cell.
    static let cell = 6

    let columns: Int
    let rows: Int

    /// - Parameter ratio: the print's width over its height.
    init(ratio: Double) {
      let cells = Self.longSide / Double(Self.cell)
      columns = max(8, Int((cells * min(1, ratio)).rounded()))
      rows = max(8, Int((cells * min(1, 1 / ratio)).rounded()))
    }

    var width: Int { columns * Self.cell }
    var height: Int { rows * Self.cell }
  }

  let size: Size
  let luma: Plane<UInt8>
  /// The mean red, green and blue of each cell, 0…255.
  let colours: [CellMap]
  /// Whether the photo has colours.
  let hasColours: Bool
  /// 1 for cells that lie in the photo, otherwise 0.
  let known: CellMap

  /// nil if the outline has no picture.
  init?(_ shot: PrintShot, size: Size) {
    guard let map = Homography(rectangleOf: Double(size.width), Double(size.height), to: shot.quad) else { return nil }
    let warp = Warp(shot.photo, map: map, width: size.width, height: size.height, sampling: .preview)
    let planes = warp.drawn(rows: 0..<size.height).planes
    self.size = size
    luma = planes.luma
    hasColours = planes.chroma != nil
    let means = Self.means(of: planes.luma, size)
    let blue = planes.chroma.map { Self.means(of: $0.blue, size) }
    let red = planes.chroma.map { Self.means(of: $0.red, size) }
    var channels = [[Float]](repeating: [], count: 3)
    for cell in means.indices {
      let colour = BT601.colour(
        luma: means[cell], blue: blue.map { $0[cell] - Float(BT601.neutral) } ?? 0,
        red: red.map { $0[cell] - Float(BT601.neutral) } ?? 0)
      channels[0].append(min(max(colour.x, 0), 255))
      channels[1].append(min(max(colour.y, 0), 255))
      channels[2].append(min(max(colour.z, 0), 255))
    }
    colours = channels.map { CellMap(width: size.columns, height: size.rows, values: $0) }
    var inside = CellMap(width: size.columns, height: size.rows, 0)
    for row in 0..<size.rows {
      let lines = [warp.known(row: row * Size.cell), warp.known(row: (row + 1) * Size.cell - 1)]
      for column in 0..<size.columns {
        let cell = column * Size.cell..<(column + 1) * Size.cell
        let isInside = lines.allSatisfy { $0.contains { $0.clamped(to: cell) == cell } }
        inside.values[row * size.columns + column] = isInside ? 1 : 0
      }
    }
    known = inside
  }

  private static func means(of plane: Plane<UInt8>, _ size: Size) -> [Float] {
    var sums = [Int32](repeating: 0, count: size.columns * size.rows)
    for y in 0..<plane.height {
      let row = plane.row(y)
      let first = y / Size.cell * size.columns
      for column in 0..<size.columns {
        var sum: Int32 = 0
        for x in column * Size.cell..<(column + 1) * Size.cell { sum &+= Int32(row[x]) }
        sums[first + column] &+= sum
      }
    }
    return sums.map { Float($0) / Float(Size.cell * Size.cell) }
  }
}
