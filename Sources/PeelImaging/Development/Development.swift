/// A scan in the making, in two rounds: all rows are drawn and counted, then all are given their colours. The rows of
/// each round may be made in any order and on any threads, and give the same scan in any split.
///
/// ```swift
/// let development = try developer.prepare(photo, quad)
/// let strips = [development.strip(rows: 0..<development.height)]
/// let scan = development.scan(of: strips)
/// ```
public struct Development: Sendable {
  /// Some rows of a scan before its colours are set right.
  public struct Strip: Sendable {
    public var rows: Range<Int> { drawn.rows }
    fileprivate let drawn: WarpedRows
    /// Of red, green and blue; none where they are counted over the whole print, of which this is a part.
    fileprivate let histograms: [Histogram]
  }

  /// What the colours of a scan become.
  public struct Colours: Sendable {
    /// Over the whole print, of red, green and blue.
    fileprivate let before: [Histogram]
    fileprivate let curves: [Curve]
  }

  /// Some rows of a finished scan.
  public struct FinishedStrip: Sendable {
    public let rows: Range<Int>
    /// These rows alone.
    public let picture: Picture
    /// Their sharpness.
    public let laplacian: Laplacian
    /// The same with 16 bits; nil where the photo has no more than 8.
    fileprivate let deepSamples: [UInt16]?
  }

  private let warp: Warp
  /// Given when the scan shows a part of the print only: levels are taken from all of it.
  private let wholePrint: Warp?
  private let coverage: Coverage
  private let wholeCoverage: Coverage?
  private let outline: Outline
  private let developer: Developer
  private let crop: Crop
  private let frame: Frame?
  private let wayUp: WayUp

  init(
    warp: Warp, wholePrint: Warp?, photo: Photo, outline: Outline, developer: Developer, crop: Crop, frame: Frame?,
    ppi: Double?, wayUp: WayUp
  ) {
    func coverage(_ warp: Warp) -> Coverage {
      Coverage(
        of: warp.map, width: warp.width, height: warp.height, photo: (Double(photo.width), Double(photo.height)))
    }
    self.warp = warp
    self.wholePrint = wholePrint
    self.coverage = coverage(warp)
    wholeCoverage = wholePrint.map(coverage)
    self.outline = outline
    self.developer = developer
    self.crop = crop
    self.frame = frame
    self.ppi = ppi
    self.wayUp = wayUp
  }

  /// Of the finished scan, in pixels.
  public var width: Int { warp.width }
  public var height: Int { warp.height }
  /// Pixels to an inch of the real print, when the film tells its size.
  public let ppi: Double?

