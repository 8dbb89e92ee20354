/// A way through one or two tensors and a result at once: the shape that is walked, and where each lies along it.
struct Walk: Sendable {
  /// Where a tensor begins, and the distance between neighbours along each axis: 0 where it repeats.
  struct Path: Sendable {
    var start: Int
    var strides: [Int]

    init(_ start: Int, _ strides: [Int]) {
      self.start = start
      self.strides = strides
    }
  }

  /// The lengths of all axes but the last, and of the last.
  private let outer: [Int]
  private let count: Int
  private let paths: [3 of Path]

  /// - Parameters:
  ///   - shape: the lengths along the axes.
  ///   - first: the first operand.
  ///   - second: the second one; nil if there is none.
  ///   - result: what is written.
  init(_ shape: [Int], first: Path, second: Path? = nil, to result: Path) {
    var shape = shape
    var paths = [first, second ?? first, result]
    // Axes that every path crosses like one are joined, so that rows are long.
    for axis in shape.indices.dropLast().reversed()
    where paths.allSatisfy({ $0.strides[axis] == $0.strides[axis + 1] * shape[axis + 1] }) {
      shape[axis] *= shape.remove(at: axis + 1)
      for index in paths.indices { paths[index].strides.remove(at: axis) }
    }
    count = shape.last ?? 1
    outer = shape.dropLast()
    if shape.isEmpty { for index in paths.indices { paths[index].strides = [1] } }
    self.paths = [paths[0], paths[1], paths[2]]
  }

  /// The places that are visited.
  var length: Int { outer.reduce(count, *) }

  /// Calls `visit` with the three places of each number, in order.
  @unsafe @inline(__always)
  func run(_ visit: (_ first: Int, _ second: Int, _ result: Int) -> Void) {
    let (x, y, z) = steps
    unsafe rows { first, second, result in
      if steps == (1, 1, 1) {
        for index in 0..<count { visit(first &+ index, second &+ index, result &+ index) }
      } else {
        for index in 0..<count { visit(first &+ index &* x, second &+ index &* y, result &+ index &* z) }
      }
    }
  }

  /// Copies the first operand to the result.
  @unsafe
  func copy(_ memory: UnsafeMutableBufferPointer<Float>) {
    guard let memory = memory.baseAddress, steps == (1, 1, 1) else {
      return unsafe run { from, _, to in unsafe memory[to] = unsafe memory[from] }
    }
    unsafe rows { from, _, to in unsafe (memory + to).update(from: memory + from, count: count) }
  }

  /// The distances between neighbours of a row.
  private var steps: (Int, Int, Int) {
    (paths[0].strides[outer.count], paths[1].strides[outer.count], paths[2].strides[outer.count])
  }

  /// Calls `visit` with the places of each row's first number, in order.
  @unsafe @inline(__always)
  private func rows(_ visit: (_ first: Int, _ second: Int, _ result: Int) -> Void) {
    var (first, second, result) = (paths[0].start, paths[1].start, paths[2].start)
    let last = outer.count
    var position = [Int](repeating: 0, count: last)
    while true {
      visit(first, second, result)
      var axis = last - 1
      while axis >= 0 {
        position[axis] += 1
        first += paths[0].strides[axis]
        second += paths[1].strides[axis]
        result += paths[2].strides[axis]
        if position[axis] < outer[axis] { break }
        position[axis] = 0
        first -= outer[axis] * paths[0].strides[axis]
        second -= outer[axis] * paths[1].strides[axis]
        result -= outer[axis] * paths[2].strides[axis]
        axis -= 1
      }
      if axis < 0 { return }
    }
  }
}

extension Tensor {
  /// The strides with which the tensor repeats to fill a shape; nil if it can't.
  func strides(repeatedTo shape: [Int]) -> [Int]? {
    guard self.shape.count <= shape.count else { return nil }
    let missing = shape.count - self.shape.count
    let own = strides
    var strides = [Int](repeating: 0, count: shape.count)
    for axis in self.shape.indices where self.shape[axis] != 1 {
      guard self.shape[axis] == shape[missing + axis] else { return nil }
      strides[missing + axis] = own[axis]
    }
    return strides
  }
}
