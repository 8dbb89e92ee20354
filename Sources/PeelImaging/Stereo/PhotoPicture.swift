internal import PeelKernels

extension Photo {
  /// The photo in red, green and blue.
  package func picture() -> Picture {
    guard let chroma else {
      return Picture(width: width, height: height, samples: luma.samples.flatMap { [$0, $0, $0] })
    }
    let isHalved = chroma.scale == (2, 2) && chroma.origin == (0, 0)
    let whole = isHalved ? chroma : chroma.atFullSize(width: width, height: height)
    let rows = DrawnRows(
      rows: 0..<height, luma: luma, chroma: .init(blue: whole.blue, red: whole.red, first: 0, isHalved: isHalved))
    return Picture(width: width, height: height, samples: rows.levels)
  }
}
