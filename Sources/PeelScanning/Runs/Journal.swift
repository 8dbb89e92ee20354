internal import FoundationEssentials
internal import PeelFiles
internal import Synchronization

/// The record of the scans that runs made in a folder: a line for each file before it is written, and a line for each item
/// once all its scans are written.
struct Journal: Sendable {
  /// An item and its scans.
  struct Record: Codable, Sendable, Equatable {
    /// The digest of everything that the scans depend on.
    let work: Digest
    /// The photo's name, for people who read the journal.
    let photo: String
    let verdict: String
    let scans: [Scan]
  }

  struct Scan: Codable, Sendable, Equatable {
    /// What follows the stem in the file's name, such as `-1.jpg`.
    let suffix: String
    /// The digest of the file's name.
    let name: Digest
    /// The digest of the file's bytes.
    let content: Digest
    let width: Int
    let height: Int
    let film: String?
    let ppi: Double?
    let confidence: Double
    let sharpness: Double?
    let isUpright: Bool?
    let outside: Double?

    private enum CodingKeys: String, CodingKey {
      case suffix = "ending"
      case name, content, width, height, film, ppi, confidence, sharpness, isUpright, outside
    }
  }

  /// A file that is about to be written. It tells a scan that a killed run left from other files.
  struct Announcement: Codable, Sendable, Equatable {
    /// The digest of the file's name.
    let name: Digest
    /// The digest of the file's bytes.
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

  /// Reads a journal. Each line begins with its digest; lines that were cut short by a kill or a power cut are skipped.
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

  /// Reads all journals in a folder, one for each shard that ever worked there.
  init(in folder: Path) throws(SystemError) {
    self.init()
    for name in try names(in: folder) where name.starts(with: Self.prefix) {
      let bytes = try Descriptor(reading: folder.appending(name)).bytes(limit: Self.byteLimit) ?? []
      merge(Journal(lines: bytes))
    }
  }

  /// The prefix of journals' names.
  static let prefix = Array("journal".utf8)

  /// The largest journal, in bytes. A photo takes some 500, so this is enough for two million.
  private static let byteLimit = 1 << 30

  mutating func add(_ record: Record) {
    records[record.work] = record
    for scan in record.scans { contents[scan.name, default: []].insert(scan.content) }
  }

  private mutating func merge(_ other: Journal) {
    records.merge(other.records) { _, new in new }
    contents.merge(other.contents) { $0.union($1) }
  }

  subscript(work: Digest) -> Record? { records[work] }

  /// Whether a run ever made a file with this name.
  func knows(name: [UInt8]) -> Bool { contents[Digest(name)] != nil }

  /// Whether a run made a file with this name and these bytes.
  func knows(name: [UInt8], content: Digest) -> Bool { contents[Digest(name)]?.contains(content) ?? false }
}

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
  init?(_ path: Path) throws(SystemError) {
    let file = try Descriptor(appendingTo: path)
    guard (try? file.lock()) ?? true else { return nil }
    let isTorn = try file.lastByte().map { $0 != UInt8(ascii: "\n") } ?? false
    state = Mutex(State(file: file, isTorn: isTorn))
  }

  /// Adds a record. A record with NaN or infinity is left out, so its photo is scanned again.
  func add(_ record: Journal.Record) throws(SystemError) { try add(Self.line(record)) }

  func add(_ announcement: Journal.Announcement) throws(SystemError) { try add(Self.line(announcement)) }

  /// Returns once the system has the line, which then survives a kill. It doesn't wait for the disk: if a power cut takes
  /// the line, the photo is scanned again, and the scans on disk turn out to hold the same bytes.
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
