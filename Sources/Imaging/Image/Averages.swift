internal import CKernels

extension Plane where Sample == UInt8 {
  /// Means over blocks of 2 × 2 or 4 × 4 samples, exact in sixteenths. Sizes round up; the last row and column stand in for
  /// what lies beyond them.
  func averaged(side: Int) -> Plane<Int16> {
    precondition(side == 2 || side == 4, "a mean over 4 or 16 samples is exact in sixteenths")
    let (columns, rows, whole) = ((width + side - 1) / side, (height + side - 1) / side, width / side)
    func line(_ y: Int) -> Int { min(y, height - 1) * width }
    let means = unsafe [Int16](unsafeUninitializedCapacity: columns * rows) { means, count in
      unsafe samples.withUnsafeBufferPointer { samples in
        guard let first = samples.baseAddress, let means = means.baseAddress else { return }
        for y in 0..<rows {
          let (a, b) = unsafe (first + line(side * y), first + line(side * y + 1))
          let row = unsafe means + y * columns
          if side == 2 {
            unsafe ckernel_halved(a, b, Int32(whole), row)
          } else {
            unsafe ckernel_quartered(
              a, b, first + line(side * y + 2), first + line(side * y + 3), Int32(whole), row)
          }
          if whole < columns { unsafe row[whole] = mean(x: side * whole, y: side * y, side: side) }
        }
        count = columns * rows
      }
    }
    return Plane<Int16>(width: columns, height: rows, samples: means)
  }

  /// Over one block that may reach beyond the plane.
  private func mean(x: Int, y: Int, side: Int) -> Int16 {
    var sum = 0
    for j in 0..<side { for i in 0..<side { sum += Int(self[min(x + i, width - 1), min(y + j, height - 1)]) } }
    return Int16(sum * 16 / (side * side))
  }
}
