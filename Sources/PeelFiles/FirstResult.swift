extension Sequence {
  /// The first result that isn't nil; nil if there is none.
  ///
  /// Each element is asked about once. `lazy.compactMap(_:).first` asks twice about the one that counts, and traps if the
  /// second answer differs, as it does where a file changes meanwhile.
  package func firstResult<Answer>(of ask: (Element) throws -> Answer?) rethrows -> Answer? {
    for element in self {
      if let answer = try ask(element) { return answer }
    }
    return nil
  }
}
