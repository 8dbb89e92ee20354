internal import FoundationEssentials
internal import PeelFiles
internal import PeelPlatform

/// The record of the scans that were made in a folder: a line for each photo that claims a stem, one for each file before
/// it is written, and one for each work once all its files are written.
struct Journal: Sendable {
  /// A work and its files. The rest of the line holds the facts about them, which the work's makers read.
  struct Record: Decodable, Sendable {
    /// The digest of everything that the files depend on.
    let work: Digest
    /// The photo's name, for people who read the journal.
    let photo: String
    let files: [File]
    /// Whether the work was merged from several shots.
    let isMerged: Bool
    /// The whole object.
    fileprivate(set) var json: [UInt8] = []

    enum CodingKeys: String, CodingKey {
      case work, photo, merge
      case files = "scans"
    }

    private struct Merge: Decodable {
      struct Shot: Decodable {}
      let used: [Shot]
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      work = try values.decode(Digest.self, forKey: .work)
      photo = try values.decode(String.self, forKey: .photo)
      files = try values.decode([File].self, forKey: .files)
      isMerged = try values.decodeIfPresent(Merge.self, forKey: .merge).map { $0.used.count > 1 } ?? false
    }

    /// What it tells about the work and its files; nil if it isn't of this kind.
    func facts<Facts: WorkFacts>() -> (work: Facts, files: [Facts.File])? {
      guard let noted = try? JSONDecoder().decode(NotedFacts<Facts>.self, from: Data(json)),
        noted.files.count == files.count
      else { return nil }
      return (noted.work, noted.files)
    }
  }

  /// A file of a work.
  struct File: Codable, Sendable, Equatable {
    /// What follows the stem in the file's name, such as `-1.jpg`; "" if `path` has the whole name.
    let suffix: String
    /// The file's name in the folder if it doesn't begin with the stem, percent-encoded; nil otherwise.
    let path: String?
    /// The digest of the file's name.
    let name: Digest
    /// The digest of the file's bytes.
    let content: Digest

    init(_ name: [UInt8], stem: [UInt8], content: Digest) {
      let suffix = name.starts(with: stem) ? String(validating: name.dropFirst(stem.count), as: UTF8.self) : nil
      self.suffix = suffix ?? ""
      path = suffix == nil ? name.percentEncoded : nil
      (self.name, self.content) = (Digest(name), content)
    }

    /// The file's name in the folder; nil if what the journal holds isn't one.
    func fileName(stem: [UInt8]) -> [UInt8]? {
      let name = path.map { [UInt8](percentEncoded: $0) } ?? stem + Array(suffix.utf8)
      return name.flatMap { ScanNames.isSafe($0) ? $0 : nil }
    }

    private enum CodingKeys: String, CodingKey {
      case suffix = "ending"
      case path, name, content
    }
  }

  /// A file that is about to be written. It tells a scan that a killed run left from other files.
  struct Announcement: Codable, Sendable, Equatable {
    /// The digest of the file's name.
    let name: Digest
    /// The digest of the file's bytes.
    let content: Digest
    /// The number of the file's bytes.
    let bytes: Int
    /// The digest of the picture of the photo that it is a scan of.
    let picture: Digest
    /// The stem of the photo that the file is a scan of, percent-encoded.
    let owner: String
  }

  private var records: [Digest: Record] = [:]
  /// The files that runs made, by the digests of their names and of their bytes.
  private var files: [Digest: [Digest: Announcement]] = [:]
  /// The digests of the bytes of the files that runs made, by the number of bytes.
  private var contents: [Int: Set<Digest>] = [:]
  /// The records of works that were merged from several shots, by the digests of their files' bytes.
  private var merges: [Digest: Record] = [:]
  /// Which photo each stem belongs to.
  private(set) var claims: Claims

  private enum Entry: Decodable {
    case record(Record)
    case file(Announcement)
    case claim(Claim)

