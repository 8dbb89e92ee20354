import FoundationEssentials
import Synchronization

/// What earlier runs made in a folder, as they noted it: a line for each photo whose scans are all written.
struct Journal: Sendable {
  /// One photo and its scans.
  struct Record: Codable, Sendable, Equatable {
    /// Of all that decides what the scans are like.
    let work: Digest
    /// For people who read the journal.
    let photo: String
    let verdict: String
    let scans: [Scan]
  }

  struct Scan: Codable, Sendable, Equatable {
    /// What follows the photo's stem in its name, such as `-1.jpg`.
    let ending: String
    /// Of its name.
    let name: Digest
    /// Of its bytes.
    let content: Digest
    let width: Int
    let height: Int
    let film: String?
    let ppi: Double?
    let confidence: Double
    let sharpness: Double?
    let isUpright: Bool?
    let outside: Double?
  }

  private var records: [Digest: Record] = [:]
  private var contents: [Digest: Set<Digest>] = [:]

  /// Each line says by a digest that it is whole: one that a power cut or a kill cut short is passed over.
  init(lines bytes: [UInt8] = []) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard fields.count == 2, let digest = Digest(text: String(decoding: fields[0], as: UTF8.self)),
        Digest(Array(fields[1])) == digest,
        let record = try? JSONDecoder().decode(Record.self, from: Data(fields[1]))
      else { continue }
      add(record)
    }
  }

  /// All that the journals in a folder tell, one for each shard that ever worked there.
  init(in folder: Path) throws(SystemError) {
    self.init()
    for name in try names(in: folder) where name.starts(with: Self.beginning) {
      let bytes = try Descriptor(reading: folder.appending(name)).bytes(limit: Self.mostBytes) ?? []
      merge(Journal(lines: bytes))
    }
  }

  static let beginning = Array("journal".utf8)

  /// A line has some 400 bytes, so this is for two million photos.
  private static let mostBytes = 1 << 30

  mutating func add(_ record: Record) {
    records[record.work] = record
    for scan in record.scans { contents[scan.name, default: []].insert(scan.content) }
  }

  private mutating func merge(_ other: Journal) {
    records.merge(other.records) { _, new in new }
    contents.merge(other.contents) { $0.union($1) }
  }

  subscript(work: Digest) -> Record? { records[work] }

  /// Whether a file of this name was ever made by a run.
  func knows(name: [UInt8]) -> Bool { contents[Digest(name)] != nil }

  /// Whether a run made a file of this name with these bytes.
  func knows(name: [UInt8], content: Digest) -> Bool { contents[Digest(name)]?.contains(content) ?? false }
}

/// Adds to a journal, a line at a time.
final class JournalWriter: Sendable {
  private struct State: ~Copyable {
    let file: Descriptor
    /// The last line lacks its end.
    var isTorn: Bool
  }

  private let state: Mutex<State>

  /// - Parameter path: claimed as long as the writer lives. nil when another one lives.
  init?(_ path: Path) throws(SystemError) {
    let file = try Descriptor(appendingTo: path)
    guard (try? file.claim()) ?? true else { return nil }
    let isTorn = try file.lastByte().map { $0 != UInt8(ascii: "\n") } ?? false
    state = Mutex(State(file: file, isTorn: isTorn))
  }

  /// Returns when the disk has it. A record with a figure that is not finite is left out, so its photo is done again.
  func add(_ record: Journal.Record) throws(SystemError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let json = (try? encoder.encode(record)).map(Array.init) else { return }
    let line = Array("\(Digest(json).text) ".utf8) + json + Array("\n".utf8)
    try state.withLock { state throws(SystemError) in
      let whole = state.isTorn ? Array("\n".utf8) + line : line
      state.isTorn = true
      try state.file.write(whole)
      state.isTorn = false
      try state.file.sync()
    }
  }
}
