package import PeelImaging

/// A photo's EXIF metadata: the block as stored, and the values that are used here (CIPA DC-008, Exif 2.32; TIFF 6.0).
package struct Exif: Sendable, Equatable {
  /// The block, a TIFF structure, without the "Exif" header that precedes it in a JPEG.
  package let block: [UInt8]
  /// The orientation of the stored pixels; `upright` if the block has none.
  package let orientation: Orientation
  /// The focal length in mm that has the same diagonal angle of view on 35 mm film.
  package let focalLength35: Double?
  /// The focal length in mm.
  package let focalLength: Double?
  /// Pixels per mm of the sensor, at the size that the camera wrote.
  package let focalPlaneResolution: Double?
  /// When the photo was taken: "YYYY:MM:DD HH:MM:SS", followed by ".sss" and "+hh:mm" if the camera wrote them.
  package let date: String?
  /// The same without fractions and zone; nil if it isn't a date.
  package var taken: PartialDate? { date.flatMap(PartialDate.init(inMetadata:)) }
  /// The size that the camera wrote, in pixels, as stored.
  package let pixelSize: (width: Int, height: Int)?
  /// What the block tells about a scanner; nil if a camera took the photo.
  package let scanner: ScannerFacts?
  /// Whether the colours are Adobe RGB, which cameras mark with R03 instead of a profile (DCF 2.0).
  package let isAdobeRGB: Bool

  enum Tag {
    static let imageWidth: UInt16 = 0x100, imageLength: UInt16 = 0x101, orientation: UInt16 = 0x112
    static let imageDescription: UInt16 = 0x10E, software: UInt16 = 0x131
    static let xmp: UInt16 = 0x2BC, iptc: UInt16 = 0x83BB
    static let xResolution: UInt16 = 0x11A, yResolution: UInt16 = 0x11B, resolutionUnit: UInt16 = 0x128
    static let exifDirectory: UInt16 = 0x8769, gpsDirectory: UInt16 = 0x8825, interopDirectory: UInt16 = 0xA005
    static let exifVersion: UInt16 = 0x9000, componentsConfiguration: UInt16 = 0x9101, flashpixVersion: UInt16 = 0xA000
    static let make: UInt16 = 0x10F, model: UInt16 = 0x110, dateTime: UInt16 = 0x132, subSecTime: UInt16 = 0x9290
    static let dateTimeOriginal: UInt16 = 0x9003, offsetTimeOriginal: UInt16 = 0x9011
    static let subSecTimeOriginal: UInt16 = 0x9291
    static let dateTimeDigitized: UInt16 = 0x9004, offsetTimeDigitized: UInt16 = 0x9012
    static let subSecTimeDigitized: UInt16 = 0x9292
    static let focalLength: UInt16 = 0x920A, focalLength35: UInt16 = 0xA405
    static let colorSpace: UInt16 = 0xA001, interopIndex: UInt16 = 1
    static let pixelXDimension: UInt16 = 0xA002, pixelYDimension: UInt16 = 0xA003
    static let focalPlaneXResolution: UInt16 = 0xA20E, focalPlaneResolutionUnit: UInt16 = 0xA210
    static let thumbnailOffset: UInt16 = 0x201, thumbnailLength: UInt16 = 0x202
    static let stripOffsets: UInt16 = 0x111, stripByteCounts: UInt16 = 0x117
  }

  /// The most bytes in an APP1 segment, after the "Exif" header.
  static let largestBlock = 65_527

  /// Returns nil if the header or the first directory is damaged, or the block is larger than 65,527 bytes. Without an EXIF
  /// directory, or with one that is empty or damaged, the rest is kept.
  package init?(block: [UInt8]) {
    guard block.count <= Self.largestBlock, let tiff = TIFFStructure(block), let first = tiff.directory(at: tiff.start)
    else { return nil }
    let details = tiff.integer(first[Tag.exifDirectory]).flatMap(tiff.directory)
    func positive(_ tag: UInt16) -> Double? { tiff.real(details?[tag]).flatMap { $0 > 0 ? $0 : nil } }

    self.block = block
    scanner = ScannerFacts(tiff, first, details)
    orientation = tiff.integer(first[Tag.orientation]).flatMap(Orientation.init) ?? .upright
    focalLength35 = positive(Tag.focalLength35)
    focalLength = positive(Tag.focalLength)
    let unit: Double? =
      switch tiff.integer(details?[Tag.focalPlaneResolutionUnit]) ?? 2 {
      case 2: 25.4
      case 3: 10
      case 4: 1
      case 5: 0.001
      default: nil
      }
    if let unit, let perUnit = positive(Tag.focalPlaneXResolution) {
      focalPlaneResolution = perUnit / unit
    } else {
      focalPlaneResolution = nil
    }
    if let taken = tiff.text(details?[Tag.dateTimeOriginal]) {
      let fraction = tiff.text(details?[Tag.subSecTimeOriginal]).map { "." + $0 } ?? ""
      date = taken + fraction + (tiff.text(details?[Tag.offsetTimeOriginal]) ?? "")
    } else {
      date = nil
    }
    let interop = tiff.integer(details?[Tag.interopDirectory]).flatMap(tiff.directory)
    isAdobeRGB = tiff.text(interop?[Tag.interopIndex]) == "R03"
    if let width = tiff.integer(details?[Tag.pixelXDimension]), (1...Self.largestSide).contains(width),
      let height = tiff.integer(details?[Tag.pixelYDimension]), (1...Self.largestSide).contains(height)
    {
      pixelSize = (width, height)
    } else {
      pixelSize = nil
    }
  }

  /// A block that holds only these values.
  init(small block: [UInt8], date: String?, pixelSize: (width: Int, height: Int)) {
    self.block = block
    self.date = date
    self.pixelSize = pixelSize
    scanner = nil
    orientation = .upright
    focalLength35 = nil
    focalLength = nil
    focalPlaneResolution = nil
    isAdobeRGB = false
  }

  /// Blocks are equal if their bytes are.
  package static func == (a: Exif, b: Exif) -> Bool { a.block == b.block }

  /// Whether a photo of this size, in pixels, is a part or a smaller copy of the one that the camera wrote, in either
  /// orientation. The lens's axis may then not pass through its centre.
  package func isCropped(width: Int, height: Int) -> Bool {
    guard let pixelSize else { return false }
    return pixelSize.width * pixelSize.height > width * height || !hasAspect(width: width, height: height)
  }

  /// The focal length in pixels of a photo of this size, in pixels and in either orientation. nil if the camera didn't write
  /// it or the photo is cropped or reduced, since those can't be told apart.
  package func focalLength(width: Int, height: Int) -> Double? {
    guard !isCropped(width: width, height: height) else { return nil }
    let diagonal = (Double(width * width) + Double(height * height)).squareRoot()
    if let focalLength35 { return plausible(focalLength35 * diagonal / Self.filmDiagonal, diagonal) }
    guard let focalLength, let focalPlaneResolution else { return nil }
    let written = pixelSize ?? (width, height)
    let whole = (Double(written.width * written.width) + Double(written.height * written.height)).squareRoot()
    return plausible(focalLength * focalPlaneResolution * diagonal / whole, diagonal)
  }

  /// The diagonal of a 36 × 24 mm frame, in mm.
  private static let filmDiagonal = 43.2666

  /// The longest plausible side in pixels. No camera or stitched panorama has more.
  private static let largestSide = 1_000_000

  /// The focal length if it is between a fisheye's and a long telephoto lens's, in diagonals. Others are errors.
  private func plausible(_ focalLength: Double, _ diagonal: Double) -> Double? {
    (0.1...50).contains(focalLength / diagonal) ? focalLength : nil
  }

  /// Whether the aspect ratio is the one that the camera wrote, in either orientation, within 1 %.
  private func hasAspect(width: Int, height: Int) -> Bool {
    guard let pixelSize else { return true }
    func aspect(_ a: Int, _ b: Int) -> Double { Double(max(a, b)) / Double(max(min(a, b), 1)) }
    let ratio = aspect(width, height) / aspect(pixelSize.width, pixelSize.height)
    return (0.99...1.01).contains(ratio)
  }
}
