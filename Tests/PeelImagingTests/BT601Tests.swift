import CPeelKernels
import Testing

@testable import PeelImaging

@Suite struct BT601Tests {
  @Test func `the shares follow from those of red and blue`() {
    let (red, blue) = (BT601.lumaOfRed, BT601.lumaOfBlue)
    #expect(abs(red + BT601.lumaOfGreen + blue - 1) < 1e-12)
    #expect(abs(BT601.redTint - 2 * (1 - red)) < 1e-12)
    #expect(abs(BT601.blueTint - 2 * (1 - blue)) < 1e-12)
    #expect(abs(BT601.greenTintLessRed - BT601.redTint * red / BT601.lumaOfGreen) < 1e-6)
    #expect(abs(BT601.greenTintLessBlue - BT601.blueTint * blue / BT601.lumaOfGreen) < 1e-6)
    let thousandths = BT601.lumaThousandths
    #expect((thousandths.red, thousandths.green, thousandths.blue) == (299, 587, 114))
  }

  @Test func `whole numbers are the shares to one unit, and add up`() {
    func isNear(_ number: Int, _ share: Double, _ unit: Double) -> Bool { abs(Double(number) - share * unit) <= 1 }
    typealias Short = BT601.Fixed15
    let one = 32768.0
    #expect(isNear(Int(Short.lumaOfRed), BT601.lumaOfRed, one))
    #expect(isNear(Int(Short.lumaOfGreen), BT601.lumaOfGreen, one))
    #expect(isNear(Int(Short.lumaOfBlue), BT601.lumaOfBlue, one))
    #expect(Short.lumaOfRed + Short.lumaOfGreen + Short.lumaOfBlue == 32768)
    #expect(isNear(Int(Short.blueLessRed), BT601.lumaOfRed / BT601.blueTint, one))
    #expect(isNear(Int(Short.redLessBlue), BT601.lumaOfBlue / BT601.redTint, one))
    typealias Long = BT601.Fixed16
    let two = 65536.0
    #expect(isNear(Long.lumaOfRed, BT601.lumaOfRed, two) && isNear(Long.lumaOfGreen, BT601.lumaOfGreen, two))
    #expect(isNear(Long.lumaOfBlue, BT601.lumaOfBlue, two))
    #expect(Long.lumaOfRed + Long.lumaOfGreen + Long.lumaOfBlue == 65536)
    #expect(isNear(Long.blueLessRed, BT601.lumaOfRed / BT601.blueTint, two))
    #expect(isNear(Long.redLessBlue, BT601.lumaOfBlue / BT601.redTint, two))
    #expect(Long.blueLessRed + Long.blueLessGreen == Long.half && Long.redLessBlue + Long.redLessGreen == Long.half)
    #expect(isNear(Long.redTint, BT601.redTint, two) && isNear(Long.blueTint, BT601.blueTint, two))
    #expect(isNear(Long.greenTintLessBlue, BT601.greenTintLessBlue, two))
    #expect(isNear(Long.greenTintLessRed, BT601.greenTintLessRed, two))
  }

  @Test func `the kernels have the same numbers`() {
    #expect(Int32(BT601_LUMA_OF_RED) == BT601.Fixed15.lumaOfRed)
    #expect(Int32(BT601_LUMA_OF_GREEN) == BT601.Fixed15.lumaOfGreen)
    #expect(Int32(BT601_LUMA_OF_BLUE) == BT601.Fixed15.lumaOfBlue)
    #expect(Int32(BT601_BLUE_LESS_RED) == BT601.Fixed15.blueLessRed)
    #expect(Int32(BT601_RED_LESS_BLUE) == BT601.Fixed15.redLessBlue)
    #expect(Int32(BT601_HALF) == BT601.Fixed15.half)
    let tints: [(Int, Double)] = [
      (Int(BT601_RED_TINT), BT601.redTint), (Int(BT601_BLUE_TINT), BT601.blueTint),
      (Int(BT601_GREEN_TINT_LESS_BLUE), BT601.greenTintLessBlue),
      (Int(BT601_GREEN_TINT_LESS_RED), BT601.greenTintLessRed),
    ]
    for (whole, share) in tints { #expect(Double(whole) == (share * 16384).rounded()) }
  }
}
