internal import Dispatch
internal import PeelPlatform
internal import Synchronization

/// The messages of a child process, read as they come so that it never has to wait.
package final class MessageLines: Sendable {
  private let tail = Mutex<[UInt8]>([])
  private let isRead = DispatchSemaphore(value: 0)

  /// The number of bytes kept.
  private static let limit = 4096
  /// The most bytes of a line that are shown.
  private static let longestLine = 200

  /// Reads on a thread of its own until the descriptor, which must stay open, has no more.
  package init(_ descriptor: Int32) {
    let copy = dup(descriptor)
    DispatchQueue(label: "messages").async { [self] in
      var chunk = [UInt8](repeating: 0, count: 1024)
      while true {
        let count = unsafe read(copy, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        tail.withLock { $0 = Array(($0 + chunk[..<count]).suffix(Self.limit)) }
      }
      close(copy)
      isRead.signal()
    }
  }

  /// The last line, once the process has ended; nil if it wrote nothing.
  package var last: String? { last(without: []) }

  /// The last line that contains none of some texts, once the process has ended.
  package func last(without texts: [String]) -> String? {
    awaitEnd()
    let lines = tail.withLock { $0 }.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let last = lines.last { line in !texts.contains { line.firstRange(of: Array($0.utf8)) != nil } }
    return last.map { Self.plain(String(decoding: $0.prefix(Self.longestLine), as: UTF8.self)).escapingControls }
  }

  /// Whether the last lines contain one of some texts.
  ///
  /// - Parameter hasEnded: whether the process has ended, so that its last words are waited for.
  package func mention(_ texts: [String], hasEnded: Bool) -> Bool {
    if hasEnded { awaitEnd() }
    let lines = tail.withLock { $0 }
    return texts.contains { lines.firstRange(of: Array($0.utf8)) != nil }
  }

  /// Waits until all that the process wrote has been read.
  private func awaitEnd() {
    if isRead.wait(timeout: .now() + 1) == .success { isRead.signal() }
  }

  /// The line without ffmpeg's prefix, which names a component and its address: `[h264 @ 0x55f3b1a31900] `.
  private static func plain(_ line: String) -> String {
    guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else { return line }
    let source = line[..<end].split(separator: " ")
    guard source.count == 3, source[1] == "@" else { return line }
    return String(line[line.index(after: end)...].drop { $0 == " " })
  }
}
