internal import PeelImaging

/// What a decoder finds in a photo's file.
struct Decoded {
  var pixels: StoredPixels
  /// The same with 16 bits per sample; nil if the file has no more than 8, or they aren't wanted.
  var deep: DeepPlanes?
  /// The steps from the stored picture to the upright one; nil for the turn that the EXIF block tells.
  var changes: [Change]?
  var exif: [UInt8]?
  var words = Words()
  var profile: [UInt8]?
  /// Pixels per inch; nil if unknown.
  var resolution: Double?
  /// Whether the file has pages besides this one, which is the first.
  var hasMorePages = false
  /// Messages about what was ignored or is damaged.
  var warnings: [String] = []
  var memory: MemoryAllowance.Share?
}

/// A step from the stored picture to the upright one.
enum Change: Equatable {
  case turn(Orientation)
  /// Crops to these columns and rows.
  case cut(x: Range<Int>, y: Range<Int>)
}
