/// Which pixels of a scan lie in the photo. On the flat scan of a flat print, each edge of the photo is a straight line.
struct Coverage {
  private let width: Int
  private let height: Int
  private let axis: ScanMap.Axis
  private let parts: [Part]
  /// Whether any part of the scan lies beyond the photo.
  private let isCut: Bool

  private struct Part {
    /// Where it ends along the axis, in pixels.
    let end: Double
    /// The photo's edges that cut the part, as (kx, ky, k): inside, kx x + ky y + k ≥ 0.
    let edges: [(x: Double, y: Double, k: Double)]
  }

  /// - Parameter map: the map from a scan of the given size to the photo. Its horizon must lie outside the scan.
  init(of map: ScanMap, width: Int, height: Int, photo: (width: Double, height: Double)) {
    self.width = width
    self.height = height
    axis = map.axis
    parts = map.pieces(width: Double(width), height: Double(height)).map { part, pixels in
      let map = part.map
      // x' ≥ 0 and x' ≤ photo.width, and likewise for y', multiplied by the third coordinate, which is positive on the
      // scan.
      let edges: [(x: Double, y: Double, k: Double)] = [
        (map.a, map.b, map.c),
        (photo.width * map.g - map.a, photo.width * map.h - map.b, photo.width * map.i - map.c),
        (map.d, map.e, map.f),
        (photo.height * map.g - map.d, photo.height * map.h - map.e, photo.height * map.i - map.f),
      ]
      return Part(
        end: part.end,
        edges: edges.filter { edge in pixels.corners.contains(where: { edge.x * $0.x + edge.y * $0.y + edge.k < 0 }) })
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

  /// Where the middle of a row enters and leaves the photo, within the scan and each part of the map that the row lies in.
  /// If it never does, `to` isn't above `from`.
  private func stretches(_ y: Int) -> [(from: Double, to: Double)] {
    let middle = Double(y) + 0.5
    switch axis {
    case .y:
      return parts.first { middle < $0.end }.map { [stretch(middle, $0.edges, within: 0, Double(width))] } ?? []
    case .x:
      guard isCut else { return [(0, Double(width))] }
      var start = 0.0
      return parts.map { part in
        let end = min(part.end, Double(width))
        defer { start = end }
        return stretch(middle, part.edges, within: start, end)
      }
    }
  }

  private func stretch(
    _ y: Double, _ edges: [(x: Double, y: Double, k: Double)], within start: Double, _ end: Double
  ) -> (from: Double, to: Double) {
    var (from, to) = (start, end)
    for edge in edges {
      let rest = edge.y * y + edge.k
      if edge.x > 0 {
        from = min(max(from, -rest / edge.x), end)
      } else if edge.x < 0 {
        to = max(min(to, -rest / edge.x), start)
      } else if rest < 0 {
        to = start
      }
    }
    return (from, to)
  }
}
