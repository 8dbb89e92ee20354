import PeelImaging
import Testing

@testable import PeelCodecs

struct JPEGTests {
  /// Full-range BT.601 in floating point, independent of the code under test.
  private func ycc(_ r: UInt8, _ g: UInt8, _ b: UInt8) -> [Double] {
    let (r, g, b) = (Double(r), Double(g), Double(b))
    let luma = 0.299 * r + 0.587 * g + 0.114 * b
    return [luma, 128 + 0.564334 * (b - luma), 128 + 0.713267 * (r - luma)]
  }

  /// The largest difference in luma and chroma between a photo and the picture it was made from. A chroma sample is compared
  /// with the mean of the pixels that it covers.
  private func error(_ photo: Photo, _ picture: Picture) -> Double {
    var worst = 0.0
    func mean(_ x: Range<Int>, _ y: Range<Int>) -> [Double] {
      var sums = [0.0, 0, 0]
      for y in y {
        for x in x {
          let i = 3 * (y * picture.width + x)
          for (k, v) in ycc(picture.samples[i], picture.samples[i + 1], picture.samples[i + 2]).enumerated() {
            sums[k] += v
          }
        }
      }
      return sums.map { $0 / Double(x.count * y.count) }
    }
    for y in 0..<photo.height {
      for x in 0..<photo.width {
        worst = max(worst, abs(Double(photo.luma[x, y]) - mean(x..<x + 1, y..<y + 1)[0]))
      }
    }
    if let chroma = photo.chroma {
      for y in 0..<chroma.blue.height {
        for x in 0..<chroma.blue.width {
          let area = mean(
            x * chroma.scale.x..<min((x + 1) * chroma.scale.x, photo.width),
            y * chroma.scale.y..<min((y + 1) * chroma.scale.y, photo.height))
          worst = max(worst, abs(Double(chroma.blue[x, y]) - area[1]), abs(Double(chroma.red[x, y]) - area[2]))
        }
      }
    }
    return worst
  }

  /// 4:4:4, 4:2:2, 4:2:0, 4:4:0, 4:1:1 and 4 × 2, with and without blocks beyond the edge.
  @Test(arguments: [(1, 1), (2, 1), (2, 2), (1, 2), (4, 1), (4, 2)], [(64, 48), (37, 29), (1, 1), (130, 9)])
  func planesComeAsStored(_ scale: (Int, Int), _ size: (Int, Int)) throws {
    let photo = try PhotoFile(decoding: Made.jpeg(size.0, size.1) { $0.chromaScale = scale }).photo
    let chroma = try #require(photo.chroma)
    #expect((photo.width, photo.height) == size)
    #expect(chroma.scale == scale)
    #expect(chroma.blue.width == (size.0 + scale.0 - 1) / scale.0)
    #expect(chroma.blue.height == (size.1 + scale.1 - 1) / scale.1)
    #expect(error(photo, Made.picture(size.0, size.1)) <= 4)
  }

  @Test(arguments: [(3, 1), (1, 3)])
  func thirdsAreBroughtToFullSize(_ scale: (Int, Int)) throws {
    let photo = try PhotoFile(decoding: Made.jpeg(48, 48) { $0.chromaScale = scale }).photo
    #expect(photo.chroma?.scale ?? (0, 0) == (1, 1))
    #expect(error(photo, Made.picture(48, 48)) <= 5)
  }

  @Test func greyHasNoChroma() throws {
    let photo = try PhotoFile(decoding: Made.jpeg(37, 29) { $0.colour = .grey }).photo
    #expect(photo.chroma == nil)
    #expect((photo.luma[0, 0], photo.luma[36, 28]) == (40, 200))
  }

  /// Inverted inks without black are red, green and blue.
  @Test(arguments: [MadeJPEG.Colour.rgb, .cmyk, .ycck])
  func otherColoursBecomePlanes(_ colour: MadeJPEG.Colour) throws {
    let photo = try PhotoFile(
      decoding: Made.jpeg(37, 29) {
        $0.colour = colour
        $0.chromaScale = (1, 1)
      }
    ).photo
    #expect(photo.chroma?.scale ?? (0, 0) == (1, 1))
    #expect(error(photo, Made.picture(37, 29)) <= 4)
  }

  @Test func subsampledInksBecomePlanes() throws {
    let photo = try PhotoFile(decoding: Made.jpeg(37, 29) { $0.colour = .ycck }).photo
    #expect(error(photo, Made.picture(37, 29)) <= 8)
  }

  /// Programs that drop metadata leave inverted inks without the Adobe marker. Here a comment replaces it.
  @Test func inksWithoutAMarkerAreInvertedToo() throws {
    let marked = try Made.jpeg(16, 16) { $0.colour = .cmyk }
    var bytes = marked
    let adobe = try #require(JPEGSegments(bytes).segments.first { $0.marker == 0xEE })
    bytes[adobe.payload.lowerBound - 3] = 0xFE
    #expect(try PhotoFile(decoding: bytes).photo == PhotoFile(decoding: marked).photo)
  }

