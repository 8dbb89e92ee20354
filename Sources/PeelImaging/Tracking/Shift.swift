/// Measures how far a part of the picture has moved from one frame to the next, to a fraction of a sample.
///
/// This is block matching: it finds the shift with the least absolute difference of two small planes.
struct Shift {
  /// The distance from one compared sample to the next, across and down.
  private static let step = 2
  /// The distance from one sample that counts for the brightness to the next, across and down.
  private static let brightnessStep = 4
  /// `gain` of an unchanged brightness, and its range: a fourth to four times.
  private static let (evenGain, gains) = (1024, 256...4096)
  /// The cap on a sample's difference, in sixteenths of a level: 40 levels. It limits the effect of a hand that comes in.
  private static let cap: Int32 = 40 << 4
  /// The fewest samples to compare. With fewer there is no result.
  private static let leastSamples = 24
  /// One over the least share of the box that must stay in the picture.
  private static let boxDivisor = 3

  /// The change in brightness of the whole picture, from flickering lamps and the camera's exposure, in 1/1024.
  private let gain: Int32
  private let before: Plane<Int16>
  private let now: Plane<Int16>

  init(from before: Plane<Int16>, to now: Plane<Int16>) {
    self.before = before
    self.now = now
    let brightnessStep = Self.brightnessStep
    func sum(_ plane: Plane<Int16>) -> Int {
      var sum = 0
      for y in stride(from: 0, to: plane.height, by: brightnessStep) {
        let row = plane.row(y)
        var x = 0
        while x < row.count {
          sum &+= Int(row[x])
          x &+= brightnessStep
        }
      }
      return max(1, sum)
    }
    gain = Int32(max(Self.gains.lowerBound, min(Self.gains.upperBound, sum(now) * Self.evenGain / sum(before))))
  }

  /// Finds the shift; nil if too little can be compared.
  ///
  /// - Parameters:
  ///   - box: the part of the picture, in samples of the previous frame.
  ///   - guess: where the search begins, in samples.
  ///   - reach: how far the search goes on each side, in samples.
  /// - Returns: The shift in samples: what was at p is now at p plus this.
  func callAsFunction(_ box: Rectangle, around guess: Point, reach: Int) -> Point? {
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

  /// The mean difference over the part of the box that stays in the picture; nil if that is too small.
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
    // If most of the box leaves the picture, the rest is no good measure.
    let all = (columns.count / Self.step + 1) * (rows.count / Self.step + 1)
    guard count >= Self.leastSamples, Self.boxDivisor * count >= all else { return nil }
    return Float(total) / Float(count)
  }
}
