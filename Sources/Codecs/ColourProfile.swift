/// ICC profiles are carried from file to file whole; only their header is looked at (ICC.1:2022, section 7.2).
enum ColourProfile {
  /// Why a profile cannot be handed on, in plain words; nil when it can.
  static func fault(_ profile: [UInt8]) -> String? {
    guard profile.count >= headerSize else { return "its colour profile is damaged and was dropped" }
    let size = profile[0..<4].reduce(0) { $0 << 8 | Int($1) }
    guard size == profile.count, Array(profile[36..<40]) == Array("acsp".utf8) else {
      return "its colour profile is damaged and was dropped"
    }
    let space = String(decoding: profile[16..<20], as: UTF8.self)
    guard space == "RGB " else {
      let name = space.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == " ") } ? space : "another space"
      return "its colour profile is for \(name.trimmingSuffix()), not for RGB, and was dropped"
    }
    return nil
  }

  /// A profile from the pieces that a JPEG keeps it in (ICC.1:2022, annex B.4): each begins with its number, from 1,
  /// and the number of all. nil when one is missing, or they contradict each other.
  static func assembled(_ pieces: [ArraySlice<UInt8>]) -> [UInt8]? {
    var byNumber: [UInt8: ArraySlice<UInt8>] = [:]
    for piece in pieces {
      guard let number = piece.first, let count = piece.dropFirst().first, Int(count) == pieces.count,
        byNumber.updateValue(piece.dropFirst(2), forKey: number) == nil
      else { return nil }
    }
    var profile: [UInt8] = []
    for number in 1...UInt8(max(1, min(pieces.count, 255))) {
      guard let piece = byNumber[number] else { return nil }
      profile += piece
    }
    return profile
  }

  /// The pieces for a JPEG, numbered; nil when the profile is too large for 255 of them.
  static func pieces(_ profile: [UInt8]) -> [[UInt8]]? {
    let room = JPEGEncoder.Segment.largestPayload - signature.count - 2
    let count = (profile.count + room - 1) / room
    guard let last = UInt8(exactly: count), last > 0 else { return nil }
    return (1...last).map { number in
      let start = (Int(number) - 1) * room
      return signature + [number, last] + profile[start..<min(start + room, profile.count)]
    }
  }

  static let signature = Array("ICC_PROFILE\0".utf8)
  private static let headerSize = 128
}

extension String {
  fileprivate func trimmingSuffix() -> Substring {
    self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]
  }
}
