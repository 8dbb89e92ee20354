/// The rows of a print in one photo, drawn flat and upright: each scan pixel is mapped to the photo and sampled there.
///
/// Luma is interpolated with the cubic of Catmull and Rom (Keys, Cubic Convolution Interpolation for Digital Image
/// Processing, 1981, with a = −1/2); chroma, which cameras store at half size, bilinearly. If the photo is denser than
/// the scan, each pixel is the mean of a grid of bilinear samples over its true footprint; if it is much denser, planes
/// are halved beforehand. Beyond the photo its edge is repeated.
struct Warp: RowSource {
  /// Settings that trade time for quality.
  struct Sampling: Sendable {
    /// The greatest distance of neighbouring scan pixels, in photo pixels, for one sample per pixel: in the middle of
    /// the scan, and anywhere.
    ///
    /// Beyond it, samples lie at most one photo pixel apart, which costs four times as much. A scan as dense as its
    /// photo stays below even when tilted.
    var middleStep = 1.1
    var largestStep = 1.5
    /// The greatest distance of neighbouring scan pixels, in chroma samples, for drawing chroma at half the scan's
    /// size. A photo with half-size chroma has no more detail, and a JPEG stores no more.
    var halfChromaStep = 0.75
    /// The distance of neighbouring scan pixels, in photo pixels, from which planes are halved beforehand.
    var shrink = 4.0
    /// The most samples averaged for one pixel along each axis.
    var most = 16
    /// The scan pixels drawn from one window, across and down. Windows are wide because each row is a call.
    var windowSize = (width: 512, height: 16)
    /// The scan pixels drawn from one patch, across and down. Patches take more bytes per sample and must fit the
    /// second-level cache.
    var patchSize = (width: 64, height: 32)
    /// The most photo pixels in a patch; a tile that needs more is split. Only prints seen almost edge-on need as many.
    var largestPatch = 1 << 16

    /// Sampling for previews and proofs: a few times faster and a little less smooth.
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
  private let coverage: Coverage
  private let luma: (plane: Plane<UInt8>, raster: Raster)
  private let chroma: (blue: Plane<UInt8>, red: Plane<UInt8>, raster: Raster)?
  /// Whether chroma is drawn at half the scan's size.
  private let isChromaHalved: Bool
  /// The planes with 16 bits per sample, drawn at full size; nil if the photo has only 8 bits.
  private let deep: (planes: DeepPlanes, lumaRaster: Raster, chromaRaster: Raster)?

  /// - Parameter map: the map from scan pixels to photo pixels. Its horizon must lie outside the scan.
  init(_ photo: Photo, map: Homography, width: Int, height: Int, sampling: Sampling = Sampling()) {
    self.init(photo, map: ScanMap(map), width: width, height: height, sampling: sampling)
  }

  /// - Parameter map: the map from scan pixels to photo pixels. Its horizon must lie outside the scan.
  init(_ photo: Photo, map: ScanMap, width: Int, height: Int, sampling: Sampling = Sampling()) {
    self.width = width
    self.height = height
    coverage = Coverage(of: map, width: width, height: height, photo: (Double(photo.width), Double(photo.height)))
    let step = map.largestStep(width: Double(width), height: Double(height))
    let centre = Point(Double(width) / 2, Double(height) / 2)
    let middle = map.part(at: centre).tangent(at: centre).step(at: centre)
    let closest = min(step.x, step.y)
    let reducedLuma = photo.lumaPlane.reduced(forStep: closest, shrink: sampling.shrink)
    let scale = reducedLuma.scale.x
    func count(_ step: Double, _ middle: Double) -> Int {
      if step <= scale * sampling.largestStep, middle <= scale * sampling.middleStep { return 1 }
      return Int(min((step / scale).rounded(.up), Double(sampling.most)))
    }
    let samples = (x: count(step.x, middle.x), y: count(step.y, middle.y))
    luma = (
      reducedLuma.plane,
      Raster(width: width, height: height, map: map, samples: samples, photoPlane: reducedLuma, sampling: sampling)
    )
    deep = photo.deep.map { planes in
      func raster(_ plane: PhotoPlane) -> Raster {
        Raster(width: width, height: height, map: map, samples: samples, photoPlane: plane, sampling: sampling)
      }
      return (planes, raster(photo.lumaPlane), raster(photo.chromaPlanes?.blue ?? photo.lumaPlane))
    }
    guard let (blue, red) = photo.chromaPlanes else {
      (chroma, isChromaHalved) = (nil, false)
      return
    }
    let (reducedBlue, reducedRed) = (
      blue.reduced(forStep: closest, shrink: sampling.shrink), red.reduced(forStep: closest, shrink: sampling.shrink)
    )
    let chromaStep = max(step.x, step.y) / min(reducedBlue.scale.x, reducedBlue.scale.y)
    isChromaHalved = samples == (1, 1) && chromaStep <= sampling.halfChromaStep
    let raster =
      isChromaHalved
      ? Raster(
        width: (width + 1) / 2, height: (height + 1) / 2,
        map: map.between((2, 2), .identity), samples: samples, photoPlane: reducedBlue,
        sampling: sampling)
      : Raster(width: width, height: height, map: map, samples: samples, photoPlane: reducedBlue, sampling: sampling)
    chroma = (reducedBlue.plane, reducedRed.plane, raster)
  }

