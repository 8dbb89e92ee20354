/// A scan that is being made.
///
/// It takes two rounds: first all rows are drawn and their levels counted, then all rows get their final colours. In each
/// round the rows may be made in any order, in any split and on any threads; the scan is the same.
///
/// ```swift
/// let development = try developer.prepare(photo, quad)
/// let strips = [development.strip(rows: 0..<development.height)]
/// let scan = development.scan(of: strips)
/// ```
package struct Development: Sendable {
  /// Some rows of a scan before its colours are corrected.
  package struct Strip: Sendable {
    /// The strip's rows, counted from the top of the finished scan.
    package var rows: Range<Int> { drawn.rows }
    let drawn: DrawnRows
    /// The counts of red, green and blue; empty if the scan shows only a part of the print, because levels are taken from
    /// the whole print.
    let histograms: [Histogram]
  }

  /// How the colours of a scan are mapped.
  package struct Colours: Sendable {
    /// The counts of red, green and blue over the whole print, before mapping.
    var before: [Histogram]
    let curves: [Curve]
    /// How they are corrected, if their fading isn't undone.
    let whiteBalance: WhiteBalance
    /// Whether they undo the print's fading.
    let areRestored: Bool
  }

  /// Some rows of a finished scan.
  package struct FinishedStrip: Sendable {
    /// The strip's rows, counted from the top of the finished scan.
    package let rows: Range<Int>
    /// The pixels of these rows.
    package let picture: Picture
    /// The sums from which the sharpness of the scan is computed.
    package let laplacian: Laplacian
    /// The pixels with 16 bits per sample; nil if the source has only 8 bits.
    fileprivate let deepSamples: [UInt16]?
  }

  /// The rows that are finished together, and the rows of the whole print that are drawn at a time.
  private static let rowsInBand = 16
  private static let rowsCounted = 64

  let source: any RowSource
  /// All of the print if the scan shows only a part of it: levels are taken from the whole print.
  let wholePrint: (any RowSource)?
  let shape: PrintShape
  let developer: Developer
  let crop: Crop
  let frame: Frame?
  /// The scan's pixels per inch of the real print; nil if the film isn't known.
  package let ppi: Double?
  let wayUp: WayUp

  /// The finished scan's width in pixels.
  package var width: Int { source.width }
  /// The finished scan's height in pixels.
  package var height: Int { source.height }
  /// The print's film; nil if it isn't known.
  package var film: FilmFormat? { shape.film }

  /// The number of the shot from which most of each pixel comes, row by row, of a fusion's scan; empty for others. It is nil
  /// for pixels that are under glare in every shot.
  package var shots: [Int?] {
    guard let fused = source as? FusedRows else { return [] }
    return (0..<height).flatMap { y in (0..<width).map { x in fused.shot(x, y) } }
  }

  /// Draws some rows of the finished scan: the first round.
  package func strip(rows: Range<Int>) -> Strip {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= height, "the scan has these rows")
    let drawn = source.drawn(rows: rows)
    guard wholePrint == nil else { return Strip(drawn: drawn, histograms: []) }
    var counts = LevelCounts()
    count(drawn, of: source, counted(in: source), into: &counts)
    return Strip(drawn: drawn, histograms: counts.histograms)
  }

  /// Computes the curves of the colours from the counts of all strips.
  ///
  /// - Parameter strips: all strips of the scan, in order and without gaps.
  package func colours(of strips: [Strip]) -> Colours {
    precondition(isWhole(strips.map(\.rows)), "strips lie in order, without gaps")
    let before = levelHistograms(strips)
    if developer.restoresFading, let frame, let restoration = Restoration(frame: frame, histograms: before) {
      return Colours(
        before: before, curves: restoration.curves, whiteBalance: developer.whiteBalance, areRestored: true)
    }
    let clip = min(max(developer.clip, Levels.clips.lowerBound), Levels.clips.upperBound)
    let whiteBalance = developer.whiteBalance.resolved(for: before, clip: clip, frame: frame)
    return Colours(
      before: before, curves: developer.whiteBalance.curves(for: before, clip: clip, frame: frame),
      whiteBalance: whiteBalance, areRestored: false)
  }

  /// Gives some rows their final colours: the second round.
  ///
  /// - Parameters:
  ///   - rows: the rows, in any split.
  ///   - strips: all strips of the scan, since sharpness depends on neighbouring rows.
  ///   - colours: the result of `colours(of:)`.
  package func finished(rows: Range<Int>, of strips: [Strip], _ colours: Colours) -> FinishedStrip {
    var laplacian = Laplacian()
    add(row: rows.lowerBound - 1, of: strips, colours, to: &laplacian)
    let samples = [UInt8](capacity: 3 * width * rows.count) { output in
      for strip in strips {
        for band in bands(of: rows.clamped(to: strip.rows)) {
          let finished = finished(band, of: strip, colours)
          output.append(finished)
          let luma = finished.luma
          for y in 0..<band.count { laplacian.add(luma.span.extracting(finished.range(y))) }
        }
      }
    }
    add(row: rows.upperBound, of: strips, colours, to: &laplacian)
    return FinishedStrip(
      rows: rows, picture: Picture(width: width, height: rows.count, samples: samples), laplacian: laplacian,
      deepSamples: deepSamples(rows: rows, colours.curves))
  }

  /// Gives some rows their final colours, as luma and chroma for a JPEG: the second round.
  ///
  /// - Parameters:
  ///   - rows: the rows, beginning with an even one.
  ///   - strips: all strips of the scan; all but the last have an even number of rows.
  ///   - colours: the result of `colours(of:)`.
  ///   - chromaScale: the pixels per chroma sample, 1 or 2.
  /// - Returns: The rows, and the sums from which the sharpness of the scan is computed.
  package func finishedPlanes(
    rows: Range<Int>, of strips: [Strip], _ colours: Colours, chromaScale: (x: Int, y: Int)
  ) -> (planes: FinishedPlanes, laplacian: Laplacian) {
    func part(_ rows: Range<Int>) -> FinishedPlanes { self.planes(rows: rows, of: strips, colours, chromaScale) }
    let planes = part(rows)
    // The rows above and below are computed in pairs, as they are in their own strips.
    let above = part(rows.lowerBound - 2..<rows.lowerBound).luma
    let below = part(rows.upperBound..<rows.upperBound + 2).luma
    var laplacian = Laplacian()
    if above.height > 0 { laplacian.add(above.row(above.height - 1)) }
    let luma = planes.luma
    for y in 0..<rows.count { laplacian.add(luma.row(y)) }
    if below.height > 0 { laplacian.add(below.row(0)) }
    return (planes, laplacian)
  }

  /// The rows as planes, without those outside the scan.
  private func planes(
    rows: Range<Int>, of strips: [Strip], _ colours: Colours, _ chromaScale: (x: Int, y: Int)
  ) -> FinishedPlanes {
    let rows = rows.clamped(to: 0..<height)
    var planes = FinishedPlanes(width: width, height: rows.count, chromaScale: chromaScale)
    let lines = chromaScale == (2, 2) && developer.fill == .edge ? colours.curves.compactMap(\.line) : []
    for strip in strips {
      let part = rows.clamped(to: strip.rows)
      guard !part.isEmpty else { continue }
      if lines.count == 3, let finished = strip.drawn.finished(part, by: lines) {
        planes.append(finished)
      } else {
        for band in bands(of: part) {
          let finished = finished(band, of: strip, colours)
          planes.append(finished, luma: finished.luma)
        }
      }
    }
    return planes
  }

  /// The rows in pieces that are finished together: large enough to save work that is done once per piece, small enough
  /// for the cache.
  private func bands(of rows: Range<Int>) -> [Range<Int>] {
    stride(from: rows.lowerBound, to: rows.upperBound, by: Self.rowsInBand).map {
      $0..<min($0 + Self.rowsInBand, rows.upperBound)
    }
  }

  /// Adds a neighbouring row, if the scan has it.
  private func add(row y: Int, of strips: [Strip], _ colours: Colours, to laplacian: inout Laplacian) {
    guard let strip = strips.first(where: { $0.rows.contains(y) }) else { return }
    laplacian.add(finished(y..<y + 1, of: strip, colours).luma.span)
  }

  private func finished(_ rows: Range<Int>, of strip: Strip, _ colours: Colours) -> ColourRows {
    let curves = colours.curves
    var band = strip.drawn.colours(rows)
    if curves.contains(where: { $0 != .identity }) { band = band.mapped(by: (curves[0], curves[1], curves[2])) }
    if developer.fill == .white {
      for (y, row) in rows.enumerated() { band.whiten(source.unknown(row: row), row: y) }
    }
    return band
  }

  private func deepSamples(rows: Range<Int>, _ curves: [Curve]) -> [UInt16]? {
    source.deepRows(rows)?.samples(curves) { y in
      developer.fill == .white ? source.unknown(row: rows.lowerBound + y) : []
    }
  }

  /// Joins the finished strips into a scan.
  ///
  /// - Parameters:
  ///   - strips: all finished strips, in order and without gaps.
  ///   - colours: the result of `colours(of:)`.
  package func scan(of strips: [FinishedStrip], _ colours: Colours) -> Scan {
    precondition(isWhole(strips.map(\.rows)), "strips lie in order, without gaps")
    let samples = strips.count == 1 ? strips[0].picture.samples : Array(strips.map(\.picture.samples).joined())
    let deepStrips = strips.compactMap(\.deepSamples)
    return Scan(
      picture: Picture(width: width, height: height, samples: samples),
      deepSamples: deepStrips.isEmpty ? nil : Array(deepStrips.joined()),
      facts: facts(colours, strips.map(\.laplacian).reduce(Laplacian(), +)))
  }

  /// The facts about the finished scan.
  ///
  /// - Parameters:
  ///   - colours: the result of `colours(of:)`.
  ///   - laplacian: the sum over all finished strips.
  package func facts(_ colours: Colours, _ laplacian: Laplacian) -> ScanFacts {
    ScanFacts(
      width: width, height: height, film: shape.film, ppi: ppi, before: colours.before,
      after: zip(colours.before, colours.curves).map { $0.mapped(by: $1) }, sharpness: laplacian.variance,
      outside: source.outside, wayUp: wayUp, pose: shape.pose, crop: crop, whiteBalance: colours.whiteBalance,
      whiteDifference: frame.flatMap { $0.kind == .white ? $0.differenceFromGrey(after: colours.curves) : nil },
      frame: frame, curl: shape.sheet?.curl, isRestored: developer.restoresFading ? colours.areRestored : nil)
  }

  /// Does the second round for all rows on the caller's thread.
  ///
  /// - Parameter strips: all strips of the scan, in order and without gaps.
  package func scan(of strips: [Strip]) -> Scan {
    let colours = colours(of: strips)
    return scan(of: [finished(rows: 0..<height, of: strips, colours)], colours)
  }

  private func isWhole(_ rows: [Range<Int>]) -> Bool {
    zip(rows, rows.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound }
      && rows.first?.lowerBound == 0 && rows.last?.upperBound == height
  }

  private func levelHistograms(_ strips: [Strip]) -> [Histogram] {
    guard let wholePrint else {
      return strips.map(\.histograms).reduce(Self.noCounts) { zip($0, $1).map { $0 + $1 } }
    }
    let counted = counted(in: wholePrint)
    var counts = LevelCounts()
    // Few rows at a time, because only their counts are kept.
    for y in stride(from: 0, to: wholePrint.height, by: Self.rowsCounted) {
      let drawn = wholePrint.drawn(rows: y..<min(y + Self.rowsCounted, wholePrint.height))
      count(drawn, of: wholePrint, counted, into: &counts)
    }
    return counts.histograms
  }

  /// The columns and rows that count for the levels.
  func counted(in source: any RowSource) -> (x: Range<Int>, y: Range<Int>) {
    func middle(_ length: Int) -> Range<Int> {
      let margin = Int((developer.limits.inset * Double(length)).rounded())
      return margin..<max(margin, length - margin)
    }
    return (middle(source.width), middle(source.height))
  }

  /// Counts the known pixels of some rows.
  ///
  /// - Parameters:
  ///   - drawn: the rows.
  ///   - source: where the rows come from.
  ///   - counting: the columns and rows of the scan that count.
  ///   - counts: the counts so far.
  func count(
    _ drawn: DrawnRows, of source: any RowSource, _ counting: (x: Range<Int>, y: Range<Int>),
    into counts: inout LevelCounts
  ) {
    for band in bands(of: drawn.rows.clamped(to: counting.y)) {
      let colours = drawn.colours(band)
      counts.add(
        colours,
        at: band.enumerated().flatMap { y, row in
          let first = colours.range(y).lowerBound
          return source.known(row: row).map { known in
            let pixels = counting.x.clamped(to: known)
            return first + pixels.lowerBound..<first + pixels.upperBound
          }
        })
    }
  }
}
