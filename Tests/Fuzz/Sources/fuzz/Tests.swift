@testable import Codecs

/// A whole file of any kind becomes a photo or a typed error.
func testPhoto(_ bytes: [UInt8]) {
  var limits = DecodingLimits()
  limits.pixels = 1 << 18
  guard let file = try? PhotoFile(decoding: bytes, limits: limits) else { return }
  precondition(file.photo.width * file.photo.height <= limits.pixels)
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
