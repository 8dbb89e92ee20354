internal import PeelFiles

/// What a journal tells of a work besides its files' names and digests.
package protocol WorkFacts: Codable, Sendable {
  /// What it tells of each file.
  associatedtype File: Codable & Sendable
}

/// The facts in a record: those about the work beside its files, each with its own.
struct NotedFacts<Facts: WorkFacts>: Decodable {
  let work: Facts
  let files: [Facts.File]

  init(from decoder: any Decoder) throws {
    work = try Facts(from: decoder)
    files = try decoder.container(keyedBy: Journal.Record.CodingKeys.self).decode([Facts.File].self, forKey: .files)
  }
}

/// A record to be written, with the facts about the work and its files.
struct NotedWork<Facts: WorkFacts>: Encodable {
  let work: Digest
  let facts: Facts
  let files: [(file: Journal.File, facts: Facts.File)]

  private struct Entry: Encodable {
    let file: Journal.File
    let facts: Facts.File

    func encode(to encoder: any Encoder) throws {
      try facts.encode(to: encoder)
      try file.encode(to: encoder)
    }
  }

  func encode(to encoder: any Encoder) throws {
    try facts.encode(to: encoder)
    var values = encoder.container(keyedBy: Journal.Record.CodingKeys.self)
    try values.encode(work, forKey: .work)
    try values.encode(files.map { Entry(file: $0.file, facts: $0.facts) }, forKey: .files)
  }
}
