internal import CPeelKernels

/// Sums of products of numbers with filters, eight filters in a block.
package enum Products {
  /// The rows of numbers that are multiplied at once, and the filters of a block.
  package static let (rows, filters) = (4, 8)

  /// Multiplies four rows of numbers with filters.
  ///
  /// - Parameters:
  ///   - rows: four rows of `count` numbers each.
  ///   - weights: for each block, the weights of the first number, of the second and so on.
  ///   - bias: a number for each filter, which its sums begin with.
  ///   - sums: room for the sums of the first row with all filters, of the second row, and so on.
  @unsafe @inline(__always)
  package static func add(
    _ rows: [4 of UnsafePointer<Float>], _ weights: UnsafePointer<Float>, bias: UnsafePointer<Float>, count: Int,
    blocks: Int, to sums: UnsafeMutablePointer<Float>
  ) {
    unsafe withUnsafePointer(to: rows) { rows in
      unsafe rows.withMemoryRebound(to: UnsafePointer<Float>?.self, capacity: Self.rows) { rows in
        unsafe ckernel_products(rows, weights, bias, Int32(count), Int32(blocks), sums)
      }
    }
  }

  /// Multiplies four rows of numbers with filters.
  ///
  /// - Parameters:
  ///   - numbers: the four rows, one after another.
  ///   - weights: as for the other form.
  ///   - bias: a number for each filter, which its sums begin with.
  ///   - sums: room for the sums of the first row with all filters, of the second row, and so on.
  package static func add(
    _ numbers: Span<Float>, _ weights: Span<Float>, bias: Span<Float>, to sums: inout MutableSpan<Float>
  ) {
    let (count, blocks) = (numbers.count / rows, bias.count / filters)
    precondition(
      numbers.count == rows * count && bias.count % filters == 0 && weights.count == count * bias.count
        && sums.count == rows * bias.count, "the numbers fit")
    unsafe numbers.withUnsafeBufferPointer { numbers in
      unsafe weights.withUnsafeBufferPointer { weights in
        unsafe bias.withUnsafeBufferPointer { bias in
          unsafe sums.withUnsafeMutableBufferPointer { sums in
            guard let first = numbers.baseAddress, let weights = weights.baseAddress, let bias = bias.baseAddress,
              let sums = sums.baseAddress
            else { return }
            unsafe add(
              [first, first + count, first + 2 * count, first + 3 * count], weights, bias: bias, count: count,
              blocks: blocks, to: sums)
          }
        }
      }
    }
  }
}
