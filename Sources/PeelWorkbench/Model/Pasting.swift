import PeelImaging

extension Model {
  /// The most bytes that are taken from pasted text. Nothing longer than a caption can be stored.
  private static let mostPasted = Caption.mostBytes

  /// Types the printable text of the first pasted line where text is typed. Elsewhere pasted text does nothing, as its
  /// letters aren't meant as keys.
  mutating func paste(_ text: String, at time: Double) {
    guard isFiltering || panel?.text != nil else {
      question = nil
      message = note("pasted text is ignored")
      return
    }
    let line = text.prefix { !$0.isNewline }.filter { Glyph($0, unicode: true).character == $0 }
    var bytes = 0
    let taken = line.prefix { letter in
      bytes += letter.utf8.count
      return bytes <= Self.mostPasted
    }
    for letter in taken { handle(.command(.panel(.type(letter))), at: time) }
    let rest = text.drop { !$0.isNewline }.contains { !$0.isWhitespace }
    if taken.count < line.count || rest {
      message = note("what was pasted is longer: only its first \(taken.count.counted("character")) are taken")
    }
  }
}
