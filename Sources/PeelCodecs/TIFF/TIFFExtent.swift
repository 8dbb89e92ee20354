/// Where the last byte of a TIFF file is that one of its pages needs.
///
/// Pages that are appended to a file lie behind it, so that the bytes before stay as they were. No offset or count is trusted.
struct TIFFExtent {
  private let file: TIFFNumbers
  private let form: TIFFTags.Form
  /// The place behind the last byte; the file's end if that isn't known.
  private(set) var end = 0
  /// How many more directories are looked at. They may lead to each other.
  private var left = 64

  /// - Parameters:
  ///   - place: that of the page's directory.
  ///   - file: the file's numbers.
  init(ofPageAt place: Int, _ form: TIFFTags.Form, in file: TIFFNumbers) {
    (self.file, self.form) = (file, form)
    include(directoryAt: UInt64(clamping: place))
    end = min(end, file.bytes.count)
  }

  /// The tags of the places and of the sizes of a picture's parts: strips, tiles, and a thumbnail's JPEG.
  private static let parts: [(places: UInt64, sizes: UInt64)] = [(273, 279), (324, 325), (513, 514)]
  /// SubIFDs, and the directories of EXIF, GPS and interoperability data.
  private static let directories: Set<UInt64> = [330, 34665, 34853, 40965]
  /// The most strips or tiles that are looked at.
  private static let mostParts = 1 << 20
  private static let compression: UInt64 = 259
  /// JPEG of TIFF 6.0, section 22, whose tables are anywhere.
  private static let oldJPEG: UInt64 = 6

  private struct Entry {
    var type: UInt64
    var count: UInt64
    /// Where the values are.
    var place: UInt64
  }

  private mutating func include(_ place: UInt64, _ size: UInt64) {
    let (end, isOver) = place.addingReportingOverflow(size)
    self.end = max(self.end, isOver ? .max : Int(clamping: end))
  }

  private mutating func include(directoryAt place: UInt64) {
    left -= 1
    guard left >= 0, let start = Int(exactly: place), let count = file[start, form.countSize],
      count <= TIFFTags.most
    else {
      end = .max
      return
    }
    let size = form.countSize + Int(count) * form.entrySize + form.word
    include(place, UInt64(size))
    var entries: [UInt64: Entry] = [:]
    for at in (0..<Int(count)).map({ start + form.countSize + $0 * form.entrySize }) {
      guard let tag = file[at, 2], let type = file[at + 2, 2], let count = file[at + 4, form.word],
        let width = TIFFTags.width(of: type)
      else { continue }
      let (bytes, isOver) = count.multipliedReportingOverflow(by: UInt64(width))
      var entry = Entry(type: type, count: count, place: UInt64(at + 4 + form.word))
      if isOver || bytes > form.word {
        guard let offset = file[at + 4 + form.word, form.word] else { continue }
        entry.place = offset
        include(offset, isOver ? .max : bytes)
      }
      // libtiff takes the first of equal tags.
      if entries[tag] == nil { entries[tag] = entry }
    }
    include(partsOf: entries)
    for tag in Self.directories {
      for place in numbers(entries[tag]).prefix(max(0, left)) { include(directoryAt: place) }
    }
  }

  private mutating func include(partsOf entries: [UInt64: Entry]) {
    if numbers(entries[Self.compression]).first == Self.oldJPEG { end = .max }
    for (placesTag, sizesTag) in Self.parts {
      guard let places = entries[placesTag] else { continue }
      let sizes = entries[sizesTag]
      // Old programs leave sizes out.
      guard let sizes, sizes.count >= places.count, places.count <= Self.mostParts else {
        end = .max
        continue
      }
      for (place, size) in zip(numbers(places), numbers(sizes)) { include(place, size) }
    }
  }

  /// The values of an entry that are in the file.
  private func numbers(_ entry: Entry?) -> some Collection<UInt64> {
    let width = entry.flatMap { TIFFTags.width(of: $0.type) } ?? 1
    let start = entry.flatMap { Int(exactly: $0.place) } ?? file.bytes.count
    let room = max(0, file.bytes.count - min(start, file.bytes.count)) / width
    return (0..<min(Int(clamping: entry?.count ?? 0), room)).lazy.map { file[start + $0 * width, width] ?? 0 }
  }
}
