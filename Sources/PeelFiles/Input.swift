internal import PeelPlatform

/// Waits until an open file has something to read or has ended.
///
/// - Parameter milliseconds: the longest wait; -1 waits forever.
/// - Returns: false if the time passed first.
package func waitForInput(_ number: Int32, milliseconds: Int32 = -1) -> Bool {
  var watched = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
  while true {
    let count = unsafe poll(&watched, 1, milliseconds)
    if count >= 0 || errno != EINTR { return count > 0 }
  }
}
