/// The video in a motion photo: in JPEGs an MP4 after the picture, in Samsung's HEIC files a box of its own.
package enum MotionPhoto {
  /// The fewest bytes of a video: its first box.
  private static let leastBytes = 16
  /// The most boxes that are looked at. Files have about ten on the top level.
  private static let mostBoxes = 1000
  /// The most places in a JPEG that are tried as a video's beginning. Its coded picture seldom contains one by chance.
  private static let mostBeginnings = 16

  /// Where the video lies in the file, or what is left of it if the file is cut off; nil if there is none.
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
      let boxes = boxes(of: bytes, from: start) ?? []
      if let last = boxes.last, last.isCutOff || boxes.contains(where: { $0.kind == "moov" }) {
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

  private struct Box {
    let kind: String
    /// Ends with the file, if that cuts the box off.
    let content: Range<Int>
    let isCutOff: Bool
  }

  /// The boxes of which what is cut off counts. Other kinds may be data that is no box.
  private static let kindsCutOff: Set<String> = ["moov", "mdat", "mpvd"]

  /// The boxes from a place on, until the file's end or what is no box of a video; nil if the first is none.
  private static func boxes(of bytes: [UInt8], from start: Int) -> [Box]? {
    func number(_ place: Int, _ count: Int) -> UInt64 {
      bytes[place..<place + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
    var boxes: [Box] = []
    var place = start
    while place + 8 <= bytes.count, boxes.count < mostBoxes {
      let code = bytes[place + 4..<place + 8]
      guard code.allSatisfy({ (0x20...0x7E).contains($0) }) else { break }
      let kind = String(decoding: code, as: UTF8.self)
      var (header, size) = (8, number(place, 4))
      if size == 1, place + 16 <= bytes.count { (header, size) = (16, number(place + 8, 8)) }
      let rest = bytes.count - place
      if size == 0 { size = UInt64(rest) }
      let isCutOff = size > UInt64(rest)
      guard size >= UInt64(header), !isCutOff || kindsCutOff.contains(kind) else { break }
      let end = isCutOff ? bytes.count : place + Int(size)
      boxes.append(Box(kind: kind, content: place + header..<end, isCutOff: isCutOff))
      place = end
    }
    return boxes.isEmpty ? nil : boxes
  }
}
