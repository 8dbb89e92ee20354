package import PeelFiles

/// A file to be delivered.
package struct Product<Facts: Sendable>: Sendable {
  package let file: Path
  /// nil in a dry run.
  package let bytes: [UInt8]?
  /// What is reported and noted about it.
  package let facts: Facts

  package init(_ file: Path, _ bytes: [UInt8]?, _ facts: Facts) {
    (self.file, self.bytes, self.facts) = (file, bytes, facts)
  }
}

/// A file that was delivered or, in a dry run, would be.
@dynamicMemberLookup
package struct Delivered<Facts: Sendable>: Sendable {
  package let file: Path
  /// The digest of its bytes; nil in a dry run.
  package let content: Digest?
  package let facts: Facts

  package init(file: Path, content: Digest?, facts: Facts) {
    (self.file, self.content, self.facts) = (file, content, facts)
  }

  /// A fact about it.
  package subscript<Value>(dynamicMember fact: KeyPath<Facts, Value>) -> Value { facts[keyPath: fact] }
}

/// What became of the files of a work.
package struct Delivery<Facts: Sendable>: Sendable {
  /// The files, in order; none if the stem couldn't be claimed.
  package internal(set) var files: [Result<Delivered<Facts>, OutputError>] = []
  /// The first failure: of the claim, of a file, or of the note that the work is done.
  package internal(set) var failure: OutputError?
}

/// What the journal tells of a work that was done.
package struct Receipt<Facts: WorkFacts>: Sendable {
  package let facts: Facts
  package let files: [Delivered<Facts.File>]
}
