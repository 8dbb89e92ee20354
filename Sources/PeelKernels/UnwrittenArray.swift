extension Array where Element: BitwiseCopyable {
  /// Makes an array by writing its elements in any order.
  ///
  /// - Parameter write: writes every element once. Until then an element has no defined value.
  package init(count: Int, write: (inout MutableSpan<Element>) -> Void) {
    unsafe self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
      var span = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<count]).mutableSpan
      write(&span)
      initialized = count
    }
  }

  /// An array whose elements have no defined value until they are written.
  static func unwritten(count: Int) -> [Element] {
    unsafe [Element](unsafeUninitializedCapacity: count) { _, initialized in initialized = count }
  }
}
