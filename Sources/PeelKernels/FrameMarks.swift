internal import CPeelKernels

/// Where edges run along the sides of a quad: for each side and each depth beneath it, which of 32 sections of the side
/// have an edge, and which have a strong one.
package struct FrameMarks: Sendable {
  /// The depths of a side, each 1/200 of the quad.
  package static let depths = 80
  /// The depths of each side in turn. The upper half of a mark holds the strong edges.
  private var marks = [UInt64](repeating: 0, count: 4 * depths)

  /// A quad, and what counts as a strong edge.
  package struct Frame {
    /// The homography that takes the quad to the unit square, row by row.
    package var map: InlineArray<9, Float>
    /// The inward normals of the top, right, bottom and left side.
    package var normals: InlineArray<4, SIMD2<Float>>
    /// The strength from which an edge is strong.
    package var strong: Float

    package init(map: InlineArray<9, Float>, normals: InlineArray<4, SIMD2<Float>>, strong: Float) {
      (self.map, self.normals, self.strong) = (map, normals, strong)
    }
  }

  /// - Parameters:
  ///   - frame: the quad.
  ///   - edgels: edge points.
  ///   - strengths: their strengths.
  ///   - chosen: the indices of the edge points to look at.
  package init(_ frame: Frame, _ edgels: Span<EdgeRow.Edgel>, _ strengths: Span<Float>, chosen: Span<Int32>) {
    precondition(edgels.count == strengths.count, "each edge has a strength")
    var all = true
    for i in chosen.indices { all = all && edgels.indices.contains(Int(chosen[i])) }
    precondition(all, "edges that there are")
    let m = frame.map, n = frame.normals
    var quad = CKernelFrame(
      map: (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]), across: (n[0].x, n[1].x, n[2].x, n[3].x),
      down: (n[0].y, n[1].y, n[2].y, n[3].y), depth: Float(Self.depths) / 200, least: frame.strong)
    unsafe edgels.withUnsafeBytes { edgels in
      unsafe strengths.withUnsafeBufferPointer { strengths in
        unsafe chosen.withUnsafeBufferPointer { chosen in
          unsafe ckernel_frame(
            edgels.assumingMemoryBound(to: Float.self).baseAddress, strengths.baseAddress, chosen.baseAddress,
            Int32(chosen.count), &quad, &marks)
        }
      }
    }
  }

  /// A bit for each section that has an edge.
  package func edges(_ side: Int, depth: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: marks[side * Self.depths + depth])
  }

  /// A bit for each section that has a strong edge.
  package func strong(_ side: Int, depth: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: marks[side * Self.depths + depth] >> 32)
  }
}
