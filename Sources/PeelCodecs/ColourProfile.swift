/// What ICC profiles say of themselves in their header (ICC.1:2022, section 7.2), and how a JPEG keeps them.
enum ColourProfile {
  /// Why a profile cannot serve such pixels, in plain words; nil when it can.
  static func fault(_ profile: [UInt8], for pixels: StoredPixels) -> String? {
    guard let space = space(of: profile) else { return damaged }
    guard let samples = pixels.samples(of: space) else {
      let isName = space.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == " ") }
      let name = isName ? String(space.trimmingSuffix()) : "another space"
      return "its colour profile is for \(name), not for \(pixels.spaceName), and was dropped"
    }
    return ColourTransform(from: profile, samples) == nil ? damaged : nil
  }

  private static let damaged = "its colour profile is damaged and was dropped"

  /// The colours it is for, such as "RGB " or "GRAY"; nil of what is no profile or not whole.
  static func space(of profile: [UInt8]) -> String? {
    guard profile.count >= headerSize, profile[0..<4].reduce(0, { $0 << 8 | Int($1) }) == profile.count,
      Array(profile[36..<40]) == Array("acsp".utf8)
    else { return nil }
    return String(decoding: profile[16..<20], as: UTF8.self)
  }

  /// Bytes; printers' tables come to 2 MB, cameras' profiles to 4 kB.
  static let largest = 4 << 20

  /// A profile from the pieces that a JPEG keeps it in (ICC.1:2022, annex B.4): each begins with its number, from 1,
  /// and the number of all. nil when one is missing, they contradict each other, or there is too much of it.
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
    return profile.count <= largest ? profile : nil
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
