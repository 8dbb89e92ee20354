/// An XMP packet (ISO 16684-1), in which single values are looked up. It is never parsed as a whole.
struct XMP {
  private let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The text of a property, whether it is stored as an attribute or as an element; nil if there is none.
  ///
  /// - Parameters:
  ///   - name: the property's name, without a prefix.
  ///   - namespace: the address of its namespace.
  func value(_ name: String, in namespace: String) -> ArraySlice<UInt8>? { values(name, in: namespace).first }

  /// The texts of all properties with this name, in the packet's order.
  func values(_ name: String, in namespace: String) -> [ArraySlice<UInt8>] {
    guard let prefix = prefix(of: namespace) else { return [] }
    let wanted = prefix + [UInt8(ascii: ":")] + Array(name.utf8)
    var found: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    while found.count < Self.most, let place = bytes.index(of: wanted, from: start) {
      start = place + wanted.count
      if let value = value(after: start, isElement: place > 0 && bytes[place - 1] == UInt8(ascii: "<")) {
        found.append(value)
        start = value.endIndex
      }
    }
    return found
  }

  /// The texts of a property that is a list, or the only text of one that isn't.
  func items(_ name: String, in namespace: String) -> [String] {
    guard let prefix = prefix(of: namespace) else { return [] }
    let tag = prefix + [UInt8(ascii: ":")] + Array(name.utf8) + [UInt8(ascii: ">")]
    guard let start = bytes.index(of: [UInt8(ascii: "<")] + tag, from: 0),
      let end = bytes.index(of: Array("</".utf8) + tag, from: start)
    else { return text(name, in: namespace).map { [Self.unescaped($0)] } ?? [] }
    let list = Array(bytes[(start + tag.count + 1)..<end].prefix(Self.longestList))
    var items: [String] = []
    var place = 0
    while items.count < Self.most, let item = list.index(of: Array("<rdf:li".utf8), from: place),
      let open = list[item...].firstIndex(of: UInt8(ascii: ">")),
      let close = list[open...].firstIndex(of: UInt8(ascii: "<"))
    {
      items.append(Self.unescaped(String(decoding: list[(open + 1)..<close], as: UTF8.self)))
      place = close
    }
    return place == 0
      ? [Self.unescaped(String(decoding: list.prefix { $0 != UInt8(ascii: "<") }, as: UTF8.self))] : items
  }

  /// The text with XML's own escapes resolved. `&amp;` comes last, so that nothing is resolved twice.
  private static func unescaped(_ text: String) -> String {
    guard text.contains("&") else { return text }
    return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")].reduce(text) {
      $0.replacing($1.0, with: $1.1)
    }
  }

  /// The longest list to look through, in bytes.
  private static let longestList = 1 << 16

  /// The number that a property holds; nil if it isn't one.
  func number(_ name: String, in namespace: String) -> Double? {
    value(name, in: namespace).flatMap { Double(String(decoding: $0.prefix(Self.longestNumber), as: UTF8.self)) }
  }

  /// The text of a short property.
  func text(_ name: String, in namespace: String) -> String? {
    value(name, in: namespace).map { String(decoding: $0.prefix(Self.longestText), as: UTF8.self) }
  }

  /// The most properties of one name to look up. Phones write a handful.
  private static let most = 64
  private static let longestNumber = 40
  private static let longestText = 1024

  /// The prefix that stands for a namespace.
  private func prefix(of namespace: String) -> [UInt8]? {
    for quote in ["\"", "'"] {
      let binding = Array("=\(quote)\(namespace)\(quote)".utf8)
      guard let place = bytes.index(of: binding, from: 0) else { continue }
      let name = bytes[..<place].reversed().prefix { $0 != UInt8(ascii: ":") && !Self.isSpace($0) }
      if (1...Self.longestNumber).contains(name.count) { return name.reversed() }
    }
    return nil
  }

  private func value(after start: Int, isElement: Bool) -> ArraySlice<UInt8>? {
    var place = start
    if isElement {
      guard place < bytes.count, bytes[place] == UInt8(ascii: ">"),
        let end = bytes[(place + 1)...].firstIndex(of: UInt8(ascii: "<"))
      else { return nil }
      return bytes[(place + 1)..<end]
    }
    func skipSpaces() { while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 } }
    skipSpaces()
    guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return nil }
    place += 1
    skipSpaces()
    guard place < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[place]),
      let end = bytes[(place + 1)...].firstIndex(of: bytes[place])
    else { return nil }
    return bytes[(place + 1)..<end]
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

extension [UInt8] {
  /// The index of the first occurrence of some bytes.
  func index(of pattern: [UInt8], from start: Int) -> Int? {
    guard let first = pattern.first, count >= pattern.count else { return nil }
    return unsafe withUnsafeBufferPointer { bytes in
      var place = start
      let last = bytes.count - pattern.count
      while place <= last {
        guard let next = unsafe bytes[place...last].firstIndex(of: first) else { return nil }
        if unsafe bytes[next..<next + pattern.count].elementsEqual(pattern) { return next }
        place = next + 1
      }
      return nil
    }
  }

  /// The bytes that base64 text stands for (RFC 4648, section 4). White space is skipped; nil for any other character
  /// and for text that ends within a byte.
  init?(base64 text: ArraySlice<UInt8>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    var isPadded = false
    for character in text {
      let value: UInt32
      switch character {
      case 0x41...0x5A: value = UInt32(character) - 0x41
      case 0x61...0x7A: value = UInt32(character) - 0x61 + 26
      case 0x30...0x39: value = UInt32(character) - 0x30 + 52
      case 0x2B: value = 62
      case 0x2F: value = 63
      case 0x3D:
        isPadded = true
        continue
      case 0x09, 0x0A, 0x0D, 0x20: continue
      default: return nil
      }
      if isPadded { return nil }
      bits = bits << 6 | value
      count += 1
      if count == 4 {
        bytes += [
          UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits),
        ]
        (bits, count) = (0, 0)
      }
    }
    switch count {
    case 0: break
    case 2: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3: bytes += [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
    default: return nil
    }
    self = bytes
  }
}

extension JPEGSegments {
  /// The XMP packet; nil if there is none.
  var xmp: XMP? { payloads(marker: Marker.app1, signature: Self.xmpSignature).first.map { XMP($0) } }

  /// The extended XMP packet that the XMP packet names (XMP Specification, part 3, 1.1.3.1); nil if it names none.
  ///
  /// - Throws: `damaged` if pieces are missing, overlap or don't add up to the length that they tell.
  func extendedXMP() throws(DepthError) -> XMP? {
    guard let name = xmp?.value("HasExtendedXMP", in: "http://ns.adobe.com/xmp/note/") else { return nil }
    let signature = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
    // After the name, the packet's length and the piece's offset have four bytes each.
    let head = name.count + 8
    let pieces = payloads(marker: Marker.app1, signature: signature).filter { $0.count > head && $0.starts(with: name) }
      .map { piece -> (length: Int, offset: Int, bytes: ArraySlice<UInt8>) in
        func number(_ place: Int) -> Int { piece.dropFirst(place).prefix(4).reduce(0) { $0 << 8 | Int($1) } }
        return (number(name.count), number(name.count + 4), piece.dropFirst(head))
      }.sorted { $0.offset < $1.offset }
    var packet: [UInt8] = []
    for piece in pieces {
      guard piece.offset == packet.count else { throw .damaged("a part of its extended XMP is missing") }
      packet += piece.bytes
    }
    guard let first = pieces.first, packet.count == first.length else {
      throw .damaged("a part of its extended XMP is missing")
    }
    return XMP(packet)
  }
}
