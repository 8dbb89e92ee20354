internal import CPeelKernels

/// Where, within a quad, edges run along its sides: for each side and depth beneath it, which of 32 places along the side
/// have one, and which have a strong one.
package struct FrameMarks: Sendable {
  /// Depths of a side, each a two-hundredth of the quad.
  package static let depths = 80
  /// Side by side; those of strong edges in the upper half.
  private var marks = [UInt64](repeating: 0, count: 4 * depths)

  /// A quad and what counts as an edge.
  package struct Frame {
    /// The homography that takes the quad to the unit square, by rows.
    package var map: InlineArray<9, Float>
    /// The inward normals of the top, right, bottom and left side.
    package var normals: InlineArray<4, SIMD2<Float>>
    /// From which strength on an edge is a strong one.
    package var strong: Float

    package init(map: InlineArray<9, Float>, normals: InlineArray<4, SIMD2<Float>>, strong: Float) {
      (self.map, self.normals, self.strong) = (map, normals, strong)
    }
  }

  /// - Parameters:
  ///   - edgels: of edges.
  ///   - strengths: of the same.
  ///   - chosen: the numbers of those that are looked at.
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

  /// A bit for each place that has an edge.
  package func edges(_ side: Int, depth: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: marks[side * Self.depths + depth])
  }

  /// A bit for each place that has a strong one.
  package func strong(_ side: Int, depth: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: marks[side * Self.depths + depth] >> 32)
  }
}
