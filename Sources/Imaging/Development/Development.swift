/// A scan in the making. Its strips may be made in any order and on any threads, and give the same scan in any split.
///
/// ```swift
/// let development = try developer.prepare(photo, quad)
/// let scan = development.scan(of: [development.strip(rows: 0..<development.height)])
/// ```
public struct Development: Sendable {
  /// Some rows of a scan before its colours are set right.
  public struct Strip: Sendable {
    public let rows: Range<Int>
    /// Red, green and blue side by side.
    fileprivate var samples: [UInt8]
    fileprivate var histograms: [Histogram]
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
  private let ppi: Double?
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

  /// The rows of the finished scan, in its own direction.
  public func strip(rows: Range<Int>) -> Strip {
    precondition(rows.lowerBound >= 0 && rows.upperBound <= height, "the scan has these rows")
    let counted = wholePrint == nil ? counted(in: warp) : (0..<0, 0..<0)
    return strip(of: warp, coverage, rows: rows, counting: counted)
  }

  /// All strips together, in order and without gaps.
  public func scan(of strips: [Strip]) -> Scan {
    precondition(
      zip(strips, strips.dropFirst()).allSatisfy { $0.rows.upperBound == $1.rows.lowerBound }
        && strips.first?.rows.lowerBound == 0 && strips.last?.rows.upperBound == height,
      "strips lie in order, without gaps")
    let before = levelHistograms(strips)
    let clip = min(max(developer.clip, 0), 50)
    let curves = developer.whiteBalance.curves(for: before, clip: clip, frame: frame)
    var samples = strips.count == 1 ? strips[0].samples : strips.flatMap(\.samples)
    if curves.contains(where: { $0 != .identity }) { samples.apply(curves[0], curves[1], curves[2]) }
    let outside = coverage.outside
    switch developer.fill {
    case .edge: break
    case .white: if outside > 0 { samples.whiten(beyond: coverage, width: width, height: height) }
    }
    let picture = Picture(width: width, height: height, samples: samples)
    return Scan(
      picture: picture, film: outline.film, ppi: ppi, before: before,
      after: zip(before, curves).map { $0.mapped(by: $1) }, sharpness: picture.luma().sharpness(),
      outside: outside, wayUp: wayUp, pose: outline.pose, crop: crop, whiteBalance: developer.whiteBalance,
      frame: frame)
  }

  private func levelHistograms(_ strips: [Strip]) -> [Histogram] {
    var counting = strips.map(\.histograms)
    if let wholePrint, let wholeCoverage {
      // A few rows at a time, as only their counts are kept.
      counting = stride(from: 0, to: wholePrint.height, by: 64).map { y in
        strip(
          of: wholePrint, wholeCoverage, rows: y..<min(y + 64, wholePrint.height), counting: counted(in: wholePrint)
        ).histograms
      }
    }
    return counting.reduce([Histogram(), Histogram(), Histogram()]) {
      zip($0, $1).map { $0 + $1 }
    }
  }

  /// Columns and rows that count for the levels.
  private func counted(in warp: Warp) -> (x: Range<Int>, y: Range<Int>) {
    func middle(_ length: Int) -> Range<Int> {
      let margin = Int((developer.limits.inset * Double(length)).rounded())
      return margin..<max(margin, length - margin)
    }
    return (middle(warp.width), middle(warp.height))
  }

  private func strip(
    of warp: Warp, _ coverage: Coverage, rows: Range<Int>, counting: (x: Range<Int>, y: Range<Int>)
  ) -> Strip {
    let planes = warp.planes(rows: rows)
    let samples = [UInt8](capacity: 3 * warp.width * rows.count) { output in
      for y in 0..<rows.count { planes.appendRow(y, to: &output) }
    }
    var counts = Counts()
    for y in rows.clamped(to: counting.y) {
      // What is not of the photo says nothing of the print.
      let pixels = counting.x.clamped(to: coverage.pixels(row: y))
      let start = 3 * ((y - rows.lowerBound) * warp.width + pixels.lowerBound)
      counts.add(samples.span.extracting(start..<start + 3 * pixels.count))
    }
    return Strip(rows: rows, samples: samples, histograms: counts.histograms)
  }
}

/// Histograms of red, green and blue while they are counted.
private struct Counts {
  /// 256 of red, then of green, then of blue.
  private var counts = [UInt32](repeating: 0, count: 3 * 256)

  /// A row of red, green and blue side by side.
  mutating func add(_ row: Span<UInt8>) {
    var counts = counts.mutableSpan
    var k = 0
    while k + 2 < row.count {
      counts[Int(row[k])] &+= 1
      counts[256 &+ Int(row[k + 1])] &+= 1
      counts[512 &+ Int(row[k + 2])] &+= 1
      k += 3
    }
  }

  var histograms: [Histogram] {
    (0..<3).map { Histogram(counts: counts[256 * $0..<256 * ($0 + 1)].map(Int.init)) }
  }
}

extension [UInt8] {
  /// Replaces red, green and blue, which lie side by side, as the curves say.
  fileprivate mutating func apply(_ red: Curve, _ green: Curve, _ blue: Curve) {
    let r = red.table()
    let g = green.table()
    let b = blue.table()
    var samples = mutableSpan
    var k = 0
    while k + 2 < samples.count {
      samples[k] = r[Int(samples[k])]
      samples[k + 1] = g[Int(samples[k + 1])]
      samples[k + 2] = b[Int(samples[k + 2])]
      k += 3
    }
  }
}

extension [UInt8] {
  /// Makes white what lies beyond the photo.
  fileprivate mutating func whiten(beyond coverage: Coverage, width: Int, height: Int) {
    for y in 0..<height {
      let inside = (0..<width).clamped(to: coverage.pixels(row: y))
      let (start, end) = (3 * y * width, 3 * (y + 1) * width)
      for k in start..<start + 3 * inside.lowerBound { self[k] = 255 }
      for k in start + 3 * inside.upperBound..<end { self[k] = 255 }
    }
  }
}

extension Picture {
  /// How bright each pixel is: luma of BT.601, rounded down.
  func luma() -> Plane<UInt8> {
    let samples = samples.span
    return Plane(width: width, height: height) { y, output in
      let row = samples.extracting(3 * y * width..<3 * (y + 1) * width)
      for x in 0..<width {
        // The factors 0.299, 0.587 and 0.114 in units of 1/256.
        let sum = 77 &* UInt16(row[3 * x]) &+ 150 &* UInt16(row[3 * x + 1]) &+ 29 &* UInt16(row[3 * x + 2])
        output.append(UInt8(truncatingIfNeeded: sum >> 8))
      }
    }
  }
}