  /// The rows of the finished scan, in its own direction.
  public func strip(rows: Range<Int>) -> Strip {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= height, "the scan has these rows")
    let drawn = warp.drawn(rows: rows)
    guard wholePrint == nil else { return Strip(drawn: drawn, histograms: []) }
    var counts = Counts()
    count(drawn, coverage, counted(in: warp), into: &counts)
    return Strip(drawn: drawn, histograms: counts.histograms)
  }

  /// What the counts of all strips say. They lie in order, without gaps.
  public func colours(of strips: [Strip]) -> Colours {
    precondition(isWhole(strips.map(\.rows)), "strips lie in order, without gaps")
    let before = levelHistograms(strips)
    let clip = min(max(developer.clip, 0), 50)
    return Colours(
      before: before, curves: developer.whiteBalance.curves(for: before, clip: clip, frame: frame))
  }

  /// Some rows with their colours set right. `strips` are all of them, since a row's sharpness is seen beside its
  /// neighbours.
  public func finished(rows: Range<Int>, of strips: [Strip], _ colours: Colours) -> FinishedStrip {
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

  /// The same rows as luma and chroma, and their sharpness.
  ///
  /// - Parameters:
  ///   - rows: from an even one on.
  ///   - strips: all of them; all but the last have an even number of rows.
  ///   - chromaScale: pixels to a chroma sample, 1 or 2.
  public func finishedPlanes(
    rows: Range<Int>, of strips: [Strip], _ colours: Colours, chromaScale: (x: Int, y: Int)
  ) -> (planes: FinishedPlanes, laplacian: Laplacian) {
    func part(_ rows: Range<Int>) -> FinishedPlanes { self.planes(rows: rows, of: strips, colours, chromaScale) }
    let planes = part(rows)
    // The rows above and below are made the way that they are in their own strips: in pairs.
    let above = part(rows.lowerBound - 2..<rows.lowerBound).luma
    let below = part(rows.upperBound..<rows.upperBound + 2).luma
    var laplacian = Laplacian()
    if above.height > 0 { laplacian.add(above.row(above.height - 1)) }
    let luma = planes.luma
    for y in 0..<rows.count { laplacian.add(luma.row(y)) }
    if below.height > 0 { laplacian.add(below.row(0)) }
    return (planes, laplacian)
  }

  /// Those of the rows that the scan has.
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

  /// Rows that are reckoned with together: many enough for what has to be done once each time, few enough for the cache.
  private func bands(of rows: Range<Int>) -> [Range<Int>] {
    stride(from: rows.lowerBound, to: rows.upperBound, by: 16).map { $0..<min($0 + 16, rows.upperBound) }
  }

  /// What lies above and below some rows is a neighbour of theirs.
  private func add(row y: Int, of strips: [Strip], _ colours: Colours, to laplacian: inout Laplacian) {
    guard let strip = strips.first(where: { $0.rows.contains(y) }) else { return }
    laplacian.add(finished(y..<y + 1, of: strip, colours).luma.span)
  }

  private func finished(_ rows: Range<Int>, of strip: Strip, _ colours: Colours) -> ColourRows {
    let curves = colours.curves
    var band = strip.drawn.colours(rows)
    if curves.contains(where: { $0 != .identity }) { band = band.mapped(by: (curves[0], curves[1], curves[2])) }
    if developer.fill == .white {
      for (y, row) in rows.enumerated() { band.whiten(coverage.beyond(row: row), row: y) }
    }
    return band
  }

  private func deepSamples(rows: Range<Int>, _ curves: [Curve]) -> [UInt16]? {
    warp.deepRows(rows)?.samples(curves) { y in
      developer.fill == .white ? coverage.beyond(row: rows.lowerBound + y) : []
    }
  }

  /// The scan, of all its strips in order and without gaps.
  public func scan(of strips: [FinishedStrip], _ colours: Colours) -> Scan {
    precondition(isWhole(strips.map(\.rows)), "strips lie in order, without gaps")
    let samples = strips.count == 1 ? strips[0].picture.samples : Array(strips.map(\.picture.samples).joined())
    let deepStrips = strips.compactMap(\.deepSamples)
    return Scan(
      picture: Picture(width: width, height: height, samples: samples),
      deepSamples: deepStrips.isEmpty ? nil : Array(deepStrips.joined()),
      facts: facts(colours, strips.map(\.laplacian).reduce(Laplacian(), +)))
  }

  /// What there is to say of the scan.
  ///
  /// - Parameter laplacian: the sum over all finished strips.
  public func facts(_ colours: Colours, _ laplacian: Laplacian) -> ScanFacts {
    ScanFacts(
      width: width, height: height, film: outline.film, ppi: ppi, before: colours.before,
      after: zip(colours.before, colours.curves).map { $0.mapped(by: $1) }, sharpness: laplacian.variance,
      outside: coverage.outside, wayUp: wayUp, pose: outline.pose, crop: crop, whiteBalance: developer.whiteBalance,
      frame: frame)
  }

  /// Both rounds on the caller's thread.
  public func scan(of strips: [Strip]) -> Scan {
    let colours = colours(of: strips)
    return scan(of: [finished(rows: 0..<height, of: strips, colours)], colours)
  }

  private func isWhole(_ rows: [Range<Int>]) -> Bool {
    zip(rows, rows.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound }
      && rows.first?.lowerBound == 0 && rows.last?.upperBound == height
  }

  private func levelHistograms(_ strips: [Strip]) -> [Histogram] {
    guard let wholePrint, let wholeCoverage else {
      return strips.map(\.histograms).reduce([Histogram(), Histogram(), Histogram()]) { zip($0, $1).map { $0 + $1 } }
    }
    let counted = counted(in: wholePrint)
    var counts = Counts()
    // A few rows at a time, as only their counts are kept.
    for y in stride(from: 0, to: wholePrint.height, by: 64) {
      let drawn = wholePrint.drawn(rows: y..<min(y + 64, wholePrint.height))
      count(drawn, wholeCoverage, counted, into: &counts)
    }
    return counts.histograms
  }

  /// Columns and rows that count for the levels.
  private func counted(in warp: Warp) -> (x: Range<Int>, y: Range<Int>) {
    func middle(_ length: Int) -> Range<Int> {
      let margin = Int((developer.limits.inset * Double(length)).rounded())
      return margin..<max(margin, length - margin)
    }
    return (middle(warp.width), middle(warp.height))
  }

  /// - Parameter counting: columns and rows of the scan.
  private func count(
    _ drawn: WarpedRows, _ coverage: Coverage, _ counting: (x: Range<Int>, y: Range<Int>), into counts: inout Counts
  ) {
    for band in bands(of: drawn.rows.clamped(to: counting.y)) {
      let colours = drawn.colours(band)
      counts.add(
        colours,
        at: band.enumerated().map { y, row in
          // What is not of the photo says nothing of the print.
          let pixels = counting.x.clamped(to: coverage.pixels(row: row))
          let first = colours.range(y).lowerBound
          return first + pixels.lowerBound..<first + pixels.upperBound
        })
    }
  }
}

