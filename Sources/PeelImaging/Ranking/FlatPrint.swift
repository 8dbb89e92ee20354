internal import PeelPlatform

/// The print of one shot, drawn flat at a size that is the same for all shots, so that they can be compared.
package struct FlatPrint: Sendable {
  /// The pixels along the longer side. A print in a photo of 12 MP has about 2000, so most of the noise averages out.
  package static let longSide = 512
  /// The cells along each side of the proof.
  static let proofSide = 64

  /// The outline in photo pixels, from the same corner as the flat print.
  package let quad: Quad
  /// The confidence of the detected print, 0…1.
  package let confidence: Double
  /// Luma, `longSide` pixels along the longer side. The shape is the nearest film's, or else the print's own. Empty once
  /// it was dropped.
  package private(set) var luma: Plane<UInt8>
  /// The size of `luma` before it was dropped.
  let size: (width: Int, height: Int)
  /// The whole print, squeezed to a small square.
  private(set) var proof: YCC
  /// The edges of the print without its outline.
  let edges: EdgeEnergy
  /// The noise of the same part.
  let noise: Noise
  /// The share of the print that lies beyond the photo's edge, 0…1.
  let outside: Double
  /// The length of the quad's longest side, in photo pixels.
  let side: Double
  /// The number of times that the photo was halved before the print was drawn.
  let level: Int

  /// Draws a print of a photo; nil if its outline gives no picture, because it isn't convex or almost all of it lies
  /// outside the photo.
  package init?(_ print: Print, in photo: Photo) {
    self.init(print.quad, confidence: print.confidence, in: photo)
  }

  /// The photo is halved beforehand until its pixels are about as large as the flat print's.
  ///
  /// - Parameter level: the number of times that another shot of the burst was halved. It is used if it is off by at most
  ///   one from the best number for this shot: that does little harm, but shots must not differ.
  init?(_ quad: Quad, confidence: Double, in photo: Photo, level: Int? = nil) {
    guard let shape = try? PrintShape(quad, in: photo, film: nil, isUpright: false, limits: Developer.Limits()) else {
      return nil
    }
    let ratio = Self.ratio(near: shape.pose.ratio)
    let (width, height) = (Int(Double(Self.longSide) * min(1, ratio)), Int(Double(Self.longSide) * min(1, 1 / ratio)))
    guard min(width, height) >= Self.proofSide,
      let map = Homography(rectangleOf: Double(width), Double(height), to: quad)
    else { return nil }
    self.quad = quad
    self.confidence = confidence
    side = Quad.Side.allCases.map(quad.length).reduce(0, max)
    let ownLevel = max(0, Int(log2(side / Double(Self.longSide)).rounded()))
    self.level = level.flatMap { abs($0 - ownLevel) <= 1 ? $0 : nil } ?? ownLevel
    outside =
      Coverage(of: ScanMap(map), width: width, height: height, photo: (Double(photo.width), Double(photo.height)))
      .outside
    let drawing = FlatDrawing(of: photo.luma, map, level: self.level)
    luma = drawing.plane(width: width, height: height)
    size = (width, height)
    proof = YCC(luma: luma.means(Self.proofSide), chroma: photo.chroma?.proof(of: quad))
    let inner = luma.inset(by: Int(Self.margin * Double(min(width, height))))
    noise = Noise(in: inner, beside: drawing.whiteNoise(width: inner.width, height: inner.height))
    edges = EdgeEnergy(of: inner, noise: noise)
  }

  /// Drops what only `thumbnail`, `edgePicture` and `sharesDetails` need: the picture, and the colours of a print without
  /// a bright part that could be glare. What is compared takes a twentieth of the memory or less.
  package mutating func dropPicture() {
    luma = Plane(width: 0, height: 0, samples: [])
    if !ProofComparison.Limits().maySeeGlare(in: proof) { proof.chroma = nil }
  }

  /// The share of the shorter side that is left out on each side, so that neither the table nor the print's outline
  /// counts.
  private static let margin = 0.03

  /// The range of a film's ratio over the measured one in which the film's is taken.
  private static let sameRatio = 0.95...1.05

  /// The ratio that all shots of a print share.
  ///
  /// Measured ratios of one print differ by about 1 %, so the nearest film's is taken. Several films lie closer
  /// together than that; the first of them stands for all.
  private static func ratio(near ratio: Double) -> Double {
    let shapes = FilmFormat.all.flatMap { [$0.ratio, 1 / $0.ratio] }
    return shapes.first { sameRatio.contains($0 / ratio) } ?? ratio
  }
}

