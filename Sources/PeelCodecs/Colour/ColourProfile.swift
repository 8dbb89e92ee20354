/// The header of ICC profiles (ICC.1:2022, section 7.2), and their pieces in a JPEG.
enum ColourProfile {
  /// Why a profile doesn't fit the pixels, as a message; nil if it does.
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

  /// The profile's colour space, such as "RGB " or "GRAY"; nil if the bytes aren't a complete profile.
  static func space(of profile: [UInt8]) -> String? {
    guard profile.count >= headerSize, profile[0..<4].reduce(0, { $0 << 8 | Int($1) }) == profile.count,
      Array(profile[36..<40]) == Array("acsp".utf8)
    else { return nil }
    return String(decoding: profile[16..<20], as: UTF8.self)
  }

  /// The size limit in bytes. Printers' profiles have up to 2 MB, cameras' about 4 kB.
  static let largest = 4 << 20

  /// Joins the pieces of a profile in a JPEG (ICC.1:2022, annex B.4). Each begins with its number, from 1, and the number
  /// of pieces. Returns nil if one is missing, they are inconsistent, or the profile exceeds `largest`.
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

  /// Splits a profile into the pieces for a JPEG; nil if it needs more than 255.
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
