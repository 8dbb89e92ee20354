internal import PeelKernels

/// The samples of a plane that interpolation needs for some neighbouring pixels. Beyond the plane its edge is repeated.
struct Window {
  private let footprint: Patch.Footprint
  /// The plane's own samples, or a copy of the footprint if that reaches beyond the plane.
  private let samples: [UInt8]
  private let start: Int
  private let stride: Int

  init(of plane: Plane<UInt8>, _ footprint: Patch.Footprint) {
    self.footprint = footprint
    let (xs, ys) = (0..<plane.width, 0..<plane.height)
    if xs.contains(footprint.x), ys.contains(footprint.y) {
      samples = plane.samples
      start = footprint.y.lowerBound * plane.width + footprint.x.lowerBound
      stride = plane.width
    } else {
      samples = [UInt8](capacity: footprint.x.count * footprint.y.count) { output in
        for y in footprint.y {
          let row = plane.row(min(max(y, 0), plane.height - 1))
          for x in footprint.x { output.append(row[min(max(x, 0), plane.width - 1)]) }
        }
      }
      start = 0
      stride = footprint.x.count
    }
  }

  /// Writes a value for each place of a row.
  func bicubic(along row: RowPlaces, into output: inout MutableSpan<UInt8>, _ range: Range<Int>) {
    interpolateBicubic(
      samples.span.extracting(start...), window(around: row), along: row.row, into: &output, range)
  }

  /// Writes a value of this window, and one of another window with the same footprint, for each place of a row.
  func bilinear(
    with other: Window, along row: RowPlaces, into output: inout MutableSpan<UInt8>,
    _ otherOutput: inout MutableSpan<UInt8>, _ range: Range<Int>
  ) {
    precondition(other.start == start && other.stride == stride, "both windows have one shape")
    interpolateBilinear(
      samples.span.extracting(start...), other.samples.span.extracting(start...), window(around: row), along: row.row,
      into: &output, &otherOutput, range)
  }

  private func window(around row: RowPlaces) -> SampleWindow {
    SampleWindow(
      stride: stride, width: footprint.x.count, height: footprint.y.count,
      origin: (row.origin.x - footprint.x.lowerBound, row.origin.y - footprint.y.lowerBound))
  }
}

extension Plane<UInt8> {
  /// - Parameter write: writes every sample once.
  init(width: Int, height: Int, write: (inout MutableSpan<UInt8>) -> Void) {
    self.init(width: width, height: height, samples: Array(count: width * height, write: write))
  }
}

/// Where neighbouring pixels of one row of a scan lie in a plane.
///
/// Places are counted from a sample near the first, so that floats are exact to about 1/30,000 of a sample, and the
/// same in any tile.
struct RowPlaces {
  fileprivate let origin: (x: Int, y: Int)
  fileprivate let row: PixelRow

  /// - Parameters:
  ///   - map: the map from pixels to samples, whose centres are at whole numbers.
  ///   - x: the first pixel's column.
  ///   - y: the pixels' row.
  ///   - width: the plane's width in samples.
  ///   - height: the plane's height in samples.
  init(map: StripMap, x: Int, y: Int, width: Int, height: Int) {
    let (u, v) = (Double(x) + 0.5, Double(y) + 0.5)
    let square = map.rowSquare
    let map = map.tangent(at: Point(u, v))
    let depth = map.g * u + map.h * v + map.i
    let first = map(Point(u, v))
    origin = (
      Int(SampleLine.clamped(first.x, width).rounded(.down)), Int(SampleLine.clamped(first.y, height).rounded(.down))
    )
    let (originX, originY) = (Double(origin.x), Double(origin.y))
    row = PixelRow(
      x: Float(first.x - originX), xStep: Float((map.a - originX * map.g) / depth),
      xSquare: Float((square.x - originX * square.z) / depth), y: Float(first.y - originY),
      yStep: Float((map.d - originY * map.g) / depth), ySquare: Float((square.y - originY * square.z) / depth),
      bend: Float(map.g / depth), bendSquare: Float(square.z / depth))
  }
}
