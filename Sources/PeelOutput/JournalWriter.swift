internal import FoundationEssentials
internal import PeelFiles
internal import PeelPlatform
internal import Synchronization

/// Appends lines to a journal.
final class JournalWriter: Sendable {
  private struct State: ~Copyable {
    let file: Descriptor
    /// Whether the last line has no newline.
    var isTorn: Bool

    mutating func add(_ line: [UInt8]) throws(SystemError) {
      let whole = isTorn ? Array("\n".utf8) + line : line
      isTorn = true
      try file.write(whole)
      isTorn = false
    }
  }

  private let state: Mutex<State>

  /// Locks the journal as long as the writer lives.
  ///
  /// - Returns: nil if another writer has locked it.
  init?(_ name: [UInt8], in notes: borrowing Descriptor) throws(SystemError) {
    let file = try Descriptor(appendingTo: name, in: notes)
    guard (try? file.lock()) ?? true else { return nil }
    let isTorn = try file.lastByte().map { $0 != UInt8(ascii: "\n") } ?? false
    state = Mutex(State(file: file, isTorn: isTorn))
  }

  /// Whether the journal has this name, and no other.
  func hasOnlyName(_ path: Path) -> Bool { state.withLock { $0.file.hasOnlyName(path) } }

  /// Adds all lines of another journal.
  func add(linesOf other: JournalWriter) throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      try other.state.withLock { other throws(SystemError) in
        if state.isTorn { try state.file.write(Array("\n".utf8)) }
        state.isTorn = true
        try other.file.seek(to: 0)
        while true {
          let block = try other.file.nextBlock()
          if block.isEmpty { break }
          try state.file.write(block)
        }
        state.isTorn = other.isTorn
      }
    }
  }

  /// Adds a line, and returns once the system has it; it then survives a kill. A line with NaN or infinity is left out, so
  /// its photo is scanned again. The disk isn't waited for: if a power cut takes the line, the photo is scanned again, and
  /// the scans on disk turn out to hold the same bytes.
  func add(_ entry: some Encodable) throws(SystemError) {
    guard let line = Self.line(entry) else { return }
    try state.withLock { state throws(SystemError) in try state.add(line) }
  }

  private static func line(_ entry: some Encodable) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let json = (try? encoder.encode(entry)).map({ quoted(Array($0)) }) else { return nil }
    return Array("\(Digest(json).text) ".utf8) + json + Array("\n".utf8)
  }

  /// What a shell would obey, or expand, in the names of photos. JSON has these characters only in strings.
  private static let obeyed = Set("$`;&|()<>'!*?~#".utf8)

  /// The JSON with escapes for what a shell would obey, so that a journal does no harm wherever its lines end up.
  private static func quoted(_ json: [UInt8]) -> [UInt8] {
    let hexadecimal = 16
    return json.flatMap { byte in
      obeyed.contains(byte) ? Array("\\u00\(String(byte, radix: hexadecimal))".utf8) : [byte]
    }
  }
}
