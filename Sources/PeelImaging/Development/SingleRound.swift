/// A scan that keeps the print's own colours: its rows can be finished before the others are drawn, and needn't be kept.
extension Development {
  /// The colours, if what the print shows doesn't decide them; nil otherwise. Nothing is counted yet.
  package var givenColours: Colours? {
    guard developer.whiteBalance == .none, !developer.restoresFading, wholePrint == nil else { return nil }
    return Colours(
      before: Self.noCounts, curves: Self.noCounts.map { _ in .identity }, whiteBalance: .none, areRestored: false)
  }

  /// Draws some rows and finishes them, as luma and chroma for a JPEG: both rounds at once.
  ///
  /// - Parameters:
  ///   - rows: the rows, beginning with an even one.
  ///   - colours: `givenColours`.
  ///   - chromaScale: the pixels per chroma sample, 1 or 2.
  /// - Returns: The rows, the sums from which the sharpness of the scan is computed, and the counts of red, green and blue.
  package func drawnAndFinished(
    rows: Range<Int>, _ colours: Colours, chromaScale: (x: Int, y: Int)
  ) -> (planes: FinishedPlanes, laplacian: Laplacian, histograms: [Histogram]) {
    let drawn = source.drawn(rows: max(0, rows.lowerBound - 2)..<min(height, rows.upperBound + 2))
    var counts = LevelCounts()
    let (x, y) = counted(in: source)
    count(drawn, of: source, (x, y.clamped(to: rows)), into: &counts)
    let strips = [Strip(drawn: drawn, histograms: [])]
    let (planes, laplacian) = finishedPlanes(rows: rows, of: strips, colours, chromaScale: chromaScale)
    return (planes, laplacian, counts.histograms)
  }

  static var noCounts: [Histogram] { [Histogram(), Histogram(), Histogram()] }
}

extension Development.Colours {
  /// The colours with the counts of parts of the print.
  package func counting(_ parts: [[Histogram]]) -> Development.Colours {
    var colours = self
    colours.before = parts.reduce(before) { zip($0, $1).map { $0 + $1 } }
    return colours
  }
}
