/// A photo reduced for the search: luma and both colour differences on one grid.
///
/// Each sample is the mean of `scale` × `scale` photo pixels, in sixteenths of a level, so that averaging reduces noise
/// below one level.
package struct ReducedPlanes: Sendable {
  /// Photo pixels along one sample; a power of two.
  package let scale: Int
  package let luma: Plane<Int16>
  /// The colour differences; nil if the photo is grey.
  package let blue: Plane<Int16>?
  package let red: Plane<Int16>?

  package var width: Int { luma.width }
  package var height: Int { luma.height }

  /// Halves `photo` until its long side is at most `longSide` samples.
  package init(_ photo: Photo, longSide: Int) {
    self.init(photo, level: photo.halvings(toLongSide: longSide))
  }

  /// Halves `photo` `level` times.
  package init(_ photo: Photo, level: Int) {
    scale = 1 << level
    let grid = photo.luma.reduced(across: level, down: level)
    luma = grid
    blue = photo.chroma.map { $0.blue.fitted(to: grid, level: level, scale: $0.scale) }
    red = photo.chroma.map { $0.red.fitted(to: grid, level: level, scale: $0.scale) }
  }

  private init(scale: Int, luma: Plane<Int16>, blue: Plane<Int16>?, red: Plane<Int16>?) {
    (self.scale, self.luma, self.blue, self.red) = (scale, luma, blue, red)
  }

  /// The planes at half their size.
  func halved() -> ReducedPlanes {
    ReducedPlanes(scale: 2 * scale, luma: luma.halved(), blue: blue?.halved(), red: red?.halved())
  }
}

extension Plane where Sample == UInt8 {
  /// The plane halved `across` and `down` times, in sixteenths of a level. Sizes round up; the last row and column are
  /// repeated beyond the border.
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

  /// A colour difference plane resampled to a grid that was halved `level` times.
  ///
  /// The origin of a turned photo's chroma is ignored, since it is off by less than one grid sample.
  ///
  /// - Parameter scale: photo pixels along one sample of this plane.
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
