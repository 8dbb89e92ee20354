internal import PeelPlatform

/// A system call that failed.
package struct SystemError: Error, Equatable {
  /// The error number, as in errno(3).
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The error of the last system call in this thread.
  package static var last: SystemError { SystemError(code: errno) }

  /// Whether the disk or the user's quota is full.
  package var isFullDisk: Bool { [ENOSPC, EDQUOT].contains(code) }

  /// Whether the pipe has no reader any more.
  package var isClosedPipe: Bool { code == EPIPE }

  /// The system's own words, such as "no space left on device".
  package var reason: String {
    guard let words = unsafe strerror(code) else { return "error \(code)" }
    let text = unsafe String(cString: words)
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
