internal import PeelImaging

extension StereoContents {
  static func jpeg(_ bytes: [UInt8], _ limits: DecodingLimits) throws(DepthError) -> StereoContents {
    if JPEGSegments(bytes).hasTooMany { throw .codec(.unsupported(what: JPEGSegments.tooMany)) }
    let file = JPEGDepth(bytes, limits)
    if let (map, facts) = try file.multiPicture() { return .depth(map, facts) }
    if let (map, facts) = try file.gdepth() { return .depth(map, facts) }
    if let (map, facts) = try file.dynamicDepth() { return .depth(map, facts) }
    if let (map, facts) = try file.samsung() { return .depth(map, facts) }
    let isCutOff = file.segments.pictureRanges.contains { $0.upperBound > bytes.count }
    throw isCutOff ? .pictureMissing : .none
  }

  static func announcesDepth(jpeg bytes: [UInt8]) -> Bool {
    if JPEGSegments(bytes).hasTooMany { return false }
    return JPEGDepth(bytes, DecodingLimits()).isAnnounced
  }
}

/// A JPEG whose depth map is looked for.
private struct JPEGDepth {
  typealias Found = (DepthMap, DepthFacts)

  let bytes: [UInt8]
  let limits: DecodingLimits
  let segments: JPEGSegments
  let orientation: Orientation

  init(_ bytes: [UInt8], _ limits: DecodingLimits) {
    self.bytes = bytes
    self.limits = limits
    segments = JPEGSegments(bytes)
    orientation = segments.exif.flatMap { Exif(block: $0) }?.orientation ?? .upright
  }

  /// A map's samples, turned as the photo is.
  private func levels(_ file: some Collection<UInt8>) throws(DepthError) -> Plane<UInt16> {
    try DepthLevels(decoding: Array(file), limits: limits).plane.turned(orientation)
  }

  /// Whether there is a map, which may be damaged.
  var isAnnounced: Bool {
    let xmp = segments.xmp
    return xmp?.text("Format", in: Self.googleDepth) != nil
      || xmp?.text("Format", in: Self.dynamicDepth) != nil && xmp?.text("DepthURI", in: Self.dynamicDepth) != nil
      || SamsungTrailer(bytes)?.block(Self.samsungMap) != nil
      || Self.first(Self.isMap, of: furtherPictures) != nil
  }

  // MARK: - Pictures after the photo

  private typealias FurtherPicture = (bytes: ArraySlice<UInt8>, xmp: XMP?)

  private static let pixelData = "http://ns.apple.com/pixeldatainfo/1.0/"

  private var furtherPictures: [FurtherPicture] { segments.pictures.map { ($0, JPEGSegments(Array($0)).xmp) } }

  private static func isMap(_ type: String) -> Bool { type == "disparity" || type == "depth" }

  /// The first picture whose type is wanted.
  private static func first(_ isWanted: (String) -> Bool, of pictures: [FurtherPicture]) -> FurtherPicture? {
    pictures.first { $0.xmp?.text("AuxiliaryImageType", in: pixelData).map(isWanted) ?? false }
  }

  /// The map that an iPhone writes as a further picture, and the portrait matte.
  func multiPicture() throws(DepthError) -> Found? {
    let pictures = furtherPictures
    guard let picture = Self.first(Self.isMap, of: pictures), let xmp = picture.xmp else { return nil }
    let levels = try levels(picture.bytes)
    let least = xmp.number("FloatMinValue", in: Self.pixelData)
    let most = xmp.number("FloatMaxValue", in: Self.pixelData)
    var found: Found
    if xmp.text("AuxiliaryImageType", in: Self.pixelData) == "depth", let least, let most {
      let (map, range) = try levels.map(distances: least, most, isInverse: false)
      found = (map, DepthFacts(kind: .mpf, range: range))
    } else {
      var range: ClosedRange<Double>?
      if let least, let most {
        guard least.isFinite, most.isFinite, least < most else {
          throw .damaged("its disparities range from \(least) to \(most)")
        }
        range = least...most
      }
      found = (try levels.map { Double($0) }, DepthFacts(kind: .mpf, range: range))
    }
    let matte = Self.first({ $0.contains("portraiteffectsmatte") }, of: pictures)
    if let matte = self.matte(in: matte?.bytes) { found.0.matte = matte }
    return found
  }

