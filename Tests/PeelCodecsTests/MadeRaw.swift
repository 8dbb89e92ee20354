/// Raw files, made as DNG 1.4 describes them.
enum MadeRaw {
  static let (width, height) = (96, 64)
  /// The camera's red, green and blue of something grey.
  private static let neutral = [0.5, 1, 0.625]

  /// A mosaic of red, green, green and blue with 16 bits: dark on the left, light on the right, and red at the top left.
  static func dng(
    orientation: UInt16 = 1, isCut: Bool = false, more: (Tiff) -> [Tiff.Field] = { _ in [] }
  ) -> [UInt8] {
    let t = Tiff()
    var data: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let colour = (y % 2) + (x % 2)
        let level = x < width / 2 ? 0.05 : 0.5
        let isRed = x < width / 4 && y < height / 2
        let share = isRed && colour > 0 ? 0 : neutral[colour]
        data += t.number(UInt16((65535 * level * share).rounded()))
      }
    }
    func bytes(_ tag: UInt16, _ values: [UInt8]) -> Tiff.Field {
      Tiff.Field(tag: tag, type: 1, count: UInt32(values.count), value: values)
    }
    func rationals(_ tag: UInt16, type: UInt16 = 5, _ values: [Double]) -> Tiff.Field {
      let numbers = values.flatMap { t.number(Int32(($0 * 10_000).rounded())) + t.number(Int32(10_000)) }
      return Tiff.Field(tag: tag, type: type, count: UInt32(values.count), value: numbers)
    }
    func directory(_ strip: Int) -> [UInt8] {
      let fields =
        [
          t.long(254, 0), t.long(256, UInt32(width)), t.long(257, UInt32(height)), t.short(258, 16), t.short(259, 1),
          t.short(262, 32803), t.text(271, "Maker"), t.text(272, "Camera 1"), t.long(273, UInt32(strip)),
          t.short(274, orientation), t.short(277, 1), t.long(278, UInt32(height)), t.long(279, UInt32(data.count)),
          t.text(306, "2024:07:01 12:30:00"),
          Tiff.Field(tag: 33421, type: 3, count: 2, value: t.number(UInt16(2)) + t.number(UInt16(2))),
          bytes(33422, [0, 1, 1, 2]), bytes(50706, [1, 4, 0, 0]), t.text(50708, "Maker Camera 1"),
          t.long(50717, 65535),
          // From XYZ to the camera's colours: here those of sRGB.
          rationals(50721, type: 10, [3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.2040, 1.0570]),
          rationals(50728, neutral), t.short(50778, 21),
        ] + more(t)
      return t.directory(fields.sorted { $0.tag < $1.tag }, at: 8)
    }
    let head = t.header + directory(8 + directory(0).count)
    return head + (isCut ? Array(data.prefix(data.count / 2)) : data)
  }
}
