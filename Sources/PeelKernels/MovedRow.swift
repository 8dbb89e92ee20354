/// Appends the weighted sum of each four neighbouring samples: a row moved by a part of a sample.
///
/// - Parameters:
///   - samples: three more than are appended.
///   - weights: the weights in 1/256, which add up to 256.
package func appendCubic(_ samples: Span<UInt8>, _ weights: SIMD4<Int16>, to output: inout OutputSpan<UInt8>) {
  let steps = samples.count - 3
  precondition(steps >= 0 && output.freeCapacity >= steps, "there are enough samples, and the output has room")
  let (a, b, c, d) = (Int32(weights.x), Int32(weights.y), Int32(weights.z), Int32(weights.w))
  unsafe samples.withUnsafeBufferPointer { samples in
    unsafe output.withUnsafeMutableBufferPointer { output, count in
      // Bare pointers, so that the loop has no checks and becomes vectors.
      guard let input = samples.baseAddress, let output = output.baseAddress else { return }
      let first = unsafe output + count
      for x in 0..<steps {
        let left = unsafe Int32(Int16(input[x])) &* a &+ Int32(Int16(input[x &+ 1])) &* b
        let right = unsafe Int32(Int16(input[x &+ 2])) &* c &+ Int32(Int16(input[x &+ 3])) &* d
        unsafe first[x] = UInt8(truncatingIfNeeded: min(max((left &+ right &+ 128) >> 8, 0), 255))
      }
      count += steps
    }
  }
}

/// Appends a value between each two neighbouring samples: a row moved by a part of a sample.
///
/// - Parameters:
///   - samples: one more than are appended.
///   - part: how far the row is moved, in 1/256 sample.
package func appendLinear(_ samples: Span<UInt8>, part: Int16, to output: inout OutputSpan<UInt8>) {
  let steps = samples.count - 1
  precondition(steps >= 0 && output.freeCapacity >= steps, "there are enough samples, and the output has room")
  let (a, b) = (UInt16(256 - part), UInt16(part))
  unsafe samples.withUnsafeBufferPointer { samples in
    unsafe output.withUnsafeMutableBufferPointer { output, count in
      guard let input = samples.baseAddress, let output = output.baseAddress else { return }
      let first = unsafe output + count
      for x in 0..<steps {
        // At most 255 · 256 + 128.
        let sum = unsafe UInt16(input[x]) &* a &+ UInt16(input[x &+ 1]) &* b &+ 128
        unsafe first[x] = UInt8(truncatingIfNeeded: sum >> 8)
      }
      count += steps
    }
  }
}
