internal import CPeelKernels

/// The edges parallel to the sides of a quad: for each side and each depth inside it, the sections of the side that have an
/// edge, and those that have a strong one.
package struct FrameMarks: Sendable {
  /// The depths of a side that are marked, and the depths that would span the whole quad.
  @inlinable package static var depths: Int { 80 }
  @inlinable package static var depthsAcross: Int { 200 }
  /// The sections of a side.
  @inlinable package static var sections: Int { 32 }
  /// A mark for each depth of the first side, then of the next. Its lower half has a bit for each section with an edge, its
  /// upper half one for each section with a strong edge.
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
  ///   - chosen: the indices of the edge points to mark.
  package init(_ frame: Frame, _ edgels: Span<EdgeRow.Edgel>, _ strengths: Span<Float>, chosen: Span<Int32>) {
    precondition(edgels.count == strengths.count, "each edge has a strength")
    var all = true
    for i in chosen.indices { all = all && edgels.indices.contains(Int(chosen[i])) }
    precondition(all, "each chosen index is one of an edge")
    let m = frame.map
    let n = frame.normals
    var quad = CKernelFrame(
      map: (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]), across: (n[0].x, n[1].x, n[2].x, n[3].x),
      down: (n[0].y, n[1].y, n[2].y, n[3].y), depth: Float(Self.depths) / Float(Self.depthsAcross), least: frame.strong)
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
