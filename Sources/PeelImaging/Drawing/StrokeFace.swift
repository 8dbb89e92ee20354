internal import PeelPlatform

/// Letters made of lines and arcs of one thickness, for text on pictures: ASCII, and letters with the accents of western
/// European languages.
enum StrokeFace {
  /// A letter. Lengths are in parts of an em of 10: capitals are 7 high, small letters 5, and descenders reach 2 below the
  /// baseline. y points up.
  struct Glyph {
    /// Its width without the space beside it.
    let width: Double
    /// The points that straight lines join.
    let strokes: [[Point]]
  }

  static let em = 10.0
  /// The space between letters.
  private static let spacing = 1.5
  /// The lines' thickness.
  static let thickness = 0.75

  static func has(_ letter: Character) -> Bool { glyph(letter) != nil }

  /// How far a letter moves the next one, in ems. Letters that it lacks leave a space.
  static func advance(of letter: Character) -> Double { ((glyph(letter)?.width ?? 2) + spacing) / em }

  static func glyph(_ letter: Character) -> Glyph? {
    if let glyph = glyphs[letter] { return glyph }
    guard let (base, accent) = accented[letter], let body = glyphs[base], let mark = glyphs[accent] else { return nil }
    // A mark is drawn for small letters, around x = 0. On capitals it lies 2 higher.
    let isCapital = base.isUppercase
    let shift = Point(body.width / 2, accent == "¸" ? 0 : isCapital ? 2.2 : 0)
    let strokes = base == "i" ? Array(body.strokes.prefix(1)) : body.strokes
    return Glyph(width: body.width, strokes: strokes + mark.strokes.map { $0.map { $0 + shift } })
  }

  // MARK: letters

  private static let accented: [Character: (base: Character, accent: Character)] = {
    let rows: [(accent: Character, bases: String, letters: String)] = [
      ("¨", "aeiouyAEIOU", "äëïöüÿÄËÏÖÜ"), ("´", "aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ"), ("`", "aeiouAEIOU", "àèìòùÀÈÌÒÙ"),
      ("ˆ", "aeiouAEIOU", "âêîôûÂÊÎÔÛ"), ("˜", "anoANO", "ãñõÃÑÕ"), ("˚", "aA", "åÅ"), ("¸", "cC", "çÇ"),
    ]
    var all: [Character: (Character, Character)] = [:]
    for row in rows { for (base, letter) in zip(row.bases, row.letters) { all[letter] = (base, row.accent) } }
    return all
  }()

  private static let glyphs = sources.mapValues { source in
    Glyph(width: source.width, strokes: source.strokes.split(separator: ";").map { stroke(String($0)) })
  }

  /// Reads a stroke: points `x,y`, and arcs `x,y,rx,ry,from,to` around a centre, from one angle to another in degrees, 0 to
  /// the right and 90 upwards.
  private static func stroke(_ text: String) -> [Point] {
    text.split(separator: " ").flatMap { word -> [Point] in
      let numbers = word.split(separator: ",").compactMap { Double($0) }
      guard numbers.count == 6 else { return [Point(numbers[0], numbers[1])] }
      let (from, to) = (numbers[4], numbers[5])
      let steps = max(Int(abs(to - from) / 12), 1)
      return (0...steps).map { step in
        let angle = (from + (to - from) * Double(step) / Double(steps)) * .pi / 180
        return Point(numbers[0] + numbers[2] * cos(angle), numbers[1] + numbers[3] * sin(angle))
      }
    }
  }

