/// The errors of samples shown with few colours, each carried to its neighbours that are drawn later (Floyd and
/// Steinberg 1976).
struct Diffusion {
  /// The errors carried to the current row's samples and to the next row's, with one more sample on both sides.
  private var row: [SIMD4<Float>]
  private var next: [SIMD4<Float>]

  /// The shares of an error that go to the right, and down to the left, straight and to the right.
  private static let (right, downLeft, down, downRight): (Float, Float, Float, Float) = (7 / 16, 3 / 16, 5 / 16, 1 / 16)

  init(columns: Int) {
    row = Array(repeating: SIMD4(), count: columns + 2)
    next = row
  }

  /// The error carried to a sample of the current row.
  subscript(column: Int) -> SIMD4<Float> { row[column + 1] }

  /// Carries a sample's error on: what was wanted less what is shown.
  mutating func carry(_ error: SIMD4<Float>, from column: Int) {
    row[column + 2] += Self.right * error
    next[column] += Self.downLeft * error
    next[column + 1] += Self.down * error
    next[column + 2] += Self.downRight * error
  }

  mutating func endRow() {
    swap(&row, &next)
    for index in next.indices { next[index] = SIMD4() }
  }
}
