import PeelWorkbench

/// A picture in a terminal that is used through tmux, by kitty's Unicode placeholders
/// (https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders).
///
/// The picture is sent past tmux. The cells that show it hold a character that the terminal replaces by a part of the
/// picture; tmux treats it as text.
struct Placeholder {
  /// The picture's number, in 0..<`count`.
  let number: Int

  /// The number of pictures that can be told apart.
  static let count = colours * diacritics.count

  /// The number of colours that tell pictures apart. Colour 0 means none.
  private static let colours = 255
  /// The character that stands for a part of a picture.
  private static let character: Unicode.Scalar = "\u{10EEEE}"
  /// The marks above the character that give the part's row and column, and the upper byte of the picture's number: the
  /// first ones of kitty's list.
  private static let diacritics: [Unicode.Scalar] = [
    "\u{305}", "\u{30D}", "\u{30E}", "\u{310}", "\u{312}", "\u{33D}", "\u{33E}", "\u{33F}", "\u{346}", "\u{34A}",
    "\u{34B}", "\u{34C}", "\u{350}", "\u{351}", "\u{352}", "\u{357}", "\u{35B}", "\u{363}", "\u{364}", "\u{365}",
    "\u{366}", "\u{367}", "\u{368}", "\u{369}", "\u{36A}", "\u{36B}", "\u{36C}", "\u{36D}", "\u{36E}", "\u{36F}",
    "\u{483}", "\u{484}",
  ]

  /// The colour, and the upper byte of the terminal's number.
  private var parts: (colour: Int, upper: Int) { (number % Self.colours + 1, number / Self.colours) }

  /// The terminal's number for the picture.
  private var identity: Int { parts.upper << 24 | parts.colour }

  /// Sends the picture, which is shown in `columns` × `rows` cells.
  func picture(_ pixels: [UInt8], _ size: PixelSize, columns: Int, rows: Int) -> [UInt8] {
    let keys = "a=T,U=1,i=\(identity),c=\(columns),r=\(rows),q=2,f=100"
    return KittyCommand.bytes(PNGFile(pixels, size).bytes, keys).reduce(into: []) { $0 += Passthrough.wrapped($1) }
  }

  /// Removes the picture from the terminal.
  var removal: [UInt8] { Passthrough.wrapped(Array("\u{1B}_Ga=d,d=I,i=\(identity),q=2\u{1B}\\".utf8)) }

  /// The text of one cell, in the colour of `ink`.
  func text(column: Int, row: Int) -> [UInt8] {
    guard Self.diacritics.indices.contains(row), Self.diacritics.indices.contains(column) else { return [] }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: [
      Self.character, Self.diacritics[row], Self.diacritics[column], Self.diacritics[parts.upper],
    ])
    return Array(String(text).utf8)
  }

  /// Sets the colour of the picture's text.
  var ink: [UInt8] { Array("\u{1B}[0;38;5;\(parts.colour)m".utf8) }
}

/// Control strings that tmux passes on to the terminal, if its option `allow-passthrough` is on.
package enum Passthrough {
  /// A control string for the terminal, as one for tmux.
  package static func wrapped(_ bytes: [UInt8]) -> [UInt8] {
    Array("\u{1B}Ptmux;".utf8) + bytes.flatMap { $0 == 0x1B ? [0x1B, 0x1B] : [$0] } + [0x1B, UInt8(ascii: "\\")]
  }
}
