/// The nearness of each pixel of a photo, from a depth map of another size: interpolated within a part, and along the photo's
/// own edges between parts.
///
/// Between parts each pixel belongs either to the near or to the far one. The map's samples around it vote, each with a
/// weight that falls with its distance and with the difference between its colour and the pixel's, as in joint bilateral
/// upsampling (Kopf and others 2007). In-between depths, which would smear over the background, never come out.
struct NearnessRows: Sendable {
  private let map: Plane<UInt16>
  private let guide: Guide
  private let photo: Photo
  /// Whether the samples around the cell to the right of and below a sample belong to more than one part.
  private let isTorn: Plane<UInt8>
  private let isWhole: Bool
  private let matte: Plane<UInt8>?
  /// Where each of the photo's columns lies in the map.
  private let columns: [Steps.Place]

  /// How far the edges of parts may be off, in pixels of the photo.
  let uncertainty: Int

  /// How far a near part may shine into what lies behind it, in pixels of the photo.
  var halo: Int { Self.halo * uncertainty }

  private static let halo = 4

  /// The nearness between parts of which either is a smooth surface.
  private static let partStep = 3000

  /// - Parameters:
  ///   - map: has the photo's proportions.
  ///   - threads: the number of threads to use.
  init(_ map: DepthMap, of photo: Photo, threads: Int) {
    self.photo = photo
    matte = map.matte
    isWhole = map.nearness.width == photo.width && map.nearness.height == photo.height
    guard !isWhole else {
      self.map = map.nearness
      guide = Guide(of: photo, width: 0, height: 0, threads: 1)
      isTorn = Plane(width: 0, height: 0, samples: [])
      uncertainty = 0
      columns = []
      return
    }
    let guide = Guide(of: photo, width: map.nearness.width, height: map.nearness.height, threads: threads)
    let vote = Vote(guide: guide, step: Self.partStep)
    self.guide = guide
    var sharp = map.nearness
    for _ in 0..<Self.passes { sharp = vote.sharpened(sharp, threads: threads) }
    self.map = sharp
    isTorn = sharp.tornCells(step: Self.partStep)
    let steps = Steps(samples: sharp.width, pixels: photo.width)
    columns = (0..<photo.width).map { steps.place($0) }
    uncertainty = max(1, (photo.width + sharp.width - 1) / sharp.width / 2)
  }

  /// How often the map is made sharper at its own size.
  private static let passes = 2

  /// Replaces the elements of `row` by the nearness of the photo's row `y`.
  func read(_ y: Int, into row: inout [UInt16]) {
    var output = row.mutableSpan
    if isWhole {
      let samples = map.row(y)
      for x in samples.indices { output[x] = samples[x] }
      return
    }
    let down = Steps(samples: map.height, pixels: photo.height).place(y)
    let upper = map.row(down.first)
    let lower = map.row(min(down.first + 1, map.height - 1))
    let torn = isTorn.row(down.first)
    let luma = photo.luma.row(y)
    // The map's row at this height, with the last sample repeated.
    let line = [Int32](capacity: map.width + 1) { line in
      for x in 0...upper.count {
        let x = min(x, upper.count - 1)
        line.append((Int32(upper[x]) &* (256 &- down.part) &+ Int32(lower[x]) &* down.part) >> 8)
      }
    }
    let samples = line.span
    let columns = columns.span
    let pixels = PixelColours(photo, y)
    var jumps: [Int] = []
    for x in output.indices {
      let place = columns[x]
      if torn[place.first] != 0 {
        output[x] = elected(
          place, down, luma: Int32(luma[x]), chroma: pixels.chroma(x), isMatted: isMatted(x, y))
        if x > 0, abs(Int(output[x]) - Int(output[x - 1])) > Self.partStep { jumps.append(x) }
      } else {
        let (a, b) = (samples[place.first], samples[place.first &+ 1])
        output[x] = UInt16(truncatingIfNeeded: (a &* (256 &- place.part) &+ b &* place.part) >> 8)
      }
    }
    widen(jumps, in: &output)
  }

  /// Gives the pixels beside each edge of a near part to that part. They show a mixture of both.
  ///
  /// - Parameter jumps: the columns whose nearness differs from the one on the left.
  private func widen(_ jumps: [Int], in row: inout MutableSpan<UInt16>) {
    let reach = uncertainty
    let edges = jumps.map { (x: $0, left: row[$0 - 1], right: row[$0]) }
    for edge in edges {
      let near = max(edge.left, edge.right)
      let pixels =
        edge.left < edge.right
        ? max(edge.x - reach, 0)..<edge.x : edge.x..<min(edge.x + reach, row.count)
      for x in pixels where Int(near) - Int(row[x]) > Self.partStep { row[x] = near }
    }
  }

