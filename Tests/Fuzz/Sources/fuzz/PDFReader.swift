/// Reads a PDF (ISO 32000-1) as `peel sheet` writes it, strictly. Any deviation ends the program.
struct PDFReader {
  indirect enum Value: Equatable {
    case number(Double)
    case name(String)
    case string([UInt8])
    case reference(Int)
    case array([Value])
    case dictionary([String: Value])
    /// A word, such as an operator.
    case word(String)
  }

  struct Object {
    var value: Value
    var stream: ArraySlice<UInt8>?
  }

  /// The objects by their numbers.
  private(set) var objects: [Int: Object] = [:]
  private(set) var trailer: [String: Value] = [:]

  init(_ bytes: [UInt8]) {
    var head = PDFTokens(bytes[...])
    head.expect("%PDF-1.7\n%")
    head.skip(past: "\n")
    var tail = PDFTokens(bytes.suffix(64))
    tail.skip(past: "startxref\n")
    guard case .number(let number) = tail.value(), let start = Int(exactly: number) else {
      preconditionFailure("where the table is")
    }
    precondition(tail.rest.elementsEqual("\n%%EOF\n".utf8), "the end")
    var tokens = PDFTokens(bytes[start...])
    tokens.expect("xref\n0 ")
    guard case .number(let count) = tokens.value() else { preconditionFailure("the number of objects") }
    tokens.expect("\n0000000000 65535 f \n")
    var offsets: [Int] = []
    for _ in 1..<Int(count) {
      let entry = String(decoding: tokens.rest.prefix(20), as: UTF8.self)
      precondition(entry.hasSuffix(" 00000 n \n") && entry.utf8.count == 20, "an entry has 20 bytes: \(entry)")
      guard let offset = Int(entry.prefix(10)) else { preconditionFailure("an offset") }
      offsets.append(offset)
      tokens.rest = tokens.rest.dropFirst(20)
    }
    tokens.expect("trailer\n")
    guard case .dictionary(let trailer) = tokens.value() else { preconditionFailure("the trailer") }
    tokens.expect("\nstartxref\n\(start)\n%%EOF\n")
    precondition(tokens.rest.isEmpty && trailer["Size"] == .number(count))
    self.trailer = trailer
    // Objects follow one another without gaps.
    let ends = offsets.sorted().dropFirst() + [start]
    for (number, offset) in zip(1..., offsets) {
      guard let end = ends.first(where: { $0 > offset }) else { preconditionFailure("an object beyond the table") }
      objects[number] = Self.object(number, bytes[offset..<end])
    }
    precondition(offsets.min() == head.rest.startIndex, "the first object follows the header")
  }

  private static func object(_ number: Int, _ bytes: ArraySlice<UInt8>) -> Object {
    var tokens = PDFTokens(bytes)
    tokens.expect("\(number) 0 obj\n")
    var object = Object(value: tokens.value())
    if case .dictionary(let entries) = object.value, case .number(let length)? = entries["Length"] {
      tokens.expect("\nstream\n")
      object.stream = tokens.rest.prefix(Int(length))
      tokens.rest = tokens.rest.dropFirst(Int(length))
      tokens.expect("\nendstream")
    }
    tokens.expect("\nendobj\n")
    precondition(tokens.rest.isEmpty, "an object ends where the next begins")
    return object
  }

  /// What a value is, or the object that it refers to.
  func object(_ value: Value?) -> Object {
    switch value {
    case .reference(let number)?:
      guard let object = objects[number] else { preconditionFailure("object \(number) is missing") }
      return object
    case let value?: return Object(value: value)
    case nil: preconditionFailure("an entry is missing")
    }
  }

  func dictionary(_ value: Value?) -> [String: Value] {
    guard case .dictionary(let entries) = object(value).value else { preconditionFailure("a dictionary") }
    return entries
  }

  func array(_ value: Value?) -> [Value] {
    guard case .array(let values) = object(value).value else { preconditionFailure("an array") }
    return values
  }

  func numbers(_ value: Value?) -> [Double] {
    array(value).map { value in
      guard case .number(let number) = value else { preconditionFailure("a number") }
      return number
    }
  }
}

/// The tokens of a PDF (ISO 32000-1, section 7.2).
struct PDFTokens {
  var rest: ArraySlice<UInt8>

  private static let spaces = Set(" \n".utf8)
  private static let delimiters = Set("()<>[]/ \n".utf8)

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func expect(_ text: String) {
    precondition(rest.starts(with: text.utf8), "\(text) expected")
    rest = rest.dropFirst(text.utf8.count)
  }

  mutating func skip(past text: String) {
    while !rest.starts(with: text.utf8) {
      precondition(!rest.isEmpty, "\(text) is missing")
      rest = rest.dropFirst()
    }
    expect(text)
  }

  mutating func skipSpaces() { rest = rest.drop { Self.spaces.contains($0) } }

  private mutating func word() -> String {
    let word = rest.prefix { !Self.delimiters.contains($0) }
    rest = rest.dropFirst(word.count)
    precondition(!word.isEmpty && word.allSatisfy { (0x21...0x7E).contains($0) }, "a word")
    return String(decoding: word, as: UTF8.self)
  }

  mutating func value() -> PDFReader.Value {
    skipSpaces()
    if rest.starts(with: "<<".utf8) { return dictionary() }
    switch rest.first {
    case UInt8(ascii: "/"):
      rest = rest.dropFirst()
      return .name(word())
    case UInt8(ascii: "("): return .string(string())
    case UInt8(ascii: "["):
      rest = rest.dropFirst()
      var values: [PDFReader.Value] = []
      while true {
        skipSpaces()
        if rest.first == UInt8(ascii: "]") { break }
        values.append(value())
      }
      rest = rest.dropFirst()
      return .array(values)
    default: return number()
    }
  }

  private mutating func dictionary() -> PDFReader.Value {
    expect("<<")
    var entries: [String: PDFReader.Value] = [:]
    while true {
      skipSpaces()
      if rest.starts(with: ">>".utf8) { break }
      guard case .name(let name) = value() else { preconditionFailure("a key is a name") }
      precondition(entries.updateValue(value(), forKey: name) == nil, "\(name) comes once")
    }
    expect(">>")
    return .dictionary(entries)
  }

  private mutating func number() -> PDFReader.Value {
    let text = word()
    guard let number = Double(text) else { return .word(text) }
    precondition(text.allSatisfy { $0.isNumber || "-.".contains($0) }, "a number has no exponent: \(text)")
    var after = self
    if let whole = Int(text), after.rest.starts(with: " 0 R".utf8) {
      after.expect(" 0 R")
      self = after
      return .reference(whole)
    }
    return .number(number)
  }

  /// A string, of which every parenthesis and backslash is escaped.
  private mutating func string() -> [UInt8] {
    expect("(")
    var text: [UInt8] = []
    while true {
      guard let byte = rest.popFirst() else { preconditionFailure("a string has no end") }
      switch byte {
      case UInt8(ascii: ")"): return text
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst(), "()\\".utf8.contains(escaped) else { preconditionFailure("an escape") }
        text.append(escaped)
      default:
        precondition(byte >= 0x20 && byte != UInt8(ascii: "("), "a character that must be escaped")
        text.append(byte)
      }
    }
  }
}