  private func matte(in file: ArraySlice<UInt8>?) -> Plane<UInt8>? {
    guard let file, let photo = try? PhotoFile(decoding: Array(file), isLumaOnly: true, limits: limits).photo else {
      return nil
    }
    return photo.luma.turned(orientation)
  }

  // MARK: - Google

  private static let googleDepth = "http://ns.google.com/photos/1.0/depthmap/"

  /// The map within the XMP of a JPEG.
  func gdepth() throws(DepthError) -> Found? {
    guard let xmp = segments.xmp, let format = xmp.text("Format", in: Self.googleDepth) else { return nil }
    let packet = try segments.extendedXMP() ?? xmp
    guard let text = packet.value("Data", in: Self.googleDepth) else { throw .damaged("its XMP has no map") }
    guard let file = [UInt8](base64: text) else { throw .damaged("its base64 is broken") }
    return try google(file, format: format, xmp, Self.googleDepth, .gdepth)
  }

  private func google(
    _ file: [UInt8], format: String, _ xmp: XMP, _ namespace: String, _ kind: DepthFacts.Kind
  ) throws(DepthError) -> Found {
    guard let near = xmp.number("Near", in: namespace), let far = xmp.number("Far", in: namespace) else {
      throw .damaged("it doesn't tell the nearest and farthest distance")
    }
    guard ["RangeInverse", "RangeLinear"].contains(format) else { throw .unread("the format \(format)") }
    let (map, range) = try levels(file).map(distances: near, far, isInverse: format == "RangeInverse")
    return (map, DepthFacts(kind: kind, range: range))
  }

  private static let dynamicDepth = "http://ns.google.com/photos/dd/1.0/depthmap/"
  private static let items = [
    "http://ns.google.com/photos/dd/1.0/item/", "http://ns.google.com/photos/1.0/container/item/",
  ]

  /// The map at the end of the file, which a directory in XMP lists with the sizes of all parts (Dynamic Depth 1.0).
  func dynamicDepth() throws(DepthError) -> Found? {
    guard let xmp = segments.xmp, let format = xmp.text("Format", in: Self.dynamicDepth),
      let address = xmp.text("DepthURI", in: Self.dynamicDepth)
    else { return nil }
    for namespace in Self.items {
      let addresses = xmp.values("DataURI", in: namespace).map { String(decoding: $0, as: UTF8.self) }
      // The first part is the photo itself, which tells no size or 0.
      let lengths = xmp.values("Length", in: namespace).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        .suffix(addresses.count)
      guard let place = addresses.firstIndex(of: address), lengths.count == addresses.count else { continue }
      let after = lengths.dropFirst(place + 1).reduce(0) { $0.addingReportingOverflow($1).partialValue }
      let length = lengths[lengths.startIndex + place]
      guard length > 0, after >= 0, after < bytes.count, length <= bytes.count - after else {
        throw .damaged("it lies outside the file")
      }
      let end = bytes.count - after
      return try google(
        Array(bytes[(end - length)..<end]), format: format, xmp, Self.dynamicDepth, .dynamicDepth)
    }
    throw .damaged("its XMP doesn't tell where it is")
  }

  // MARK: - Samsung

  private static let samsungMap = "DualShot_DepthMap"

  /// The map in the trailer: a picture, or bare samples without a size, which then follows from the photo's proportions.
  func samsung() throws(DepthError) -> Found? {
    guard let block = SamsungTrailer(bytes)?.block(Self.samsungMap) else { return nil }
    if case .photo = FileKind(Array(block)) {
      return (try levels(block).map { Double($0) }, DepthFacts(kind: .samsung))
    }
    guard let size = segments.frameSize, size.width > 0, size.height > 0 else { throw .unread("Samsung's") }
    let width = Int((Double(block.count) * Double(size.width) / Double(size.height)).squareRoot().rounded())
    guard width > 0, block.count % width == 0 else { throw .unread("Samsung's, of unknown size") }
    let plane = Plane(width: width, height: block.count / width, samples: Array(block))
    guard DepthMap(nearness: plane.deep).fits(width: size.width, height: size.height) else {
      throw .unread("Samsung's, of unknown size")
    }
    return (try plane.deep.turned(orientation).map { Double($0) }, DepthFacts(kind: .samsung))
  }
}