  /// The nearness that the 4 × 4 samples around a place elect for a pixel.
  private func elected(
    _ x: Steps.Place, _ y: Steps.Place, luma: Int32, chroma: (blue: Int32, red: Int32), isMatted: Bool?
  ) -> UInt16 {
    let columns = max(x.first - 1, 0)...min(x.first + 2, map.width - 1)
    let rows = max(y.first - 1, 0)...min(y.first + 2, map.height - 1)
    var (least, most) = (UInt16.max, UInt16.min)
    for j in rows {
      for i in columns {
        let sample = map[i, j]
        least = min(least, sample)
        most = max(most, sample)
      }
    }
    let middle = (Int(least) + Int(most)) / 2
    var (near, far) = (Ballots(), Ballots())
    let reach: Int32 = 512
    for j in rows {
      let dy = reach - abs(Int32(j - y.first) * 256 - y.part)
      for i in columns {
        let dx = reach - abs(Int32(i - x.first) * 256 - x.part)
        if dx <= 0 || dy <= 0 { continue }
        let sample = Int(map[i, j])
        let weight = Float(dx * dy) * Vote.weight(guide.difference(i, j, luma, chroma))
        if sample > middle { near.add(sample, weight) } else { far.add(sample, weight) }
      }
    }
    let isNear = near.weight > 0 && far.weight > 0 ? isMatted ?? (near.weight > far.weight) : near.weight > 0
    return isNear ? near.mean : far.mean
  }

  /// Whether the matte says that a pixel belongs to a person; nil without a matte and away from its outline.
  private func isMatted(_ x: Int, _ y: Int) -> Bool? {
    guard let matte else { return nil }
    func level(_ x: Int, _ y: Int) -> UInt8 {
      matte[
        min(max(x, 0) * matte.width / photo.width, matte.width - 1),
        min(max(y, 0) * matte.height / photo.height, matte.height - 1)]
    }
    let reach = Self.matteReach * uncertainty
    let around = [level(x - reach, y), level(x + reach, y), level(x, y - reach), level(x, y + reach)]
    let half = UInt8.max / 2
    guard let least = around.min(), let most = around.max(), least <= half, most > half else { return nil }
    return level(x, y) > half
  }

  /// How far from the matte's outline it decides, in `uncertainty`.
  private static let matteReach = 4
}

/// Weighted votes for a part, and the mean of their samples.
struct Ballots {
  private(set) var weight: Float = 0
  private var sum: Float = 0

  mutating func add(_ sample: Int, _ weight: Float) {
    self.weight += weight
    sum += weight * Float(sample)
  }

  var mean: UInt16 { weight > 0 ? UInt16(min(max(sum / weight, 0), 65535)) : 0 }
}

/// Where pixels lie among fewer samples.
private struct Steps {
  struct Place {
    private let sample: Int32
    /// How far the place lies from there to the next sample, in 1/256. After the last sample, it counts again.
    let part: Int32

    /// The sample before the place.
    var first: Int { Int(sample) }

    init(first: Int, part: Int32) { (sample, self.part) = (Int32(truncatingIfNeeded: first), part) }
  }

  let samples: Int
  let pixels: Int
  private let factor: Int

  init(samples: Int, pixels: Int) {
    (self.samples, self.pixels) = (samples, pixels)
    factor = (samples << 32) / pixels
  }

  @inline(__always)
  func place(_ pixel: Int) -> Place {
    let position = ((2 &* pixel &+ 1) &* factor) >> 25 &- 128
    if position <= 0 { return Place(first: 0, part: 0) }
    let first = min(position >> 8, samples &- 1)
    return Place(first: first, part: Int32(truncatingIfNeeded: position & 255))
  }
}

/// The chroma of a photo's pixels in one row, by nearest sample.
private struct PixelColours {
  private let photo: Photo
  private let y: Int

  init(_ photo: Photo, _ y: Int) { (self.photo, self.y) = (photo, y) }

  @inline(__always)
  func chroma(_ x: Int) -> (blue: Int32, red: Int32) {
    guard let chroma = photo.chroma else { return (Int32(BT601.neutral), Int32(BT601.neutral)) }
    let column = min((x - chroma.origin.x) / chroma.scale.x, chroma.blue.width - 1)
    let row = min((y - chroma.origin.y) / chroma.scale.y, chroma.blue.height - 1)
    return (Int32(chroma.blue[column, row]), Int32(chroma.red[column, row]))
  }
}

extension Plane<UInt16> {
  /// Whether the 4 × 4 samples around each cell differ by more than `step`, 1 or 0. A cell lies to the right of and below its
  /// sample.
  fileprivate func tornCells(step: Int) -> Plane<UInt8> {
    Plane<UInt8>(width: width, height: height) { y, output in
      let columns = columnRanges(Swift.max(y - 1, 0)...Swift.min(y + 2, height - 1))
      for x in 0..<width {
        let range = columns.range(Swift.max(x - 1, 0)...Swift.min(x + 2, width - 1))
        output.append(range.most - range.least > step ? 1 : 0)
      }
    }
  }
}
