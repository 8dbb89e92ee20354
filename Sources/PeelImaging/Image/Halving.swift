internal import PeelKernels

extension Plane<UInt8> {
  /// The plane at half its size: the mean of each 2 × 2 samples, with halves rounded up. Sizes round up; an odd last
  /// column or row counts double.
  package func halved() -> Plane {
    let (width, height) = (width, height)
    return Plane(width: (width + 1) / 2, height: (height + 1) / 2) { y, output in
      let (upper, lower) = (row(2 * y), row(min(2 * y + 1, height - 1)))
      appendHalved(upper, lower, to: &output)
      if width % 2 > 0 { output.append(UInt8((Int(upper[width - 1]) + Int(lower[width - 1]) + 1) >> 1)) }
    }
  }
}

extension Plane<Int16> {
  /// The plane at half its size, as for `UInt8`. The samples are sixteenths of a level: four of them stay below 2¹⁵.
  func halved() -> Plane {
    let whole = width / 2
    return Plane(width: (width + 1) / 2, height: (height + 1) / 2) { y, output in
      let (upper, lower) = (row(2 * y), row(min(2 * y + 1, height - 1)))
      for x in 0..<whole {
        let i = 2 &* x
        output.append((upper[i] &+ upper[i &+ 1] &+ lower[i] &+ lower[i &+ 1] &+ 2) >> 2)
      }
      if 2 * whole < width { output.append((upper[width - 1] &+ lower[width - 1] &+ 1) >> 1) }
    }
  }
}

extension Plane where Sample == UInt8 {
  /// The means of blocks of 2 × 2 or 4 × 4 samples, exact in sixteenths. Sizes round up; the last column and row are
  /// repeated beyond the plane.
  ///
  /// - Parameter side: 2 or 4.
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

  /// The mean of one block that may reach beyond the plane, in sixteenths.
  private func mean(x: Int, y: Int, side: Int) -> Int16 {
    var sum = 0
    for j in 0..<side { for i in 0..<side { sum += Int(self[min(x + i, width - 1), min(y + j, height - 1)]) } }
    return Int16(sum * 16 / (side * side))
  }
}

extension Photo {
  /// The number of times to halve the photo so that its long side has at most `longSide` samples.
  func halvings(toLongSide longSide: Int) -> Int {
    var level = 0
    while max(width, height) >> level > longSide { level += 1 }
    return level
  }

  /// The photo halved until its long side has at most about `longSide` pixels, in 8 bits.
  package func halved(toLongSide longSide: Int) -> Photo {
    (0..<halvings(toLongSide: longSide)).reduce(self) { photo, _ in photo.halved }
  }

  private var halved: Photo {
    let chroma = chroma.map { chroma in
      let plain = chroma.origin == (0, 0) ? chroma : chroma.atFullSize(width: width, height: height)
      return Chroma(blue: plain.blue.halved(), red: plain.red.halved(), scale: plain.scale)
    }
    return Photo(
      luma: luma.halved(), chroma: chroma, focalLength: focalLength.map { $0 / 2 }, isCropped: isCropped)
  }
}
