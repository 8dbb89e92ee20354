/// A flat picture of a print that is drawn row by row, before its colours are corrected.
///
/// A `Warp` of one photo is a source; a source may also blend the rows of several photos. A `Development` asks for rows in
/// any order, on any threads and in any split, and a row must be the same each time.
package protocol RowSource: Sendable {
  /// The picture's size in pixels.
  var width: Int { get }
  var height: Int { get }

  /// Draws some rows.
  ///
  /// All rows of a source have the same chroma: none, at full size, or at half size.
  func drawn(rows: Range<Int>) -> DrawnRows

  /// Draws the same rows with 16 bits per sample; nil if the source has only 8 bits.
  func deepRows(_ rows: Range<Int>) -> DeepRows?

  /// The pixels of a row that show the print instead of a fill, in ascending order without overlaps. They may reach
  /// beyond the row. Only known pixels count for the levels.
  func known(row: Int) -> [Range<Int>]

  /// The share of the picture's pixels that aren't known, 0…1.
  var outside: Double { get }
}

extension RowSource {
  package func deepRows(_ rows: Range<Int>) -> DeepRows? { nil }

  /// The pixels of a row that aren't known, in ascending order.
  func unknown(row: Int) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var start = 0
    for known in known(row: row).map((0..<width).clamped) {
      if known.lowerBound > start { gaps.append(start..<known.lowerBound) }
      start = max(start, known.upperBound)
    }
    if start < width { gaps.append(start..<width) }
    return gaps
  }
}

/// A print that can be drawn flat on any grid: a print in one photo, or the same print in several.
package protocol PrintSource: Sendable {
  /// The print's shape and true size.
  var shape: PrintShape { get }

  /// The rows of a scan on a grid. The small proof in which the frame and the picture are searched for is made of them too.
  func rows(on grid: PrintGrid) throws(DevelopmentError) -> any RowSource
}

/// The pixel grid of a scan: the part of the print that it shows, its size and its turn.
package struct PrintGrid: Sendable {
  /// The size of the whole print at this scale, in pixels.
  package let whole: (width: Int, height: Int)
  /// The part that is shown, in pixels of the whole print.
  package let part: Rectangle
  /// The turn of the finished scan.
  package let turns: QuarterTurns
  /// Whether sampling may be quicker and a little less smooth.
  package let isPreview: Bool
  /// The part's size before it is turned, in pixels.
  private let size: (width: Int, height: Int)

  /// - Parameter size: the size of `part` in the scan before it is turned, in pixels.
  package init(
    whole: (width: Int, height: Int), part: Rectangle, size: (width: Int, height: Int), turns: QuarterTurns = 0,
    isPreview: Bool = false
  ) {
    (self.whole, self.part, self.size, self.turns, self.isPreview) = (whole, part, size, turns, isPreview)
  }

  /// The whole print, not turned.
  package init(whole: (width: Int, height: Int), isPreview: Bool = false) {
    self.init(
      whole: whole, part: Rectangle(x: 0, y: 0, width: Double(whole.width), height: Double(whole.height)), size: whole,
      isPreview: isPreview)
  }

  /// The scan's size in pixels, after it is turned.
  package var width: Int { turns.swapsSides ? size.height : size.width }
  package var height: Int { turns.swapsSides ? size.width : size.height }

  /// The map from the scan's pixels to a photo in which the print lies at `quad`.
  ///
  /// - Throws: `.notConvex` if no such map exists.
  package func map(to quad: Quad) throws(DevelopmentError) -> Homography {
    guard let map = Homography(rectangleOf: Double(whole.width), Double(whole.height), to: quad) else {
      throw .notConvex
    }
    return toPrint(map)
  }

  /// The map from the scan's pixels to the photo that a print lies in.
  func map(to shape: PrintShape) throws(DevelopmentError) -> ScanMap {
    guard let sheet = shape.sheet else { return ScanMap(try map(to: shape.quad)) }
    let toUnit = Homography(scale: Point(1 / Double(whole.width), 1 / Double(whole.height)), offset: Point(0, 0))
    return ScanMap(sheet, grid: toPrint(toUnit), size: (width, height))
  }

  /// A map from the pixels of the whole print, applied after the map from the scan's pixels to those.
  private func toPrint(_ map: Homography) -> Homography {
    map.after(part.map(width: size.width, height: size.height)).turned(
      by: turns, width: Double(size.width), height: Double(size.height))
  }
}

/// A print in one photo.
struct PhotographedPrint: PrintSource {
  let photo: Photo
  let shape: PrintShape

  func rows(on grid: PrintGrid) throws(DevelopmentError) -> any RowSource {
    Warp(
      photo, map: try grid.map(to: shape), width: grid.width, height: grid.height,
      sampling: grid.isPreview ? .preview : Warp.Sampling())
  }
}

extension Rectangle {
  /// The map from the pixels of a scan of this part alone to pixels of the whole.
  fileprivate func map(width: Int, height: Int) -> Homography {
    Homography(scale: Point(self.width / Double(width), self.height / Double(height)), offset: Point(minX, minY))
  }
}
