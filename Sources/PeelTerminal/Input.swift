import PeelWorkbench

/// A key press or a mouse event.
package enum Input: Equatable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse was used.
  case mouse(Mouse)
}
