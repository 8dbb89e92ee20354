internal import CKernels

/// The samples of a plane that interpolation looks at for some neighbouring pixels. Beyond the plane its edge is repeated.
struct Window {
  private let footprint: Patch.Footprint
  /// The plane's own, or those of the footprint alone where it reaches beyond the plane.
  private let samples: [UInt8]
  private let start: Int
  private let stride: Int

  init(of plane: Plane<UInt8>, _ footprint: Patch.Footprint) {
    precondition(max(footprint.x.count, footprint.y.count) < 8192, "the kernels' places have 22 bits")
    self.footprint = footprint
    let (xs, ys) = (0..<plane.width, 0..<plane.height)
    if xs.contains(footprint.x), ys.contains(footprint.y) {
      samples = plane.samples
      start = footprint.y.lowerBound * plane.width + footprint.x.lowerBound
      stride = plane.width
    } else {
      samples = [UInt8](capacity: footprint.x.count * footprint.y.count) { output in
        for y in footprint.y {
          let row = plane.row(min(max(y, 0), plane.height - 1))
          for x in footprint.x { output.append(row[min(max(x, 0), plane.width - 1)]) }
        }
      }
      start = 0
      stride = footprint.x.count
    }
  }

  /// Writes a value for each of the places of a row.
  func bicubic(along row: RowPlaces, into output: inout MutableSpan<UInt8>, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= output.count, "the output has room")
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe output.withUnsafeMutableBufferPointer { output in
        guard let first = samples.baseAddress, let output = output.baseAddress else { return }
        unsafe ckernel_bicubic(
          first + start, window(around: row), row.row, output + range.lowerBound, Int32(range.count))
      }
    }
  }

  /// Writes a value of this window and one of another on the same footprint for each of the places of a row.
  func bilinear(
    with other: Window, along row: RowPlaces, into output: inout MutableSpan<UInt8>,
    _ otherOutput: inout MutableSpan<UInt8>, _ range: Range<Int>
  ) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= min(output.count, otherOutput.count), "the outputs have room")
    precondition(other.start == start && other.stride == stride, "both windows have one shape")
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe other.samples.withUnsafeBufferPointer { others in
        unsafe output.withUnsafeMutableBufferPointer { output in
          unsafe otherOutput.withUnsafeMutableBufferPointer { otherOutput in
            guard let first = samples.baseAddress, let second = others.baseAddress, let output = output.baseAddress,
              let otherOutput = otherOutput.baseAddress
            else { return }
            unsafe ckernel_bilinear(
              first + start, second + start, window(around: row), row.row, output + range.lowerBound,
              otherOutput + range.lowerBound, Int32(range.count))
          }
        }
      }
    }
  }

  private func window(around row: RowPlaces) -> CKernelWindow {
    CKernelWindow(
      stride: Int32(stride), width: Int32(footprint.x.count), height: Int32(footprint.y.count),
      origin_x: Int32(row.origin.x - footprint.x.lowerBound), origin_y: Int32(row.origin.y - footprint.y.lowerBound))
  }
}

extension Plane<UInt8> {
  /// `write` writes every sample, so that none is written twice.
  init(width: Int, height: Int, write: (inout MutableSpan<UInt8>) -> Void) {
    let samples = unsafe [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
      var span = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<(width * height)]).mutableSpan
      write(&span)
      count = width * height
    }
    self.init(width: width, height: height, samples: samples)
  }
}

/// Where neighbouring pixels of one row of a scan lie in a plane. Counted from a sample near the first, so that floats
/// tell them to some 1/100,000 of a sample, and alike in whatever tile the row is drawn.
struct RowPlaces {
  fileprivate let origin: (x: Int, y: Int)
  fileprivate let row: CKernelRow

  /// `map` takes pixels to samples, whose centres are at whole numbers; the plane has `width` × `height` of them.
  init(map: Homography, x: Int, y: Int, width: Int, height: Int) {
    let (u, v) = (Double(x) + 0.5, Double(y) + 0.5)
    let depth = map.g * u + map.h * v + map.i
    let first = map(Point(u, v))
    origin = (
      Int(SampleLine.clamped(first.x, width).rounded(.down)), Int(SampleLine.clamped(first.y, height).rounded(.down))
    )
    let (originX, originY) = (Double(origin.x), Double(origin.y))
    row = CKernelRow(
      x: Float(first.x - originX), x_step: Float((map.a - originX * map.g) / depth), y: Float(first.y - originY),
      y_step: Float((map.d - originY * map.g) / depth), bend: Float(map.g / depth))
  }
}
