/// What a camera wrote about a photo: the block as it stands in the file, and the facts that matter here.
/// Source: CIPA DC-008 (Exif 2.32), TIFF 6.0.
public struct Exif: Sendable, Equatable {
  /// The block, a TIFF structure, without the "Exif" that goes before it in a JPEG.
  public let block: [UInt8]
  public let orientation: Orientation
  /// Millimetres on 35 mm film, of the same diagonal angle.
  public let focalLength35: Double?
  /// Millimetres.
  public let focalLength: Double?
  /// Pixels for each millimetre of the sensor, at the size that the camera wrote.
  public let focalPlaneResolution: Double?
  /// When the photo was taken, as "YYYY:MM:DD HH:MM:SS", with ".sss" and "+hh:mm" where the camera wrote them.
  public let date: String?
  /// The size that the camera wrote, in pixels as stored.
  public let pixelSize: (width: Int, height: Int)?

  /// The colours are Adobe RGB's, as cameras say it that write no profile: by the mark R03 (DCF 2.0).
  public let isAdobeRGB: Bool

  enum Tag {
    static let imageWidth: UInt16 = 0x100, imageLength: UInt16 = 0x101, orientation: UInt16 = 0x112
    static let xResolution: UInt16 = 0x11A, yResolution: UInt16 = 0x11B, resolutionUnit: UInt16 = 0x128
    static let exifDirectory: UInt16 = 0x8769, gpsDirectory: UInt16 = 0x8825, interopDirectory: UInt16 = 0xA005
    static let exifVersion: UInt16 = 0x9000, componentsConfiguration: UInt16 = 0x9101, flashpixVersion: UInt16 = 0xA000
    static let dateTimeOriginal: UInt16 = 0x9003, offsetTimeOriginal: UInt16 = 0x9011
    static let subSecTimeOriginal: UInt16 = 0x9291
    static let focalLength: UInt16 = 0x920A, focalLength35: UInt16 = 0xA405
    static let colorSpace: UInt16 = 0xA001, interopIndex: UInt16 = 1
    static let pixelXDimension: UInt16 = 0xA002, pixelYDimension: UInt16 = 0xA003
    static let focalPlaneXResolution: UInt16 = 0xA20E, focalPlaneResolutionUnit: UInt16 = 0xA210
    static let thumbnailOffset: UInt16 = 0x201, thumbnailLength: UInt16 = 0x202
    static let stripOffsets: UInt16 = 0x111, stripByteCounts: UInt16 = 0x117
  }

  /// The most that an APP1 segment holds, after the word "Exif".
  static let largestBlock = 65_527

  /// nil when the block's header, first directory or EXIF directory cannot be read, or it is larger than a JPEG holds.
  public init?(block: [UInt8]) {
    guard block.count <= Self.largestBlock, let tiff = TIFFStructure(block), let first = tiff.directory(at: tiff.start)
    else { return nil }
    var details: TIFFStructure.Directory?
    if let pointer = first[Tag.exifDirectory] {
      guard let offset = tiff.integer(pointer), let found = tiff.directory(at: offset) else { return nil }
      details = found
    }
    func positive(_ tag: UInt16) -> Double? { tiff.real(details?[tag]).flatMap { $0 > 0 ? $0 : nil } }

    self.block = block
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

  /// A block that holds no more than these.
  init(small block: [UInt8], date: String?, pixelSize: (width: Int, height: Int)) {
    self.block = block
    self.date = date
    self.pixelSize = pixelSize
    orientation = .upright
    focalLength35 = nil
    focalLength = nil
    focalPlaneResolution = nil
    isAdobeRGB = false
  }

  public static func == (a: Exif, b: Exif) -> Bool { a.block == b.block }

  /// Whether a photo of this size, either way round, is only a part of what the camera wrote, or a smaller copy:
  /// the lens's axis then need not pass through its middle.
  public func isCropped(width: Int, height: Int) -> Bool {
    guard let pixelSize else { return false }
    return pixelSize.width * pixelSize.height > width * height || !hasAspect(width: width, height: height)
  }

  /// Distance from the lens to the sensor in pixels of a photo of this size, either way round; nil when the camera
  /// did not say, or the photo is cropped: a cut and a smaller copy cannot be told apart.
  public func focalLength(width: Int, height: Int) -> Double? {
    guard !isCropped(width: width, height: height) else { return nil }
    let diagonal = (Double(width * width) + Double(height * height)).squareRoot()
    if let focalLength35 { return plausible(focalLength35 * diagonal / Self.filmDiagonal, diagonal) }
    guard let focalLength, let focalPlaneResolution else { return nil }
    let written = pixelSize ?? (width, height)
    let whole = (Double(written.width * written.width) + Double(written.height * written.height)).squareRoot()
    return plausible(focalLength * focalPlaneResolution * diagonal / whole, diagonal)
  }

  /// Millimetres from corner to corner of a 36 × 24 mm frame.
  private static let filmDiagonal = 43.2666

  /// Pixels; no camera or stitched panorama is larger.
  private static let largestSide = 1_000_000

  /// From a fisheye to a long telephoto lens; other figures are slips.
  private func plausible(_ focalLength: Double, _ diagonal: Double) -> Double? {
    (0.1...50).contains(focalLength / diagonal) ? focalLength : nil
  }

  /// Same proportions as the camera wrote, either way round, to within one part in a hundred.
  private func hasAspect(width: Int, height: Int) -> Bool {
    guard let pixelSize else { return true }
    func aspect(_ a: Int, _ b: Int) -> Double { Double(max(a, b)) / Double(max(min(a, b), 1)) }
    let ratio = aspect(width, height) / aspect(pixelSize.width, pixelSize.height)
    return (0.99...1.01).contains(ratio)
  }
}
