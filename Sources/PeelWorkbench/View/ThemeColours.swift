/// The colours of the screen, apart from those of photos. A person's own are read from a text.
package struct ThemeColours: Equatable, Sendable {
  /// The ground, and that of the bars.
  var ground = Colour(22, 24, 29)
  var bar = Colour(36, 40, 48)
  var text = Colour(222, 224, 228)
  /// Labels and what matters less.
  var quiet = Colour(140, 148, 162)
  /// Lines between the panels.
  var rule = Colour(62, 68, 80)
  /// The chosen outline, keys, and what needs review.
  var chosen = Colour(255, 190, 64)
  /// Other prints.
  var print = Colour(126, 186, 236)
  var candidate = Colour(190, 200, 214)
  /// What is sure or done.
  var done = Colour(126, 200, 128)
  var trouble = Colour(240, 110, 84)
  /// The histograms of red and blue. That of green has the colour of what is done.
  var red = Colour(224, 108, 108)
  var blue = Colour(104, 150, 236)

  /// For terminals with a dark ground.
  package static let dark = ThemeColours()

  /// For terminals with a light ground.
  package static let light: ThemeColours = {
    var colours = ThemeColours()
    colours.ground = Colour(250, 249, 246)
    colours.bar = Colour(230, 228, 222)
    colours.text = Colour(32, 34, 38)
    colours.quiet = Colour(90, 96, 106)
    colours.rule = Colour(200, 200, 196)
    colours.chosen = Colour(148, 80, 0)
    colours.print = Colour(0, 96, 168)
    colours.candidate = Colour(84, 92, 106)
    colours.done = Colour(24, 108, 42)
    colours.trouble = Colour(184, 40, 24)
    colours.red = Colour(190, 40, 40)
    colours.blue = Colour(20, 80, 190)
    return colours
  }()

  private static let names: [(name: String, colour: any WritableKeyPath<ThemeColours, Colour> & Sendable)] = [
    ("ground", \.ground), ("bar", \.bar), ("text", \.text), ("quiet", \.quiet), ("rule", \.rule), ("chosen", \.chosen),
    ("print", \.print), ("candidate", \.candidate), ("done", \.done), ("trouble", \.trouble), ("red", \.red),
    ("blue", \.blue),
  ]

  /// Applies a person's theme. Lines with mistakes are skipped and returned.
  ///
  /// - Parameter text: lines of `light` or `dark`, which set all colours, or of a colour's name and its value as six
  ///   hexadecimal digits: `chosen ffbe40`. A `#` starts a comment, unless it begins a value.
  package mutating func change(by text: String) -> [Keymaps.Mistake] {
    var mistakes: [Keymaps.Mistake] = []
    for (number, line) in zip(1..., text.split(separator: "\n", omittingEmptySubsequences: false)) {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      func complain(_ text: String) { mistakes.append(Keymaps.Mistake(line: number, text: text)) }
      switch (first, words.dropFirst().first) {
      case ("light", nil): self = .light
      case ("dark", nil): self = .dark
      case (_, let value?):
        guard let known = Self.names.first(where: { $0.name == first }) else {
          complain("unknown colour \(first)")
          continue
        }
        guard let colour = Colour(hexadecimal: value) else {
          complain("\(value) isn't a colour such as ffbe40")
          continue
        }
        self[keyPath: known.colour] = colour
      default: complain("expected light, dark, or a colour's name and value")
      }
    }
    return mistakes
  }
}

extension Colour {
  /// Creates a colour from six hexadecimal digits, with or without a `#`.
  fileprivate init?(hexadecimal text: some StringProtocol) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, let number = UInt32(digits, radix: 16) else { return nil }
    self.init(UInt8(number >> 16), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
  }
}
