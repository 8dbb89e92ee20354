import PeelImaging

/// A request to snap sides of an outline to the nearest edges.
package struct SnapOrder: Equatable, Sendable {
  package let item: ItemID
  /// What to snap.
  package let handle: Handle
  /// The outline as a print.
  package let print: Print
  /// Where to look for the next edges; nil for the nearest ones.
  package var direction: Detector.Direction?

  /// The outline's corners, in photo pixels.
  package var quad: Quad { print.quad }

  /// The corners after snapping; nil if no edge is near enough. Slow: don't call it on the terminal's thread.
  package func result(in photo: Photo) -> Quad? {
    guard let edges = edges(in: photo), edges.isConvex else { return nil }
    var result = quad
    for corner in handle.corners { result[corner] = edges[corner] }
    return result
  }

  /// The outline with its sides, or those at the handle, on the nearest edges or the next ones; nil if no edge is near
  /// enough. Slow: don't call it on the terminal's thread.
  package func edges(in photo: Photo) -> Quad? {
    guard let direction else { return Detector().snapped(print, handle.sides, in: photo) }
    return Detector().snapped(print, handle.sides, direction, in: photo)
  }
}
