/// What a writer is given, read from fuzzed bytes. Where they end, zeros follow.
struct Recipe {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + (Int(byte()) << 8 | Int(byte())) % range.count
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + Double(number(0...65_535)) / 65_535 * (range.upperBound - range.lowerBound)
  }

  mutating func choice() -> Bool { byte() & 1 == 1 }

  /// A text of at most 255 bytes, of any characters.
  mutating func text() -> String {
    let count = Int(byte())
    defer { bytes = bytes.dropFirst(count) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// So many bytes: the next ones again and again.
  mutating func repeated(_ count: Int) -> [UInt8] {
    let own = Array(bytes.prefix(count))
    bytes = bytes.dropFirst(count)
    if own.isEmpty { return [UInt8](repeating: 0, count: count) }
    return (0..<count).map { own[$0 % own.count] }
  }
}