/// Histograms of red, green and blue while they are counted.
private struct Counts {
  private var red = ChannelCounts()
  private var green = ChannelCounts()
  private var blue = ChannelCounts()

  /// Some pixels of each row: one channel after the other, as the counts of one are what the nearest cache holds.
  mutating func add(_ rows: ColourRows, at places: [Range<Int>]) {
    for row in places { red.add(rows.red.span.extracting(row)) }
    for row in places { green.add(rows.green.span.extracting(row)) }
    for row in places { blue.add(rows.blue.span.extracting(row)) }
  }

  var histograms: [Histogram] { [red, green, blue].map(\.histogram) }
}

/// A histogram of one channel while it is counted, by two neighbours at a time: half as many counts to raise. Neighbours are
/// much alike, so that few of the counts are in use.
private struct ChannelCounts {
  /// Of a level and 256 times the one to its right.
  private var pairs = [UInt32](repeating: 0, count: 65_536)
  /// Of the last pixels of a row, fewer than eight.
  private var single = [UInt32](repeating: 0, count: 256)

  mutating func add(_ samples: Span<UInt8>) {
    var pairs = pairs.mutableSpan
    var x = 0
    // Eight at a time, so that their bounds are looked at once.
    while x < samples.count &- 7 {
      let eight = samples.extracting(x..<x &+ 8)
      pairs[Int(eight[0]) | Int(eight[1]) << 8] &+= 1
      pairs[Int(eight[2]) | Int(eight[3]) << 8] &+= 1
      pairs[Int(eight[4]) | Int(eight[5]) << 8] &+= 1
      pairs[Int(eight[6]) | Int(eight[7]) << 8] &+= 1
      x &+= 8
    }
    while x < samples.count {
      single[Int(samples[x])] &+= 1
      x &+= 1
    }
  }

  var histogram: Histogram {
    var counts = single
    var lefts = counts.mutableSpan
    for right in 0..<256 {
      let row = pairs.span.extracting(256 * right..<256 * (right + 1))
      var sum: UInt32 = 0
      for left in row.indices {
        lefts[left] &+= row[left]
        sum &+= row[left]
      }
      lefts[right] &+= sum
    }
    return Histogram(counts: counts.map { Int($0) })
  }
}

extension ColourRows {
  /// Makes some pixels of a row white.
  fileprivate mutating func whiten(_ pixels: [Range<Int>], row: Int) {
    let first = range(row).lowerBound
    for x in pixels.joined() {
      (red[first + x], green[first + x], blue[first + x]) = (255, 255, 255)
    }
  }
}
