import Imaging

@testable import Codecs

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

/// A colour profile serves photos in colour, grey and inks, or is found at fault.
func testProfile(_ bytes: [UInt8]) {
  let side = 8
  let plane = Plane(width: side, height: side, samples: Array(repeating: UInt8(100), count: side * side))
  let photos: [StoredPixels] = [
    .grey(plane), .colour(plane, Chroma(blue: plane, red: plane, scale: (1, 1))),
    .inks([plane, plane, plane, plane], areInverted: true),
  ]
  for pixels in photos where ColourProfile.fault(bytes, for: pixels) == nil {
    let (photo, profile) = pixels.photo(in: bytes)
    precondition(photo.width == side && photo.height == side)
    var output = ScanFile()
    output.profile = profile
    output.convertsToSRGB = true
    _ = try? output.encoded(Picture(width: side, height: side, samples: Array(repeating: 100, count: 3 * side * side)))
  }
}
