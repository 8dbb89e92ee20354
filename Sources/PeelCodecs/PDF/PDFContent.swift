/// The picture that the content of a PDF page shows (ISO 32000-1, 7.8, 8.2 and 9.3.6).
struct PDFContent {
  /// The picture's name, with its slash, as in the page's resources.
  let name: [UInt8]
  /// The picture's width and height on the page, in its units.
  let size: (width: Double, height: Double)
  /// By how many quarters of a turn the page shows it counterclockwise.
  let turns: Int
  /// Whether something is painted before the picture, so that it is all of the page only if it covers that.
  let hasGround: Bool

  /// How a program's state is kept and restored.
  private struct State {
    /// From the content's units to the page's: a, b, c and d of the standard.
    var matrix = SIMD4<Double>(1, 0, 0, 1)
    /// Text that is neither filled nor stroked: what a reader of letters found.
    var isTextHidden = false
  }

  private static let hiddenText = 3.0
  private static let deepest = 100
  /// Operators that paint paths, shadings and pictures within the content.
  private static let painting: Set<String> = ["S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "BI"]
  private static let texts: Set<String> = ["Tj", "TJ", "'", "\""]

  /// - Returns: nil if the page shows no picture or several, something over it, or if it is aslant or mirrored.
  init?(_ content: [UInt8]) {
    var tokens = PDFTokens(content)
    var states = [State()]
    var numbers: [Double] = []
    var lastName: [UInt8]?
    var picture: (name: [UInt8], matrix: SIMD4<Double>)?
    var hasGround = false
    while let token = tokens.next() {
      switch token {
      case .number(let number):
        numbers.append(number)
        continue
      case .name(let name): lastName = name
      case .other: break
      case .word(let word):
        let state = states[states.count - 1]
        switch word {
        case "q": if states.count < Self.deepest { states.append(state) }
        case "Q": if states.count > 1 { states.removeLast() }
        case "cm" where numbers.count >= 6:
          states[states.count - 1].matrix = Self.product(numbers.suffix(6).map { $0 }, state.matrix)
        case "Tr": states[states.count - 1].isTextHidden = numbers.last == Self.hiddenText
        case "Do":
          guard picture == nil, let lastName else { return nil }
          picture = (lastName, state.matrix)
        case _ where Self.painting.contains(word) || Self.texts.contains(word) && !state.isTextHidden:
          if picture != nil { return nil }
          hasGround = true
        default: break
        }
      }
      numbers.removeAll(keepingCapacity: true)
    }
    guard let picture, let turns = Self.turns(picture.matrix) else { return nil }
    let matrix = picture.matrix
    size = (
      (matrix[0] * matrix[0] + matrix[1] * matrix[1]).squareRoot(),
      (matrix[2] * matrix[2] + matrix[3] * matrix[3]).squareRoot()
    )
    (name, self.turns, self.hasGround) = (picture.name, turns, hasGround)
  }

  /// A matrix before another one. Where the picture lies doesn't matter, so that shifts are left out.
  private static func product(_ first: [Double], _ then: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(
      first[0] * then[0] + first[1] * then[2], first[0] * then[1] + first[1] * then[3],
      first[2] * then[0] + first[3] * then[2], first[2] * then[1] + first[3] * then[3])
  }

  /// By how many quarters of a turn the page shows a picture counterclockwise; nil if it shows it aslant, or mirrored.
  private static func turns(_ matrix: SIMD4<Double>) -> Int? {
    let (a, b, c, d) = (matrix[0], matrix[1], matrix[2], matrix[3])
    let long = max(abs(a), abs(b), abs(c), abs(d))
    let slant = 0.001 * long
    guard long > 0, a * d - b * c > 0 else { return nil }
    if max(abs(b), abs(c)) < slant { return a > 0 ? 0 : 2 }
    if max(abs(a), abs(d)) < slant { return b > 0 ? 1 : 3 }
    return nil
  }
}

/// The tokens of a page's content (ISO 32000-1, 7.2). Strings, lists and dictionaries matter to nothing here.
private struct PDFTokens {
  enum Token {
    case number(Double)
    /// With its slash.
    case name([UInt8])
    case word(String)
    case other
  }

  private var rest: ArraySlice<UInt8>

  init(_ content: [UInt8]) { rest = content[...] }

  private static let blanks = Set<UInt8>([0, 9, 10, 12, 13, 32])
  private static let delimiters = Set("()<>[]{}/%".utf8)

  mutating func next() -> Token? {
    rest = rest.drop { Self.blanks.contains($0) }
    guard let first = rest.first else { return nil }
    switch first {
    case UInt8(ascii: "%"): rest = rest.drop { $0 != 10 && $0 != 13 }
    case UInt8(ascii: "("): skipString()
    case UInt8(ascii: "<") where rest.dropFirst().first != first:
      rest = rest.drop { $0 != UInt8(ascii: ">") }.dropFirst()
    case UInt8(ascii: "/"):
      rest = rest.dropFirst()
      return .name([first] + regular())
    case _ where Self.delimiters.contains(first): rest = rest.dropFirst()
    default:
      let text = String(decoding: regular(), as: UTF8.self)
      return Double(text).map { .number($0) } ?? .word(text)
    }
    return .other
  }

  private mutating func regular() -> [UInt8] {
    let word = rest.prefix { !Self.blanks.contains($0) && !Self.delimiters.contains($0) }
    rest = rest.dropFirst(word.count)
    return Array(word)
  }

  /// Skips a string in parentheses, which may hold others.
  private mutating func skipString() {
    var depth = 0
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"): rest = rest.dropFirst()
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return }
      default: break
      }
    }
  }
}
