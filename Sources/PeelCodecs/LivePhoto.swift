package import PeelImaging

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

extension Exif {
  /// The block with its dates moved, so that a frame of a clip tells when it was taken. Parts of a second stay.
  ///
  /// - Parameter seconds: how much later it was, rounded to whole seconds.
  func moved(by seconds: Double) -> Exif {
    guard let date,
      let moved = Self.date(date, movedBy: Int(max(-Self.mostSeconds, min(Self.mostSeconds, seconds)).rounded()))
    else { return self }
    let (old, new) = (Array(date.utf8.prefix(Self.dateLength)), Array(moved.utf8))
    guard old.count == new.count, old != new else { return self }
    var bytes = block
    var place = 0
    while place + old.count <= bytes.count {
      if bytes[place] == old[0], bytes[place..<place + old.count].elementsEqual(old) {
        bytes.replaceSubrange(place..<place + old.count, with: new)
        place += old.count
      } else {
        place += 1
      }
    }
    return Exif(block: bytes) ?? self
  }

  /// `2024:05:06 07:08:09`.
  private static var dateLength: Int { 19 }
  /// A clip isn't longer than a week.
  private static var mostSeconds: Double { 7 * 86_400 }

  /// A date, without what follows its seconds, moved by seconds; nil if it isn't one.
  static func date(_ date: String, movedBy seconds: Int) -> String? {
    guard let time = Exif(width: 1, height: 1, ppi: nil, date: String(date.prefix(dateLength))).time else { return nil }
    let moved = Int(time) + seconds
    let (days, second) = (Int((Double(moved) / 86_400).rounded(.down)), (moved % 86_400 + 86_400) % 86_400)
    let day = civil(days: days)
    func padded(_ number: Int, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(padded(day.year, 4)):\(padded(day.month, 2)):\(padded(day.day, 2)) "
      + "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
  }

  /// The day so many days after 1 January 1970 (Hinnant, chrono-Compatible Low-Level Date Algorithms, civil_from_days).
  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension PhotoFile {
  /// A frame of a clip, in sRGB, with what a still that was taken with it knows: the place, the camera, and the date, moved.
  ///
  /// - Parameter seconds: how much later than the still the frame was taken.
  package init(frame: Photo, with still: PhotoFile?, secondsLater seconds: Double) {
    self.init(frame)
    exif = still?.exif?.moved(by: seconds)
  }
}
