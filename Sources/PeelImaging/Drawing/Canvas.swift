/// A picture to draw on with smooth lines and small text.
struct Canvas {
  struct Colour: Sendable, Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    static let white = Colour(red: 255, green: 255, blue: 255)
    static let black = Colour(red: 0, green: 0, blue: 0)
    static let amber = Colour(red: 255, green: 176, blue: 32)
    static let green = Colour(red: 64, green: 224, blue: 112)
    static let blue = Colour(red: 96, green: 160, blue: 255)
    static let red = Colour(red: 255, green: 80, blue: 80)
  }

  /// How text is laid out, in pixels unless stated otherwise.
  enum Text {
    /// The size of one dot of a glyph.
    static let dot = 2
    /// The dots of a glyph, across and down.
    static let dots = (across: 3, down: 5)
    /// The height of a glyph, and the distance from one letter to the next.
    static let (height, advance) = (10, 8)
    /// The ground's width around the text.
    static let margin = 2
    /// The share of the ground that is black, 0…1.
    static let ground = 0.6
  }

  /// The longest line that is drawn, in pixels. Outlines that the detector rejects may reach far beyond the photo.
  private static let longestLine = 20_000.0

  let width: Int
  let height: Int
  private var samples: [UInt8]
  /// The part of the canvas that can be drawn on; all of it at first.
  var window: (x: Range<Int>, y: Range<Int>)

  init(width: Int, height: Int, colour: Colour) {
    self.width = width
    self.height = height
    window = (0..<width, 0..<height)
    samples = Array(repeating: [colour.red, colour.green, colour.blue], count: width * height).flatMap { $0 }
  }

  var picture: Picture { Picture(width: width, height: height, samples: samples) }

  /// Blends a colour over a pixel, with a share from 0 (no change) to 1 (covers it). Does nothing outside the window.
  mutating func blend(_ x: Int, _ y: Int, _ colour: Colour, _ share: Double) {
    guard window.x.contains(x), window.y.contains(y) else { return }
    let i = 3 * (y * width + x)
    for (k, level) in [colour.red, colour.green, colour.blue].enumerated() {
      let old = Double(samples[i + k])
      samples[i + k] = UInt8(old + (Double(level) - old) * max(0, min(1, share)))
    }
  }

  /// Draws a smooth line one pixel wide (Wu, An Efficient Antialiasing Technique, 1991): in each column, or row if the
  /// line is steep, the two pixels nearest to the line share its colour.
  mutating func line(_ from: Point, _ to: Point, _ colour: Colour) {
    let d = to - from
    let steps = max(abs(d.x), abs(d.y))
    guard steps.isFinite, steps < Self.longestLine else { return }
    for k in 0...Int(steps.rounded(.up)) {
      let p = from.mixed(with: to, steps > 0 ? min(1, Double(k) / steps) : 0) - Point(0.5, 0.5)
      let (x, y) = (p.x.rounded(.down), p.y.rounded(.down))
      if abs(d.x) >= abs(d.y) {
        blend(Int(p.x.rounded()), Int(y), colour, 1 - (p.y - y))
        blend(Int(p.x.rounded()), Int(y) + 1, colour, p.y - y)
      } else {
        blend(Int(x), Int(p.y.rounded()), colour, 1 - (p.x - x))
        blend(Int(x) + 1, Int(p.y.rounded()), colour, p.x - x)
      }
    }
  }

  mutating func outline(_ quad: Quad, _ colour: Colour) {
    for side in Quad.Side.allCases { line(quad[side].from, quad[side].to, colour) }
  }

  /// Writes text on a dark ground, with its top left at (x, y). Characters without a glyph leave a space.
  mutating func text(_ text: String, x: Int, y: Int, _ colour: Colour) {
    // The space after the last letter is as wide as the margin.
    for column in -Text.margin..<Text.advance * text.count {
      for row in -Text.margin..<Text.height + Text.margin { blend(x + column, y + row, .black, Text.ground) }
    }
    for (k, letter) in text.enumerated() {
      Self.forEachDot(of: letter) { column, row in
        let (left, top) = (x + Text.advance * k + Text.dot * column, y + Text.dot * row)
        for dy in 0..<Text.dot { for dx in 0..<Text.dot { blend(left + dx, top + dy, colour, 1) } }
      }
    }
  }

  /// Calls `body` with each dot of a letter's glyph.
  static func forEachDot(of letter: Character, _ body: (_ column: Int, _ row: Int) -> Void) {
    for (row, bits) in (glyphs[letter] ?? []).enumerated() {
      for column in 0..<Text.dots.across where bits >> (Text.dots.across - 1 - column) & 1 == 1 { body(column, row) }
    }
  }

  static func has(_ letter: Character) -> Bool { glyphs[letter] != nil }

  /// Five rows of three dots each, the leftmost dot in the highest bit.
  private static let glyphs: [Character: [UInt8]] = [
    "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 3, 1, 7], "4": [5, 5, 7, 1, 1],
    "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 2, 2, 2], "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7],
    "a": [2, 5, 7, 5, 5], "b": [6, 5, 6, 5, 6], "c": [3, 4, 4, 4, 3], "d": [6, 5, 5, 5, 6], "e": [7, 4, 6, 4, 7],
    "f": [7, 4, 6, 4, 4], "g": [3, 4, 5, 5, 3], "h": [5, 5, 7, 5, 5], "i": [7, 2, 2, 2, 7], "j": [1, 1, 1, 5, 2],
    "k": [5, 5, 6, 5, 5], "l": [4, 4, 4, 4, 7], "m": [5, 7, 7, 5, 5], "n": [6, 5, 5, 5, 5], "o": [2, 5, 5, 5, 2],
    "p": [6, 5, 6, 4, 4], "q": [2, 5, 5, 6, 3], "r": [6, 5, 6, 5, 5], "s": [3, 4, 2, 1, 6], "t": [7, 2, 2, 2, 2],
    "u": [5, 5, 5, 5, 7], "v": [5, 5, 5, 5, 2], "w": [5, 5, 7, 7, 5], "x": [5, 5, 2, 5, 5], "y": [5, 5, 2, 2, 2],
    "z": [7, 1, 2, 4, 7], ".": [0, 0, 0, 0, 2], ",": [0, 0, 0, 2, 4], "-": [0, 0, 7, 0, 0], "%": [5, 1, 2, 4, 5],
    ":": [0, 2, 0, 2, 0], "+": [0, 2, 7, 2, 0], "_": [0, 0, 0, 0, 7], "/": [1, 1, 2, 4, 4], "(": [2, 4, 4, 4, 2],
    ")": [2, 1, 1, 1, 2], "&": [2, 5, 2, 5, 3], "'": [2, 2, 0, 0, 0], "!": [2, 2, 2, 0, 2], "?": [6, 1, 2, 0, 2],
    "=": [0, 7, 0, 7, 0],
  ]
}
