/// A number for each cell of a print, row by row from its top left.
struct CellMap: Sendable, Equatable {
  let width: Int
  let height: Int
  var values: [Float]

  init(width: Int, height: Int, values: [Float]) {
    precondition(values.count == width * height, "a value for each cell")
    (self.width, self.height, self.values) = (width, height, values)
  }

  init(width: Int, height: Int, _ value: Float) {
    self.init(width: width, height: height, values: Array(repeating: value, count: width * height))
  }

  /// The samples of a plane.
  init(_ plane: Plane<UInt8>) {
    var values: [Float] = []
    values.reserveCapacity(plane.width * plane.height)
    for y in 0..<plane.height {
      let row = plane.row(y)
      for x in row.indices { values.append(Float(row[x])) }
    }
    self.init(width: plane.width, height: plane.height, values: values)
  }

  func map(_ transform: (Float) -> Float) -> CellMap {
    CellMap(width: width, height: height, values: values.map(transform))
  }

  func with(_ other: CellMap, _ combine: (Float, Float) -> Float) -> CellMap {
    CellMap(width: width, height: height, values: zip(values, other.values).map(combine))
  }

  /// The mean over all cells.
  var mean: Float { values.isEmpty ? 0 : values.reduce(0, +) / Float(values.count) }

  /// The median of the cells that are above 0 in another map; 0 if there are none.
  func median(where known: CellMap) -> Float {
    var all: [Float] = []
    all.reserveCapacity(values.count)
    for cell in values.indices where known.values[cell] > 0 { all.append(values[cell]) }
    return all.isEmpty ? 0 : all.value(ofRank: all.count / 2)
  }

  /// The means over squares of 2 · `radius` + 1 cells. Beyond the map its edge is repeated.
  func blurred(_ radius: Int) -> CellMap {
    meansAcross(radius).meansDown(radius)
  }

  /// Three times blurred, which is close to a Gaussian.
  func smoothed(_ radius: Int) -> CellMap { blurred(radius).blurred(radius).blurred(radius) }

  /// The largest value within squares of 2 · `radius` + 1 cells.
  func dilated(_ radius: Int) -> CellMap {
    alongRows { Self.largest($0, radius) }.transposed.alongRows { Self.largest($0, radius) }.transposed
  }

  /// The smallest value within squares of 2 · `radius` + 1 cells.
  func eroded(_ radius: Int) -> CellMap { map { -$0 }.dilated(radius).map { -$0 } }

  /// The value at a point in cells, interpolated between cells' middles. Beyond the map its edge is repeated.
  func callAsFunction(_ x: Float, _ y: Float) -> Float {
    let u = min(max(x - 0.5, 0), Float(width - 1))
    let v = min(max(y - 0.5, 0), Float(height - 1))
    let (column, row) = (min(Int(u), max(width - 2, 0)), min(Int(v), max(height - 2, 0)))
    let (right, below) = (min(column + 1, width - 1), min(row + 1, height - 1))
    let (a, b) = (u - Float(column), v - Float(row))
    let upper = values[row * width + column] * (1 - a) + values[row * width + right] * a
    let lower = values[below * width + column] * (1 - a) + values[below * width + right] * a
    return upper * (1 - b) + lower * b
  }

  /// The map with 0 in each connected part of cells above 0 that has no cell for which `isStrong` holds.
  func keeping(partsWith isStrong: (Int) -> Bool) -> CellMap {
    var kept = CellMap(width: width, height: height, 0)
    var waiting = values.indices.filter { values[$0] > 0 && isStrong($0) }
    for cell in waiting { kept.values[cell] = values[cell] }
    while let cell = waiting.popLast() {
      for next in neighbours(cell) {
        guard values[next] > 0, kept.values[next] == 0 else { continue }
        kept.values[next] = values[next]
        waiting.append(next)
      }
    }
    return kept
  }

  /// What is left of each value without the mean around it.
  var detail: CellMap { with(blurred(2), -) }

  /// The cells left, right, above and below of a cell.
  func neighbours(_ cell: Int) -> [Int] {
    let (x, y) = (cell % width, cell / width)
    return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)].compactMap { column, row in
      (0..<width).contains(column) && (0..<height).contains(row) ? row * width + column : nil
    }
  }

  private var transposed: CellMap {
    var turned = [Float](repeating: 0, count: values.count)
    for y in 0..<height { for x in 0..<width { turned[x * height + y] = values[y * width + x] } }
    return CellMap(width: height, height: width, values: turned)
  }

  private func alongRows(_ transform: (ArraySlice<Float>) -> [Float]) -> CellMap {
    var all: [Float] = []
    all.reserveCapacity(values.count)
    for y in 0..<height { all += transform(values[y * width..<(y + 1) * width]) }
    return CellMap(width: width, height: height, values: all)
  }

  /// The means over 2 · `radius` + 1 cells of each row.
  private func meansAcross(_ radius: Int) -> CellMap {
    let scale = 1 / Float(2 * radius + 1)
    var means = values
    for first in stride(from: 0, to: values.count, by: width) {
      let last = first + width - 1
      var sum: Float = 0
      for x in -radius...radius { sum += values[min(max(first + x, first), last)] }
      for cell in first...last {
        means[cell] = sum * scale
        sum += values[min(cell + radius + 1, last)] - values[max(cell - radius, first)]
      }
    }
    return CellMap(width: width, height: height, values: means)
  }

  /// The means over 2 · `radius` + 1 cells of each column. All columns are summed at once.
  private func meansDown(_ radius: Int) -> CellMap {
    let scale = 1 / Float(2 * radius + 1)
    let (width, height) = (width, height)
    func first(_ y: Int) -> Int { min(max(y, 0), height - 1) * width }
    var sums = [Float](repeating: 0, count: width)
    for y in -radius...radius {
      let row = first(y)
      for x in 0..<width { sums[x] += values[row + x] }
    }
    var means = values
    for y in 0..<height {
      let (row, next, past) = (y * width, first(y + radius + 1), first(y - radius))
      for x in 0..<width {
        means[row + x] = sums[x] * scale
        sums[x] += values[next + x] - values[past + x]
      }
    }
    return CellMap(width: width, height: height, values: means)
  }

  private static func largest(_ row: ArraySlice<Float>, _ radius: Int) -> [Float] {
    let side = 2 * radius + 1
    let beyond = [Float](repeating: -.infinity, count: radius)
    // The largest of `length` values from each on, for doubled lengths: two of them cover the square's side.
    var largest = beyond + row + beyond
    var length = 1
    while 2 * length <= side {
      for x in 0..<largest.count - length { largest[x] = max(largest[x], largest[x + length]) }
      length *= 2
    }
    return (0..<row.count).map { max(largest[$0], largest[$0 + side - length]) }
  }
}

extension [Float] {
  /// The value that would have this index if they were sorted: Hoare's selection (1961).
  func value(ofRank rank: Int) -> Float {
    var values = self
    var (low, high) = (0, count - 1)
    while low < high {
      let pivot = values[(low + high) / 2]
      var (i, j) = (low, high)
      while i <= j {
        while values[i] < pivot { i += 1 }
        while pivot < values[j] { j -= 1 }
        if i <= j {
          values.swapAt(i, j)
          (i, j) = (i + 1, j - 1)
        }
      }
      if rank <= j { high = j } else if rank >= i { low = i } else { break }
    }
    return values[rank]
  }
}
