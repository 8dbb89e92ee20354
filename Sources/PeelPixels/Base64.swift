extension [UInt8] {
  /// Appends bytes in base64 (RFC 4648).
  package mutating func append(base64 bytes: ArraySlice<UInt8>) {
    let letters = Self.letters.span
    let input = bytes.span
    append(addingCapacity: (input.count + 2) / 3 * 4) { output in
      var index = 0
      while index + 2 < input.count {
        let group = Int(input[index]) << 16 | Int(input[index + 1]) << 8 | Int(input[index + 2])
        output.append(letters[group >> 18])
        output.append(letters[group >> 12 & 63])
        output.append(letters[group >> 6 & 63])
        output.append(letters[group & 63])
        index += 3
      }
      guard index < input.count else { return }
      let isPair = index + 1 < input.count
      let group = Int(input[index]) << 16 | (isPair ? Int(input[index + 1]) << 8 : 0)
      output.append(letters[group >> 18])
      output.append(letters[group >> 12 & 63])
      output.append(isPair ? letters[group >> 6 & 63] : UInt8(ascii: "="))
      output.append(UInt8(ascii: "="))
    }
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
