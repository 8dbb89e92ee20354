/// Which pixels of a scan lie in the photo. On the flat scan, each edge of the photo is a straight line.
struct Coverage {
  private let width: Int
  private let height: Int
  /// The photo's edges as (kx, ky, k): inside, kx x + ky y + k ≥ 0.
  private let edges: [(x: Double, y: Double, k: Double)]

  /// - Parameter map: the map from a scan of the given size to the photo. Its horizon must lie outside the scan.
  init(of map: Homography, width: Int, height: Int, photo: (width: Double, height: Double)) {
    self.width = width
    self.height = height
    // x' ≥ 0 and x' ≤ photo.width, and likewise for y', multiplied by the third coordinate, which is positive on the
    // scan.
    edges = [
      (map.a, map.b, map.c),
      (photo.width * map.g - map.a, photo.width * map.h - map.b, photo.width * map.i - map.c),
      (map.d, map.e, map.f),
      (photo.height * map.g - map.d, photo.height * map.h - map.e, photo.height * map.i - map.f),
    ]
  }

  /// The share of the scan that lies beyond the photo, 0…1.
  var outside: Double {
    let inside = (0..<height).reduce(0.0) { sum, y in
      let (from, to) = stretch(y)
      return sum + max(0, to - from)
    }
    return max(0, 1 - inside / (Double(width) * Double(height)))
  }

  /// The pixels of a row whose centres lie in the photo.
  func pixels(row y: Int) -> Range<Int> {
    let (from, to) = stretch(y)
    let first = Int((from - 0.5).rounded(.up))
    return first..<max(first, Int((to + 0.5).rounded(.down)))
  }

  /// Where the middle of a row enters and leaves the photo, within the scan. If it never does, `to` isn't above `from`.
  private func stretch(_ y: Int) -> (from: Double, to: Double) {
    var (from, to) = (0.0, Double(width))
    for edge in edges {
      let rest = edge.y * (Double(y) + 0.5) + edge.k
      if edge.x > 0 {
        from = min(max(from, -rest / edge.x), Double(width))
      } else if edge.x < 0 {
        to = max(min(to, -rest / edge.x), 0)
      } else if rest < 0 {
        to = 0
      }
    }
    return (from, to)
  }
}
