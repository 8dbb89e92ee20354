internal import PeelFiles
internal import PeelPlatform
internal import Synchronization

/// The photos that a run is reading, kept in a file, so that the next run can name them if this one is killed, or crashes.
final class ReadingNotes: Sendable {
  /// The photos that the last run was reading when it was killed, or crashed.
  let left: [Path]
  private let state: Mutex<State>

  private struct State: ~Copyable {
    let file: Descriptor
    var photos: [Path] = []

    /// Writes the list anew. If that fails, the next run can't name the photos.
    func note() {
      try? file.truncate()
      try? file.write(photos.flatMap { Array($0.bytes.percentEncoded.utf8) + [ReadingNotes.newline] })
    }
  }

  private static let newline = UInt8(ascii: "\n")
  /// The most bytes of a list: a path of 4096 bytes, percent-encoded, for each of a hundred cores.
  private static let byteLimit = 100 * 3 * 4096

  /// - Throws: EEXIST if something else has the name, which stays as it is.
  init(_ name: [UInt8], in notes: borrowing Descriptor) throws(SystemError) {
    let file = try Descriptor(appendingTo: name, in: notes)
    let bytes = try file.read(atMost: Self.byteLimit + 1)
    let isList = bytes.allSatisfy { $0 == Self.newline || (0x20...0x7E).contains($0) }
    guard isList, bytes.count <= Self.byteLimit else { throw SystemError(code: EEXIST) }
    left = bytes.split(separator: Self.newline).compactMap { line in
      [UInt8](percentEncoded: String(decoding: line, as: UTF8.self)).map { Path(bytes: $0) }
    }
    state = Mutex(State(file: file))
  }

  func begin(_ photo: Path) {
    state.withLock { state in
      state.photos.append(photo)
      state.note()
    }
  }

  func end(_ photo: Path) {
    state.withLock { state in
      if let place = state.photos.firstIndex(of: photo) { state.photos.remove(at: place) }
      state.note()
    }
  }
}
