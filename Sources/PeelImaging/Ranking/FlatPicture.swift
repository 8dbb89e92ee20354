internal import PeelPlatform

extension FlatPrint {
  /// The print, flat and small, for display.
  package var thumbnail: Picture {
    let small = luma.halved()
    func spread(_ plane: Plane<UInt8>) -> Plane<UInt8> {
      Plane(width: small.width, height: small.height) { y, output in
        let row = plane.row(y * plane.height / small.height)
        for x in 0..<small.width { output.append(row[x * plane.width / small.width]) }
      }
    }
    let planes = YCC(luma: small, chroma: proof.chroma.map { (spread($0.blue), spread($0.red)) }).drawn
    let samples = [UInt8](capacity: 3 * small.width * small.height) { output in
      output.append(planes.colours(0..<small.height))
    }
    return Picture(width: small.width, height: small.height, samples: samples)
  }

  /// The samples across and down whose largest Laplacian makes one pixel of `edgePicture`.
  private static let edgeBlock = 4
  /// The standard deviations of the noise that are subtracted from the Laplacian.
  private static let noiseDeviations = 3.0
  /// The exponent that makes faint edges visible.
  private static let edgeGamma = 1 / 2.2

  /// A picture of the edges, for display.
  ///
  /// Each pixel is the largest absolute Laplacian of 4 × 4 samples, less three standard deviations of the noise, with a
  /// gamma of 1/2.2.
  package var edgePicture: Plane<UInt8> {
    let shades = (0...255).map { UInt8((255 * pow(Double($0) / 255, Self.edgeGamma)).rounded()) }
    let floor = Int(Self.noiseDeviations * noise.laplacian.squareRoot())
    let size = Self.edgeBlock
    return Plane(width: (luma.width - 2) / size, height: (luma.height - 2) / size) { y, output in
      var largest = [Int](repeating: 0, count: (luma.width - 2) / size)
      for line in y * size + 1...y * size + size {
        let a = luma.row(line - 1)
        let b = luma.row(line)
        let c = luma.row(line + 1)
        for x in 1...largest.count * size {
          let above = Int(a[x - 1]) + Int(a[x]) + Int(a[x + 1])
          let below = Int(c[x - 1]) + Int(c[x]) + Int(c[x + 1])
          let value = abs(8 * Int(b[x]) - Int(b[x - 1]) - Int(b[x + 1]) - above - below)
          largest[(x - 1) / size] = max(largest[(x - 1) / size], value)
        }
      }
      for value in largest { output.append(shades[min(255, max(0, value - floor))]) }
    }
  }
}
