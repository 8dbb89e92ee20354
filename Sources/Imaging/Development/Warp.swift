/// A flat thing in a photo, drawn upright: its outline's inverse map, sampled pixel by pixel.
///
/// Luma is interpolated with the cubic of Catmull and Rom (Keys, Cubic Convolution Interpolation for Digital Image
/// Processing, 1981, with a = −1/2), chroma, which cameras keep at half size, bilinearly. Where the photo is denser than
/// the scan, each pixel is the mean of a grid of bilinear samples over its true footprint, and planes are halved beforehand
/// where it is denser by far. Beyond the photo its edge is repeated.
struct Warp {
  /// What trades time against quality.
  struct Sampling: Sendable {
    /// Photo pixels between neighbouring pixels in the middle of a scan, and anywhere in it, up to which one sample serves
    /// a pixel; beyond, samples lie at most one photo pixel apart, which costs four times as much. A scan as dense as its
    /// photo stays below even when tilted.
    var middleStep = 1.1
    var largestStep = 1.5
    /// Photo pixels between neighbouring pixels of the scan from which planes are halved beforehand.
    var shrink = 4.0
    /// Samples averaged for one pixel along each axis, at most.
    var most = 16
    /// Scan pixels that are drawn from one patch, across and down: such a patch lies in the second-level cache.
    var tileWidth = 64
    var tileHeight = 32
    /// Photo pixels a patch may have before its tile is split. Only prints seen nearly edge-on come near it.
    var largestPatch = 1 << 16

    /// For what is shown small or only looked at: a few times quicker, and a little less smooth.
    static var preview: Sampling {
      var sampling = Sampling()
      sampling.shrink = 2
      sampling.middleStep = 2
      sampling.largestStep = 2
      return sampling
    }
  }

  let width: Int
  let height: Int
  /// Scan pixels to photo pixels.
  let map: Homography
  private let luma: Layer
  private let chroma: (blue: Layer, red: Layer)?
  /// Samples averaged for one pixel.
  private let samples: (x: Int, y: Int)
  private let sampling: Sampling

  /// `map` takes scan pixels to photo pixels and must have its horizon outside the scan.
  init(_ photo: Photo, map: Homography, width: Int, height: Int, sampling: Sampling = Sampling()) {
    self.width = width
    self.height = height
    self.map = map
    self.sampling = sampling
    let step = map.largestStep(width: Double(width), height: Double(height))
    let middle = map.step(at: Point(Double(width) / 2, Double(height) / 2))
    let closest = min(step.x, step.y)
    luma = photo.lumaLayer.reduced(forStep: closest, shrink: sampling.shrink)
    chroma = photo.chromaLayers.map {
      (
        $0.blue.reduced(forStep: closest, shrink: sampling.shrink),
        $0.red.reduced(forStep: closest, shrink: sampling.shrink)
      )
    }
    let scale = luma.scale.x
    func count(_ step: Double, _ middle: Double) -> Int {
      if step <= scale * sampling.largestStep, middle <= scale * sampling.middleStep { return 1 }
      return Int(min((step / scale).rounded(.up), Double(sampling.most)))
    }
    samples = (count(step.x, middle.x), count(step.y, middle.y))
  }

  /// Luma and, unless the photo is grey, chroma of some of the scan's rows. Any split into ranges gives the same rows.
  func planes(rows: Range<Int>) -> YCC {
    let count = width * rows.count
    var lumaSamples = [UInt8](repeating: 0, count: count)
    var blueSamples = [UInt8](repeating: 0, count: chroma == nil ? 0 : count)
    var redSamples = blueSamples
    let lumaMap = sampleMap(to: luma)
    let lumaBlock = block(map: lumaMap)
    for tile in tiles(rows: rows, map: lumaMap, plane: luma.plane) {
      let footprint = tile.footprint(in: luma.plane, map: lumaMap, samples: samples)
      let patch = Patch(quadsOf: luma.plane, footprint)
      var output = lumaSamples.mutableSpan
      for y in tile.y {
        let start = (y - rows.lowerBound) * width + tile.x.lowerBound
        patch.draw(
          along: line(y, tile.x, map: lumaMap, block: lumaBlock, plane: luma.plane), into: &output, from: start)
      }
    }
    guard let chroma else {
      return YCC(luma: Plane(width: width, height: rows.count, samples: lumaSamples), chroma: nil)
    }
    let chromaMap = sampleMap(to: chroma.blue)
    let chromaBlock = block(map: chromaMap)
    for tile in tiles(rows: rows, map: chromaMap, plane: chroma.blue.plane) {
      let footprint = tile.footprint(in: chroma.blue.plane, map: chromaMap, samples: samples)
      let patch = Patch(pairsOf: chroma.blue.plane, chroma.red.plane, footprint)
      var blue = blueSamples.mutableSpan
      var red = redSamples.mutableSpan
      for y in tile.y {
        let start = (y - rows.lowerBound) * width + tile.x.lowerBound
        patch.bilinear(
          along: line(y, tile.x, map: chromaMap, block: chromaBlock, plane: chroma.blue.plane), into: &blue, &red,
          from: start)
      }
    }
    return YCC(
      luma: Plane(width: width, height: rows.count, samples: lumaSamples),
      chroma: (
        Plane(width: width, height: rows.count, samples: blueSamples),
        Plane(width: width, height: rows.count, samples: redSamples)
      ))
  }

