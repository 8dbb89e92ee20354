extension [UInt8] {
  /// Appends bytes in base64 (RFC 4648).
  package mutating func append(base64 bytes: ArraySlice<UInt8>) {
    let letters = Self.letters.span
    reserveCapacity(count + (bytes.count + 2) / 3 * 4)
    var index = bytes.startIndex
    while index + 2 < bytes.endIndex {
      let group = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
      append(letters[group >> 18])
      append(letters[group >> 12 & 63])
      append(letters[group >> 6 & 63])
      append(letters[group & 63])
      index += 3
    }
    guard index < bytes.endIndex else { return }
    let isPair = index + 1 < bytes.endIndex
    let group = Int(bytes[index]) << 16 | (isPair ? Int(bytes[index + 1]) << 8 : 0)
    append(letters[group >> 18])
    append(letters[group >> 12 & 63])
    append(isPair ? letters[group >> 6 & 63] : UInt8(ascii: "="))
    append(UInt8(ascii: "="))
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
