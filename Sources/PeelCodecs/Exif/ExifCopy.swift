internal import PeelImaging

/// Copies the directories of a TIFF structure into a block of their own.
private struct ExifCopy {
  /// The directories of an EXIF block.
  enum Directory { case first, details, gps, interop }

  let tiff: TIFFStructure
  /// Whether an entry is copied, by its directory, its tag and the size of its value in bytes.
  let isWanted: (Directory, UInt16, Int) -> Bool

  /// The block; nil without a first directory.
  func block() -> [UInt8]? {
    var edit = TIFFEdit(tiff.bytes[..<4] + [0, 0, 0, 0])
    return add(to: &edit, into: TIFFStructure.Directory(offset: 0, entries: [], next: 0)) ? edit.bytes : nil
  }

  /// Adds the copies to another structure of the same byte order.
  ///
  /// - Parameter base: the other structure's first directory. Its entries are kept.
  /// - Returns: whether there is anything to copy.
  func add(to edit: inout TIFFEdit, into base: TIFFStructure.Directory) -> Bool {
    guard let first = tiff.directory(at: tiff.start) else { return false }
    var details = tiff.integer(first[Exif.Tag.exifDirectory]).flatMap(tiff.directory).map { directory in
      (copy: copy(of: directory, .details, &edit), interop: directory[Exif.Tag.interopDirectory])
    }
    let interop = tiff.integer(details?.interop).flatMap(tiff.directory)
    if let interop, isWanted(.details, Exif.Tag.interopDirectory, 0) {
      let place = edit.write(copy(of: interop, .interop, &edit), over: 0, roomFor: 0)
      details?.copy.set(edit.long(Exif.Tag.interopDirectory, place))
    }
    var kept = copy(of: first, .first, &edit)
    if let details { kept.set(edit.long(Exif.Tag.exifDirectory, edit.write(details.copy, over: 0, roomFor: 0))) }
    if let gps = tiff.integer(first[Exif.Tag.gpsDirectory]).flatMap(tiff.directory) {
      let place = edit.write(copy(of: gps, .gps, &edit), over: 0, roomFor: 0)
      kept.set(edit.long(Exif.Tag.gpsDirectory, place))
    }
    for entry in base.entries { kept.set(entry) }
    edit.put(edit.write(kept, over: 0, roomFor: 0), at: 4)
    return true
  }

  /// The most entries to copy from a directory.
  private static let mostEntries = 200
  /// The entries that tell where other directories are.
  private static let pointers: Set<UInt16> = [
    Exif.Tag.exifDirectory, Exif.Tag.gpsDirectory, Exif.Tag.interopDirectory,
  ]

  /// The tags of the values that aren't copied, without those that tell where pixels are.
  func leftOut(of first: TIFFStructure.Directory) -> [UInt16] {
    func leftOut(_ pointer: TIFFStructure.Entry?, _ kind: Directory) -> [UInt16] {
      tiff.integer(pointer).flatMap(tiff.directory).map { leftOut($0, kind) } ?? []
    }
    func leftOut(_ directory: TIFFStructure.Directory, _ kind: Directory) -> [UInt16] {
      zip(0..., directory.entries).compactMap { index, entry in
        guard !Self.pointers.contains(entry.tag), !Exif.pixelPlaces.contains(entry.tag),
          let value = tiff.value(of: entry)
        else { return nil }
        return index < Self.mostEntries && isWanted(kind, entry.tag, value.count) ? nil : entry.tag
      }
    }
    return leftOut(first, .first) + leftOut(first[Exif.Tag.exifDirectory], .details)
      + leftOut(first[Exif.Tag.gpsDirectory], .gps)
  }

  private func copy(
    of directory: TIFFStructure.Directory, _ kind: Directory, _ edit: inout TIFFEdit
  ) -> TIFFStructure.Directory {
    var copy = TIFFStructure.Directory(offset: 0, entries: [], next: 0)
    for entry in directory.entries.prefix(Self.mostEntries) where !Self.pointers.contains(entry.tag) {
      guard let value = tiff.value(of: entry), isWanted(kind, entry.tag, value.count) else { continue }
      copy.set(edit.entry(entry, value: value))
    }
    return copy
  }
}

extension Exif {
  /// Copies the metadata of a TIFF file's first page into a block of its own; nil for a BigTIFF or a damaged file. Maker
  /// notes are left out because they contain offsets into the file.
  init?(tiff file: [UInt8]) {
    guard let tiff = TIFFStructure(file) else { return nil }
    let copy = ExifCopy(tiff: tiff) { directory, tag, size in
      switch directory {
      case .first: size <= Self.largestValue && Self.described.contains(tag)
      case .details, .gps: size <= Self.largestValue && !Self.bound.contains(tag) && tag != Tag.interopDirectory
      case .interop: false
      }
    }
    guard let block = copy.block() else { return nil }
    self.init(block: block)
  }

  /// The block for a picture that is another one than the file's: without what only describes the file's pixels, and without
  /// maker notes, which identify the file.
  var ofScene: Exif {
    guard let tiff = TIFFStructure(block) else { return self }
    let copy = ExifCopy(tiff: tiff) { directory, tag, _ in
      directory != .interop && !Self.bound.contains(tag) && !Self.ofFile.contains(tag)
    }
    return copy.block().flatMap { Exif(block: $0) } ?? Exif(width: 1, height: 1, ppi: nil, date: date)
  }

