/// What a page of a PDF document tells about its picture, which becomes a file of its own.
struct PictureFacts {
  var width: Int
  var height: Int
  /// Per pixel: 1 for grey or a palette's numbers, 3 for red, green and blue, 4 for inks.
  var samples: Int
  /// Per sample, high bits first.
  var bits: Int
  /// Pixels per inch.
  var horizontal: Double
  var vertical: Double
  /// By how many quarters of a turn it is shown clockwise.
  var turns: Int
  /// Red, green and blue of each number; empty if there is none.
  var palette: [UInt8]
  /// The ICC profile; empty if there is none.
  var profile: [UInt8]

  /// The EXIF orientation.
  private var orientation: UInt16 { [1, 6, 3, 8][turns & 3] }

  /// A JPEG with the page's density and turn as EXIF data, in place of its own, which no viewer of documents heeds; and with
  /// the profile, if it has none.
  func jpeg(_ data: [UInt8]) -> [UInt8] {
    guard data.starts(with: [0xFF, 0xD8]) else { return data }
    let own = JPEGSegments(data)
    var segments = [
      JPEGEncoder.Segment(marker: JPEGSegments.Marker.app1, payload: JPEGSegments.exifSignature + structure())
    ]
    if !profile.isEmpty, own.profilePieces.isEmpty, let pieces = ColourProfile.pieces(profile) {
      segments += pieces.map { JPEGEncoder.Segment(marker: JPEGSegments.Marker.app2, payload: $0) }
    }
    var file = data
    for segment in own.segments.reversed() where segment.marker == JPEGSegments.Marker.app1 {
      guard data[segment.payload].starts(with: JPEGSegments.exifSignature) else { continue }
      file.removeSubrange(segment.range)
    }
    return JPEGEncoder.file(file[...], with: segments)
  }

  /// A TIFF of one uncompressed strip. Its bytes are in the order of PDF, high bytes first.
  func tiff(_ data: [UInt8]) -> [UInt8] {
    structure(data) { edit in
      var entries = [
        edit.long(Exif.Tag.imageWidth, width), edit.long(Exif.Tag.imageLength, height),
        edit.shorts(Tag.bitsPerSample, Array(repeating: UInt16(bits), count: samples)), edit.short(Tag.compression, 1),
        // Black is 0, red green and blue, numbers of a palette, and inks.
        edit.short(Tag.photometric, !palette.isEmpty ? 3 : samples == 1 ? 1 : samples == 3 ? 2 : 5),
        edit.long(Exif.Tag.stripOffsets, TIFFStructure.headerSize), edit.short(Tag.samplesPerPixel, UInt16(samples)),
        edit.long(Tag.rowsPerStrip, height), edit.long(Exif.Tag.stripByteCounts, data.count),
      ]
      if !palette.isEmpty { entries.append(edit.shorts(Tag.colourMap, colourMap)) }
      if !profile.isEmpty { entries.append(edit.undefined(Tag.profile, profile)) }
      return entries
    }
  }

  /// Tags of TIFF 6.0, and of the ICC profile.
  private enum Tag {
    static let bitsPerSample: UInt16 = 0x102, compression: UInt16 = 0x103, photometric: UInt16 = 0x106
    static let samplesPerPixel: UInt16 = 0x115, rowsPerStrip: UInt16 = 0x116, colourMap: UInt16 = 0x140
    static let profile: UInt16 = 0x8773
  }

  /// All reds, then all greens and blues, with 16 bits each.
  private var colourMap: [UInt16] {
    (0..<3).flatMap { channel in
      (0..<1 << bits).map { number in
        let place = 3 * number + channel
        return place < palette.count ? 257 * UInt16(palette[place]) : 0
      }
    }
  }

  /// A TIFF structure with the turn and the density.
  ///
  /// - Parameters:
  ///   - data: what follows the header.
  ///   - entries: makes more entries.
  private func structure(
    _ data: [UInt8] = [], _ entries: (inout TIFFEdit) -> [TIFFStructure.Entry] = { _ in [] }
  ) -> [UInt8] {
    var edit = TIFFEdit(Array("MM\0*\0\0\0\0".utf8) + data)
    var directory = TIFFStructure.Directory(offset: 0, entries: entries(&edit), next: 0)
    directory.set(edit.short(Exif.Tag.orientation, orientation))
    for entry in edit.resolution(across: horizontal, down: vertical) { directory.set(entry) }
    edit.put(edit.write(directory, over: 0, roomFor: 0), at: 4)
    return edit.bytes
  }
}
