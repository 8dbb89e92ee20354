/// The print of one shot, laid flat at a size that is the same for all shots, so that one can be compared with another.
public struct FlatPrint: Sendable {
  /// Pixels along the longer side. A print in a photo of 12 MP has some 2000, so that most of the noise is gone.
  public static let longSide = 512
  /// Cells across and down the proof.
  static let proofSide = 64

  /// In photo pixels, from the same corner as the flat print.
  public let quad: Quad
  /// 0…1, of the print that it was found as.
  public let confidence: Double
  /// Luma, `longSide` along the longer side; the shape is that of the nearest film, or else the print's own.
  public let luma: Plane<UInt8>
  /// All of the print, squeezed to a small square.
  let proof: YCC
  /// Inside the print, away from its outline.
  let edges: EdgeEnergy
  /// Share of the print that lies beyond the photo's edge, 0…1.
  let outside: Double
  /// Of the quad's longest side, in photo pixels.
  let side: Double

  /// nil where the outline gives no picture: it is no convex quad, or almost nothing of it lies in the photo.
  public init?(_ print: Print, in photo: Photo) {
    self.init(print.quad, confidence: print.confidence, in: photo)
  }

  init?(_ quad: Quad, confidence: Double, in photo: Photo) {
    guard let outline = try? Outline(quad, in: photo, film: nil, limits: Developer.Limits()) else { return nil }
    let ratio = Self.shape(outline.pose.ratio)
    let long = Double(Self.longSide)
    let (width, height) = ratio < 1 ? (Int((long * ratio).rounded()), Self.longSide) : (Self.longSide, Int(long / ratio))
    guard width >= Self.proofSide, height >= Self.proofSide,
      let map = Homography(rectangleOf: Double(width), Double(height), to: quad)
    else { return nil }
    let flat = Warp(photo, map: map, width: width, height: height).planes(rows: 0..<height)
    self.quad = quad
    self.confidence = confidence
    luma = flat.luma
    proof = YCC(
      luma: flat.luma.means(Self.proofSide), chroma: flat.chroma.map { ($0.blue.means(Self.proofSide), $0.red.means(Self.proofSide)) })
    outside = map.shareOutside((Double(photo.width), Double(photo.height)), width: width, height: height)
    side = Quad.Side.allCases.map(quad.length).reduce(0, max)
    let inner = luma.inset(by: Int(Self.margin * Double(min(width, height))))
    edges = EdgeEnergy(of: inner, noise: inner.noiseVariance())
  }

  /// Share of the shorter side left out all around, so that neither the table nor the print's outline counts.
  private static let margin = 0.03

  /// A print's shape seen twice differs by a hundredth: the nearest film's is taken, the same for both. The shapes of
  /// several films lie closer together than that; the first of them stands for all.
  private static func shape(_ ratio: Double) -> Double {
    let shapes = FilmFormat.all.flatMap { [$0.ratio, 1 / $0.ratio] }
    return shapes.first { (0.95...1.05).contains($0 / ratio) } ?? ratio
  }
}

extension Plane<UInt8> {
  /// Means over a grid of `count` × `count` cells. At least as many samples are needed along each side.
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

  /// Without `margin` samples on each side.
  func inset(by margin: Int) -> Plane<UInt8> {
    Plane(width: width - 2 * margin, height: height - 2 * margin) { y, output in
      let row = row(y + margin)
      for x in margin..<width - margin { output.append(row[x]) }
    }
  }

  /// Turned clockwise.
  func turned(quarters: Int) -> Plane<UInt8> {
    let turns = (quarters % 4 + 4) % 4
    if turns == 0 { return self }
    let isTurned = turns % 2 == 1
    let (width, height) = isTurned ? (self.height, self.width) : (self.width, self.height)
    return Plane(width: width, height: height) { y, output in
      for x in 0..<width {
        switch turns {
        case 1: output.append(self[y, width - 1 - x])
        case 2: output.append(self[width - 1 - x, height - 1 - y])
        case _: output.append(self[height - 1 - y, x])
        }
      }
    }
  }
}
