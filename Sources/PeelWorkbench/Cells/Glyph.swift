/// A character that is safe to send to a terminal, and its width there.
struct Glyph {
  let character: Character
  /// The width, 1 or 2.
  let columns: Int

  /// The most scalars of a character: a letter and three combining marks.
  private static let mostScalars = 4

  private static let unknown = Glyph(character: "?", columns: 1)

  private init(character: Character, columns: Int) {
    self.character = character
    self.columns = columns
  }

  /// Creates the glyph of a character. Control characters become `?`, and so do joined emoji, as terminals disagree on
  /// their width. If `unicode` is false, all non-ASCII characters become `?`.
  init(_ character: Character, unicode: Bool) {
    let scalars = Array(character.unicodeScalars)
    guard let base = scalars.first, base.isASCII || unicode, scalars.count <= Self.mostScalars,
      base.properties.isPrintable,
      scalars.dropFirst().allSatisfy(\.properties.isMark)
    else {
      self = .unknown
      return
    }
    self.init(character: character, columns: base.isWide ? 2 : 1)
  }
}

extension String {
  /// The width in a terminal, in columns.
  func width(unicode: Bool) -> Int { reduce(0) { $0 + Glyph($1, unicode: unicode).columns } }

  /// The text shortened to fit `columns`, in the middle so that a file's extension stays: `IMG_2…7.jpg`.
  func shortened(to columns: Int, unicode: Bool) -> String {
    guard width(unicode: unicode) > columns else { return self }
    let dots = unicode ? "…" : "~"
    var (head, tail) = (Substring(self), "")
    var room = columns - 1
    guard room > 0 else { return columns == 1 ? dots : "" }
    var isTail = true
    var start = ""
    while room > 0, let letter = isTail ? head.popLast() : head.popFirst() {
      let width = Glyph(letter, unicode: unicode).columns
      guard width <= room else { break }
      room -= width
      if isTail { tail.insert(letter, at: tail.startIndex) } else { start.append(letter) }
      isTail.toggle()
    }
    return start + dots + tail
  }

  /// A file's name shortened to fit `columns`, so that it differs from its neighbours in a list: its beginning if that
  /// tells them apart, as `IMG_7943…`, or else its end without the extension, as `…501-WA0012`, or else what follows the
  /// beginning that it shares with them.
  func shortened(to columns: Int, unicode: Bool, besides neighbours: [String]) -> String {
    guard width(unicode: unicode) > columns, columns > 2 else { return shortened(to: columns, unicode: unicode) }
    let (stem, others) = (withoutExtension, neighbours.map(\.withoutExtension))
    // Nothing but the extension differs.
    guard !others.contains(stem) else { return shortened(to: columns, unicode: unicode) }
    let dots = unicode ? "…" : "~"
    if stem.width(unicode: unicode) < columns { return stem + dots }
    let beginning = stem.fitting(columns - 1, unicode: unicode)
    if !others.contains(where: { $0.hasPrefix(beginning) }) { return beginning + dots }
    let end = String(String(stem.reversed()).fitting(columns - 1, unicode: unicode).reversed())
    if !others.contains(where: { $0.hasSuffix(end) }) { return dots + end }
    let shared = others.map { zip($0, stem).prefix { $0 == $1 }.count }.max() ?? 0
    func isTooWide(_ text: Substring) -> Bool { String(text).width(unicode: unicode) > columns - 1 }
    let start = (0..<shared).first { !isTooWide(stem.dropFirst($0)) } ?? shared
    // What is shared is short.
    guard start > 1 else { return shortened(to: columns, unicode: unicode) }
    let rest = stem.dropFirst(start)
    guard isTooWide(rest) else { return dots + rest }
    return dots + String(rest).fitting(columns - 2, unicode: unicode) + dots
  }

  /// As many of the first letters as fit `columns`.
  private func fitting(_ columns: Int, unicode: Bool) -> String {
    var (kept, room) = ("", columns)
    for letter in self {
      room -= Glyph(letter, unicode: unicode).columns
      guard room >= 0 else { break }
      kept.append(letter)
    }
    return kept
  }

  /// The name up to its last dot.
  private var withoutExtension: String {
    guard let dot = lastIndex(of: "."), dot > startIndex else { return self }
    return String(self[..<dot])
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isPrintable: Bool {
    switch generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
      .nonspacingMark, .enclosingMark, .spacingMark:
      false
    default: true
    }
  }

  fileprivate var isMark: Bool { generalCategory == .nonspacingMark }
}

extension Unicode.Scalar {
  /// Whether the scalar is two columns wide: W and F in Unicode's EastAsianWidth.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }
}
