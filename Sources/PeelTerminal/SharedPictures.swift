internal import CPeelTerminal
import PeelPlatform

/// Pictures in shared memory (POSIX), which a terminal on the same machine reads instead of bytes through its line.
///
/// The terminal removes what it has read. What it hasn't read is removed with this value.
final class SharedPictures {
  /// The names of pictures that may not be read yet, oldest first.
  private var names: [String] = []
  private var count = 0

  /// The most pictures that wait to be read, so that a stuck terminal doesn't fill the memory.
  private static let mostWaiting = 4

  deinit { removeAll() }

  /// Removes what the terminal hasn't read.
  func removeAll() {
    for name in names { unsafe peel_unshare(name) }
    names = []
  }

  /// Shares bytes under a new name; nil if that fails or the terminal is behind.
  func share(_ bytes: [UInt8]) -> String? {
    names.removeAll { unsafe peel_is_shared($0) == 0 }
    guard names.count < Self.mostWaiting else { return nil }
    count += 1
    let name = "/peel-\(getpid())-\(count)"
    guard unsafe bytes.withUnsafeBytes({ unsafe peel_share(name, $0.baseAddress, $0.count) }) == 0 else { return nil }
    names.append(name)
    return name
  }
}
