/// A print of several shots, drawn as the print of one is.
struct FusedPrint: PrintSource {
  let fusion: Fusion
  let shape: PrintShape

  func rows(on grid: PrintGrid) throws(DevelopmentError) -> any RowSource {
    let base = PhotographedPrint(photo: fusion.base.photo, shape: shape)
    var toCells = FusedCells(ofFlat: try grid.map(to: fusion.cells))
    if shape.sheet != nil, let toFlat = try grid.map(to: shape.quad).inverse {
      toCells.flat = try grid.map(to: shape).between((1, 1), toFlat)
    }
    let layers = try fusion.layers.map { (layer) throws(DevelopmentError) in
      LayerRows(layer, map: try grid.map(to: layer.quad), toCells: toCells)
    }
    return FusedRows(
      base: try base.rows(on: grid), reference: fusion.reference, layers: layers,
      unmended: fusion.unmended.map { _ in fusion.unmendedCells }, toCells: toCells)
  }
}

extension Fusion {
  /// The print as a source of rows.
  ///
  /// - Parameters:
  ///   - film: the print's film, if known.
  ///   - isUpright: whether the reference's outline begins at the print's own top left.
  ///   - curl: how the print curls in the reference; nil if it is flat. What the other shots see otherwise is in the flow.
  ///   - limits: which outlines are rejected.
  package func print(
    film: FilmFormat?, isUpright: Bool, curl: Curl? = nil, limits: Developer.Limits = Developer.Limits()
  ) throws(DevelopmentError) -> some PrintSource {
    FusedPrint(
      fusion: self,
      shape: try PrintShape(base.quad, in: base.photo, film: film, isUpright: isUpright, curl: curl, limits: limits))
  }
}

/// The map from a scan's pixels to the cells of a fusion, whose shots are compared as flat prints.
struct FusedCells: Sendable {
  /// From the pixels of a flat print's scan.
  let ofFlat: Homography
  /// From the scan's pixels to those of a flat print's scan; nil if the print is flat.
  var flat: ScanMap?

  /// Part of `flat` for a tile.
  func flat(at tile: Tile) -> StripMap {
    let middle = Point(
      Double(tile.x.lowerBound + tile.x.upperBound) / 2, Double(tile.y.lowerBound + tile.y.upperBound) / 2)
    return flat?.part(at: middle) ?? StripMap(.identity)
  }

  func map(at tile: Tile) -> StripMap { flat == nil ? StripMap(ofFlat) : flat(at: tile).followed(by: ofFlat) }

  func callAsFunction(_ pixel: Point) -> Point { ofFlat(flat?.part(at: pixel)(pixel) ?? pixel) }
}

/// A shot that a fusion takes some places from.
struct FusedLayer: Sendable {
  /// The shot's number among those given.
  let shot: Int
  let photo: Photo
  /// The reference's outline in this photo.
  let quad: Quad
  /// The share of this shot in each cell.
  let share: CellMap
  let light: LightField
  /// The flows of this shot and of the reference on the base of their group; nil for the base.
  let flow: Flow?
  let referenceFlow: Flow?
  let size: FlatShot.Size

  /// How far a cell's content lies from where the outline puts it, in cells.
  func shift(at cell: Point) -> Point {
    let side = Double(FlatShot.Size.cell)
    let point = side * cell
    let shift = (flow?(point) ?? Point(0, 0)) - (referenceFlow?(point) ?? Point(0, 0))
    return (1 / side) * shift
  }

  var isFlat: Bool { (flow?.longest ?? 0) == 0 && (referenceFlow?.longest ?? 0) == 0 }
}

/// Rows of the reference, with places of the other shots laid on it.
struct FusedRows: RowSource {
  let base: any RowSource
  /// The reference's number among the shots given.
  let reference: Int
  let layers: [LayerRows]
  /// 1 for the cells that are under glare in every shot; nil if one shot is used, which doesn't tell.
  let unmended: CellMap?
  let toCells: FusedCells
  /// Whether the print reaches beyond the reference's photo.
  private let reachesOutside: Bool

  init(base: any RowSource, reference: Int, layers: [LayerRows], unmended: CellMap?, toCells: FusedCells) {
    (self.base, self.reference, self.layers) = (base, reference, layers)
    (self.unmended, self.toCells) = (unmended, toCells)
    reachesOutside = base.outside > 0
  }

  var width: Int { base.width }
  var height: Int { base.height }

  /// The size of the tiles in which places are drawn, in pixels. Tiles are cut at the same columns in any split of the
  /// rows, so that a pixel is always computed alike.
  static let tile = (width: 64, height: 16)

