@testable import PeelCodecs

/// A whole file of any kind becomes a photo or a typed error.
func testPhoto(_ bytes: [UInt8]) {
  var limits = DecodingLimits()
  limits.pixels = 1 << 18
  guard let file = try? PhotoFile(decoding: bytes, keepsDepth: true, limits: limits) else { return }
  precondition(file.photo.width * file.photo.height <= limits.pixels)
  if let deep = file.photo.deep { precondition(deep.luma.width == file.photo.width) }
}

/// The boxes of a HEIF file are read, and what libheif would refuse in them is cut, or they are left alone.
func testBoxes(_ bytes: [UInt8]) {
  guard let structure = HEIFStructure(bytes) else { return }
  _ = structure.changes(width: 4032, height: 3024)
  _ = structure.isCovered
  guard let patched = structure.withoutSurplusReferences().flatMap(HEIFStructure.init) else { return }
  precondition(patched.primary == structure.primary && patched.withoutSurplusReferences() == nil)
  precondition(patched.references.count == structure.references.count)
}

/// An EXIF block can be read and brought up to date for a scan, or is refused.
func testExif(_ bytes: [UInt8]) {
  guard let exif = Exif(block: bytes) else { return }
  _ = exif.focalLength(width: 4032, height: 3024)
  precondition(exif.updated(width: 30, height: 20, ppi: 300).orientation == .upright)
}

/// A colour profile makes samples of its space sRGB, or is found at fault.
func testProfile(_ bytes: [UInt8]) {
  let kinds: [(ColourTransform.Samples, samples: Int)] = [(.grey, 1), (.rgb, 3), (.inks, 4)]
  for (kind, samples) in kinds {
    guard let transform = ColourTransform(from: bytes, kind) else { continue }
    precondition(transform((0..<UInt8(16 * samples)).map { $0 &* 17 }).count == 48)
  }
}

/// A sidecar comes back the same from what is written of it, or is refused.
func testSidecar(_ bytes: [UInt8]) {
  guard let sidecar = try? Sidecar(decoding: bytes) else { return }
  precondition((try? Sidecar(decoding: sidecar.bytes)) == sidecar)
}