    /// The keys that only one kind of line has.
    private enum Kind: String, CodingKey { case work, stem }

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: Kind.self)
      if keys.contains(.work) {
        self = .record(try Record(from: decoder))
      } else if keys.contains(.stem) {
        self = .claim(try Claim(from: decoder))
      } else {
        self = .file(try Announcement(from: decoder))
      }
    }
  }

  /// How far a journal was read.
  private struct Extent {
    /// The number of bytes up to the last newline.
    var length = 0
    /// Their digest. A new file may have the number of one that was removed.
    var content = RunningDigest()
  }

  private var extents: [[UInt8]: Extent] = [:]
  private(set) var damagedLines: [[UInt8]: Int] = [:]

  /// A journal without lines.
  ///
  /// - Parameter folding: how the scans' folder tells names apart.
  init(folding: NameFolding = .exact) { claims = Claims(folding: folding) }

  /// Adds a line. It begins with its digest; lines that were cut short by a kill or a power cut are skipped.
  ///
  /// - Parameter known: the last lines. Photos that are scanned again and again leave the same.
  /// - Returns: false if the line is damaged.
  private mutating func add(line: ArraySlice<UInt8>, _ known: inout [Digest: Entry]) -> Bool {
    let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard fields.count == 2, let digest = Digest(text: String(decoding: fields[0], as: UTF8.self)) else {
      return Self.isCutShort(line)
    }
    if known.count > Self.mostKnown { known.removeAll() }
    if known[digest] == nil {
      guard Digest(Array(fields[1])) == digest else { return Self.isCutShort(line) }
      known[digest] = try? JSONDecoder().decode(Entry.self, from: Data(fields[1]))
    }
    switch known[digest] {
    case .record(var record):
      record.json = Array(fields[1])
      records[record.work] = record
      if record.isMerged { for file in record.files { merges[file.content] = record } }
    case .file(let file):
      files[file.name, default: [:]][file.content] = file
      contents[file.bytes, default: []].insert(file.content)
    case .claim(let claim): claims.add(claim)
    // It is of a newer version.
    case nil: break
    }
    return true
  }

  /// Whether a line may be the beginning of one whose end was lost. Such a line has at most one digest and one object.
  private static func isCutShort(_ line: ArraySlice<UInt8>) -> Bool {
    let hexadecimal = Set("0123456789abcdef".utf8)
    // This begins an object, and is nowhere else in a line: quotation marks in texts follow a backslash.
    if String(decoding: line, as: UTF8.self).split(separator: #" {""#, maxSplits: 2).count > 2 { return false }
    return line.last != UInt8(ascii: "}") && line.prefix { $0 != UInt8(ascii: " ") }.allSatisfy(hexadecimal.contains)
  }

  /// Reads all journals in a folder, one for each shard that ever worked there.
  init(in folder: Path, folding: NameFolding = .exact) throws(OutputError) {
    self.init(folding: folding)
    try read(in: folder)
  }

  /// Reads what was added to the journals in a folder since they were read last, or all if any is no longer what it was.
  ///
  /// - Parameter isWatched: the journals can't have been replaced, because this run has locked the folder since then.
  /// - Throws: an error that names the journal that can't be read, or the folder if they are larger than the limit.
  mutating func read(in folder: Path, isWatched: Bool = false) throws(OutputError) {
    var file = folder
    do throws(SystemError) {
      let notes = try Descriptor(folderItself: folder)
      let journals = try names(in: folder).filter { $0.starts(with: Self.prefix) }.sorted {
        $0.lexicographicallyPrecedes($1)
      }
      var size = 0
      for name in journals {
        file = folder.appending(name)
        size += try Descriptor(reading: name, in: notes).status().size
      }
      file = folder
      if size > Self.byteLimit { throw SystemError(code: EFBIG) }
      if !isWatched {
        for (name, extent) in extents where try !Self.begins(name, with: extent, in: notes) {
          self = Journal(folding: claims.folding)
          break
        }
      }
      for name in journals {
        file = folder.appending(name)
        try read(name, in: notes)
      }
    } catch {
      throw RunNotes.error(error, opening: file, in: folder.folder)
    }
  }

  /// Whether the part of a journal that was read is unchanged.
  private static func begins(
    _ name: [UInt8], with extent: Extent, in notes: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    guard let file = try? Descriptor(reading: name, in: notes) else { return false }
    var digest = RunningDigest()
    var left = extent.length
    while left > 0 {
      let block = try file.nextBlock(atMost: left)
      if block.isEmpty { return false }
      digest.add(block[...])
      left -= block.count
    }
    return digest.digest == extent.content.digest
  }

  /// Reads a journal's whole lines from where it was read to.
  private mutating func read(_ name: [UInt8], in notes: borrowing Descriptor) throws(SystemError) {
    let file = try Descriptor(reading: name, in: notes)
    var extent = extents[name] ?? Extent()
    try file.seek(to: extent.length)
    var known: [Digest: Entry] = [:]
    // The beginning of a line whose end is in the next block.
    var rest: [UInt8] = []
    while true {
      let block = try file.nextBlock()
      if block.isEmpty { break }
      rest += block
      guard let last = rest.lastIndex(of: UInt8(ascii: "\n")) else {
        if rest.count > Self.longestLine { throw SystemError(code: EFBIG) }
        continue
      }
      for line in rest[..<last].split(separator: UInt8(ascii: "\n")) where !add(line: line, &known) {
        damagedLines[name, default: 0] += 1
      }
      extent.content.add(rest[...last])
      extent.length += last + 1
      rest = Array(rest[(last + 1)...])
    }
    // A line whose newline was lost with a kill.
    if !add(line: rest[...], &known) { damagedLines[name, default: 0] += 1 }
    extents[name] = extent
  }

  /// The prefix of journals' names.
  static let prefix = Array("journal".utf8)

  /// The most bytes of all journals in a folder. A photo takes some 700, so this is enough for 700,000. In little memory
  /// there is room for fewer.
  private static var byteLimit: Int { min(1 << 29, (FreeMemory.bytes ?? .max) / memoryPerByte) }
  /// The memory that a journal takes, in bytes for each of its own.
  private static let memoryPerByte = 8
  /// The number of lines that are remembered because they may come again.
  private static let mostKnown = 100_000
  /// The longest line, in bytes. A merge of a hundred shots takes 20 kB.
  private static let longestLine = 16 << 20

  /// The record of a file with this name and these bytes that was merged from several shots; nil if there is none.
  func merge(name: [UInt8], content: Digest) -> Record? {
    let (record, name) = (merges[content], Digest(name))
    return record.flatMap { record in
      record.files.contains { $0.name == name && $0.content == content } ? record : nil
    }
  }

  var namesFiles: Bool { !files.isEmpty }

  /// Whether it has neither records nor files.
  var isEmpty: Bool { records.isEmpty && files.isEmpty }

  subscript(work: Digest) -> Record? { records[work] }

  /// The names of photos by the digests of their scans' names.
  var photosOfScans: [Digest: String] {
    records.values.reduce(into: [:]) { photos, record in
      for file in record.files { photos[file.name] = record.photo }
    }
  }

  /// The digests of the files with a number of bytes that runs made, by whatever name.
  func contents(ofSize bytes: Int) -> Set<Digest> { contents[bytes] ?? [] }

  /// The files with a name that runs made, by the digests of their bytes; nil if no run ever made one.
  func files(named name: [UInt8]) -> [Digest: Announcement]? { files[Digest(name)] }
}
