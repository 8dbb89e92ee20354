internal import PeelImaging

extension ScannerFacts {
  /// Tags that only cameras write: exposure time, aperture, sensitivity and focal length (Exif 2.32, table 7).
  private static let cameraTags: [UInt16] = [0x829A, 0x829D, 0x8827, 0x920A]

  /// Words in the make, model or software of scanners, and of programs for them.
  private static let scannerWords = [
    "scanner", "scanjet", "canoscan", "lide ", "scansnap", "perfection", "fastfoto", "opticfilm", "opticbook",
    "opticslim", "plustek", "microtek", "mustek", "umax", "avision", "vuescan", "silverfast", "xsane", "scanimage",
    "epson scan", "naps2", "simple scan", "simple-scan", "ij scan",
  ]

  /// What a block tells; nil if a camera took the photo.
  init?(_ tiff: TIFFStructure, _ first: TIFFStructure.Directory, _ details: TIFFStructure.Directory?) {
    let software = Exif.Tag.software
    let names = [Exif.Tag.make, Exif.Tag.model, software].compactMap { tiff.text(first[$0])?.lowercased() }
    let isNamed = names.contains { name in Self.scannerWords.contains { name.contains($0) } }
    let isExposed = Self.cameraTags.contains { details?[$0] != nil || first[$0] != nil }
    guard isNamed || !isExposed else { return nil }
    self.init(dpi: Self.resolution(tiff, first), isNamed: isNamed)
  }

  /// Pixels per inch; nil if they differ across and down, or have no unit.
  private static func resolution(_ tiff: TIFFStructure, _ first: TIFFStructure.Directory) -> Double? {
    guard let across = tiff.real(first[Exif.Tag.xResolution]), across > 0, across.isFinite,
      abs((tiff.real(first[Exif.Tag.yResolution]) ?? across) / across - 1) < 0.001
    else { return nil }
    switch tiff.integer(first[Exif.Tag.resolutionUnit]) ?? 2 {
    case 2: return across
    case 3: return 2.54 * across
    default: return nil
    }
  }

  /// What a photo's file tells.
  ///
  /// - Parameters:
  ///   - exif: its EXIF block, if it has one.
  ///   - resolution: what the format's own header tells, in pixels per inch.
  /// - Returns: nil if a camera took it, or neither tells a density that a scanner would.
  static func told(_ exif: Exif?, resolution: Double?) -> ScannerFacts? {
    if let exif, exif.scanner == nil { return nil }
    let isNamed = exif?.scanner?.isNamed ?? false
    let written = [exif?.scanner?.dpi, resolution].compactMap { $0 }
    // Programs write 72 and 96 if they don't know any.
    let dpi = written.first { PhotoFile.meaningful($0) != nil } ?? (isNamed ? written.first : nil)
    return isNamed || dpi != nil ? ScannerFacts(dpi: dpi, isNamed: isNamed) : nil
  }
}
