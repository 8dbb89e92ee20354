internal import CPeelKernels

/// Appends the means of 2 × 2 samples of two rows, in sixteenths. An odd last column is left out.
package func appendHalved(_ upper: Span<UInt8>, _ lower: Span<UInt8>, to output: inout OutputSpan<Int16>) {
  unsafe appendHalved(upper, lower, to: &output) { unsafe ckernel_halved($0, $1, $2, $3) }
}

/// Appends the means of 2 × 2 samples of two rows, with halves rounded up. An odd last column is left out.
package func appendHalved(_ upper: Span<UInt8>, _ lower: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
  unsafe appendHalved(upper, lower, to: &output) { unsafe ckernel_halved_levels($0, $1, $2, $3) }
}

/// - Parameter kernel: writes the means of a number of blocks.
private func appendHalved<Mean>(
  _ upper: Span<UInt8>, _ lower: Span<UInt8>, to output: inout OutputSpan<Mean>,
  by kernel: (UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, Int32, UnsafeMutablePointer<Mean>) -> Void
) {
  let blocks = upper.count / 2
  precondition(
    upper.count == lower.count && output.freeCapacity >= blocks, "the rows have one size, and the output has room")
  unsafe upper.withUnsafeBufferPointer { upper in
    unsafe lower.withUnsafeBufferPointer { lower in
      unsafe output.withUnsafeMutableBufferPointer { output, count in
        guard let first = output.baseAddress else { return }
        unsafe kernel(upper.baseAddress, lower.baseAddress, Int32(blocks), first + count)
        count += blocks
      }
    }
  }
}

/// Appends the means of 4 × 4 samples of four rows, in sixteenths. An incomplete last block is left out.
package func appendQuartered(
  _ a: Span<UInt8>, _ b: Span<UInt8>, _ c: Span<UInt8>, _ d: Span<UInt8>, to output: inout OutputSpan<Int16>
) {
  let blocks = a.count / 4
  precondition(
    a.count == b.count && a.count == c.count && a.count == d.count && output.freeCapacity >= blocks,
    "the rows have one size, and the output has room")
  unsafe a.withUnsafeBufferPointer { a in
    unsafe b.withUnsafeBufferPointer { b in
      unsafe c.withUnsafeBufferPointer { c in
        unsafe d.withUnsafeBufferPointer { d in
          unsafe output.withUnsafeMutableBufferPointer { output, count in
            guard let first = output.baseAddress else { return }
            unsafe ckernel_quartered(
              a.baseAddress, b.baseAddress, c.baseAddress, d.baseAddress, Int32(blocks), first + count)
            count += blocks
          }
        }
      }
    }
  }
}

/// The sums of the 3 × 3 Laplacian (−1 around, 8 in the middle) and of its square over a row, without its first and
/// last sample.
package func laplacian(
  _ above: Span<UInt8>, _ here: Span<UInt8>, _ below: Span<UInt8>
) -> (sum: Int, squares: Int) {
  precondition(above.count == here.count && here.count == below.count, "all rows have one length")
  var (sum, squares): (Int64, Int64) = (0, 0)
  unsafe above.withUnsafeBufferPointer { above in
    unsafe here.withUnsafeBufferPointer { here in
      unsafe below.withUnsafeBufferPointer { below in
        unsafe ckernel_laplacian(
          above.baseAddress, here.baseAddress, below.baseAddress, Int32(here.count), &sum, &squares)
      }
    }
  }
  return (Int(sum), Int(squares))
}
