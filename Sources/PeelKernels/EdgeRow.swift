internal import CPeelKernels

/// The edge points of one row, from left to right: the samples whose gradient is at least as long as a limit and longer
/// than those of its two neighbours along it.
package struct EdgeRow: Sendable {
  /// An edge element: its position, and the direction in which the photo gets brighter, of length 1.
  package struct Edgel: BitwiseCopyable, Sendable {
    package var (x, y, nx, ny): (Float, Float, Float, Float) = (0, 0, 0, 0)
  }

  package private(set) var count = 0
  private var allEdgels: [Edgel]
  private var allStrengths: [Float]
  private var allColumns: [UInt16]
  private var allChannels: [UInt8]
  private var allMarks: [UInt32]

  package init(width: Int) {
    precondition(width <= 65_536, "columns have 16 bits")
    allEdgels = Array(repeating: Edgel(), count: width)
    allStrengths = Array(repeating: 0, count: width)
    allColumns = Array(repeating: 0, count: width)
    allChannels = Array(repeating: 0, count: width)
    allMarks = Array(repeating: 0, count: width)
  }

  package var edgels: ArraySlice<Edgel> { allEdgels[..<count] }
  /// The lengths of the gradients.
  package var strengths: ArraySlice<Float> { allStrengths[..<count] }
  package var columns: ArraySlice<UInt16> { allColumns[..<count] }
  package var channels: ArraySlice<UInt8> { allChannels[..<count] }
  /// Each edge point's offset from the centre of its sample, in 1/128, and its direction, in 1/127: x and y as a byte
  /// each, from the lowest byte.
  package var marks: ArraySlice<UInt32> { allMarks[..<count] }

  /// Finds the edge points of a row.
  ///
  /// - Parameters:
  ///   - row: the gradients of the row.
  ///   - number: the row's number.
  ///   - above: the gradients of the row above.
  ///   - below: the gradients of the row below.
  ///   - limit: the square of the least length.
  package mutating func find(
    in row: GradientRow, number: Int, above: GradientRow, below: GradientRow, limit: Float
  ) {
    let width = row.width
    precondition(
      above.width == width && below.width == width && allColumns.count == width, "all rows have one width")
    count = unsafe row.withGradients(above: above, below: below, number: number) { gradients in
      unsafe allEdgels.withUnsafeMutableBytes { edgels in
        unsafe allMarks.withUnsafeMutableBytes { marks in
          unsafe allStrengths.withUnsafeMutableBufferPointer { strengths in
            unsafe allColumns.withUnsafeMutableBufferPointer { columns in
              unsafe allChannels.withUnsafeMutableBufferPointer { channels in
                let edges = unsafe CKernelEdges(
                  edgels: edgels.assumingMemoryBound(to: Float.self).baseAddress, strengths: strengths.baseAddress,
                  columns: columns.baseAddress, channels: channels.baseAddress,
                  marks: marks.assumingMemoryBound(to: Int8.self).baseAddress)
                return unsafe Int(ckernel_edges(gradients, Int32(width), limit, edges))
              }
            }
          }
        }
      }
    }
  }
}

extension GradientRow {
  fileprivate func withGradients(
    above: GradientRow, below: GradientRow, number: Int, _ body: (CKernelGradients) -> Int
  ) -> Int {
    unsafe x.withUnsafeBufferPointer { x in
      unsafe y.withUnsafeBufferPointer { y in
        unsafe above.squares.withUnsafeBufferPointer { above in
          unsafe squares.withUnsafeBufferPointer { here in
            unsafe below.squares.withUnsafeBufferPointer { below in
              unsafe channels.withUnsafeBufferPointer { channels in
                unsafe body(
                  CKernelGradients(
                    x: x.baseAddress, y: y.baseAddress, above: above.baseAddress, here: here.baseAddress,
                    below: below.baseAddress, channels: channels.baseAddress, row: Int32(number)))
              }
            }
          }
        }
      }
    }
  }
}
