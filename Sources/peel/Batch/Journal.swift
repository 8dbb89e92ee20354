import FoundationEssentials
import Synchronization

/// What earlier runs made in a folder, as they noted it: a line for each file before it is written, and one for each photo
/// whose scans are all written.
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

  /// A file that is about to be written, so that one which a killed run leaves is known for a scan.
  struct Announcement: Codable, Sendable, Equatable {
    /// Of the file's name.
    let name: Digest
    /// Of its bytes.
    let content: Digest
  }

  private var records: [Digest: Record] = [:]
  private var contents: [Digest: Set<Digest>] = [:]

  private enum Entry {
    case record(Record)
    case file(Announcement)

    init?(json: Data) {
      if let record = try? JSONDecoder().decode(Record.self, from: json) {
        self = .record(record)
      } else if let file = try? JSONDecoder().decode(Announcement.self, from: json) {
        self = .file(file)
      } else {
        return nil
      }
    }
  }

  /// Each line says by a digest that it is whole: one that a power cut or a kill cut short is passed over.
  init(lines bytes: [UInt8] = []) {
    // Photos that are scanned again and again leave the same lines.
    var known: [Digest: Entry] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard fields.count == 2, let digest = Digest(text: String(decoding: fields[0], as: UTF8.self)) else { continue }
      if known[digest] == nil, Digest(Array(fields[1])) == digest { known[digest] = Entry(json: Data(fields[1])) }
      switch known[digest] {
      case .record(let record): add(record)
      case .file(let file): contents[file.name, default: []].insert(file.content)
      case nil: break
      }
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

  /// A photo takes some 500 bytes, so this is for two million of them.
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

    mutating func add(_ line: [UInt8]) throws(SystemError) {
      let whole = isTorn ? Array("\n".utf8) + line : line
      isTorn = true
      try file.write(whole)
      isTorn = false
    }
  }

  private let state: Mutex<State>

  /// - Parameter path: claimed as long as the writer lives. nil when another one lives.
  init?(_ path: Path) throws(SystemError) {
    let file = try Descriptor(appendingTo: path)
    guard (try? file.claim()) ?? true else { return nil }
    let isTorn = try file.lastByte().map { $0 != UInt8(ascii: "\n") } ?? false
    state = Mutex(State(file: file, isTorn: isTorn))
  }

  /// A record with a figure that is not finite is left out, so its photo is done again.
  func add(_ record: Journal.Record) throws(SystemError) { try add(Self.line(record)) }

  func add(_ announcement: Journal.Announcement) throws(SystemError) { try add(Self.line(announcement)) }

  /// Returns when the system has it, which a kill leaves as it is. The disk is not waited for: should a power cut take the
  /// line, the photo is done again, and its scans, which the disk has, turn out to hold the very same bytes.
  private func add(_ line: [UInt8]?) throws(SystemError) {
    guard let line else { return }
    try state.withLock { state throws(SystemError) in try state.add(line) }
  }

  private static func line(_ entry: some Encodable) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let json = (try? encoder.encode(entry)).map(Array.init) else { return nil }
    return Array("\(Digest(json).text) ".utf8) + json + Array("\n".utf8)
  }
}
