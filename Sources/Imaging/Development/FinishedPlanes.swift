/// Luma and chroma of a finished picture or some of its rows, as a JPEG keeps them: full-range BT.601.
public struct FinishedPlanes: Sendable {
  public let luma: Plane<UInt8>
  /// Means over as many pixels as its scale says. Beyond the last column and row these repeat.
  public let chroma: Chroma

  /// Some rows of a picture.
  public init(of picture: Picture, rows: Range<Int>, chromaScale: (x: Int, y: Int)) {
    var planes = GrowingPlanes(width: picture.width, height: rows.count, chromaScale: chromaScale)
    for y in rows {
      let row = ColourRow(of: picture, y)
      planes.append(row, luma: row.luma)
    }
    self.init(planes)
  }

  init(_ planes: consuming GrowingPlanes) {
    (luma, chroma) = planes.finished()
  }
}

/// The same while rows are added.
struct GrowingPlanes {
  private let width: Int
  private let height: Int
  /// Pixels to a chroma sample: 1 or 2.
  private let chromaScale: (x: Int, y: Int)
  private var luma: [UInt8] = []
  private var blue: [UInt8] = []
  private var red: [UInt8] = []
  /// The row whose chroma waits for the next one.
  private var first: ColourRow?

  init(width: Int, height: Int, chromaScale: (x: Int, y: Int)) {
    precondition((1...2).contains(chromaScale.x) && (1...2).contains(chromaScale.y), "chroma is whole or halved")
    self.width = width
    self.height = height
    self.chromaScale = chromaScale
    luma.reserveCapacity(width * height)
    let chroma = (width + 1) / chromaScale.x * ((height + 1) / chromaScale.y)
    blue.reserveCapacity(chroma)
    red.reserveCapacity(chroma)
  }

  /// - Parameter luma: the row's.
  mutating func append(_ row: ColourRow, luma: [UInt8]) {
    self.luma += luma
    if chromaScale.y == 1 {
      appendChroma(row, row)
    } else if let above = first.take() {
      appendChroma(above, row)
    } else {
      first = row
    }
  }

  private mutating func appendChroma(_ above: ColourRow, _ below: ColourRow) {
    func sums(_ channel: (ColourRow) -> [UInt8]) -> [Int16] {
      let (a, b) = (channel(above), channel(below))
      return chromaScale.x == 1 ? a.sums(with: b) : a.sumsOfPairs(with: b)
    }
    let reds = sums { $0.red }
    let greens = sums { $0.green }
    let blues = sums { $0.blue }
    let chroma = (blue: weighted(blues, reds, 5529, greens), red: weighted(reds, blues, 2664, greens))
    blue += chroma.blue
    red += chroma.red
  }

  /// Half of a channel less `factor` of another and less the rest of the third, in units of 1/32768, of sums of four.
  private func weighted(_ channel: [Int16], _ other: [Int16], _ factor: Int32, _ third: [Int16]) -> [UInt8] {
    let count = channel.count
    let channel = channel.span.extracting(0..<count)
    let other = other.span.extracting(0..<count)
    let third = third.span.extracting(0..<count)
    // In 1/64 of a level, which 16 bits just hold.
    @inline(__always) func share(_ factor: Int32, _ sum: Int16) -> Int16 {
      Int16(truncatingIfNeeded: (Int32(sum << 5) &* factor) >> 16)
    }
    let half: Int32 = 1 << 14
    return [UInt8](capacity: count) { output in
      for x in 0..<count {
        let less = share(factor, other[x]) &+ share(half &- factor, third[x])
        output.append(UInt8(clamping: (128 << 6 &+ 32 &+ share(half, channel[x]) &- less) >> 6))
      }
    }
  }

  consuming func finished() -> (luma: Plane<UInt8>, chroma: Chroma) {
    if let last = first.take() { appendChroma(last, last) }
    let size = (
      width: (width + chromaScale.x - 1) / chromaScale.x, height: (height + chromaScale.y - 1) / chromaScale.y
    )
    return (
      Plane(width: width, height: height, samples: luma),
      Chroma(
        blue: Plane(width: size.width, height: size.height, samples: blue),
        red: Plane(width: size.width, height: size.height, samples: red), scale: chromaScale)
    )
  }
}

extension [UInt8] {
  /// Twice the sum of each sample and the one below it.
  fileprivate func sums(with below: [UInt8]) -> [Int16] {
    let (upper, lower) = (span.extracting(0..<count), below.span.extracting(0..<count))
    return [Int16](capacity: count) { output in
      for x in upper.indices { output.append((Int16(upper[x]) &+ Int16(lower[x])) << 1) }
    }
  }

  /// Sums of two samples side by side and the two below them; an odd last one counts double.
  fileprivate func sumsOfPairs(with below: [UInt8]) -> [Int16] {
    let pairs = count / 2
    let (upper, lower) = (span.extracting(0..<2 * pairs), below.span.extracting(0..<2 * pairs))
    let columns = [UInt16](capacity: 2 * pairs) { output in
      for x in upper.indices { output.append(UInt16(upper[x]) &+ UInt16(lower[x])) }
    }
    let sums = columns.span
    return [Int16](capacity: pairs + 1) { output in
      for x in 0..<pairs { output.append(Int16(truncatingIfNeeded: sums[2 &* x] &+ sums[2 &* x &+ 1])) }
      if count % 2 == 1 { output.append((Int16(self[count - 1]) + Int16(below[count - 1])) << 1) }
    }
  }
}

extension ColourRow {
  /// A row of a picture.
  init(of picture: Picture, _ y: Int) {
    let samples = picture.samples.span.extracting(3 * picture.width * y..<3 * picture.width * (y + 1))
    func channel(_ first: Int) -> [UInt8] {
      [UInt8](capacity: picture.width) { output in
        for x in 0..<picture.width { output.append(samples[3 * x + first]) }
      }
    }
    self.init(red: channel(0), green: channel(1), blue: channel(2))
  }
}
