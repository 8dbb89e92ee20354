/// The pages of a TIFF file: the directories that follow each other, without smaller copies and masks of other pages.
package struct TIFFPages {
  /// The most directories that are followed.
  package static let most = 1000

  /// Why a file has more directories than were followed.
  package enum Fault: Equatable, Sendable {
    /// A directory is followed by an earlier one.
    case circle
    /// There are more than `most`.
    case tooMany
  }

  /// Why there are more directories; nil if there are none.
  package private(set) var fault: Fault?
  /// The number of pages, at least 1. A damaged directory counts, and ends the file.
  package var count: Int { pages.count }

  /// Where a directory is, and where the offset of the next one is.
  private struct Directory {
    let place: Int
    let next: Int?
  }

  private var pages: [Directory] = []
  private let form: TIFFTags.Form
  private let isBigEndian: Bool

  /// - Parameter read: the bytes in a range of the file, or fewer where it ends. At most some 20 kB are asked for at once.
  /// - Returns: nil if it isn't a TIFF file.
  package init?<Failure: Error>(_ read: (Range<Int>) throws(Failure) -> [UInt8]) throws(Failure) {
    let start = try read(0..<Self.headerSize)
    guard FileKind(start) == .photo(.tiff) else { return nil }
    let header = TIFFNumbers(start)
    (form, isBigEndian) = (TIFFTags.Form(version: header[2, 2]), header.isBigEndian)
    var seen: Set<Int> = []
    var place = header[form.start, form.word].flatMap(Int.init(exactly:))
    while let here = place, here > 0 || seen.isEmpty {
      if !seen.insert(here).inserted {
        fault = .circle
        return
      }
      if seen.count > Self.most {
        fault = .tooMany
        return
      }
      let directory = try Self.directory(at: here, form, isBigEndian: isBigEndian, read)
      // The first page is the first directory, whatever it says.
      if seen.count == 1 || directory.isPage { pages.append(Directory(place: here, next: directory.nextPlace)) }
      place = directory.next
    }
    if pages.isEmpty { pages = [Directory(place: 0, next: nil)] }
  }

  private static let headerSize = 16

  /// - Returns: nil if the bytes aren't those of a TIFF file.
  package init?(in bytes: [UInt8]) { self.init { Array(bytes[$0.clamped(to: bytes.indices)]) } }

  /// Reads a directory's tags. One that is damaged counts as a page, so that its error is told, and has no next one.
  private static func directory<Failure: Error>(
    at place: Int, _ form: TIFFTags.Form, isBigEndian: Bool, _ read: (Range<Int>) throws(Failure) -> [UInt8]
  ) throws(Failure) -> (isPage: Bool, nextPlace: Int?, next: Int?) {
    func numbers(_ place: Int, _ count: Int) throws(Failure) -> TIFFNumbers? {
      let (end, isOver) = place.addingReportingOverflow(count)
      return isOver ? nil : TIFFNumbers(try read(place..<end), isBigEndian: isBigEndian)
    }
    guard let count = try numbers(place, form.countSize)?[0, form.countSize], count <= TIFFTags.most,
      let tags = try numbers(place + form.countSize, Int(count) * form.entrySize + form.word),
      let next = tags[Int(count) * form.entrySize, form.word]
    else { return (true, nil, nil) }
    let entries = (0..<Int(count)).map { $0 * form.entrySize }
    let isCopy = entries.contains { at in
      guard let tag = tags[at, 2], let type = tags[at + 2, 2] else { return false }
      let value = tags[at + 4 + form.word, type == shortType ? 2 : 4] ?? 0
      return tag == kindTag && value & notPage != 0 || tag == oldKindTag && value == oldCopy
    }
    let nextPlace = place + form.countSize + Int(count) * form.entrySize
    return (!isCopy, nextPlace, Int(exactly: next))
  }

  /// TIFF 6.0, section 8: NewSubfileType with bit 0 for a smaller copy and bit 2 for a mask, and SubfileType with 2 for a copy.
  private static let kindTag: UInt64 = 254, notPage: UInt64 = 0b101
  private static let oldKindTag: UInt64 = 255, oldCopy: UInt64 = 2
  private static let shortType: UInt64 = 3

  /// A page as a file of its own: the file's bytes up to the last one that the page needs, with the page as the first and
  /// only one. They stay the same when other pages are appended.
  ///
  /// - Parameters:
  ///   - number: from 1 to `count`.
  ///   - file: the bytes that the pages were found in.
  package func page(_ number: Int, of file: consuming [UInt8]) -> [UInt8] {
    let page = pages[number - 1]
    var bytes = file
    let end = TIFFExtent(ofPageAt: page.place, form, in: TIFFNumbers(bytes)).end
    bytes.removeSubrange(end...)
    write(page.place, at: form.start, in: &bytes)
    if let next = page.next { write(0, at: next, in: &bytes) }
    return bytes
  }

  private func write(_ offset: Int, at place: Int, in bytes: inout [UInt8]) {
    for index in 0..<form.word where place + index < bytes.count {
      let byte = isBigEndian ? form.word - 1 - index : index
      bytes[place + index] = UInt8(truncatingIfNeeded: offset >> (8 * byte))
    }
  }
}