extension Chroma {
  /// Chroma of a print, squeezed to a small square. Each cell is the mean of a few samples.
  fileprivate func proof(of quad: Quad) -> (blue: Plane<UInt8>, red: Plane<UInt8>)? {
    let (side, taps) = (FlatPrint.proofSide, 2)
    guard let map = Homography(rectangleOf: Double(side * taps), Double(side * taps), to: quad) else { return nil }
    let last = (x: Double(blue.width - 1), y: Double(blue.height - 1))
    var samples = (blue: [UInt8](), red: [UInt8]())
    for cell in 0..<side * side {
      var sums = (blue: 0, red: 0)
      for tap in 0..<taps * taps {
        let point = map(
          Point(Double(cell % side * taps + tap % taps) + 0.5, Double(cell / side * taps + tap / taps) + 0.5))
        let x = Int(min(max((point.x - Double(origin.x)) / Double(scale.x), 0), last.x))
        let y = Int(min(max((point.y - Double(origin.y)) / Double(scale.y), 0), last.y))
        sums.blue += Int(blue[x, y])
        sums.red += Int(red[x, y])
      }
      samples.blue.append(UInt8(sums.blue / (taps * taps)))
      samples.red.append(UInt8(sums.red / (taps * taps)))
    }
    return (
      Plane(width: side, height: side, samples: samples.blue), Plane(width: side, height: side, samples: samples.red)
    )
  }
}

/// Draws a part of a plane with one sample per pixel, after halving it.
private struct FlatDrawing {
  /// The most pixels along a side of a plane of white noise.
  private static let largestNoise = 256.0

  private let small: Plane<UInt8>
  /// The map from flat pixels to samples of the halved plane.
  private let map: Homography

  /// - Parameters:
  ///   - plane: the plane.
  ///   - map: the map from flat pixels to samples of `plane`.
  ///   - level: the number of times to halve the plane.
  init(of plane: Plane<UInt8>, _ map: Homography, level: Int) {
    let scale = 1 / Double(1 << level)
    self.map = Homography(scale: Point(scale, scale), offset: Point(0, 0)).after(map)
    if level == 0 {
      small = plane
    } else {
      let halved = plane.reduced(across: level, down: level)
      small = Plane(width: halved.width, height: halved.height) { y, output in
        let row = halved.row(y)
        for x in row.indices { output.append(UInt8(truncatingIfNeeded: (row[x] &+ 8) >> 4)) }
      }
    }
  }

  func plane(width: Int, height: Int) -> Plane<UInt8> { Self.plane(of: small, map, width: width, height: height) }

  /// White noise drawn as the middle of the flat print is. The plane is as large as the noise allows.
  func whiteNoise(width: Int, height: Int) -> Plane<UInt8> {
    let noise = Plane<UInt8>.whiteNoise
    let middle = map(Point(Double(width) / 2, Double(height) / 2))
    let step = ScanMap(map).largestStep(width: Double(width), height: Double(height))
    let side = min(
      Double(noise.width) / (2.0.squareRoot() * max(step.x, step.y)), Double(min(width, height)), Self.largestNoise)
    let toMiddle = Homography(
      scale: Point(1, 1), offset: Point((Double(width) - side) / 2, (Double(height) - side) / 2))
    let fromMiddle = Homography(
      scale: Point(1, 1), offset: Point(Double(noise.width) / 2 - middle.x, Double(noise.height) / 2 - middle.y))
    return Self.plane(of: noise, fromMiddle.after(map).after(toMiddle), width: Int(side), height: Int(side))
  }

  private static func plane(of small: Plane<UInt8>, _ map: Homography, width: Int, height: Int) -> Plane<UInt8> {
    var sampling = Warp.Sampling()
    sampling.largestStep = .infinity
    sampling.shrink = .infinity
    return Warp(Photo(luma: small), map: map, width: width, height: height, sampling: sampling)
      .drawn(rows: 0..<height).luma
  }
}

extension Plane<UInt8> {
  /// The means over a grid of `count` × `count` cells. Each side must have at least as many samples.
  fileprivate func means(_ count: Int) -> Plane<UInt8> {
    Plane(width: count, height: count) { cellY, output in
      let rows = cellY * height / count..<(cellY + 1) * height / count
      var sums = [Int](repeating: 0, count: count)
      for y in rows {
        let row = row(y)
        for cell in 0..<count {
          for x in cell * width / count..<(cell + 1) * width / count { sums[cell] &+= Int(row[x]) }
        }
      }
      for cell in 0..<count {
        let size = rows.count * ((cell + 1) * width / count - cell * width / count)
        output.append(UInt8((sums[cell] + size / 2) / size))
      }
    }
  }

  /// The plane without `margin` samples on each side.
  func inset(by margin: Int) -> Plane<UInt8> {
    Plane(width: width - 2 * margin, height: height - 2 * margin) { y, output in
      let row = row(y + margin)
      for x in margin..<width - margin { output.append(row[x]) }
    }
  }
}

extension FlatPrint {
  /// The correlation of the print's picture with another's, −1…1, at the turn where it is largest.
  package func likeness(to other: FlatPrint) -> Float {
    Likeness(other.proof.luma).correlation(with: Likeness(proof.luma)).value
  }
}
