/// Where a raw file says that its data is. LibRaw leaves the parts of a picture black whose data isn't in the file.
enum RawStructure {
  /// Whether a file ends before its data does; false if it doesn't say where that is.
  static func isCutOff(_ bytes: [UInt8]) -> Bool {
    if let tiff = TIFFStructure(bytes) { return tiff.hasDirectory(where: tiff.isCutOff) }
    if bytes.starts(with: fujifilm) { return fujifilmPlaces.contains { endsBeforeData(at: $0, bytes) } }
    // A CR3 is a list of boxes (ISO/IEC 14496-12, section 4.2).
    guard let last = HEIFStructure.boxes(of: bytes, in: bytes.indices).last else { return false }
    return last.whole.upperBound < bytes.count
  }

  private static let fujifilm = Array("FUJIFILMCCD-RAW".utf8)
  /// The offsets, in a file of Fujifilm, of the places and sizes of its preview and of the sensor's data.
  private static let fujifilmPlaces = [84, 100]

  private static func endsBeforeData(at place: Int, _ bytes: [UInt8]) -> Bool {
    var reader = HEIFStructure.Reader(bytes, min(place, bytes.count)..<bytes.count)
    guard let start = reader.next(4), let size = reader.next(4) else { return true }
    return start + size > bytes.count
  }
}

extension TIFFStructure {
  /// The most directories to look at.
  private static let most = 64

  /// Whether the first directory, one of those that follow it, or one inside these is wanted. They are read one after the
  /// other, because they may share their bytes.
  fileprivate func hasDirectory(where isWanted: (Directory) -> Bool) -> Bool {
    var room = Self.most
    var next = start
    while room > 0, let directory = directory(at: next) {
      if isWanted(directory) { return true }
      let inside = placesInside(directory).prefix(room)
      if inside.lazy.compactMap(self.directory).contains(where: isWanted) { return true }
      room -= 1 + inside.count
      next = directory.next
    }
    return false
  }

  /// Whether a directory's strips or tiles aren't all in the bytes.
  fileprivate func isCutOff(_ directory: Directory) -> Bool {
    // Strips and tiles (TIFF 6.0, sections 8 and 15).
    let tags: [(places: UInt16, sizes: UInt16)] = [(273, 279), (324, 325)]
    return tags.contains { tags in
      guard let places = directory[tags.places], let sizes = directory[tags.sizes] else { return false }
      guard let starts = integers(places), let counts = integers(sizes) else { return true }
      return zip(starts, counts).contains { $0 + $1 > bytes.count }
    }
  }
}