  func drawn(rows: Range<Int>) -> DrawnRows {
    let drawn = base.drawn(rows: rows)
    guard !layers.isEmpty, !rows.isEmpty else { return drawn }
    var planes = MutableRows(drawn)
    let first = drawn.chroma.map { $0.isHalved ? 2 * $0.first : $0.first } ?? rows.lowerBound
    let last = drawn.chroma.map { $0.isHalved ? min(height, 2 * ($0.first + $0.blue.height)) : rows.upperBound }
    for y in stride(from: first, to: last ?? rows.upperBound, by: Self.tile.height) {
      for x in stride(from: 0, to: width, by: Self.tile.width) {
        let tile = Tile(
          x: x..<min(x + Self.tile.width, width), y: y..<min(y + Self.tile.height, last ?? rows.upperBound))
        var sum: LayerTile?
        for layer in layers where layer.reaches(tile) { layer.add(tile, to: &sum) }
        if let sum { planes.blend(sum) }
      }
    }
    return planes.rows
  }

  func known(row: Int) -> [Range<Int>] {
    let known = base.known(row: row)
    guard reachesOutside else { return known }
    var all: [Range<Int>] = []
    for x in 0..<width {
      let isKnown = known.contains { $0.contains(x) } || layers.reduce(0) { $0 + $1.share(x, row) } > 0.5
      guard isKnown else { continue }
      if let last = all.last, last.upperBound == x {
        all[all.count - 1] = last.lowerBound..<x + 1
      } else {
        all.append(x..<x + 1)
      }
    }
    return all
  }

  /// The number of the shot from which most of a pixel comes; nil if it is under glare in every shot.
  func shot(_ x: Int, _ y: Int) -> Int? {
    if let unmended {
      let cell = toCells(Point(Double(x) + 0.5, Double(y) + 0.5))
      if unmended(Float(cell.x), Float(cell.y)) > 0.5 { return nil }
    }
    var (best, largest, rest) = (reference, Float(0), Float(1))
    for layer in layers {
      let share = layer.share(x, y)
      rest -= share
      if share > largest { (best, largest) = (layer.shot, share) }
    }
    return rest >= largest ? reference : best
  }

  var outside: Double {
    guard reachesOutside else { return 0 }
    let count = (0..<height).reduce(0) { $0 + known(row: $1).reduce(0) { $0 + $1.clamped(to: 0..<width).count } }
    return 1 - Double(count) / Double(width * height)
  }
}

/// Weighted sums of the layers' luma and chroma in a tile, and the sum of their weights.
struct LayerTile {
  let tile: Tile
  var weights: [Float]
  var luma: [Float]
  var blue: [Float]
  var red: [Float]

  init(_ tile: Tile) {
    self.tile = tile
    weights = Array(repeating: 0, count: tile.x.count * tile.y.count)
    (luma, blue, red) = (weights, weights, weights)
  }
}

/// The planes of drawn rows while layers are laid on them.
private struct MutableRows {
  private let drawn: DrawnRows
  private var luma: Plane<UInt8>
  private var blue: Plane<UInt8>
  private var red: Plane<UInt8>

  init(_ drawn: DrawnRows) {
    self.drawn = drawn
    luma = drawn.luma
    let none = Plane<UInt8>(width: 0, height: 0, samples: [])
    (blue, red) = (drawn.chroma?.blue ?? none, drawn.chroma?.red ?? none)
  }

  var rows: DrawnRows {
    DrawnRows(
      rows: drawn.rows, luma: luma,
      chroma: drawn.chroma.map { .init(blue: blue, red: red, first: $0.first, isHalved: $0.isHalved) })
  }

  mutating func blend(_ layers: LayerTile) {
    let tile = layers.tile
    for y in tile.y.clamped(to: drawn.rows) {
      for x in tile.x {
        let k = (y - tile.y.lowerBound) * tile.x.count + x - tile.x.lowerBound
        guard layers.weights[k] > 0 else { continue }
        let row = y - drawn.rows.lowerBound
        luma[x, row] = Self.mixed(luma[x, row], layers.luma[k], layers.weights[k])
      }
    }
    guard let chroma = drawn.chroma else { return }
    let step = chroma.isHalved ? 2 : 1
    for y in stride(from: tile.y.lowerBound, to: tile.y.upperBound, by: step) {
      let row = y / step - chroma.first
      guard row >= 0, row < blue.height else { continue }
      for x in stride(from: tile.x.lowerBound, to: tile.x.upperBound, by: step) {
        var (weight, blues, reds): (Float, Float, Float) = (0, 0, 0)
        var count: Float = 0
        for j in y..<min(y + step, tile.y.upperBound) {
          for i in x..<min(x + step, tile.x.upperBound) {
            let k = (j - tile.y.lowerBound) * tile.x.count + i - tile.x.lowerBound
            weight += layers.weights[k]
            blues += layers.blue[k]
            reds += layers.red[k]
            count += 1
          }
        }
        guard weight > 0 else { continue }
        blue[x / step, row] = Self.mixed(blue[x / step, row], blues / count, weight / count)
        red[x / step, row] = Self.mixed(red[x / step, row], reds / count, weight / count)
      }
    }
  }

  private static func mixed(_ own: UInt8, _ sum: Float, _ weight: Float) -> UInt8 {
    UInt8(min(max((Float(own) * (1 - weight) + sum + 0.5).rounded(.down), 0), 255))
  }
}
