internal import PeelFiles

/// How a folder tells names apart.
package enum NameFolding: Sendable {
  /// By their bytes.
  case exact
  /// Names that differ only in case, or in how Unicode composes their letters, are the same file.
  case folded

  /// A name as the folder compares it.
  package enum Key: Hashable, Sendable {
    case exact([UInt8])
    /// Texts are equal if they are canonically equivalent.
    case folded(String)
  }

  /// The key of a name. Names with equal keys may be the same file.
  package func callAsFunction(_ name: [UInt8]) -> Key {
    switch self {
    case .exact: .exact(name)
    case .folded: .folded(String(decoding: name, as: UTF8.self).uppercased().lowercased())
    }
  }

  /// The name of the file that runs lock, as a folder that ignores case may know it too.
  private static let lock = (name: "lock", otherCase: "LOCK")
  /// é as one letter, and as e with an accent.
  private static let letter = (composed: "\u{E9}", decomposed: "e\u{301}")

  /// Looks at a run's notes, without writing.
  ///
  /// - Parameter notes: the folder of the notes.
  init(of notes: Path) {
    self = exists(notes.appending(Self.lock.otherCase)) ? .folded : .exact
  }

  /// Makes a file in a run's notes, looks for it by another form of its name, and removes it.
  ///
  /// - Parameters:
  ///   - notes: the open folder of the notes, with the file that runs lock.
  ///   - run: a name that no other run at work there has.
  init(probing notes: borrowing Descriptor, run: String) {
    self = notes.has(Array(Self.lock.otherCase.utf8)) ? .folded : .exact
    guard self == .exact else { return }
    func probe(_ letter: String) -> [UInt8] { Array("probe-\(run)-\(letter)".utf8) }
    notes.remove(probe(Self.letter.composed))
    guard (try? Descriptor(creating: probe(Self.letter.composed), in: notes)) != nil else { return }
    if notes.has(probe(Self.letter.decomposed)) { self = .folded }
    notes.remove(probe(Self.letter.composed))
  }
}
