internal import PeelKernels

/// One layer of a fusion on the grid of a scan.
struct LayerRows: Sendable {
  private let layer: FusedLayer
  /// The shot's number among those given.
  var shot: Int { layer.shot }
  /// The map from the pixels of a flat print's scan to photo pixels, without the flow.
  private let map: Homography
  /// The map from the pixels of a flat print's scan to cells, and its inverse if the flow is needed.
  private let toCells: FusedCells
  private let fromCells: Homography?
  private let luma: PhotoPlane
  private let chroma: (blue: PhotoPlane, red: PhotoPlane)?

  /// - Parameter map: from the pixels of a flat print's scan to photo pixels.
  init(_ layer: FusedLayer, map: Homography, toCells: FusedCells) {
    self.layer = layer
    self.map = map
    self.toCells = toCells
    fromCells = layer.isFlat ? nil : toCells.ofFlat.inverse
    let origin = map(Point(0, 0))
    let step = min(map(Point(1, 0)).distance(to: origin), map(Point(0, 1)).distance(to: origin))
    let shrink = Warp.Sampling().shrink
    luma = layer.photo.lumaPlane.reduced(forStep: step, shrink: shrink)
    chroma = layer.photo.chromaPlanes.map {
      ($0.blue.reduced(forStep: step, shrink: shrink), $0.red.reduced(forStep: step, shrink: shrink))
    }
  }

  /// The layer's share in a pixel.
  func share(_ x: Int, _ y: Int) -> Float {
    let cell = toCells(Point(Double(x) + 0.5, Double(y) + 0.5))
    return layer.share(Float(cell.x), Float(cell.y))
  }

  /// Whether any pixel of a tile comes from this layer.
  func reaches(_ tile: Tile) -> Bool {
    let box = toCells.map(at: tile).box(
      of: Quad(
        x: Double(tile.x.lowerBound), y: Double(tile.y.lowerBound), width: Double(tile.x.count),
        height: Double(tile.y.count)))
    func range(_ from: Double, _ to: Double, _ count: Int) -> ClosedRange<Int> {
      let first = min(max(Int(from) - 1, 0), count - 1)
      return first...min(max(Int(to) + 1, first), count - 1)
    }
    let columns = range(box.minX, box.maxX, layer.share.width)
    return range(box.minY, box.maxY, layer.share.height).contains { row in
      columns.contains { layer.share.values[row * layer.share.width + $0] > 0 }
    }
  }

  /// Adds the tile's pixels in the reference's light, weighted by the layer's share.
  func add(_ tile: Tile, to sum: inout LayerTile?) {
    let width = tile.x.count
    let seen = samples(luma, tile)
    var (blue, red): ([UInt8], [UInt8]) = ([], [])
    if let chroma {
      blue = samples(chroma.blue, tile)
      red = samples(chroma.red, tile)
    }
    var total = sum ?? LayerTile(tile)
    let cells = (width: Double(layer.share.width), height: Double(layer.share.height))
    let toCells = toCells.map(at: tile)
    let offsets = (layer.light.offset(0), layer.light.offset(1), layer.light.offset(2))
    for y in tile.y {
      let first = (y - tile.y.lowerBound) * width
      // The map to cells is affine or nearly so, so cells are evenly spaced along a row; gains hardly bend within a tile.
      let left = toCells(Point(Double(tile.x.lowerBound) + 0.5, Double(y) + 0.5))
      let right = toCells(Point(Double(tile.x.lowerBound + FusedRows.tile.width) + 0.5, Double(y) + 0.5))
      let step = (1 / Double(FusedRows.tile.width)) * (right - left)
      func gain(_ channel: Int, _ cell: Point) -> Float {
        layer.light.gain(channel, x: 2 * cell.x / cells.width - 1, y: 2 * cell.y / cells.height - 1)
      }
      let from = (gain(0, left), gain(1, left), gain(2, left))
      let to = (gain(0, right), gain(1, right), gain(2, right))
      for x in 0..<width {
        let share = layer.share(Float(left.x + Double(x) * step.x), Float(left.y + Double(x) * step.y))
        guard share > 0 else { continue }
        let k = first + x
        let along = Float(x) / Float(FusedRows.tile.width)
        let (b, r) = blue.isEmpty ? (0, 0) : (Float(blue[k]) - 128, Float(red[k]) - 128)
        let colour = BT601.colour(luma: Float(seen[k]), blue: b, red: r)
        let matched = SIMD3(
          Tone.level((from.0 + along * (to.0 - from.0)) * Tone.light(colour.x) + offsets.0),
          Tone.level((from.1 + along * (to.1 - from.1)) * Tone.light(colour.y) + offsets.1),
          Tone.level((from.2 + along * (to.2 - from.2)) * Tone.light(colour.z) + offsets.2))
        let planes = BT601.planes(of: matched)
        total.weights[k] += share
        total.luma[k] += share * planes.luma
        total.blue[k] += share * (planes.blue + Float(BT601.neutral))
        total.red[k] += share * (planes.red + Float(BT601.neutral))
      }
    }
    sum = total
  }

