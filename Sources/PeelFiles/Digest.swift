/// A 64-bit hash of some bytes: XXH64 with seed 0 (Yann Collet, xxHash specification 0.1.1).
///
/// Two different files share a digest with a chance of 1 in 10¹⁹. It does not protect against files made to collide.
package struct Digest: Hashable, Sendable {
  package let number: UInt64

  fileprivate static let primes: [5 of UInt64] = [
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63, 0x27D4_EB2F_1656_67C5,
  ]
  fileprivate static let stripe = 32

  package init(number: UInt64) { self.number = number }

  package init(_ bytes: [UInt8]) {
    var running = RunningDigest()
    running.add(bytes[...])
    self = running.digest
  }

  fileprivate static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    (lane &+ word &* primes[1]).rotated(31) &* primes[0]
  }

  fileprivate static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The number that at most eight bytes hold, lowest byte first.
  fileprivate static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The digest of bytes that come in pieces.
package struct RunningDigest: Sendable {
  private var lanes: [4 of UInt64]
  /// The last bytes, fewer than a stripe.
  private var rest: [UInt8] = []
  private var count = 0

  package init() {
    let primes = Digest.primes
    lanes = [primes[0] &+ primes[1], primes[1], 0, 0 &- primes[0]]
  }

  /// Adds bytes to those before.
  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    count += bytes.count
    var bytes = bytes
    if !rest.isEmpty {
      let missing = bytes.prefix(Digest.stripe - rest.count)
      rest += missing
      bytes = bytes.dropFirst(missing.count)
      if rest.count < Digest.stripe { return }
      takeStripes(rest[...])
    }
    let whole = bytes.count / Digest.stripe * Digest.stripe
    takeStripes(bytes.prefix(whole))
    rest = Array(bytes.dropFirst(whole))
  }

  private mutating func takeStripes(_ bytes: ArraySlice<UInt8>) {
    var (a, b, c, d) = (lanes[0], lanes[1], lanes[2], lanes[3])
    unsafe bytes.withUnsafeBytes { bytes in
      for at in stride(from: 0, to: bytes.count, by: Digest.stripe) {
        a = unsafe Digest.round(a, Digest.word(bytes, at))
        b = unsafe Digest.round(b, Digest.word(bytes, at + 8))
        c = unsafe Digest.round(c, Digest.word(bytes, at + 16))
        d = unsafe Digest.round(d, Digest.word(bytes, at + 24))
      }
    }
    lanes = [a, b, c, d]
  }

  /// The digest of all bytes so far.
  package var digest: Digest {
    let primes = Digest.primes
    var hash = primes[4]
    if count >= Digest.stripe {
      hash = lanes[0].rotated(1) &+ lanes[1].rotated(7) &+ lanes[2].rotated(12) &+ lanes[3].rotated(18)
      for lane in lanes.indices { hash = (hash ^ Digest.round(0, lanes[lane])) &* primes[0] &+ primes[3] }
    }
    hash &+= UInt64(count)
    var rest = rest[...]
    while rest.count >= 8 {
      hash = (hash ^ Digest.round(0, Digest.number(rest.prefix(8)))).rotated(27) &* primes[0] &+ primes[3]
      rest = rest.dropFirst(8)
    }
    if rest.count >= 4 {
      hash = (hash ^ (Digest.number(rest.prefix(4)) &* primes[0])).rotated(23) &* primes[1] &+ primes[2]
      rest = rest.dropFirst(4)
    }
    for byte in rest { hash = (hash ^ (UInt64(byte) &* primes[4])).rotated(11) &* primes[0] }
    hash = (hash ^ (hash >> 33)) &* primes[1]
    hash = (hash ^ (hash >> 29)) &* primes[2]
    return Digest(number: hash ^ (hash >> 32))
  }
}

extension UInt64 {
  fileprivate func rotated(_ bits: UInt64) -> UInt64 { self << bits | self >> (64 - bits) }
}

extension Digest: Codable {
  /// Sixteen hexadecimal digits.
  package var text: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Reads sixteen hexadecimal digits.
  package init?(text: some StringProtocol) {
    guard text.utf8.count == 16, text.first?.isHexDigit == true, let number = UInt64(text, radix: 16) else {
      return nil
    }
    self.number = number
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let digest = Digest(text: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a digest")
    }
    self = digest
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
