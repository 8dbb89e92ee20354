/// The grid of pixels drawn from one plane, and where their samples lie in it.
struct Raster {
  let width: Int
  let height: Int
  /// The samples averaged for one pixel, across and down.
  let samples: (x: Int, y: Int)
  /// The map from the grid of all samples to the plane's own samples, whose centres are at whole numbers.
  private let map: Homography
  private let block: Int
  private let planeSize: (width: Int, height: Int)
  private let sampling: Warp.Sampling

  /// - Parameter map: the map from the raster's pixels to photo pixels.
  init(
    width: Int, height: Int, map: Homography, samples: (x: Int, y: Int), photoPlane: PhotoPlane, sampling: Warp.Sampling
  ) {
    self.width = width
    self.height = height
    self.samples = samples
    self.sampling = sampling
    planeSize = (photoPlane.plane.width, photoPlane.plane.height)
    let toSamples = Homography(
      scale: Point(1 / photoPlane.scale.x, 1 / photoPlane.scale.y),
      offset: Point(-photoPlane.origin.x / photoPlane.scale.x - 0.5, -photoPlane.origin.y / photoPlane.scale.y - 0.5))
    let fromSamples = Homography(
      scale: Point(1 / Double(samples.x), 1 / Double(samples.y)), offset: Point(0, 0))
    self.map = toSamples.after(map).after(fromSamples)
    block = SampleLine.block(
      map: self.map, columns: Double(width * samples.x), rows: Double(height * samples.y))
  }

  func line(_ y: Int, _ x: Range<Int>) -> SampleLine {
    SampleLine(
      map: map, samples: samples, x: x, y: y, columns: width * samples.x, width: planeSize.width,
      height: planeSize.height, block: block)
  }

  /// Where the pixels of a row lie, if each has one sample.
  func places(_ y: Int, _ x: Range<Int>) -> RowPlaces {
    RowPlaces(map: map, x: x.lowerBound, y: y, width: planeSize.width, height: planeSize.height)
  }

  /// Calls `body` with the tiles that cover some rows, and with the footprints of their windows.
  ///
  /// Rows are cut at the same columns in every tile, so that a row's arithmetic doesn't depend on the split.
  func forEachWindow(rows: Range<Int>, _ body: (Tile, Patch.Footprint) -> Void) {
    forEachTile(rows: rows, sampling.windowSize) { tile in
      body(tile, tile.footprint(in: planeSize, map: map, samples: samples))
    }
  }

  /// Calls `body` with the tiles that cover some rows, cut small enough for their patches, and with the patches'
  /// footprints.
  func forEachPatch(rows: Range<Int>, _ body: (Tile, Patch.Footprint) -> Void) {
    func visit(_ tile: Tile) {
      let footprint = tile.footprint(in: planeSize, map: map, samples: samples)
      if footprint.x.count * footprint.y.count > sampling.largestPatch, let halves = tile.halves {
        visit(halves.0)
        visit(halves.1)
      } else {
        body(tile, footprint)
      }
    }
    forEachTile(rows: rows, sampling.patchSize, visit)
  }

  private func forEachTile(rows: Range<Int>, _ size: (width: Int, height: Int), _ body: (Tile) -> Void) {
    for y in stride(from: rows.lowerBound, to: rows.upperBound, by: size.height) {
      for x in stride(from: 0, to: width, by: size.width) {
        body(Tile(x: x..<min(x + size.width, width), y: y..<min(y + size.height, rows.upperBound)))
      }
    }
  }
}

/// A rectangle of pixels of the scan.
struct Tile {
  var x: Range<Int>
  var y: Range<Int>

  /// The tile cut in two across its longer side; nil for a single pixel.
  var halves: (Tile, Tile)? {
    guard max(x.count, y.count) > 1 else { return nil }
    if x.count >= y.count {
      let middle = (x.lowerBound + x.upperBound) / 2
      return (Tile(x: x.lowerBound..<middle, y: y), Tile(x: middle..<x.upperBound, y: y))
    }
    let middle = (y.lowerBound + y.upperBound) / 2
    return (Tile(x: x, y: y.lowerBound..<middle), Tile(x: x, y: middle..<y.upperBound))
  }

  /// The plane's samples that interpolation needs. Up to three lie beyond each edge of the plane.
  func footprint(
    in plane: (width: Int, height: Int), map: Homography, samples: (x: Int, y: Int)
  ) -> Patch.Footprint {
    let quad = map(
      Quad(
        x: Double(x.lowerBound * samples.x), y: Double(y.lowerBound * samples.y),
        width: Double(x.count * samples.x), height: Double(y.count * samples.y)))
    let xs = quad.corners.map { SampleLine.clamped($0.x, plane.width) }
    let ys = quad.corners.map { SampleLine.clamped($0.y, plane.height) }
    func range(_ values: [Double]) -> Range<Int> {
      let least = values.reduce(.infinity, min)
      let most = values.reduce(-.infinity, max)
      return Int(least.rounded(.down)) - 1..<Int(most.rounded(.down)) + 4
    }
    return Patch.Footprint(x: range(xs), y: range(ys))
  }
}
