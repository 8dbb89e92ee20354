internal import PeelPlatform

extension FlatPrint {
  /// The print, flat and small, for display.
  public var thumbnail: Picture {
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

  /// A picture of the edges, for display.
  ///
  /// Each pixel is the largest Laplacian of 4 × 4, less three standard deviations of the noise, with a gamma of 1/2.2
  /// that makes faint edges visible.
  public var edgePicture: Plane<UInt8> {
    let shades = (0...255).map { UInt8((255 * pow(Double($0) / 255, 1 / 2.2)).rounded()) }
    let floor = Int(3 * noise.laplacian.squareRoot())
    let size = 4
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
