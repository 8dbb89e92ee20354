/// The pair by the simplest rule: whole pixels move, the nearest wins, and gaps take the colour of the nearest pixel behind
/// them. For comparison with other programs; `StereoPair` is better.
///
/// A pixel moves by ⌊g n + ½⌋, with its nearness n and the gain g of the parallax. The parallax's focus is not used: the
/// farthest parts stay where they are.
package struct WholePixelRule: Sendable {
  package var parallax: Parallax

  package init(_ parallax: Parallax) { self.parallax = parallax }

  /// What one eye sees.
  package func picture(_ eye: Eye, of photo: Picture, _ map: DepthMap) -> Picture {
    var samples: [UInt8] = []
    samples.reserveCapacity(photo.samples.count)
    for y in 0..<photo.height {
      let nearness = (0..<photo.width).map { map.nearest(x: $0, y: y, of: (photo.width, photo.height)) }
      for source in sources(eye, nearness) {
        let first = 3 * (y * photo.width + source)
        samples += photo.samples[first..<first + 3]
      }
    }
    return Picture(width: photo.width, height: photo.height, samples: samples)
  }

  /// The column that each pixel of a row comes from.
  private func sources(_ eye: Eye, _ nearness: [UInt16]) -> [Int] { filled(winners(eye, nearness), nearness) }

  /// Whether no pixel of a row moves to each pixel.
  package func gaps(_ eye: Eye, _ nearness: [UInt16]) -> [Bool] { winners(eye, nearness).map { $0 == nil } }

  /// The column that each pixel of a row comes from; nil in gaps.
  private func winners(_ eye: Eye, _ nearness: [UInt16]) -> [Int?] {
    let width = nearness.count
    let gain = abs(parallax.gain(eye, width: width))
    var winners = [Int?](repeating: nil, count: width)
    for x in 0..<width {
      let shift = Int((gain * Double(nearness[x]) / 65535 + 0.5).rounded(.down))
      let target = eye == .left ? x + shift : x - shift
      guard winners.indices.contains(target) else { continue }
      if let other = winners[target], nearness[other] >= nearness[x] { continue }
      winners[target] = x
    }
    return winners
  }

  /// Gives each gap the pixel beside it that is farther; if both are as far, the closer one; else the left one.
  private func filled(_ winners: [Int?], _ nearness: [UInt16]) -> [Int] {
    var before: [Int?] = []
    var last: Int?
    for x in winners.indices {
      if winners[x] != nil { last = x }
      before.append(last)
    }
    var filled: [Int] = []
    var next: Int?
    for x in winners.indices.reversed() {
      if winners[x] != nil { next = x }
      let left = before[x].flatMap { place in winners[place].map { (source: $0, distance: x - place) } }
      let right = next.flatMap { place in winners[place].map { (source: $0, distance: place - x) } }
      switch (left, right) {
      case (let left?, let right?):
        let isRight =
          nearness[right.source] != nearness[left.source]
          ? nearness[right.source] < nearness[left.source] : right.distance < left.distance
        filled.append(isRight ? right.source : left.source)
      case (let only?, nil), (nil, let only?): filled.append(only.source)
      case (nil, nil): filled.append(x)
      }
    }
    return filled.reversed()
  }
}
