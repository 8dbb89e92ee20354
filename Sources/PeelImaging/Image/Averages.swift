internal import PeelKernels

extension Plane where Sample == UInt8 {
  /// Means over blocks of 2 × 2 or 4 × 4 samples, exact in sixteenths. Sizes round up; the last row and column stand in for
  /// what lies beyond them.
  func averaged(side: Int) -> Plane<Int16> {
    precondition(side == 2 || side == 4, "a mean over 4 or 16 samples is exact in sixteenths")
    let (columns, rows, whole) = ((width + side - 1) / side, (height + side - 1) / side, width / side)
    return Plane<Int16>(width: columns, height: rows) { y, output in
      func line(_ part: Int) -> Int { min(side * y + part, height - 1) }
      if side == 2 {
        appendHalved(row(line(0)), row(line(1)), to: &output)
      } else {
        appendQuartered(row(line(0)), row(line(1)), row(line(2)), row(line(3)), to: &output)
      }
      if whole < columns { output.append(mean(x: side * whole, y: side * y, side: side)) }
    }
  }

  /// Over one block that may reach beyond the plane.
  private func mean(x: Int, y: Int, side: Int) -> Int16 {
    var sum = 0
    for j in 0..<side { for i in 0..<side { sum += Int(self[min(x + i, width - 1), min(y + j, height - 1)]) } }
    return Int16(sum * 16 / (side * side))
  }
}
