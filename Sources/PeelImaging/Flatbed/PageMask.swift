/// Which samples of a page are set: 1 for set ones, 0 for others.
struct PageMask: Sendable {
  let width: Int
  let height: Int
  private(set) var samples: [UInt8]

  /// The samples of a smoothed page that aren't bed.
  init(_ page: PageColours, besides bed: Bed) {
    (width, height) = (page.width, page.height)
    let (width, height, limit) = (width, height, bed.limit)
    let all = page.samples.span
    samples = [UInt8](capacity: width * height) { output in
      for y in 0..<height {
        let row = bed.row(y)
        let colours = row.span
        for x in 0..<width {
          let d = SIMD4<Float>(all[y &* width &+ x]) - colours[x]
          output.append(any(d .> limit) || any(d .< -limit) ? 1 : 0)
        }
      }
    }
  }

  init(width: Int, height: Int, isSet: (_ x: Int, _ y: Int) -> Bool) {
    let samples = (0..<height).flatMap { y in (0..<width).map { x in isSet(x, y) ? UInt8(1) : 0 } }
    self.init(width: width, height: height, samples: samples)
  }

  init(width: Int, height: Int, samples: [UInt8]) {
    (self.width, self.height, self.samples) = (width, height, samples)
  }

  /// Whether a sample is set; those beyond the page aren't.
  subscript(x: Int, y: Int) -> Bool {
    x >= 0 && y >= 0 && x < width && y < height && samples[y * width + x] != 0
  }

  /// The number of set samples.
  var count: Int { samples.count { $0 != 0 } }

  /// The mask with each set sample grown to a square that reaches `radius` samples to each side.
  func grown(by radius: Int) -> PageMask { spread(1, radius, isOutsideSet: false) }

  /// The mask without the samples that have an unset one within `radius` samples across and down.
  ///
  /// - Parameter isOutsideSet: whether what lies beyond the page counts as set.
  func shrunk(by radius: Int, isOutsideSet: Bool = false) -> PageMask {
    spread(0, radius, isOutsideSet: !isOutsideSet)
  }

  /// - Parameters:
  ///   - value: the value that spreads.
  ///   - isOutsideSet: whether it spreads from beyond the page, too.
  private func spread(_ value: UInt8, _ radius: Int, isOutsideSet: Bool) -> PageMask {
    guard radius > 0 else { return self }
    let (width, height, full) = (width, height, Int32(radius + 1))
    // How far a value still reaches: from itself `radius` samples on.
    let start = isOutsideSet ? full : 0
    var across = samples
    var row = across.mutableSpan
    for y in 0..<height {
      let (first, last) = (y * width, y * width + width - 1)
      var left = start
      for i in first...last {
        left = samples[i] == value ? full : left &- 1
        if left > 0 { row[i] = value }
      }
      left = start
      for i in (first...last).reversed() {
        left = samples[i] == value ? full : left &- 1
        if left > 0 { row[i] = value }
      }
    }
    var both = across
    var output = both.mutableSpan
    let lines = across.span
    var counts = [Int32](repeating: start, count: width)
    var left = counts.mutableSpan
    func pass(_ y: Int, _ left: inout MutableSpan<Int32>, _ output: inout MutableSpan<UInt8>) {
      for x in 0..<width {
        let i = y &* width &+ x
        let rest = lines[i] == value ? full : left[x] &- 1
        left[x] = rest
        if rest > 0 { output[i] = value }
      }
    }
    for y in 0..<height { pass(y, &left, &output) }
    for x in 0..<width { left[x] = start }
    for y in (0..<height).reversed() { pass(y, &left, &output) }
    return PageMask(width: width, height: height, samples: both)
  }

  /// The mask with its gaps of up to twice `radius` closed.
  func closed(by radius: Int) -> PageMask { grown(by: radius).shrunk(by: radius, isOutsideSet: true) }

  /// The mask without what is less than about twice `radius` wide.
  func opened(by radius: Int) -> PageMask { shrunk(by: radius).grown(by: radius) }