  /// The plane's samples at a tile's pixels.
  private func samples(_ plane: PhotoPlane, _ tile: Tile) -> [UInt8] {
    let toSamples = Homography(
      scale: Point(1 / plane.scale.x, 1 / plane.scale.y),
      offset: Point(-plane.origin.x / plane.scale.x - 0.5, -plane.origin.y / plane.scale.y - 0.5))
    let size = (width: plane.plane.width, height: plane.plane.height)
    let flat = toCells.flat(at: tile)
    let maps = tile.y.map { flat.followed(by: toSamples.after(map).after(bend(x: tile.x.lowerBound, y: $0, flat))) }
    let ends = zip(tile.y, maps).flatMap { y, map in
      [tile.x.lowerBound, tile.x.upperBound].map { map(Point(Double($0), Double(y) + 0.5)) }
    }
    func range(_ values: [Double], _ count: Int) -> Range<Int> {
      let clamped = values.map { SampleLine.clamped($0, count) }
      return Int(clamped.reduce(.infinity, min).rounded(.down)) - 2..<Int(
        clamped.reduce(-.infinity, max).rounded(.down)) + 5
    }
    let window = Window(
      of: plane.plane, Patch.Footprint(x: range(ends.map(\.x), size.width), y: range(ends.map(\.y), size.height)))
    return Array(count: tile.x.count * tile.y.count) { output in
      for (row, map) in maps.enumerated() {
        let places = RowPlaces(
          map: map, x: tile.x.lowerBound, y: tile.y.lowerBound + row, width: size.width, height: size.height)
        window.bicubic(along: places, into: &output, row * tile.x.count..<(row + 1) * tile.x.count)
      }
    }
  }

  /// The map that shifts a tile's row by the flow, which is taken as straight within it, in pixels of a flat print's scan.
  ///
  /// - Parameter flat: from the scan's pixels to those.
  private func bend(x: Int, y: Int, _ flat: StripMap) -> Homography {
    guard let fromCells else { return .identity }
    func shift(_ point: Point) -> Point {
      let cell = toCells.ofFlat(point)
      return fromCells(cell + layer.shift(at: cell)) - point
    }
    let first = flat(Point(Double(x), Double(y) + 0.5))
    let last = flat(Point(Double(x + FusedRows.tile.width), Double(y) + 0.5))
    let (from, to) = (shift(first), shift(last))
    let slope = (1 / (last.x - first.x)) * (to - from)
    return Homography(1 + slope.x, 0, from.x - slope.x * first.x, slope.y, 1, from.y - slope.y * first.x, 0, 0, 1)
  }
}

extension BT601 {
  /// Red, green and blue of a luma and two differences around 0. Values may lie outside 0…255.
  @inline(__always)
  static func colour(luma: Float, blue: Float, red: Float) -> SIMD3<Float> {
    SIMD3(
      luma + Float(redTint) * red, luma - Float(greenTintLessBlue) * blue - Float(greenTintLessRed) * red,
      luma + Float(blueTint) * blue)
  }

  /// Luma and two differences around 0 of red, green and blue.
  @inline(__always)
  static func planes(of colour: SIMD3<Float>) -> (luma: Float, blue: Float, red: Float) {
    let luma = Float(lumaOfRed) * colour.x + Float(lumaOfGreen) * colour.y + Float(lumaOfBlue) * colour.z
    return (luma, (colour.z - luma) / Float(blueTint), (colour.x - luma) / Float(redTint))
  }
}
