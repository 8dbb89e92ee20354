import PeelRandomNumbers

extension [UInt8] {
  /// The bytes after 1 to `most` changes at some places: some changed, removed or repeated, or the rest cut off.
  func mutated(atMost most: Int, places: Range<Int>, _ random: inout RandomNumbers) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...most, using: &random) {
      let place = Swift.min(Int.random(in: places, using: &random), bytes.count - 1)
      let end = Swift.min(place + Int.random(in: 1...8, using: &random), bytes.count)
      switch Int.random(in: 0..<24, using: &random) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 2: bytes.removeSubrange(Swift.max(place, bytes.count / 2)...)
      case 3..<8: bytes[place] = [0, 0xFF, 0x7F, 0x80][Int.random(in: 0..<4, using: &random)]
      default: bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return bytes
  }
}
