internal import PeelPlatform

/// Waits for changes of the files in some folders: by inotify on Linux, and elsewhere, or where inotify can't be used, for
/// a fixed time.
package struct FolderEvents: ~Copyable {
  /// The number of inotify's open file; -1 if there is none.
  private let number: Int32
  /// Whether some changes aren't reported.
  private var isBlind: Bool

  /// The time to wait where changes aren't reported, in milliseconds.
  private static let interval: Int32 = 2000

  package init() {
    #if os(Linux)
      number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    #else
      number = -1
    #endif
    isBlind = number < 0
  }

  deinit { if number >= 0 { close(number) } }

  /// Watches folders. Those that were watched before and are still there under their names stay watched; for a folder that
  /// is missing, the one above it is watched. If one can't be watched, `wait` returns after a while at the latest.
  package mutating func watch(_ folders: Set<Path>) {
    #if os(Linux)
      guard number >= 0 else { return }
      isBlind = folders.count { !isWatched($0) } > 0
    #endif
  }

  #if os(Linux)
    /// Watches a folder.
    ///
    /// - Returns: whether that is possible.
    private func isWatched(_ folder: Path) -> Bool {
      // A file counts once it's closed, so that it's whole.
      let kinds =
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB
      if unsafe folder.withCString({ unsafe inotify_add_watch(number, $0, UInt32(kinds)) }) >= 0 { return true }
      return [ENOENT, ENOTDIR].contains(errno) && folder.folder != folder && isWatched(folder.folder)
    }
  #endif

  /// Waits until files may have changed.
  ///
  /// - Returns: the names of the files; nil if anything may have changed.
  package func wait() -> Set<[UInt8]>? {
    #if os(Linux)
      if number >= 0 {
        let isTold = waitForInput(number, milliseconds: isBlind ? Self.interval : -1)
        return isTold ? names() : nil
      }
    #endif
    _ = poll(nil, 0, Self.interval)
    return nil
  }

  #if os(Linux)
    /// The room for events that are read at once, in bytes.
    private static let room = 1 << 16

    /// Reads the events that have arrived, and returns the files' names; nil if one of them concerns a folder.
    private func names() -> Set<[UInt8]>? {
      var names: Set<[UInt8]> = []
      var isWhole = false
      var bytes = [UInt8](repeating: 0, count: Self.room)
      let head = MemoryLayout<inotify_event>.size
      while case let count = unsafe read(number, &bytes, bytes.count), count >= head {
        var start = 0
        while start + head <= count {
          let event = unsafe bytes.withUnsafeBytes {
            unsafe $0.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          }
          let end = min(start + head + Int(event.len), count)
          let name = bytes[start + head..<end].prefix { $0 != 0 }
          if name.isEmpty || event.mask & UInt32(IN_ISDIR) != 0 { isWhole = true } else { names.insert(Array(name)) }
          start = end
        }
      }
      return isWhole ? nil : names
    }
  #endif
}
