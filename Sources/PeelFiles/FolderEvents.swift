internal import PeelPlatform

/// Waits for changes of the files in some folders: by inotify on Linux, and elsewhere, or where inotify can't be used, for
/// a fixed time.
package struct FolderEvents: ~Copyable {
  /// The number of inotify's open file; -1 if there is none.
  private let number: Int32
  private var folders: Set<Path> = []

  /// The time to wait where changes aren't reported, in milliseconds.
  private static let interval: Int32 = 2000

  package init() {
    #if os(Linux)
      number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    #else
      number = -1
    #endif
  }

  deinit { if number >= 0 { close(number) } }

  /// Watches a folder too. A folder that can't be watched is ignored.
  package mutating func add(_ folder: Path) {
    guard folders.insert(folder).inserted else { return }
    #if os(Linux)
      guard number >= 0 else { return }
      // A file counts once it's closed, so that it's whole.
      let kinds =
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB
      _ = unsafe folder.withCString { unsafe inotify_add_watch(number, $0, UInt32(kinds)) }
    #endif
  }

  /// Waits until files may have changed.
  ///
  /// - Returns: the names of the files; nil if anything may have changed.
  package func wait() -> Set<[UInt8]>? {
    #if os(Linux)
      if number >= 0 {
        _ = waitForInput(number)
        return names()
      }
    #endif
    _ = poll(nil, 0, Self.interval)
    return nil
  }

  #if os(Linux)
    /// The room for events that are read at once, in bytes.
    private static let room = 1 << 16

    /// Reads the events that have arrived, and returns the files' names; nil if one of them concerns a whole folder.
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
          if name.isEmpty { isWhole = true } else { names.insert(Array(name)) }
          start = end
        }
      }
      return isWhole ? nil : names
    }
  #endif
}