  private static let sources: [Character: (width: Double, strokes: String)] = [
    " ": (1.8, ""),
    "A": (5.6, "0,0 2.8,7 5.6,0;1,2.4 4.6,2.4"),
    "B": (4.4, "0,0 0,7 2.5,7 2.5,5.3,1.6,1.7,90,-90 0,3.6;2.5,3.6 2.6,1.8,1.8,1.8,90,-90 0,0"),
    "C": (5.4, "3.5,3.5,3.5,3.5,50,310"),
    "D": (5.2, "0,0 0,7 1.9,7 1.9,3.5,3.3,3.5,90,-90 0,0"),
    "E": (4, "4,7 0,7 0,0 4,0;0,3.6 3.5,3.6"),
    "F": (3.8, "3.8,7 0,7 0,0;0,3.6 3.3,3.6"),
    "G": (5.9, "3.5,3.5,3.5,3.5,50,300 5.9,1.2 5.9,3.2 3.9,3.2"),
    "H": (5, "0,0 0,7;5,0 5,7;0,3.6 5,3.6"),
    "I": (0, "0,0 0,7"),
    "J": (3, "3,7 3,1.9 1.5,1.8,1.5,1.8,0,-180"),
    "K": (4.6, "0,0 0,7;4.3,7 0,2.9;1.5,4.3 4.6,0"),
    "L": (3.7, "0,7 0,0 3.7,0"),
    "M": (6.2, "0,0 0,7 3.1,1.8 6.2,7 6.2,0"),
    "N": (5, "0,0 0,7 5,0 5,7"),
    "O": (6.6, "3.3,3.5,3.3,3.5,0,360"),
    "P": (4.3, "0,0 0,7 2.4,7 2.4,5.1,1.9,1.9,90,-90 0,3.2"),
    "Q": (6.6, "3.3,3.5,3.3,3.5,0,360;4,2 6.4,-0.6"),
    "R": (4.5, "0,0 0,7 2.4,7 2.4,5.1,1.9,1.9,90,-90 0,3.2;2.3,3.2 4.5,0"),
    "S": (4.2, "2.1,5.2,1.9,1.8,35,90 2.1,5.25,1.75,1.75,90,270 2.1,1.75,1.95,1.75,90,-140"),
    "T": (4.8, "0,7 4.8,7;2.4,7 2.4,0"),
    "U": (4.8, "0,7 0,2.3 2.4,2.3,2.4,2.3,180,360 4.8,7"),
    "V": (5.4, "0,7 2.7,0 5.4,7"),
    "W": (7.6, "0,7 1.9,0 3.8,6 5.7,0 7.6,7"),
    "X": (4.8, "0,0 4.8,7;0,7 4.8,0"),
    "Y": (4.8, "0,7 2.4,3.4 4.8,7;2.4,3.4 2.4,0"),
    "Z": (4.5, "0,7 4.5,7 0,0 4.5,0"),
    "a": (3.9, "3.9,5 3.9,0;1.95,2.5,1.95,2.5,0,360"),
    "b": (3.9, "0,7.4 0,0;1.95,2.5,1.95,2.5,0,360"),
    "c": (3.5, "2.1,2.5,2.1,2.5,50,310"),
    "d": (3.9, "3.9,7.4 3.9,0;1.95,2.5,1.95,2.5,0,360"),
    "e": (4, "0,2.6 4,2.6 2,2.5,2,2.5,3,315"),
    "f": (2.4, "0.8,0 0.8,5.6 2.2,5.8,1.4,1.6,180,80;0,4.8 2.2,4.8"),
    "g": (3.9, "3.9,5 3.9,-0.4 1.95,-0.3,1.95,1.9,0,-150;1.95,2.5,1.95,2.5,0,360"),
    "h": (3.6, "0,7.4 0,0;0,2.9 1.8,3.2,1.8,1.8,180,0 3.6,0"),
    "i": (0, "0,5 0,0;0,6.7 0,6.8"),
    "j": (0.9, "0.9,5 0.9,-0.7 -0.4,-0.8,1.3,1.3,0,-80;0.9,6.7 0.9,6.8"),
    "k": (3.4, "0,7.4 0,0;3.2,5 0,2;1,3 3.4,0"),
    "l": (0, "0,7.4 0,0"),
    "m": (6, "0,5 0,0;0,3.2 1.5,3.4,1.5,1.6,180,0 3,0;3,3.2 4.5,3.4,1.5,1.6,180,0 6,0"),
    "n": (3.6, "0,5 0,0;0,3 1.8,3.2,1.8,1.8,180,0 3.6,0"),
    "o": (4.2, "2.1,2.5,2.1,2.5,0,360"),
    "p": (3.9, "0,5 0,-2.1;1.95,2.5,1.95,2.5,0,360"),
    "q": (3.9, "3.9,5 3.9,-2.1;1.95,2.5,1.95,2.5,0,360"),
    "r": (2.2, "0,5 0,0;0,2.9 1.9,3,1.9,2,180,80"),
    "s": (3.1, "1.55,3.75,1.4,1.25,35,90 1.55,3.8,1.25,1.2,90,270 1.55,1.3,1.5,1.3,90,-145"),
    "t": (2.4, "0.9,6.8 0.9,1.4 2.2,1.4,1.3,1.4,180,280;0,4.9 2.3,4.9"),
    "u": (3.6, "0,5 0,1.8 1.8,1.8,1.8,1.8,180,360;3.6,5 3.6,0"),
    "v": (3.8, "0,5 1.9,0 3.8,5"),
    "w": (5.6, "0,5 1.4,0 2.8,4.4 4.2,0 5.6,5"),
    "x": (3.5, "0,0 3.5,5;0,5 3.5,0"),
    "y": (3.8, "0,5 1.95,0.1;3.8,5 1,-2.1"),
    "z": (3.3, "0,5 3.3,5 0,0 3.3,0"),
    "ß": (3.9, "0,0 0,5.4 1.8,5.5,1.8,1.8,180,-60 2.2,4.1;2.2,4.1 2,2,1.9,2.05,85,-110"),
    "æ": (6.9, "3.5,5 3.5,0;1.75,2.5,1.75,2.5,0,360;3.5,2.6 6.9,2.6 5.2,2.5,1.7,2.5,3,315"),
    "ø": (4.2, "2.1,2.5,2.1,2.5,0,360;0.2,-0.4 4,5.4"),
    "Ø": (6.6, "3.3,3.5,3.3,3.5,0,360;0.6,-0.4 6,7.4"),
    "œ": (7, "1.8,2.5,1.8,2.5,0,360;3.6,2.6 7,2.6 5.3,2.5,1.7,2.5,3,315"),
    "0": (4.2, "2.1,3.5,2.1,3.5,0,360"),
    "1": (2, "0,5.6 2,7 2,0"),
    "2": (4, "2,5,1.9,2,170,-35 0,0 4,0"),
    "3": (3.9, "1.9,5.3,1.7,1.7,150,-90;1.9,3.6 1.9,1.8,2,1.8,90,-150"),
    "4": (4.4, "3.3,0 3.3,7 0,2 4.4,2"),
    "5": (4, "3.7,7 0.6,7 0.3,3.8 1.9,2.2,2,2.2,110,-150"),
    "6": (4.1, "3,7 0.4,3.4;2.05,2.1,2.05,2.1,0,360"),
    "7": (4.1, "0,7 4.1,7 1.3,0"),
    "8": (4.1, "2.05,5.3,1.7,1.7,0,360;2.05,1.8,2.05,1.8,0,360"),
    "9": (4.1, "1.1,0 3.7,3.6;2.05,4.9,2.05,2.1,0,360"),
    ".": (0, "0,0.1 0,0.2"), ",": (0.6, "0.6,0.2 0,-1.4"), ":": (0, "0,0.1 0,0.2;0,4.6 0,4.7"),
    ";": (0.6, "0.6,0.2 0,-1.4;0.6,4.6 0.6,4.7"), "!": (0, "0,7 0,2;0,0.1 0,0.2"),
    "?": (3.2, "1.6,5.4,1.6,1.6,170,-60 1.6,3.2 1.6,2;1.6,0.1 1.6,0.2"), "'": (0, "0,7.2 0,5.4"),
    "’": (0.6, "0.6,7.2 0,5.6"), "\"": (1.5, "0,7.2 0,5.4;1.5,7.2 1.5,5.4"), "-": (2.2, "0,2.6 2.2,2.6"),
    "–": (4, "0,2.6 4,2.6"), "—": (7, "0,2.6 7,2.6"), "_": (4.6, "0,-1 4.6,-1"), "+": (4, "0,2.9 4,2.9;2,0.9 2,4.9"),
    "=": (4, "0,3.8 4,3.8;0,1.9 4,1.9"), "/": (3.2, "0,-1 3.2,7.6"), "\\": (3.2, "0,7.6 3.2,-1"),
    "|": (0, "0,-2 0,7.6"),
    "(": (1.7, "3.8,2.9,3.8,4.9,120,240"), ")": (1.7, "-2.1,2.9,3.8,4.9,60,-60"),
    "[": (1.5, "1.5,7.6 0,7.6 0,-1.6 1.5,-1.6"),
    "]": (1.5, "0,7.6 1.5,7.6 1.5,-1.6 0,-1.6"), "{": (1.9, "1.9,7.6 1,7 1,3.8 0,3 1,2.2 1,-1 1.9,-1.6"),
    "}": (1.9, "0,7.6 0.9,7 0.9,3.8 1.9,3 0.9,2.2 0.9,-1 0,-1.6"), "<": (3.4, "3.4,5 0,2.9 3.4,0.8"),
    ">": (3.4, "0,5 3.4,2.9 0,0.8"), "*": (2.8, "1.4,7.2 1.4,4.4;0.2,6.5 2.6,5.1;2.6,6.5 0.2,5.1"),
    "#": (4.8, "1,0 2,7;3.2,0 4.2,7;0.2,4.8 4.8,4.8;0,2.2 4.6,2.2"), "°": (1.8, "0.9,6.2,0.9,0.9,0,360"),
    "%": (6.2, "1.3,5.6,1.3,1.4,0,360;4.9,1.4,1.3,1.4,0,360;0.8,0 5.4,7"),
    "&": (5.4, "5.4,0 1.2,4.8 2.2,5.6,1.3,1.4,210,-30 0.7,2.6 1.9,1.7,1.9,1.7,140,300 3.6,1 5,3.2"),
    "@": (7.4, "3.7,2.7,1.5,1.7,0,360;5.2,4.4 5.2,1.8 6.1,1.9,0.9,0.9,180,320 3.7,2.7,3.7,4,0,300"),
    "$": (4.2, "2.1,5.2,1.9,1.8,35,90 2.1,5.25,1.75,1.75,90,270 2.1,1.75,1.95,1.75,90,-140;2.1,7.9 2.1,-0.9"),
    "€": (5, "3.4,3.5,2.7,3.5,50,310;0,4.2 4,4.2;0,2.8 3.6,2.8"), "~": (4, "1,2.6,1,0.8,180,0 3,2.6,1,0.8,180,360"),
    "^": (2.8, "0,5 1.4,7 2.8,5"), "×": (3, "0,1.2 3,4.4;0,4.4 3,1.2"), "·": (0, "0,2.7 0,2.8"),
    "…": (4.4, "0,0.1 0,0.2;2.2,0.1 2.2,0.2;4.4,0.1 4.4,0.2"), "ı": (0, "0,5 0,0"),
    // Marks, around x = 0.
    "¨": (0, "-0.95,6.5 -0.95,6.6;0.95,6.5 0.95,6.6"), "´": (0, "-0.4,6.1 0.6,7.3"), "`": (0, "0.4,6.1 -0.6,7.3"),
    "ˆ": (0, "-1,6.1 0,7.2 1,6.1"), "˜": (0, "-0.7,6.5,0.7,0.5,180,0 0.7,6.5,0.7,0.5,180,360"),
    "˚": (0, "0,6.8,0.8,0.8,0,360"), "¸": (0, "0,0 0.1,-0.6 0.1,-1.2,0.7,0.6,90,-120"),
  ]
}

