extension Array where Element: BitwiseCopyable {
  /// `write` writes every element, so that none is written twice; it can read nothing of use before that.
  package init(count: Int, write: (inout MutableSpan<Element>) -> Void) {
    unsafe self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
      var span = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<count]).mutableSpan
      write(&span)
      initialized = count
    }
  }

  /// What it holds is not known until it has been written.
  static func unwritten(count: Int) -> [Element] {
    unsafe [Element](unsafeUninitializedCapacity: count) { _, initialized in initialized = count }
  }
}
