/// Full-range ITU-R BT.601 luma and chroma, as in JFIF 1.02 (ITU-T T.871, section 7).
///
/// This is the package's one definition in Swift. The kernels have the same numbers in `bt601.h`; a test compares them.
package enum BT601 {
  /// The shares of the colours in luma. They add up to 1.
  @inlinable package static var lumaOfRed: Double { 0.299 }
  @inlinable package static var lumaOfGreen: Double { 0.587 }
  @inlinable package static var lumaOfBlue: Double { 0.114 }

  /// What a red difference adds to red, and a blue difference to blue: 2 − 2 · `lumaOfRed` and 2 − 2 · `lumaOfBlue`.
  @inlinable package static var redTint: Double { 1.402 }
  @inlinable package static var blueTint: Double { 1.772 }
  /// What the blue and the red difference take from green, to six places.
  @inlinable package static var greenTintLessBlue: Double { 0.344136 }
  @inlinable package static var greenTintLessRed: Double { 0.714136 }

  /// The level of a blue or red difference of a grey pixel.
  @inlinable package static var neutral: UInt8 { 128 }

  /// The shares of red, green and blue in luma in 1/1000.
  @inlinable package static var lumaThousandths: (red: Int, green: Int, blue: Int) { (299, 587, 114) }

  /// The shares in 1/32768, rounded so that they add up to 32768.
  package enum Fixed15 {
    @inlinable package static var lumaOfRed: Int32 { 9798 }
    @inlinable package static var lumaOfGreen: Int32 { 19235 }
    @inlinable package static var lumaOfBlue: Int32 { 3735 }
    /// A blue difference is half of blue, less this part of red and the rest of a half of green: 0.168736.
    @inlinable package static var blueLessRed: Int32 { 5529 }
    /// A red difference is half of red, less this part of blue and the rest of a half of green: 0.081312.
    @inlinable package static var redLessBlue: Int32 { 2664 }
    @inlinable package static var half: Int32 { 16384 }
  }

  /// The shares in 1/65536. Those of luma add up to 65536, those of a difference to 0.
  package enum Fixed16 {
    @inlinable package static var lumaOfRed: Int { 19595 }
    @inlinable package static var lumaOfGreen: Int { 38470 }
    @inlinable package static var lumaOfBlue: Int { 7471 }
    @inlinable package static var blueLessRed: Int { 11059 }
    @inlinable package static var blueLessGreen: Int { 21709 }
    @inlinable package static var redLessGreen: Int { 27439 }
    @inlinable package static var redLessBlue: Int { 5329 }
    @inlinable package static var half: Int { 32768 }
    @inlinable package static var redTint: Int { 91881 }
    @inlinable package static var blueTint: Int { 116130 }
    @inlinable package static var greenTintLessBlue: Int { 22554 }
    @inlinable package static var greenTintLessRed: Int { 46802 }
  }
}