/// The named blocks that Samsung's phones append to a photo.
struct SamsungTrailer {
  private let bytes: [UInt8]
  /// The offset of the directory, from which blocks are counted backwards.
  private let directory: Int
  private let count: Int

  /// The bytes of the signature, the version and the count, and of an entry.
  private static let headSize = 12, entrySize = 12

  /// Returns nil if there is none.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count > Self.headSize + 8, bytes.suffix(4).elementsEqual("SEFT".utf8) else { return nil }
    let size = Self.number(bytes, bytes.count - 8)
    guard size >= Self.headSize, size <= bytes.count - 8 else { return nil }
    directory = bytes.count - 8 - size
    guard bytes[directory..<directory + 4].elementsEqual("SEFH".utf8) else { return nil }
    count = min(Self.number(bytes, directory + 8), (size - Self.headSize) / Self.entrySize)
  }

  /// The data of the block with this name; nil if it isn't in the file.
  func block(_ name: String) -> ArraySlice<UInt8>? {
    for index in 0..<count {
      let entry = directory + Self.headSize + index * Self.entrySize
      let (back, size) = (Self.number(bytes, entry + 4), Self.number(bytes, entry + 8))
      guard back <= directory, size <= back, size > 8 else { continue }
      let start = directory - back
      let length = Self.number(bytes, start + 4)
      guard length <= size - 8, bytes[(start + 8)..<(start + 8 + length)].elementsEqual(name.utf8) else { continue }
      return bytes[(start + 8 + length)..<(start + size)]
    }
    return nil
  }

  /// A little-endian number of four bytes.
  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension JPEGSegments {
  /// The further pictures that a Multi-Picture index lists, but for those outside the file.
  var pictures: [ArraySlice<UInt8>] { pictureRanges.filter { $0.upperBound <= bytes.count }.map { bytes[$0] } }

  /// Where the further pictures lie that a Multi-Picture index lists (CIPA DC-007, section 5.2). They may lie outside the file.
  fileprivate var pictureRanges: [Range<Int>] {
    guard
      let segment = segments.first(where: {
        $0.marker == Marker.app2 && bytes[$0.payload].starts(with: Self.multiPictureSignature)
      })
    else { return [] }
    let start = segment.payload.lowerBound + Self.multiPictureSignature.count
    guard let index = TIFFStructure(Array(bytes[start..<segment.payload.upperBound])),
      let entry = index.directory(at: index.start)?[Self.multiPictureEntries], let list = index.range(of: entry)
    else { return [] }
    return stride(from: list.lowerBound, to: list.upperBound - 15, by: 16).prefix(Self.mostPictures).compactMap {
      place in
      // The photo itself has the offset 0.
      guard let size = index.long(at: place + 4), let offset = index.long(at: place + 8), offset > 0, size > 0 else {
        return nil
      }
      let first = start + Int(offset)
      return first..<first + Int(size)
    }
  }

  private static let multiPictureSignature = Array("MPF\0".utf8)
  /// The tag MPEntry.
  private static let multiPictureEntries: UInt16 = 0xB002
  /// The most pictures to look at. Phones write a handful.
  private static let mostPictures = 64

  /// The picture's size as stored, from its frame header (ITU-T T.81, B.2.2).
  var frameSize: (width: Int, height: Int)? {
    // SOF0 to SOF15, without DHT, JPG and DAC.
    let frames = Set<UInt8>(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])
    guard let frame = segments.first(where: { frames.contains($0.marker) }), frame.payload.count >= 5 else {
      return nil
    }
    let head = bytes[frame.payload.lowerBound + 1..<frame.payload.lowerBound + 5].map { Int($0) }
    return (head[2] << 8 | head[3], head[0] << 8 | head[1])
  }
}