  @Test(
    arguments: [
      { $0.isProgressive = true }, { $0.isArithmetic = true }, { $0.restartRows = 1 },
      {
        $0.isProgressive = true
        $0.isArithmetic = true
        $0.restartRows = 1
      },
    ] as [@Sendable (inout MadeJPEG) -> Void])
  func everyCodingGivesTheSamePixels(_ change: @Sendable (inout MadeJPEG) -> Void) throws {
    let (plain, other) = (try Made.jpeg(130, 70), try Made.jpeg(130, 70, change))
    #expect(plain != other)
    #expect(try PhotoFile(decoding: plain).photo == PhotoFile(decoding: other).photo)
  }

  @Test(arguments: [false, true])
  func missingEndAndTrailingJunkAreForgiven(_ isProgressive: Bool) throws {
    let bytes = try Made.jpeg(130, 70) { $0.isProgressive = isProgressive }
    let photo = try PhotoFile(decoding: bytes).photo
    #expect(try PhotoFile(decoding: bytes.dropLast(2) + []).photo == photo)
    let second = try Made.jpeg(8, 8)
    #expect(try PhotoFile(decoding: bytes + second + Array(repeating: 0x41, count: 999)).photo == photo)
  }

  @Test func halfAFileIsAnError() throws {
    let bytes = try Made.jpeg(256, 256) { $0.quality = 80 }
    let scan = try #require(JPEGSegments(bytes).segments.last).payload.upperBound
    let half = scan + (bytes.count - scan) / 2
    let error = #expect(throws: CodecError.self) { try PhotoFile(decoding: Array(bytes[..<half])) }
    guard case .truncated(let rows?, height: 256) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((64...192).contains(rows) && rows.isMultiple(of: 16))
  }

  /// A cut file with an end marker, as some programs write it, and one with several scans.
  @Test func aCutIsNoticedBehindAnEndMarker() throws {
    let plain = try Made.jpeg(256, 256)
    #expect(throws: CodecError.self) { try PhotoFile(decoding: plain[..<(plain.count / 2)] + [0xFF, 0xD9]) }
    let progressive = try Made.jpeg(256, 256) { $0.isProgressive = true }
    #expect(throws: CodecError.self) { try PhotoFile(decoding: Array(progressive[..<(progressive.count * 3 / 4)])) }
  }

