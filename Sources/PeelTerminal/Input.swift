import PeelWorkbench

/// A key press, a mouse event or pasted text.
package enum Input: Equatable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse was used.
  case mouse(Mouse)
  /// Text was pasted. What exceeds a limit is cut off, and bytes that aren't UTF-8 are U+FFFD.
  case paste(String)
}
