package import PeelImaging

extension Exif {
  /// The block for a picture made from the photo: orientation 1, the new size and resolution, no thumbnail. All other bytes
  /// stay where they are, because maker notes contain offsets in unknown formats.
  ///
  /// - Parameters:
  ///   - width: the picture's width in pixels.
  ///   - height: the picture's height in pixels.
  ///   - ppi: pixels per inch; nil keeps the photo's value.
  ///   - isSRGB: whether the picture was converted to sRGB, which is then recorded.
  ///   - taken: when the print was taken; nil keeps the photo's date. If it's known, the photo's date becomes that of
  ///     digitizing.
  ///   - hasLocation: whether to keep the place where the photo was taken.
  package func updated(
    width: Int, height: Int, ppi: Double?, isSRGB: Bool = false, taken: PartialDate? = nil, hasLocation: Bool = true
  ) -> Exif {
    updated(
      width: width, height: height, ppi: ppi, isSRGB: isSRGB, taken: taken, hasLocation: hasLocation, texts: Texts())
  }

  /// The texts that a scan's block has instead of the photo's; nil keeps the photo's.
  struct Texts {
    /// What the print shows. EXIF asks for ASCII, but readers take UTF-8.
    var description: String?
    /// The program that made the scan.
    var software: String?

    var isEmpty: Bool { description == nil && software == nil }

    fileprivate func entries(_ edit: inout TIFFEdit) -> [TIFFStructure.Entry] {
      [(Tag.imageDescription, description), (Tag.software, software)].compactMap { tag, text in
        text.map { edit.text(tag, $0) }
      }
    }
  }

  /// - Parameter texts: the texts that replace the photo's.
  func updated(
    width: Int, height: Int, ppi: Double?, isSRGB: Bool, taken: PartialDate?, hasLocation: Bool, texts: Texts
  ) -> Exif {
    let fresh = Exif(
      width: width, height: height, ppi: ppi, isSRGB: isSRGB, date: taken?.exif ?? date,
      digitized: taken == nil ? nil : date, texts: texts)
    var edit = TIFFEdit(block)
    guard let tiff = TIFFStructure(block), var first = tiff.directory(at: tiff.start) else { return fresh }
    let details = tiff.integer(first[Tag.exifDirectory]).flatMap(tiff.directory)
    if details == nil { first.remove(Tag.exifDirectory) }
    if let thumbnail = tiff.directory(at: first.next) {
      edit.erase(Self.ranges(ofThumbnail: thumbnail, in: tiff), butKeep: Self.ranges(kept: first, details, in: tiff))
    }

    first.next = 0
    first.dropUnreadable(in: tiff)
    first.set(edit.short(Tag.orientation, 1))
    first.replace(edit.long(Tag.imageWidth, width))
    first.replace(edit.long(Tag.imageLength, height))
    if let ppi { for entry in edit.resolution(across: ppi, down: ppi) { first.set(entry) } }
    for entry in texts.entries(&edit) { first.set(entry) }
    if !hasLocation, let gps = first[Tag.gpsDirectory] {
      let place = tiff.integer(gps).flatMap(tiff.directory)
      edit.erase(place.map { [$0.table] + $0.entries.compactMap(tiff.range) } ?? [], butKeep: [])
      first.remove(Tag.gpsDirectory)
    }
    if isSRGB, var interop = tiff.integer(details?[Tag.interopDirectory]).flatMap(tiff.directory) {
      // DCF 2.0's mark for sRGB instead of the one for Adobe RGB.
      interop.replace(edit.text(Tag.interopIndex, "R98"))
      edit.write(interop, over: interop.offset, roomFor: interop.entries.count)
    }
    let needsDetails = isSRGB || taken != nil
    if var details = details ?? (needsDetails ? TIFFStructure.Directory(offset: 0, entries: [], next: 0) : nil) {
      let room = details.entries.count
      details.dropUnreadable(in: tiff)
      details.replace(edit.long(Tag.pixelXDimension, width))
      details.replace(edit.long(Tag.pixelYDimension, height))
      if isSRGB { details.set(edit.short(Tag.colorSpace, 1)) }
      if let taken {
        details.moveDateToDigitized()
        details.set(edit.text(Tag.dateTimeOriginal, taken.exif))
      }
      first.set(edit.long(Tag.exifDirectory, edit.write(details, over: details.offset, roomFor: room)))
    }
    let start = edit.write(first, over: first.offset, roomFor: tiff.directory(at: first.offset)?.entries.count ?? 0)
    edit.put(start, at: 4)
    return Exif(block: edit.bytes).flatMap { $0.orientation == .upright ? $0 : nil } ?? fresh
  }

  /// A new block with only these values.
  ///
  /// - Parameters:
  ///   - width: the picture's width in pixels.
  ///   - height: the picture's height in pixels.
  ///   - ppi: pixels per inch; nil if unknown.
  ///   - isSRGB: whether to record that the colours are sRGB.
  ///   - date: when the photo was taken, as in `Exif.date`.
  ///   - digitized: when it was digitized, in the same form.
  package init(
    width: Int, height: Int, ppi: Double?, isSRGB: Bool = false, date: String? = nil, digitized: String? = nil
  ) {
    self.init(
      width: width, height: height, ppi: ppi, isSRGB: isSRGB, date: date, digitized: digitized, texts: Texts())
  }

