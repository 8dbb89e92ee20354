/// The video in a motion photo: in JPEGs an MP4 after the picture, in Samsung's HEIC files a box of its own.
package enum MotionPhoto {
  /// The fewest bytes of a video: its first box.
  private static let leastBytes = 16
  /// The most boxes that are looked at. Files have about ten on the top level.
  private static let mostBoxes = 1000
  /// The most places in a JPEG that are tried as a video's beginning. Its coded picture seldom contains one by chance.
  private static let mostBeginnings = 16

  /// Where the video lies in the file; nil if there is none.
  package static func video(in bytes: [UInt8]) -> Range<Int>? {
    bytes.starts(with: [0xFF, 0xD8]) ? videoAtEnd(of: bytes) : videoBox(in: bytes)
  }

  /// A box `mpvd` on the top level contains an MP4.
  private static func videoBox(in bytes: [UInt8]) -> Range<Int>? {
    guard let boxes = boxes(of: bytes, from: 0) else { return nil }
    return boxes.first { $0.kind == "mpvd" && isVideo(bytes, $0.content.lowerBound) }?.content
  }

  /// An MP4 is a run of boxes, the first of kind `ftyp`, that fills the file, or is followed by the maker's own data.
  private static func videoAtEnd(of bytes: [UInt8]) -> Range<Int>? {
    let mark = Array("ftyp".utf8)
    var place = leastBytes
    var tried = 0
    while place + leastBytes < bytes.count, tried < mostBeginnings {
      guard bytes[place] == mark[0], bytes[place..<place + mark.count].elementsEqual(mark), isVideo(bytes, place - 4)
      else {
        place += 1
        continue
      }
      let start = place - 4
      tried += 1
      if let boxes = boxes(of: bytes, from: start), boxes.contains(where: { $0.kind == "moov" }), let last = boxes.last
      {
        return start..<last.content.upperBound
      }
      place += 1
    }
    return nil
  }

  private static func isVideo(_ bytes: [UInt8], _ start: Int) -> Bool {
    guard start >= 0, start + leastBytes <= bytes.count else { return false }
    return bytes[start + 4..<start + 8].elementsEqual("ftyp".utf8)
  }

  /// The boxes from a place on, until the file's end or what is no box of a video; nil if the first is none.
  private static func boxes(of bytes: [UInt8], from start: Int) -> [(kind: String, content: Range<Int>)]? {
    func number(_ place: Int, _ count: Int) -> UInt64 {
      bytes[place..<place + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
    var boxes: [(String, Range<Int>)] = []
    var place = start
    while place + 8 <= bytes.count, boxes.count < mostBoxes {
      let kind = bytes[place + 4..<place + 8]
      guard kind.allSatisfy({ (0x20...0x7E).contains($0) }) else { break }
      var (header, size) = (8, number(place, 4))
      if size == 1, place + 16 <= bytes.count { (header, size) = (16, number(place + 8, 8)) }
      if size == 0 { size = UInt64(bytes.count - place) }
      guard size >= UInt64(header), size <= UInt64(bytes.count - place) else { break }
      boxes.append((String(decoding: kind, as: UTF8.self), place + header..<place + Int(size)))
      place += Int(size)
    }
    return boxes.isEmpty ? nil : boxes
  }
}