  /// Bits, compression, tiles, the subject's area and place, the unique id, the interoperability directory, and the
  /// sizes, which are written anew.
  private static let ofFile: Set<UInt16> = [
    0x100, 0x101, 0x102, 0x103, 0x106, 0x115, 0x142, 0x143, 0x144, 0x145, 0x9102, 0x9214, 0xA214, 0xA420,
    Tag.pixelXDimension, Tag.pixelYDimension, Tag.interopDirectory,
  ]

  /// Adds an EXIF block's values to a TIFF file of the same byte order. Maker notes are left out because they contain
  /// offsets into the block.
  static func adding(_ block: [UInt8], to file: [UInt8]) -> [UInt8] {
    guard let tiff = TIFFStructure(block), let base = TIFFStructure(file).flatMap({ $0.directory(at: $0.start) }) else {
      return file
    }
    let copy = ExifCopy(tiff: tiff) { directory, tag, _ in
      switch directory {
      case .first: Self.described.contains(tag) && !Self.ofPixels.contains(tag)
      case .details, .gps, .interop: !Self.bound.contains(tag) && !Self.ofJPEG.contains(tag)
      }
    }
    var edit = TIFFEdit(file)
    return copy.add(to: &edit, into: base) ? edit.bytes : file
  }

  /// Reads a block that may be larger than a scan's can be. What doesn't fit is left out: the thumbnail, which scans never
  /// have; then the maker note, which contains offsets into the block; then the largest values.
  ///
  /// - Returns: the block, and the names of what was left out besides the thumbnail; nil if the block is damaged.
  static func fitting(_ block: [UInt8]) -> (exif: Exif, leftOut: [String])? {
    if block.count <= largestBlock - roomForUpdates { return Exif(block: block).map { ($0, []) } }
    guard let tiff = TIFFStructure(block), let first = tiff.directory(at: tiff.start) else { return nil }
    let cut = withoutThumbnail(tiff, first)
    if cut.count <= largestBlock - roomForUpdates, let exif = Exif(block: cut) { return (exif, []) }
    for largest in [largestBlock] + sizes {
      let copy = ExifCopy(tiff: tiff) { _, tag, size in !bound.contains(tag) && size <= largest }
      guard let copied = copy.block() else { return nil }
      if copied.count <= largestBlock - roomForUpdates {
        return Exif(block: copied).map { ($0, copy.leftOut(of: first).map(name)) }
      }
    }
    return nil
  }

  /// A value's name, for messages.
  private static func name(of tag: UInt16) -> String { names[tag] ?? "tag \(tag)" }

  /// The names of the values that may be large (Exif 3.0, TIFF 6.0, and Microsoft's).
  private static let names: [UInt16: String] = [
    0x927C: "the maker note", 0x9286: "UserComment", 0x010E: "ImageDescription", 0x014A: "SubIFDs", 0x02BC: "XMP",
    0x83BB: "IPTC", 0x8649: "Photoshop's settings", 0x8773: "the colour profile", 0xC4A5: "PrintImageMatching",
    0x9C9B: "XPTitle", 0x9C9C: "XPComment", 0x9C9D: "XPAuthor", 0x9C9E: "XPKeywords", 0x9C9F: "XPSubject",
    0xEA1C: "padding",
  ]

  /// The largest block to read, in bytes. Phones write up to 200 kB.
  static let largestRead = 16 << 20

  /// The bytes that a scan's update may add to a block: a caption, and less than as much of other values.
  private static let roomForUpdates = 2 * Caption.mostBytes
  /// The sizes above which values are left out, in bytes, until the block fits.
  private static let sizes = [16_384, 4096, 1024, 256]

  /// ImageDescription, Make, Model, Orientation, XResolution, YResolution, ResolutionUnit, Software, DateTime, Artist,
  /// Copyright.
  private static let described: Set<UInt16> = [
    Tag.imageDescription, 0x10F, 0x110, Tag.orientation, Tag.xResolution, Tag.yResolution, Tag.resolutionUnit,
    Tag.software, 0x132, 0x13B,
    0x8298,
  ]
  /// What a TIFF file's own directory has about its pixels.
  private static let ofPixels: Set<UInt16> = [
    Tag.orientation, Tag.xResolution, Tag.yResolution, Tag.resolutionUnit,
  ]
  /// ComponentsConfiguration and CompressedBitsPerPixel, which only JPEGs have.
  private static let ofJPEG: Set<UInt16> = [Tag.componentsConfiguration, 0x9102]
  /// MakerNote and SubIFDs, whose values are offsets, and what tells where pixels are.
  private static let bound: Set<UInt16> = pixelPlaces.union([0x927C, 0x14A])
  /// What tells where pixels are.
  fileprivate static let pixelPlaces: Set<UInt16> = [
    Tag.stripOffsets, Tag.stripByteCounts, Tag.thumbnailOffset, Tag.thumbnailLength,
  ]
  /// The largest value to copy from a TIFF file, in bytes.
  private static let largestValue = 4096
}