  init(
    width: Int, height: Int, ppi: Double?, isSRGB: Bool, date: String? = nil, digitized: String? = nil, texts: Texts
  ) {
    var edit = TIFFEdit(Array("II*\0".utf8) + [0, 0, 0, 0])
    var details = TIFFStructure.Directory(offset: 0, entries: [], next: 0)
    if let date { details.set(edit.text(Tag.dateTimeOriginal, String(date.prefix(19)))) }
    if let digitized { details.set(edit.text(Tag.dateTimeDigitized, String(digitized.prefix(19)))) }
    details.set(edit.undefined(Tag.exifVersion, Array("0232".utf8)))
    details.set(edit.undefined(Tag.componentsConfiguration, [1, 2, 3, 0]))
    details.set(edit.undefined(Tag.flashpixVersion, Array("0100".utf8)))
    if isSRGB { details.set(edit.short(Tag.colorSpace, 1)) }
    details.set(edit.long(Tag.pixelXDimension, width))
    details.set(edit.long(Tag.pixelYDimension, height))
    var first = TIFFStructure.Directory(offset: 0, entries: [], next: 0)
    first.set(edit.short(Tag.orientation, 1))
    if let ppi { for entry in edit.resolution(across: ppi, down: ppi) { first.set(entry) } }
    for entry in texts.entries(&edit) { first.set(entry) }
    first.set(edit.long(Tag.exifDirectory, edit.write(details, over: 0, roomFor: 0)))
    edit.put(edit.write(first, over: 0, roomFor: 0), at: 4)
    self.init(small: edit.bytes, date: date, pixelSize: (width, height))
  }

  /// The block without its second directory and the thumbnail. They are cut off if they are at the end, and zeroed if not.
  static func withoutThumbnail(_ tiff: TIFFStructure, _ first: TIFFStructure.Directory) -> [UInt8] {
    guard let thumbnail = tiff.directory(at: first.next) else { return tiff.bytes }
    var edit = TIFFEdit(tiff.bytes)
    var kept = first
    kept.next = 0
    edit.write(kept, over: first.offset, roomFor: first.entries.count)
    let details = tiff.integer(first[Tag.exifDirectory]).flatMap(tiff.directory)
    edit.erase(ranges(ofThumbnail: thumbnail, in: tiff), butKeep: ranges(kept: first, details, in: tiff))
    return edit.bytes
  }

  /// The ranges of a block's second directory, its values and the thumbnail.
  private static func ranges(
    ofThumbnail thumbnail: TIFFStructure.Directory, in tiff: TIFFStructure
  ) -> [Range<Int>] {
    var ranges = [thumbnail.table] + thumbnail.entries.compactMap(tiff.range)
    for (start, length) in [(Tag.thumbnailOffset, Tag.thumbnailLength), (Tag.stripOffsets, Tag.stripByteCounts)] {
      guard let start = tiff.integer(thumbnail[start]), let length = tiff.integer(thumbnail[length]) else { continue }
      ranges.append((start..<start + length).clamped(to: 0..<tiff.bytes.count))
    }
    return ranges
  }

  private static func ranges(
    kept first: TIFFStructure.Directory, _ details: TIFFStructure.Directory?, in tiff: TIFFStructure
  ) -> [Range<Int>] {
    let gps = tiff.integer(first[Tag.gpsDirectory]).flatMap(tiff.directory)
    let interop = tiff.integer(details?[Tag.interopDirectory]).flatMap(tiff.directory)
    let directories = [first, details, gps, interop].compactMap { $0 }
    return [0..<TIFFStructure.headerSize] + directories.map(\.table)
      + directories.flatMap { $0.entries.compactMap(tiff.range) }
  }
}

extension TIFFStructure.Directory {
  /// The range of the count, the entries and the next directory's offset.
  fileprivate var table: Range<Int> { offset..<offset + 6 + entries.count * TIFFStructure.entrySize }

  /// Drops entries whose values aren't in the structure, which would confuse other programs.
  fileprivate mutating func dropUnreadable(in tiff: TIFFStructure) {
    entries.removeAll { tiff.size(of: $0) != nil && tiff.value(of: $0) == nil }
  }

  mutating func remove(_ tag: UInt16) { entries.removeAll { $0.tag == tag } }

  /// Makes the date of the photo that of its digitizing.
  fileprivate mutating func moveDateToDigitized() {
    for (original, digitized) in [
      (Exif.Tag.dateTimeOriginal, Exif.Tag.dateTimeDigitized),
      (Exif.Tag.offsetTimeOriginal, Exif.Tag.offsetTimeDigitized),
      (Exif.Tag.subSecTimeOriginal, Exif.Tag.subSecTimeDigitized),
    ] {
      guard var entry = self[original] else { continue }
      remove(original)
      entry.tag = digitized
      set(entry)
    }
  }

  /// Replaces the entries with the same tag, or inserts the entry in the order of tags.
  mutating func set(_ entry: TIFFStructure.Entry) {
    entries.removeAll { $0.tag == entry.tag }
    entries.insert(entry, at: entries.firstIndex { $0.tag > entry.tag } ?? entries.count)
  }

  /// Replaces the entries with the same tag, if there are any.
  fileprivate mutating func replace(_ entry: TIFFStructure.Entry) {
    if self[entry.tag] != nil { set(entry) }
  }
}
