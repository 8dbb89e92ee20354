/// Numbers in rows, or the place for them.
struct Tensor: Sendable, Equatable {
  /// What is known before the network runs.
  enum Content: Sendable, Equatable {
    /// Nothing: the network computes it, or it is an input.
    case computed
    case numbers([Float])
    /// Axes, sizes and places.
    case integers([Int])
  }

  /// The length along each axis. The last axis runs fastest.
  var shape: [Int]
  var content: Content = .computed

  /// The most axes of a tensor. The models have four.
  static let mostAxes = 6
  /// The most numbers in a tensor: 64 MB of them. The models' largest has 262,144.
  static let mostNumbers = 1 << 24

  var count: Int { shape.reduce(1, *) }

  /// The distance between neighbours along each axis, in numbers.
  var strides: [Int] {
    var strides = [Int](repeating: 1, count: shape.count)
    for axis in shape.indices.dropLast().reversed() { strides[axis] = strides[axis + 1] * shape[axis + 1] }
    return strides
  }

  /// Whether the lengths are positive and their product is within `mostNumbers`.
  static func isAllowed(_ shape: [Int]) -> Bool {
    var count = 1
    for length in shape {
      guard length > 0, length <= mostNumbers / count else { return false }
      count *= length
    }
    return shape.count <= mostAxes
  }
}