  /// A cut progressive file may end between two scans.
  @Test func aMissingScanIsNoticed() throws {
    let bytes = try Made.jpeg(64, 64) { $0.isProgressive = true }
    let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    #expect(scans.count > 5)
    for scan in scans.dropFirst() {
      #expect(throws: CodecError.truncated(rowsRead: nil, height: 64)) {
        try PhotoFile(decoding: Array(bytes[..<scan]))
      }
    }
  }

  @Test(arguments: [MadeJPEG.Colour.grey, .ycc, .cmyk], [false, true])
  func cutsAnywhereAreTypedErrors(_ colour: MadeJPEG.Colour, _ isProgressive: Bool) throws {
    let bytes = try Made.jpeg(33, 17, segments: [Made.exifSegment(Tiff.phone())]) {
      $0.colour = colour
      $0.isProgressive = isProgressive
      $0.quality = 50
    }
    for count in 0..<bytes.count - 2 {
      do throws(CodecError) {
        _ = try PhotoFile(decoding: Array(bytes[..<count]))
        #expect(count > bytes.count - 12, "cut at \(count) of \(bytes.count)")
      } catch {
        switch error {
        case .empty, .truncated, .notAPhoto: break
        case .tooLarge, .needsMemory, .corrupt, .unsupported, .outOfMemory, .missing:
          Issue.record("cut at \(count): \(error)")
        }
      }
    }
  }

  @Test func hugeClaimsAreRefusedBeforeMemoryIsTaken() throws {
    var bytes = try Made.jpeg(16, 16)
    let frame = try #require(JPEGSegments(bytes).segments.first { $0.marker == 0xC0 })
    bytes.replaceSubrange(frame.payload.lowerBound + 1..<frame.payload.lowerBound + 5, with: [0xFF, 0xDC, 0xFF, 0xDC])
    #expect(throws: CodecError.tooLarge(width: 65_500, height: 65_500)) { try PhotoFile(decoding: bytes) }
  }

  @Test func aClaimWithinTheLimitEndsAtTheFirstMissingRow() throws {
    var bytes = try Made.jpeg(16, 16)
    let frame = try #require(JPEGSegments(bytes).segments.first { $0.marker == 0xC0 })
    bytes.replaceSubrange(frame.payload.lowerBound + 1..<frame.payload.lowerBound + 5, with: [0x27, 0x10, 0x2E, 0xE0])
    #expect(throws: CodecError.truncated(rowsRead: 0, height: 10_000)) { try PhotoFile(decoding: bytes) }
  }

  /// Repeats the scan that refines the lowest DC bit, which has one bit per block.
  @Test func scansAreCounted() throws {
    let bytes = try Made.jpeg(64, 64) { $0.isProgressive = true }
    let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    let refining = try #require(scans.firstIndex { Array(bytes[$0 + 11..<$0 + 14]) == [0, 0, 0x10] })
    let scan = Array(bytes[scans[refining]..<scans[refining + 1]])
    let bomb = bytes.dropLast(2) + repeatElement(scan, count: 200).joined() + [0xFF, 0xD9]
    #expect(throws: CodecError.unsupported(what: "a JPEG in more than 100 scans")) {
      try PhotoFile(decoding: Array(bomb))
    }
    // Refused before decoding: the first scan has no data.
    let first = scans[0] + 2 + Int(bytes[scans[0] + 3])
    #expect(throws: CodecError.unsupported(what: "a JPEG in more than 100 scans")) {
      try PhotoFile(decoding: Array(bytes[..<first] + bomb[scans[1]...]))
    }
    #expect(throws: CodecError.self) { try PhotoFile(decoding: Array(bytes[..<first] + bytes[scans[1]...])) }
  }

  @Test func aLongSideIsRefused() {
    #expect(throws: CodecError.tooLarge(width: 70_000, height: 10)) {
      try DecodingLimits().check(width: 70_000, height: 10)
    }
  }

  /// libjpeg reads no side longer than 65,500, which is no damage.
  @Test func aSideBeyondLibjpegsLimitIsNoDamage() throws {
    var bytes = try Made.jpeg(16, 16)
    let frame = try #require(JPEGSegments(bytes).segments.first { $0.marker == JPEGSegments.Marker.baselineFrame })
    bytes.replaceSubrange(frame.payload.lowerBound + 3..<frame.payload.lowerBound + 5, with: [0xFF, 0xFF])
    let error = #expect(throws: CodecError.tooLarge(width: 65_535, height: 16)) { try PhotoFile(decoding: bytes) }
    #expect(error?.description == "65535 × 16 pixels are more than 65,500 along a side")
  }

  @Test func onePixel() throws {
    let photo = try PhotoFile(decoding: Made.jpeg(1, 1)).photo
    #expect((photo.width, photo.height) == (1, 1))
  }

  @Test func damageInOneRestartIntervalIsAWarning() throws {
    var bytes = try Made.jpeg(256, 256) { $0.restartRows = 1 }
    let restarts = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && (0xD0...0xD7).contains(bytes[$0 + 1]) }
    let middle = restarts[restarts.count / 2]
    bytes.removeSubrange(middle + 300..<middle + 900)
    #expect(try PhotoFile(decoding: bytes).warnings == ["part of the photo's data is damaged"])
  }

  /// Phones add a thumbnail in EXIF, and other pictures and a video after the photo.
  @Test func onlyThePhotoItselfIsTaken() throws {
    let other = try Made.jpeg(24, 16)
    let t = Tiff()
    let first = t.directory([t.short(0x112, 1)], at: 8, next: 26)
    let second = t.directory([t.short(0x103, 6), t.long(0x201, 68), t.long(0x202, UInt32(other.count))], at: 26)
    let block = t.header + first + second
    #expect(block.count == 68)
    let photo = try Made.jpeg(33, 17, segments: [Made.exifSegment(block + other)])
    let film = Array("\0\0\0\u{18}ftypmp42".utf8)
    for rest in [[], other, other + film] {
      let file = try PhotoFile(decoding: photo + rest)
      #expect((file.photo.width, file.photo.height) == (33, 17))
      #expect(file.warnings.isEmpty)
    }
    // A cut file isn't replaced by its thumbnail.
    let cut = photo.prefix(photo.count - 300)
    #expect(throws: CodecError.self) { try PhotoFile(decoding: Array(cut)) }
  }

  @Test(arguments: [
    (UInt8(0xE1), "http://ns.adobe.com/xap/1.0/\0<x xmlns:hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/'/>"),
    (0xE2, "urn:iso:std:iso:ts:21496:-1\0\0\0\0\0"),
  ])
  func aGainMapChangesNothing(_ marker: UInt8, _ text: String) throws {
    let photo = try Made.jpeg(33, 17, segments: [.init(marker: marker, payload: Array(text.utf8))])
    let file = try PhotoFile(decoding: photo + Made.jpeg(9, 9))
    #expect(file.warnings.isEmpty)
    #expect((file.photo.width, file.photo.height) == (33, 17))
  }

  /// What a cut-off copy leaves, whose decoder takes zeros for data. Zeros behind the end do no harm.
  @Test(arguments: [false, true])
  func zerosInsteadOfTheEndAreNoticed(_ isArithmetic: Bool) throws {
    let whole = try Made.jpeg(64, 64) { $0.isArithmetic = isArithmetic }
    let cut = whole[..<(whole.count * 3 / 4)] + [UInt8](repeating: 0, count: whole.count / 4)
    let rowsRead = isArithmetic ? nil : 48
    #expect(throws: CodecError.truncated(rowsRead: rowsRead, height: 64)) { try PhotoFile(decoding: Array(cut)) }
    let zeros = [UInt8](repeating: 0, count: 99)
    #expect(try PhotoFile(decoding: whole + zeros).photo.width == 64)
    #expect(try PhotoFile(decoding: whole.dropLast(2) + zeros).photo.width == 64, "only the end marker is missing")
  }
}
