extension Exif {
  /// Copies the metadata of a TIFF file's first page into a block of its own; nil for a BigTIFF or a damaged file. Maker
  /// notes are left out because they contain offsets into the file.
  init?(tiff file: [UInt8]) {
    guard let tiff = TIFFStructure(file), let first = tiff.directory(at: tiff.start) else { return nil }
    var edit = TIFFEdit(file[..<4] + [0, 0, 0, 0])
    func copied(_ directory: TIFFStructure.Directory, _ edit: inout TIFFEdit, where isWanted: (UInt16) -> Bool)
      -> TIFFStructure.Directory
    {
      var copy = TIFFStructure.Directory(offset: 0, entries: [], next: 0)
      for entry in directory.entries.prefix(Self.mostEntries) where isWanted(entry.tag) {
        guard let value = tiff.value(of: entry), value.count <= Self.largestValue else { continue }
        copy.set(edit.entry(entry, value: value))
      }
      return copy
    }
    var kept = copied(first, &edit) { Self.described.contains($0) }
    for pointer in [Tag.exifDirectory, Tag.gpsDirectory] {
      guard let offset = tiff.integer(first[pointer]), let directory = tiff.directory(at: offset) else { continue }
      let copy = copied(directory, &edit) { !Self.bound.contains($0) }
      kept.set(edit.long(pointer, edit.write(copy, over: 0, roomFor: 0)))
    }
    edit.put(edit.write(kept, over: 0, roomFor: 0), at: 4)
    self.init(block: edit.bytes)
  }

  /// ImageDescription, Make, Model, Orientation, XResolution, YResolution, ResolutionUnit, Software, DateTime, Artist,
  /// Copyright.
  private static let described: Set<UInt16> = [
    0x10E, 0x10F, 0x110, Tag.orientation, Tag.xResolution, Tag.yResolution, Tag.resolutionUnit, 0x131, 0x132, 0x13B,
    0x8298,
  ]
  /// MakerNote, and the pointer to the interoperability directory.
  private static let bound: Set<UInt16> = [0x927C, Tag.interopDirectory]
  /// The most entries to copy from a directory.
  private static let mostEntries = 200
  /// The largest value to copy, in bytes.
  private static let largestValue = 4096
}
