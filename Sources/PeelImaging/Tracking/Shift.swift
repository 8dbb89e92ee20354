/// How far what lies in a part of the picture has moved from one frame to the next: where the absolute differences of
/// two small planes are least (block matching), to a part of a sample.
struct Shift {
  /// Samples between those that are compared, across and down.
  private static let step = 2
  /// Differences beyond this, in sixteenths of a level, all count alike: a hand that comes in must not drag along.
  private static let cap: Int32 = 40 << 4
  /// Parts of a box that lie outside the planes leave at least so many samples to compare, else nothing is said.
  private static let leastSamples = 24

  /// The gain that lamps' flicker and the camera's exposure have put on all of the picture.
  private let gain: Int32
  private let before: Plane<Int16>
  private let now: Plane<Int16>

  init(from before: Plane<Int16>, to now: Plane<Int16>) {
    self.before = before
    self.now = now
    func sum(_ plane: Plane<Int16>) -> Int {
      var sum = 0
      for y in stride(from: 0, to: plane.height, by: 4) {
        let row = plane.row(y)
        var x = 0
        while x < row.count {
          sum &+= Int(row[x])
          x &+= 4
        }
      }
      return max(1, sum)
    }
    gain = Int32(max(256, min(4096, sum(now) * 1024 / sum(before))))
  }

  /// In samples: what lay at p in `box` lies at p plus this now. `guess` is where the search begins, which goes `reach`
  /// samples to each side.
  func callAsFunction(_ box: Box, around guess: Point, reach: Int) -> Point? {
    let limit = Double(max(now.width, now.height))
    guard box.minX < limit, box.minY < limit, box.maxX > 0, box.maxY > 0, abs(guess.x) < limit, abs(guess.y) < limit
    else { return nil }
    let (left, right) = (Int(max(0, box.minX)), Int(min(box.maxX, Double(before.width - 1))))
    let (top, bottom) = (Int(max(0, box.minY)), Int(min(box.maxY, Double(before.height - 1))))
    guard left < right, top < bottom else { return nil }
    let start = (x: Int(guess.x.rounded()), y: Int(guess.y.rounded()))
    let width = 2 * reach + 1
    var costs = [Float](repeating: .infinity, count: width * width)
    for dy in -reach...reach {
      for dx in -reach...reach {
        costs[(dy + reach) * width + dx + reach] =
          cost(left...right, top...bottom, shift: (start.x + dx, start.y + dy)) ?? .infinity
      }
    }
    guard let best = costs.indices.min(by: { costs[$0] < costs[$1] }), costs[best].isFinite else { return nil }
    let (x, y) = (best % width, best / width)
    func part(_ before: Float, _ at: Float, _ after: Float) -> Double { Double(parabolaPeak(-before, -at, -after)) }
    let partX = x > 0 && x < width - 1 ? part(costs[best - 1], costs[best], costs[best + 1]) : 0
    let partY = y > 0 && y < width - 1 ? part(costs[best - width], costs[best], costs[best + width]) : 0
    return Point(Double(start.x + x - reach) + partX, Double(start.y + y - reach) + partY)
  }

  /// Mean difference over the part of the box that stays in the picture.
  private func cost(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, shift: (x: Int, y: Int)) -> Float? {
    let (left, right) = (max(columns.lowerBound, -shift.x), min(columns.upperBound, now.width - 1 - shift.x))
    let (top, bottom) = (max(rows.lowerBound, -shift.y), min(rows.upperBound, now.height - 1 - shift.y))
    guard left < right, top < bottom else { return nil }
    var total: Int32 = 0
    var count = 0
    for y in stride(from: top, through: bottom, by: Self.step) {
      let a = before.row(y)
      let b = now.row(y + shift.y)
      var x = left
      while x <= right {
        let difference = (Int32(a[x]) &* gain) >> 10 &- Int32(b[x &+ shift.x])
        total &+= min(Self.cap, abs(difference))
        x &+= Self.step
      }
      count += (right - left) / Self.step + 1
    }
    // A shift that pushes most of the box out of the picture says little.
    let all = (columns.count / Self.step + 1) * (rows.count / Self.step + 1)
    guard count >= Self.leastSamples, 3 * count >= all else { return nil }
    return Float(total) / Float(count)
  }
}
