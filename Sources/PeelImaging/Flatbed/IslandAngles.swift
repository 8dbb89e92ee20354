internal import PeelPlatform

extension PageMask {
  /// The directions of an island's straight sides, the commonest first, in radians from -π/4 to π/4.
  ///
  /// Along the right direction the points of its outline pile up in few columns and rows.
  ///
  /// - Parameters:
  ///   - part: the island's samples.
  ///   - limit: the most directions.
  func angles(of part: [Int32], limit: Int) -> [Double] {
    let outline = part.filter { isOutline(Int($0)) }.map { i -> Point in
      let (y, x) = Int(i).quotientAndRemainder(dividingBy: width)
      return Point(Double(x) + 0.5, Double(y) + 0.5)
    }
    guard outline.count > 8 else { return [] }
    let step = 0.25 * Double.pi / 180
    let count = Int((Double.pi / 2 / step).rounded())
    let reach = Int(Double(width * width + height * height).squareRoot()) + 2
    var bins = [Int32](repeating: 0, count: 2 * reach + 1)
    let piles = (0..<count).map { k -> Double in
      let angle = -Double.pi / 4 + Double(k) * step
      let (c, s) = (cos(angle), sin(angle))
      func pile(_ a: Double, _ b: Double) -> Double {
        for i in bins.indices { bins[i] = 0 }
        for p in outline { bins[Int(a * p.x + b * p.y) + reach] += 1 }
        var sum = 0.0
        // Two neighbouring bins, since a line may lie on their border.
        for i in 1..<bins.count {
          let n = Double(bins[i] + bins[i - 1])
          sum += n * n * n
        }
        return sum
      }
      return pile(c, s) + pile(-s, c)
    }
    let apart = 3
    let best = piles.max() ?? 0
    var chosen: [Int] = []
    for k in piles.indices.sorted(by: { piles[$0] > piles[$1] }) {
      guard chosen.count < limit, piles[k] > 0.1 * best else { break }
      let neighbours = [piles[(k + count - 1) % count], piles[(k + 1) % count]]
      if piles[k] >= (neighbours.max() ?? 0), chosen.allSatisfy({ min(abs($0 - k), count - abs($0 - k)) >= apart }) {
        chosen.append(k)
      }
    }
    return chosen.map { k in
      let offset = parabolaPeak(piles[(k + count - 1) % count], piles[k], piles[(k + 1) % count])
      return -Double.pi / 4 + (Double(k) + offset) * step
    }
  }

  private func isOutline(_ i: Int) -> Bool {
    let (y, x) = i.quotientAndRemainder(dividingBy: width)
    // What lies on the page's border is no side of its own.
    guard x > 0, y > 0, x < width - 1, y < height - 1 else { return false }
    return !self[x - 1, y] || !self[x + 1, y] || !self[x, y - 1] || !self[x, y + 1]
  }
}