  /// The mask with its holes, which are the unset parts that don't touch the page's border. If a lid's rim hides the border,
  /// the largest part is no hole.
  var filled: PageMask {
    var marks = [UInt8](repeating: 1, count: samples.count)
    var reached = 0
    for x in 0..<width {
      reached += clear(&marks, from: x)
      reached += clear(&marks, from: (height - 1) * width + x)
    }
    for y in 0..<height {
      reached += clear(&marks, from: y * width)
      reached += clear(&marks, from: y * width + width - 1)
    }
    guard reached * Self.leastOpen < samples.count else {
      return PageMask(width: width, height: height, samples: marks)
    }
    var (rest, best) = (marks, (start: 0, count: 0))
    for start in rest.indices where rest[start] == 1 && samples[start] == 0 {
      let count = clear(&rest, from: start)
      if count > best.count { best = (start, count) }
    }
    if best.count > 0 { _ = clear(&marks, from: best.start) }
    return PageMask(width: width, height: height, samples: marks)
  }

  /// One over the least share of a page that reaches its border, if no rim hides it.
  private static var leastOpen: Int { 20 }

  /// Clears the marks of the unset part around a sample, and tells how many they are.
  private func clear(_ marks: inout [UInt8], from start: Int) -> Int {
    guard samples[start] == 0, marks[start] == 1 else { return 0 }
    marks[start] = 0
    var (open, count) = ([Int32(truncatingIfNeeded: start)], 0)
    while let next = open.popLast() {
      count += 1
      let i = Int(next)
      let x = i % width
      for (isInside, other) in [
        (x > 0, i - 1), (x < width - 1, i + 1), (i >= width, i - width), (i < width * (height - 1), i + width),
      ] where isInside && samples[other] == 0 && marks[other] == 1 {
        marks[other] = 0
        open.append(Int32(truncatingIfNeeded: other))
      }
    }
    return count
  }

  /// The set parts of at least `least` samples, each with its samples' indices.
  func parts(least: Int) -> [[Int32]] {
    var marks = samples
    var parts: [[Int32]] = []
    var part: [Int32] = []
    for start in marks.indices where marks[start] != 0 {
      part.removeAll(keepingCapacity: true)
      part.append(Int32(truncatingIfNeeded: start))
      marks[start] = 0
      var next = 0
      while next < part.count {
        let i = Int(part[next])
        next += 1
        let x = i % width
        for (isInside, other) in [
          (x > 0, i - 1), (x < width - 1, i + 1), (i >= width, i - width), (i < width * (height - 1), i + width),
        ] where isInside && marks[other] != 0 {
          marks[other] = 0
          part.append(Int32(truncatingIfNeeded: other))
        }
      }
      if part.count >= least { parts.append(part) }
    }
    return parts
  }

  /// The mask with nothing but these samples set.
  func only(_ part: [Int32]) -> PageMask {
    var samples = [UInt8](repeating: 0, count: samples.count)
    for i in part { samples[Int(i)] = 1 }
    return PageMask(width: width, height: height, samples: samples)
  }

  /// The mask without samples other than these.
  func within(_ part: [Int32]) -> PageMask {
    var samples = [UInt8](repeating: 0, count: samples.count)
    for i in part { samples[Int(i)] = self.samples[Int(i)] }
    return PageMask(width: width, height: height, samples: samples)
  }

  /// The mask with the samples of another one.
  func with(_ other: PageMask) -> PageMask {
    PageMask(width: width, height: height, samples: zip(samples, other.samples).map { $0 | $1 })
  }

  /// The mask without the samples of another one.
  func without(_ other: PageMask) -> PageMask {
    PageMask(width: width, height: height, samples: zip(samples, other.samples).map { $0 & ~$1 })
  }

  /// The convex hull of a part, clockwise, in samples; nil if it is empty.
  func hull(of part: [Int32]) -> [Point]? {
    // A column and a row more on either side, since a region that spans the plane has no hull.
    var extents = RowExtents(width: width + 2, height: height + 2)
    for i in part {
      let (y, x) = Int(i).quotientAndRemainder(dividingBy: width)
      extents.add(x: x + 1, y: y + 1)
    }
    return extents.hull?.map { Point($0.x - 1, $0.y - 1) }
  }
}
