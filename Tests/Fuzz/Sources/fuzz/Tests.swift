@testable import PeelCodecs
@testable import PeelImaging
@testable import PeelScanning

/// Decodes a file of any format. It gives a photo or a typed error.
func testPhoto(_ bytes: [UInt8]) {
  var limits = DecodingLimits()
  limits.pixels = 1 << 18
  guard let file = try? PhotoFile(decoding: bytes, keepsDepth: true, limits: limits) else { return }
  precondition(file.photo.width * file.photo.height <= limits.pixels)
  if let deep = file.photo.deep { precondition(deep.luma.width == file.photo.width) }
}

/// Decodes a photo or a page of a document with a library that the file has taken over, so that its bytes choose what the
/// child process sends.
func testChild(_ bytes: [UInt8]) {
  guard PDFPages.areIn(bytes) else { return testPhoto(bytes) }
  guard let count = try? PDFPages.count(bytes) else { return }
  precondition((0...PDFPages.most).contains(count))
  let memory = 1 << 24
  guard let page = try? PDFPages.page(1, of: bytes, memory: memory) else { return }
  precondition(page.count <= memory)
}

/// Takes a photo the whole way to its scans, which can be read again.
func testScan(_ bytes: [UInt8]) {
  var limits = DecodingLimits()
  limits.pixels = 1 << 18
  guard let file = try? PhotoFile(decoding: bytes, keepsDepth: true, limits: limits) else { return }
  for format in ScanFile.Format.allCases {
    var settings = ScanSettings()
    settings.format = format
    for scan in (try? file.scans(settings)) ?? [] {
      guard let again = try? PhotoFile(decoding: scan.bytes) else { preconditionFailure("a scan can't be read") }
      precondition(again.photo.width == scan.facts.width && again.photo.height == scan.facts.height)
    }
  }
}

/// Reads the boxes of a HEIF file and removes the references that libheif refuses.
func testBoxes(_ bytes: [UInt8]) {
  guard let structure = HEIFStructure(bytes) else { return }
  _ = structure.changes(width: 4032, height: 3024)
  _ = (structure.isCovered, structure.sharesData, structure.endsInZeros)
  guard let patched = structure.withoutSurplusReferences().flatMap(HEIFStructure.init) else { return }
  precondition(patched.primary == structure.primary && patched.withoutSurplusReferences() == nil)
  precondition(patched.references.count == structure.references.count)
}

/// Reads an EXIF block and updates it for a scan.
func testExif(_ bytes: [UInt8]) {
  guard let exif = Exif(block: bytes) else { return }
  _ = exif.focalLength(width: 4032, height: 3024)
  precondition(exif.updated(width: 30, height: 20, ppi: 300).orientation == .upright)
}

/// Converts samples to sRGB with a colour profile.
func testProfile(_ bytes: [UInt8]) {
  let kinds: [(ColourTransform.Samples, samples: Int)] = [(.grey, 1), (.rgb, 3), (.inks, 4)]
  for (kind, samples) in kinds {
    guard let transform = ColourTransform(from: bytes, kind) else { continue }
    precondition(transform((0..<UInt8(16 * samples)).map { $0 &* 17 }).count == 48)
  }
}

/// Reads a sidecar, writes it, and reads the same again.
func testSidecar(_ bytes: [UInt8]) {
  guard let sidecar = try? Sidecar(decoding: bytes) else { return }
  precondition((try? Sidecar(decoding: sidecar.bytes)) == sidecar)
}