extension Canvas {
  /// Writes a line of text in the stroke face.
  ///
  /// - Parameters:
  ///   - left: where the first letter begins, in pixels.
  ///   - baseline: in pixels from the top.
  ///   - size: an em in pixels.
  mutating func write(_ text: String, left: Double, baseline: Double, size: Double, _ colour: Colour) {
    let scale = size / StrokeFace.em
    let radius = max(scale * StrokeFace.thickness / 2, 0.4)
    var x = left
    for letter in text {
      let strokes = StrokeFace.glyph(letter)?.strokes ?? []
      draw(strokes.map { $0.map { Point(x + scale * $0.x, baseline - scale * $0.y) } }, radius: radius, colour)
      x += size * StrokeFace.advance(of: letter)
    }
  }

  /// Draws lines with round ends, antialiased, so that where they cross isn't darker.
  private mutating func draw(_ strokes: [[Point]], radius: Double, _ colour: Colour) {
    let points = strokes.flatMap(\.self)
    guard !points.isEmpty else { return }
    let box = Rectangle(around: points).outset(by: radius + 1)
    guard box.minX > -1e6, box.minY > -1e6, box.maxX < 1e6, box.maxY < 1e6 else { return }
    for y in Int(box.minY)...Int(box.maxY) {
      for x in Int(box.minX)...Int(box.maxX) {
        let p = Point(Double(x) + 0.5, Double(y) + 0.5)
        var distance = Double.infinity
        for stroke in strokes {
          for (from, to) in zip(stroke, stroke.dropFirst()) {
            let run = to - from
            let share = run.length > 0 ? min(max((p - from).dot(run) / run.dot(run), 0), 1) : 0
            distance = min(distance, p.distance(to: from.mixed(with: to, share)))
          }
        }
        blend(x, y, colour, min(max(radius + 0.5 - distance, 0), 1))
      }
    }
  }
}