  /// From the grid of all samples to a layer's own samples, whose centres are at whole numbers.
  private func sampleMap(to layer: Layer) -> Homography {
    let toLayer = Homography(
      scale: Point(1 / layer.scale.x, 1 / layer.scale.y),
      offset: Point(-layer.origin.x / layer.scale.x - 0.5, -layer.origin.y / layer.scale.y - 0.5))
    let fromSamples = Homography(
      scale: Point(1 / Double(samples.x), 1 / Double(samples.y)), offset: Point(0, 0))
    return toLayer.after(map).after(fromSamples)
  }

  private func line(_ y: Int, _ x: Range<Int>, map: Homography, block: Int, plane: Plane<UInt8>) -> SampleLine {
    SampleLine(
      map: map, samples: samples, x: x, y: y, columns: width * samples.x, width: plane.width, height: plane.height,
      block: block)
  }

  private func block(map: Homography) -> Int {
    SampleLine.block(map: map, columns: Double(width * samples.x), rows: Double(height * samples.y))
  }

  /// The tiles that cover some rows, small enough for their patches.
  private func tiles(rows: Range<Int>, map: Homography, plane: Plane<UInt8>) -> [Tile] {
    var tiles: [Tile] = []
    func add(_ tile: Tile) {
      let footprint = tile.footprint(in: plane, map: map, samples: samples)
      if footprint.x.count * footprint.y.count > sampling.largestPatch, let halves = tile.halves {
        add(halves.0)
        add(halves.1)
      } else {
        tiles.append(tile)
      }
    }
    for y in stride(from: rows.lowerBound, to: rows.upperBound, by: sampling.tileHeight) {
      for x in stride(from: 0, to: width, by: sampling.tileWidth) {
        add(Tile(x: x..<min(x + sampling.tileWidth, width), y: y..<min(y + sampling.tileHeight, rows.upperBound)))
      }
    }
    return tiles
  }
}

/// Luma and, unless there is no colour, chroma on the same grid, full-range BT.601.
struct YCC: Equatable {
  var luma: Plane<UInt8>
  var chroma: (blue: Plane<UInt8>, red: Plane<UInt8>)?

  static func == (a: YCC, b: YCC) -> Bool {
    a.luma == b.luma && a.chroma?.blue == b.chroma?.blue && a.chroma?.red == b.chroma?.red
  }
}

/// Neighbouring pixels of the scan.
private struct Tile {
  var x: Range<Int>
  var y: Range<Int>

  /// Cut across its longer side; nil of a single pixel.
  var halves: (Tile, Tile)? {
    guard max(x.count, y.count) > 1 else { return nil }
    if x.count >= y.count {
      let middle = (x.lowerBound + x.upperBound) / 2
      return (Tile(x: x.lowerBound..<middle, y: y), Tile(x: middle..<x.upperBound, y: y))
    }
    let middle = (y.lowerBound + y.upperBound) / 2
    return (Tile(x: x, y: y.lowerBound..<middle), Tile(x: x, y: middle..<y.upperBound))
  }

  /// The plane's samples that interpolation looks at, with up to three beyond each of the plane's edges.
  func footprint(in plane: Plane<UInt8>, map: Homography, samples: (x: Int, y: Int)) -> Patch.Footprint {
    let outline = map(
      Quad(
        x: Double(x.lowerBound * samples.x), y: Double(y.lowerBound * samples.y),
        width: Double(x.count * samples.x), height: Double(y.count * samples.y)))
    let xs = outline.corners.map { SampleLine.clamped($0.x, plane.width) }
    let ys = outline.corners.map { SampleLine.clamped($0.y, plane.height) }
    func range(_ values: [Double]) -> Range<Int> {
      let least = values.reduce(.infinity, min)
      let most = values.reduce(-.infinity, max)
      return Int(least.rounded(.down)) - 1..<Int(most.rounded(.down)) + 4
    }
    return Patch.Footprint(x: range(xs), y: range(ys))
  }
}

extension Homography {
  /// The longest step in photo pixels that a step of one scan pixel makes, along x and along y, over a scan. A
  /// projective map stretches most at a corner.
  func largestStep(width: Double, height: Double) -> (x: Double, y: Double) {
    var largest = (x: 0.0, y: 0.0)
    for corner in Quad(x: 0, y: 0, width: width, height: height).corners {
      let step = step(at: corner)
      largest = (max(largest.x, step.x), max(largest.y, step.y))
    }
    return largest
  }

  /// The step in photo pixels that a step of one scan pixel makes at a place of the scan.
  fileprivate func step(at place: Point) -> (x: Double, y: Double) {
    let w = g * place.x + h * place.y + i
    let p = self(place)
    // The derivative of (a x + …) / (g x + …) by the rule for quotients.
    return (
      Point((a - g * p.x) / w, (d - g * p.y) / w).length, Point((b - h * p.x) / w, (e - h * p.y) / w).length
    )
  }
}
