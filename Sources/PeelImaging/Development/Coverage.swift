/// Which pixels of a scan lie in the photo. On the flat scan of a flat print, each edge of the photo is a straight line.
struct Coverage {
  private let width: Int
  private let height: Int
  private let axis: ScanMap.Axis
  private let parts: [Part]
  /// Whether a part of the scan may lie beyond the photo.
  private let isCut: Bool

  private struct Part {
    /// Where it ends along the axis, in pixels.
    let end: Double
    /// The photo's edges that may cut the part.
    let edges: [StripMap.Edge]
  }

  /// - Parameter map: the map from a scan of the given size to the photo. Its horizon must lie outside the scan.
  init(of map: ScanMap, width: Int, height: Int, photo: (width: Double, height: Double)) {
    self.width = width
    self.height = height
    axis = map.axis
    parts = map.pieces(width: Double(width), height: Double(height)).map { part, pixels in
      Part(end: part.end, edges: part.map.edges(of: photo, over: pixels))
    }
    isCut = parts.contains { !$0.edges.isEmpty }
  }

  /// The share of the scan that lies beyond the photo, 0…1.
  var outside: Double {
    guard isCut else { return 0 }
    let inside = (0..<height).reduce(0.0) { sum, y in
      stretches(y).reduce(sum) { $0 + max(0, $1.to - $1.from) }
    }
    return max(0, 1 - inside / (Double(width) * Double(height)))
  }

  /// The pixels of a row whose centres lie in the photo, in ascending order.
  func pixels(row y: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (from, to) in stretches(y) {
      let first = Int((from - 0.5).rounded(.up))
      let range = first..<max(first, Int((to + 0.5).rounded(.down)))
      if let last = ranges.last, last.upperBound >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }

  /// Where the middle of a row lies in the photo, in ascending order, within the scan and each part of the map.
  private func stretches(_ y: Int) -> [(from: Double, to: Double)] {
    let (middle, end) = (Double(y) + 0.5, Double(width))
    guard isCut else { return [(0, end)] }
    switch axis {
    case .y: return parts.first { middle < $0.end }.map { stretches(middle, $0.edges, from: 0, to: end) } ?? []
    case .x:
      var start = 0.0
      return parts.flatMap { part in
        defer { start = min(part.end, end) }
        return stretches(middle, part.edges, from: start, to: min(part.end, end))
      }
    }
  }

  private func stretches(
    _ y: Double, _ edges: [StripMap.Edge], from start: Double, to end: Double
  ) -> [(from: Double, to: Double)] {
    let cuts = edges.flatMap { $0.crossings(row: y) }.filter { $0 > start && $0 < end }
    let ends = [start] + cuts.sorted() + [end]
    return zip(ends, ends.dropFirst()).compactMap { from, to in
      let middle = Point((from + to) / 2, y)
      return edges.allSatisfy { $0.isInside(middle) } ? (from, to) : nil
    }
  }
}