  func drawn(rows: Range<Int>) -> DrawnRows {
    let plane = Self.interpolated(luma.plane, luma.raster, rows: rows)
    guard let chroma else { return DrawnRows(rows: rows, luma: plane, chroma: nil) }
    let chromaRows =
      isChromaHalved ? DrawnRows.halvedChromaRows(for: rows, height: height) : rows
    let (blue, red) = Self.interpolated(chroma.blue, chroma.red, chroma.raster, rows: chromaRows)
    return DrawnRows(
      rows: rows, luma: plane,
      chroma: .init(blue: blue, red: red, first: chromaRows.lowerBound, isHalved: isChromaHalved))
  }

  func deepRows(_ rows: Range<Int>) -> DeepRows? {
    guard let (planes, lumaRaster, chromaRaster) = deep else { return nil }
    return DeepRows(
      luma: Self.drawn(planes.luma, lumaRaster, rows: rows),
      chroma: planes.chroma.map { Self.drawn($0.blue, $0.red, chromaRaster, rows: rows) })
  }

  func known(row: Int) -> [Range<Int>] { coverage.pixels(row: row) }

  var outside: Double { coverage.outside }

  /// Draws luma: bicubic if one sample serves a pixel.
  private static func interpolated(_ plane: Plane<UInt8>, _ raster: Raster, rows: Range<Int>) -> Plane<UInt8> {
    guard raster.samples == (1, 1) else { return drawn(plane, raster, rows: rows) }
    return Plane(width: raster.width, height: rows.count) { output in
      raster.forEachWindow(rows: rows) { area in
        let (tile, window) = (area.tile, Window(of: plane, area.footprint))
        for y in tile.y {
          let start = (y - rows.lowerBound) * raster.width + tile.x.lowerBound
          window.bicubic(along: area.places(y), into: &output, start..<start + tile.x.count)
        }
      }
    }
  }

  /// Draws two planes on one grid: bilinear if one sample serves a pixel.
  private static func interpolated(
    _ first: Plane<UInt8>, _ second: Plane<UInt8>, _ raster: Raster, rows: Range<Int>
  ) -> (Plane<UInt8>, Plane<UInt8>) {
    guard raster.samples == (1, 1) else { return drawn(first, second, raster, rows: rows) }
    var other = Plane<UInt8>(width: 0, height: 0, samples: [])
    let plane = Plane<UInt8>(width: raster.width, height: rows.count) { output in
      other = Plane(width: raster.width, height: rows.count) { otherOutput in
        raster.forEachWindow(rows: rows) { area in
          let tile = area.tile
          let (window, others) = (Window(of: first, area.footprint), Window(of: second, area.footprint))
          for y in tile.y {
            let start = (y - rows.lowerBound) * raster.width + tile.x.lowerBound
            window.bilinear(
              with: others, along: area.places(y), into: &output, &otherOutput,
              start..<start + tile.x.count)
          }
        }
      }
    }
    return (plane, other)
  }

  private static func drawn<Sample: PlaneSample>(
    _ plane: Plane<Sample>, _ raster: Raster, rows: Range<Int>
  ) -> Plane<Sample> {
    var samples = [Sample](repeating: 0, count: raster.width * rows.count)
    raster.forEachPatch(rows: rows) { area in
      let (tile, patch) = (area.tile, Patch(quadsOf: plane, area.footprint))
      var output = samples.mutableSpan
      for y in tile.y {
        let start = (y - rows.lowerBound) * raster.width + tile.x.lowerBound
        patch.draw(along: area.line(y), into: &output, from: start)
      }
    }
    return Plane(width: raster.width, height: rows.count, samples: samples)
  }

  private static func drawn<Sample: PlaneSample>(
    _ first: Plane<Sample>, _ second: Plane<Sample>, _ raster: Raster, rows: Range<Int>
  ) -> (Plane<Sample>, Plane<Sample>) {
    var firstSamples = [Sample](repeating: 0, count: raster.width * rows.count)
    var secondSamples = firstSamples
    raster.forEachPatch(rows: rows) { area in
      let (tile, patch) = (area.tile, Patch(pairsOf: first, second, area.footprint))
      var output = firstSamples.mutableSpan
      var other = secondSamples.mutableSpan
      for y in tile.y {
        let start = (y - rows.lowerBound) * raster.width + tile.x.lowerBound
        patch.bilinear(along: area.line(y), into: &output, &other, from: start)
      }
    }
    return (
      Plane(width: raster.width, height: rows.count, samples: firstSamples),
      Plane(width: raster.width, height: rows.count, samples: secondSamples)
    )
  }
}

extension ScanMap {
  /// The longest step in photo pixels that one scan pixel makes along x and along y, over a whole scan.
  func largestStep(width: Double, height: Double) -> (x: Double, y: Double) {
    pieces(width: width, height: height).reduce((0, 0)) { largest, piece in
      // A projective map stretches most at a corner, and a strip hardly bends.
      piece.pixels.corners.reduce(largest) { largest, corner in
        let step = piece.part.map.tangent(at: corner).step(at: corner)
        return (max(largest.0, step.x), max(largest.1, step.y))
      }
    }
  }
}

extension Homography {
  /// The step in photo pixels that one scan pixel makes along x and along y at a point of the scan.
  fileprivate func step(at point: Point) -> (x: Double, y: Double) {
    let w = g * point.x + h * point.y + i
    let p = self(point)
    // The derivative of (a x + …) / (g x + …) by the quotient rule.
    return (
      Point((a - g * p.x) / w, (d - g * p.y) / w).length, Point((b - h * p.x) / w, (e - h * p.y) / w).length
    )
  }
}
