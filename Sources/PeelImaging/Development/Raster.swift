/// The grid of pixels drawn from one plane, and where their samples lie in it.
struct Raster {
  let width: Int
  let height: Int
  /// The samples averaged for one pixel, across and down.
  let samples: (x: Int, y: Int)
  /// The map from the grid of all samples to the plane's own samples, whose centres are at whole numbers.
  private let map: ScanMap
  private let planeSize: (width: Int, height: Int)
  private let sampling: Warp.Sampling

  /// - Parameter map: the map from the raster's pixels to photo pixels.
  init(
    width: Int, height: Int, map: ScanMap, samples: (x: Int, y: Int), photoPlane: PhotoPlane, sampling: Warp.Sampling
  ) {
    self.width = width
    self.height = height
    self.samples = samples
    self.sampling = sampling
    planeSize = (photoPlane.plane.width, photoPlane.plane.height)
    let toSamples = Homography(
      scale: Point(1 / photoPlane.scale.x, 1 / photoPlane.scale.y),
      offset: Point(-photoPlane.origin.x / photoPlane.scale.x - 0.5, -photoPlane.origin.y / photoPlane.scale.y - 0.5))
    self.map = map.between((1 / Double(samples.x), 1 / Double(samples.y)), toSamples)
  }

  /// A tile, and where its samples lie.
  struct Area {
    let tile: Tile
    let footprint: Patch.Footprint
    fileprivate let part: Part
    fileprivate let raster: Raster

    /// Where the pixels of a row lie, if each has one sample.
    func places(_ y: Int) -> RowPlaces {
      RowPlaces(
        map: part.map, x: tile.x.lowerBound, y: y, width: raster.planeSize.width, height: raster.planeSize.height)
    }

    func line(_ y: Int) -> SampleLine {
      SampleLine(
        map: part.map, samples: raster.samples, x: tile.x, y: y, columns: raster.width * raster.samples.x,
        width: raster.planeSize.width, height: raster.planeSize.height, block: part.block)
    }
  }

  /// The pixels for which one map holds.
  fileprivate struct Part {
    let x: Range<Int>
    let y: Range<Int>
    let map: StripMap
    let block: Int
  }

  /// The parts of the map that some rows lie in.
  private func parts(rows: Range<Int>) -> [Part] {
    var start = 0
    let grid = (width: Double(width * samples.x), height: Double(height * samples.y))
    return map.pieces(width: grid.width, height: grid.height).compactMap { part, pixels in
      let (count, samples) = map.axis == .x ? (width, samples.x) : (rows.upperBound, samples.y)
      let end = part.end < .infinity ? min(max(start, Int((part.end / Double(samples)).rounded())), count) : count
      defer { start = end }
      let (x, y) = map.axis == .x ? (start..<end, rows) : (0..<width, (min(start, end)..<end).clamped(to: rows))
      guard !x.isEmpty, !y.isEmpty else { return nil }
      return Part(x: x, y: y, map: part.map, block: SampleLine.block(map: part.map, over: pixels))
    }
  }

  /// Calls `body` with the tiles that cover some rows, and with the footprints of their windows.
  ///
  /// Rows are cut at the same columns in every tile, so that a row's arithmetic doesn't depend on the split.
  func forEachWindow(rows: Range<Int>, _ body: (Area) -> Void) {
    forEachTile(rows: rows, sampling.windowSize) { tile, part in body(area(tile, part)) }
  }

  /// Calls `body` with the tiles that cover some rows, cut small enough for their patches, and with the patches'
  /// footprints.
  func forEachPatch(rows: Range<Int>, _ body: (Area) -> Void) {
    func visit(_ tile: Tile, _ part: Part) {
      let area = area(tile, part)
      let footprint = area.footprint
      if footprint.x.count * footprint.y.count > sampling.largestPatch, let halves = tile.halves {
        visit(halves.0, part)
        visit(halves.1, part)
      } else {
        body(area)
      }
    }
    forEachTile(rows: rows, sampling.patchSize, visit)
  }

  private func area(_ tile: Tile, _ part: Part) -> Area {
    Area(
      tile: tile, footprint: tile.footprint(in: planeSize, map: part.map, samples: samples), part: part, raster: self)
  }

  private func forEachTile(rows: Range<Int>, _ size: (width: Int, height: Int), _ body: (Tile, Part) -> Void) {
    for part in parts(rows: rows) {
      for y in stride(from: part.y.lowerBound, to: part.y.upperBound, by: size.height) {
        for x in stride(from: part.x.lowerBound, to: part.x.upperBound, by: size.width) {
          let tile = Tile(
            x: x..<min(x + size.width, part.x.upperBound), y: y..<min(y + size.height, part.y.upperBound))
          body(tile, part)
        }
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
    in plane: (width: Int, height: Int), map: StripMap, samples: (x: Int, y: Int)
  ) -> Patch.Footprint {
    let box = map.box(
      of: Quad(
        x: Double(x.lowerBound * samples.x), y: Double(y.lowerBound * samples.y),
        width: Double(x.count * samples.x), height: Double(y.count * samples.y)))
    func range(_ from: Double, _ to: Double, _ count: Int) -> Range<Int> {
      Int(SampleLine.clamped(from, count).rounded(.down)) - 1..<Int(SampleLine.clamped(to, count).rounded(.down)) + 4
    }
    return Patch.Footprint(
      x: range(box.minX, box.maxX, plane.width), y: range(box.minY, box.maxY, plane.height))
  }
}
