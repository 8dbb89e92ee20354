import Dispatch
import PeelPlatform
import Synchronization

/// What a program complains of, read as it comes so that it never has to wait.
final class MessageLines: Sendable {
  private let end = Mutex<[UInt8]>([])
  private let isRead = DispatchSemaphore(value: 0)

  /// Bytes kept.
  private static let most = 4096
  /// Bytes of a line that are told.
  private static let longestLine = 200

  /// Reads until the descriptor, which must stay open, has no more.
  init(_ descriptor: Int32) {
    let copy = dup(descriptor)
    DispatchQueue(label: "messages").async { [self] in
      var chunk = [UInt8](repeating: 0, count: 1024)
      while true {
        let count = unsafe read(copy, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        end.withLock { $0 = Array(($0 + chunk[..<count]).suffix(Self.most)) }
      }
      close(copy)
      isRead.signal()
    }
  }

  /// The last line, once the program is gone; nil where it said nothing.
  var last: String? {
    if isRead.wait(timeout: .now() + 1) == .success { isRead.signal() }
    let lines = end.withLock { $0 }.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return lines.last.map { Self.plain(String(decoding: $0.prefix(Self.longestLine), as: UTF8.self)).escapingControls }
  }

  /// Without which part of ffmpeg says it, and where that lies in memory: `[h264 @ 0x55f3b1a31900] `.
  private static func plain(_ line: String) -> String {
    guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else { return line }
    let source = line[..<end].split(separator: " ")
    guard source.count == 3, source[1] == "@" else { return line }
    return String(line[line.index(after: end)...].drop { $0 == " " })
  }
}
