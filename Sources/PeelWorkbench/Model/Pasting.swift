extension Model {
  /// The most letters that are taken from pasted text. File names have at most 255 bytes.
  private static let mostPasted = 255

  /// Types the printable text of the first pasted line where text is typed. Elsewhere pasted text does nothing, as its
  /// letters aren't meant as keys.
  mutating func paste(_ text: String, at time: Double) {
    guard case .type? = action(for: .character(" ")) else {
      question = nil
      message = note("pasted text is ignored")
      return
    }
    let line = text.prefix { !$0.isNewline }.filter { Glyph($0, unicode: true).character == $0 }
    for letter in line.prefix(Self.mostPasted) { handle(.type(letter), at: time) }
  }
}
