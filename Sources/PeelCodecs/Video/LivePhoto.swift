/// What a Live Photo's still tells about its clip.
package enum LivePhoto {
  /// What the still shares with its clip: the value of `MediaGroupUUID` in Apple's maker note, which JPEG and HEIC files
  /// contain as it is; nil if there is none.
  package static func contentIdentifier(in file: [UInt8]) -> String? {
    guard let start = file.indices.first(where: { file[$0] == mark[0] && file[$0...].starts(with: mark) }) else {
      return nil
    }
    /// A number of the note, which is big-endian.
    func number(_ place: Int, _ count: Int) -> Int? {
      guard place <= file.count - count else { return nil }
      return file[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
    guard let entries = number(start + list, 2) else { return nil }
    for index in 0..<entries {
      let place = start + list + 2 + index * entry
      guard let tag = number(place, 2), let count = number(place + 4, 4), let offset = number(place + 8, 4) else {
        return nil
      }
      guard tag == mediaGroup else { continue }
      // Offsets are counted from the note's beginning.
      guard count <= longest, start + offset <= file.count - count else { return nil }
      let text = file[start + offset..<start + offset + count].prefix { $0 != 0 }
      return String(validating: text, as: UTF8.self)
    }
    return nil
  }

  /// What Apple's maker notes begin with.
  private static let mark = Array("Apple iOS\0".utf8)
  /// Where the list of entries begins, and the size of each, in bytes (ExifTool, Image::ExifTool::Apple).
  private static let (list, entry) = (14, 12)
  private static let mediaGroup = 0x11
  /// The most bytes of an identifier. A UUID has 36.
  private static let longest = 100
}
