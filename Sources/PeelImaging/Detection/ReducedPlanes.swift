/// A photo made small for the search: luma and both colour differences on one grid, each sample the mean of a square
/// of `scale` × `scale` photo pixels, in sixteenths of a level, so that averaging keeps what it gains over noise.
public struct ReducedPlanes: Sendable {
  /// Photo pixels along a sample: a power of two.
  public let scale: Int
  public let luma: Plane<Int16>
  /// nil where the photo is grey.
  public let blue: Plane<Int16>?
  public let red: Plane<Int16>?

  public var width: Int { luma.width }
  public var height: Int { luma.height }

  /// Halves `photo` until its long side is at most `longSide` samples.
  public init(_ photo: Photo, longSide: Int) {
    self.init(photo, level: photo.halvings(toLongSide: longSide))
  }

  /// Halves `photo` `level` times.
  public init(_ photo: Photo, level: Int) {
    scale = 1 << level
    let grid = photo.luma.reduced(across: level, down: level)
    luma = grid
    blue = photo.chroma.map { $0.blue.fitted(to: grid, level: level, scale: $0.scale) }
    red = photo.chroma.map { $0.red.fitted(to: grid, level: level, scale: $0.scale) }
  }
}

extension Plane where Sample == UInt8 {
  /// The plane halved `across` and `down` times, in sixteenths of a level; sizes round up, the last row and column
  /// standing in for what lies beyond them.
  func reduced(across: Int, down: Int) -> Plane<Int16> {
    switch min(across, down) {
    case ...0:
      return Plane<Int16>(width: width, height: height) { y, output in
        let row = self.row(y)
        for x in row.indices { output.append(Int16(row[x]) << 4) }
      }
    case 1: return averaged(side: 2)
    case let times:
      var plane = averaged(side: 4)
      for _ in 2..<times { plane = plane.halved() }
      return plane
    }
  }

  /// Colour difference brought to a grid that was halved `level` times, where one sample of the plane covers `scale`
  /// photo pixels. The odd pixel of a turned photo is let pass: it is less than a sample of the grid.
  fileprivate func fitted(to grid: Plane<Int16>, level: Int, scale: (x: Int, y: Int)) -> Plane<Int16> {
    let across = level - scale.x.trailingZeroBitCount
    let down = level - scale.y.trailingZeroBitCount
    let shared = max(0, min(across, down))
    let small = reduced(across: shared, down: shared)
    if small.width == grid.width, small.height == grid.height { return small }
    return Plane<Int16>(width: grid.width, height: grid.height) { y, output in
      let row = small.row(min(y * small.height / max(1, grid.height), small.height - 1))
      for x in 0..<grid.width { output.append(row[min(x * small.width / grid.width, small.width - 1)]) }
    }
  }
}
