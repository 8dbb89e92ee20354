extension Sequence {
  /// The first result that isn't nil; nil if there is none.
  ///
  /// Each element is asked about once. `lazy.compactMap(_:).first` asks twice about the one that counts, and traps if the
  /// second answer differs, as it does where a file changes meanwhile.
  package func firstResult<Result>(of ask: (Element) throws -> Result?) rethrows -> Result? {
    for element in self {
      if let result = try ask(element) { return result }
    }
    return nil
  }
}
